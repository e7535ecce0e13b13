/** Manages a user's second factors: adds and removes them, and creates recovery codes. */
import type { PersonId } from '@marquee/contracts';
import type { Actor } from '../../../core/actor.ts';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Proof, UserCtx } from '../../../core/ctx.ts';
import type { Deps } from '../../../core/deps.ts';
import { hasOldFactor } from '../../../core/factor-age.ts';
import { Failure } from '../../../core/failures.ts';
import { assertEmailConfirmed } from '../../../core/permissions.ts';
import { inTransaction, type UnitOfWork } from '../../../core/unit-of-work.ts';
import type { Database } from '../../../db/schema.ts';
import { sendMail } from '../../messaging/mail/mail.service.ts';
import {
  countUnusedRecoveryCodes,
  deleteAuthenticator,
  deletePasskeys,
  deleteRecoveryCodes,
  deleteRecoveryCodesCreatedSince,
  deleteUnconfirmedAuthenticator,
  deleteWrongCodes,
  findAuthenticator,
  hasRecoveryCodes,
  insertRecoveryCodes,
  listPasskeys,
  lockFactorAccount,
  updateHasFactor,
} from './factors.sql.ts';

/** Returns the caller's factors for the settings. */
export async function getFactors(deps: Deps, actor: Actor) {
  const [passkeys, authenticator, recoveryCodesLeft] = await Promise.all([
    listPasskeys(deps.db, actor.id),
    findAuthenticator(deps.db, actor.id),
    countUnusedRecoveryCodes(deps.db, actor.id),
  ]);
  return {
    passkeys: passkeys.map(({ id, name, backedUp, createdAt, lastUsedAt, trustedFrom }) => ({
      id,
      name,
      isSynced: backedUp,
      createdAt,
      lastUsedAt,
      /** Only for staff, while they cannot use the passkey for actions that move money yet. */
      trustedFrom: actor.role === 'admin' && trustedFrom > deps.now() ? trustedFrom : null,
    })),
    authenticatorSince: authenticator?.confirmedAt ?? null,
    recoveryCodesLeft,
  };
}

/** Returns the ways in which a user can prove the second factor. */
export async function getFactorMethods(deps: Pick<Deps, 'db'>, personId: PersonId) {
  const [passkeys, authenticator, recoveryCodesLeft] = await Promise.all([
    listPasskeys(deps.db, personId),
    findAuthenticator(deps.db, personId),
    countUnusedRecoveryCodes(deps.db, personId),
  ]);
  return {
    hasPasskey: passkeys.length > 0,
    hasAuthenticator: authenticator !== undefined && authenticator.confirmedAt !== null,
    hasRecoveryCodes: recoveryCodesLeft > 0,
  };
}

/** An account that is locked while its factors change. */
export type LockedFactorAccount = NonNullable<Awaited<ReturnType<typeof lockFactorAccount>>>;

/**
 * Adds a factor to the caller's account and emails the user. `insert` writes it in the same transaction and returns its
 * proof. If it is the account's first factor, ends all other sessions, which began without one, and returns recovery
 * codes. Otherwise returns null. Throws EMAIL_UNCONFIRMED.
 */
export async function addFactor(
  ctx: UserCtx,
  factor: { kind: 'passkey' | 'authenticator'; name: string },
  insert: (db: Transaction<Database>, account: LockedFactorAccount, at: Date) => Promise<Proof>,
): Promise<string[] | null> {
  // The link in the email removes factors that were added since this time.
  const at = ctx.deps.now();
  const { recoveryCodes, proof } = await inTransaction(ctx.deps, async (tx) => {
    const account = await lockFactorAccount(tx.db, ctx.user.id);
    if (!account) throw new Failure('SIGNED_OUT');
    assertEmailConfirmed(account);
    const inserted = await insert(tx.db, account, at);
    await updateHasFactor(tx.db, account.id, at);
    await sendFactorMail(tx, account, 'added', factor, at);
    if (!account.hasFactor) await ctx.session?.endOthers(tx, account.id);
    const codes = (await hasRecoveryCodes(tx.db, account.id))
      ? null
      : await replaceRecoveryCodes(tx.db, account.id, at);
    return { recoveryCodes: codes, proof: inserted };
  });
  ctx.session?.confirm({ at: ctx.deps.now(), ...proof });
  return recoveryCodes;
}

