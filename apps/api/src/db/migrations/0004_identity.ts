import { sql, type QueryExecutorProvider } from 'kysely';

/** Verified addresses, external sign-in, mails that are owed, and the one-time links in them. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`
    alter table app_user
      add column email_verified_at timestamptz,
      -- The address that a person asked to change to and has not confirmed yet.
      add column pending_email citext check (length(pending_email) <= 254),
      -- A session carries the number it began under; raising it ends every other session at once.
      add column sign_in_version int not null default 0,
      add column deleted_at timestamptz,
      -- Nobody signs in to a deleted account, and nothing of the person is left on it.
      add check (deleted_at is null or (password_hash is null and profile_image_url is null and pending_email is null and bio = ''))`.execute(
    db,
  );

  await sql`
    create table external_identity (
      issuer text not null check (length(issuer) <= 500),
      subject text not null check (length(subject) between 1 and 255),
      user_id uuid not null references app_user on delete cascade,
      -- As the provider last said it, for the person to recognise it by; never used to find an account.
      email text check (length(email) <= 320),
      connected_at timestamptz not null,
      last_used_at timestamptz not null,
      primary key (issuer, subject),
      unique (user_id, issuer)
    )`.execute(db);

  // One mail per kind, subject and person. What it says and to which address is kept only until it is sent.
  await sql`
    create table mail (
      id uuid primary key default gen_random_uuid(),
      kind text not null,
      subject text not null,
      user_id uuid references app_user on delete cascade,
      address text,
      data jsonb,
      created_at timestamptz not null,
      sent_at timestamptz,
      dropped_at timestamptz,
      unique nulls not distinct (kind, subject, user_id),
      check (sent_at is null or dropped_at is null),
      check ((sent_at is null and dropped_at is null) = (data is not null)),
      check (address is null or data is not null)
    )`.execute(db);
  await sql`create index mail_user_id on mail (user_id)`.execute(db);

  await sql`
    create table mail_link (
      -- SHA-256 of the token: a read of this table opens nothing.
      token_hash text primary key,
      purpose text not null check (purpose in ('verify_email', 'reset_password', 'change_email')),
      user_id uuid not null references app_user on delete cascade,
      email citext not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      used_at timestamptz
    )`.execute(db);
  await sql`create index mail_link_user_id on mail_link (user_id, purpose)`.execute(db);
}
