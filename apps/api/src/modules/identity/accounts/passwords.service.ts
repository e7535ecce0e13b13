import { createRequire } from 'node:module';
import { hash, verify } from '@node-rs/argon2';
import { createWorkLimiter } from '../../../core/work-limiter.ts';
import { toNetwork } from '../../../core/network.ts';

// The parameters that OWASP recommends for Argon2id: 19 MiB of memory, 2 passes and 1 lane. Hashing takes 21 ms of
// one core.
const ARGON2_PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Runs at most 4 hashes at once and queues 40 more, shared fairly between networks (safety.md "Access"). */
const runLimited = createWorkLimiter(4, 40);

/**
 * Returns the same text for all Unicode forms of a password, because keyboards differ: 'é' is one or two characters,
 * and Japanese keyboards type full-width letters.
 */
const normalizePassword = (password: string): string => password.normalize('NFKC');

/** Hashes a password to a PHC string. Throws TOO_BUSY if the queue is full. */
export const hashPassword = (password: string, ip: string): Promise<string> =>
  runLimited(() => hash(normalizePassword(password), ARGON2_PARAMETERS), toNetwork(ip));

// A hash that no password matches. Checking a password against it takes as long as against a real hash.
const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$bWFycXVlZS1kdW1teS1zYWx0$4vZTz7xo6Eh4Cw9qJ3cZl0m4j0QqXW2C7mR3oJ0eT5k';

/**
 * Whether a password matches the hash. If `passwordHash` is null (unknown user), takes equally long and returns
 * false. Throws TOO_BUSY if the queue is full, or an error if the stored hash is malformed.
 */
export const isPasswordCorrect = (passwordHash: string | null, password: string, ip: string): Promise<boolean> =>
  runLimited(async () => {
    // Hashes from before passwords were normalized are hashes of the password as it was typed.
    for (const form of new Set([normalizePassword(password), password]))
      if (await verify(passwordHash ?? DUMMY_HASH, form)) return passwordHash !== null;
    return false;
  }, toNetwork(ip));

interface CommonPasswords {
  test(password: string): boolean;
}
let commonPasswords: CommonPasswords | undefined;

/** Whether a password is among the 50,000 most common ones with 8 or more characters (Mozilla's list). */
export function isCommonPassword(password: string): boolean {
  // Loaded on first use, because decoding the list takes longer than the rest of the startup.
  commonPasswords ??= createRequire(import.meta.url)('fxa-common-password-list') as CommonPasswords;
  return commonPasswords.test(normalizePassword(password).toLowerCase());
}
