-- Conversations between brands and creators.

-- A conversation about a booking, or a general one between a brand and a creator.
create table conversation (
  id uuid primary key default gen_random_uuid(),
  creator_id uuid not null references workspace,
  brand_id uuid not null references workspace,
  -- Null for the general conversation.
  booking_id uuid references booking unique,
  -- The number of the latest message. The row is locked while the next number is assigned.
  last_number int not null default 0 check (last_number between 0 and 1000000),
  created_at timestamptz not null,
  check (creator_id <> brand_id)
);

create unique index conversation_of_pair on conversation (brand_id, creator_id) where booking_id is null;

-- One side of a conversation, with their read position and unread count.
create table conversation_participant (
  conversation_id uuid not null references conversation,
  workspace_id uuid not null references workspace,
  -- The number of the latest message that is visible to this participant.
  last_number int not null default 0 check (last_number >= 0),
  last_at timestamptz not null,
  read_number int not null default 0 check (read_number >= 0),
  unread int not null default 0 check (unread >= 0),
  -- The time when the oldest unread message was sent.
  unread_since timestamptz,
  -- The time of the email about unread messages. There is no second email until the user has read them.
  mailed_at timestamptz,
  read_at timestamptz,

  check ((unread = 0) = (unread_since is null)),
  check (mailed_at is null or unread > 0),
  primary key (conversation_id, workspace_id)
);

create index conversation_participant_in_order on conversation_participant (workspace_id, last_at desc, conversation_id desc)
  where last_number > 0;
create index conversation_participant_unread on conversation_participant (workspace_id, last_at desc, conversation_id desc)
  where unread > 0;
create index conversation_participant_read on conversation_participant (read_at) where read_at is not null;

-- Returns the search terms of a text, separated by spaces: in lower case, without accents, in one Unicode form. Text
-- is split at all characters except letters, marks and digits, so that any part of 'brief-final.pdf' is found. Runs
-- of scripts without spaces, and symbols such as emoji, become separate terms. Used for both messages and queries,
-- because PostgreSQL's own parser does not split host names, addresses and file names.
create function message_terms(written text) returns text language sql immutable parallel safe
return case
  -- A much faster way for ASCII texts, in which each character is one byte.
  when octet_length(written) = length(written) then btrim(regexp_replace(lower(written), '[^a-z0-9]+', ' ', 'g'))
  else btrim(regexp_replace(
    regexp_replace(
      -- Removes accents and invisible characters.
      normalize(regexp_replace(
        normalize(lower(normalize(written, NFKC)), NFKD),
        '[\u0300-\u036f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufe00-\ufe0f\ufeff]+', '', 'g'), NFKC),
      -- Separates Thai, Lao, Tibetan, Burmese, Khmer, Hangul, kana and Chinese characters, arrows, symbols and
      -- emoji.
      '([\u0e00-\u109f\u1100-\u11ff\u1780-\u17d3\u3005-\u3007\u3040-\u30fa\u30fc-\u31ff\u3400-\u4dbf\u4e00-\ua4cf\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]+|[\u2190-\u2bff\U0001f000-\U0001faff])',
      ' \1 ', 'g'),
    -- Replaces spaces, punctuation and other signs of ASCII, Latin-1 and other scripts.
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u037e\u0387\u055a-\u055f\u0589\u058a\u05be\u05c0\u05c3\u05c6\u05f3\u05f4\u0609-\u060d\u061b-\u061f\u066a-\u066d\u06d4\u0964\u0965\u0970\u1360-\u1368\u17d4-\u17da\u2000-\u218f\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\u303d-\u303f\u30fb\ufd3e\ufd3f\ufe10-\ufe6f]+',
    ' ', 'g'))
end;

-- Returns whether a term belongs to a script without spaces. 3584 is the first Thai character.
create function is_unspaced(term text) returns boolean language sql immutable parallel safe
return ascii(term) >= 3584 and term ~
  '^[\u0e00-\u109f\u1100-\u11ff\u1780-\u17d3\u3005-\u3007\u3040-\u30fa\u30fc-\u31ff\u3400-\u4dbf\u4e00-\ua4cf\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]';

-- Returns the search vector of a message: its terms, and each pair of adjacent characters in scripts without spaces.
-- Terms are cut to 100 characters, because the index does not accept long ones.
create function message_document(written text) returns tsvector language sql immutable parallel safe
return (
  select array_to_tsvector(coalesce(array_agg(distinct left(found, 100)), '{}'))
  from string_to_table(message_terms(written), ' ') as term,
    lateral (
      select term as found where term <> '' and not is_unspaced(term)
      union all
      select substr(term, at, 2) from generate_series(1, length(term)) as at where is_unspaced(term)
    ) as each_found
);

