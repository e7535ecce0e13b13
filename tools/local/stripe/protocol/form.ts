import { parse } from 'qs';
import type { ParsedQs } from 'qs';
import { createParameterError } from './errors.ts';

/** A decoded form. Its hashes have no prototype: names such as `constructor` are plain keys, `__proto__` is dropped. */
export type FormHash = ParsedQs;
const MAX_PAIRS = 2000;

/**
 * Decodes `a[b]=c&list[]=1&list[1][x]=2` into nested hashes and lists (sparse: `list[5]` keeps its number).
 * Throws a StripeFailure (400) for broken percent-encoding, NUL, or absurd size.
 */
export function decodeForm(text: string): FormHash {
  // Counted here: when qs is to refuse more, it also refuses numbers beyond `arrayLimit`, which metadata may have.
  if (text.split('&', MAX_PAIRS + 1).length > MAX_PAIRS)
    throw createParameterError('Invalid request: too many parameters.', null);
  try {
    return parse(text, {
      allowSparse: true,
      arrayLimit: 1000,
      decoder: decodePart,
      depth: 7,
      duplicates: 'last',
      parameterLimit: MAX_PAIRS,
      plainObjects: true,
      strictDepth: true,
    }) as FormHash;
  } catch (error) {
    // What is nested deeper than `depth`.
    if (error instanceof RangeError)
      throw createParameterError('Invalid request: a parameter is nested too deeply.', null);
    throw error;
  }
}

/** Unlike the decoder of qs, this one takes broken encoding for an error. */
function decodePart(text: string): string {
  let decoded: string;
  try {
    decoded = decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw createParameterError('Invalid request: the body is not valid form encoding.', null);
  }
  if (decoded.includes('\0')) throw createParameterError('Invalid request: parameters may not contain NUL.', null);
  return decoded;
}
