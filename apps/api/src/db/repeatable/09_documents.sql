-- Receipts, statements and other numbered documents.

-- Returns a workspace's details for a document. The postal address, tax ID and email address of the first owner are
-- included only with `is_whole`, on the workspace's own documents.
create or replace function document_party(party uuid, is_whole boolean) returns jsonb language sql stable as $$
  select jsonb_build_object('name', full_name, 'username', username, 'legalName', coalesce(legal_name, ''), 'country', coalesce(country, ''))
    || case when is_whole then jsonb_build_object(
      'email', (select email from member join person on person.id = person_id where workspace_id = workspace.id and member.role = 'owner'
        order by joined_at, person_id limit 1),
      'address', coalesce(address, ''), 'taxId', coalesce(tax_id, '')) else '{}' end
  from workspace left join billing_details on workspace_id = workspace.id where workspace.id = party
$$;

-- Returns the brand's details for a document. If the brand ordered for a client, they are the client's details, with
-- the email address of the brand.
create or replace function document_brand(booking booking, is_whole boolean) returns jsonb language sql stable as $$
  select coalesce((
    select document_party(booking.brand_id, is_whole)
      || jsonb_build_object('name', name_brand(booking.client_id, full_name), 'legalName', legal_name, 'country', country)
      || case when is_whole then jsonb_build_object('address', address, 'taxId', tax_id) else '{}' end
    from client join workspace on workspace.id = client.brand_id where client.id = booking.client_id
  ), document_party(booking.brand_id, is_whole))
$$;

-- Returns the facts that a document stores in addition to the columns of the booking. A payout statement is about
-- `payee`, who is the creator or the creator's agency.
create or replace function document_facts(kind text, booking booking, payee uuid) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'brand', document_brand(booking, kind in ('receipt', 'credit_note')),
    'creator', document_party(case kind when 'payout' then payee else booking.creator_id end, kind = 'payout'),
    'contact', booking.customer ->> 'name',
    'purchaseOrder', coalesce(booking.customer ->> 'purchaseOrder', ''))
$$;

create or replace trigger ledger_document_append_only before delete or update on ledger_document
  for each row execute function refuse_change();
create or replace trigger ledger_document_no_truncate before truncate on ledger_document
  for each statement execute function refuse_change();

-- A trigger, so that the brand always matches the booking.
create or replace function ledger_document_owner() returns trigger language plpgsql as $$
begin
  select brand_id into new.brand_id from booking where id = new.booking_id;
  return new;
end $$;
create or replace trigger ledger_document_owner before insert on ledger_document
  for each row execute function ledger_document_owner();

create or replace trigger ledger_document_payout_share after insert on ledger_document
  for each row when (new.kind = 'payout') execute function payout_share_changed();

create or replace trigger work_record_unchanged before update on work_record
  for each row execute function refuse_change();
