-- Availability of creators, and their waiting lists.

-- A trigger, so that the creator's card is updated in the same transaction.
create or replace function availability_changed() returns trigger language plpgsql as $$
begin
  perform refresh_card_availability(case when tg_op = 'DELETE' then old.creator_id else new.creator_id end);
  return null;
end $$;
create or replace trigger availability_changed after insert or delete or update of max_bookings, lead_days
  on creator_availability
  for each row execute function availability_changed();

-- A trigger, so that the creator's card is updated in the same transaction.
create or replace function time_off_changed() returns trigger language plpgsql as $$
begin
  perform refresh_card_availability(creator_id) from (select distinct creator_id from changed order by creator_id) as creators;
  return null;
end $$;
create or replace trigger time_off_insert_listed after insert on time_off referencing new table as changed
  for each statement execute function time_off_changed();
create or replace trigger time_off_update_listed after update on time_off referencing new table as changed
  for each statement execute function time_off_changed();
create or replace trigger time_off_delete_listed after delete on time_off referencing old table as changed
  for each statement execute function time_off_changed();

-- A trigger with locks, because concurrent inserts for the same creator or by the same brand would not count each
-- other's entries.
create or replace function limit_waiting_list_entries() returns trigger language plpgsql as $$ begin
  perform pg_advisory_xact_lock(hashtextextended('waiting for ' || new.creator_id, 0));
  perform pg_advisory_xact_lock(hashtextextended('waiting of ' || new.brand_id, 0));
  if (select count(*) from waiting_list_entry where creator_id = new.creator_id and ended_at is null) >= 50 then
    raise exception 'too many wait' using errcode = 'check_violation', constraint = 'waiting_list_limit';
  end if;
  if (select count(*) from waiting_list_entry where brand_id = new.brand_id and ended_at is null) >= 20 then
    raise exception 'too many places' using errcode = 'check_violation', constraint = 'waiting_lists_limit';
  end if;
  return new;
end $$;
create or replace trigger waiting_list_entry_limits before insert on waiting_list_entry
  for each row execute function limit_waiting_list_entries();

-- Returns the first working day from `day` on. In a multirange, adjacent ranges of days off are merged.
create or replace function working_day(off datemultirange, day date) returns date language sql immutable as $$
  select coalesce((select upper(span) from unnest(off) as span where span @> day), day)
$$;

-- Returns whether work on an order placed at `moment` could start by `wanted`. Implements the rule of
-- `libs/booking/src/availability.ts` in SQL, for filtering lists.
create or replace function starts_by(creator uuid, wanted date, moment timestamptz) returns boolean language plpgsql stable as $$
declare
  setting record;
  off datemultirange;
  today date;
  start_day date;
  taken int;
  ahead int;
  -- The next day on which an order can be placed, if it is not today.
  ordered date;
begin
  select max_bookings, lead_days, coalesce(time_zone, 'UTC') as zone into setting
    from creator_availability join workspace on workspace.id = creator_id where creator_id = creator;
  -- A creator without limits can always be booked.
  if not found then return true; end if;
  select range_agg(daterange(first_day, last_day, '[]')) into off from time_off where creator_id = creator;
  today := (moment at time zone setting.zone)::date;
  start_day := working_day(off, today + setting.lead_days);
  -- Both counts are cheap, because a waiting list has at most 50 entries and a creator at most 100 open bookings.
  select count(*) into taken from (
    select from booking where creator_id = creator and status in ('pending', 'accepted', 'in_progress') limit 200) as held;
  select taken + count(*) filter (where expires_at > moment), count(*) filter (where expires_at is null) into taken, ahead
    from waiting_list_entry where creator_id = creator and ended_at is null;
  if taken + ahead >= setting.max_bookings then
    -- Finds the due date on which enough slots become free.
    select due into ordered from (
      select (due_at at time zone setting.zone)::date as due from (
        select find_due_at(due_at, review_by, paused_at, moment) as due_at from booking
        where creator_id = creator and status in ('pending', 'accepted', 'in_progress')) as held
      where due_at >= moment - interval '2 days'
      order by due_at limit 200) as work
    where due >= today and taken >= setting.max_bookings order by due offset greatest(taken - setting.max_bookings, 0) limit 1;
    if not found then return false; end if;
    ordered := working_day(off, ordered);
  elsif start_day - today > 90 then
    ordered := start_day;
  elsif working_day(off, today) <> today then
    ordered := working_day(off, today);
  else
    return start_day <= wanted;
  end if;
  return working_day(off, ordered + setting.lead_days) <= wanted;
end $$;

-- Returns the availability data on a creator's card, or null for a creator without limits. Days are strings.
create or replace function availability_of(creator uuid) returns jsonb language sql stable as $$
  select jsonb_build_object('maxBookings', max_bookings, 'leadDays', lead_days, 'timeZone', time_zone,
    'timeOff', coalesce((
      select jsonb_agg(jsonb_build_object('first', first_day, 'last', last_day) order by position)
      from time_off where time_off.creator_id = creator), '[]'))
  from creator_availability join workspace on workspace.id = creator_id where creator_id = creator
$$;
