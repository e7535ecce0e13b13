import { createHash, randomBytes } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** `length` random letters and digits. */
export function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length * 2)) {
      // 248 = 4 × 62: bytes above it would make the first letters likelier.
      if (byte < 248 && text.length < length) text += ALPHABET[byte % 62] ?? '';
    }
  }
  return text;
}

/** A Stripe-like id such as `pi_3Nq…` for a prefix such as `pi`. */
export function createId(prefix: string): string {
  return `${prefix}_${randomText(24)}`;
}

/** A stable 16-character fingerprint, the same for the same card number. */
export function computeFingerprint(number: string): string {
  return createHash('sha256')
    .update(`stand-in card ${number}`)
    .digest('base64url')
    .replaceAll(/[-_]/g, 'x')
    .slice(0, 16);
}

/** The id inside an expandable field, or null. The store never holds expanded objects. */
export function toIdOrNull(value: string | { id: string } | null | undefined): string | null {
  if (value == null) return null;
  return typeof value === 'string' ? value : value.id;
}
