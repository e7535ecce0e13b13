import { parse } from 'qs';
import type { ParsedQs } from 'qs';
import { createParameterError } from './errors.ts';

/**
 * Decoded form. Its objects have no prototype, so that names such as `constructor` are ordinary keys. `__proto__` is
 * dropped.
 */
export type FormHash = ParsedQs;
const MAX_PAIRS = 2000;

/**
 * Decodes a form such as `a[b]=c&list[]=1&list[1][x]=2` into nested objects and sparse arrays, in which `list[5]`
 * keeps its index. Throws StripeFailure (400) for invalid percent-encoding, NUL characters, too many parameters or
 * too much nesting.
 */
export function decodeForm(text: string): FormHash {
  // Count the parameters here, because the `parameterLimit` option of qs would also reject indexes beyond
  // `arrayLimit`, which are valid in metadata.
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
    // qs throws a RangeError if parameters are nested deeper than `depth`.
    if (error instanceof RangeError)
      throw createParameterError('Invalid request: a parameter is nested too deeply.', null);
    throw error;
  }
}

/** Decodes percent-encoding. The decoder of qs would accept invalid encoding. */
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
