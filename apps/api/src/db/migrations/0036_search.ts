import { sql, type QueryExecutorProvider } from 'kysely';

/**
 * Search understands the words of the field (synonyms), leaves texts that are not English as they are, finds Chinese,
 * Japanese, Korean and Thai inside of running text, and knows places. `search_term` holds the words that people may
 * have meant; a job keeps it. As before the database keeps all else, whoever changes what it is made from.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await synonyms(db);
  await documents(db);
  await queries(db);
  await listings(db);
  await refreshing(db);
  await sql`select rebuild_creator_listings()`.execute(db);
  await indexes(db);
  await terms(db);
}

/** Scripts that are written without spaces, or (Korean) with endings glued to words. */
const UNSPACED = sql.raw(
  '[\\u0e00-\\u0e7f\\u1100-\\u11ff\\u3040-\\u30ff\\u31f0-\\u31ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7af\\uf900-\\ufaff]+',
);

/** Each line: terms that mean the same. Plurals stand here because a term is compared as it is typed. */
const SYNONYMS: Record<string, string> = {
  ugc: 'ugc, user generated content, user generated, creator content',
  'short video':
    'short video, short videos, short form video, vertical video, vertical videos, reel, reels, youtube shorts',
  unboxing: 'unboxing, unboxings, unbox, unpacking, first look',
  haul: 'haul, hauls, try on, shopping haul',
  grwm: 'grwm, get ready with me',
  vlog: 'vlog, vlogs, video diary, day in the life, ditl',
  instagram: 'instagram, ig, insta',
  youtube: 'youtube, yt',
  tiktok: 'tiktok, tt, tik tok',
  review: 'review, reviews, product test, testimonial, testimonials',
  giveaway: 'giveaway, giveaways, contest, raffle, sweepstake',
  tutorial: 'tutorial, tutorials, how to, diy, step by step',
  livestream: 'livestream, livestreams, live stream, live streams, live shopping',
  voiceover: 'voiceover, voice over, narration',
  podcast: 'podcast, podcasts, audio show',
  newsletter: 'newsletter, newsletters, mailing list',
  skincare: 'skincare, skin care',
  makeup: 'makeup, make up',
  whitelisting: 'whitelisting, whitelist, spark ads, partnership ads',
  lifestyle: 'ootd, outfit of the day',
  takeover: 'takeover, take over, account takeover',
  photo: 'photo set, photo sets, photo shoot, photo shoots, photoshoot, photoshoots',
};

async function synonyms(db: QueryExecutorProvider): Promise<void> {
  // Terms with one meaning stand for each other in a search. Read by each search: there are to be hundreds, not
  // millions.
  await sql`
    create table search_synonym (
      term text not null check (term = lower(term) and term = btrim(term) and term <> '' and length(term) <= 60 and array_length(string_to_array(term, ' '), 1) <= 4),
      meaning text not null check (meaning <> '' and length(meaning) <= 60),
      primary key (term, meaning)
    )`.execute(db);
  await sql`create index search_synonym_meaning on search_synonym (meaning)`.execute(db);
  for (const [meaning, terms] of Object.entries(SYNONYMS))
    await sql`insert into search_synonym select unnest(${terms.split(', ')}::text[]), ${meaning}`.execute(db);
}

async function documents(db: QueryExecutorProvider): Promise<void> {
  // Each pair of neighbouring characters, and the last one: a search for some of the text finds its pairs. Bounded,
  // since there are as many as characters.
  await sql`
    create function neighbours(words text) returns text[] language sql immutable parallel safe as $$
      select coalesce(array_agg(distinct pair), '{}') from (
        select letter || coalesce(lead(letter) over (partition by run order by place), '') as pair
        from regexp_matches(left(words, 20000), '${UNSPACED}', 'g') with ordinality as runs (found, run),
          string_to_table(found[1], null) with ordinality as letters (letter, place)
      ) as pairs
    $$`.execute(db);
  await sql`
    create function search_document(words text, is_english boolean) returns tsvector language sql stable parallel safe as $$
      -- Signs inside of words would glue them together: names, addresses and '30-second' are searched by their parts.
      select to_tsvector('marquee_words', parts) || case when is_english then to_tsvector('marquee_stems', parts) else '' end
        || case when parts ~ '${UNSPACED}' then array_to_tsvector(neighbours(parts)) else '' end
      from translate(normalize(words, NFKC), '_-/@.', '     ') as parts
    $$`.execute(db);
  // Who names no language writes in that of the product.
  await sql`
    create function writes_english(languages text[]) returns boolean language sql immutable parallel safe as $$
      select languages = '{}' or 'English' = any (languages)
    $$`.execute(db);
  // 'Lisbon, Portugal' is both. As it is compared: without case, accents and needless spaces.
  await sql`
    create function place_of(written text) returns text language sql stable parallel safe as $$
      select btrim(regexp_replace(unaccent(lower(normalize(written, NFKC))), '\\s+', ' ', 'g'))
    $$`.execute(db);
  await sql`
    create function places_of(location text) returns text[] language sql stable parallel safe as $$
      select coalesce(array_agg(distinct place_of(part)) filter (where place_of(part) <> ''), '{}')
      from regexp_split_to_table(location, '[,;/|·]') as part
    $$`.execute(db);
}

