import { badParameter } from './errors.ts';

/** What a form-encoded body or query string decodes to. */
export type FormValue = string | FormValue[] | FormHash;
/** A decoded hash. Has no prototype, so hostile names such as `__proto__` are plain keys. */
export interface FormHash {
  [name: string]: FormValue;
}

const MAX_PAIRS = 2000;
const MAX_DEPTH = 8;

/** An empty hash without a prototype. */
function emptyHash(): FormHash {
  return Object.create(null) as FormHash;
}

/** True for a decoded hash (not a list, not text). */
export function isHash(value: FormValue | undefined): value is FormHash {
  return typeof value === 'object' && !Array.isArray(value);
}

/**
 * Decodes `a[b]=c&list[]=1&list[1][x]=2` into nested hashes and lists.
 * Throws a StripeFailure (400) for broken percent-encoding, conflicting names, or absurd size.
 */
export function decodeForm(text: string): FormHash {
  const root = emptyHash();
  if (text === '') return root;
  const pairs = text.split('&');
  if (pairs.length > MAX_PAIRS) throw badParameter('Invalid request: too many parameters.', null);
  for (const pair of pairs) {
    if (pair === '') continue;
    const at = pair.indexOf('=');
    const name = decodePart(at === -1 ? pair : pair.slice(0, at));
    const value = at === -1 ? '' : decodePart(pair.slice(at + 1));
    if (value.includes('\0')) throw badParameter('Invalid request: parameters may not contain NUL.', name);
    put(root, keysOf(name), value, name);
  }
  return listsIn(root) as FormHash;
}

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw badParameter('Invalid request: the body is not valid form encoding.', null);
  }
}

function keysOf(name: string): string[] {
  const at = name.indexOf('[');
  if (at <= 0) return [name];
  const rest = name.slice(at);
  if (!/^(?:\[[^[\]]*\])+$/.test(rest)) return [name];
  const keys = [name.slice(0, at), ...rest.slice(1, -1).split('][')];
  if (keys.length > MAX_DEPTH) throw badParameter(`Invalid request: ${keys[0] ?? ''} is nested too deeply.`, null);
  return keys;
}

function put(root: FormHash, keys: string[], value: string, name: string): void {
  let hash = root;
  for (const [i, raw] of keys.entries()) {
    // `a[]` means "the next one"; keys of lists stay hashes until everything is read.
    const key = raw === '' && i > 0 ? String(Object.keys(hash).length) : raw;
    if (i === keys.length - 1) {
      hash[key] = value;
      return;
    }
    const next = hash[key];
    if (next === undefined) {
      const made = emptyHash();
      hash[key] = made;
      hash = made;
    } else if (isHash(next)) hash = next;
    else throw badParameter(`Invalid request: ${name} is given both as a value and as a hash.`, keys[0] ?? null);
  }
}

/** Turns hashes whose keys are 0, 1, 2… into lists. */
function listsIn(value: FormValue): FormValue {
  if (!isHash(value)) return value;
  const keys = Object.keys(value);
  if (keys.length > 0 && keys.every((key) => /^\d{1,4}$/.test(key))) {
    return keys.sort((a, b) => Number(a) - Number(b)).map((key) => listsIn(value[key] ?? ''));
  }
  for (const key of keys) value[key] = listsIn(value[key] ?? '');
  return value;
}
