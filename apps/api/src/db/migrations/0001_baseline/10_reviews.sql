-- Reviews of completed bookings.

-- Read model: the totals of a user's visible reviews. `tenths` equals `computeRating` in libs/booking. `rank` (in
-- thousandths of a star) is for sorting. It is the average including five additional reviews with four stars
-- (RATING_PRIOR).
create table review_total (
  workspace_id uuid primary key references workspace,
  -- The number of visible reviews with one star, two stars, and so on up to five.
  stars int[] not null default '{0,0,0,0,0}' check (cardinality(stars) = 5 and (0 <= all (stars))),
  -- The sum of stars per aspect, in the order of REVIEW_PARTS.
  parts int[] not null default '{0,0,0}' check (cardinality(parts) = 3 and (0 <= all (parts))),
  reviews int generated always as (stars[1] + stars[2] + stars[3] + stars[4] + stars[5]) stored not null,
  tenths int generated always as (coalesce(round(10.0 * (stars[1] + 2 * stars[2] + 3 * stars[3] + 4 * stars[4] + 5 * stars[5])::numeric / nullif(stars[1] + stars[2] + stars[3] + stars[4] + stars[5], 0)::numeric), 0::numeric)::integer) stored not null,
  rank int generated always as (case stars[1] + stars[2] + stars[3] + stars[4] + stars[5] when 0 then 0 else round(1000.0 * (stars[1] + 2 * stars[2] + 3 * stars[3] + 4 * stars[4] + 5 * stars[5] + 20)::numeric / (stars[1] + stars[2] + stars[3] + stars[4] + stars[5] + 5)::numeric)::integer end) stored not null
);

-- A review that one side wrote about the other. Both reviews are hidden until both are written or the review period
-- ends.
create table review (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null,
  brand_id uuid not null,
  creator_id uuid not null,
  -- The side that wrote the review. The other side is its subject.
  side text not null check (side in ('brand', 'creator')),
  author_workspace_id uuid generated always as (case side when 'brand' then brand_id else creator_id end) stored not null,
  subject_workspace_id uuid generated always as (case side when 'brand' then creator_id else brand_id end) stored not null,
  stars int not null check (stars between 1 and 5),
  -- Stars per aspect, in the order of REVIEW_PARTS.
  parts int[] not null
    check (cardinality(parts) = 3 and array_position(parts, null::int) is null and (1 <= all (parts)) and (5
      >= all (parts))),
  text text not null check (char_length(text) <= 2000),
  -- Visible only to staff.
  staff_note text not null check (char_length(staff_note) <= 1000),
  written_at timestamptz not null,
  -- Fourteen days after the booking was completed.
  closes_at timestamptz not null,
  shown_at timestamptz,
  -- Set when staff hide the review.
  hidden_at timestamptz,
  hidden_reason text check (char_length(hidden_reason) between 1 and 1000),
  -- The subject's answer. Empty after their account is deleted.
  answer text check (char_length(answer) <= 1000),
  answered_at timestamptz,

  check (written_at < closes_at),
  check ((hidden_at is null) = (hidden_reason is null)),
  check (hidden_at is null or shown_at is not null),
  check ((answer is null) = (answered_at is null)),
  check (answered_at is null or shown_at is not null and answered_at < (shown_at + interval '2160 hours')),
  unique (booking_id, side),
  foreign key (booking_id) references booking
);

create index review_shown on review (subject_workspace_id, shown_at desc, id desc)
  where shown_at is not null and hidden_at is null;
create index review_of_author on review (author_workspace_id, written_at);
create index review_of_subject on review (subject_workspace_id);
