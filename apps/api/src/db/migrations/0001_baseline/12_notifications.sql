-- Notifications, emails and calendar feeds.

-- A notification that a user sees in Marquee.
create table notification (
  -- The id of the email about the same event, so that a job that runs twice creates only one notification.
  id uuid primary key,
  -- Increases with each notification. The live stream sends the latest number.
  seq bigint generated always as identity,
  person_id uuid not null references person,
  -- The workspace in which the person is notified as a member, or null if it is about the person.
  workspace_id uuid references workspace,
  kind text not null check (length(kind) <= 60),
  text text not null check (length(text) between 1 and 200),
  path text check (path like '/%' and length(path) <= 300),
  at timestamptz not null,
  read_at timestamptz
);

create index notification_of on notification (person_id, at desc, id desc);
create index notification_unread on notification (person_id, path) where read_at is null;
create index notification_age on notification (at);

-- A user's settings for emails and push notifications, and their quiet hours.
create table notification_settings (
  person_id uuid primary key references person,
  -- Groups whose emails the user has turned off.
  off text[] not null check (off <@ array['bookings', 'offers', 'reviews', 'messages'] and cardinality(off) <= 4),
  -- The start and end of quiet hours, as full hours in the user's time zone. Either both are set or both are null.
  quiet_from smallint check (quiet_from between 0 and 23),
  quiet_to smallint check (quiet_to between 0 and 23),
  -- Groups whose emails are collected in the daily email.
  daily text[] not null default '{}'
    check (daily <@ array['bookings', 'offers', 'reviews'] and cardinality(daily) <= 3),
  push_off text[] not null default '{}'
    check (push_off <@ array['bookings', 'offers', 'reviews', 'messages', 'money', 'account'] and
      cardinality(push_off) <= 6),
  check ((quiet_from is null) = (quiet_to is null)),
  check (quiet_from <> quiet_to),
  check (not (off && daily))
);

-- A browser that receives push notifications even when Marquee is closed (Push API).
create table push_subscription (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null references person on delete cascade,
  -- The session in which the browser was subscribed. The subscription ends with it.
  session_hash text not null references session on delete cascade,
  endpoint text not null unique check (length(endpoint) between 10 and 1000),
  p256dh text not null check (length(p256dh) = 87),
  auth text not null check (length(auth) = 22),
  created_at timestamptz not null
);

create index push_subscription_of on push_subscription (person_id, created_at);
create index push_subscription_session on push_subscription (session_hash);

-- The secret URL from which a member's calendar app reads the deadlines of a workspace.
create table calendar_feed (
  workspace_id uuid not null,
  person_id uuid not null,
  -- SHA-256 hash of the token in the URL.
  token_hash text not null check (length(token_hash) = 64),
  created_at timestamptz not null,
  primary key (workspace_id, person_id),
  -- A member who leaves loses the feed.
  foreign key (workspace_id, person_id) references member (workspace_id, person_id) on delete cascade
);
-- Not unique: simultaneous requests with the same idempotency key insert the same hash. The upsert resolves only the
-- conflict on the primary key, and would fail on a second one.
create index calendar_feed_by_token on calendar_feed (token_hash);

-- An email that is queued or was sent. There is at most one per kind, subject and recipient. Its address and content
-- are deleted after it is sent.
create table mail (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  subject text not null,
  person_id uuid references person on delete cascade,
  -- The workspace in which the person gets the email as a member, or null if it is about the person.
  workspace_id uuid references workspace on delete cascade,
  booking_id uuid references booking on delete cascade,
  -- The recipient address if it is not the account's address.
  address text,
  data jsonb,
  -- Whether the email becomes part of the daily email.
  is_daily boolean not null default false,
  created_at timestamptz not null,
  -- The earliest time to send the email.
  due_at timestamptz not null,
  sent_at timestamptz,
  dropped_at timestamptz,

  check (sent_at is null or dropped_at is null),
  check ((sent_at is null and dropped_at is null) = (data is not null)),
  check (address is null or data is not null),
  unique nulls not distinct (kind, subject, person_id)
);

create index mail_person on mail (person_id, created_at desc);
create index mail_spaced on mail (person_id, booking_id, kind, due_at) where booking_id is not null;
create index mail_done_at on mail (coalesce(sent_at, dropped_at)) where data is null;
create index mail_daily on mail (person_id, due_at) where is_daily and data is not null;
