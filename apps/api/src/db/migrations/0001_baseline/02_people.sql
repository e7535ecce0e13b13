-- Accounts, profiles and sessions.

-- A person who signs in. Rows are never deleted. Deleting an account erases its personal data.
create table person (
  id uuid primary key default gen_random_uuid(),
  full_name text not null check (length(full_name) between 2 and 100),
  email citext not null unique check (length(email) <= 254),
  email_verified_at timestamptz,
  -- A new email address that the person has not verified yet.
  pending_email citext check (length(pending_email) <= 254),
  -- The address before the last change. Emails about security also go to it for a while after the change.
  former_email citext check (length(former_email) <= 254),
  email_changed_at timestamptz,
  -- The role 'admin' can only be granted on the command line.
  role text not null default 'user' check (role in ('user', 'admin')),
  created_at timestamptz not null,

  -- Null if the person signs in only with an external identity.
  password_hash text,
  -- Each session stores the version with which it began. Incrementing it ends all other sessions.
  sign_in_version int not null default 0,
  -- The user handle of the account's passkeys: 64 random bytes, so that passkeys contain no personal data.
  passkey_handle bytea unique check (length(passkey_handle) = 64),
  -- Whether the account has a passkey or a confirmed authenticator app. The service that changes factors maintains
  -- it, because every request of staff and every sign-in checks it.
  has_factor boolean not null default false,
  -- The time since which the account has had a factor without interruption, or null.
  factor_since timestamptz,
  -- The hash of the one-time code that the command that grants the admin role has printed, until it is used. A passkey
  -- that staff add with this code is trusted at once.
  staff_code_hash text,
  staff_code_expires_at timestamptz,
  -- The time zone of the browser that signed in last.
  time_zone text check (length(time_zone) between 1 and 64),
  csv_format text not null default 'comma' check (csv_format in ('comma', 'semicolon')),
  -- The time at which the person deleted the account. It can be restored until it is erased.
  deleted_at timestamptz,
  -- The time at which the personal data was erased.
  erased_at timestamptz,

  check (deleted_at is null or password_hash is null and pending_email is null),
  check (erased_at is null or deleted_at is not null),
  check ((staff_code_hash is null) = (staff_code_expires_at is null))
);

create index person_staff on person (created_at desc, id desc) where role = 'admin';
-- The next two indexes are for staff's search by part of a name or email address.
create index person_full_name on person using gin ((full_name) gin_trgm_ops);
create index person_email_part on person using gin ((email::text) gin_trgm_ops);

-- A workspace of a brand or a creator. It owns packages, bookings, conversations, documents and the payout account.
-- Rows are never deleted. Registration creates a workspace with one member.
create table workspace (
  id uuid primary key default gen_random_uuid(),
  username citext not null unique check (username ~ '^[a-z0-9][a-z0-9_]{1,28}[a-z0-9]$'),
  -- The name that the other side sees. Until others join, it is the name of the only member.
  full_name text not null check (length(full_name) between 2 and 100),
  user_type text not null check (user_type in ('influencer', 'brand')),
  created_at timestamptz not null,
  -- The time zone that the workspace chose, at first that of the founder's browser. Days of creators' availability and
  -- of the log begin in it, and months of budgets and limits. Null means UTC.
  time_zone text check (length(time_zone) between 1 and 64),

  suspended_at timestamptz,
  suspended_reason text check (length(suspended_reason) between 1 and 1000),
  -- Like person.deleted_at and person.erased_at, for a workspace whose only member deletes the account.
  deleted_at timestamptz,
  erased_at timestamptz,

  -- The public profile of a creator.
  bio text not null default 'Professional content creator ready to help your brand succeed.'
    check (length(bio) <= 1000),
  location text not null default 'Available Worldwide' check (length(location) <= 120),
  profile_image_url text,
  categories text[] not null default '{}' check (cardinality(categories) <= 5),
  languages text[] not null default '{}' check (cardinality(languages) <= 10),
  links jsonb not null default '[]' check (jsonb_typeof(links) = 'array'),
  -- The sum of the followers in creator_platform, stored because lists filter and sort by it. The service that
  -- writes platforms maintains it.
  followers bigint not null default 0 check (followers >= 0),

  -- The country of the creator's Stripe account and payouts. The other payout columns contain the account's state as
  -- last reported by Stripe.
  payout_country text check (payout_country ~ '^[A-Z]{2}$'),
  stripe_account_id text unique,
  -- The number of Stripe accounts that were definitely not created. It is part of the idempotency key, because
  -- Stripe repeats its response for the same key.
  stripe_account_attempt int not null default 0,
  payouts_enabled boolean not null default false,
  payout_details_submitted boolean not null default false,
  payout_disabled_reason text,
  payout_requirements text[] not null default '{}',
  payout_agreement text check (payout_agreement in ('full', 'recipient')),
  -- Identifies the bank accounts at Stripe, to notice when one is replaced or added. The first one gets the payouts.
  payout_banks text[] not null default '{}' check (cardinality(payout_banks) <= 100),
  -- Payouts wait until this time, because the payout account was changed.
  payouts_held_until timestamptz,
  -- An owner, or somebody who was one in the last 30 days, reported a change that they did not make. Until staff
  -- release the workspace, payouts of its bookings wait, and its members, rules, cards, agency and payout account stay
  -- as they are.
  reported_at timestamptz,

  -- The brand's customer at Stripe, to which its saved cards belong. Null before the first card.
  stripe_customer_id text unique,
  -- The number of customers that were definitely not created or that were deleted at Stripe. It is part of the
  -- idempotency key, because Stripe repeats its response for the same key.
  stripe_customer_attempt int not null default 0,
  -- The number of times that a member began to add a card. It is part of the idempotency key.
  card_setups int not null default 0,

  check (erased_at is null or deleted_at is not null and profile_image_url is null and bio = ''),
  check ((suspended_at is null) = (suspended_reason is null))
);

