import type { WorkspaceId } from '@marquee/contracts';
import { AVAILABILITY_LIMITS, OCCUPYING_STATUSES, type TimeOff } from '@marquee/booking';
import { sql, type Insertable, type RawBuilder, type Transaction, type Updateable } from 'kysely';
import { isForSaleSql } from '../../../db/for-sale.ts';
import { prepareRead, prepareReadFirst } from '../../../db/prepared.ts';
import type { Database, Db } from '../../../db/schema.ts';

const timeOffColumn = sql<TimeOff[]>`coalesce((
  select json_agg(json_build_object('first', first_day, 'last', last_day) order by position)
  from time_off where creator_id = creator_availability.creator_id), '[]')`.as('timeOff');

const selectAvailabilitySettings = (db: Db) =>
  db
    .selectFrom('creatorAvailability')
    .innerJoin('workspace', 'workspace.id', 'creatorAvailability.creatorId')
    .select(['creatorAvailability.creatorId', 'maxBookings', 'leadDays', 'timeZone', timeOffColumn]);

export const findAvailabilitySettings = prepareReadFirst((db: Db, creatorId: WorkspaceId) =>
  selectAvailabilitySettings(db).where('creatorAvailability.creatorId', '=', creatorId),
);

/**
 * Locks and returns a creator's settings, or returns undefined if there are none. Every transaction that takes or
 * frees a slot holds this lock. docs/safety.md has the order of the locks.
 */
export async function lockAvailabilitySettings(db: Transaction<Database>, creatorId: WorkspaceId) {
  // Lock in a separate statement, because a statement that waits for a lock still reads data from before the wait.
  await db
    .selectFrom('creatorAvailability')
    .select('creatorId')
    .where('creatorId', '=', creatorId)
    .forUpdate()
    .execute();
  return findAvailabilitySettings(db, creatorId);
}

