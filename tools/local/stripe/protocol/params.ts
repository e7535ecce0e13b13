import { badParameter } from './errors.ts';
import { isHash } from './form.ts';
import type { FormHash, FormValue } from './form.ts';

/** Reads one parameter. `name` is its full name, such as `card[number]`, for messages. */
export interface Field<T> {
  read(value: FormValue, name: string): T;
  readonly isRequired?: boolean;
}
/** A field that must be there. */
export interface Required<T> extends Field<T> {
  readonly isRequired: true;
}
export type Shape = Record<string, Field<unknown>>;
export type Parsed<S extends Shape> = {
  [K in keyof S]: S[K] extends Required<infer T> ? T : S[K] extends Field<infer T> ? T | undefined : never;
};

/**
 * Holds `raw` against `shape` and returns typed values (undefined where a parameter was left out).
 * Throws Stripe's 400s: parameter_unknown, parameter_missing, parameter_invalid_integer and so on.
 */
export function parse<S extends Shape>(shape: S, raw: FormHash, prefix = ''): Parsed<S> {
  const full = (name: string) => (prefix === '' ? name : `${prefix}[${name}]`);
  const unknown = Object.keys(raw).filter((name) => !Object.hasOwn(shape, name));
  if (unknown.length > 0) {
    const names = unknown.map(full).join(', ').slice(0, 400);
    const what = unknown.length > 1 ? 'parameters' : 'parameter';
    throw badParameter(`Received unknown ${what}: ${names}`, full(unknown[0] ?? ''), 'parameter_unknown');
  }
  const out: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(shape)) {
    const value = raw[name];
    if (value === undefined) {
      if (field.isRequired)
        throw badParameter(`Missing required param: ${full(name)}.`, full(name), 'parameter_missing');
      out[name] = undefined;
    } else out[name] = field.read(value, full(name));
  }
  return out as Parsed<S>;
}

/** Marks a field as required. */
export function required<T>(field: Field<T>): Required<T> {
  return { read: (value, name) => field.read(value, name), isRequired: true };
}

function plain(value: FormValue, name: string): string {
  if (typeof value !== 'string') throw badParameter(`Invalid string: ${JSON.stringify(value).slice(0, 200)}`, name);
  if (value === '') {
    throw badParameter(
      `You passed an empty string for '${name}'. We assume empty values are an attempt to unset a parameter; however '${name}' cannot be unset. You should remove '${name}' from your request or supply a non-empty value.`,
      name,
      'parameter_invalid_empty',
    );
  }
  return value;
}

/** An integer, at least `min` and at most `max` when given. */
export function integer(limits: { min?: number; max?: number } = {}): Field<number> {
  return {
    read(value, name) {
      const text = plain(value, name);
      const number = Number(text);
      if (!/^-?\d{1,17}$/.test(text) || !Number.isSafeInteger(number)) {
        throw badParameter(`Invalid integer: ${text.slice(0, 100)}`, name, 'parameter_invalid_integer');
      }
      if (limits.min !== undefined && number < limits.min) {
        const message = `This value must be greater than or equal to ${limits.min}.`;
        throw badParameter(message, name, 'parameter_invalid_integer');
      }
      if (limits.max !== undefined && number > limits.max) {
        throw badParameter(
          `This value must be less than or equal to ${limits.max}.`,
          name,
          'parameter_invalid_integer',
        );
      }
      return number;
    },
  };
}

/** Non-empty text. */
export function text(max = 5000): Field<string> {
  return { read: (value, name) => limited(plain(value, name), name, max) };
}

/** Text that an empty value unsets: read as null then. */
export function unsettable(max = 5000): Field<string | null> {
  return { read: (value, name) => (value === '' ? null : limited(plain(value, name), name, max)) };
}

function limited(value: string, name: string, max: number): string {
  if (value.length > max) {
    const message = `Invalid string: ${value.slice(0, 16)}...${value.slice(-4)}; must be at most ${max} characters`;
    throw badParameter(message, name, 'parameter_invalid_string_max_length');
  }
  return value;
}

/** `true` or `false`. */
export const flag: Field<boolean> = {
  read(value, name) {
    const given = plain(value, name);
    if (given !== 'true' && given !== 'false') throw badParameter(`Invalid boolean: ${given.slice(0, 100)}`, name);
    return given === 'true';
  },
};