async function queries(db: QueryExecutorProvider): Promise<void> {
  await sql`
    create function word_query(word text) returns tsquery language plpgsql stable parallel safe as $$
    declare
      answer tsquery := to_tsquery('marquee_words', quote_literal(word) || ':*') || to_tsquery('marquee_stems', quote_literal(word) || ':*');
      pair text;
      pairs tsquery;
    begin
      if word !~ '${UNSPACED}' then return answer; end if;
      foreach pair in array neighbours(word) loop
        -- The last character alone says nothing that its pair does not.
        if length(pair) = 1 and word ~ ('${UNSPACED}' || pair) then continue; end if;
        pairs := coalesce(pairs && (quote_literal(pair) || ':*')::tsquery, (quote_literal(pair) || ':*')::tsquery);
      end loop;
      for pair in select part from regexp_split_to_table(word, '${UNSPACED}') as part where part <> '' loop
        pairs := pairs && word_query(pair);
      end loop;
      return answer || pairs;
    end $$`.execute(db);
  // The longest term that begins at a word counts, so that 'short video' is not 'short' and 'video'.
  await sql`
    create or replace function search_query(words text[]) returns tsquery language plpgsql stable parallel safe as $$
    declare
      at int := 1;
      span int;
      others text[];
      other text;
      part tsquery;
      answer tsquery;
    begin
      while at <= cardinality(words) loop
        for tried in reverse least(4, cardinality(words) - at + 1) .. 1 loop
          span := tried;
          others := array(
            select distinct same.term from search_synonym given join search_synonym same using (meaning)
            where given.term = unaccent(array_to_string(words[at : at + span - 1], ' ')) and same.term <> given.term);
          exit when others <> '{}';
        end loop;
        part := word_query(words[at]);
        for place in at + 1 .. at + span - 1 loop
          part := part && word_query(words[place]);
        end loop;
        foreach other in array others loop
          part := part || phraseto_tsquery('marquee_words', other);
          -- Of several words the stems would leave out 'to' and 'on', and 'try on' would be any trying.
          if other !~ ' ' then part := part || phraseto_tsquery('marquee_stems', other); end if;
        end loop;
        answer := coalesce(answer && part, part);
        at := at + span;
      end loop;
      return answer;
    end $$`.execute(db);
}

async function listings(db: QueryExecutorProvider): Promise<void> {
  await sql`alter table creator_listing add column places text[] not null default '{}'`.execute(db);
  await sql`alter table listed_offer add column places text[] not null default '{}'`.execute(db);
  // A creator by each beginning of the name: 'maya lindqvist', 'lindqvist', and the username.
  await sql`
    create table creator_name (
      name text collate "C" not null,
      creator_id uuid not null references creator_listing on delete cascade,
      primary key (name, creator_id)
    )`.execute(db);
  await sql`create index creator_name_of on creator_name (creator_id)`.execute(db);
  await sql`
    create view creator_name_now as
    select distinct u.id as creator_id, part.name
    from app_user u cross join lateral (
      select array_to_string(words[at:], ' ') as name
      from regexp_split_to_array(btrim(unaccent(lower(normalize(u.full_name, NFKC)))), '\\s+') as words, generate_series(1, least(cardinality(words), 6)) as at
      union all select lower(u.username::text)
    ) as part where part.name <> ''`.execute(db);
  await sql`
    create or replace view creator_listing_now as
    select u.id as creator_id, floor(extract(epoch from u.created_at) * 1000)::bigint as joined_ms, u.followers, count_completed_bookings(u.id) as completed,
      offers.min_price_cents, offers.max_price_cents, offers.min_days, u.categories, u.languages,
      coalesce((select array_agg(platform order by position, platform) from creator_platform where creator_id = u.id), '{}') as platforms,
      places_of(u.location) as places
    from app_user u
      cross join lateral (
        select min(price_cents) as min_price_cents, max(price_cents) as max_price_cents, min(delivery_days) as min_days
        from package where creator_id = u.id and is_active and hidden_at is null
      ) as offers
    where u.user_type = 'influencer' and u.deleted_at is null and u.suspended_at is null and offers.min_price_cents is not null`.execute(
    db,
  );
  await sql`
    create or replace view creator_document_now as
    select u.id as creator_id, unaccent(lower(u.full_name || ' ' || u.username)) as names,
      setweight(search_document(u.full_name || ' ' || u.username, english), 'A')
        -- Categories are the product's own words.
        || setweight(search_document(array_to_string(u.categories, ' '), true) || search_document(left(offers.names, 20000), english), 'B')
        || setweight(search_document(u.bio || ' ' || u.location, english), 'C')
        || setweight(search_document(left(offers.texts, 50000), english), 'D') as document
    from app_user u
      cross join lateral writes_english(u.languages) as english
      cross join lateral (
        select string_agg(name, ' ' order by created_at) as names,
          string_agg(description || ' ' || array_to_string(features, ' '), ' ' order by created_at) as texts
        from package where creator_id = u.id and is_active and hidden_at is null
      ) as offers`.execute(db);
  await sql`
    create or replace view listed_offer_now as
    select package.id as package_id, l.creator_id, price_cents, delivery_days, is_popular, l.completed, l.followers, l.categories, l.languages, l.platforms,
      setweight(search_document(name, english), 'A') || search_document(description || ' ' || array_to_string(features, ' '), english) as document, l.places
    from creator_listing l join package on package.creator_id = l.creator_id and is_active and hidden_at is null
      cross join lateral writes_english(l.languages) as english`.execute(db);
  await sql`drop function search_document(text)`.execute(db);
}

