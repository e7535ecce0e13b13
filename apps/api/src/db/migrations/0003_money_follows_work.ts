import { sql, type QueryExecutorProvider } from 'kysely';

/** What a payment may be for the status that its booking has, and a settlement for the transfer that it made. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  // safety.md M5: nothing is transferred before the work is completed.
  await sql`alter table booking add constraint booking_paid_for_work
    check (payment_state not in ('releasing', 'released') or status = 'completed')`.execute(db);
  // safety.md M7: a cancelled booking has nothing captured, or everything refunded.
  await sql`alter table booking add constraint booking_cancelled_keeps_nothing
    check (status <> 'cancelled' or payment_state not in ('capturing', 'held', 'releasing', 'released'))`.execute(db);
  await sql`alter table settlement add constraint settlement_release_has_transfer
    check (kind <> 'release' or (settled_at is null) = (stripe_transfer_id is null))`.execute(db);
}
