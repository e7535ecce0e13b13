/** Queries for dashboards and public profiles: booking counts, response times, earnings and spending. */
import type { WorkspaceId } from '@marquee/contracts';
import { RESPONSE_STATS_MAX_BOOKINGS, type BookingStatus, type ResponseFacts } from '@marquee/booking';
import { toDayInZone } from '@marquee/time';
import { sql, type RawBuilder } from 'kysely';
import { prepareRead } from '../../../db/prepared.ts';
import type { Db } from '../../../db/schema.ts';
import { IS_SPENDING_BOOKING, SPENT_CENTS } from '../../../db/spending.ts';

const isOwnAuthorizedBooking = (side: 'brand' | 'creator', workspaceId: RawBuilder<unknown>) =>
  sql`${sql.ref(`${side}Id`)} = ${workspaceId} and authorized_at is not null`;

const countCompletedSql = (side: 'brand' | 'creator', workspaceId: RawBuilder<unknown>) =>
  sql<number>`(select count(*) from booking where ${isOwnAuthorizedBooking(side, workspaceId)} and status = 'completed'
    and payment_state not in ('refunded', 'refunding'))::int`;

/**
 * Returns SQL for a creator's number of completed bookings. Uses the number in `creator_listing`, which exists while
 * the creator has a package on sale, and counts the bookings otherwise.
 */
export const completedBookingsSql = (creatorId: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`coalesce((select completed from creator_listing where creator_id = ${creatorId}), ${countCompletedSql('creator', creatorId)})`;

interface BookingCounts {
  completed: number;
  pending: number;
  active: number;
}

/**
 * Counts a user's authorized bookings for the dashboard. Uses one subquery per status. With a list of statuses,
 * PostgreSQL would choose a different index and read every booking.
 */
export async function countBookingsForDashboard(
  db: Db,
  workspaceId: WorkspaceId,
  side: 'brand' | 'creator',
): Promise<BookingCounts> {
  const isOwn = isOwnAuthorizedBooking(side, sql`${workspaceId}`);
  const inState = (status: BookingStatus) =>
    sql`(select count(*) from booking where ${isOwn} and status = ${sql.lit(status)})`;
  const { rows } = await sql<BookingCounts>`
    select ${side === 'brand' ? countCompletedSql(side, sql`${workspaceId}`) : completedBookingsSql(sql`${workspaceId}`)} as completed,
      ${inState('pending')}::int as pending, (${inState('accepted')} + ${inState('in_progress')})::int as active`.execute(
    db,
  );
  return rows[0] ?? { completed: 0, pending: 0, active: 0 };
}

/**
 * Returns the latest authorized bookings of these creators for `computeResponseStats`. Uses one subquery per
 * creator. With a list of creators, the planner would read all bookings of a busy creator. The cost does not grow
 * with a creator's history.
 */
export const listResponseFacts = async (
  db: Db,
  creatorIds: readonly WorkspaceId[],
): Promise<(ResponseFacts & { creatorId: WorkspaceId })[]> => {
  if (creatorIds.length === 0) return [];
  const [one] = creatorIds;
  if (one !== undefined && creatorIds.length === 1) return listCreatorResponseFacts(db, one);
  const { rows } = await sql<
    ResponseFacts & { creatorId: WorkspaceId }
  >`${sql.join(creatorIds.map(selectResponseFacts), sql` union all `)}`.execute(db);
  return rows;
};

const selectResponseFacts = (creatorId: WorkspaceId) => sql<ResponseFacts & { creatorId: WorkspaceId }>`(
  select creator_id, status, cancel_reason, authorized_at, accepted_at, cancelled_at, due_at, review_by, paused_at,
    completed_at, resumed_at
  from booking where creator_id = ${creatorId} and authorized_at is not null
  order by created_at desc, id desc limit ${RESPONSE_STATS_MAX_BOOKINGS})`;

const listCreatorResponseFacts = prepareRead((db: Db, creatorId: WorkspaceId) =>
  db
    .selectFrom(selectResponseFacts(creatorId).as('facts'))
    .select([
      'creatorId',
      'status',
      'cancelReason',
      'authorizedAt',
      'acceptedAt',
      'cancelledAt',
      'dueAt',
      'reviewBy',
      'pausedAt',
      'completedAt',
      'resumedAt',
    ]),
);

/** Returns SQL for the total that a creator has earned and may keep, in cents. */
export const earnedCentsSql = (creatorId: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(select coalesce(sum(earned_cents), 0)::int8 from creator_day where creator_id = ${creatorId})`;

/**
 * Sums a creator's earnings in cents, in total, since `monthStart`, and from `lastMonthStart` until
 * `lastMonthUntil`. `monthStart` and `lastMonthStart` must be starts of UTC days, because the database has daily
 * totals. Lost chargebacks reduce the earnings. Payouts and temporary reversals do not.
 */
export async function sumEarnings(
  db: Db,
  creatorId: WorkspaceId,
  { monthStart, lastMonthStart, lastMonthUntil }: { monthStart: Date; lastMonthStart: Date; lastMonthUntil: Date },
): Promise<{ totalCents: number; thisMonthCents: number; lastMonthCents: number }> {
  const { rows } = await sql<{ totalCents: number; thisMonthCents: number; lastMonthCents: number }>`
    select coalesce(sum(earned_cents), 0)::int8 as total_cents,
      coalesce(sum(earned_cents) filter (where day >= ${toDayInZone(monthStart, null)}::date), 0)::int8 as this_month_cents,
      (coalesce(sum(earned_cents) filter (where day >= ${toDayInZone(lastMonthStart, null)}::date and day < ${toDayInZone(lastMonthUntil, null)}::date), 0)
        + (
          -- The day that the span ends in, as far as it goes.
          select coalesce(-sum(amount_cents) filter (where account = 'creator'), 0) from ledger_transaction as movement
          join ledger_entry on ledger_entry.transaction_id = movement.id
          where movement.creator_id = ${creatorId} and kind in ('earn', 'unearn', 'chargeback_lost', 'recovery')
            and at >= ${toDayInZone(lastMonthUntil, null)}::date::timestamp at time zone 'UTC' and at < ${lastMonthUntil}
        ))::int8 as last_month_cents
    from creator_day where creator_id = ${creatorId}`.execute(db);
  return rows[0] ?? { totalCents: 0, thisMonthCents: 0, lastMonthCents: 0 };
}

/** Sums a brand's charges minus completed and pending refunds, in cents, in total and since `monthStart`. */
export async function sumSpending(
  db: Db,
  brandId: WorkspaceId,
  monthStart: Date,
): Promise<{ totalCents: number; thisMonthCents: number }> {
  const { rows } = await sql<{ totalCents: number; thisMonthCents: number }>`
    select coalesce(sum(${SPENT_CENTS}), 0)::int8 as total_cents,
      coalesce(sum(${SPENT_CENTS}) filter (where accepted_at >= ${monthStart}), 0)::int8 as this_month_cents
    from booking where brand_id = ${brandId} and ${IS_SPENDING_BOOKING}`.execute(db);
  return rows[0] ?? { totalCents: 0, thisMonthCents: 0 };
}
