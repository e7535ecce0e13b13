import { sql, type Transaction } from 'kysely';
import type { JobName } from '../../../core/jobs.ts';
import type { Database, Db } from '../../../db/schema.ts';

export interface DatabaseRestore {
  number: number;
  restoredTo: Date;
  restoredAt: Date;
  source: string;
}

/** Lists all restores of this database, latest first. */
export const listRestores = (db: Db): Promise<DatabaseRestore[]> =>
  db
    .selectFrom('databaseRestore')
    .select(['number', 'restoredTo', 'restoredAt', 'source'])
    .orderBy('number', 'desc')
    .execute();

export const hasRestore = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('databaseRestore').select('number').limit(1).executeTakeFirst()) !== undefined;

/** Returns whether the database lost the transactions of this time, because it was restored to an earlier time. */
export const hasLostTime = async (db: Db, at: Date, toleranceMs: number): Promise<boolean> => {
  const tolerance = sql`${toleranceMs} * interval '1 millisecond'`;
  const row = await db
    .selectFrom('databaseRestore')
    .select('number')
    .where(sql<boolean>`${at} between restored_to - ${tolerance} and restored_at + ${tolerance}`)
    .executeTakeFirst();
  return row !== undefined;
};

export const insertRestore = (db: Transaction<Database>, row: DatabaseRestore) =>
  db.insertInto('databaseRestore').values(row).execute();

/** Lets the statements of this transaction take as long as they need, because they change many rows of large tables. */
export const removeStatementTimeout = (db: Transaction<Database>) => sql`set local statement_timeout = 0`.execute(db);

/** Deletes all sessions, which also ends their push subscriptions. Returns their number. */
export const deleteAllSessions = async (db: Transaction<Database>): Promise<number> =>
  Number((await db.deleteFrom('session').executeTakeFirst()).numDeletedRows);

/**
 * Ends all links and codes that give access to an account, a workspace, delivered work or deadlines. Other links, such
 * as those for unsubscribing and for appeals, give access to nothing else and stay.
 */
export async function endAccessLinks(db: Transaction<Database>, at: Date): Promise<void> {
  await db.deleteFrom('mailLink').where('usedAt', 'is', null).execute();
  await db.deleteFrom('mailCode').execute();
  await db.deleteFrom('emailedLink').where('purpose', 'in', ['invitation', 'guest']).execute();
  await db.deleteFrom('calendarFeed').execute();
  await db
    .updateTable('person')
    .set({ staffCodeHash: null, staffCodeExpiresAt: null })
    .where('staffCodeHash', 'is not', null)
    .execute();
  await db
    .updateTable('invitation')
    .set({ revokedAt: at })
    .where('acceptedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .execute();
  await db.updateTable('reviewGuest').set({ revokedAt: at }).where('revokedAt', 'is', null).execute();
}

/** Drops the emails that were due by `at` and are not marked as sent. Returns their number. */
export const dropDueMails = async (db: Transaction<Database>, at: Date): Promise<number> =>
  Number(
    (
      await db
        .updateTable('mail')
        .set({ droppedAt: at, data: null, address: null })
        .where('data', 'is not', null)
        .where('dueAt', '<=', at)
        .executeTakeFirst()
    ).numUpdatedRows,
  );

/** Deletes the jobs with these names that were due by `at`, and those that were running. Returns their number. */
export const deleteDueJobs = async (db: Transaction<Database>, names: readonly JobName[], at: Date): Promise<number> =>
  Number(
    (
      await db
        .deleteFrom('job')
        .where('name', 'in', names)
        .where((eb) => eb.or([eb('runAt', '<=', at), eb('leasedUntil', 'is not', null)]))
        .executeTakeFirst()
    ).numDeletedRows,
  );

/** Postpones the jobs with these names that were due by `until` to that time. Returns their number. */
export const postponeJobs = async (
  db: Transaction<Database>,
  names: readonly JobName[],
  until: Date,
): Promise<number> =>
  Number(
    (
      await db
        .updateTable('job')
        .set({ runAt: until })
        .where('name', 'in', names)
        .where('runAt', '<', until)
        .executeTakeFirst()
    ).numUpdatedRows,
  );

/** Moves the deadlines for accepting an order to `until` at the earliest, but not beyond what the card's bank allows. */
export const postponeAcceptDeadlines = (db: Transaction<Database>, until: Date) =>
  db
    .updateTable('booking')
    .set({ acceptBy: sql<Date>`greatest(accept_by, least(${until}, capture_before - interval '1 day'))` })
    .where('status', '=', 'pending')
    .where('paymentState', '=', 'authorized')
    .where('acceptBy', '<', until)
    .execute();

/** Moves the time at which finished work is paid without an approval to `until` at the earliest. */
export const postponeReleases = (db: Transaction<Database>, until: Date) =>
  db
    .updateTable('booking')
    .set({ releaseAt: until })
    .where('status', '=', 'completed')
    .where('paymentState', '=', 'held')
    .where('releaseAt', '<', until)
    .execute();
