import { sql, type QueryExecutorProvider } from 'kysely';

/**
 * What a person reads about a long history costs the same as about a short one. Events, movements and receipts say
 * whose they are; a creator's money is summed by the day, and where the share of each booking is stands ready. The
 * database keeps all of it in the transaction that changes what it is made from.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await owners(db);
  await days(db);
  await shares(db);
  await indexes(db);
  await sql`
    create function rebuild_booking_figures() returns void language plpgsql as $$
    begin
      delete from creator_day;
      insert into creator_day select * from creator_day_now;
      delete from payout_share;
      insert into payout_share select * from payout_share_now;
    end $$`.execute(db);
  await sql`select rebuild_booking_figures()`.execute(db);
}

/** Rows that are found by their owner carry the owner: a booking's two sides never change. */
async function owners(db: QueryExecutorProvider): Promise<void> {
  const owned = {
    event: ['brand_id', 'creator_id'],
    ledger_transaction: ['creator_id'],
    ledger_document: ['brand_id'],
  } as const;
  for (const [table, columns] of Object.entries(owned)) {
    for (const column of columns)
      await sql`alter table ${sql.table(table)} add column ${sql.ref(column)} uuid references app_user`.execute(db);
    const set = sql.join(columns.map((column) => sql`${sql.ref(column)} = booking.${sql.ref(column)}`));
    await sql`alter table ${sql.table(table)} disable trigger ${sql.ref(`${table}_append_only`)}`.execute(db);
    await sql`update ${sql.table(table)} as owned set ${set} from booking where booking.id = owned.booking_id`.execute(
      db,
    );
    await sql`alter table ${sql.table(table)} enable trigger ${sql.ref(`${table}_append_only`)}`.execute(db);
    const into = sql.join(columns.map((column) => sql`new.${sql.ref(column)}`));
    const from = sql.join(columns.map((column) => sql.ref(column)));
    await sql`
      create function ${sql.ref(`${table}_owner`)}() returns trigger language plpgsql as $$
      begin
        select ${from} into ${into} from booking where id = new.booking_id;
        return new;
      end $$`.execute(db);
    await sql`create trigger ${sql.ref(`${table}_owner`)} before insert on ${sql.table(table)}
      for each row execute function ${sql.ref(`${table}_owner`)}()`.execute(db);
  }
}

/** A creator's money by the day (UTC), in cents: earned and kept, and paid out less what came back (ledger.sql.ts). */
async function days(db: QueryExecutorProvider): Promise<void> {
  await sql`
    create table creator_day (
      creator_id uuid not null references app_user,
      day date not null,
      earned_cents bigint not null,
      paid_out_cents bigint not null,
      -- How often money went to the creator or came back: the two may sum to nothing.
      payouts int not null,
      primary key (creator_id, day)
    )`.execute(db);
  await sql`
    create view creator_movement as
    select movement.creator_id, (movement.at at time zone 'UTC')::date as day, entry.transaction_id,
      case when account = 'creator' and kind in ('earn', 'unearn', 'chargeback_lost', 'recovery') then -amount_cents else 0 end as earned_cents,
      case when account = 'processor' and kind in ('release', 'restore', 'reversal') then -amount_cents else 0 end as paid_out_cents,
      (account = 'processor' and kind in ('release', 'restore', 'reversal'))::int as payouts
    from ledger_entry as entry join ledger_transaction as movement on movement.id = entry.transaction_id
    where account in ('creator', 'processor') and kind in ('earn', 'unearn', 'chargeback_lost', 'recovery', 'release', 'restore', 'reversal')`.execute(
    db,
  );
  await sql`
    create view creator_day_now as
    select creator_id, day, sum(earned_cents)::bigint as earned_cents, sum(paid_out_cents)::bigint as paid_out_cents, sum(payouts)::int as payouts
    from creator_movement group by creator_id, day having bool_or(earned_cents <> 0 or paid_out_cents <> 0)`.execute(
    db,
  );
  await sql`
    create function ledger_entry_kept() returns trigger language plpgsql as $$
    begin
      insert into creator_day as kept
      select creator_id, day, sum(earned_cents), sum(paid_out_cents), sum(payouts) from creator_movement
      where transaction_id in (select transaction_id from added)
      group by creator_id, day having bool_or(earned_cents <> 0 or paid_out_cents <> 0)
      on conflict (creator_id, day) do update
        set earned_cents = kept.earned_cents + excluded.earned_cents, paid_out_cents = kept.paid_out_cents + excluded.paid_out_cents,
          payouts = kept.payouts + excluded.payouts;
      return null;
    end $$`.execute(db);
  // The entries of a transaction are written by one statement.
  await sql`create trigger ledger_entry_kept after insert on ledger_entry
    referencing new table as added for each statement execute function ledger_entry_kept()`.execute(db);
}

/**
 * What a creator's charged bookings are worth to the creator, and where it is
 * (payouts.sql.ts). Refunded bookings and lost chargebacks are worth nothing.
 */
