-- Deliverables, shipments and publications.

-- A single item that a booking has to deliver.
create table deliverable (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references booking,
  position smallint not null check (position between 1 and 30),
  title text not null check (length(title) between 1 and 200),
  -- True if the creator added the item, false if the brand ordered it.
  is_added boolean not null default false,
  planned_on date,
  unique (booking_id, position)
);

-- One version of a deliverable that the creator has sent, and the brand's decision about it.
create table delivery (
  deliverable_id uuid not null references deliverable,
  number smallint not null check (number between 1 and 25),
  note text not null check (length(note) <= 2000),
  links text[] not null check (cardinality(links) <= 5),
  sent_at timestamptz not null,
  -- The time by which the brand should decide. Pauses of the work postpone it, and so does a delay that has moved the
  -- due date.
  review_by timestamptz not null,
  verdict text check (verdict in ('approved', 'changes')),
  decided_at timestamptz,
  -- The changes that the brand requests, in its own words.
  change_request text check (length(change_request) between 1 and 5000),
  remarks jsonb not null default '[]' check (jsonb_typeof(remarks) = 'array'),

  check ((verdict is null) = (decided_at is null)),
  check ((verdict is not distinct from 'changes') = (change_request is not null)),
  primary key (deliverable_id, number)
);

-- A person without an account who reviews versions of a booking's deliverables for the brand. The link in the
-- invitation is a emailed_link.
create table review_guest (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references booking,
  name text not null check (length(name) between 1 and 100),
  email citext not null check (length(email) <= 254),
  invited_by_person_id uuid not null references person,
  invited_at timestamptz not null,
  expires_at timestamptz not null,
  -- The time when the guest first confirmed the email address.
  opened_at timestamptz,
  revoked_at timestamptz
);

-- A booking has at most one guest with an address. A revoked guest who is invited again becomes a new guest.
create unique index review_guest_open on review_guest (booking_id, email) where revoked_at is null;
create index review_guest_of_booking on review_guest (booking_id, invited_at);
create index review_guest_expires_at on review_guest (expires_at);

-- A version that a guest may see, with the guest's vote and comments.
create table review_guest_version (
  guest_id uuid not null references review_guest on delete cascade,
  deliverable_id uuid not null,
  number smallint not null,
  vote text check (vote in ('approved', 'changes')),
  voted_at timestamptz,
  -- The checksum of the version that the guest voted on. The vote counts only while the version still has it.
  vote_checksum text check (length(vote_checksum) = 64),
  comment text not null default '' check (length(comment) <= 1000),
  remarks jsonb not null default '[]' check (jsonb_typeof(remarks) = 'array'),

  check (num_nulls(vote, voted_at, vote_checksum) in (0, 3)),
  primary key (guest_id, deliverable_id, number),
  foreign key (deliverable_id, number) references delivery
);

create index review_guest_version_of on review_guest_version (deliverable_id, number);

-- The product that a brand ships to the creator for a booking.
create table shipment (
  booking_id uuid primary key references booking,
  -- Null if the creator has not entered an address or it was erased.
  address text check (length(address) between 1 and 500),
  address_at timestamptz,
  carrier text not null default '' check (length(carrier) <= 60),
  tracking text not null default '' check (length(tracking) <= 100),
  sent_at timestamptz,
  arrived_at timestamptz,
  check (address is null or address_at is not null)
);

create index shipment_address_kept on shipment (address_at) where address is not null;

-- A post in which the work of a booking was published.
create table publication (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references booking,
  link text not null check (length(link) between 1 and 500),
  published_on date not null,
  -- The time when the creator confirmed that the post is labeled as advertising. Posts without this confirmation are
  -- not accepted.
  disclosed_at timestamptz not null,
  picture_name text check (length(picture_name) between 1 and 100),
  picture_width int check (picture_width > 0),
  picture_height int check (picture_height > 0),
  picture_at timestamptz,
  picture_shared boolean not null default false,
  -- The time of the next check of the link, or null if it is not checked again.
  next_check_at timestamptz default now(),
  answered_at timestamptz,
  unanswered_since timestamptz,

  unique (booking_id, link),
  constraint post_picture_whole check (num_nulls(picture_name, picture_width, picture_height, picture_at) in (0, 4)),
  constraint post_picture_shared check (picture_name is not null or not picture_shared)
);

create index publication_look on publication (next_check_at, id) where next_check_at is not null;
create index publication_picture_aged on publication (picture_at, id) where picture_at is not null;

-- The metrics that a creator reported for a publication at one time. A metric is null if the platform does not
-- report it.
create table publication_metrics (
  publication_id uuid not null references publication on delete cascade,
  number smallint not null check (number between 1 and 50),
  reported_at timestamptz not null,
  views bigint check (views between 0 and 1000000000000),
  likes bigint check (likes between 0 and 1000000000000),
  comments bigint check (comments between 0 and 1000000000000),
  shares bigint check (shares between 0 and 1000000000000),
  saves bigint check (saves between 0 and 1000000000000),
  clicks bigint check (clicks between 0 and 1000000000000),

  check (num_nonnulls(views, likes, comments, shares, saves, clicks) > 0),
  primary key (publication_id, number)
);

-- The secret token under which one side of a booking shares its results.
create table shared_results (
  booking_id uuid not null references booking,
  workspace_id uuid not null references workspace,
  token text not null unique check (length(token) between 16 and 100),
  shared_at timestamptz not null,
  primary key (booking_id, workspace_id)
);

create index shared_results_of_workspace on shared_results (workspace_id);
