/** Queries for the dashboard: booking counts and recent activity. */
import { BOOKING_STATUSES, BRAND_ONLY_KINDS, REMINDER_KINDS, type BookingStatus } from '@marquee/booking';
import { LIMITS } from '@marquee/validation';
import { sql } from 'kysely';
import { PLANNED_EACH_TIME } from '../../../db/client.ts';
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
