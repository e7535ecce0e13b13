import { sql, type QueryExecutorProvider } from 'kysely';

/** When the next step of a booking is due (0033), with the creator's days of notice. */
const DUE = `(case status
  when 'pending' then coalesce(accept_by, created_at) at time zone 'UTC'
  when 'accepted' then accepted_at at time zone 'UTC' + greatest((windows ->> 'startDays')::int, lead_days) * interval '1 day'
  when 'in_progress' then due_at at time zone 'UTC'
  else release_at at time zone 'UTC' end)`;

/**
 * A creator's availability and the brands that wait for a place. What holds a place is not counted anywhere: it is read
 * from the bookings, by an index of those that are not over.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`
    create table creator_availability (
      creator_id uuid primary key references app_user on delete cascade,
      most_bookings int check (most_bookings between 1 and 100),
      lead_days int not null check (lead_days between 0 and 60),
      updated_at timestamptz not null
    )`.execute(db);
  // The position is part of the key, so there are never more than twenty.
  await sql`
    create table time_off (
      creator_id uuid references creator_availability on delete cascade,
      position smallint check (position between 1 and 20),
      first_day date not null,
      last_day date not null,
      primary key (creator_id, position),
      check (last_day >= first_day and last_day - first_day < 366)
    )`.execute(db);
  await sql`
    create table waiting_place (
      id uuid primary key default gen_random_uuid(),
      -- In the order in which they joined.
      seq bigint generated always as identity,
      creator_id uuid not null references creator_availability on delete cascade,
      brand_id uuid not null references app_user,
      -- Null: the package was deleted.
      package_id uuid references package on delete set null,
      package_name text not null,
      price_cents int not null,
      -- The order as it was filled in; null: not, or not needed any more.
      customer jsonb,
      answers jsonb,
      joined_at timestamptz not null,
      offered_at timestamptz,
      expires_at timestamptz,
      ended_at timestamptz,
      outcome text check (outcome in ('booked', 'left', 'declined', 'expired', 'gone')),
      booking_id uuid references booking,
      check ((offered_at is null) = (expires_at is null)),
      check ((ended_at is null) = (outcome is null)),
      check (outcome is distinct from 'declined' or offered_at is not null),
      check (outcome is distinct from 'expired' or offered_at is not null),
      check ((booking_id is not null) = (outcome is not distinct from 'booked')),
      -- What is over keeps nothing of the order.
      check (ended_at is null or (customer is null and answers is null))
    )`.execute(db);
  await sql`create unique index waiting_place_once on waiting_place (creator_id, brand_id) where ended_at is null`.execute(
    db,
  );
  await sql`create index waiting_place_line on waiting_place (creator_id, seq) where ended_at is null`.execute(db);
  await sql`create index waiting_place_of_brand on waiting_place (brand_id, seq) where ended_at is null`.execute(db);
  await sql`create index waiting_place_of_package on waiting_place (package_id)`.execute(db);
  await sql`create index waiting_place_of_booking on waiting_place (booking_id)`.execute(db);
  await sql`create index waiting_place_history on waiting_place (brand_id, joined_at)`.execute(db);

  // The locks make those who join one line, or join as one brand, wait for each other: each counts what the other
  // added.
  await sql`create function limit_waiting_places() returns trigger language plpgsql as $$ begin
    perform pg_advisory_xact_lock(hashtextextended('waiting for ' || new.creator_id, 0));
    perform pg_advisory_xact_lock(hashtextextended('waiting of ' || new.brand_id, 0));
    if (select count(*) from waiting_place where creator_id = new.creator_id and ended_at is null) >= 50 then
      raise exception 'too many wait' using errcode = 'check_violation', constraint = 'waiting_line_limit';
    end if;
    if (select count(*) from waiting_place where brand_id = new.brand_id and ended_at is null) >= 20 then
      raise exception 'too many places' using errcode = 'check_violation', constraint = 'waiting_places_limit';
    end if;
    return new;
  end $$`.execute(db);
  await sql`create trigger waiting_place_limits before insert on waiting_place
    for each row execute function limit_waiting_places()`.execute(db);

  // Of an order whose creator counts places: paid until then, or the place is free again.
  await sql`alter table booking add column pay_by timestamptz`.execute(db);
  await sql`alter table booking add column lead_days int not null default 0 check (lead_days between 0 and 90)`.execute(
    db,
  );
  await sql`create index booking_occupying on booking (creator_id, due_at)
    where status in ('pending', 'accepted', 'in_progress')`.execute(db);
  await sql`drop index booking_waiting_for_creator`.execute(db);
  await sql`create index booking_waiting_for_creator on booking (creator_id, ${sql.raw(DUE)}, id)
    where status in ('pending', 'accepted', 'in_progress') and payment_state in ('authorized', 'held')`.execute(db);
}
