import { sql, type QueryExecutorProvider } from 'kysely';

/**
 * A page of a list looks up each of its rows by an id that is spread over the whole table. A hash index has the place
 * in one page, whatever the table's size; the primary key, a tree, in three or four.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const [table, column] of [
    ['creator_card', 'creator_id'],
    ['app_user', 'id'],
    ['booking', 'id'],
    ['settlement', 'booking_id'],
  ] as const)
    await sql`create index ${sql.ref(`${table}_lookup`)} on ${sql.table(table)} using hash (${sql.ref(column)})`.execute(
      db,
    );
  await shares(db);
}

/** A share says of its payout what the list of payouts shows: no settlement, movement or paper is read for it. */
async function shares(db: QueryExecutorProvider): Promise<void> {
  await sql`
    alter table payout_share
      add column claimed_at timestamptz, add column settled_at timestamptz, add column blocked_reason text,
      add column reversed_at timestamptz, add column has_statement boolean not null default false`.execute(db);
  // The view of 0021 with it.
  await sql`
    create or replace view payout_share_now as
    select booking.id as booking_id, booking.creator_id,
      case
        when moved.reversed_at is not null and not moved.restored then 'reversed'
        when settlement.settled_at is not null then 'paid_out'
        when settlement.blocked_reason is not null then 'blocked'
        when settlement.booking_id is not null then 'on_the_way'
        else 'on_hold'
      end as stage,
      coalesce(settlement.creator_cents, booking.price_cents) as creator_cents, booking.accepted_at,
      settlement.claimed_at, settlement.settled_at, settlement.blocked_reason, moved.reversed_at,
      exists (select from ledger_document where ledger_document.booking_id = booking.id and ledger_document.kind = 'payout') as has_statement
    from booking
      left join settlement on settlement.booking_id = booking.id and settlement.voided_at is null
      cross join lateral (
        select coalesce(bool_or(kind = 'capture'), false) as captured, max(at) filter (where kind = 'reversal') as reversed_at,
          coalesce(bool_or(kind = 'restore'), false) as restored, coalesce(bool_or(kind = 'chargeback_lost'), false) as lost
        from ledger_transaction where ledger_transaction.booking_id = booking.id
      ) as moved
    where booking.accepted_at is not null and moved.captured and coalesce(settlement.creator_cents, booking.price_cents) > 0
      and (settlement.settled_at is not null or not moved.lost)`.execute(db);
  await sql`
    create or replace function refresh_payout_share(booking uuid) returns void language plpgsql as $$
    begin
      insert into payout_share as kept select * from payout_share_now where booking_id = booking
      on conflict (booking_id) do update set stage = excluded.stage, creator_cents = excluded.creator_cents, accepted_at = excluded.accepted_at,
        claimed_at = excluded.claimed_at, settled_at = excluded.settled_at, blocked_reason = excluded.blocked_reason,
        reversed_at = excluded.reversed_at, has_statement = excluded.has_statement
        where kept is distinct from excluded;
      delete from payout_share where booking_id = booking and not exists (select from payout_share_now where booking_id = booking);
    end $$`.execute(db);
  await sql`create trigger ledger_document_payout_share after insert on ledger_document
    for each row when (new.kind = 'payout') execute function payout_share_changed()`.execute(db);
  await sql`
    update payout_share kept set claimed_at = computed.claimed_at, settled_at = computed.settled_at,
      blocked_reason = computed.blocked_reason, reversed_at = computed.reversed_at, has_statement = computed.has_statement
    from payout_share_now computed where computed.booking_id = kept.booking_id`.execute(db);
}
