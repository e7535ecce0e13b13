-- Search for creators and packages by words.

-- Text search configuration for unstemmed words without accents.
create text search configuration marquee_words (copy = english);
alter text search configuration marquee_words
  alter mapping for asciiword, word, numword, asciihword, hword, numhword, hword_asciipart, hword_part, hword_numpart
  with unaccent, simple;

-- Text search configuration for stems of English words without accents.
create text search configuration marquee_stems (copy = english);
alter text search configuration marquee_stems
  alter mapping for asciiword, word, numword, asciihword, hword, numhword, hword_asciipart, hword_part, hword_numpart
  with unaccent, english_stem;

-- A search term. Terms with the same meaning are treated as equal. Every search reads this table, which is meant for
-- hundreds of rows.
create table search_synonym (
  term text not null
    check (term = lower(term) and term = btrim(term) and term <> '' and length(term) <= 60 and
      array_length(string_to_array(term, ' '), 1) <= 4),
  meaning text not null check (meaning <> '' and length(meaning) <= 60),
  primary key (term, meaning)
);

create index search_synonym_meaning on search_synonym (meaning);

-- Contains plurals, because terms are compared without stemming.
insert into search_synonym (meaning, term)
select meaning, unnest(string_to_array(terms, ', ')) from (values
  ('ugc', 'ugc, user generated content, user generated, creator content'),
  ('short video', 'short video, short videos, short form video, vertical video, vertical videos, reel, reels, youtube shorts'),
  ('unboxing', 'unboxing, unboxings, unbox, unpacking, first look'),
  ('haul', 'haul, hauls, try on, shopping haul'),
  ('grwm', 'grwm, get ready with me'),
  ('vlog', 'vlog, vlogs, video diary, day in the life, ditl'),
  ('instagram', 'instagram, ig, insta'),
  ('youtube', 'youtube, yt'),
  ('tiktok', 'tiktok, tt, tik tok'),
  ('review', 'review, reviews, product test, testimonial, testimonials'),
  ('giveaway', 'giveaway, giveaways, contest, raffle, sweepstake'),
  ('tutorial', 'tutorial, tutorials, how to, diy, step by step'),
  ('livestream', 'livestream, livestreams, live stream, live streams, live shopping'),
  ('voiceover', 'voiceover, voice over, narration'),
  ('podcast', 'podcast, podcasts, audio show'),
  ('newsletter', 'newsletter, newsletters, mailing list'),
  ('skincare', 'skincare, skin care'),
  ('makeup', 'makeup, make up'),
  ('whitelisting', 'whitelisting, whitelist, spark ads, partnership ads'),
  ('lifestyle', 'ootd, outfit of the day'),
  ('takeover', 'takeover, take over, account takeover'),
  ('photo', 'photo set, photo sets, photo shoot, photo shoots, photoshoot, photoshoots')
) as same (meaning, terms);

-- Returns each pair of adjacent characters in scripts without spaces, so that a search for part of a text can find
-- it by its pairs. The length is limited, because there are as many pairs as characters.
create function neighbours(words text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct pair), '{}') from (
    select letter || coalesce(lead(letter) over (partition by run order by place), '') as pair
    from regexp_matches(left(words, 20000), '[\u0e00-\u0e7f\u1100-\u11ff\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff]+', 'g') with ordinality as runs (found, run),
      string_to_table(found[1], null) with ordinality as letters (letter, place)
  ) as pairs
$$;

create function search_document(words text, is_english boolean)
returns tsvector language sql stable parallel safe as $$
  -- Replaces characters that join words, so that parts of names, addresses and '30-second' are found.
  select to_tsvector('marquee_words', parts) || case when is_english then to_tsvector('marquee_stems', parts) else '' end
    || case when parts ~ '[\u0e00-\u0e7f\u1100-\u11ff\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff]+' then array_to_tsvector(neighbours(parts)) else '' end
  from translate(normalize(words, NFKC), '_-/@.', '     ') as parts
$$;

-- Returns whether the creator writes in English, which is assumed if no language is given.
create function writes_english(languages text[]) returns boolean language sql immutable parallel safe as $$
  select languages = '{}' or 'English' = any (languages)
$$;

-- Normalizes a place for comparisons: without case, accents and extra spaces.
create function place_of(written text) returns text language sql stable parallel safe as $$
  select btrim(regexp_replace(unaccent(lower(normalize(written, NFKC))), '\s+', ' ', 'g'))
$$;

-- Returns the places in a location. "Lisbon, Portugal" contains two.
create function places_of(location text) returns text[] language sql stable parallel safe as $$
  select coalesce(array_agg(distinct place_of(part)) filter (where place_of(part) <> ''), '{}')
  from regexp_split_to_table(location, '[,;/|·]') as part
$$;

-- Returns a query that finds a word by its prefix and its stem, and text in scripts without spaces by its character
-- pairs.
create function word_query(word text) returns tsquery language plpgsql stable parallel safe as $$
declare
  answer tsquery := to_tsquery('marquee_words', quote_literal(word) || ':*');
  stem tsquery := to_tsquery('marquee_stems', quote_literal(word) || ':*');
  pair text;
  pairs tsquery;
begin
  if stem <> answer then answer := answer || stem; end if;
  if word !~ '[\u0e00-\u0e7f\u1100-\u11ff\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff]+' then return answer; end if;
  foreach pair in array neighbours(word) loop
    -- The last character is already part of a pair.
    if length(pair) = 1 and word ~ ('[\u0e00-\u0e7f\u1100-\u11ff\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff]+' || pair) then continue; end if;
    pairs := coalesce(pairs && (quote_literal(pair) || ':*')::tsquery, (quote_literal(pair) || ':*')::tsquery);
  end loop;
  for pair in select part from regexp_split_to_table(word, '[\u0e00-\u0e7f\u1100-\u11ff\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff]+') as part where part <> '' loop
    pairs := pairs && word_query(pair);
  end loop;
  return answer || pairs;
end $$;

-- Returns the query for the words that a user typed. The longest synonym that starts at a word is used, so that
-- "short video" is not searched as "short" and "video".
create function search_query(words text[]) returns tsquery language plpgsql stable parallel safe as $$
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
      -- Phrases are not stemmed, because stemming drops 'to' and 'on', and 'try on' would match any 'trying'.
      if other !~ ' ' then part := part || phraseto_tsquery('marquee_stems', other); end if;
    end loop;
    answer := coalesce(answer && part, part);
    at := at + span;
  end loop;
  return answer;
end $$;

-- A word, package name or place that users may search for, with the number of packages or creators that contain it.
-- A job rebuilds the table.
create table search_term (
  kind text not null check (kind in ('word', 'package', 'place')),
  term text collate "C" not null,
  shown text not null,
  uses int not null check (uses > 0),
  primary key (kind, term)
);

create index search_term_common on search_term (kind, uses desc, term);
create index search_term_like on search_term using gin (term gin_trgm_ops) where kind = 'word';

-- Returns words similar to the typed one. The similarity threshold is a setting of the function, because the indexed
-- operator has no parameter for it.
create function words_like(typed text) returns table (term text, uses int) language sql stable
set pg_trgm.similarity_threshold = 0.2 as $$
  select term, uses from search_term where kind = 'word' and term % typed order by similarity(term, typed) desc, uses desc, term limit 50
$$;

-- A search term without any results, with the number of searches per UTC day.
create table unmatched_search (
  day date not null,
  query text not null check (length(query) between 1 and 60),
  count int not null,
  primary key (day, query)
);
