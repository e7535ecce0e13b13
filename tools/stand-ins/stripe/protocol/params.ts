import { z } from 'zod';
import { createParameterError } from './errors.ts';
import type { FormHash } from './form.ts';

/** Schema of parameters by name. Parameters are optional unless wrapped in `required`. */
export type Shape = Record<string, z.ZodType>;
export type Parsed<S extends Shape> = z.output<z.ZodObject<S>>;
type Field<T> = z.ZodOptional<z.ZodType<T>>;

/**
 * Formats the full name of a parameter as in Stripe's messages, for example `card[number]`. An empty key refers to
 * its parent parameter.
 */
const formatParamName = (path: readonly PropertyKey[]) =>
  path
    .filter((key) => key !== '')
    .map((key, i) => (i === 0 ? String(key) : `[${String(key)}]`))
    .join('');

/**
 * Creates options for a zod check with Stripe's error code and a message, which `words` builds from the invalid
 * value and the parameter's name.
 */
const createIssueText = (words: (given: string, name: string) => string, code?: string) => ({
  abort: true,
  params: { code },
  error: ({ input, path = [] }: { input?: unknown; path?: PropertyKey[] | undefined }) =>
    words(typeof input === 'string' ? input : '', formatParamName(path)),
});

/**
 * Validates `raw` and returns typed values. The value of an omitted parameter is undefined. Throws Stripe's 400
 * errors, such as parameter_unknown, parameter_missing and parameter_invalid_integer.
 */
export function parseParams<S extends Shape>(params: z.ZodObject<S>, raw: FormHash): Parsed<S> {
  const { data, error } = params.safeParse(raw);
  if (error === undefined) return data;
  // Check for unknown parameters before all other problems, as Stripe does.
  const unknown = error.issues.filter((issue) => issue.code === 'unrecognized_keys').at(-1);
  if (unknown !== undefined) {
    const [name = '', ...more] = unknown.keys.map((key) => formatParamName([...unknown.path, key]));
    const names = [name, ...more].join(', ').slice(0, 400);
    const what = more.length > 0 ? 'parameters' : 'parameter';
    throw createParameterError(`Received unknown ${what}: ${names}`, name, 'parameter_unknown');
  }
  const [issue] = error.issues as [z.core.$ZodIssue];
  const name = formatParamName(issue.path);
  if (issue.code === 'invalid_type' && issue.expected === 'nonoptional')
    throw createParameterError(`Missing required param: ${name}.`, name, 'parameter_missing');
  throw createParameterError(
    issue.message,
    name,
    issue.code === 'custom' ? (issue.params?.['code'] as string) : undefined,
  );
}

/**
 * Creates the schema of an endpoint's parameters. Call it once per module and not per request, because zod compiles
 * the schema.
 */
export const shape = <S extends Shape>(fields: S) => z.strictObject(fields, 'Invalid object');

export const noParams = shape({});

export const required = <T>(field: Field<T>) => z.nonoptional(field);

/** Text that may be empty. */
const givenText = z.string({ error: ({ input }) => `Invalid string: ${JSON.stringify(input).slice(0, 200)}` });
const plainText = givenText.refine(
  (text) => text !== '',
  createIssueText(
    (_, name) =>
      `You passed an empty string for '${name}'. We assume empty values are an attempt to unset a parameter; however '${name}' cannot be unset. You should remove '${name}' from your request or supply a non-empty value.`,
    'parameter_invalid_empty',
  ),
);
const limitLength = (text: z.ZodString, max: number) =>
  text.refine(
    ({ length }) => length <= max,
    createIssueText(
      (long) => `Invalid string: ${long.slice(0, 16)}...${long.slice(-4)}; must be at most ${max} characters`,
      'parameter_invalid_string_max_length',
    ),
  );

export function integer({ min = -Infinity, max = Infinity } = {}) {
  const code = 'parameter_invalid_integer';
  return plainText
    .refine(
      (text) => /^-?\d{1,17}$/.test(text) && Number.isSafeInteger(Number(text)),
      createIssueText((text) => `Invalid integer: ${text.slice(0, 100)}`, code),
    )
    .transform(Number)
    .refine(
      (number) => number >= min,
      createIssueText(() => `This value must be greater than or equal to ${min}.`, code),
    )
    .refine(
      (number) => number <= max,
      createIssueText(() => `This value must be less than or equal to ${max}.`, code),
    )
    .optional();
}

/** Creates the schema of a non-empty text parameter. */
export const text = (max = 5000) => limitLength(plainText, max).optional();

