import { sql, type QueryExecutorProvider } from 'kysely';

/**
 * Figures of the whole marketplace for staff: each day that is over is counted once, from the events and accounts of
 * that day, and the pages read those counts. What was searched for in vain is counted by day as well.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  // Events are only appended, so those of a day stand together: an index of a few pages finds them.
  await sql`create index event_by_time on event using brin (at) with (pages_per_range = 32, autosummarize = on)`.execute(
    db,
  );
  await sql`
    create table market_day (
      day date primary key,
      ordered int not null,
      paid int not null,
      accepted int not null,
      -- From paid to accepted, of those accepted on this day together.
      accepted_seconds bigint not null,
      declined int not null,
      unanswered int not null,
      completed int not null,
      disputed int not null,
      creators int not null,
      brands int not null
    )`.execute(db);
  // The first day that is not counted yet; one row. Null: nothing has happened.
  await sql`create table market_closed (until date, id boolean primary key default true check (id))`.execute(db);
  await sql`insert into market_closed (until) values (null)`.execute(db);
  await sql`
    create table brand_month (
      brand_id uuid not null references app_user,
      -- The first day of a month (UTC) in which a booking of the brand was charged.
      month date not null,
      primary key (brand_id, month)
    )`.execute(db);
  await sql`
    create table brand_cohort (
      first_month date not null,
      -- So many months after the first one.
      later int not null check (later >= 0),
      brands int not null,
      primary key (first_month, later)
    )`.execute(db);
  await functions(db);
  await sql`
    create table missed_search (
      day date not null,
      words text not null check (length(words) between 1 and 60),
      count int not null,
      primary key (day, words)
    )`.execute(db);
}

async function functions(db: QueryExecutorProvider): Promise<void> {
  // Counting a day again gives the same. Each call is planned for its own day, or the index would not be seen to help.
  await sql`
    create function count_market_day(wanted date) returns void language plpgsql set plan_cache_mode = force_custom_plan as $$
    declare
      since timestamptz := wanted::timestamp at time zone 'UTC';
      before timestamptz := (wanted + 1)::timestamp at time zone 'UTC';
    begin
      insert into market_day
      select wanted, happened.*, joined.* from (
        select count(*) filter (where kind = 'booking.ordered'), count(*) filter (where kind = 'payment.authorized'),
          count(*) filter (where is_accepted),
          -- One by one: they are those of a day.
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
        from app_user where created_at >= since and created_at < before
      ) as joined
      on conflict (day) do update set (ordered, paid, accepted, accepted_seconds, declined, unanswered, completed, disputed, creators, brands)
        = (excluded.ordered, excluded.paid, excluded.accepted, excluded.accepted_seconds, excluded.declined, excluded.unanswered,
          excluded.completed, excluded.disputed, excluded.creators, excluded.brands);
      -- A brand counts once a month. What is there already is not returned, so it is not added again.
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
    end $$`.execute(db);
  // Counts the days before the wanted one, at most so many at once; returns how many are left. The last two are
  // counted again: a transaction that began before midnight may end after it, on a clock that is a little behind.
  await sql`
    create function close_market_days(wanted date, most int) returns int language plpgsql as $$
    declare
      closed date;
      began date;
      next date;
    begin
      select until into closed from market_closed for update;
      if closed is null then
        select least((select min(created_at) from booking), (select min(created_at) from app_user)) at time zone 'UTC' into closed;
        if closed is null then return 0; end if;
      end if;
      if wanted = closed then return 0; end if;
      -- A clock was ahead: the days from here on are not over.
      if wanted < closed then
        delete from market_day where day >= wanted;
        closed := wanted;
      end if;
      next := least(wanted, closed + most);
      began := greatest(closed - 2, least(closed, (select min(day) from market_day)));
      for n in 0 .. next - began - 1 loop
        perform count_market_day(began + n);
      end loop;
      update market_closed set until = next;
      return wanted - next;
    end $$`.execute(db);
}
