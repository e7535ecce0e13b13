import type { PersonId } from '@marquee/contracts';
import { sql, type Insertable, type Transaction, type Updateable } from 'kysely';
import { prepareReadFirst } from '../../../db/prepared.ts';
import type { Database, Db, PasskeyChallenge } from '../../../db/schema.ts';
import { suspendedAtSql } from './accounts.sql.ts';

export const findSession = prepareReadFirst((db: Db, idHash: string) =>
  db.selectFrom('session').select(['data', 'lastSeenAt', 'expiresAt']).where('idHash', '=', idHash),
);

export const insertSession = (db: Db, row: Insertable<Database['session']>) =>
  db.insertInto('session').values(row).execute();

/** Updates a session. Does nothing if it has ended, so that a request that is still running cannot bring it back. */
export const updateSession = (db: Db, { idHash, ...change }: Updateable<Database['session']> & { idHash: string }) =>
  db.updateTable('session').set(change).where('idHash', '=', idHash).execute();

export const setSessionSeen = (db: Db, idHash: string, at: Date) =>
  db.updateTable('session').set({ lastSeenAt: at }).where('idHash', '=', idHash).execute();

export const setChallenge = (db: Db, idHash: string, challenge: PasskeyChallenge) =>
  db
    .updateTable('session')
    .set({ challenge: JSON.stringify(challenge) })
    .where('idHash', '=', idHash)
    .execute();

/** Removes a session's challenge and returns it. The lock makes a concurrent call wait and then find nothing. */
export const deleteChallenge = async (db: Db, idHash: string): Promise<PasskeyChallenge | null> => {
  const row = await db
    .with('before', (before) =>
      before
        .selectFrom('session')
        .select(['idHash', 'challenge'])
        .where('idHash', '=', idHash)
        .where('challenge', 'is not', null)
        .forUpdate(),
    )
    .updateTable('session')
    .from('before')
    .set({ challenge: null })
    .whereRef('session.idHash', '=', 'before.idHash')
    .returning('before.challenge')
    .executeTakeFirst();
  return row?.challenge ?? null;
};

export const deleteSession = (db: Db, idHash: string) =>
  db.deleteFrom('session').where('idHash', '=', idHash).returning('personId').executeTakeFirst();

/**
 * Lists those of the sessions that have not expired, belong to an active account and have its current sign-in
 * version.
 */
export const listValidSessions = (db: Db, idHashes: readonly string[], now: Date) =>
  db
    .selectFrom('session')
    .innerJoin('person', 'person.id', 'session.personId')
    .select('session.idHash')
    .where(sql<boolean>`session.id_hash = any(${idHashes})`)
    .where('session.expiresAt', '>', now)
    .where('person.deletedAt', 'is', null)
    .where(suspendedAtSql, 'is', null)
    .where(sql<boolean>`coalesce((session.data ->> 'signInVersion')::int, 0) = person.sign_in_version`)
    .execute();

/** Lists a user's sessions, most recently used first. A session that was not used since `idleSince` has ended. */
export const listSessions = (db: Db, personId: PersonId, times: { now: Date; idleSince: Date }) =>
  db
    .selectFrom('session')
    .select(['idHash', 'userAgent', 'ip', 'createdAt', 'lastSeenAt'])
    .where('personId', '=', personId)
    .where('expiresAt', '>', times.now)
    .where('lastSeenAt', '>', times.idleSince)
    .orderBy('lastSeenAt', 'desc')
    .orderBy('createdAt', 'desc')
    .execute();

/** Deletes a session if it belongs to the user. Returns undefined if it does not. */
export const deleteOwnSession = (db: Db, where: { personId: PersonId; idHash: string }) =>
  db
    .deleteFrom('session')
    .where('personId', '=', where.personId)
    .where('idHash', '=', where.idHash)
    .returning('idHash')
    .executeTakeFirst();

/** Deletes a user's sessions except `idHash`, or all of them if it is empty. */
export const deleteSessionsExcept = (db: Transaction<Database>, personId: PersonId, idHash: string) =>
  db.deleteFrom('session').where('personId', '=', personId).where('idHash', '<>', idHash).execute();

/** Gives a session the account's new sign-in version, so that it stays valid. */
export const setSessionVersion = (db: Transaction<Database>, idHash: string, signInVersion: number) =>
  db
    .updateTable('session')
    .set({ data: sql`jsonb_set(data, '{signInVersion}', to_jsonb(${signInVersion}::int))` })
    .where('idHash', '=', idHash)
    .execute();

export const deleteSessionsByPerson = (db: Transaction<Database>, personId: PersonId) =>
  db.deleteFrom('session').where('personId', '=', personId).execute();
