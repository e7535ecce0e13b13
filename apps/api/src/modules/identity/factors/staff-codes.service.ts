/**
 * Creates and checks staff codes. The operator's command prints one, and the staff member enters it while adding a
 * passkey, which can then be used at once for actions that move money. A thief who knows only the password waits.
 */
import type { PersonId } from '@marquee/contracts';
import { HOUR_MS } from '@marquee/time';
import type { Transaction } from 'kysely';
import type { Deps } from '../../../core/deps.ts';
import { Failure } from '../../../core/failures.ts';
import type { Database } from '../../../db/schema.ts';
import { normalizeCode } from './codes.service.ts';
import {
  createRecoveryCode,
  formatRecoveryCode,
  hashRecoveryCode,
  type LockedFactorAccount,
} from './factors.service.ts';
import { setStaffCode } from './factors.sql.ts';

/** The time for which a staff code can be used. */
export const STAFF_CODE_HOURS = 24;

/** Creates a staff code, which replaces the one before, and returns it. Only its hash is stored. */
export async function createStaffCode(db: Transaction<Database>, deps: Pick<Deps, 'now'>, personId: PersonId) {
  const code = createRecoveryCode();
  const expiresAt = new Date(deps.now().getTime() + STAFF_CODE_HOURS * HOUR_MS);
  await setStaffCode(db, personId, { hash: hashRecoveryCode(code), expiresAt });
  return formatRecoveryCode(code);
}

/** Throws STAFF_CODE_WRONG unless `code` is the valid staff code of the account. */
export function assertStaffCode(
  account: Pick<LockedFactorAccount, 'staffCodeHash' | 'staffCodeExpiresAt'>,
  code: string,
  now: Date,
): void {
  const { staffCodeHash, staffCodeExpiresAt } = account;
  const isCorrect = staffCodeHash === hashRecoveryCode(normalizeCode(code));
  if (!isCorrect || staffCodeExpiresAt === null || staffCodeExpiresAt <= now) throw new Failure('STAFF_CODE_WRONG');
}

/** Uses up the staff code of the account that the caller has locked. Throws STAFF_CODE_WRONG. */
export async function useStaffCode(
  db: Transaction<Database>,
  account: LockedFactorAccount,
  code: string,
  now: Date,
): Promise<void> {
  assertStaffCode(account, code, now);
  await clearStaffCode(db, account.id);
}

/** Makes the staff code of an account invalid, for example because its password was reset. */
export const clearStaffCode = (db: Transaction<Database>, personId: PersonId) => setStaffCode(db, personId, null);
