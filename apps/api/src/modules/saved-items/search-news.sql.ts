import { sql, type Insertable, type Transaction, type Updateable } from 'kysely';
import type { Database, Db } from '../../db/schema.ts';

/**
 * Whose mailed searches were last looked at before a moment, those who waited longest first; somebody may come twice.
 */
export const listOwnersOfDueSearches = async (db: Db, before: Date, limit: number): Promise<string[]> =>
  (
    await db
      .selectFrom('savedSearch')
      .select('ownerId')
      .where('isMailed', '=', true)
      .where('lookedAt', '<=', before)
      .orderBy('lookedAt')
      .limit(limit)
      .execute()
  ).map(({ ownerId }) => ownerId);

/**
 * Somebody's mailed searches that were last looked at before a moment, locked, in the order in which they were saved.
 */
export const lockDueSearches = (tx: Transaction<Database>, ownerId: string, before: Date) =>
  tx
    .selectFrom('savedSearch')
    .select(['id', 'name', 'search', 'savedSeq', 'seenSeq'])
    .where('ownerId', '=', ownerId)
    .where('isMailed', '=', true)
    .where('lookedAt', '<=', before)
    .orderBy('createdAt')
    .orderBy('id')
    .forUpdate()
    .execute();

/** The owner's name, if news may be mailed: to an account in use, at an address that was confirmed. */
export const findMailableOwner = (db: Db, id: string) =>
  db
    .selectFrom('appUser')
    .select('fullName')
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .where('suspendedAt', 'is', null)
    .where('emailVerifiedAt', 'is not', null)
    .executeTakeFirst();

export const updateSavedSearch = (tx: Transaction<Database>, id: string, change: Updateable<Database['savedSearch']>) =>
  tx.updateTable('savedSearch').set(change).where('id', '=', id).execute();

export const insertSavedSearchNotifications = (
  tx: Transaction<Database>,
  rows: Insertable<Database['savedSearchNotified']>[],
) => tx.insertInto('savedSearchNotified').values(rows).execute();

/** Starts or ends the mails of one search of the owner's. What arrived up to `seq` is no news to one that starts. */
export const setSavedSearchMailed = (
  tx: Transaction<Database>,
  where: { id: string; ownerId: string },
  change: { isMailed: boolean; seq: number; at: Date },
) =>
  tx
    .updateTable('savedSearch')
    .set({ isMailed: change.isMailed, savedSeq: change.seq, seenSeq: change.seq, lookedAt: change.at })
    .where('id', '=', where.id)
    .where('ownerId', '=', where.ownerId)
    // Pressed twice, it goes on from where it was.
    .where('isMailed', '=', sql<boolean>`not ${change.isMailed}`)
    .execute();

/** Ends the mails of all of somebody's searches. */
export const setOwnerSearchesUnmailed = (db: Db, ownerId: string) =>
  db
    .updateTable('savedSearch')
    .set({ isMailed: false })
    .where('ownerId', '=', ownerId)
    .where('isMailed', '=', true)
    .execute();