/** Inserts default settings, unless the creator already has settings. */
export const insertAvailabilitySettings = (db: Transaction<Database>, creatorId: WorkspaceId, now: Date) =>
  db
    .insertInto('creatorAvailability')
    .values({ creatorId, maxBookings: null, leadDays: 0, updatedAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

export const updateAvailabilitySettings = (
  db: Transaction<Database>,
  creatorId: WorkspaceId,
  change: Updateable<Database['creatorAvailability']>,
) => db.updateTable('creatorAvailability').set(change).where('creatorId', '=', creatorId).execute();

export async function replaceTimeOff(db: Transaction<Database>, creatorId: WorkspaceId, list: readonly TimeOff[]) {
  await db.deleteFrom('timeOff').where('creatorId', '=', creatorId).execute();
  if (list.length === 0) return;
  await db
    .insertInto('timeOff')
    .values(list.map(({ first, last }, index) => ({ creatorId, position: index + 1, firstDay: first, lastDay: last })))
    .execute();
}

/** Maximum number of bookings counted per creator. Creators cannot set a limit this high. */
const MAX_OCCUPANCY_COUNTED = AVAILABILITY_LIMITS.bookings * 2;

export interface OccupancyRow {
  /** Number of bookings that use a slot, counted up to `MAX_OCCUPANCY_COUNTED`. */
  bookings: number;
  /** The due dates of these bookings, without dates more than two days ago. */
  dueAts: Date[];
  /** Number of waiting-list entries with an open offer. */
  offers: number;
  /** Number of waiting-list entries without an offer. */
  waiting: number;
}

const occupyingStatusesSql = sql.join(OCCUPYING_STATUSES.map((status) => sql.lit(status)));

/** Selects the due date of each booking that uses a slot, with the delay of an open review, by an index-only scan. */
const selectDueDates = (creatorId: OccupancySqlValue, now: OccupancySqlValue) => sql`
  select find_due_at(due_at, review_by, paused_at, ${now}::timestamptz) as due_at
  from booking where creator_id = ${creatorId} and status in (${occupyingStatusesSql})`;

const selectOccupancy = (
  creatorId: OccupancySqlValue,
  exceptBrandId: OccupancySqlValue,
  now: OccupancySqlValue,
) => sql<OccupancyRow>`(
  select bookings, due_ats, offers, waiting
  from (
    -- Below the maximum, the inner query has found all bookings, so they do not have to be read again.
    select count(*)::int as bookings, case when count(*) < ${sql.lit(MAX_OCCUPANCY_COUNTED)}
      then coalesce(array_agg(due_at order by due_at) filter (where due_at >= ${now}::timestamptz - interval '2 days'), '{}')
      else array(
        select due_at from (${selectDueDates(creatorId, now)}) as work
        where due_at >= ${now}::timestamptz - interval '2 days'
        order by due_at limit ${sql.lit(MAX_OCCUPANCY_COUNTED)}) end as due_ats
    from (
      ${selectDueDates(creatorId, now)} limit ${sql.lit(MAX_OCCUPANCY_COUNTED)}) as work
  ) as held, (
    select count(*) filter (where expires_at > ${now} and brand_id is distinct from ${exceptBrandId}::uuid)::int as offers,
      count(*) filter (where expires_at is null)::int as waiting
    from waiting_list_entry where creator_id = ${creatorId} and ended_at is null
  ) as line
)`;
type OccupancySqlValue = RawBuilder<unknown> | string | Date | null;

/**
 * Returns the bookings and waiting-list offers that use a creator's slots, except an offer to `exceptBrandId`, and
 * the number of waiting brands.
 */
export const findOccupancy = prepareReadFirst(
  (db: Db, creatorId: WorkspaceId, exceptBrandId: string | null, now: Date) =>
    db
      .selectFrom(selectOccupancy(creatorId, exceptBrandId, now).as('occupancy'))
      .select(['bookings', 'dueAts', 'offers', 'waiting']),
);

/** Returns availability settings from the read model `creator_card`. */
export async function listCachedAvailability(db: Db, creatorIds: readonly WorkspaceId[]) {
  const { rows } = await sql<{ id: string; availability: CachedAvailabilitySettings | null }>`
    select creator_id as id, availability from creator_card where creator_id = any(${[...creatorIds]}::uuid[])`.execute(
    db,
  );
  return rows;
}

export const listOccupancy = prepareRead((db: Db, creatorIds: readonly WorkspaceId[], now: Date) =>
  db
    .selectFrom(sql<{ creatorId: WorkspaceId }>`unnest(${creatorIds}::uuid[])`.as<'asked'>(sql`asked (creator_id)`))
    .innerJoinLateral(selectOccupancy(sql`asked.creator_id`, null, now).as('held'), (join) => join.onTrue())
    .select(['asked.creatorId', 'bookings', 'dueAts', 'offers', 'waiting']),
);

/** Lists a creator's open waiting-list entries in order, including those with an offered slot. */
export const listWaitingList = prepareRead((db: Db, creatorId: WorkspaceId) =>
  db
    .selectFrom('waitingListEntry')
    .select(['id', 'seq', 'brandId', 'packageId', 'packageName', 'priceCents', 'expiresAt'])
    .where('creatorId', '=', creatorId)
    .where('endedAt', 'is', null)
    .orderBy('seq')
    .limit(sql.lit(AVAILABILITY_LIMITS.waitingBrandsPerCreator)),
);

/** Returns a brand's open entry on a creator's waiting list, with the completed order form. */
export const findWaitingListEntry = (db: Db, where: { creatorId: WorkspaceId; brandId: WorkspaceId }) =>
  db
    .selectFrom('waitingListEntry')
    .select(['id', 'seq', 'packageId', 'priceCents', 'offeredAt', 'expiresAt', 'customer', 'answers', 'choice'])
    .where('creatorId', '=', where.creatorId)
    .where('brandId', '=', where.brandId)
    .where('endedAt', 'is', null)
    .executeTakeFirst();

export const findOpenWaitingListEntry = (db: Db, id: string) =>
  db
    .selectFrom('waitingListEntry')
    .select(['id', 'creatorId', 'brandId', 'packageId', 'packageName', 'offeredAt', 'expiresAt'])
    .where('id', '=', id)
    .where('endedAt', 'is', null)
    .executeTakeFirst();

/**
 * Lists a brand's open waiting-list entries in the order of joining. `position` is the brand's position on the
 * creator's waiting list, starting at 1, and `of` is the length of that list.
 */
export const listWaitingListEntriesByBrand = prepareRead((db: Db, brandId: WorkspaceId) =>
  db
    .selectFrom('waitingListEntry')
    .innerJoin('workspace as creator', 'creator.id', 'waitingListEntry.creatorId')
    .select([
      'waitingListEntry.id',
      'waitingListEntry.packageId',
      'waitingListEntry.packageName',
      'waitingListEntry.joinedAt',
      'waitingListEntry.expiresAt',
      'creator.fullName as creatorName',
      'creator.username as creatorUsername',
      sql<number>`(select count(*)::int from waiting_list_entry ahead
        where ahead.creator_id = waiting_list_entry.creator_id and ahead.ended_at is null and ahead.seq <= waiting_list_entry.seq)`.as(
        'position',
      ),
      sql<number>`(select count(*)::int from waiting_list_entry line
        where line.creator_id = waiting_list_entry.creator_id and line.ended_at is null)`.as('of'),
    ])
    .where('waitingListEntry.brandId', '=', brandId)
    .where('waitingListEntry.endedAt', 'is', null)
    .orderBy('waitingListEntry.seq')
    .limit(sql.lit(AVAILABILITY_LIMITS.waitingListsPerBrand)),
);

/**
 * Returns a package that is for sale, with its creator. Returns undefined if the account `brandId` is suspended or
 * deleted.
 */
export const findOrderablePackage = (db: Db, packageId: string, brandId: WorkspaceId) =>
  db
    .selectFrom('package')
    .innerJoin('workspace as creator', 'creator.id', 'package.creatorId')
    .select([
      'package.id',
      'package.name',
      'package.priceCents',
      'package.deliveryDays',
      'package.features',
      'package.options',
      'package.creatorId',
      'creator.fullName as creatorName',
      'creator.username as creatorUsername',
    ])
    .where('package.id', '=', packageId)
    .where(isForSaleSql)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('workspace as brand')
          .select('brand.id')
          .where('brand.id', '=', brandId)
          .where('brand.suspendedAt', 'is', null)
          .where('brand.deletedAt', 'is', null),
      ),
    )
    .executeTakeFirst();

