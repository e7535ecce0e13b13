import { randomBytes } from 'node:crypto';

/**
 * The 25 characters of a request id. Letters and digits that look alike (0 and O, 1, I and L, 2 and Z, 5 and S, 8 and
 * B) appear on one side at most. Most vowels are left out, too, so that no id spells a word.
 */
const ALPHABET = '23456789CDFGHJKMNPQRTVWXY';
const HALF_LENGTH = 4;

/**
 * Returns a new request id, such as `7K3M-9QXT`. Users read it to staff as the reference of an error, so it is short.
 * There are 152 billion ids: among ten million requests in a log, the chance that another request has the same id is 1
 * in 15,000. The time then distinguishes the two.
 */
export function createRequestId(): string {
  const bytes = randomBytes(2 * HALF_LENGTH);
  let id = '';
  for (const [at, byte] of bytes.entries()) {
    if (at === HALF_LENGTH) id += '-';
    id += ALPHABET[byte % ALPHABET.length] ?? '';
  }
  return id;
}
