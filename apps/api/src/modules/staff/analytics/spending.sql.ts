import type { WorkspaceId } from '@marquee/contracts';
import type { DayRange } from '@marquee/validation';
import { sql } from 'kysely';
import type { Db } from '../../../db/schema.ts';
import { IS_SPENDING_BOOKING, SPENT_CENTS } from '../../../db/spending.ts';

/**
 * Selects a brand's charged bookings that were accepted in a range of UTC days, newest first, with the amount spent
 * on each in cents. Runs as an index-only scan.
 */
const selectChargedBookings = (brandId: WorkspaceId, { from, to }: DayRange) => sql`
  select id, creator_id, category, status, accepted_at, ${SPENT_CENTS} as cents
  from booking
  where brand_id = ${brandId} and ${IS_SPENDING_BOOKING} and accepted_at >= ${from}::date::timestamp at time zone 'UTC'
    and accepted_at < (${to}::date + 1)::timestamp at time zone 'UTC'
  order by accepted_at desc`;

export interface SpendingRow {
  creatorId: WorkspaceId;
  /** The creator's first category at the time of the order, or null if the creator had none. */
  category: string | null;
  bookings: number;
  cents: number;
}

/**
 * Sums a brand's charged bookings in a range of UTC days by creator and category. Includes only the newest `most`
 * bookings.
 */
export const listSpending = async (
  db: Db,
  brandId: WorkspaceId,
  days: DayRange,
  most: number,
): Promise<SpendingRow[]> =>
  (
    await sql<SpendingRow>`
      select creator_id, category, count(*)::int as bookings, sum(cents)::int8 as cents
      from (${selectChargedBookings(brandId, days)} limit ${sql.lit(most)}) as spent
      group by creator_id, category`.execute(db)
  ).rows;

export const listUsersByIds = async (
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { username: string; fullName: string; isGone: boolean }>> => {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('workspace')
    .select(['id', 'username', 'fullName', sql<boolean>`deleted_at is not null`.as('isGone')])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, ...person }) => [id, person]));
};

export interface WorkBought {
  /** Number of bookings with deliverables. */
  deliveredBookings: number;
  /** Amount spent on bookings with deliverables. */
  deliveredCents: number;
  deliverables: number;
  /** Number of bookings with reported views. */
  viewedBookings: number;
  /** Amount spent on bookings with reported views. */
  viewedCents: number;
  /** Total views, using the latest report of each publication. */
  views: number;
}

/**
 * Counts the deliverables and reported views of a brand's completed bookings that were accepted in a range of UTC
 * days. Includes only the newest `latest` bookings.
 */
export const sumWorkBought = async (
  db: Db,
  brandId: WorkspaceId,
  days: DayRange,
  latest: number,
): Promise<WorkBought> => {
  const { rows } = await sql<WorkBought>`
    select (count(*) filter (where deliverables > 0))::int as delivered_bookings,
      coalesce(sum(cents) filter (where deliverables > 0), 0)::int8 as delivered_cents,
      coalesce(sum(deliverables), 0)::int as deliverables,
      count(views)::int as viewed_bookings,
      coalesce(sum(cents) filter (where views is not null), 0)::int8 as viewed_cents,
      coalesce(sum(views), 0)::int8 as views
    from (
      select id, cents from (${selectChargedBookings(brandId, days)}) as spent
      where status = 'completed' and cents > 0 limit ${sql.lit(latest)}
    ) as done
    cross join lateral (select count(*) as deliverables from deliverable where booking_id = done.id) as work
    cross join lateral (
      select sum(reported.views) as views from publication cross join lateral (
        -- The latest report counts, as on the booking's own results.
        select views from publication_metrics where publication_id = publication.id order by number desc limit 1
      ) as reported
      where booking_id = done.id
    ) as results`.execute(db);
  return (
    rows[0] ?? { deliveredBookings: 0, deliveredCents: 0, deliverables: 0, viewedBookings: 0, viewedCents: 0, views: 0 }
  );
};

/**
 * Counts a brand's bookings in progress, and how many of them are late. Counts at most `most` bookings per status.
 */
export const countWorkInProgress = async (
  db: Db,
  brandId: WorkspaceId,
  now: Date,
  most: number,
): Promise<{ inWork: number; late: number }> => {
  const some = (status: 'accepted' | 'in_progress') => sql`
    (select find_due_at(due_at, review_by, paused_at, ${now}) as due_at from booking where brand_id = ${brandId} and status = ${sql.lit(status)}
      order by created_at desc, id desc limit ${sql.lit(most)})`;
  const { rows } = await sql<{ inWork: number; late: number }>`
    select count(*)::int as in_work, (count(*) filter (where due_at < ${now}))::int as late
    from (${some('accepted')} union all ${some('in_progress')}) as open`.execute(db);
  return rows[0] ?? { inWork: 0, late: 0 };
};
