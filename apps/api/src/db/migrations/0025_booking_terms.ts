import { sql, type QueryExecutorProvider } from 'kysely';

const FIRST = `{"unpaidHours": 24, "acceptHours": 72, "startDays": 7, "startEndDays": 14, "cancellationHours": 72,
  "overdueDays": 3, "overdueEndDays": 30, "disputeDays": 7, "releaseDays": 5}`;

/**
 * The fee and the windows are the operator's: one row for each time that they were set, never changed. A booking keeps
 * those that it was ordered under, and its fee is checked with its own rate.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`
    create table booking_terms (
      id uuid primary key default gen_random_uuid(),
      number int not null unique check (number > 0),
      fee_bps int not null check (fee_bps between 0 and 3000),
      windows jsonb not null check (jsonb_typeof(windows) = 'object'),
      -- Null: the product came with them.
      set_by uuid references app_user,
      reason text not null check (length(reason) between 1 and 1000),
      set_at timestamptz not null,
      -- What the bookings refer to.
      unique (number, fee_bps, windows)
    )`.execute(db);
  await sql`insert into booking_terms (number, fee_bps, windows, reason, set_at)
    values (1, 1500, ${sql.lit(FIRST)}::jsonb, 'The terms that the product came with', '2026-01-01')`.execute(db);
  await sql`create index booking_terms_at on booking_terms (set_at desc, id desc)`.execute(db);
  await sql`create trigger booking_terms_append_only before update or delete on booking_terms
    for each row execute function refuse_change()`.execute(db);
  await sql`create trigger booking_terms_no_truncate before truncate on booking_terms
    for each statement execute function refuse_change()`.execute(db);

  await sql`
    alter table booking
      add column terms_number int not null default 1,
      add column fee_bps int not null default 1500,
      add column windows jsonb not null default ${sql.lit(FIRST)}::jsonb`.execute(db);
  // The check of the one rate there was; it has the name that PostgreSQL gave it.
  await sql`
    do $$ declare one_rate name;
    begin
      select conname into strict one_rate from pg_constraint
        where conrelid = 'booking'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%15 * price_cents%';
      execute format('alter table booking drop constraint %I', one_rate);
    end $$`.execute(db);
  await sql`
    alter table booking
      alter column terms_number drop default,
      alter column fee_bps drop default,
      alter column windows drop default,
      add constraint booking_terms_are_real foreign key (terms_number, fee_bps, windows)
        references booking_terms (number, fee_bps, windows),
      add constraint booking_fee_is_its_rate check (fee_cents = (fee_bps::bigint * price_cents + 5000) / 10000)`.execute(
    db,
  );
}
