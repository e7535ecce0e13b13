import { createHash, randomBytes } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length * 2)) {
      // Skip bytes from 248 (4 × 62) up, because they would make the first characters of the alphabet more likely.
      if (byte < 248 && text.length < length) text += ALPHABET[byte % 62] ?? '';
    }
  }
  return text;
}

/** Returns an ID in Stripe's format, such as `pi_3Nq…` for the prefix `pi`. */
export function createId(prefix: string): string {
  return `${prefix}_${randomText(24)}`;
}

/** Returns a fingerprint of 16 characters, which is the same whenever the card number is the same. */
export function computeFingerprint(number: string): string {
  return createHash('sha256')
    .update(`stand-in card ${number}`)
    .digest('base64url')
    .replaceAll(/[-_]/g, 'x')
    .slice(0, 16);
}

/** Returns the ID in an expandable field, or null if the field is empty. */
export function toIdOrNull(value: string | { id: string } | null | undefined): string | null {
  if (value == null) return null;
  return typeof value === 'string' ? value : value.id;
}