create index workspace_categories on workspace using gin (categories) where user_type = 'influencer';
create index workspace_followers on workspace (followers desc, id desc) where user_type = 'influencer';
create index workspace_profile_image_url on workspace (profile_image_url) where profile_image_url is not null;
create index workspace_created_at on workspace (created_at desc, id desc);
-- Few users are suspended, and each query for packages checks whether their creators are.
create index workspace_suspended on workspace (id) where suspended_at is not null;
create index workspace_reported on workspace (reported_at, id) where reported_at is not null;
create index workspace_suspended_by_time on workspace (created_at desc, id desc) where suspended_at is not null;
-- The next two indexes are for staff's search by part of a name.
create index workspace_full_name on workspace using gin ((full_name) gin_trgm_ops);
create index workspace_username_part on workspace using gin ((username::text) gin_trgm_ops);
-- A hash index reads fewer pages than the primary key when many accounts are looked up by id. All hash indexes in
-- this schema serve this purpose.
create index workspace_lookup on workspace using hash (id);

-- A person's membership in a workspace.
create table member (
  workspace_id uuid not null references workspace,
  person_id uuid not null references person,
  role text not null check (role in ('owner', 'booker', 'approver', 'finance', 'reviewer', 'viewer', 'manager', 'assistant')),
  -- The highest total of one order and of a month's orders that a booker may place. Null means no limit.
  order_limit_cents int check (order_limit_cents > 0),
  month_limit_cents int check (month_limit_cents > 0),
  joined_at timestamptz not null,
  primary key (workspace_id, person_id)
);

create index member_person on member (person_id, joined_at, workspace_id);

-- An invitation to become a member of a workspace. The link in its email is a emailed_link.
create table invitation (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references workspace,
  -- Only a person with this address can accept the invitation.
  email citext not null check (length(email) <= 254),
  role text not null,
  invited_by_person_id uuid not null references person,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by_person_id uuid references person,
  revoked_at timestamptz,
  check (accepted_at is null or revoked_at is null),
  check ((accepted_at is null) = (accepted_by_person_id is null))
);

-- A workspace has at most one open invitation for an address.
create unique index invitation_open on invitation (workspace_id, email) where accepted_at is null and revoked_at is null;
create index invitation_email on invitation (email);
-- Payments with saved cards look up who invited a new member.
create index invitation_accepted_by on invitation (accepted_by_person_id, workspace_id)
  where accepted_by_person_id is not null;

