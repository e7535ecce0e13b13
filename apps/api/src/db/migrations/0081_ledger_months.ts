import { sql, type QueryExecutorProvider } from 'kysely';

/**
 * The days of the ledger that are over, summed by the month: the report of revenue reads all months of all years.
 * Every movement may be one of a closed day, and waits from here on.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`
    create table ledger_month (
      -- The first day of the month (UTC).
      month date not null,
      kind text not null,
      account text not null,
      cents bigint not null,
      primary key (month, kind, account)
    )`.execute(db);
  await sql`
    create view ledger_month_now as
    select date_trunc('month', day)::date as month, kind, account, sum(cents)::bigint as cents from ledger_day group by 1, 2, 3`.execute(
    db,
  );
  await sql`
    create function ledger_day_summed() returns trigger language plpgsql as $$
    begin
      insert into ledger_month as kept
      select date_trunc('month', day)::date, kind, account, sum(cents) from (values
        (old.day, old.kind, old.account, -old.cents), (new.day, new.kind, new.account, new.cents)
      ) as changed (day, kind, account, cents)
      where day is not null group by 1, 2, 3 order by 1, 2, 3
      on conflict (month, kind, account) do update set cents = kept.cents + excluded.cents;
      return null;
    end $$`.execute(db);
  // Days are closed once a day, and few movements come late.
  await sql`create trigger ledger_day_summed after insert or update or delete on ledger_day
    for each row execute function ledger_day_summed()`.execute(db);
  await sql`insert into ledger_month select * from ledger_month_now`.execute(db);
}
