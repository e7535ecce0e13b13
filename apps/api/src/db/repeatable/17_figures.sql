-- Read models of money and metrics. See docs/read-model.md.

-- Money that the brand got back by refund or chargeback.
create or replace view booking_return as
select movement.id as transaction_id, booking_id, kind, at, stripe_object_id, -amount_cents as amount_cents,
  kind in ('chargeback', 'chargeback_won') as by_bank
from ledger_transaction as movement cross join lateral (select account, amount_cents from ledger_entry where transaction_id = movement.id offset 0) as entry
where account in ('processor', 'outside') and kind in ('refund', 'refund_returned', 'refund_replaced', 'chargeback', 'chargeback_won')
  and (kind not in ('refund_returned', 'refund_replaced') or exists (
    select from ledger_transaction as made where made.stripe_object_id = movement.stripe_object_id and made.kind = 'refund'));

-- The rows of receipt lists. A view is fast enough, because an index on ledger_document contains a brand's documents
-- in order and a page reads only its own rows.
create or replace view receipt_line as
select document.brand_id, document.issued_at, document.id as document_id, document.kind, document.year,
  document.number, document.booking_id,
  booking.package_name, document.facts -> 'creator' ->> 'name' as creator_name, document.facts ->> 'purchaseOrder' as purchase_order,
  case when booking.client_id is not null then document.facts -> 'brand' ->> 'name' end as client_name,
  document.facts -> 'issuer' ->> 'zone' as zone, booking.price_cents, booking.fee_cents, abs(own.amount_cents) as amount_cents,
  moved.refunded_cents, moved.charged_back_cents,
  coalesce(receipt.year, document.year) as receipt_year, coalesce(receipt.number, document.number) as receipt_number
from ledger_document as document
  join booking on booking.id = document.booking_id
  cross join lateral (select account, amount_cents from ledger_entry where transaction_id = document.transaction_id offset 0) as own
  -- Most documents are receipts. "offset 0" makes PostgreSQL skip this lookup for them.
  left join lateral (
    select year, number from ledger_document as made
    where document.kind <> 'receipt' and made.booking_id = document.booking_id and made.kind = 'receipt' offset 0) as receipt on true
  cross join lateral (
    select coalesce(sum(amount_cents) filter (where not by_bank), 0)::int as refunded_cents,
      coalesce(sum(amount_cents) filter (where by_bank), 0)::int as charged_back_cents
    from booking_return where booking_return.booking_id = document.booking_id
  ) as moved
where document.kind in ('receipt', 'credit_note') and own.account = 'processor';

-- The rows of payout statements: money that was paid to a payee or reversed.
create or replace view payout_line as
select movement.creator_id, movement.at, movement.id as transaction_id, movement.kind, movement.booking_id, booking.package_name,
  booking.price_cents, booking.chosen is not null as is_chosen, -entry.amount_cents as amount_cents, movement.stripe_object_id,
  document.id as document_id, document.year, document.number, document.code, document.facts -> 'brand' ->> 'name' as brand_name,
  booking.creator_id as represented_id, booking.agency_id, booking.agency_bps, booking.agency_cents
from ledger_transaction as movement
  cross join lateral (select account, amount_cents from ledger_entry where transaction_id = movement.id offset 0) as entry
  join booking on booking.id = movement.booking_id
  left join ledger_document as document on document.transaction_id = movement.id
where movement.kind in ('release', 'restore', 'reversal') and entry.account = 'processor';

-- A creator's earnings and payouts, by ledger entry.
create or replace view creator_movement as
select movement.creator_id, (movement.at at time zone 'UTC')::date as day, entry.transaction_id,
  case when account = 'creator' and kind in ('earn', 'unearn', 'chargeback_lost', 'recovery') then -amount_cents else 0 end as earned_cents,
  case when account = 'processor' and kind in ('release', 'restore', 'reversal') then -amount_cents else 0 end as paid_out_cents,
  (account = 'processor' and kind in ('release', 'restore', 'reversal'))::int as payouts
from ledger_entry as entry join ledger_transaction as movement on movement.id = entry.transaction_id
where account in ('creator', 'processor') and kind in ('earn', 'unearn', 'chargeback_lost', 'recovery', 'release', 'restore', 'reversal');

