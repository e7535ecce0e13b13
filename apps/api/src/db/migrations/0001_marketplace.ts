import { sql, type QueryExecutorProvider } from 'kysely';

/** Users, packages, questionnaires, bookings. The constraints say what must never be false. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`create extension if not exists citext`.execute(db);

  await sql`
    create table app_user (
      id uuid primary key default gen_random_uuid(),
      username citext not null unique check (username ~ '^[a-z0-9][a-z0-9_]{1,28}[a-z0-9]$'),
      full_name text not null check (length(full_name) between 2 and 100),
      email citext not null unique check (length(email) <= 254),
      user_type text not null check (user_type in ('influencer', 'brand')),
      password_hash text,
      bio text not null default 'Professional content creator ready to help your brand succeed.' check (length(bio) <= 2000),
      location text not null default 'Available Worldwide' check (length(location) <= 120),
      profile_image_url text,
      stripe_account_id text unique,
      payouts_enabled boolean not null default false,
      created_at timestamptz not null
    )`.execute(db);

  await sql`
    create table session (
      id_hash text primary key,
      user_id uuid references app_user on delete cascade,
      data jsonb not null,
      user_agent text,
      ip text,
      created_at timestamptz not null,
      last_seen_at timestamptz not null,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index session_user_id on session (user_id)`.execute(db);
  await sql`create index session_expires_at on session (expires_at)`.execute(db);

  await sql`
    create table package (
      id uuid primary key default gen_random_uuid(),
      creator_id uuid not null references app_user,
      name text not null check (length(name) between 1 and 120),
      description text not null check (length(description) between 1 and 2000),
      price_cents int not null check (price_cents between 100 and 10000000),
      delivery_days int not null check (delivery_days between 1 and 365),
      features text[] not null check (cardinality(features) <= 20),
      is_popular boolean not null,
      is_active boolean not null,
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`.execute(db);
  await sql`create index package_creator_id on package (creator_id, created_at desc)`.execute(db);

  await sql`
    create table questionnaire (
      package_id uuid primary key references package on delete cascade,
      questions jsonb not null check (jsonb_typeof(questions) = 'array'),
      updated_at timestamptz not null
    )`.execute(db);

  await sql`
    create table booking (
      id uuid primary key default gen_random_uuid(),
      package_id uuid references package on delete set null,
      brand_id uuid not null references app_user,
      creator_id uuid not null references app_user,
      status text not null check (status in ('pending', 'accepted', 'in_progress', 'completed', 'cancelled')),
      payment_state text not null check (payment_state in ('requires_payment', 'authorized', 'capturing', 'held', 'releasing',
        'released', 'refunding', 'refunded', 'split', 'voided', 'disputed')),
      cancel_reason text check (cancel_reason in ('declined', 'not_accepted', 'unpaid', 'superseded', 'payment_failed')),
      package_name text not null,
      package_description text not null,
      delivery_days int not null,
      features text[] not null,
      price_cents int not null check (price_cents between 100 and 10000000),
      fee_cents int not null check (fee_cents = (15 * price_cents + 50) / 100),
      total_cents int not null check (total_cents = price_cents + fee_cents),
      customer jsonb not null check (jsonb_typeof(customer) = 'object'),
      questions jsonb not null check (jsonb_typeof(questions) = 'array'),
      answers jsonb not null check (jsonb_typeof(answers) = 'array'),
      stripe_payment_intent_id text unique,
      stripe_charge_id text unique,
      created_at timestamptz not null,
      authorized_at timestamptz,
      accept_by timestamptz,
      accepted_at timestamptz,
      started_at timestamptz,
      due_at timestamptz,
      completed_at timestamptz,
      release_at timestamptz,
      approved_at timestamptz,
      released_at timestamptz,
      cancelled_at timestamptz,
      check (creator_id <> brand_id),
      check ((status = 'cancelled') = (cancel_reason is not null)),
      -- Work never starts on money that is not there.
      check (status not in ('in_progress', 'completed') or payment_state not in ('requires_payment', 'authorized', 'capturing', 'voided')),
      check (status <> 'accepted' or payment_state not in ('requires_payment', 'authorized', 'voided')),
      check (status <> 'pending' or payment_state in ('requires_payment', 'authorized')),
      check (payment_state in ('requires_payment', 'voided') or authorized_at is not null)
    )`.execute(db);
  // Decisions: asking again while an unpaid booking is open returns that one; there can be only one to return.
  await sql`create unique index booking_one_open on booking (brand_id, package_id)
    where status = 'pending' and payment_state = 'requires_payment'`.execute(db);
  await sql`create index booking_of_brand on booking (brand_id, created_at desc, id desc)`.execute(db);
  await sql`create index booking_of_creator on booking (creator_id, created_at desc, id desc)
    where authorized_at is not null`.execute(db);

  await sql`
    create table event (
      id uuid primary key default gen_random_uuid(),
      seq bigint generated always as identity,
      kind text not null,
      booking_id uuid references booking,
      actor_id uuid references app_user,
      data jsonb not null,
      at timestamptz not null
    )`.execute(db);
  await sql`create index event_of_booking on event (booking_id, seq)`.execute(db);

  await sql`
    create table profile_view (
      creator_id uuid not null references app_user on delete cascade,
      viewer text not null,
      day date not null,
      primary key (creator_id, day, viewer)
    )`.execute(db);

  // Laid out as rate-limiter-flexible expects it; it would create the table itself at the first request otherwise.
  await sql`
    create table rate_limit (
      key varchar(255) primary key,
      points integer not null default 0,
      expire bigint
    )`.execute(db);
}
