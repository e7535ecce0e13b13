import { sql, type QueryExecutorProvider } from 'kysely';

/**
 * `starts_by` of 0042, which reads a creator's time off once and not for each day that it looks at: a count of a list
 * asks it of hundreds of creators.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  // Times off that follow each other are one in a multirange: the day after it is one of work.
  await sql`
    create function working_day(off datemultirange, day date) returns date language sql immutable as $$
      select coalesce((select upper(span) from unnest(off) as span where span @> day), day)
    $$`.execute(db);
  await sql`
    create or replace function starts_by(creator uuid, wanted date, moment timestamptz) returns boolean language plpgsql stable as $$
    declare
      setting record;
      off datemultirange;
      today date;
      start_day date;
      taken int;
      ahead int;
      -- The day of the next order, when there can be none today.
      ordered date;
    begin
      select most_bookings, lead_days, coalesce(time_zone, 'UTC') as zone into setting
        from creator_availability join app_user on app_user.id = creator_id where creator_id = creator;
      -- Whoever sets nothing can always be booked.
      if not found then return true; end if;
      select range_agg(daterange(first_day, last_day, '[]')) into off from time_off where creator_id = creator;
      today := (moment at time zone setting.zone)::date;
      start_day := working_day(off, today + setting.lead_days);
      -- Each count is bounded: a line has at most fifty, and of more bookings than can be allowed nobody needs the number.
      select count(*) into taken from (
        select from booking where creator_id = creator and status in ('pending', 'accepted', 'in_progress') limit 200) as held;
      select taken + count(*) filter (where expires_at > moment), count(*) filter (where expires_at is null) into taken, ahead
        from waiting_place where creator_id = creator and ended_at is null;
      if taken + ahead >= setting.most_bookings then
        -- Enough of the work under way is due by then.
        select due into ordered from (
          select (due_at at time zone setting.zone)::date as due from booking
          where creator_id = creator and status in ('pending', 'accepted', 'in_progress') and due_at >= moment - interval '2 days'
          order by due_at limit 200) as work
        where due >= today and taken >= setting.most_bookings order by due offset greatest(taken - setting.most_bookings, 0) limit 1;
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
    end $$`.execute(db);
  await sql`drop function working_day(uuid, date)`.execute(db);
}