create or replace view creator_day_now as
select creator_id, day, sum(earned_cents)::bigint as earned_cents, sum(paid_out_cents)::bigint as paid_out_cents, sum(payouts)::int as payouts
from creator_movement group by creator_id, day having bool_or(earned_cents <> 0 or paid_out_cents <> 0);

create or replace view payout_share_now as
select booking.id as booking_id, part.payee_workspace_id as creator_id,
  case
    when moved.reversed_at is not null and not moved.restored then 'reversed'
    when part.paid_at is not null then 'paid_out'
    when part.blocked_reason is not null then 'blocked'
    when settlement.booking_id is not null then 'on_the_way'
    else 'on_hold'
  end as stage,
  part.cents as creator_cents, booking.accepted_at,
  settlement.claimed_at, part.paid_at as settled_at, part.blocked_reason, moved.reversed_at,
  exists (select from ledger_document join ledger_transaction on ledger_transaction.id = transaction_id
    where ledger_document.booking_id = booking.id and ledger_document.kind = 'payout'
      and ledger_transaction.creator_id = part.payee_workspace_id) as has_statement
from booking
  left join settlement on settlement.booking_id = booking.id
  cross join lateral (
    select payee_workspace_id, amount_cents as cents, blocked_reason, paid_at
    from settlement_transfer where settlement_transfer.booking_id = booking.id and settlement_transfer.voided_at is null
    union all
    select payee_workspace_id, cents, null, null
    from (values (booking.creator_id, booking.price_cents - coalesce(booking.agency_cents, 0)),
      (booking.agency_id, booking.agency_cents)) as planned (payee_workspace_id, cents)
    where settlement.booking_id is null and cents > 0
  ) as part
  cross join lateral (
    select coalesce(bool_or(kind = 'capture'), false) as captured, coalesce(bool_or(kind = 'chargeback_lost'), false) as lost,
      max(at) filter (where kind = 'reversal' and ledger_transaction.creator_id = part.payee_workspace_id) as reversed_at,
      coalesce(bool_or(kind = 'restore' and ledger_transaction.creator_id = part.payee_workspace_id), false) as restored
    from ledger_transaction where ledger_transaction.booking_id = booking.id
  ) as moved
where booking.accepted_at is not null and moved.captured and (part.paid_at is not null or not moved.lost);

-- Refreshes the shares of one booking. The caller has locked the booking, so there is no concurrent writer.
create or replace function refresh_payout_share(booking uuid) returns void language plpgsql as $$
begin
  insert into payout_share as kept (booking_id, creator_id, stage, creator_cents, accepted_at, claimed_at, settled_at,
    blocked_reason, reversed_at, has_statement)
  select booking_id, creator_id, stage, creator_cents, accepted_at, claimed_at, settled_at, blocked_reason,
    reversed_at, has_statement
  from payout_share_now where booking_id = booking
  on conflict (booking_id, creator_id) do update set stage = excluded.stage, creator_cents = excluded.creator_cents,
    accepted_at = excluded.accepted_at, claimed_at = excluded.claimed_at, settled_at = excluded.settled_at,
    blocked_reason = excluded.blocked_reason, reversed_at = excluded.reversed_at, has_statement = excluded.has_statement
    where kept is distinct from excluded;
  delete from payout_share as kept where booking_id = booking
    and not exists (select from payout_share_now as now where now.booking_id = booking and now.creator_id = kept.creator_id);
end $$;

-- Fills the read models of money. Used after loading data without triggers.
create or replace function rebuild_booking_figures() returns void language plpgsql as $$
begin
  delete from creator_day;
  insert into creator_day (creator_id, day, earned_cents, paid_out_cents, payouts)
  select creator_id, day, earned_cents, paid_out_cents, payouts
  from creator_day_now;
  delete from payout_share;
  insert into payout_share (booking_id, creator_id, stage, creator_cents, accepted_at, claimed_at, settled_at,
    blocked_reason, reversed_at, has_statement)
  select booking_id, creator_id, stage, creator_cents, accepted_at, claimed_at, settled_at, blocked_reason,
    reversed_at, has_statement
  from payout_share_now;
end $$;

-- Adds the days before `wanted` to ledger_day.
create or replace function close_ledger_days(wanted date) returns void language plpgsql as $$
declare
  closed date;