/**
 * Removes a factor of the caller's account and emails the user. `remove` deletes it in the same transaction and
 * returns its name. Recovery codes are deleted with the last factor.
 */
export function removeFactor(
  deps: Deps,
  actor: Actor,
  kind: 'passkey' | 'authenticator',
  remove: (db: Transaction<Database>) => Promise<string>,
): Promise<void> {
  return inTransaction(deps, async (tx) => {
    const account = await lockFactorAccount(tx.db, actor.id);
    if (!account) throw new Failure('SIGNED_OUT');
    const name = await remove(tx.db);
    if (!(await updateHasFactor(tx.db, account.id, deps.now()))) await deleteRecoveryCodes(tx.db, account.id);
    await sendFactorMail(tx, account, 'removed', { kind, name }, deps.now());
  });
}

const sendFactorMail = (
  tx: UnitOfWork,
  account: { id: string; fullName: string },
  change: 'added' | 'removed',
  { kind, name }: { kind: 'passkey' | 'authenticator'; name: string },
  at: Date,
) =>
  sendMail(tx, {
    kind: change === 'added' ? 'factor_added' : 'factor_removed',
    subject: randomUUID(),
    to: { personId: account.id },
    data: { fullName: account.fullName, factor: kind, name },
    at,
  });

/**
 * Deletes all factors and recovery codes of an account in the caller's transaction, so that its user can sign in with
 * the password alone. The caller decides whether that is allowed, and emails the user.
 */
export async function removeAllFactors(db: Transaction<Database>, personId: PersonId, at: Date): Promise<void> {
  await lockFactorAccount(db, personId);
  await deletePasskeys(db, personId);
  await deleteAuthenticator(db, personId);
  await deleteRecoveryCodes(db, personId);
  await updateHasFactor(db, personId, at);
  await deleteWrongCodes(db, personId);
}

/**
 * Removes all factors of an account in the caller's transaction, unless it has an older one than `since`
 * (`hasOldFactor`). Recovery codes that were created since then are deleted too, because a thief may have replaced
 * them. The caller emails the user.
 */
export async function removeFactorsAddedSince(
  db: Transaction<Database>,
  personId: PersonId,
  { since, at }: { since: Date; at: Date },
): Promise<void> {
  const account = await lockFactorAccount(db, personId);
  if (!account) return;
  if (!hasOldFactor(account, since)) return removeAllFactors(db, personId, at);
  await deleteUnconfirmedAuthenticator(db, personId);
  await deleteRecoveryCodesCreatedSince(db, personId, since);
}

// Recovery codes.

const RECOVERY_CODES = 10;
/** The base32 alphabet of Crockford, which has no characters that look alike. 16 of its characters are 80 bits. */
const CODE_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const CODE_LENGTH = 16;

export const createRecoveryCode = (): string =>
  Array.from(randomBytes(CODE_LENGTH), (byte) => CODE_ALPHABET[byte % CODE_ALPHABET.length]).join('');

/** Formats a code for reading: 'abcd-efgh-jkmn-pqrs'. */
export const formatRecoveryCode = (code: string): string => code.match(/.{4}/g)?.join('-') ?? code;

/** Hashes a code. A fast hash is enough, because a code has too many bits to be guessed. */
export const hashRecoveryCode = (code: string): string => createHash('sha256').update(code).digest('hex');

async function replaceRecoveryCodes(db: Transaction<Database>, personId: PersonId, at: Date): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, createRecoveryCode);
  await deleteRecoveryCodes(db, personId);
  await insertRecoveryCodes(db, personId, codes.map(hashRecoveryCode), at);
  return codes.map(formatRecoveryCode);
}

/** Replaces the caller's recovery codes and returns the new ones, which are not shown again. Throws FACTOR_MISSING. */
export const createRecoveryCodes = (deps: Deps, actor: Actor): Promise<string[]> =>
  inTransaction(deps, async (tx) => {
    const account = await lockFactorAccount(tx.db, actor.id);
    if (account?.hasFactor !== true) throw new Failure('FACTOR_MISSING');
    const at = deps.now();
    await sendMail(tx, {
      kind: 'recovery_codes_replaced',
      subject: randomUUID(),
      to: { personId: account.id },
      data: { fullName: account.fullName },
      at,
    });
    return replaceRecoveryCodes(tx.db, account.id, at);
  });
