import { sql, type QueryExecutorProvider } from 'kysely';

/** A brand takes an order back, a creator says why it declines, and work that never begins or never ends is given up. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`alter table booking drop constraint booking_cancel_reason_check`.execute(db);
  await sql`
    alter table booking
      add constraint booking_cancel_reason_check check (cancel_reason in ('declined', 'withdrawn', 'not_accepted', 'unpaid',
        'superseded', 'payment_failed', 'agreed', 'not_answered', 'not_started', 'overdue', 'overdue_ended', 'decided', 'charged_back')),
      add column decline_reason text check (decline_reason in ('not_this_time', 'no_time', 'not_a_fit', 'unclear_brief', 'too_much', 'product')),
      add column move_note text check (length(move_note) between 1 and 500),
      add constraint booking_declined_for_a_reason check (decline_reason is null or cancel_reason = 'declined')`.execute(
    db,
  );
}
