-- Saved lists and searches.

-- A user's list of saved creators and packages.
create table saved_list (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references workspace,
  name text not null check (char_length(name) between 1 and 60),
  -- True for the default list, in which items are saved unless the user chooses another one.
  is_first boolean not null,
  -- The token in the URL of the shared list, or null if it is not shared.
  token text unique check (char_length(token) = 22),
  shows_notes boolean not null default false,
  created_at timestamptz not null,
  hidden_at timestamptz,
  hidden_reason text check (length(hidden_reason) between 1 and 1000),

  check (token is not null or not shows_notes),
  check ((hidden_at is null) = (hidden_reason is null)),
  unique (id, workspace_id)
);

create unique index saved_list_name on saved_list (workspace_id, lower(name));
create unique index saved_list_first on saved_list (workspace_id) where is_first;

-- A creator or a package in a saved list.
create table saved_item (
  id uuid primary key default gen_random_uuid(),
  list_id uuid not null,
  workspace_id uuid not null,
  kind text not null check (kind in ('creator', 'package')),
  creator_id uuid not null references workspace,
  -- Null for a saved creator, and for a package that was deleted.
  package_id uuid references package on delete set null,
  package_name text,
  -- The price when the item was saved (for a creator, the lowest price), or null if nothing was for sale.
  price_cents int check (price_cents > 0),
  note text not null default '' check (char_length(note) <= 500),
  saved_at timestamptz not null,

  check ((kind = 'package') = (package_name is not null)),
  check (kind = 'package' or package_id is null),
  foreign key (list_id, workspace_id) references saved_list (id, workspace_id) on delete cascade
);

create unique index saved_item_creator on saved_item (list_id, creator_id) where kind = 'creator';
create unique index saved_item_package on saved_item (list_id, package_id) where package_id is not null;
create index saved_item_in_order on saved_item (list_id, saved_at desc, id desc);
-- For checking which creators and packages on a page are saved.
create index saved_item_creator_of_owner on saved_item (workspace_id, creator_id) where kind = 'creator';
create index saved_item_package_of_owner on saved_item (workspace_id, package_id) where package_id is not null;
create index saved_item_of_package on saved_item (package_id) where package_id is not null;

-- A search that a user saved, to open it again or to get emails about new matches.
create table saved_search (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references workspace,
  name text not null check (char_length(name) between 1 and 60),
  -- The query parameters of the search page.
  search jsonb not null,
  created_at timestamptz not null,
  is_mailed boolean not null,
  looked_at timestamptz not null,
  -- The latest package_arrival when the search was saved (saved_seq) and when it was last checked (seen_seq).
  saved_seq bigint not null,
  seen_seq bigint not null
);

create unique index saved_search_once on saved_search (workspace_id, search);
create index saved_search_due on saved_search (looked_at) where is_mailed;

-- A creator about whom the owner of a saved search has already been notified.
create table saved_search_notified (
  search_id uuid not null references saved_search on delete cascade,
  creator_id uuid not null references workspace on delete cascade,
  primary key (search_id, creator_id)
);

create index saved_search_notified_of on saved_search_notified (creator_id);

-- The order in which packages were offered for sale for the first time. Saved searches use it to find new matches.
create table package_arrival (
  package_id uuid primary key references package on delete cascade,
  creator_id uuid not null references workspace on delete cascade,
  seq bigint generated always as identity unique
);
