/** What ages is found by its time; refused tries to make an account at Stripe are counted. */
import { sql, type QueryExecutorProvider } from 'kysely';

export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`create index mail_link_expires_at on mail_link (expires_at)`.execute(db);
  await sql`create index rate_limit_expire on rate_limit (expire)`.execute(db);
  await sql`create index mail_done_at on mail (coalesce(sent_at, dropped_at)) where data is null`.execute(db);
  await sql`create index stripe_event_received_at on stripe_event (received_at)`.execute(db);
  await sql`alter table app_user add stripe_account_attempt int not null default 0`.execute(db);
  await sql`create index profile_view_day on profile_view (day)`.execute(db);
}
