import { AVAILABILITY_LIMITS, OCCUPYING_STATUSES, type TimeOff } from '@marquee/booking';
import { sql, type Insertable, type RawBuilder, type Transaction, type Updateable } from 'kysely';
import { isForSaleSql } from '../../db/for-sale.ts';
import { prepareRead, prepareReadFirst } from '../../db/prepared.ts';
import type { Database, Db } from '../../db/schema.ts';
import type { CachedAvailabilitySettings } from './availability.service.ts';

/** Days travel as text. */
const timeOffColumn = sql<TimeOff[]>`coalesce((
  select json_agg(json_build_object('first', first_day, 'last', last_day) order by position)
  from time_off where creator_id = creator_availability.creator_id), '[]')`.as('timeOff');

/** What a creator has set, and the creator's time zone. */
const selectAvailabilitySettings = (db: Db) =>
  db
    .selectFrom('creatorAvailability')
    .innerJoin('appUser', 'appUser.id', 'creatorAvailability.creatorId')
    .select(['creatorAvailability.creatorId', 'maxBookings', 'leadDays', 'timeZone', timeOffColumn]);

export const findAvailabilitySettings = prepareReadFirst((db: Db, creatorId: string) =>
  selectAvailabilitySettings(db).where('creatorAvailability.creatorId', '=', creatorId),
);

/**
 * Locks what a creator has set: whoever takes or gives one of the creator's places holds it, so that each counts what
 * the others have done. After the brand and the package, before any booking. Undefined: the creator has set nothing.
 */
export async function lockAvailabilitySettings(tx: Transaction<Database>, creatorId: string) {
  // First the lock, then what is read under it: a statement sees what there was when it began.
  await tx
    .selectFrom('creatorAvailability')
    .select('creatorId')
    .where('creatorId', '=', creatorId)
    .forUpdate()
    .execute();
  return findAvailabilitySettings(tx, creatorId);
}

