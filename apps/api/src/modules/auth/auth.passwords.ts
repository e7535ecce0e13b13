/** Argon2id with a bound on how many hashes run at once. */
import { createRequire } from 'node:module';
import { hash, verify } from '@node-rs/argon2';
import { createWorkLimiter } from '../../core/work-limiter.ts';
import { toNetwork } from '../../core/network.ts';

// OWASP's parameters for Argon2id: 19 MiB, 2 passes, 1 lane (21 ms of one core, measured).
const ARGON2_PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** safety.md "Access": at most 4 hashes at once, a short queue with places for every network, then "busy". */
const runLimited = createWorkLimiter(4, 40);

/** The PHC string of a password that came from an address. Throws Failure TOO_BUSY when too many are waiting. */
export const hashPassword = (password: string, ip: string): Promise<string> =>
  runLimited(() => hash(password, ARGON2_PARAMETERS), toNetwork(ip));

// Made from nothing that a person could type: verifying against it costs as much as a real one and never succeeds.
const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$bWFycXVlZS1kdW1teS1zYWx0$4vZTz7xo6Eh4Cw9qJ3cZl0m4j0QqXW2C7mR3oJ0eT5k';

/**
 * Whether a password that came from an address fits the hash; with no hash (unknown user) it takes as long and says no.
 * Throws Failure TOO_BUSY as `hashPassword` does, and an error when the hash cannot be read: that is our fault, and no
 * wrong password.
 */
export const isPasswordCorrect = (passwordHash: string | null, password: string, ip: string): Promise<boolean> =>
  runLimited(async () => (await verify(passwordHash ?? DUMMY_HASH, password)) && passwordHash !== null, toNetwork(ip));

interface CommonPasswords {
  test(password: string): boolean;
}
let commonPasswords: CommonPasswords | undefined;

/** Whether a password is among the ~50,000 most used ones of 8 characters and more (Mozilla's list). */
export function isCommonPassword(password: string): boolean {
  // Decoding the list takes longer than the rest of the start-up; the first registration pays for it, not every boot.
  commonPasswords ??= createRequire(import.meta.url)('fxa-common-password-list') as CommonPasswords;
  return commonPasswords.test(password.toLowerCase());
}