async function shares(db: QueryExecutorProvider): Promise<void> {
  await sql`
    create table payout_share (
      booking_id uuid primary key references booking,
      creator_id uuid not null references app_user,
      stage text not null check (stage in ('on_hold', 'on_the_way', 'blocked', 'paid_out', 'reversed')),
      creator_cents int not null check (creator_cents > 0),
      accepted_at timestamptz not null
    )`.execute(db);
  await sql`
    create view payout_share_now as
    select booking.id as booking_id, booking.creator_id,
      case
        when moved.reversed and not moved.restored then 'reversed'
        when settlement.settled_at is not null then 'paid_out'
        when settlement.blocked_reason is not null then 'blocked'
        when settlement.booking_id is not null then 'on_the_way'
        else 'on_hold'
      end as stage,
      coalesce(settlement.creator_cents, booking.price_cents) as creator_cents, booking.accepted_at
    from booking
      left join settlement on settlement.booking_id = booking.id and settlement.voided_at is null
      cross join lateral (
        select coalesce(bool_or(kind = 'capture'), false) as captured, coalesce(bool_or(kind = 'reversal'), false) as reversed,
          coalesce(bool_or(kind = 'restore'), false) as restored, coalesce(bool_or(kind = 'chargeback_lost'), false) as lost
        from ledger_transaction where ledger_transaction.booking_id = booking.id
      ) as moved
    where booking.accepted_at is not null and moved.captured and coalesce(settlement.creator_cents, booking.price_cents) > 0
      and (settlement.settled_at is not null or not moved.lost)`.execute(db);
  // Whoever moves a booking's money has locked the booking: nobody else writes its share at the same time.
  await sql`
    create function refresh_payout_share(booking uuid) returns void language plpgsql as $$
    begin
      insert into payout_share as kept select * from payout_share_now where booking_id = booking
      on conflict (booking_id) do update set stage = excluded.stage, creator_cents = excluded.creator_cents, accepted_at = excluded.accepted_at
        where (kept.stage, kept.creator_cents, kept.accepted_at) is distinct from (excluded.stage, excluded.creator_cents, excluded.accepted_at);
      delete from payout_share where booking_id = booking and not exists (select from payout_share_now where booking_id = booking);
    end $$`.execute(db);
  await sql`
    create function payout_share_changed() returns trigger language plpgsql as $$
    begin
      perform refresh_payout_share(case tg_table_name when 'booking' then (to_jsonb(new) ->> 'id')::uuid else (to_jsonb(new) ->> 'booking_id')::uuid end);
      return null;
    end $$`.execute(db);
  await sql`create trigger booking_payout_share after update of accepted_at on booking
    for each row when (new.accepted_at is distinct from old.accepted_at) execute function payout_share_changed()`.execute(
    db,
  );
  await sql`create trigger settlement_payout_share after insert or update of creator_cents, blocked_reason, settled_at, voided_at on settlement
    for each row execute function payout_share_changed()`.execute(db);
  await sql`create trigger ledger_transaction_payout_share after insert on ledger_transaction
    for each row when (new.kind in ('capture', 'reversal', 'restore', 'chargeback_lost')) execute function payout_share_changed()`.execute(
    db,
  );
}

async function indexes(db: QueryExecutorProvider): Promise<void> {
  for (const side of ['brand', 'creator']) {
    const owner = sql.ref(`${side}_id`);
    await sql`create index ${sql.ref(`event_of_${side}`)} on event (${owner}, at desc, seq desc)`.execute(db);
    // Few values: PostgreSQL keeps each once, with the places of its rows.
    await sql`create index ${sql.ref(`booking_states_of_${side}`)} on booking (${owner}, status, payment_state) where authorized_at is not null`.execute(
      db,
    );
    await sql`create index ${sql.ref(`booking_of_${side}_by_status`)} on booking (${owner}, status, created_at desc, id desc)`.execute(
      db,
    );
    // What is under way: little, whatever the history.
    await sql`create index ${sql.ref(`booking_open_of_${side}`)} on booking (${owner}, created_at desc, id desc)
      where status <> 'cancelled' and payment_state in ('authorized', 'capturing', 'held', 'releasing', 'disputed')`.execute(
      db,
    );
  }
  await sql`drop index booking_completed`.execute(db);
  await sql`create index booking_spending on booking (brand_id) include (accepted_at, total_cents)
    where payment_state in ('held', 'releasing', 'released', 'refunding', 'split', 'disputed')`.execute(db);
  await sql`create index booking_by_time on booking (created_at desc, id desc)`.execute(db);
  await sql`create index ledger_transaction_of_booking on ledger_transaction (booking_id)`.execute(db);
  await sql`create index ledger_transaction_of_creator on ledger_transaction (creator_id, at) include (kind)`.execute(
    db,
  );
  await sql`create index ledger_transaction_by_time on ledger_transaction (at)`.execute(db);
  await sql`create index ledger_document_of_brand on ledger_document (brand_id, issued_at desc, id desc) where kind = 'receipt'`.execute(
    db,
  );
  await sql`create index payout_share_of_creator on payout_share (creator_id, accepted_at desc, booking_id desc)`.execute(
    db,
  );
  await sql`create index payout_share_by_stage on payout_share (creator_id, stage, accepted_at desc, booking_id desc) include (creator_cents)`.execute(
    db,
  );
  await sql`create index app_user_staff on app_user (created_at desc, id desc) where role = 'admin'`.execute(db);
  await sql`create index app_user_suspended_by_time on app_user (created_at desc, id desc) where suspended_at is not null`.execute(
    db,
  );
  await sql`create index package_hidden on package (created_at desc, id desc) where hidden_at is not null`.execute(db);
}
