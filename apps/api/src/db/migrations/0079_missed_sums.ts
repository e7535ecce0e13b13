import { sql, type QueryExecutorProvider } from 'kysely';

/** Searches without a result, summed over the days of a month that are over: what staff reads adds the days since. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`
    create table missed_sum (
      words text not null,
      count int not null,
      last_day date not null,
      primary key (words) include (count, last_day)
    )`.execute(db);
  // The days that are summed: from the first, until before the second; one row.
  await sql`create table missed_closed (since date not null, until date not null, id boolean primary key default true check (id))`.execute(
    db,
  );
  await sql`insert into missed_closed (since, until) values ('2000-01-01', '2000-01-01')`.execute(db);
  await sql`
    create view missed_sum_now as
    select words, sum(count)::int as count, max(day) as last_day from missed_search, missed_closed where day >= since
      and day < until group by words`.execute(db);
  await sql`
    create function close_missed_days(wanted_since date, wanted_until date) returns void language plpgsql as $$
    declare
      closed date;
    begin
      select until into closed from missed_closed for update;
      if wanted_until <= closed then return; end if;
      update missed_closed set since = wanted_since, until = wanted_until;
      delete from missed_sum;
      insert into missed_sum select * from missed_sum_now;
    end $$`.execute(db);
  // A search of a day that is summed already is added to its sum. Sharing the row's lock, it cannot miss the closing.
  await sql`
    create function missed_search_late() returns trigger language plpgsql as $$
    declare
      closed missed_closed;
    begin
      select * into closed from missed_closed for key share;
      if new.day >= closed.since and new.day < closed.until then
        insert into missed_sum as kept values (new.words, new.count - coalesce(old.count, 0), new.day)
        on conflict (words) do update set count = kept.count + excluded.count, last_day = greatest(kept.last_day, excluded.last_day);
      end if;
      return null;
    end $$`.execute(db);
  await sql`create trigger missed_search_late after insert or update on missed_search
    for each row execute function missed_search_late()`.execute(db);
  await sql`select close_missed_days(today - 29, today) from (select (now() at time zone 'UTC')::date as today) as now`.execute(
    db,
  );
}
