import { sql, type QueryExecutorProvider } from 'kysely';

/** When the next step of a booking is due; the same expression as in migration 0037. */
const DUE = `(case status
  when 'pending' then coalesce(accept_by, created_at) at time zone 'UTC'
  when 'accepted' then accepted_at at time zone 'UTC' + greatest((windows ->> 'startDays')::int, lead_days) * interval '1 day'
  when 'in_progress' then due_at at time zone 'UTC'
  else release_at at time zone 'UTC' end)`;

/**
 * A booking says how many of its deliverables have a latest version that the brand has not decided about, so that the
 * brand's list of what waits finds them. Whoever writes a version or a verdict has locked the booking.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`alter table booking add column versions_waiting smallint not null default 0`.execute(db);
  await sql`
    create function count_versions_waiting(of_booking uuid) returns int language sql stable as $$
      select count(*)::int from deliverable cross join lateral (
        select verdict from delivery where deliverable_id = deliverable.id order by number desc limit 1
      ) as latest
      where booking_id = of_booking and latest.verdict is null
    $$`.execute(db);
  await sql`
    update booking set versions_waiting = count_versions_waiting(id)
    where id in (select booking_id from deliverable)`.execute(db);
  await sql`
    create function delivery_waits() returns trigger language plpgsql as $$
    declare
      of_booking uuid := (select booking_id from deliverable where id = new.deliverable_id);
      waiting int := count_versions_waiting(of_booking);
    begin
      update booking set versions_waiting = waiting where id = of_booking and versions_waiting <> waiting;
      return null;
    end $$`.execute(db);
  await sql`create trigger delivery_waits after insert or update of verdict on delivery
    for each row execute function delivery_waits()`.execute(db);
  await sql`drop index booking_waiting_for_brand`.execute(db);
  await sql`create index booking_waiting_for_brand on booking (brand_id, ${sql.raw(DUE)}, id)
    where (status = 'pending' and payment_state = 'requires_payment') or (status = 'completed' and payment_state = 'held')
      or (status = 'in_progress' and payment_state = 'held' and versions_waiting > 0)`.execute(db);
}
