-- Moderation, support and the log of staff actions.

-- Append-only log of staff actions, with the actor, the subject, the reason, and the values before and after.
-- Actions on the command line have no actor.
create table admin_action (
  id uuid primary key default gen_random_uuid(),
  actor_person_id uuid references person,
  action text not null,
  subject_kind text not null,
  subject_id uuid not null,
  subject_label text not null,
  reason text not null check (length(reason) between 1 and 1000),
  before jsonb not null,
  after jsonb not null,
  at timestamptz not null
);

create index admin_action_at on admin_action (at desc, id desc);
create index admin_action_of_subject on admin_action (subject_id, at desc);
create index admin_action_of_actor on admin_action (actor_person_id, at desc, id desc);
create index admin_action_of_kind on admin_action (action, at desc, id desc);

-- Staff's decision about reported content, and the owner's appeal.
create table moderation_decision (
  id uuid primary key default gen_random_uuid(),
  subject_kind text not null check (subject_kind in ('profile', 'package', 'review', 'message', 'list')),
  subject_id uuid not null,
  subject_label text not null,
  owner_workspace_id uuid not null references workspace,
  outcome text not null check (outcome in ('none', 'hidden', 'suspended')),
  reason text not null check (length(reason) between 1 and 1000),
  decided_by_person_id uuid not null references person,
  decided_at timestamptz not null,
  appeal text check (length(appeal) between 1 and 5000),
  appealed_at timestamptz,
  appeal_outcome text check (appeal_outcome in ('upheld', 'reversed')),
  appeal_reason text check (length(appeal_reason) between 1 and 1000),
  appeal_decided_by_person_id uuid references person,
  appeal_decided_at timestamptz,

  check ((appeal is null) = (appealed_at is null)),
  check (appealed_at is null or outcome <> 'none'),
  check (appeal_outcome is null or appealed_at is not null),
  check ((appeal_outcome is null) = (appeal_reason is null) and (appeal_outcome is null) =
    (appeal_decided_by_person_id is null) and (appeal_outcome is null) = (appeal_decided_at is null))
);

create index moderation_decision_appeals on moderation_decision (appealed_at desc, id desc)
  where appealed_at is not null and appeal_outcome is null;
create index moderation_decision_of_owner on moderation_decision (owner_workspace_id, decided_at desc);
create index moderation_decision_of on moderation_decision (subject_id, decided_at desc);

-- A user's report of content that breaks the rules.
create table report (
  id uuid primary key default gen_random_uuid(),
  -- Null if the account was deleted.
  reporter_workspace_id uuid references workspace on delete set null,
  subject_kind text not null check (subject_kind in ('profile', 'package', 'review', 'message', 'list')),
  subject_id uuid not null,
  subject_label text not null,
  owner_workspace_id uuid not null references workspace,
  reason text not null check (length(reason) between 1 and 50),
  sentence text not null check (length(sentence) between 1 and 1000),
  created_at timestamptz not null,
  decision_id uuid references moderation_decision
);

-- A user can have at most one open report per subject.
create unique index report_open_once on report (reporter_workspace_id, subject_id) where decision_id is null;
create index report_open on report (created_at, id) where decision_id is null;
create index report_decided on report (created_at desc, id desc) where decision_id is not null;
create index report_of on report (subject_id) where decision_id is null;
create index report_decision on report (decision_id);
create index report_reporter on report (reporter_workspace_id, created_at desc);

-- A message from the contact form (requirements R3.17).
create table contact_message (
  id uuid primary key default gen_random_uuid(),
  -- Used in the reference number that users see.
  number bigint generated always as identity unique,
  person_id uuid references person on delete set null,
  name text not null check (length(name) between 2 and 100),
  email text not null check (length(email) <= 254),
  company text not null check (length(company) <= 120),
  subject text not null check (length(subject) between 5 and 200),
  category text not null,
  message text not null check (length(message) between 10 and 5000),
  -- open: Staff have to answer. answered: The sender may reply. closed: Finished, unless the sender writes again.
  status text not null default 'open' check (status in ('open', 'answered', 'closed')),
  created_at timestamptz not null,
  -- The last time when the sender reopened the thread by replying.
  reopened_at timestamptz,
  answered_at timestamptz,
  answered_by_person_id uuid references person,
  answer_note text check (length(answer_note) between 1 and 1000),

  check ((answered_at is null) = (answered_by_person_id is null)),
  check (answer_note is null or answered_at is not null)
);

create index contact_message_created_at on contact_message (created_at desc, id desc);
create index contact_message_by_status on contact_message (status, created_at desc, id desc);
create index contact_message_open_since on contact_message (coalesce(reopened_at, created_at), id) where status = 'open';

-- A reply to a contact message, by staff or by the sender.
create table contact_reply (
  id uuid primary key default gen_random_uuid(),
  message_id uuid not null references contact_message on delete cascade,
  -- Null if the sender of the contact message wrote the reply.
  staff_person_id uuid references person,
  text text not null check (length(text) between 1 and 5000),
  at timestamptz not null
);

create index contact_reply_of on contact_reply (message_id, at, id);

-- A link in an email that can be used any number of times until it expires.
create table emailed_link (
  -- SHA-256 hash of the token.
  token_hash text primary key,
  purpose text not null check (purpose in ('thread', 'appeal', 'unsubscribe', 'invitation', 'guest')),
  subject_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

create index emailed_link_expires_at on emailed_link (expires_at);
create index emailed_link_of on emailed_link (subject_id);

-- A code in an email that proves its recipient's address.
create table mail_code (
  -- Known only to the visitor who asked for the code, so that no other visitor can use it up.
  id uuid primary key,
  -- The guest (review_guest) or the invitation whose address gets the code.
  subject_id uuid not null,
  -- Keyed hash of the code.
  code_hash text not null,
  expires_at timestamptz not null,
  -- The number of wrong codes that were entered.
  attempts smallint not null default 0 check (attempts >= 0)
);

create index mail_code_expires_at on mail_code (expires_at);

-- The table that the package rate-limiter-flexible uses. Without it, the package would create the table during the
-- first request.
create table rate_limit (
  key varchar(255) primary key,
  points int not null default 0,
  expire bigint
);

create index rate_limit_expire on rate_limit (expire);

-- A request that created something, with its result, so that a repeated request does not create it twice
-- (core/idempotency.ts). The id is a hash of the caller, the operation, the idempotency key and the input.
create table idempotent_request (
  id text primary key check (length(id) = 43),
  -- The user who sent the request, or null for visitors.
  person_id uuid references person,
  -- The result as JSON. Null only while the transaction that creates it is running.
  answer text,
  created_at timestamptz not null
);

create index idempotent_request_created_at on idempotent_request (created_at);
create index idempotent_request_person on idempotent_request (person_id);