/** Creates the schema of a text parameter that can be unset. An empty value becomes null. */
export const unsettable = (max = 5000) =>
  limitLength(givenText, max)
    .transform((text) => (text === '' ? null : text))
    .optional();

export const flag = plainText
  .refine(
    (text) => text === 'true' || text === 'false',
    createIssueText((text) => `Invalid boolean: ${text.slice(0, 100)}`),
  )
  .transform((text) => text === 'true')
  .optional();

export function wordIn<const T extends string>(words: readonly T[]) {
  const all = words.length > 2 ? `${words.slice(0, -1).join(', ')}, or ${words.at(-1) ?? ''}` : words.join(' or ');
  return plainText
    .pipe(
      z.enum(
        words,
        createIssueText((_, name) => `Invalid ${name}: must be one of ${all}`),
      ),
    )
    .optional();
}

/** Creates the schema of a parameter that is one of `words` and can be unset. An empty value becomes null. */
export const unsettableWordIn = <const T extends string>(words: readonly T[]) =>
  z.union([z.literal('').transform(() => null), wordIn(words)]).optional();

export const hash = <S extends Shape>(fields: S) => shape(fields).optional();

/** Creates the schema of a list parameter. A single value (`name=x`) is rejected, as Stripe does. */
export const list = <T>(field: Field<T>, max = 100) =>
  z
    .preprocess(
      // Remove the holes that omitted indexes leave in the array.
      (items) => (Array.isArray(items) ? items.flat(0) : items),
      z.array(field.unwrap(), 'Invalid array').max(max, `Invalid array: at most ${max} values are allowed`),
    )
    .optional();

/** Schema of a Stripe parameter that has no effect here. Any value is accepted. */
export const ignored = z.unknown().optional();

/**
 * Schema of a Stripe parameter that the stand-in does not support. Any value is rejected, so that no caller relies
 * on it.
 */
export const unsupported = z
  .never(createIssueText((_, name) => `The local Stripe stand-in does not support the parameter '${name}'.`))
  .optional();

/**
 * Schema of the metadata parameter, which maps keys to text. An empty value becomes null and unsets its key.
 * `metadata=` unsets all keys.
 */
export const metadata = z
  .preprocess(
    // The form decoder turns the keys 0, 1, 2… into an array, but in metadata they are ordinary keys.
    (value) => (Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : value),
    z.union([z.literal(''), z.record(z.string(), z.unknown())], 'Invalid object'),
  )
  .transform((value, context) => {
    if (value === '') return null;
    const entries = Object.entries(value);
    if (entries.length > 50) context.addIssue('You can have at most 50 metadata keys.');
    for (const [key, item] of entries) {
      if (key.length > 40)
        context.addIssue(
          `Metadata keys can have up to 40 characters, but you passed in a key that is ${key.length} characters. Invalid key: ${key.slice(0, 100)}`,
        );
      if (typeof item !== 'string')
        context.addIssue(`Metadata values must be strings, but for key '${key}' you passed in a value of type hash`);
      else if (item.length > 500)
        context.addIssue(
          `Metadata values can have up to 500 characters, but you passed in a value that is ${item.length} characters. Invalid value: ${item.slice(0, 100)}`,
        );
    }
    return new Map(entries.map(([key, item]) => [key, item === '' ? null : String(item)]));
  })
  .optional();

/**
 * Returns the metadata `old` with the changes of a metadata parameter. `change` is undefined if the parameter was
 * omitted.
 */
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

/** Schema of a time filter, either `created=123` or bounds such as `created[gte]=123`. */
export const range = z
  .preprocess(
    (value) => (typeof value === 'string' ? { '': value } : value),
    shape({ '': integer(), gt: integer(), gte: integer(), lt: integer(), lte: integer() }),
  )
  .transform(({ '': exact, gt = -Infinity, gte = exact ?? -Infinity, lt = Infinity, lte = exact ?? Infinity }) => ({
    gt,
    gte,
    lt,
    lte,
  }))
  .optional();
export type Range = NonNullable<z.output<typeof range>>;

/** Supported currencies, all with two decimals. */
const CURRENCIES = ['usd', 'eur', 'gbp', 'cad', 'aud', 'nzd', 'chf'];

export const currency = plainText
  .toLowerCase()
  .refine(
    (name) => CURRENCIES.includes(name),
    createIssueText(
      (name) =>
        `Invalid currency: ${name.slice(0, 20)}. Stripe currently supports these currencies: ${CURRENCIES.join(', ')}`,
    ),
  )
  .optional();
