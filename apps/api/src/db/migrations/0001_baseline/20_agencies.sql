-- Agencies: creators that other creators have consented to be represented by.

-- An agency's invitation to represent a creator for a share of the price, and the creator's consent. The consent is in
-- force from `agreed_at` to `ended_at`.
create table agency_consent (
  id uuid primary key default gen_random_uuid(),
  creator_id uuid not null references workspace,
  agency_id uuid not null references workspace,
  -- The agency's share of the price of each booking, in hundredths of a percent.
  share_bps int not null check (share_bps between 0 and 5000),
  requested_at timestamptz not null,
  requested_by_person_id uuid not null references person,
  agreed_at timestamptz,
  agreed_by_person_id uuid references person,
  -- The end of the consent, or the time when the invitation was declined or withdrawn.
  ended_at timestamptz,
  -- Null if one of the accounts was deleted.
  ended_by_person_id uuid references person,
  -- Until then, bookings of offers that were sent before the end still have the share.
  sunset_at timestamptz,

  check (creator_id <> agency_id),
  check ((agreed_at is null) = (agreed_by_person_id is null)),
  check (ended_by_person_id is null or ended_at is not null),
  check (agreed_at is null or agreed_at >= requested_at),
  check (ended_at is null or ended_at >= coalesce(agreed_at, requested_at)),
  check ((sunset_at is not null) = (agreed_at is not null and ended_at is not null))
);

-- A creator has one agency at most, so that no booking has two shares.
create unique index agency_consent_in_force on agency_consent (creator_id)
  where agreed_at is not null and ended_at is null;
-- An agency has one open invitation or consent per creator.
create unique index agency_consent_open on agency_consent (creator_id, agency_id) where ended_at is null;
create index agency_consent_of_agency on agency_consent (agency_id, requested_at desc, id desc) where ended_at is null;
-- For offers that were sent before a consent ended.
create index agency_consent_sunset on agency_consent (creator_id, sunset_at) where sunset_at is not null;
