/** Queries for dashboards: booking counts, response statistics and recent activity. */
import {
  BOOKING_STATUSES,
  BRAND_ONLY_KINDS,
  REMINDER_KINDS,
  RESPONSE_STATS_MAX_BOOKINGS,
  type BookingStatus,
  type ResponseFacts,
} from '@marquee/booking';
import { LIMITS } from '@marquee/validation';
import { sql, type RawBuilder } from 'kysely';
import { PLANNED_EACH_TIME } from '../../../db/client.ts';
import { prepareRead } from '../../../db/prepared.ts';
import type { Db } from '../../../db/schema.ts';
import { actorNameSql, type RecordedBookingEvent } from './timeline.sql.ts';

/** Counts a user's bookings by status. Each count stops at `LIMITS.maxBookingCount` + 1. */
export async function countBookingsByStatus(
  db: Db,
  userId: string,
  side: 'brand' | 'creator',
): Promise<Record<BookingStatus, number>> {
  const some = (status: BookingStatus) => sql`
    select ${status} as status, count(*)::int as count from (
      select from booking where ${sql.ref(`${side}_id`)} = ${userId} and status = ${status}
        ${side === 'creator' ? sql`and authorized_at is not null` : sql``} limit ${sql.lit(LIMITS.maxBookingCount + 1)}) as few`;
  const { rows } = await sql<{ status: BookingStatus; count: number }>`
    ${sql.join(BOOKING_STATUSES.map(some), sql` union all `)}`.execute(db);
  return Object.fromEntries(rows.map(({ status, count }) => [status, count])) as Record<BookingStatus, number>;
}

const isOwnAuthorizedBooking = (side: 'brand' | 'creator', userId: RawBuilder<unknown>) =>
  sql`${sql.ref(`${side}Id`)} = ${userId} and authorized_at is not null`;

const countCompletedSql = (side: 'brand' | 'creator', userId: RawBuilder<unknown>) =>
  sql<number>`(select count(*) from booking where ${isOwnAuthorizedBooking(side, userId)} and status = 'completed'
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
  userId: string,
  side: 'brand' | 'creator',
): Promise<BookingCounts> {
  const isOwn = isOwnAuthorizedBooking(side, sql`${userId}`);
  const inState = (status: BookingStatus) =>
    sql`(select count(*) from booking where ${isOwn} and status = ${sql.lit(status)})`;
  const { rows } = await sql<BookingCounts>`
    select ${side === 'brand' ? countCompletedSql(side, sql`${userId}`) : completedBookingsSql(sql`${userId}`)} as completed,
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
  creatorIds: readonly string[],
): Promise<(ResponseFacts & { creatorId: string })[]> => {
  if (creatorIds.length === 0) return [];
  const [one] = creatorIds;
  if (one !== undefined && creatorIds.length === 1) return listCreatorResponseFacts(db, one);
  const { rows } = await sql<
    ResponseFacts & { creatorId: string }
  >`${sql.join(creatorIds.map(selectResponseFacts), sql` union all `)}`.execute(db);
  return rows;
};

const selectResponseFacts = (creatorId: string) => sql<ResponseFacts & { creatorId: string }>`(
  select creator_id, status, cancel_reason, authorized_at, accepted_at, cancelled_at, due_at, review_by, paused_at,
    completed_at, resumed_at
  from booking where creator_id = ${creatorId} and authorized_at is not null
  order by created_at desc, id desc limit ${RESPONSE_STATS_MAX_BOOKINGS})`;

const listCreatorResponseFacts = prepareRead((db: Db, creatorId: string) =>
  db.selectFrom(selectResponseFacts(creatorId).as('facts')).selectAll(),
);

/** Lists the latest events of a user's bookings, without reminders. Creators see only events of authorized bookings. */
export const listRecentActivity = (db: Db, userId: string, side: 'brand' | 'creator', limit: number) =>
  db
    .selectFrom('event')
    .innerJoin('booking', 'booking.id', 'event.bookingId')
    .leftJoin('workspace as actor', 'actor.id', 'event.actorId')
    // Plan the query for each user, because sorting all events is fast for users with few of them and slow for users
    // with thousands.
    .modifyFront(PLANNED_EACH_TIME)
    .select([
      'event.id',
      'event.kind',
      'event.data',
      'event.at',
      'event.actorId',
      'event.personId',
      actorNameSql.as('actorName'),
      'booking.id as bookingId',
      'booking.packageName',
    ])
    .where(side === 'brand' ? 'event.brandId' : 'event.creatorId', '=', userId)
    .where('event.kind', 'not in', side === 'brand' ? REMINDER_KINDS : [...REMINDER_KINDS, ...BRAND_ONLY_KINDS])
    .$if(side === 'creator', (query) => query.where('booking.authorizedAt', 'is not', null))
    .orderBy(sql`event.at desc, event.seq desc`)
    .limit(sql.lit(limit))
    .$castTo<RecordedBookingEvent & { personId: string | null; bookingId: string; packageName: string }>()
    .execute();
