/**
 * Mails that somebody can cause again and again are sent an hour apart, and the mails of a
 * booking's steps are named after their events. A dispute counts the offers made in it.
 */
import { sql, type QueryExecutorProvider } from 'kysely';

export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`alter table mail add booking_id uuid references booking on delete cascade, add due_at timestamptz`.execute(
    db,
  );
  await sql`update mail set due_at = created_at`.execute(db);
  await sql`alter table mail alter due_at set not null`.execute(db);
  await sql`create index mail_spaced on mail (user_id, booking_id, kind, due_at) where booking_id is not null`.execute(
    db,
  );
  const renamed = [
    ['booking_requested', 'payment.authorized', null],
    ['booking_accepted', 'payment.captured', null],
    ['booking_ended', 'booking.lapsed', null],
    ['booking_started', 'booking.moved', 'in_progress'],
    ['booking_completed', 'booking.moved', 'completed'],
  ] as const;
  for (const [before, after, to] of renamed) {
    await sql`update mail set kind = ${after}, subject = subject || ${to === null ? '' : `:${to}`},
      data = data || ${JSON.stringify({ actor: null, event: to === null ? {} : { to } })}::jsonb where kind = ${before}`.execute(
      db,
    );
  }
  await sql`alter table dispute add offers int not null default 0 check (offers between 0 and 10)`.execute(db);
  await sql`update dispute set offers = least(10, (
    select count(*) from event where event.booking_id = dispute.booking_id and event.kind = 'dispute.split_offered'
      and event.data->>'disputeId' = dispute.id::text))`.execute(db);
}