-- A change of who owns a workspace. It waits until `effective_at`, so that nobody takes a workspace unnoticed with one
-- password, unless an owner who may confirm it does (docs/security.md "Changes of ownership").
create table ownership_change (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references workspace,
  -- The person who becomes an owner, or an owner who gets another role or leaves.
  person_id uuid not null references person,
  kind text not null check (kind in ('grant', 'demote', 'remove')),
  -- The role after a demotion.
  role text check (role <> 'owner'),
  -- The member who becomes the contact of the person's bookings after a removal.
  heir_person_id uuid references person,
  requested_by_person_id uuid not null references person,
  requested_at timestamptz not null,
  effective_at timestamptz not null,
  confirmed_by_person_id uuid references person,
  done_at timestamptz,
  cancelled_at timestamptz,
  -- Null if it was stopped without an owner, because the workspace was reported or the person left.
  cancelled_by_person_id uuid references person,

  check ((kind = 'demote') = (role is not null)),
  check ((kind = 'remove') = (heir_person_id is not null)),
  check (done_at is null or cancelled_at is null),
  check (cancelled_by_person_id is null or cancelled_at is not null)
);

-- A person has at most one open change in a workspace.
create unique index ownership_change_open on ownership_change (workspace_id, person_id)
  where done_at is null and cancelled_at is null;
-- For finding the people who were owners until recently, in both directions.
create index ownership_change_ended on ownership_change (workspace_id, done_at)
  where kind <> 'grant' and done_at is not null;
create index ownership_change_of_person on ownership_change (person_id, done_at)
  where kind <> 'grant' and done_at is not null;

-- The log of a workspace: what its members, timers and Stripe did, apart from the events of bookings. Rows are never
-- changed.
create table workspace_action (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references workspace,
  -- The member who acted. Null if a timer or Stripe acted.
  person_id uuid references person,
  -- A name of WorkspaceActionData (libs/contracts), such as 'member.invited'.
  kind text not null check (length(kind) <= 60),
  topic text not null generated always as (split_part(kind, '.', 1)) stored,
  -- The person, or the creator or agency, that the action is about. Their names are not part of the data, so that they
  -- disappear with their account.
  about_person_id uuid references person,
  about_workspace_id uuid references workspace,
  data jsonb not null check (octet_length(data::text) <= 4000),
  at timestamptz not null
);

-- One index for each combination of filters, so that each page of the log reads only the rows that it shows.
create index workspace_action_of on workspace_action (workspace_id, at desc, id desc);
create index workspace_action_member on workspace_action (workspace_id, person_id, at desc, id desc);
create index workspace_action_topic on workspace_action (workspace_id, topic, at desc, id desc);
create index workspace_action_member_topic on workspace_action (workspace_id, person_id, topic, at desc, id desc);

-- A browser's session. The table contains only a hash of the session id, so that reading it does not allow anyone to
-- sign in.
create table session (
  id_hash text primary key,
  person_id uuid references person on delete cascade,
  data jsonb not null,
  user_agent text,
  ip text,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  -- The challenge of the passkey request in progress. It is removed when it is used.
  challenge jsonb
);

create index session_person on session (person_id);
create index session_expires_at on session (expires_at);

-- A sign-in, or a failed second step of one.
create table sign_in (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null references person on delete cascade,
  at timestamptz not null,
  -- The last proof of the sign-in: the second factor if the account has one.
  method text not null check (method in ('passkey', 'authenticator', 'recovery_code', 'password', 'external')),
  outcome text not null check (outcome in ('signed_in', 'factor_refused')),
  user_agent text check (length(user_agent) <= 300),
  ip text,
  -- The rough location of the address, or null without a location database.
  place text check (length(place) <= 200),
  is_new_device boolean not null
);

create index sign_in_person on sign_in (person_id, at desc, id desc);
create index sign_in_at on sign_in (at);

-- A passkey, with which a user signs in without a password.
create table passkey (
  -- The credential id, base64url.
  id text primary key check (length(id) between 1 and 1400),
  person_id uuid not null references person on delete cascade,
  name text not null check (char_length(name) between 1 and 60),
  -- The public key in COSE format.
  public_key bytea not null check (length(public_key) <= 2000),
  -- The signature counter. It stays 0 for synced passkeys.
  counter bigint not null check (counter >= 0),
  transports text[] not null check (cardinality(transports) <= 10),
  device_type text not null check (device_type in ('singleDevice', 'multiDevice')),
  -- Whether the passkey is synced between devices.
  backed_up boolean not null,
  -- The model of the authenticator.
  aaguid uuid not null,
  created_at timestamptz not null,
  -- The time from which staff can use the passkey for actions that move money.
  trusted_from timestamptz not null,
  last_used_at timestamptz
);

