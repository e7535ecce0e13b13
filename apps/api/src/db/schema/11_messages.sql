-- Conversations between brands and creators.

-- The messages about one booking, or between one brand and one creator without a booking.
create table conversation (
  id uuid primary key default gen_random_uuid(),
  creator_id uuid not null references app_user,
  brand_id uuid not null references app_user,
  -- Null for the conversation of the pair.
  booking_id uuid references booking unique,
  -- The number of the newest message. The row's lock hands out numbers.
  last_number int not null default 0 check (last_number between 0 and 1000000),
  created_at timestamptz not null,
  check (creator_id <> brand_id)
);

create unique index conversation_of_pair on conversation (brand_id, creator_id) where booking_id is null;

-- One side of a conversation: what that person has read, and what is unread.
create table conversation_member (
  conversation_id uuid not null references conversation,
  user_id uuid not null references app_user,
  -- The newest message that this person receives.
  last_number int not null default 0 check (last_number >= 0),
  last_at timestamptz not null,
  read_number int not null default 0 check (read_number >= 0),
  unread int not null default 0 check (unread >= 0),
  -- When the oldest unread message came.
  unread_since timestamptz,
  -- When an email announced unread messages. No other one is sent until they are read.
  mailed_at timestamptz,
  read_at timestamptz,

  check ((unread = 0) = (unread_since is null)),
  check (mailed_at is null or unread > 0),
  primary key (conversation_id, user_id)
);

create index conversation_member_in_order on conversation_member (user_id, last_at desc, conversation_id desc)
  where last_number > 0;
create index conversation_member_unread on conversation_member (user_id, last_at desc, conversation_id desc)
  where unread > 0;
create index conversation_member_read on conversation_member (read_at) where read_at is not null;

-- Messages of a conversation, numbered from 1.
create table message (
  conversation_id uuid not null references conversation,
  number int not null check (number > 0),
  id uuid not null default gen_random_uuid() unique,
  -- Null if the product wrote it (`said`).
  author_id uuid references app_user,
  -- Made by the author's page, so that a message that is sent again stays one message.
  client_id uuid,
  said text check (said = 'staff_read'),
  text text not null check (char_length(text) <= 5000),
  -- The number of the message that this one answers.
  quoted int,
  -- False if the other side had blocked the author. The other side never receives it.
  is_heard boolean not null,
  at timestamptz not null,
  -- The author's account and the text were deleted.
  erased_at timestamptz,
  files smallint not null default 0 check (files between 0 and 5),

  check ((author_id is null) = (said is not null) and (author_id is null) = (client_id is null)),
  check (quoted < number),
  primary key (conversation_id, number),
  unique (author_id, client_id),
  foreign key (conversation_id, quoted) references message,
  constraint message_says
    check (
case
      when said is not null or erased_at is not null then text = '' and files = 0
      else
      text <> '' or files > 0
end)
);

create index message_words on message using gin (conversation_id, to_tsvector('simple', text));

-- A file of a message. Uploads arrive in parts.
create table message_file (
  id uuid primary key default gen_random_uuid(),
  author_id uuid not null references app_user,
  -- The message that contains the file, or null until it is sent.
  conversation_id uuid,
  number int,
  name text not null check (length(name) between 1 and 200),
  bytes bigint not null check (bytes between 1 and 26214400),
  changed_at bigint not null,
  -- How many parts have arrived, without a gap from the first one.
  parts smallint not null default 0 check (parts >= 0),
  -- Detected from the content of the complete file, or null if the page cannot show it.
  media_type text check (length(media_type) <= 60),
  sha256 text check (length(sha256) = 64),
  begun_at timestamptz not null,
  finished_at timestamptz,
  -- The content was deleted after its retention time. That it was sent stays recorded.
  dropped_at timestamptz,
  -- The network that uploaded it, as a keyed hash. Null if it is not known, and once the content was deleted.
  network text check (length(network) = 43),

  check ((conversation_id is null) = (number is null)),
  check ((sha256 is null) = (finished_at is null)),
  check (number is null or finished_at is not null),
  foreign key (conversation_id, number) references message
);

create index message_file_of on message_file (conversation_id, number) include (bytes, dropped_at)
  where number is not null;
create index message_file_draft on message_file (author_id, begun_at) where number is null;
create index message_file_kept on message_file (begun_at) where dropped_at is null;
-- Quotas are sums of these.
create index message_file_of_author on message_file (author_id) include (bytes) where dropped_at is null;
create index message_file_of_network on message_file (network, begun_at) include (bytes) where dropped_at is null;

-- A person who does not want to receive messages from another one.
create table message_block (
  blocker_id uuid not null references app_user,
  blocked_id uuid not null references app_user,
  at timestamptz not null,
  check (blocker_id <> blocked_id),
  primary key (blocker_id, blocked_id)
);