async function refreshing(db: QueryExecutorProvider): Promise<void> {
  await sql`
    create or replace function refresh_creator_listing(creator uuid) returns void language plpgsql as $$
    begin
      perform lock_creator_listing(creator);
      insert into creator_listing select * from creator_listing_now where creator_id = creator
      on conflict (creator_id) do update set
        joined_ms = excluded.joined_ms, followers = excluded.followers, completed = excluded.completed,
        min_price_cents = excluded.min_price_cents, max_price_cents = excluded.max_price_cents, min_days = excluded.min_days,
        categories = excluded.categories, languages = excluded.languages, platforms = excluded.platforms, places = excluded.places;
      if not found then
        delete from creator_listing where creator_id = creator;
        return;
      end if;
      insert into creator_document select * from creator_document_now where creator_id = creator
      on conflict (creator_id) do update set names = excluded.names, document = excluded.document;
      insert into creator_card select * from creator_card_now where creator_id = creator
      on conflict (creator_id) do update set card = excluded.card, offers = excluded.offers;
      delete from listed_offer where creator_id = creator;
      insert into listed_offer select * from listed_offer_now where creator_id = creator;
      delete from creator_name where creator_id = creator
        and name not in (select name from creator_name_now where creator_id = creator);
      insert into creator_name (creator_id, name) select creator_id, name from creator_name_now where creator_id = creator
      on conflict do nothing;
    end $$`.execute(db);
  await sql`
    create or replace function rebuild_creator_listings() returns void language plpgsql as $$
    begin
      delete from creator_listing;
      insert into creator_listing select * from creator_listing_now;
      insert into creator_document select now.* from creator_document_now now join creator_listing using (creator_id);
      insert into creator_card select now.* from creator_card_now now join creator_listing using (creator_id);
      insert into listed_offer select * from listed_offer_now;
      insert into creator_name (creator_id, name) select creator_id, name from creator_name_now join creator_listing using (creator_id);
    end $$`.execute(db);
}

async function indexes(db: QueryExecutorProvider): Promise<void> {
  await sql`create index creator_listing_places on creator_listing using gin (places)`.execute(db);
  await sql`create index creator_listing_fastest on creator_listing ((-min_days) desc, completed desc, creator_id desc)
    include (min_days, followers, min_price_cents, max_price_cents, categories, languages, platforms)`.execute(db);
  await sql`create index listed_offer_fastest on listed_offer ((-delivery_days) desc, completed desc, creator_id desc)
    include (package_id, price_cents, delivery_days, followers, categories, languages, platforms)`.execute(db);
}

async function terms(db: QueryExecutorProvider): Promise<void> {
  // What people may mean: words, packages' names and places, each with how many packages (or creators) say it.
  await sql`
    create table search_term (
      kind text not null check (kind in ('word', 'package', 'place')),
      term text collate "C" not null,
      shown text not null,
      uses int not null check (uses > 0),
      primary key (kind, term)
    )`.execute(db);
  await sql`create index search_term_common on search_term (kind, uses desc, term)`.execute(db);
  await sql`create index search_term_like on search_term using gin (term gin_trgm_ops) where kind = 'word'`.execute(db);
  // The function carries its own threshold, since the operator that uses the index has no argument for it.
  await sql`
    create function words_like(typed text) returns table (term text, uses int) language sql stable
    set pg_trgm.similarity_threshold = 0.2 as $$
      select term, uses from search_term where kind = 'word' and term % typed order by similarity(term, typed) desc, uses desc, term limit 50
    $$`.execute(db);
}
