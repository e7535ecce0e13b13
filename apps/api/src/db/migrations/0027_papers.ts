import { sql, type QueryExecutorProvider } from 'kysely';

/**
 * Billing details, and papers that keep what was true when they were made: credit notes for refunds and the agreement
 * of an accepted booking have numbers of their own, every paper has a code to check it by, and the names and addresses
 * on it.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  // Lengths: LIMITS of libs/validation. Empty text: not given.
  await sql`
    create table billing_details (
      user_id uuid primary key references app_user,
      legal_name text not null check (char_length(legal_name) <= 200),
      address text not null check (char_length(address) <= 500),
      country text not null check (country ~ '^([A-Z]{2})?$'),
      tax_id text not null check (char_length(tax_id) <= 50),
      updated_at timestamptz not null
    )`.execute(db);

  // 60 random bits in letters that cannot be taken for others (Crockford's base 32). Of a random uuid's
  // bytes all five low bits are random in each but the seventh.
  await sql`
    create function paper_code() returns text language sql volatile as $$
      select string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (get_byte(uuid_send(id), i) & 31) + 1, 1), '' order by i)
      from (select gen_random_uuid() as id) as random, unnest(array[0, 1, 2, 3, 4, 5, 9, 10, 11, 12, 13, 14]) as i
    $$`.execute(db);

  // Who somebody is on a paper. Address, tax id and e-mail stand on the person's own papers only.
  await sql`
    create function paper_party(person uuid, is_whole boolean) returns jsonb language sql stable as $$
      select jsonb_build_object('name', full_name, 'username', username, 'legalName', coalesce(legal_name, ''), 'country', coalesce(country, ''))
        || case when is_whole then jsonb_build_object('email', email, 'address', coalesce(address, ''), 'taxId', coalesce(tax_id, '')) else '{}' end
      from app_user left join billing_details on user_id = app_user.id where app_user.id = person
    $$`.execute(db);
  // What is fixed on a paper besides the booking's own columns.
  await sql`
    create function paper_facts(kind text, booking booking) returns jsonb language sql stable as $$
      select jsonb_build_object(
        'brand', paper_party(booking.brand_id, kind in ('receipt', 'credit_note')),
        'creator', paper_party(booking.creator_id, kind = 'payout'),
        'contact', booking.customer ->> 'name',
        'purchaseOrder', coalesce(booking.customer ->> 'purchaseOrder', ''))
    $$`.execute(db);

  await documents(db);
  await statements(db);
}

async function documents(db: QueryExecutorProvider): Promise<void> {
  await sql`alter table ledger_document
    drop constraint ledger_document_kind_check,
    drop constraint ledger_document_transaction_id_key,
    -- The year is that of the day in the operator's time zone, which the database does not know.
    drop constraint ledger_document_check,
    add constraint ledger_document_kind_check check (kind in ('receipt', 'payout', 'credit_note', 'agreement')),
    add constraint ledger_document_transaction unique (transaction_id, kind),
    add column code text not null default paper_code() constraint ledger_document_code unique,
    add column facts jsonb`.execute(db);
  // A charge is also the moment from which the two sides have agreed.
  await sql`
    insert into ledger_document (kind, year, number, booking_id, transaction_id, issued_at)
    select kind, year, row_number() over (partition by kind, year order by at, id), booking_id, id, at
    from (
      select movement.id, booking_id, at, made.kind, date_part('year', at at time zone 'UTC')::int as year
      from ledger_transaction as movement join (values ('refund', 'credit_note'), ('capture', 'agreement')) as made (of, kind) on made.of = movement.kind
    ) as movement`.execute(db);
  await sql`insert into ledger_document_counter (kind, year, last)
    select kind, year, max(number) from ledger_document where kind in ('credit_note', 'agreement') group by kind, year`.execute(
    db,
  );
  // Those that were made before keep what is true now.
  await sql`alter table ledger_document disable trigger ledger_document_append_only`.execute(db);
  await sql`update ledger_document as document set facts = paper_facts(document.kind, booking) || '{"issuer": null, "paidWith": null}'
    from booking where booking.id = document.booking_id`.execute(db);
  await sql`alter table ledger_document enable trigger ledger_document_append_only`.execute(db);
  await sql`alter table ledger_document alter facts set not null`.execute(db);

  await sql`drop index ledger_document_of_brand`.execute(db);
  await sql`create index ledger_document_of_brand on ledger_document (brand_id, issued_at desc, id desc)
    where kind in ('receipt', 'credit_note')`.execute(db);
}

/** The months in which money went to or came back from a creator, each with the code of its statement. */
async function statements(db: QueryExecutorProvider): Promise<void> {
  await sql`
    create table creator_statement (
      creator_id uuid not null references app_user,
      -- '2026-03', in the operator's time zone.
      month text not null check (month ~ '^[0-9]{4}-[0-9]{2}$'),
      code text not null default paper_code() constraint creator_statement_code unique,
      primary key (creator_id, month)
    )`.execute(db);
  await sql`
    insert into creator_statement (creator_id, month)
    select distinct creator_id, to_char(at at time zone 'UTC', 'YYYY-MM') from ledger_transaction
    where kind in ('release', 'restore', 'reversal')`.execute(db);
}