create index passkey_person on passkey (person_id, created_at);

-- A user's authenticator app, which shows time-based codes (RFC 6238).
create table authenticator (
  person_id uuid primary key references person on delete cascade,
  -- The secret, encrypted with FACTOR_SECRET.
  secret_encrypted text not null check (length(secret_encrypted) <= 200),
  -- The time step of the last accepted code. Codes of this step and of earlier steps are refused.
  last_time_step bigint,
  -- Null until the user has entered a correct code. Until then, the app is not a factor.
  confirmed_at timestamptz,
  created_at timestamptz not null
);

-- A one-time code for a user who lost the other factors. The table contains only a hash.
create table recovery_code (
  person_id uuid not null references person on delete cascade,
  -- SHA-256 hash of the code.
  code_hash text not null check (length(code_hash) = 64),
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (person_id, code_hash)
);

-- The number of wrong codes that were entered for an account from one source, and the time until which further codes
-- from it are refused. Each source counts on its own, so that a stranger's wrong codes do not block the user.
create table wrong_code (
  person_id uuid not null references person on delete cascade,
  -- 'known devices' for the devices on which the user has signed in before. Any other device counts twice: for 'other
  -- devices', and for a keyed hash of its network.
  source text not null check (length(source) between 1 and 50),
  wrong_codes int not null check (wrong_codes > 0),
  last_at timestamptz not null,
  blocked_until timestamptz,
  primary key (person_id, source)
);

-- A request of staff that a second staff member has to approve, and that is carried out after a waiting time in which
-- it can be stopped. 'factor_reset' removes the second factors of a person who has lost them. 'workspace_return' makes
-- a person who owned a workspace its only owner again.
create table staff_request (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('factor_reset', 'workspace_return')),
  person_id uuid not null references person on delete cascade,
  workspace_id uuid references workspace,
  reason text not null check (length(reason) between 1 and 1000),
  requested_by_person_id uuid not null references person,
  requested_at timestamptz not null,
  approved_by_person_id uuid references person,
  approved_at timestamptz,
  done_at timestamptz,
  cancelled_at timestamptz,
  -- The staff member who stopped it, or null if the person did.
  cancelled_by_person_id uuid references person,

  check ((kind = 'workspace_return') = (workspace_id is not null)),
  check (approved_by_person_id <> requested_by_person_id),
  check ((approved_by_person_id is null) = (approved_at is null)),
  check (done_at is null or approved_at is not null and cancelled_at is null)
);

-- A person or a workspace has at most one open request of each kind.
create unique index staff_request_open on staff_request (kind, coalesce(workspace_id, person_id))
  where done_at is null and cancelled_at is null;
create index staff_request_waiting on staff_request (kind, requested_at, id)
  where done_at is null and cancelled_at is null;
create index staff_request_person on staff_request (person_id, requested_at desc);

-- A user's account at an OpenID provider.
create table external_identity (
  issuer text not null check (length(issuer) <= 500),
  subject text not null check (length(subject) between 1 and 255),
  person_id uuid not null references person on delete cascade,
  -- The email address that the provider last reported, so that the user recognizes the account. It is never used to
  -- find an account when signing in.
  email text check (length(email) <= 320),
  connected_at timestamptz not null,
  last_used_at timestamptz not null,
  primary key (issuer, subject),
  unique (person_id, issuer)
);

-- A user's former username. It redirects to the current one.
create table former_username (
  username citext primary key,
  workspace_id uuid not null references workspace on delete cascade,
  changed_at timestamptz not null
);

create index former_username_of_workspace on former_username (workspace_id, changed_at desc);

