-- Receipts, statements and other numbered documents.

-- Returns 60 random bits as 12 letters and digits that cannot be confused with each other (Crockford's base 32).
-- They are the five low bits of bytes of a random UUID. Only bytes in which these bits are random are used.
create function document_code() returns text language sql volatile as $$
  select string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (get_byte(uuid_send(id), i) & 31) + 1, 1), '' order by i)
  from (select gen_random_uuid() as id) as random, unnest(array[0, 1, 2, 3, 4, 5, 9, 10, 11, 12, 13, 14]) as i
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
