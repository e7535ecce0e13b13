import { sql, type QueryExecutorProvider } from 'kysely';

/**
 * What staff looks at is found by index, however much has piled up: by parts of names, and what is open before what is
 * done.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const [name, table, text] of [
    ['app_user_full_name', 'app_user', 'full_name'],
    ['app_user_email_part', 'app_user', 'email::text'],
    ['app_user_username_part', 'app_user', 'username::text'],
    ['package_name_part', 'package', 'name'],
    ['booking_package_name_part', 'booking', 'package_name'],
  ])
    await sql`create index ${sql.ref(name ?? '')} on ${sql.table(table ?? '')} using gin ((${sql.raw(text ?? '')}) gin_trgm_ops)`.execute(
      db,
    );

  for (const [name, on] of Object.entries({
    settlement_blocked:
      'settlement (claimed_at, booking_id) include (creator_cents) where settled_at is null and voided_at is null and blocked_reason is not null',
    settlement_refunding:
      'settlement (claimed_at desc, booking_id desc) include (refund_cents) where refund_cents > 0 and refunded_at is null and voided_at is null',
    settlement_refunded:
      'settlement (claimed_at desc, booking_id desc) where refund_cents > 0 and refunded_at is not null and voided_at is null',
    surplus_payment_by_time: 'surplus_payment (found_at desc)',
    surplus_payment_refunding: 'surplus_payment (found_at desc) include (amount_cents) where refunded_at is null',
    cancellation_request_of_booking: 'cancellation_request (booking_id)',
    dispute_open: 'dispute (opened_at, id) where closed_at is null',
    dispute_closed: 'dispute (opened_at desc, id desc) where closed_at is not null',
    money_exception_open: 'money_exception (opened_at desc, id desc) where resolved_at is null',
    money_exception_resolved: 'money_exception (opened_at desc, id desc) where resolved_at is not null',
    contact_message_open: 'contact_message (created_at desc, id desc) where answered_at is null',
    contact_message_answered: 'contact_message (created_at desc, id desc) where answered_at is not null',
    admin_action_of_actor: 'admin_action (actor_id, at desc, id desc)',
    admin_action_of_kind: 'admin_action (action, at desc, id desc)',
  })) {
    await sql`create index ${sql.ref(name)} on ${sql.raw(on)}`.execute(db);
  }
}