begin
  select until into closed from ledger_close for update;
  if wanted <= closed then return; end if;
  insert into ledger_day
  select (at at time zone 'UTC')::date, kind, account, sum(amount_cents)
  from ledger_transaction join ledger_entry on ledger_entry.transaction_id = ledger_transaction.id
  where at >= closed::timestamp at time zone 'UTC' and at < wanted::timestamp at time zone 'UTC'
  group by 1, 2, 3;
  update ledger_close set until = wanted;
end $$;

-- Counts one day. Counting a day again gives the same result. Planned for each call, because a generic plan would
-- not use the index on the time.
create or replace function count_market_day(wanted date)
returns void language plpgsql set plan_cache_mode = force_custom_plan as $$
declare
  since timestamptz := wanted::timestamp at time zone 'UTC';
  before timestamptz := (wanted + 1)::timestamp at time zone 'UTC';
begin
  insert into market_day
  select wanted, happened.*, joined.* from (
    select count(*) filter (where kind = 'booking.ordered'), count(*) filter (where kind = 'payment.authorized'),
      count(*) filter (where is_accepted),
      -- A lookup per row is cheap, because only the rows of one day are read.
      coalesce(sum(extract(epoch from at - (select authorized_at from booking where id = booking_id))) filter (where is_accepted), 0)::bigint,
      count(*) filter (where kind = 'booking.moved' and data ->> 'to' = 'cancelled'),
      count(*) filter (where kind = 'booking.lapsed' and data ->> 'reason' = 'not_accepted'),
      count(*) filter (where kind = 'booking.moved' and data ->> 'to' = 'completed'),
      count(*) filter (where kind = 'dispute.opened')
    from (
      select *, kind = 'booking.moved' and data ->> 'to' = 'accepted' as is_accepted
      from event where at >= since and at < before
    ) as of_day
  ) as happened, (
    select count(*) filter (where user_type = 'influencer'), count(*) filter (where user_type = 'brand')
    from workspace where created_at >= since and created_at < before
  ) as joined
  on conflict (day) do update set (ordered, paid, accepted, accepted_seconds, declined, unanswered, completed, disputed, creators, brands)
    = (excluded.ordered, excluded.paid, excluded.accepted, excluded.accepted_seconds, excluded.declined, excluded.unanswered,
      excluded.completed, excluded.disputed, excluded.creators, excluded.brands);
  -- A brand counts once a month. Rows that already exist are not returned by the insert, so they are not counted
  -- again.
  with charged as (
    insert into brand_month (brand_id, month)
    select distinct brand_id, date_trunc('month', wanted::timestamp)::date from event
    where at >= since and at < before and kind = 'payment.captured'
    on conflict do nothing returning brand_id, month
  ), since_first as (
    select month, coalesce((select min(month) from brand_month as known where known.brand_id = charged.brand_id), month) as first_month
    from charged
  )
  insert into brand_cohort as kept (first_month, later, brands)
  select first_month, (date_part('year', age(month, first_month)) * 12 + date_part('month', age(month, first_month)))::int, count(*)
  from since_first where month >= first_month group by 1, 2
  on conflict (first_month, later) do update set brands = kept.brands + excluded.brands;
end $$;

-- Counts the days before `wanted`, at most `most` per call, and returns the number of remaining days. Counts the
-- last two days again, because a transaction that began before midnight may have committed after it.
create or replace function close_market_days(wanted date, most int) returns int language plpgsql as $$
declare
  closed date;
  began date;
  next date;
begin
  select until into closed from market_close for update;
  if closed is null then
    select least((select min(created_at) from booking), (select min(created_at) from workspace)) at time zone 'UTC' into closed;
    if closed is null then return 0; end if;
  end if;
  if wanted = closed then return 0; end if;
  -- The clock was ahead in an earlier run, so these days have not ended yet.
  if wanted < closed then
    delete from market_day where day >= wanted;
    closed := wanted;
  end if;
  next := least(wanted, closed + most);
  began := greatest(closed - 2, least(closed, (select min(day) from market_day)));
  for n in 0 .. next - began - 1 loop
    perform count_market_day(began + n);
  end loop;
  update market_close set until = next;
  return wanted - next;
end $$;
