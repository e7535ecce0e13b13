import type { WorkspaceId } from '@marquee/contracts';
import { DEFAULT_LIST_NAME, LIMITS, type SavedKind } from '@marquee/validation';
import { sql, type Insertable, type Transaction, type Updateable } from 'kysely';
import { PAGE_SIZE, type KeysetCursor } from '../../../core/paging.ts';
import { isForSaleSql } from '../../../db/for-sale.ts';
import { prepareRead } from '../../../db/prepared.ts';
import type { Database, Db } from '../../../db/schema.ts';

/** Lists a user's saved lists with their number of items, the default list first. */
export const listSavedLists = prepareRead((db: Db, workspaceId: WorkspaceId) =>
  db
    .selectFrom('savedList')
    .select(['id', 'name', 'isFirst', 'token', 'showsNotes', 'hiddenReason'])
    .select(sql<number>`(select count(*)::int from saved_item where list_id = saved_list.id)`.as('count'))
    .where('workspaceId', '=', workspaceId)
    .orderBy('isFirst', 'desc')
    .orderBy('createdAt')
    .orderBy('id')
    .limit(sql.lit(LIMITS.savedLists)),
);

/** Locks a list if it belongs to `workspaceId`. */
export const lockSavedList = (db: Transaction<Database>, where: { id: string; workspaceId: WorkspaceId }) =>
  db
    .selectFrom('savedList')
    .select(['id', 'name', 'isFirst', 'token'])
    .where('id', '=', where.id)
    .where('workspaceId', '=', where.workspaceId)
    .forUpdate()
    .executeTakeFirst();

/** Locks a list of any user. */
export const lockSavedListForStaff = (db: Transaction<Database>, id: string) =>
  db.selectFrom('savedList').select(['id', 'name', 'hiddenAt']).where('id', '=', id).forUpdate().executeTakeFirst();

export const lockFirstSavedList = (db: Transaction<Database>, workspaceId: WorkspaceId) =>
  db
    .selectFrom('savedList')
    .select(['id', 'name'])
    .where('workspaceId', '=', workspaceId)
    .where('isFirst', '=', true)
    .forUpdate()
    .executeTakeFirst();

/**
 * Creates a user's default list if there is none. If the user has another list with the usual name, the default list
 * gets a different name. Only one of several concurrent calls creates the list.
 */
export const insertFirstSavedList = (db: Transaction<Database>, workspaceId: WorkspaceId, now: Date) =>
  sql`
    insert into saved_list (workspace_id, name, is_first, created_at)
    select ${workspaceId}, case when exists (select from saved_list where workspace_id = ${workspaceId} and lower(name) = lower(${DEFAULT_LIST_NAME}))
      then ${`${DEFAULT_LIST_NAME} first`} else ${DEFAULT_LIST_NAME} end, true, ${now}
    on conflict do nothing`.execute(db);

export const insertSavedList = (db: Transaction<Database>, row: Insertable<Database['savedList']>) =>
  db.insertInto('savedList').values(row).returning(['id', 'name']).executeTakeFirstOrThrow();

export const updateSavedList = (db: Transaction<Database>, id: string, change: Updateable<Database['savedList']>) =>
  db.updateTable('savedList').set(change).where('id', '=', id).execute();

export const deleteSavedList = (db: Transaction<Database>, id: string) =>
  db.deleteFrom('savedList').where('id', '=', id).execute();

/** Lists a user's saved searches, oldest first. */
export const listSavedSearches = prepareRead((db: Db, workspaceId: WorkspaceId) =>
  db
    .selectFrom('savedSearch')
    .select(['id', 'name', 'search', 'isMailed'])
    .where('workspaceId', '=', workspaceId)
    .orderBy('createdAt')
    .orderBy('id')
    .limit(sql.lit(LIMITS.savedSearches)),
);

export const insertSavedSearch = (db: Transaction<Database>, row: Insertable<Database['savedSearch']>) =>
  db.insertInto('savedSearch').values(row).execute();

export const deleteSavedSearch = (db: Transaction<Database>, where: { id: string; workspaceId: WorkspaceId }) =>
  db.deleteFrom('savedSearch').where('id', '=', where.id).where('workspaceId', '=', where.workspaceId).execute();

/**
 * Returns the creator and current price of the package or creator that a user wants to save. Returns undefined if it
 * is not visible to users.
 */
export const findSavableSubject = (db: Db, kind: SavedKind, id: string) =>
  kind === 'package'
    ? db
        .selectFrom('package')
        .select(['creatorId', 'id as packageId', 'name as packageName', 'priceCents'])
        .where('id', '=', id)
        .where(isForSaleSql)
        .executeTakeFirst()
    : db
        .selectFrom('workspace')
        .leftJoin('creatorListing', 'creatorListing.creatorId', 'workspace.id')
        .select(['workspace.id as creatorId', 'creatorListing.minPriceCents as priceCents'])
        .select([sql<string | null>`null`.as('packageId'), sql<string | null>`null`.as('packageName')])
        .where('workspace.id', '=', id)
        .where('userType', '=', 'influencer')
        .where('suspendedAt', 'is', null)
        .where('deletedAt', 'is', null)
        .executeTakeFirst();

export const insertSavedItem = (db: Transaction<Database>, row: Insertable<Database['savedItem']>) =>
  db
    .insertInto('savedItem')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/**
 * Returns the ids of the user's lists that contain these creators and packages. PostgreSQL does an index lookup for
 * each of `ids`.
 */
