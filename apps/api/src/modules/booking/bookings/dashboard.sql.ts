/** Queries for the dashboard: bookings in which a side has to act next, booking counts and recent activity. */
import { type Side, BOOKING_STATUSES, BRAND_ONLY_KINDS, REMINDER_KINDS, type BookingStatus } from '@marquee/booking';
import { LIMITS } from '@marquee/validation';
import {
  ACTION_PERMISSIONS,
  hasPermission,
  type WorkspaceRole,
  type Permission,
  type PersonId,
  type WorkspaceId,
} from '@marquee/contracts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../db/schema.ts';
import { PLANNED_EACH_TIME } from '../../../db/client.ts';
import { actorNameSql, type RecordedBookingEvent } from './timeline.sql.ts';

/** Maximum number of bookings with a pending action that are counted. */
export const MAX_WAITING = 50;

/**
 * The time at which a booking's next action is due. The indexes `booking_states_of_*` use the same expression. For work
 * in progress, it is the stored due date without the delay of an open review (`find_due_at`), because that delay grows
 * over time, so that an index cannot be sorted by it.
 */
const nextDueAtSql = sql`(case status
  when 'pending' then coalesce(accept_by, created_at) at time zone 'UTC'
  when 'accepted' then accepted_at at time zone 'UTC' + greatest((windows ->> 'startDays')::int, lead_days) * interval '1 day'
  when 'in_progress' then due_at at time zone 'UTC'
  else release_at at time zone 'UTC' end)`;

const { creator, brand } = ACTION_PERMISSIONS;

/**
 * The booking states in which each side has to act next, and the permission that the action needs. Each condition is
 * one range of an index that is ordered by deadline.
 */
const STATES_BY_SIDE_TO_ACT: Record<Side, readonly { state: RawBuilder<unknown>; permission: Permission }[]> = {
  creator: [
    { state: sql`status = 'pending' and payment_state = 'authorized'`, permission: creator.pending },
    { state: sql`status = 'accepted' and payment_state = 'held'`, permission: creator.accepted },
    { state: sql`status = 'in_progress' and payment_state = 'held'`, permission: creator.in_progress },
  ],
  brand: [
    { state: sql`status = 'pending' and payment_state = 'requires_payment'`, permission: brand.pending },
    {
      state: sql`status = 'in_progress' and payment_state = 'held' and versions_waiting > 0`,
      permission: brand.in_progress,
    },
    { state: sql`status = 'completed' and payment_state = 'held'`, permission: brand.completed },
  ],
};

/**
 * Lists the ids of the bookings of a workspace in which a member with this role has to act next, earliest deadline
 * first, up to `MAX_WAITING` + 1. Expresses `isWaitingForSide` of libs/booking in SQL, so that indexes can be used.
 * bookings-list.spec.ts compares the two.
 */
export async function listWaitingBookingIds(
  db: Db,
  { workspaceId, side, role }: { workspaceId: WorkspaceId; side: Side; role: WorkspaceRole },
): Promise<string[]> {
  const owner = sql.ref(`${side}_id`);
  const first = (order: RawBuilder<unknown>) => sql`order by ${order} limit ${sql.lit(MAX_WAITING + 1)}`;
  const turns = STATES_BY_SIDE_TO_ACT[side]
    .filter(({ permission }) => hasPermission(role, permission))
    .map(
      ({ state }) => sql`
        (select id, ${nextDueAtSql} as due from booking where ${owner} = ${workspaceId} and ${state}
          and id not in (select booking_id from cancellation_request where ${owner} = ${workspaceId} and closed_at is null)
        ${first(sql`${nextDueAtSql}, id`)})`,
    );
  if (hasPermission(role, 'bookings.decide'))
    turns.push(
      sql`(select booking_id as id, answer_by at time zone 'UTC' as due from cancellation_request
        where ${owner} = ${workspaceId} and closed_at is null and requested_by_workspace_id <> ${workspaceId}
          and not exists (select from chargeback where booking_id = cancellation_request.booking_id and outcome is distinct from 'won')
        ${first(sql`answer_by, booking_id`)})`,
      sql`(select booking_id as id, case when offered_at is null then answer_by at time zone 'UTC' end as due from dispute
        where ${owner} = ${workspaceId} and closed_at is null and ${
          side === 'brand'
            ? sql`(offered_at is not null or (opened_by_workspace_id <> brand_id and answered_at is null and answer_missed_at is null))`
            : sql`offered_at is null and opened_by_workspace_id <> creator_id and answered_at is null and answer_missed_at is null`
        }
          and not exists (select from chargeback where booking_id = dispute.booking_id and outcome is distinct from 'won')
        ${first(sql`answer_by, booking_id`)})`,
    );
  if (turns.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select id from (${sql.join(turns, sql` union all `)}
    ) as waiting order by due nulls last, id limit ${sql.lit(MAX_WAITING + 1)}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Counts a user's bookings by status. Each count stops at `LIMITS.maxBookingCount` + 1. */
export async function countBookingsByStatus(
  db: Db,
  workspaceId: WorkspaceId,
  side: 'brand' | 'creator',
): Promise<Record<BookingStatus, number>> {
  const some = (status: BookingStatus) => sql`
    select ${status} as status, count(*)::int as count from (
      select from booking where ${sql.ref(`${side}_id`)} = ${workspaceId} and status = ${status}
        ${side === 'creator' ? sql`and authorized_at is not null` : sql``} limit ${sql.lit(LIMITS.maxBookingCount + 1)}) as few`;
  const { rows } = await sql<{ status: BookingStatus; count: number }>`
    ${sql.join(BOOKING_STATUSES.map(some), sql` union all `)}`.execute(db);
  return Object.fromEntries(rows.map(({ status, count }) => [status, count])) as Record<BookingStatus, number>;
}

/** Lists the latest events of a user's bookings, without reminders. Creators see only events of authorized bookings. */
export const listRecentActivity = (db: Db, workspaceId: WorkspaceId, side: 'brand' | 'creator', limit: number) =>
  db
    .selectFrom('event')
    .innerJoin('booking', 'booking.id', 'event.bookingId')
    .leftJoin('workspace as actor', 'actor.id', 'event.actorWorkspaceId')
    // Plan the query for each user, because sorting all events is fast for users with few of them and slow for users
    // with thousands.
    .modifyFront(PLANNED_EACH_TIME)
    .select([
      'event.id',
      'event.kind',
      'event.data',
      'event.at',
      'event.actorWorkspaceId',
      'event.actorPersonId',
      actorNameSql.as('actorName'),
      'booking.id as bookingId',
      'booking.packageName',
    ])
    .where(side === 'brand' ? 'event.brandId' : 'event.creatorId', '=', workspaceId)
    .where('event.kind', 'not in', side === 'brand' ? REMINDER_KINDS : [...REMINDER_KINDS, ...BRAND_ONLY_KINDS])
    .$if(side === 'creator', (query) => query.where('booking.authorizedAt', 'is not', null))
    .orderBy(sql`event.at desc, event.seq desc`)
    .limit(sql.lit(limit))
    .$castTo<RecordedBookingEvent & { actorPersonId: PersonId | null; bookingId: string; packageName: string }>()
    .execute();
