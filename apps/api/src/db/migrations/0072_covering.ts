import { sql, type QueryExecutorProvider } from 'kysely';

/** What is read of many rows at once is answered by an index that has all of it, or is summed where it changes. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await indexes(db);
  await words(db);
  await totals(db);
}

async function indexes(db: QueryExecutorProvider): Promise<void> {
  // As those of 0071, for searches and matches, which look at hundreds of creators.
  for (const table of ['creator_listing', 'creator_document', 'creator_availability'])
    await sql`create index ${sql.ref(`${table}_lookup`)} on ${sql.table(table)} using hash (creator_id)`.execute(db);
  await sql`create index creator_day_sums on creator_day (creator_id, day) include (earned_cents, paid_out_cents)`.execute(
    db,
  );
  await sql`drop index listed_offer_of_creator`.execute(db);
  await sql`create index listed_offer_of_creator on listed_offer (creator_id, price_cents, package_id) include (delivery_days)`.execute(
    db,
  );
  // The open disputes in which it is a side's turn (`listWaitingFor`), not all that are open.
  await sql`create index dispute_waiting_for_brand on dispute (brand_id, answer_by, booking_id)
    where closed_at is null and (offered_at is not null or (opened_by <> brand_id and answered_at is null and answer_missed_at is null))`.execute(
    db,
  );
  await sql`create index dispute_waiting_for_creator on dispute (creator_id, answer_by, booking_id)
    where closed_at is null and offered_at is null and opened_by <> creator_id and answered_at is null and answer_missed_at is null`.execute(
    db,
  );
}

/** That of 0036: a word that is its own stem is looked for once. */
async function words(db: QueryExecutorProvider): Promise<void> {
  const unspaced = sql.raw(
    '[\\u0e00-\\u0e7f\\u1100-\\u11ff\\u3040-\\u30ff\\u31f0-\\u31ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7af\\uf900-\\ufaff]+',
  );
  await sql`
    create or replace function word_query(word text) returns tsquery language plpgsql stable parallel safe as $$
    declare
      answer tsquery := to_tsquery('marquee_words', quote_literal(word) || ':*');
      stem tsquery := to_tsquery('marquee_stems', quote_literal(word) || ':*');
      pair text;
      pairs tsquery;
    begin
      if stem <> answer then answer := answer || stem; end if;
      if word !~ '${unspaced}' then return answer; end if;
      foreach pair in array neighbours(word) loop
        -- The last character alone says nothing that its pair does not.
        if length(pair) = 1 and word ~ ('${unspaced}' || pair) then continue; end if;
        pairs := coalesce(pairs && (quote_literal(pair) || ':*')::tsquery, (quote_literal(pair) || ':*')::tsquery);
      end loop;
      for pair in select part from regexp_split_to_table(word, '${unspaced}') as part where part <> '' loop
        pairs := pairs && word_query(pair);
      end loop;
      return answer || pairs;
    end $$`.execute(db);
}

/** How much of a creator's is at each stage: the shares of 0021, summed. */
async function totals(db: QueryExecutorProvider): Promise<void> {
  await sql`
    create table payout_total (
      creator_id uuid not null references app_user,
      stage text not null,
      cents bigint not null,
      shares int not null,
      primary key (creator_id, stage)
    )`.execute(db);
  await sql`
    create view payout_total_now as
    select creator_id, stage, sum(creator_cents)::bigint as cents, count(*)::int as shares from payout_share group by creator_id, stage`.execute(
    db,
  );
  await sql`
    create function payout_share_summed() returns trigger language plpgsql as $$
    begin
      insert into payout_total as kept
      select creator_id, stage, sum(cents), sum(shares) from (values
        (old.creator_id, old.stage, -old.creator_cents, -1), (new.creator_id, new.stage, new.creator_cents, 1)
      ) as changed (creator_id, stage, cents, shares)
      where creator_id is not null group by creator_id, stage order by creator_id, stage
      on conflict (creator_id, stage) do update set cents = kept.cents + excluded.cents, shares = kept.shares + excluded.shares;
      delete from payout_total where creator_id in (old.creator_id, new.creator_id) and shares = 0;
      return null;
    end $$`.execute(db);
  await sql`create trigger payout_share_summed after insert or delete or update of stage, creator_cents on payout_share
    for each row execute function payout_share_summed()`.execute(db);
  await sql`insert into payout_total select * from payout_total_now`.execute(db);
  await sql`
    create or replace function rebuild_booking_figures() returns void language plpgsql as $$
    begin
      delete from creator_day;
      insert into creator_day select * from creator_day_now;
      delete from payout_share;
      insert into payout_share select * from payout_share_now;
      delete from payout_total;
      insert into payout_total select * from payout_total_now;
    end $$`.execute(db);
}
