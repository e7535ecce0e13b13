import { sql, type QueryExecutorProvider } from 'kysely';

/**
 * That of 0022, which reckons the likeness of each name as seldom as it can: the index has to be checked once, and the
 * order needs it once. It was reckoned a third time, and the accents of the words were taken off for every name anew.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`
    create or replace function creators_named_like(words text[]) returns table (creator_id uuid, likeness real)
    language plpgsql stable set pg_trgm.word_similarity_threshold = 0.5 as $$
    declare
      folded text[] := array(select unaccent(word) from unnest(words) with ordinality as given (word, place) order by place);
      first text := folded[1];
      others text[] := folded[2:];
    begin
      if others = '{}' then
        return query select near.id, near.likeness from (
          select document.creator_id as id, word_similarity(first, names) as likeness from creator_document as document
          where first <% names limit 1000
        ) as near order by near.likeness desc, near.id limit 100;
        return;
      end if;
      return query select near.id, least(word_similarity(first, names), (select min(word_similarity(word, names)) from unnest(others) as word)) as alike
      from (
        select document.creator_id as id, names from creator_document as document
        where first <% names and (select bool_and(word <% names) from unnest(others) as word) limit 1000
      ) as near order by alike desc, near.id limit 100;
    end $$`.execute(db);
}
