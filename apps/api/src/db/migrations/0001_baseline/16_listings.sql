-- Read models of creators and packages for lists and search. See docs/read-model.md.

-- Read model: one row per findable creator, with all columns that lists filter and sort by.
create table creator_listing (
  creator_id uuid primary key references workspace on delete cascade,
  joined_ms bigint not null,
  followers bigint not null,
  completed int not null,
  min_price_cents int not null,
  max_price_cents int not null,
  min_days int not null,
  categories text[] not null,
  languages text[] not null,
  platforms text[] not null,
  places text[] not null default '{}',
  rating_tenths int not null default 0,
  rating_rank int not null default 0,
  -- The sort key of "Best match": the number of completed bookings, weighted by the square of the damped average
  -- rating minus one star (rating_rank, in thousandths of a star). A booking counts 1,000 at four stars, 111 at two
  -- stars and 1,777 at five stars. Creators without reviews are treated as having four stars, which is also the
  -- average that the damping assumes. This is the last column, so that rows of creator_listing_now can be inserted
  -- without it.
  match_rank bigint not null generated always as (
    completed::bigint * (coalesce(nullif(rating_rank, 0), 4000) - 1000) * (coalesce(nullif(rating_rank, 0), 4000) - 1000) / 9000
  ) stored
);

create index creator_listing_categories on creator_listing using gin (categories);
create index creator_listing_platforms on creator_listing using gin (platforms);
create index creator_listing_languages on creator_listing using gin (languages);
create index creator_listing_places on creator_listing using gin (places);
-- For matching, which also suggests creators with few completed bookings.
create index creator_listing_newcomers on creator_listing (creator_id)
  include (followers, min_price_cents, min_days, categories, platforms)
  where completed < 3;
create index creator_listing_rated on creator_listing (rating_rank desc, completed desc, creator_id desc)
  include (rating_tenths, followers, min_price_cents, max_price_cents, min_days, categories, languages, platforms);
-- One index per sort order of the list, with the columns that lists filter by.
create index creator_listing_proven on creator_listing (match_rank desc, followers desc, creator_id desc)
  include (completed, rating_tenths, min_price_cents, max_price_cents, min_days, categories, languages, platforms);
create index creator_listing_newest on creator_listing (joined_ms desc, completed desc, creator_id desc)
  include (rating_tenths, followers, min_price_cents, max_price_cents, min_days, categories, languages, platforms);
create index creator_listing_followers on creator_listing (followers desc, completed desc, creator_id desc)
  include (rating_tenths, min_price_cents, max_price_cents, min_days, categories, languages, platforms);
create index creator_listing_cheapest on creator_listing ((-min_price_cents) desc, completed desc, creator_id desc)
  include (rating_tenths, min_price_cents, followers, max_price_cents, min_days, categories, languages, platforms);
create index creator_listing_dearest on creator_listing (max_price_cents desc, completed desc, creator_id desc)
  include (rating_tenths, followers, min_price_cents, min_days, categories, languages, platforms);
create index creator_listing_fastest on creator_listing ((-min_days) desc, completed desc, creator_id desc)
  include (rating_tenths, followers, min_price_cents, max_price_cents, min_days, categories, languages, platforms);
create index creator_listing_lookup on creator_listing using hash (creator_id);

-- Read model: the data about a creator that search results and lists show.
create table creator_card (
  creator_id uuid primary key references creator_listing on delete cascade,
  card jsonb not null,
  offers jsonb not null,
  availability jsonb
);

create index creator_card_lookup on creator_card using hash (creator_id);

-- Read model: a creator's search document. Its rows are larger than usual but must not be moved to TOAST storage,
-- because every search for a common word reads them.
create table creator_document (
  creator_id uuid primary key references creator_listing on delete cascade,
  names text not null,
  document tsvector not null
) with (toast_tuple_target=8160);

create index creator_document_words on creator_document using gin (document);
create index creator_document_names on creator_document using gin (names gin_trgm_ops);
create index creator_document_lookup on creator_document using hash (creator_id);

-- Read model: the prefixes that find a creator by name, for example "maya lindqvist", "lindqvist" and the username.
create table creator_name (
  name text collate "C" not null,
  creator_id uuid not null references creator_listing on delete cascade,
  primary key (name, creator_id)
);

create index creator_name_of on creator_name (creator_id);

-- Read model: one row per package for sale, with all columns that package lists filter and sort by.
create table package_listing (
  package_id uuid primary key,
  creator_id uuid not null references creator_listing on delete cascade,
  price_cents int not null,
  delivery_days int not null,
  is_popular boolean not null,
  completed int not null,
  followers bigint not null,
  categories text[] not null,
  languages text[] not null,
  platforms text[] not null,
  document tsvector,
  places text[] not null default '{}',
  rating_tenths int not null default 0
);

-- One index per sort order of the list, with the columns that lists filter by.
create index package_listing_cheapest on package_listing ((-price_cents) desc, completed desc, creator_id desc)
  include (package_id, price_cents, delivery_days, followers, categories, languages, platforms);
create index package_listing_dearest on package_listing (price_cents desc, completed desc, creator_id desc)
  include (package_id, delivery_days, followers, categories, languages, platforms);
create index package_listing_fastest on package_listing ((-delivery_days) desc, completed desc, creator_id desc)
  include (package_id, price_cents, delivery_days, followers, categories, languages, platforms);
create index package_listing_of_creator on package_listing (creator_id, price_cents, package_id) include (delivery_days);

-- Read model: a package's search document.
create table package_document (
  package_id uuid not null references package_listing on delete cascade,
  document tsvector not null
);

create index package_document_lookup on package_document using hash (package_id);