-- A one-time link in an email. The table contains only a hash of the token.
create table mail_link (
  -- SHA-256 hash of the token.
  token_hash text primary key,
  purpose text not null check (purpose in ('verify_email', 'reset_password', 'change_email', 'secure_account')),
  person_id uuid not null references person on delete cascade,
  email citext not null,
  -- The time of the event that the email is about.
  event_at timestamptz not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

create index mail_link_person on mail_link (person_id, purpose);
create index mail_link_expires_at on mail_link (expires_at);

-- A user's billing details for documents. Empty strings mean "not given". The lengths are those of LIMITS
-- (libs/validation).
create table billing_details (
  workspace_id uuid primary key references workspace,
  legal_name text not null check (char_length(legal_name) <= 200),
  address text not null check (char_length(address) <= 500),
  country text not null check (country ~ '^([A-Z]{2})?$'),
  tax_id text not null check (char_length(tax_id) <= 50),
  updated_at timestamptz not null
);

-- The order details that a brand stores for its next orders (requirements R3.16). Empty strings mean "not filled in".
create table customer_info (
  brand_id uuid primary key references workspace on delete cascade,
  name text not null check (length(name) <= 100),
  email text not null check (length(email) <= 254),
  description text not null check (length(description) <= 5000),
  audience text not null check (length(audience) <= 1000),
  tone text not null check (length(tone) <= 100),
  date text not null check (date = '' or date ~ '^\d{4}-\d{2}-\d{2}$'),
  notes text not null check (length(notes) <= 5000),
  updated_at timestamptz not null
);

-- A creator's account on a platform, with handle and follower count.
create table creator_platform (
  creator_id uuid not null references workspace on delete cascade,
  platform text not null check (length(platform) between 1 and 40),
  handle text not null check (length(handle) between 1 and 100),
  followers int not null check (followers between 0 and 2000000000),
  starting_price_cents int check (starting_price_cents between 100 and 10000000),
  position int not null check (position >= 0),
  primary key (creator_id, platform)
);

create index creator_platform_platform on creator_platform (platform, followers desc);

-- A picture in a creator's portfolio.
create table portfolio_picture (
  id uuid primary key default gen_random_uuid(),
  creator_id uuid not null references workspace on delete cascade,
  url text not null,
  width int not null check (width between 1 and 10000),
  height int not null check (height between 1 and 10000),
  caption text not null default '' check (length(caption) <= 200),
  position int not null check (position >= 0),
  created_at timestamptz not null,
  constraint portfolio_picture_owner unique (id, creator_id)
);

create index portfolio_picture_of_creator on portfolio_picture (creator_id, position, id);
create index portfolio_picture_url on portfolio_picture (url);

-- A screenshot that a creator uploaded to prove a follower count, and staff's decision about it.
create table follower_proof (
  id uuid primary key default gen_random_uuid(),
  creator_id uuid not null references workspace,
  platform text not null check (length(platform) <= 30),
  -- The creator's claim at the time of the upload.
  handle text not null check (length(handle) <= 100),
  followers int not null check (followers >= 0),
  -- Null after the proof was refused, because the screenshot is then deleted.
  picture_url text check (length(picture_url) <= 500),
  state text not null check (state in ('waiting', 'confirmed', 'refused')),
  reason text check (length(reason) between 1 and 1000),
  sent_at timestamptz not null,
  decided_at timestamptz,
  decided_by_person_id uuid references person,

  check ((state = 'waiting') = (decided_at is null)),
  check ((state = 'refused') = (picture_url is null)),
  check ((state = 'refused') = (reason is not null)),
  unique (creator_id, platform, state)
);

create index follower_proof_waiting on follower_proof (sent_at, id) where state = 'waiting';
-- For listing decisions, newest first, and for finding confirmations that have expired.
create index follower_proof_decided on follower_proof (decided_at, id) where state <> 'waiting';

-- One row per viewer, creator and day. Housekeeping deletes old rows, which are no longer needed for counting.
create table profile_view (
  creator_id uuid not null references workspace on delete cascade,
  -- A keyed hash of the viewer, who counts once a day and cannot be identified.
  viewer text not null,
  day date not null,
  primary key (creator_id, day, viewer)
);

create index profile_view_day on profile_view (day);

-- Read model: a creator's profile views per UTC day. The counts are kept after the rows of profile_view are deleted.
create table creator_view_day (
  creator_id uuid not null references workspace,
  day date not null,
  views int not null check (views > 0),
  primary key (creator_id, day)
);

create index creator_view_day_day on creator_view_day (day);

-- A brand's saved matching briefs, at most 20 per brand.
create table saved_brief (
  id uuid primary key default gen_random_uuid(),
  brand_id uuid not null references workspace on delete cascade,
  -- Part of a unique key, so that a brand can have at most 20 briefs.
  place smallint not null check (place between 1 and 20),
  name text not null check (length(name) between 1 and 80),
  brief jsonb not null check (octet_length(brief::text) <= 40000),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (brand_id, place)
);
