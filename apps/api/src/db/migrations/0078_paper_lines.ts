import { sql, type QueryExecutorProvider } from 'kysely';

/**
 * What lists of papers say of each, in the order of the lists and in an index that has all of it: a brand's receipts
 * and credit notes, and what went to a creator or came back. Papers and what they are about never change, but for what
 * was given back since. Kept from migration 0082 on: filling refers to no table, so that nobody waits for it.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await returns(db);
  await receipts(db);
  await payouts(db);
}

/**
 * All few entries of a movement: `offset` keeps the planner from an index that is deeper and has only the account more.
 */
const entriesOf = (movement: string) =>
  sql`(select account, amount_cents from ledger_entry where transaction_id = ${sql.ref(movement)} offset 0)`;

/**
 * What brands got back: refunds, that one came back, what the operator paid instead, and what a card's bank took or
 * gave back. What a surplus payment gave back is on no receipt.
 */
async function returns(db: QueryExecutorProvider): Promise<void> {
  await sql`
    create view booking_return as
    select movement.id as transaction_id, booking_id, kind, at, stripe_object_id, -amount_cents as amount_cents,
      kind in ('chargeback', 'chargeback_won') as by_bank
    from ledger_transaction as movement cross join lateral ${entriesOf('movement.id')} as entry
    where account in ('processor', 'outside') and kind in ('refund', 'refund_returned', 'refund_replaced', 'chargeback', 'chargeback_won')
      and (kind not in ('refund_returned', 'refund_replaced') or exists (
        select from ledger_transaction as made where made.stripe_object_id = movement.stripe_object_id and made.kind = 'refund'))`.execute(
    db,
  );
}

async function receipts(db: QueryExecutorProvider): Promise<void> {
  await sql`
    create table receipt_line (
      brand_id uuid not null,
      issued_at timestamptz not null,
      document_id uuid not null,
      kind text not null,
      year int not null,
      number int not null,
      booking_id uuid not null,
      package_name text not null,
      -- As they stand on the paper; the zone of papers from before it was kept is null.
      creator_name text not null,
      purchase_order text not null,
      zone text,
      price_cents int not null,
      fee_cents int not null,
      -- Of a receipt what was charged, of a credit note what was given back, as the ledger says.
      amount_cents int not null,
      -- Of the booking, until now.
      refunded_cents int not null,
      charged_back_cents int not null,
      receipt_year int not null,
      receipt_number int not null
    )`.execute(db);
  await sql`
    create view receipt_line_now as
    select document.brand_id, document.issued_at, document.id as document_id, document.kind, document.year,
      document.number, document.booking_id,
      booking.package_name, document.facts -> 'creator' ->> 'name' as creator_name, document.facts ->> 'purchaseOrder' as purchase_order,
      document.facts -> 'issuer' ->> 'zone' as zone, booking.price_cents, booking.fee_cents, abs(own.amount_cents) as amount_cents,
      moved.refunded_cents, moved.charged_back_cents,
      coalesce(receipt.year, document.year) as receipt_year, coalesce(receipt.number, document.number) as receipt_number
    from ledger_document as document
      join booking on booking.id = document.booking_id
      cross join lateral ${entriesOf('document.transaction_id')} as own
      -- Of most papers it is the paper itself: offset keeps it from being looked for then.
      left join lateral (
        select year, number from ledger_document as made
        where document.kind <> 'receipt' and made.booking_id = document.booking_id and made.kind = 'receipt' offset 0) as receipt on true
      cross join lateral (
        select coalesce(sum(amount_cents) filter (where not by_bank), 0)::int as refunded_cents,
          coalesce(sum(amount_cents) filter (where by_bank), 0)::int as charged_back_cents
        from booking_return where booking_return.booking_id = document.booking_id
      ) as moved
    where document.kind in ('receipt', 'credit_note') and own.account = 'processor'`.execute(db);
  await sql`insert into receipt_line select * from receipt_line_now order by brand_id, issued_at, document_id`.execute(
    db,
  );
  await sql`alter table receipt_line add primary key (brand_id, issued_at, document_id) include (
    kind, year, number, booking_id, package_name, creator_name, purchase_order, zone, price_cents, fee_cents, amount_cents, refunded_cents,
    charged_back_cents, receipt_year, receipt_number)`.execute(db);
}

async function payouts(db: QueryExecutorProvider): Promise<void> {
  await sql`
    create table payout_line (
      creator_id uuid not null,
      at timestamptz not null,
      transaction_id uuid not null,
      kind text not null,
      booking_id uuid not null,
      package_name text not null,
      price_cents int not null,
      is_chosen boolean not null,
      -- Above zero: to the creator. Below: taken back.
      amount_cents int not null,
      stripe_object_id text,
      -- Null: what was taken back has no paper of its own, and names the brand as it is called now.
      document_id uuid,
      year int,
      number int,
      code text,
      brand_name text
    )`.execute(db);
  await sql`
    create view payout_line_now as
    select movement.creator_id, movement.at, movement.id as transaction_id, movement.kind, movement.booking_id, booking.package_name,
      booking.price_cents, booking.chosen is not null as is_chosen, -entry.amount_cents as amount_cents, movement.stripe_object_id,
      document.id as document_id, document.year, document.number, document.code, document.facts -> 'brand' ->> 'name' as brand_name
    from ledger_transaction as movement
      cross join lateral ${entriesOf('movement.id')} as entry
      join booking on booking.id = movement.booking_id
      left join ledger_document as document on document.transaction_id = movement.id
    where movement.kind in ('release', 'restore', 'reversal') and entry.account = 'processor'`.execute(db);
  await sql`insert into payout_line select * from payout_line_now order by creator_id, at, transaction_id`.execute(db);
  await sql`alter table payout_line add primary key (creator_id, at, transaction_id) include (
    kind, booking_id, package_name, price_cents, is_chosen, amount_cents, stripe_object_id, document_id, year, number,
      code, brand_name)`.execute(db);
}
