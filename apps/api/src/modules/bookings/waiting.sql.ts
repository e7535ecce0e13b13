/** Finds the bookings in which a side has to act next. */
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../db/schema.ts';

/** Maximum number of bookings with a pending action that are counted. */
export const MAX_WAITING = 50;

/**
 * The time at which a booking's next action is due. The indexes `booking_states_of_*` use the same expression. For work
 * in progress it is the stored due date without the delay of an open review (`find_due_at`), because the delay grows
 * with the time, and an index cannot be sorted by it.
 */
const nextDueAtSql = sql`(case status
  when 'pending' then coalesce(accept_by, created_at) at time zone 'UTC'
  when 'accepted' then accepted_at at time zone 'UTC' + greatest((windows ->> 'startDays')::int, lead_days) * interval '1 day'
  when 'in_progress' then due_at at time zone 'UTC'
  else release_at at time zone 'UTC' end)`;

/**
 * By side, the booking states in which that side has to act next. Each condition is one range of an index that is
 * ordered by deadline.
 */
const STATES_BY_SIDE_TO_ACT = {
  creator: [
    sql`status = 'pending' and payment_state = 'authorized'`,
    sql`status = 'accepted' and payment_state = 'held'`,
    sql`status = 'in_progress' and payment_state = 'held'`,
  ],
  brand: [
    sql`status = 'pending' and payment_state = 'requires_payment'`,
    sql`status = 'in_progress' and payment_state = 'held' and versions_waiting > 0`,
    sql`status = 'completed' and payment_state = 'held'`,
  ],
} as const;

/**
 * Lists the ids of the bookings in which the user has to act next, earliest deadline first, up to `MAX_WAITING` + 1.
 * Expresses `isWaitingForSide` of libs/booking in SQL, so that indexes can be used. bookings-list.spec.ts compares
 * the two.
 */
export async function listWaitingBookingIds(db: Db, userId: string, side: 'brand' | 'creator'): Promise<string[]> {
  const owner = sql.ref(`${side}_id`);
  const first = (order: RawBuilder<unknown>) => sql`order by ${order} limit ${sql.lit(MAX_WAITING + 1)}`;
  const turns = STATES_BY_SIDE_TO_ACT[side].map(
    (turn) => sql`
      (select id, ${nextDueAtSql} as due from booking where ${owner} = ${userId} and ${turn}
          and id not in (select booking_id from cancellation_request where ${owner} = ${userId} and closed_at is null)
        ${first(sql`${nextDueAtSql}, id`)})`,
  );
  const { rows } = await sql<{ id: string }>`
    select id from (
      ${sql.join(turns, sql` union all `)}
      union all
      (select booking_id, answer_by at time zone 'UTC' from cancellation_request
        where ${owner} = ${userId} and closed_at is null and asked_by <> ${userId}
          and not exists (select from chargeback where booking_id = cancellation_request.booking_id and outcome is distinct from 'won')
        ${first(sql`answer_by, booking_id`)})
      union all
      (select booking_id, case when offered_at is null then answer_by at time zone 'UTC' end from dispute
        where ${owner} = ${userId} and closed_at is null and ${
          side === 'brand'
            ? sql`(offered_at is not null or (opened_by <> brand_id and answered_at is null and answer_missed_at is null))`
            : sql`offered_at is null and opened_by <> creator_id and answered_at is null and answer_missed_at is null`
        }
          and not exists (select from chargeback where booking_id = dispute.booking_id and outcome is distinct from 'won')
        ${first(sql`answer_by, booking_id`)})
    ) as waiting order by due nulls last, id limit ${sql.lit(MAX_WAITING + 1)}`.execute(db);
  return rows.map(({ id }) => id);
}
