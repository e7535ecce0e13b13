import { sql, type Insertable, type Transaction } from 'kysely';
import type { Database, Db } from '../../../db/schema.ts';

/**
 * Locks an account before its factors change or a code is checked, so that these run one after another. Does not use
 * FOR UPDATE, which would block inserting events that reference the account.
 */
export const lockFactorAccount = (tx: Transaction<Database>, userId: string) =>
  tx
    .selectFrom('person')
    .select(['id', 'fullName', 'passkeyHandle', 'hasFactor', 'trustsFirstFactor', 'wrongCodes', 'codesBlockedUntil'])
    .where('id', '=', userId)
    .where('deletedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();

export const setPasskeyHandle = (tx: Transaction<Database>, userId: string, passkeyHandle: Buffer) =>
  tx.updateTable('person').set({ passkeyHandle }).where('id', '=', userId).execute();

/**
 * Computes whether the account has a factor, and returns it. Passkeys that are added later are not trusted as the first
 * factor anymore.
 */
export const updateHasFactor = async (tx: Transaction<Database>, userId: string): Promise<boolean> => {
  const row = await tx
    .updateTable('person')
    .set({
      hasFactor: sql<boolean>`exists (select from passkey where user_id = person.id)
        or exists (select from authenticator where user_id = person.id and confirmed_at is not null)`,
      trustsFirstFactor: false,
    })
    .where('id', '=', userId)
    .returning('hasFactor')
    .executeTakeFirstOrThrow();
  return row.hasFactor;
};

export const setWrongCodes = (
  tx: Transaction<Database>,
  userId: string,
  change: { wrongCodes: number; codesBlockedUntil: Date | null },
) => tx.updateTable('person').set(change).where('id', '=', userId).execute();

// Passkeys.

export const listPasskeys = (db: Db, userId: string) =>
  db
    .selectFrom('passkey')
    .select(['id', 'name', 'transports', 'deviceType', 'backedUp', 'createdAt', 'lastUsedAt', 'trustedFrom'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();

/** Inserts a passkey. Returns undefined if a passkey with this id exists. */
export const insertPasskey = (db: Db, row: Insertable<Database['passkey']>) =>
  db
    .insertInto('passkey')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();

/** Locks a passkey, so that of two sign-ins with the same counter, only one succeeds. */
export const lockPasskey = (tx: Transaction<Database>, id: string) =>
  tx
    .selectFrom('passkey')
    .innerJoin('person', 'person.id', 'passkey.userId')
    .select([
      'passkey.id',
      'passkey.userId',
      'passkey.name',
      'publicKey',
      'counter',
      'transports',
      'trustedFrom',
      'passkeyHandle',
    ])
    .where('passkey.id', '=', id)
    .where('person.deletedAt', 'is', null)
    .forUpdate('passkey')
    .executeTakeFirst();

export const updatePasskeyUse = (
  tx: Transaction<Database>,
  id: string,
  use: { counter: number; backedUp: boolean; lastUsedAt: Date },
) => tx.updateTable('passkey').set(use).where('id', '=', id).execute();

/** Renames a user's passkey. Returns undefined if the user has no such passkey. */
export const updatePasskeyName = (db: Db, where: { userId: string; id: string }, name: string) =>
  db
    .updateTable('passkey')
    .set({ name })
    .where('userId', '=', where.userId)
    .where('id', '=', where.id)
    .returning('id')
    .executeTakeFirst();

/** Deletes a user's passkey. Returns undefined if the user has no such passkey. */
export const deletePasskey = (tx: Transaction<Database>, where: { userId: string; id: string }) =>
  tx
    .deleteFrom('passkey')
    .where('userId', '=', where.userId)
    .where('id', '=', where.id)
    .returning('name')
    .executeTakeFirst();

export const deletePasskeys = (tx: Transaction<Database>, userId: string) =>
  tx.deleteFrom('passkey').where('userId', '=', userId).execute();

// Authenticator app.

export const findAuthenticator = (db: Db, userId: string) =>
  db
    .selectFrom('authenticator')
    .select(['secretEncrypted', 'lastTimeStep', 'confirmedAt', 'createdAt'])
    .where('userId', '=', userId)
    .executeTakeFirst();

/** Stores a new secret that is not confirmed yet. It replaces one that is not confirmed, but never a confirmed one. */
export const upsertUnconfirmedAuthenticator = (
  tx: Transaction<Database>,
  row: { userId: string; secretEncrypted: string; createdAt: Date },
) =>
  tx
    .insertInto('authenticator')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('userId')
        .doUpdateSet({ secretEncrypted: row.secretEncrypted, createdAt: row.createdAt })
        .where('authenticator.confirmedAt', 'is', null),
    )
    .execute();

/** Makes the authenticator app a factor. Returns undefined if it was one before. */
export const setAuthenticatorConfirmed = (tx: Transaction<Database>, userId: string, at: Date) =>
  tx
    .updateTable('authenticator')
    .set({ confirmedAt: at })
    .where('userId', '=', userId)
    .where('confirmedAt', 'is', null)
    .returning('userId')
    .executeTakeFirst();

export const setAuthenticatorSecret = (tx: Transaction<Database>, userId: string, secretEncrypted: string) =>
  tx.updateTable('authenticator').set({ secretEncrypted }).where('userId', '=', userId).execute();

/** Stores the time step of an accepted code. Returns undefined if this or a later step was accepted before. */
export const updateLastTimeStep = (tx: Transaction<Database>, userId: string, timeStep: number) =>
  tx
    .updateTable('authenticator')
    .set({ lastTimeStep: timeStep })
    .where('userId', '=', userId)
    .where((eb) => eb.or([eb('lastTimeStep', 'is', null), eb('lastTimeStep', '<', timeStep)]))
    .returning('userId')
    .executeTakeFirst();

export const deleteAuthenticator = (tx: Transaction<Database>, userId: string) =>
  tx.deleteFrom('authenticator').where('userId', '=', userId).returning('confirmedAt').executeTakeFirst();

// Recovery codes.

export const countUnusedRecoveryCodes = async (db: Db, userId: string): Promise<number> => {
  const row = await db
    .selectFrom('recoveryCode')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return row.count;
};

export const hasRecoveryCodes = async (db: Db, userId: string): Promise<boolean> =>
  (await db.selectFrom('recoveryCode').select('userId').where('userId', '=', userId).limit(1).executeTakeFirst()) !==
  undefined;

export const insertRecoveryCodes = (tx: Transaction<Database>, userId: string, codeHashes: readonly string[]) =>
  tx
    .insertInto('recoveryCode')
    .values(codeHashes.map((codeHash) => ({ userId, codeHash })))
    .execute();

/** Marks a recovery code as used. Returns undefined if there is no such code or if it was used before. */
export const setRecoveryCodeUsed = (tx: Transaction<Database>, where: { userId: string; codeHash: string }, at: Date) =>
  tx
    .updateTable('recoveryCode')
    .set({ usedAt: at })
    .where('userId', '=', where.userId)
    .where('codeHash', '=', where.codeHash)
    .where('usedAt', 'is', null)
    .returning('userId')
    .executeTakeFirst();

export const deleteRecoveryCodes = (tx: Transaction<Database>, userId: string) =>
  tx.deleteFrom('recoveryCode').where('userId', '=', userId).execute();

/** Deletes the passkeys and the authenticator app that a user has added since `since`. */
export async function deleteFactorsAddedSince(tx: Transaction<Database>, userId: string, since: Date): Promise<void> {
  await tx.deleteFrom('passkey').where('userId', '=', userId).where('createdAt', '>=', since).execute();
  await tx.deleteFrom('authenticator').where('userId', '=', userId).where('createdAt', '>=', since).execute();
}
