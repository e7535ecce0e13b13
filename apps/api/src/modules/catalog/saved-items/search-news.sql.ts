import type { WorkspaceId } from '@marquee/contracts';
import { sql, type Insertable, type Transaction, type Updateable } from 'kysely';
import type { Database, Db } from '../../../db/schema.ts';

/**
 * Lists the owners of searches with emails that were last checked before `before`, longest ago first. An owner may
 * appear more than once.
 */
export const listOwnersOfDueSearches = async (db: Db, before: Date, limit: number): Promise<string[]> =>
  (
    await db
      .selectFrom('savedSearch')
      .select('workspaceId')
      .where('isMailed', '=', true)
      .where('lookedAt', '<=', before)
      .orderBy('lookedAt')
      .limit(limit)
      .execute()
  ).map(({ workspaceId }) => workspaceId);

/** Locks a user's searches with emails that were last checked before `before`, oldest search first. */
export const lockDueSearches = (db: Transaction<Database>, workspaceId: WorkspaceId, before: Date) =>
  db
    .selectFrom('savedSearch')
    .select(['id', 'name', 'search', 'savedSeq', 'seenSeq'])
    .where('workspaceId', '=', workspaceId)
    .where('isMailed', '=', true)
    .where('lookedAt', '<=', before)
    .orderBy('createdAt')
    .orderBy('id')
    .forUpdate()
    .execute();

/** Returns the workspace's name if emails may be sent: it is active and an owner's email address is verified. */
export const findMailableOwner = (db: Db, id: string) =>
  db
    .selectFrom('workspace')
    .select('fullName')
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .where('suspendedAt', 'is', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('member')
          .innerJoin('person', 'person.id', 'member.personId')
          .select('person.id')
          .whereRef('member.workspaceId', '=', 'workspace.id')
          .where('member.role', '=', 'owner')
          .where('person.emailVerifiedAt', 'is not', null),
      ),
    )
    .executeTakeFirst();

export const updateSavedSearch = (db: Transaction<Database>, id: string, change: Updateable<Database['savedSearch']>) =>
  db.updateTable('savedSearch').set(change).where('id', '=', id).execute();

export const insertSavedSearchNotifications = (
  db: Transaction<Database>,
  rows: Insertable<Database['savedSearchNotified']>[],
) => db.insertInto('savedSearchNotified').values(rows).execute();

/**
 * Turns the emails of one of the owner's searches on or off. Packages that arrived up to `seq` do not count as new.
 */
export const setSavedSearchMailed = (
  db: Transaction<Database>,
  where: { id: string; workspaceId: WorkspaceId },
  change: { isMailed: boolean; seq: number; at: Date },
) =>
  db
    .updateTable('savedSearch')
    .set({ isMailed: change.isMailed, savedSeq: change.seq, seenSeq: change.seq, lookedAt: change.at })
    .where('id', '=', where.id)
    .where('workspaceId', '=', where.workspaceId)
    // Resets the position only if `isMailed` changes, so that repeated clicks do not skip matches.
    .where('isMailed', '=', sql<boolean>`not ${change.isMailed}`)
    .execute();

export const setOwnerSearchesUnmailed = (db: Db, workspaceId: WorkspaceId) =>
  db
    .updateTable('savedSearch')
    .set({ isMailed: false })
    .where('workspaceId', '=', workspaceId)
    .where('isMailed', '=', true)
    .execute();