/** One of a few words. */
export function oneOf<const T extends string>(words: readonly T[]): Field<T> {
  return {
    read(value, name) {
      const given = plain(value, name);
      const found = words.find((word) => word === given);
      if (found === undefined) {
        const all =
          words.length > 2 ? `${words.slice(0, -1).join(', ')}, or ${words.at(-1) ?? ''}` : words.join(' or ');
        throw badParameter(`Invalid ${name}: must be one of ${all}`, name);
      }
      return found;
    },
  };
}

/** A nested hash with its own shape. */
export function hash<S extends Shape>(shape: S): Field<Parsed<S>> {
  return {
    read(value, name) {
      if (!isHash(value)) throw badParameter('Invalid object', name);
      return parse(shape, value, name);
    },
  };
}

/** A list; a single `name=x` is refused as Stripe refuses it. */
export function list<T>(field: Field<T>, max = 100): Field<T[]> {
  return {
    read(value, name) {
      if (!Array.isArray(value)) throw badParameter('Invalid array', name);
      if (value.length > max) throw badParameter(`Invalid array: at most ${max} values are allowed`, name);
      return value.map((item, i) => field.read(item, `${name}[${i}]`));
    },
  };
}

/** A parameter that Stripe knows and that changes nothing here: taken, not looked at. */
export const ignored: Field<FormValue> = { read: (value) => value };

/** A parameter that Stripe knows and this stand-in does not do: refused, so that nobody believes it worked. */
export const unsupported: Field<never> = {
  read(_value, name) {
    throw badParameter(`The local Stripe stand-in does not support the parameter '${name}'.`, name);
  },
};

/** A map from keys to text values; null where the value is empty (which unsets the key). '' unsets all. */
export const metadata: Field<Map<string, string | null> | null> = {
  read(value, name) {
    if (value === '') return null;
    // Keys 0, 1, 2… decode as a list; for metadata they are ordinary keys.
    const entries = isHash(value) || Array.isArray(value) ? Object.entries(value) : null;
    if (entries === null) throw badParameter('Invalid object', name);
    if (entries.length > 50) throw badParameter('You can have at most 50 metadata keys.', name);
    const out = new Map<string, string | null>();
    for (const [key, item] of entries) {
      if (key.length > 40) {
        const message = `Metadata keys can have up to 40 characters, but you passed in a key that is ${key.length} characters. Invalid key: ${key.slice(0, 100)}`;
        throw badParameter(message, name);
      }
      if (typeof item !== 'string') {
        throw badParameter(
          "Metadata values must be strings, but for key '" + key + "' you passed in a value of type hash",
          name,
        );
      }
      if (item.length > 500) {
        const message = `Metadata values can have up to 500 characters, but you passed in a value that is ${item.length} characters. Invalid value: ${item.slice(0, 100)}`;
        throw badParameter(message, name);
      }
      out.set(key, item === '' ? null : item);
    }
    return out;
  },
};

/** `old` with the changes of a metadata parameter applied (undefined: unchanged). */
export function mergeMetadata(
  old: Record<string, string>,
  change: Map<string, string | null> | null | undefined,
): Record<string, string> {
  if (change === undefined) return old;
  if (change === null) return {};
  const all = new Map(Object.entries(old));
  for (const [key, value] of change) {
    if (value === null) all.delete(key);
    else all.set(key, value);
  }
  return Object.fromEntries(all);
}

/** Bounds on a timestamp: `created=123` or `created[gte]=123`. */
export interface Range {
  gt: number;
  gte: number;
  lt: number;
  lte: number;
}
export const range: Field<Range> = {
  read(value, name) {
    if (!isHash(value)) {
      const exact = integer().read(value, name);
      return { gt: -Infinity, gte: exact, lt: Infinity, lte: exact };
    }
    const given = parse({ gt: integer(), gte: integer(), lt: integer(), lte: integer() }, value, name);
    return {
      gt: given.gt ?? -Infinity,
      gte: given.gte ?? -Infinity,
      lt: given.lt ?? Infinity,
      lte: given.lte ?? Infinity,
    };
  },
};

/** Currencies with two decimals, so that cents are hundredths. */
const CURRENCIES = ['usd', 'eur', 'gbp', 'cad', 'aud', 'nzd', 'chf'];

/** A supported two-decimal currency, in lower case. */
export const currency: Field<string> = {
  read(value, name) {
    const given = plain(value, name).toLowerCase();
    if (!CURRENCIES.includes(given)) {
      const message = `Invalid currency: ${given.slice(0, 20)}. Stripe currently supports these currencies: ${CURRENCIES.join(', ')}`;
      throw badParameter(message, name);
    }
    return given;
  },
};
