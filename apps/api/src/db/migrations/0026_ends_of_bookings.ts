import { sql, type QueryExecutorProvider } from 'kysely';

/**
 * A brand takes an order back, a creator says why it declines, and work that never begins or never ends is given up.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`alter table booking drop constraint booking_cancel_reason_check`.execute(db);
  await sql`
    alter table booking
      add constraint booking_cancel_reason_check check (cancel_reason in ('declined', 'withdrawn', 'not_accepted', 'unpaid',
        'superseded', 'payment_failed', 'agreed', 'not_answered', 'not_started', 'overdue', 'overdue_ended', 'decided', 'charged_back')),
      add column decline_reason text check (decline_reason in ('not_this_time', 'no_time', 'not_a_fit', 'unclear_brief', 'too_much', 'product')),
      add column move_note text check (length(move_note) between 1 and 500),
      add constraint booking_declined_for_a_reason check (decline_reason is null or cancel_reason = 'declined'),
      -- When accepted or begun work last went on after a request to cancel, a dispute or a chargeback.
      add column resumed_at timestamptz`.execute(db);
  await endWhatIsThere(db);
}

/**
 * Bookings that are there already end like new ones; nobody told their sides, so the time after a standstill begins
 * now.
 */
async function endWhatIsThere(db: QueryExecutorProvider): Promise<void> {
  await sql`update booking set resumed_at = now() where status in ('accepted', 'in_progress')`.execute(db);
  const { rows } = await sql<{ queue: string | null }>`
    select to_regclass('graphile_worker._private_jobs')::text as queue`.execute(db);
  // A new database gets its queue, and its bookings, later.
  if (rows[0]?.queue == null) return;
  // The job looks at the booking and waits for its time.
  await sql`select count(graphile_worker.add_job('cancellations.end_stalled', json_build_object('bookingId', id),
      max_attempts => 32767, job_key => 'cancellations.end_stalled:' || id))
    from booking where status in ('accepted', 'in_progress') and payment_state = 'held'`.execute(db);
  // Staff has a time to decide from now on.
  await sql`select count(graphile_worker.add_job('disputes.lapse', json_build_object('disputeId', id),
      max_attempts => 32767, job_key => 'disputes.lapse:' || id)) from dispute where closed_at is null`.execute(db);
}