/**
 * Inserts a waiting-list entry. Returns undefined if the brand is already on the list. Database constraints enforce
 * the limits.
 */
export const insertWaitingListEntry = (db: Transaction<Database>, row: Insertable<Database['waitingListEntry']>) =>
  db
    .insertInto('waitingListEntry')
    .values(row)
    .onConflict((conflict) => conflict.columns(['creatorId', 'brandId']).where('endedAt', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst();

/** Updates an entry. The caller has locked the creator's settings. */
export const updateWaitingListEntry = (
  db: Transaction<Database>,
  id: string,
  change: Updateable<Database['waitingListEntry']>,
) => db.updateTable('waitingListEntry').set(change).where('id', '=', id).execute();

/** Lists the creators on whose waiting lists the brand has an open entry. */
export const listCreatorsWithWaitingBrand = (db: Transaction<Database>, brandId: WorkspaceId) =>
  db
    .selectFrom('waitingListEntry')
    .select('creatorId')
    .distinct()
    .where('brandId', '=', brandId)
    .where('endedAt', 'is', null)
    .orderBy('creatorId')
    .execute();

export async function deleteAvailability(db: Transaction<Database>, workspaceId: WorkspaceId): Promise<void> {
  await db.deleteFrom('waitingListEntry').where('brandId', '=', workspaceId).execute();
  await db.deleteFrom('creatorAvailability').where('creatorId', '=', workspaceId).execute();
}

export const findFullName = async (db: Db, id: string): Promise<string> =>
  (await db.selectFrom('workspace').select('fullName').where('id', '=', id).executeTakeFirst())?.fullName ?? '';

export const findAvailabilitySettingsByUsername = prepareReadFirst((db: Db, username: string) =>
  selectAvailabilitySettings(db).where('username', '=', username),
);

export type AvailabilitySettingsRow = NonNullable<Awaited<ReturnType<typeof findAvailabilitySettings>>>;
/** A creator's availability settings as stored in the read model `creator_card`. */
export type CachedAvailabilitySettings = Omit<AvailabilitySettingsRow, 'creatorId'>;
