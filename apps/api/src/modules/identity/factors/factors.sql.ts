import type { PersonId } from '@marquee/contracts';
import { sql, type Insertable, type Transaction } from 'kysely';
import type { Database, Db } from '../../../db/schema.ts';

/**
 * Locks an account before its factors change or a code is checked, so that these run one after another. Does not use
 * FOR UPDATE, which would block inserting events that reference the account.
 */
export const lockFactorAccount = (db: Transaction<Database>, personId: PersonId) =>
  db
    .selectFrom('person')
    .select(['id', 'fullName', 'emailVerifiedAt', 'passkeyHandle', 'hasFactor', 'factorSince'])
    .select(['staffCodeHash', 'staffCodeExpiresAt'])
    .where('id', '=', personId)
    .where('deletedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();

export const setPasskeyHandle = (db: Transaction<Database>, personId: PersonId, passkeyHandle: Buffer) =>
  db.updateTable('person').set({ passkeyHandle }).where('id', '=', personId).execute();

const hasFactorSql = sql<boolean>`(exists (select from passkey where person_id = person.id)
  or exists (select from authenticator where person_id = person.id and confirmed_at is not null))`;

/** Computes whether the account has a factor since `at` or an earlier time, and returns whether it has one. */
export const updateHasFactor = async (db: Transaction<Database>, personId: PersonId, at: Date): Promise<boolean> => {
  const row = await db
    .updateTable('person')
    .set({
      hasFactor: hasFactorSql,
      factorSince: sql<Date | null>`case when ${hasFactorSql} then coalesce(person.factor_since, ${at}) end`,
    })
    .where('id', '=', personId)
    .returning('hasFactor')
    .executeTakeFirstOrThrow();
  return row.hasFactor;
};

/** Stores the staff code of a person, or removes it. */
export const setStaffCode = (
  db: Transaction<Database>,
  personId: PersonId,
  code: { hash: string; expiresAt: Date } | null,
) =>
  db
    .updateTable('person')
    .set({ staffCodeHash: code?.hash ?? null, staffCodeExpiresAt: code?.expiresAt ?? null })
    .where('id', '=', personId)
    .execute();

// Wrong codes.

export const listWrongCodes = (db: Transaction<Database>, personId: PersonId, sources: readonly string[]) =>
  db
    .selectFrom('wrongCode')
    .select(['source', 'wrongCodes', 'blockedUntil'])
    .where('personId', '=', personId)
    .where('source', 'in', sources)
    .execute();

export const upsertWrongCodes = (db: Transaction<Database>, row: Insertable<Database['wrongCode']>) =>
  db
    .insertInto('wrongCode')
    .values(row)
    .onConflict((conflict) => conflict.columns(['personId', 'source']).doUpdateSet(row))
    .execute();

/** Deletes the counts of one source. */
export const deleteWrongCodesFrom = (db: Transaction<Database>, personId: PersonId, source: string) =>
  db.deleteFrom('wrongCode').where('personId', '=', personId).where('source', '=', source).execute();

/** Deletes the counts of all sources from which no wrong code was entered since `since`. */
export const deleteOldWrongCodes = (db: Transaction<Database>, personId: PersonId, since: Date) =>
  db.deleteFrom('wrongCode').where('personId', '=', personId).where('lastAt', '<', since).execute();

export const deleteWrongCodes = (db: Transaction<Database>, personId: PersonId) =>
  db.deleteFrom('wrongCode').where('personId', '=', personId).execute();

// Passkeys.

export const listPasskeys = (db: Db, personId: PersonId) =>
  db
    .selectFrom('passkey')
    .select(['id', 'name', 'transports', 'deviceType', 'backedUp', 'createdAt', 'lastUsedAt', 'trustedFrom'])
    .where('personId', '=', personId)
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
export const lockPasskey = (db: Transaction<Database>, id: string) =>
  db
    .selectFrom('passkey')
    .innerJoin('person', 'person.id', 'passkey.personId')
    .select([
      'passkey.id',
      'passkey.personId',
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
  db: Transaction<Database>,
  id: string,
  use: { counter: number; backedUp: boolean; lastUsedAt: Date },
) => db.updateTable('passkey').set(use).where('id', '=', id).execute();

/** Renames a user's passkey. Returns undefined if the user has no such passkey. */
export const updatePasskeyName = (db: Db, where: { personId: PersonId; id: string }, name: string) =>
  db
    .updateTable('passkey')
    .set({ name })
    .where('personId', '=', where.personId)
    .where('id', '=', where.id)
    .returning('id')
    .executeTakeFirst();

/** Deletes a user's passkey. Returns undefined if the user has no such passkey. */
export const deletePasskey = (db: Transaction<Database>, where: { personId: PersonId; id: string }) =>
  db
    .deleteFrom('passkey')
    .where('personId', '=', where.personId)
    .where('id', '=', where.id)
    .returning('name')
    .executeTakeFirst();

export const deletePasskeys = (db: Transaction<Database>, personId: PersonId) =>
  db.deleteFrom('passkey').where('personId', '=', personId).execute();

// Authenticator app.

export const findAuthenticator = (db: Db, personId: PersonId) =>
  db
    .selectFrom('authenticator')
    .select(['secretEncrypted', 'lastTimeStep', 'confirmedAt', 'createdAt'])
    .where('personId', '=', personId)
    .executeTakeFirst();

/** Stores a new secret that is not confirmed yet. It replaces one that is not confirmed, but never a confirmed one. */
export const upsertUnconfirmedAuthenticator = (
  db: Transaction<Database>,
  row: { personId: PersonId; secretEncrypted: string; createdAt: Date },
) =>
  db
    .insertInto('authenticator')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('personId')
        .doUpdateSet({ secretEncrypted: row.secretEncrypted, createdAt: row.createdAt })
        .where('authenticator.confirmedAt', 'is', null),
    )
    .execute();

/** Makes the authenticator app a factor. Returns undefined if it was one before. */
export const setAuthenticatorConfirmed = (db: Transaction<Database>, personId: PersonId, at: Date) =>
  db
    .updateTable('authenticator')
    .set({ confirmedAt: at })
    .where('personId', '=', personId)
    .where('confirmedAt', 'is', null)
    .returning('personId')
    .executeTakeFirst();

export const setAuthenticatorSecret = (db: Transaction<Database>, personId: PersonId, secretEncrypted: string) =>
  db.updateTable('authenticator').set({ secretEncrypted }).where('personId', '=', personId).execute();

/** Stores the time step of an accepted code. Returns undefined if this or a later step was accepted before. */
export const updateLastTimeStep = (db: Transaction<Database>, personId: PersonId, timeStep: number) =>
  db
    .updateTable('authenticator')
    .set({ lastTimeStep: timeStep })
    .where('personId', '=', personId)
    .where((eb) => eb.or([eb('lastTimeStep', 'is', null), eb('lastTimeStep', '<', timeStep)]))
    .returning('personId')
    .executeTakeFirst();

export const deleteAuthenticator = (db: Transaction<Database>, personId: PersonId) =>
  db.deleteFrom('authenticator').where('personId', '=', personId).returning('confirmedAt').executeTakeFirst();

/** Deletes an authenticator app that is not a factor yet. */
export const deleteUnconfirmedAuthenticator = (db: Transaction<Database>, personId: PersonId) =>
  db.deleteFrom('authenticator').where('personId', '=', personId).where('confirmedAt', 'is', null).execute();

// Recovery codes.

export const countUnusedRecoveryCodes = async (db: Db, personId: PersonId): Promise<number> => {
  const row = await db
    .selectFrom('recoveryCode')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('personId', '=', personId)
    .where('usedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return row.count;
};

export const hasRecoveryCodes = async (db: Db, personId: PersonId): Promise<boolean> =>
  (await db
    .selectFrom('recoveryCode')
    .select('personId')
    .where('personId', '=', personId)
    .limit(1)
    .executeTakeFirst()) !== undefined;

export const insertRecoveryCodes = (
  db: Transaction<Database>,
  personId: PersonId,
  codeHashes: readonly string[],
  createdAt: Date,
) =>
  db
    .insertInto('recoveryCode')
    .values(codeHashes.map((codeHash) => ({ personId, codeHash, createdAt })))
    .execute();

/** Marks a recovery code as used. Returns undefined if there is no such code or if it was used before. */
export const setRecoveryCodeUsed = (
  db: Transaction<Database>,
  where: { personId: PersonId; codeHash: string },
  at: Date,
) =>
  db
    .updateTable('recoveryCode')
    .set({ usedAt: at })
    .where('personId', '=', where.personId)
    .where('codeHash', '=', where.codeHash)
    .where('usedAt', 'is', null)
    .returning('personId')
    .executeTakeFirst();

export const deleteRecoveryCodes = (db: Transaction<Database>, personId: PersonId) =>
  db.deleteFrom('recoveryCode').where('personId', '=', personId).execute();

export const deleteRecoveryCodesCreatedSince = (db: Transaction<Database>, personId: PersonId, since: Date) =>
  db.deleteFrom('recoveryCode').where('personId', '=', personId).where('createdAt', '>=', since).execute();
