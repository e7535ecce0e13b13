import type { WorkspaceId } from '@marquee/contracts';
import { UNCOUNTED_CANCEL_REASON, type OrderFacts } from '@marquee/booking';
import type { DayRange } from '@marquee/validation';
import { sql } from 'kysely';
import type { Db } from '../../../db/schema.ts';

/** Orders of one package with the same outcome. */
export interface OrderGroup extends OrderFacts {
  /** Null for orders from offers, and if the package was deleted. */
  packageId: string | null;
  count: number;
}

/**
 * Counts a creator's orders in a range of UTC days by package and outcome. Includes only the newest `most` orders.
 * Runs as an index-only scan.
 */
export const listOrderGroups = async (
  db: Db,
  creatorId: WorkspaceId,
  { from, to }: DayRange,
  most: number,
): Promise<OrderGroup[]> =>
  (
    await sql<OrderGroup>`
      select package_id, status, cancel_reason, authorized_at is not null as is_paid, accepted_at is not null as is_accepted,
        count(*)::int as count
      from (
        select package_id, status, cancel_reason, authorized_at, accepted_at from booking
        where creator_id = ${creatorId} and cancel_reason is distinct from ${sql.lit(UNCOUNTED_CANCEL_REASON)}
          and created_at >= ${from}::date::timestamp at time zone 'UTC'
          and created_at < (${to}::date + 1)::timestamp at time zone 'UTC'
        order by created_at desc limit ${sql.lit(most)}
      ) as made
      group by 1, 2, 3, 4, 5`.execute(db)
  ).rows;

export const listPackageNames = async (
  db: Db,
  creatorId: WorkspaceId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('package')
    .select(['id', 'name'])
    .where('creatorId', '=', creatorId)
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
};

/** Counts a creator's profile views in a range of UTC days. Each viewer counts once per day. */
export const countViewsInPeriod = async (db: Db, creatorId: WorkspaceId, { from, to }: DayRange): Promise<number> => {
  const { count } = await db
    .selectFrom('creatorViewDay')
    .select(sql<number>`coalesce(sum(views), 0)::int`.as('count'))
    .where('creatorId', '=', creatorId)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .executeTakeFirstOrThrow();
  return count;
};

/** Returns the number of bookings whose earnings are not paid out yet, and their sum in cents. */
export const sumUnpaidEarnings = async (
  db: Db,
  creatorId: WorkspaceId,
): Promise<{ bookings: number; cents: number }> => {
  const { rows } = await sql<{ bookings: number; cents: number }>`
    select count(*)::int as bookings, coalesce(sum(creator_cents), 0)::int8 as cents from payout_share
    where creator_id = ${creatorId} and stage in ('on_hold', 'on_the_way', 'blocked')`.execute(db);
  return rows[0] ?? { bookings: 0, cents: 0 };
};