/** The row of whoever sets something for the first time. */
export const insertAvailabilitySettings = (tx: Transaction<Database>, creatorId: string, now: Date) =>
  tx
    .insertInto('creatorAvailability')
    .values({ creatorId, maxBookings: null, leadDays: 0, updatedAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

export const updateAvailabilitySettings = (
  tx: Transaction<Database>,
  creatorId: string,
  change: Updateable<Database['creatorAvailability']>,
) => tx.updateTable('creatorAvailability').set(change).where('creatorId', '=', creatorId).execute();

/** Puts these times off in place of those that there were. */
export async function replaceTimeOff(tx: Transaction<Database>, creatorId: string, list: readonly TimeOff[]) {
  await tx.deleteFrom('timeOff').where('creatorId', '=', creatorId).execute();
  if (list.length === 0) return;
  await tx
    .insertInto('timeOff')
    .values(list.map(({ first, last }, index) => ({ creatorId, position: index + 1, firstDay: first, lastDay: last })))
    .execute();
}

/** Of more nobody needs to know the number: capacities end below. */
const MAX_OCCUPANCY_COUNTED = AVAILABILITY_LIMITS.bookings * 2;

export interface OccupancyRow {
  /** At most `MAX_OCCUPANCY_COUNTED`. */
  bookings: number;
  /** When those under way are due. */
  dueAts: Date[];
  /** Places of the line that are offered to others, and those that are not offered. */
  offers: number;
  waiting: number;
}

const occupyingStatusesSql = sql.join(OCCUPYING_STATUSES.map((status) => sql.lit(status)));

const selectOccupancy = (
  creatorId: OccupancySqlValue,
  exceptBrandId: OccupancySqlValue,
  now: OccupancySqlValue,
) => sql<OccupancyRow>`(
  select held.*, line.*
  from (
    -- Of no more than are counted it is one look at the index.
    select count(*)::int as bookings, case when count(*) < ${sql.lit(MAX_OCCUPANCY_COUNTED)}
      then coalesce(array_agg(due_at order by due_at) filter (where due_at >= ${now}::timestamptz - interval '2 days'), '{}')
      else array(
        select due_at from booking where creator_id = ${creatorId} and status in (${occupyingStatusesSql})
          and due_at >= ${now}::timestamptz - interval '2 days'
        order by due_at limit ${sql.lit(MAX_OCCUPANCY_COUNTED)}) end as due_ats
    from (
      select due_at from booking where creator_id = ${creatorId} and status in (${occupyingStatusesSql}) limit ${sql.lit(MAX_OCCUPANCY_COUNTED)}) as work
  ) as held, (
    select count(*) filter (where expires_at > ${now} and brand_id is distinct from ${exceptBrandId}::uuid)::int as offers,
      count(*) filter (where expires_at is null)::int as waiting
    from waiting_list_entry where creator_id = ${creatorId} and ended_at is null
  ) as line
)`;
type OccupancySqlValue = RawBuilder<unknown> | string | Date | null;

/**
 * What holds a creator's places: how many bookings, when those under way are due, and how many places of the line are
 * offered to others than `exceptBrandId` and how many to nobody. At most `MAX_OCCUPANCY_COUNTED` bookings, by index.
 */
export const findOccupancy = prepareReadFirst((db: Db, creatorId: string, exceptBrandId: string | null, now: Date) =>
  db.selectFrom(selectOccupancy(creatorId, exceptBrandId, now).as('occupancy')).selectAll(),
);

/** Returns what the cards of these creators say about their availability settings. */
export async function listCachedAvailability(db: Db, creatorIds: readonly string[]) {
  const { rows } = await sql<{ id: string; availability: CachedAvailabilitySettings | null }>`
    select creator_id as id, availability from creator_card where creator_id = any(${[...creatorIds]}::uuid[])`.execute(
    db,
  );
  return rows;
}

/** The same of several creators: a page of a list asks once for all whom it shows. */
export const listOccupancy = prepareRead((db: Db, creatorIds: readonly string[], now: Date) =>
  db
    .selectFrom(sql<{ creatorId: string }>`unnest(${creatorIds}::uuid[])`.as<'asked'>(sql`asked (creator_id)`))
    .innerJoinLateral(selectOccupancy(sql`asked.creator_id`, null, now).as('held'), (join) => join.onTrue())
    .select(['asked.creatorId', 'bookings', 'dueAts', 'offers', 'waiting']),
);

/** Who waits for a creator, in their order, the places that are offered included; never more than there can be. */
export const listWaitingList = prepareRead((db: Db, creatorId: string) =>
  db
    .selectFrom('waitingListEntry')
    .select(['id', 'seq', 'brandId', 'packageId', 'packageName', 'priceCents', 'expiresAt'])
    .where('creatorId', '=', creatorId)
    .where('endedAt', 'is', null)
    .orderBy('seq')
    .limit(sql.lit(AVAILABILITY_LIMITS.waitingBrandsPerCreator)),
);

/** A brand's open place in a creator's line, with the order as it was filled in. */
export const findWaitingListEntry = (db: Db, where: { creatorId: string; brandId: string }) =>
  db
    .selectFrom('waitingListEntry')
    .select(['id', 'seq', 'packageId', 'priceCents', 'offeredAt', 'expiresAt', 'customer', 'answers', 'choice'])
    .where('creatorId', '=', where.creatorId)
    .where('brandId', '=', where.brandId)
    .where('endedAt', 'is', null)
    .executeTakeFirst();

/** Whose line a place is in; undefined when it is over. */
export const findOpenWaitingListEntry = (db: Db, id: string) =>
  db
    .selectFrom('waitingListEntry')
    .select(['id', 'creatorId', 'brandId', 'packageId', 'packageName', 'offeredAt', 'expiresAt'])
    .where('id', '=', id)
    .where('endedAt', 'is', null)
    .executeTakeFirst();

/** A brand's places, in the order in which it joined, with where each stands. Never more than there can be. */
export const listWaitingListEntriesByBrand = prepareRead((db: Db, brandId: string) =>
  db
    .selectFrom('waitingListEntry')
    .innerJoin('appUser as creator', 'creator.id', 'waitingListEntry.creatorId')
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

/** A package that can be ordered, with its creator; by somebody whose account is open. */
export const findOrderablePackage = (db: Db, packageId: string, brandId: string) =>
  db
    .selectFrom('package')
    .innerJoin('appUser as creator', 'creator.id', 'package.creatorId')
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
          .selectFrom('appUser as brand')
          .select('brand.id')
          .where('brand.id', '=', brandId)
          .where('brand.suspendedAt', 'is', null)
          .where('brand.deletedAt', 'is', null),
      ),
    )
    .executeTakeFirst();

/** Adds a brand to the end of a line; undefined when it stands in it already. The database holds the limits. */
export const insertWaitingListEntry = (tx: Transaction<Database>, row: Insertable<Database['waitingListEntry']>) =>
  tx
    .insertInto('waitingListEntry')
    .values(row)
    .onConflict((conflict) => conflict.columns(['creatorId', 'brandId']).where('endedAt', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst();

/** Changes a place whose line the caller has locked. */
export const updateWaitingListEntry = (
  tx: Transaction<Database>,
  id: string,
  change: Updateable<Database['waitingListEntry']>,
) => tx.updateTable('waitingListEntry').set(change).where('id', '=', id).execute();

/** How a person is called, and the places that the person's deletion touches: creators whose lines it stands in. */
export const listCreatorsWithWaitingBrand = (tx: Transaction<Database>, brandId: string) =>
  tx
    .selectFrom('waitingListEntry')
    .select('creatorId')
    .distinct()
    .where('brandId', '=', brandId)
    .where('endedAt', 'is', null)
    .orderBy('creatorId')
    .execute();

/** Removes what is kept of somebody's waiting, and what a creator has set with the line that stands behind it. */
export async function deleteAvailability(tx: Transaction<Database>, userId: string): Promise<void> {
  await tx.deleteFrom('waitingListEntry').where('brandId', '=', userId).execute();
  await tx.deleteFrom('creatorAvailability').where('creatorId', '=', userId).execute();
}

/** What mails call somebody. */
export const findFullName = async (db: Db, id: string): Promise<string> =>
  (await db.selectFrom('appUser').select('fullName').where('id', '=', id).executeTakeFirst())?.fullName ?? '';

/** The id of the creator with this username who has set something. */
export const findAvailabilitySettingsByUsername = prepareReadFirst((db: Db, username: string) =>
  selectAvailabilitySettings(db).where('username', '=', username),
);
