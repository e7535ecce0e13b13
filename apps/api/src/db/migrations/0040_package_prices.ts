import { sql, type QueryExecutorProvider } from 'kysely';

/**
 * What each package cost since when. A row is written when a package is made and whenever its price changes, and never
 * changed; it goes with its package. What packages cost before this was kept nobody knows: their rows begin now.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`
    create table package_price (
      seq bigint generated always as identity,
      package_id uuid not null references package on delete cascade,
      price_cents int not null check (price_cents between 100 and 10000000),
      since timestamptz not null,
      primary key (package_id, seq)
    )`.execute(db);
  await sql`insert into package_price (package_id, price_cents, since) select id, price_cents, now() from package`.execute(
    db,
  );
  await sql`
    create function keep_package_price() returns trigger language plpgsql as $$
    begin
      insert into package_price (package_id, price_cents, since) values (new.id, new.price_cents, new.updated_at);
      return null;
    end $$`.execute(db);
  await sql`
    create function keep_first_prices() returns trigger language plpgsql as $$
    begin
      insert into package_price (package_id, price_cents, since) select id, price_cents, created_at from added;
      return null;
    end $$`.execute(db);
  await sql`create trigger package_price_made after insert on package
    referencing new table as added for each statement execute function keep_first_prices()`.execute(db);
  await sql`create trigger package_price_changed after update of price_cents on package
    for each row when (new.price_cents <> old.price_cents) execute function keep_package_price()`.execute(db);
  await sql`create trigger package_price_unchanged before update on package_price
    for each row execute function refuse_change()`.execute(db);
  await sql`
    create function refuse_forgotten_price() returns trigger language plpgsql as $$
    begin
      if exists (select from package where id = old.package_id) then
        raise exception 'package_price is append-only' using errcode = 'insufficient_privilege';
      end if;
      return old;
    end $$`.execute(db);
  await sql`create trigger package_price_append_only before delete on package_price
    for each row execute function refuse_forgotten_price()`.execute(db);
}
