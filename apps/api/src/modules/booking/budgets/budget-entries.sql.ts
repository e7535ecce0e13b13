/** Keeps the amounts of budget periods equal to the bookings that use them (docs/safety.md M18). */
import type { WorkspaceId } from '@marquee/contracts';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../../../db/schema.ts';

/** The rest of a budget period in cents, or null without a period. */
export const budgetLeftSql = sql<number | null>`budget_period.limit_cents - budget_period.requested_cents
  - budget_period.committed_cents - budget_period.spent_cents`;

/**
 * Matches bookings, and locks their budget periods. Queries that lock a booking contain this condition, so that the
 * period is locked before the booking, in the same order as an order does it.
 */
export const locksBudgetPeriodSql = sql<boolean>`(booking.budget_period_id is null or lock_budget_period(booking.budget_period_id))`;

/**
 * Locks the budget period of a new order and the periods of the brand's unpaid orders, which the new order may
 * replace. Locks them in the order of their ids, so that two calls cannot deadlock.
 */
export const lockBudgetPeriods = (db: Transaction<Database>, brandId: WorkspaceId, periodId: string | null) =>
  sql`
    select from budget_period
    where id = ${periodId} or id in (
      select budget_period_id from booking where brand_id = ${brandId} and status = 'pending' and payment_state = 'requires_payment')
    order by id for no key update`.execute(db);

/**
 * Locks the budget periods of a user's bookings whose money is not settled, before the bookings themselves are locked.
 */
export const lockBudgetPeriodsOfWorkspace = (db: Transaction<Database>, workspaceId: WorkspaceId) =>
  sql`
    select from budget_period
    where id in (
      select budget_period_id from booking where (brand_id = ${workspaceId} or creator_id = ${workspaceId} or agency_id = ${workspaceId}) and budget_period_id is not null
        and (status in ('accepted', 'in_progress', 'completed') or status = 'pending'))
    order by id for no key update`.execute(db);

/**
 * Updates the budget entry of a booking after a change of the booking, its settlement or its chargeback, and the
 * amounts of its budget period. The caller has locked the period. Does nothing if the booking uses no budget.
 */
export const moveBudget = (db: Transaction<Database>, bookingId: string) =>
  sql`
    with due as (
      select period_id, state, cents from budget_use where booking_id = ${bookingId}::uuid
    ), was as (
      select state, cents from budget_entry where booking_id = ${bookingId}::uuid
    ), entered as (
      insert into budget_entry as entry (booking_id, period_id, state, cents)
      select ${bookingId}::uuid, period_id, state, cents from due
      on conflict (booking_id) do update set state = excluded.state, cents = excluded.cents
        where (entry.state, entry.cents) is distinct from (excluded.state, excluded.cents)
      returning period_id
    ), change as (
      select coalesce(sum(cents) filter (where state = 'committed'), 0) as committed,
        coalesce(sum(cents) filter (where state = 'spent'), 0) as spent
      from (select state, cents from due union all select state, -cents from was) as both_sides
    )
    update budget_period set committed_cents = committed_cents + change.committed, spent_cents = spent_cents + change.spent
    from entered, change where budget_period.id = entered.period_id`.execute(db);
