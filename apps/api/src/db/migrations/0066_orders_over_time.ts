import { sql, type QueryExecutorProvider } from 'kysely';

/**
 * Figures over orders and spending are answered by indexes alone: what a creator's orders came to, and what a brand's
 * charged bookings were worth, by the days of a span. A booking keeps the first category of its creator as it was at
 * the order, and what its settlement gives back, so that spending needs neither creator nor settlement. Views of
 * profiles are counted by the day, so that who viewed is kept for as long only as nobody may count twice.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`alter table booking add column category text`.execute(db);
  await sql`update booking set category = categories[1] from app_user where app_user.id = creator_id`.execute(db);
  await sql`
    create function booking_category() returns trigger language plpgsql as $$
    begin
      new.category := (select categories[1] from app_user where id = new.creator_id);
      return new;
    end $$`.execute(db);
  await sql`create trigger booking_category before insert on booking
    for each row execute function booking_category()`.execute(db);
  // A booking is settled once, and whoever settles it has locked it.
  await sql`alter table booking add column refund_cents int not null default 0 check (refund_cents between 0 and total_cents)`.execute(
    db,
  );
  await sql`
    update booking set refund_cents = settlement.refund_cents from settlement
    where booking_id = booking.id and settlement.refund_cents > 0`.execute(db);
  await sql`
    create function settlement_refund() returns trigger language plpgsql as $$
    begin
      update booking set refund_cents = new.refund_cents where id = new.booking_id;
      return null;
    end $$`.execute(db);
  await sql`create trigger settlement_refund after insert or update of refund_cents on settlement
    for each row when (new.refund_cents > 0) execute function settlement_refund()`.execute(db);
  await sql`create index booking_orders_of_creator on booking (creator_id, created_at desc)
    include (package_id, status, cancel_reason, authorized_at, accepted_at)
    where cancel_reason is distinct from 'superseded'`.execute(db);
  await sql`drop index booking_spending`.execute(db);
  await sql`create index booking_spending on booking (brand_id, accepted_at desc)
    include (id, total_cents, refund_cents, payment_state, status, creator_id, category)
    where payment_state in ('held', 'releasing', 'released', 'refunding', 'split', 'disputed')`.execute(db);
  await views(db);
}

async function views(db: QueryExecutorProvider): Promise<void> {
  await sql`
    create table creator_view_day (
      creator_id uuid not null references app_user,
      day date not null,
      views int not null check (views > 0),
      primary key (creator_id, day)
    )`.execute(db);
  await sql`create index creator_view_day_day on creator_view_day (day)`.execute(db);
  await sql`
    insert into creator_view_day select creator_id, day, count(*) from profile_view group by creator_id, day`.execute(
    db,
  );
  await sql`
    create function profile_view_counted() returns trigger language plpgsql as $$
    begin
      insert into creator_view_day as kept select creator_id, day, count(*) from added group by creator_id, day
        order by creator_id, day
      on conflict (creator_id, day) do update set views = kept.views + excluded.views;
      return null;
    end $$`.execute(db);
  await sql`create trigger profile_view_counted after insert on profile_view
    referencing new table as added for each statement execute function profile_view_counted()`.execute(db);
}
