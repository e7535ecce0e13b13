-- Receipts, statements and other numbered documents.

-- Returns 60 random bits as 12 letters and digits that cannot be confused with each other (Crockford's base 32).
-- They are the five low bits of bytes of a random UUID. Only bytes in which these bits are random are used.
create function document_code() returns text language sql volatile as $$
  select string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (get_byte(uuid_send(id), i) & 31) + 1, 1), '' order by i)
  from (select gen_random_uuid() as id) as random, unnest(array[0, 1, 2, 3, 4, 5, 9, 10, 11, 12, 13, 14]) as i
$$;

-- Returns a workspace's details for a document. The postal address, tax ID and email address of the first owner are
-- included only with `is_whole`, on the workspace's own documents.
create function document_party(party uuid, is_whole boolean) returns jsonb language sql stable as $$
  select jsonb_build_object('name', full_name, 'username', username, 'legalName', coalesce(legal_name, ''), 'country', coalesce(country, ''))
    || case when is_whole then jsonb_build_object(
      'email', (select email from member join person on person.id = person_id where workspace_id = workspace.id and member.role = 'owner'
        order by joined_at, person_id limit 1),
      'address', coalesce(address, ''), 'taxId', coalesce(tax_id, '')) else '{}' end
  from workspace left join billing_details on workspace_id = workspace.id where workspace.id = party
$$;

-- Returns the brand's details for a document. If the brand ordered for a client, they are the client's details, with
-- the email address of the brand.
create function document_brand(booking booking, is_whole boolean) returns jsonb language sql stable as $$
  select coalesce((
    select document_party(booking.brand_id, is_whole)
      || jsonb_build_object('name', name_brand(booking.client_id, full_name), 'legalName', legal_name, 'country', country)
      || case when is_whole then jsonb_build_object('address', address, 'taxId', tax_id) else '{}' end
    from client join workspace on workspace.id = client.brand_id where client.id = booking.client_id
  ), document_party(booking.brand_id, is_whole))
$$;

-- Returns the facts that a document stores in addition to the columns of the booking. A payout statement is about
-- `payee`, who is the creator or the creator's agency.
create function document_facts(kind text, booking booking, payee uuid) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'brand', document_brand(booking, kind in ('receipt', 'credit_note')),
    'creator', document_party(case kind when 'payout' then payee else booking.creator_id end, kind = 'payout'),
    'contact', booking.customer ->> 'name',
    'purchaseOrder', coalesce(booking.customer ->> 'purchaseOrder', ''))
$$;

-- The last document number assigned per kind and year. The row is locked until the transaction ends, so that numbers
-- have no gaps.
create table ledger_document_counter (
  kind text not null,
  year int not null,
  last int not null,
  primary key (kind, year)
);

-- A receipt, payout statement, credit note or agreement. Documents are numbered without gaps and never changed.
create table ledger_document (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('receipt', 'payout', 'credit_note', 'agreement')),
  year int not null,
  number int not null check (number > 0),
  booking_id uuid not null references booking,
  brand_id uuid references workspace,
  -- The ledger transaction that the document covers.
  transaction_id uuid not null references ledger_transaction,
  issued_at timestamptz not null,
  -- The code with which anyone can verify the document on /verify.
  code text not null default document_code(),
  -- The details of both parties and the operator at the time of issue (`DocumentFacts`).
  facts jsonb not null,

  unique (kind, year, number),
  constraint ledger_document_code unique (code),
  constraint ledger_document_transaction unique (transaction_id, kind)
);

-- For a brand's receipts and credit notes, newest first (receipt_line).
create index ledger_document_of_brand on ledger_document (brand_id, issued_at desc, id desc)
  where kind in ('receipt', 'credit_note');
create index ledger_document_of_booking on ledger_document (booking_id, kind);

create trigger ledger_document_append_only before delete or update on ledger_document
  for each row execute function refuse_change();
create trigger ledger_document_no_truncate before truncate on ledger_document
  for each statement execute function refuse_change();

-- A trigger, so that the brand always matches the booking.
create function ledger_document_owner() returns trigger language plpgsql as $$
begin
  select brand_id into new.brand_id from booking where id = new.booking_id;
  return new;
end $$;
create trigger ledger_document_owner before insert on ledger_document
  for each row execute function ledger_document_owner();

create trigger ledger_document_payout_share after insert on ledger_document
  for each row when (new.kind = 'payout') execute function payout_share_changed();

-- A month in which money was paid to a creator or reversed, with the code of the monthly statement.
create table creator_statement (
  creator_id uuid not null references workspace,
  -- For example '2026-03', in the operator's time zone.
  month text not null check (month ~ '^[0-9]{4}-[0-9]{2}$'),
  code text not null default document_code(),
  primary key (creator_id, month),
  constraint creator_statement_code unique (code)
);

-- A snapshot of a creator's completed work on one day.
create table work_record (
  id uuid primary key default gen_random_uuid(),
  creator_id uuid not null references workspace,
  -- In the operator's time zone.
  day date not null,
  created_at timestamptz not null,
  code text not null default document_code(),
  facts jsonb not null,
  constraint work_record_code unique (code),
  constraint work_record_once unique (creator_id, day)
);

create trigger work_record_unchanged before update on work_record
  for each row execute function refuse_change();
