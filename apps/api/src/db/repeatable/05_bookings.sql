-- Bookings, cancellation requests and disputes.

create or replace trigger operator_terms_append_only before delete or update on operator_terms
  for each row execute function refuse_change();
create or replace trigger operator_terms_no_truncate before truncate on operator_terms
  for each statement execute function refuse_change();

-- Returns the due date of work in progress at `moment`, including the delay of an open review. due-dates.spec.ts
-- compares it with `findDueAt` of libs/booking.
create or replace function find_due_at(due_at timestamptz, review_by timestamptz, paused_at timestamptz, moment timestamptz)
returns timestamptz language sql immutable as $$
  select due_at + make_interval(hours =>
    least(720, greatest(0, ceil(extract(epoch from least(moment, paused_at) - review_by) / 3600)))::int)
$$;

-- A trigger, so that each change of status or payment state adjusts the number of completed bookings. Recounting
-- them each time would be too expensive.
create or replace function booking_completed() returns trigger language plpgsql as $$
declare
  more int := (new.status = 'completed' and new.payment_state not in ('refunding', 'refunded') and not new.is_related)::int
    - (old.status = 'completed' and old.payment_state not in ('refunding', 'refunded') and not old.is_related)::int;
begin
  if more <> 0 then
    perform lock_creator_listing(new.creator_id);
    update creator_listing set completed = completed + more where creator_id = new.creator_id;
    update package_listing set completed = completed + more where creator_id = new.creator_id;
  end if;
  return null;
end $$;
create or replace trigger booking_completed after update of status, payment_state on booking
  for each row when (new.status = 'completed' and (old.status <> new.status or (new.payment_state in
    ('refunding', 'refunded')) or (old.payment_state in ('refunding', 'refunded')))) execute function
    booking_completed();

-- A trigger, because the payout share has to reflect all tables from which it is computed.
create or replace function payout_share_changed() returns trigger language plpgsql as $$
begin
  perform refresh_payout_share(case tg_table_name when 'booking' then (to_jsonb(new) ->> 'id')::uuid else (to_jsonb(new) ->> 'booking_id')::uuid end);
  return null;
end $$;
create or replace trigger booking_payout_share after update of accepted_at on booking
  for each row when (new.accepted_at is distinct from old.accepted_at) execute function payout_share_changed();

-- A trigger, so that each order stores the creator's category at that time.
create or replace function booking_category() returns trigger language plpgsql as $$
begin
  new.category := (select categories[1] from workspace where id = new.creator_id);
  return new;
end $$;
create or replace trigger booking_category before insert on booking
  for each row execute function booking_category();

create or replace trigger event_append_only before delete or update on event
  for each row execute function refuse_change();
create or replace trigger event_no_truncate before truncate on event
  for each statement execute function refuse_change();

-- A trigger, so that both sides always match the booking.
create or replace function event_owner() returns trigger language plpgsql as $$
begin
  select brand_id, creator_id into new.brand_id, new.creator_id from booking where id = new.booking_id;
  return new;
end $$;
create or replace trigger event_owner before insert on event
  for each row execute function event_owner();

-- A trigger, so that both sides always match the booking.
create or replace function set_parties() returns trigger language plpgsql as $$
begin
  select creator_id, brand_id into strict new.creator_id, new.brand_id from booking where id = new.booking_id;
  return new;
end $$;
create or replace trigger cancellation_request_parties before insert on cancellation_request
  for each row execute function set_parties();

create or replace trigger dispute_parties before insert on dispute
  for each row execute function set_parties();

create or replace trigger dispute_statement_append_only before delete or update on dispute_statement
  for each row execute function refuse_change();
