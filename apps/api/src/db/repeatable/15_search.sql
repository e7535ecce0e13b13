-- Search for creators and packages by words.

-- Returns each pair of adjacent characters in scripts without spaces, so that a search for part of a text can find
-- it by its pairs. The length is limited, because there are as many pairs as characters.
create or replace function neighbours(words text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct pair), '{}') from (
    select letter || coalesce(lead(letter) over (partition by run order by place), '') as pair
    from regexp_matches(left(words, 20000), '[\u0e00-\u0e7f\u1100-\u11ff\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff]+', 'g') with ordinality as runs (found, run),
      string_to_table(found[1], null) with ordinality as letters (letter, place)
  ) as pairs
$$;

create or replace function search_document(words text, is_english boolean)
returns tsvector language sql stable parallel safe as $$
  -- Replaces characters that join words, so that parts of names, addresses and '30-second' are found.
  select to_tsvector('marquee_words', parts) || case when is_english then to_tsvector('marquee_stems', parts) else '' end
    || case when parts ~ '[\u0e00-\u0e7f\u1100-\u11ff\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff]+' then array_to_tsvector(neighbours(parts)) else '' end
  from translate(normalize(words, NFKC), '_-/@.', '     ') as parts
$$;

-- Returns whether the creator writes in English, which is assumed if no language is given.
create or replace function writes_english(languages text[]) returns boolean language sql immutable parallel safe as $$
  select languages = '{}' or 'English' = any (languages)
$$;

-- Normalizes a place for comparisons: without case, accents and extra spaces.
create or replace function place_of(written text) returns text language sql stable parallel safe as $$
  select btrim(regexp_replace(unaccent(lower(normalize(written, NFKC))), '\s+', ' ', 'g'))
$$;

-- Returns the places in a location. "Lisbon, Portugal" contains two.
create or replace function places_of(location text) returns text[] language sql stable parallel safe as $$
  select coalesce(array_agg(distinct place_of(part)) filter (where place_of(part) <> ''), '{}')
  from regexp_split_to_table(location, '[,;/|·]') as part
$$;

-- Returns a query that finds a word by its prefix and its stem, and text in scripts without spaces by its character
-- pairs.
create or replace function word_query(word text) returns tsquery language plpgsql stable parallel safe as $$
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
      -- Phrases are not stemmed, because stemming drops 'to' and 'on', and 'try on' would match any 'trying'.
      if other !~ ' ' then part := part || phraseto_tsquery('marquee_stems', other); end if;
    end loop;
    answer := coalesce(answer && part, part);
    at := at + span;
  end loop;
  return answer;
end $$;

-- Returns words similar to the typed one. The similarity threshold is a setting of the function, because the indexed
-- operator has no parameter for it.
create or replace function words_like(typed text) returns table (term text, uses int) language sql stable
set pg_trgm.similarity_threshold = 0.2 as $$
  select term, uses from search_term where kind = 'word' and term % typed order by similarity(term, typed) desc, uses desc, term limit 50
$$;