export const listSavedMarks = (db: Db, workspaceId: WorkspaceId, ids: readonly string[]) =>
  db
    .selectFrom('savedItem')
    .select([sql<string>`creator_id`.as('id'), 'listId'])
    .where('workspaceId', '=', workspaceId)
    // A literal, because PostgreSQL cannot use the partial index (`kind = 'creator'`) if the kind is a parameter.
    .where('kind', '=', sql.lit('creator'))
    .where(sql<boolean>`creator_id = any(${[...ids]}::uuid[])`)
    .unionAll(
      db
        .selectFrom('savedItem')
        .select([sql<string>`package_id`.as('id'), 'listId'])
        .where('workspaceId', '=', workspaceId)
        .where(sql<boolean>`package_id = any(${[...ids]}::uuid[])`),
    )
    .execute();

export const deleteSavedItemBySubject = (
  db: Transaction<Database>,
  where: { listId: string; workspaceId: WorkspaceId; kind: SavedKind; id: string },
) =>
  db
    .deleteFrom('savedItem')
    .where('listId', '=', where.listId)
    .where('workspaceId', '=', where.workspaceId)
    .where('kind', '=', where.kind)
    .where(where.kind === 'package' ? 'packageId' : 'creatorId', '=', where.id)
    .execute();

/** Locks an item if it belongs to `workspaceId`. */
export const lockSavedItem = (db: Transaction<Database>, where: { id: string; workspaceId: WorkspaceId }) =>
  db
    .selectFrom('savedItem')
    .select(['id', 'listId'])
    .where('id', '=', where.id)
    .where('workspaceId', '=', where.workspaceId)
    .forUpdate()
    .executeTakeFirst();

export const updateSavedItem = (db: Transaction<Database>, id: string, change: Updateable<Database['savedItem']>) =>
  db.updateTable('savedItem').set(change).where('id', '=', id).execute();

export const deleteSavedItem = (db: Transaction<Database>, id: string) =>
  db.deleteFrom('savedItem').where('id', '=', id).execute();

/**
 * Returns a shared list and its owner's name by the token in the URL. Returns undefined if the list is hidden or its
 * owner is suspended or deleted.
 */
export const findSharedList = (db: Db, token: string) =>
  db
    .selectFrom('savedList')
    .innerJoin('workspace', 'workspace.id', 'savedList.workspaceId')
    .select([
      'savedList.id',
      'savedList.workspaceId',
      'savedList.name',
      'showsNotes',
      'workspace.fullName as ownerName',
    ])
    .where('token', '=', token)
    .where('savedList.hiddenAt', 'is', null)
    .where('workspace.suspendedAt', 'is', null)
    .where('workspace.deletedAt', 'is', null)
    .executeTakeFirst();

/**
 * Lists a page of a list's items with their current data, most recently saved first. `isThere` is true if users can
 * see the creator. `priceCents` is the price of the package, if it is for sale, or the price of the creator's
 * cheapest package.
 */
export const listSavedItems = (
  db: Db,
  where: { listId: string; workspaceId: WorkspaceId },
  after: KeysetCursor | null,
) =>
  db
    // Selects the page before joining the displayed data.
    .with('savedItem', (query) =>
      query
        .selectFrom('savedItem')
        .select(['id', 'kind', 'creatorId', 'packageId', 'packageName', 'priceCents', 'note', 'savedAt'])
        .where('listId', '=', where.listId)
        .where('workspaceId', '=', where.workspaceId)
        .$if(after !== null, (page) =>
          page.where(sql<boolean>`(saved_at, id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`),
        )
        .orderBy('savedAt', 'desc')
        .orderBy('id', 'desc')
        .limit(sql.lit(PAGE_SIZE + 1)),
    )
    .selectFrom('savedItem')
    .innerJoin('workspace as creator', 'creator.id', 'savedItem.creatorId')
    .leftJoinLateral(
      (query) =>
        query
          .selectFrom('package')
          .select(['id', 'name', 'deliveryDays', 'priceCents', 'pricesVary'])
          .whereRef('package.id', '=', 'savedItem.packageId')
          .where(isForSaleSql)
          // Keeps PostgreSQL from flattening this subquery into a join of all packages, which would read all
          // suspended users.
          .offset(sql.lit(0))
          .as('package'),
      (join) => join.onTrue(),
    )
    .leftJoin('creatorListing as listing', 'listing.creatorId', 'savedItem.creatorId')
    .select([
      'savedItem.id',
      'savedItem.kind',
      'savedItem.note',
      'savedItem.savedAt',
      'savedItem.creatorId',
      'creator.username',
      'creator.fullName',
      'creator.location',
      'creator.profileImageUrl',
      'package.id as packageId',
      'package.deliveryDays',
      'package.pricesVary',
      'savedItem.priceCents as savedPriceCents',
    ])
    .select([
      sql<boolean>`(creator.suspended_at is null and creator.deleted_at is null)`.as('isThere'),
      sql<string | null>`coalesce(package.name, saved_item.package_name)`.as('packageName'),
      sql<
        number | null
      >`case when saved_item.kind = 'package' then package.price_cents else listing.min_price_cents end`.as(
        'priceCents',
      ),
    ])
    .orderBy('savedAt', 'desc')
    .orderBy('savedItem.id', 'desc')
    .execute();
