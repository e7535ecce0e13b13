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

-- A search term without any results, with the number of searches per UTC day.
create table unmatched_search (
  day date not null,
  query text not null check (length(query) between 1 and 60),
  count int not null,
  primary key (day, query)
);