-- A message in a conversation. Messages are numbered from 1.
create table message (
  conversation_id uuid not null references conversation,
  number int not null check (number > 0),
  id uuid not null default gen_random_uuid() unique,
  -- Null for an announcement by the product (`announcement`).
  author_workspace_id uuid references workspace,
  -- The person who wrote for the author.
  author_person_id uuid references person,
  -- Generated by the author's page, so that a message sent twice is stored once.
  client_id uuid,
  announcement text check (announcement = 'staff_read'),
  text text not null check (char_length(text) <= 5000),
  -- Stored for searches, because computing it takes up to some milliseconds.
  terms tsvector not null generated always as (message_document(text)) stored,
  -- The number of the message that this one quotes.
  quoted int,
  -- False if the recipient had blocked the author when the message was sent. The recipient never sees it.
  is_delivered boolean not null,
  at timestamptz not null,
  -- Set when the text is erased with the author's account.
  erased_at timestamptz,
  files smallint not null default 0 check (files between 0 and 5),

  check ((author_workspace_id is null) = (announcement is not null) and (author_workspace_id is null) = (client_id is null)),
  check (quoted < number),
  primary key (conversation_id, number),
  unique (author_workspace_id, client_id),
  foreign key (conversation_id, quoted) references message,
  constraint message_says
    check (
case
      when announcement is not null or erased_at is not null then text = '' and files = 0
      else
      text <> '' or files > 0
end)
);

create index message_words on message using gin (conversation_id, terms);

-- An uploaded file of a deliverable or of a message. Files are uploaded in parts.
create table file (
  id uuid primary key default gen_random_uuid(),
  author_workspace_id uuid not null references workspace,
  -- The deliverable for which the file was uploaded. Null for files of messages.
  deliverable_id uuid references deliverable,
  -- The conversation of the message that contains the file. Null for files of deliverables, and before the message is
  -- sent.
  conversation_id uuid,
  -- The number of the version or message that contains the file. Null before it is sent.
  number int,
  name text not null check (length(name) between 1 and 200),
  bytes bigint not null check (bytes between 1 and 209715200),
  -- Identifies the chosen file, so that its interrupted upload continues when the user chooses it again.
  upload_key text not null check (length(upload_key) <= 64),
  -- The number of parts received so far. Parts arrive in order.
  parts smallint not null default 0 check (parts >= 0),
  -- Detected from the content. Null if the upload is incomplete or the file cannot be displayed on the page.
  media_type text check (length(media_type) <= 60),
  sha256 text check (length(sha256) = 64),
  started_at timestamptz not null,
  finished_at timestamptz,
  -- Set when the content is deleted, either after its retention period or with the author's account. The row is kept
  -- as a record.
  dropped_at timestamptz,
  -- A keyed hash of the uploader's network. Null if unknown, or after the content was deleted.
  network text check (length(network) = 43),

  check (deliverable_id is null or conversation_id is null),
  check (deliverable_id is not null or (conversation_id is null) = (number is null)),
  -- Files of messages are smaller than files of deliverables.
  check (deliverable_id is not null or bytes <= 26214400),
  check ((sha256 is null) = (finished_at is null)),
  check (number is null or finished_at is not null),
  foreign key (deliverable_id, number) references delivery,
  foreign key (conversation_id, number) references message
);

create index file_of_deliverable on file (deliverable_id, number) where deliverable_id is not null;
create index file_of_message on file (conversation_id, number) include (bytes, dropped_at)
  where conversation_id is not null;
create index file_message_draft on file (author_workspace_id, started_at) where deliverable_id is null and number is null;
-- For deleting unsent uploads and expired files, oldest first.
create index file_kept on file (started_at) where dropped_at is null;
-- For summing the bytes of authors and networks, and for erasing an author's files.
create index file_of_message_author on file (author_workspace_id) include (bytes)
  where dropped_at is null and deliverable_id is null;
create index file_of_delivery_author on file (author_workspace_id)
  where dropped_at is null and deliverable_id is not null;
create index file_of_network on file (network, started_at) include (bytes) where dropped_at is null;

-- Read model: the total size of the stored files of a creator's deliverables, for the quota. A small file counts as
-- 256 KB.
create table delivered_bytes (
  author_workspace_id uuid primary key references workspace,
  bytes bigint not null
);

-- A user's block of messages from another user.
create table message_block (
  blocker_workspace_id uuid not null references workspace,
  blocked_id uuid not null references workspace,
  at timestamptz not null,
  check (blocker_workspace_id <> blocked_id),
  primary key (blocker_workspace_id, blocked_id)
);
