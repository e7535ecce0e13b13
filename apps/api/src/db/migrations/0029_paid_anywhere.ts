import { sql, type QueryExecutorProvider } from 'kysely';

/** In which country a creator is paid, which account a payout went to, and what banks sent back. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`
    alter table app_user
      add payout_country text check (payout_country ~ '^[A-Z]{2}$'),
      add payout_agreement text check (payout_agreement in ('full', 'recipient'))`.execute(db);
  // Until now every account was made in the United States.
  await sql`update app_user set payout_country = 'US', payout_agreement = 'full' where stripe_account_id is not null`.execute(
    db,
  );
  // Accounts in a wrong country, which nothing was verified of: nothing is ever paid to them.
  await sql`
    create table payout_account_left (
      stripe_account_id text primary key,
      user_id uuid not null references app_user (id),
      country text not null,
      left_at timestamptz not null
    )`.execute(db);
  await sql`create index payout_account_left_of on payout_account_left (user_id)`.execute(db);
  // Null: from before this was kept, when nobody had more than one account.
  await sql`alter table settlement add paid_account_id text`.execute(db);
  await sql`
    create table returned_payout (
      stripe_payout_id text primary key,
      stripe_account_id text not null,
      creator_id uuid not null references app_user (id),
      amount bigint not null check (amount > 0),
      currency text not null,
      failure_code text not null,
      bank_id text,
      found_at timestamptz not null,
      resolved_at timestamptz
    )`.execute(db);
  await sql`create index returned_payout_open on returned_payout (creator_id, found_at) where resolved_at is null`.execute(
    db,
  );
  await sql`create index returned_payout_of on returned_payout (creator_id)`.execute(db);
}
