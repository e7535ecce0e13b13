import { sql, type QueryExecutorProvider } from 'kysely';

/** When the next step of a booking is due, as a time without zone in UTC, which an index can hold. */
const DUE = `(case status
  when 'pending' then coalesce(accept_by, created_at) at time zone 'UTC'
  when 'accepted' then accepted_at at time zone 'UTC' + (windows ->> 'startDays')::int * interval '1 day'
  when 'in_progress' then due_at at time zone 'UTC'
  else release_at at time zone 'UTC' end)`;

/**
 * What waits for a person is found by index, what is due first in front: bookings by whose turn it is, and the open
 * requests and disputes of each side.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`create index booking_waiting_for_creator on booking (creator_id, ${sql.raw(DUE)}, id)
    where status in ('pending', 'accepted', 'in_progress') and payment_state in ('authorized', 'held')`.execute(db);
  await sql`create index booking_waiting_for_brand on booking (brand_id, ${sql.raw(DUE)}, id)
    where (status = 'pending' and payment_state = 'requires_payment') or (status = 'completed' and payment_state = 'held')`.execute(
    db,
  );

  await sql`
    create function set_parties() returns trigger language plpgsql as $$
    begin
      select creator_id, brand_id into strict new.creator_id, new.brand_id from booking where id = new.booking_id;
      return new;
    end $$`.execute(db);
  for (const table of ['cancellation_request', 'dispute']) {
    const name = sql.table(table);
    await sql`alter table ${name} add column creator_id uuid references app_user, add column brand_id uuid references app_user`.execute(
      db,
    );
    await sql`update ${name} set creator_id = booking.creator_id, brand_id = booking.brand_id
      from booking where booking.id = booking_id`.execute(db);
    await sql`alter table ${name} alter column creator_id set not null, alter column brand_id set not null`.execute(db);
    await sql`create trigger ${sql.ref(`${table}_parties`)} before insert on ${name}
      for each row execute function set_parties()`.execute(db);
    for (const side of ['creator', 'brand'])
      await sql`create index ${sql.ref(`${table}_open_of_${side}`)} on ${name} (${sql.ref(`${side}_id`)}, answer_by, booking_id)
        where closed_at is null`.execute(db);
  }
}
