-- Reviews of completed bookings.

-- A trigger, because a check constraint cannot read the booking. Only the two sides of a completed booking can
-- review each other, and every review is hidden at first.
create or replace function check_review() returns trigger language plpgsql as $$ begin
  if new.shown_at is not null or new.hidden_at is not null or new.answered_at is not null then
    raise exception 'a review begins unseen' using errcode = 'check_violation', constraint = 'review_begins_unseen';
  end if;
  if not exists (select from booking where id = new.booking_id and brand_id = new.brand_id and creator_id = new.creator_id
      and status = 'completed' and payment_state not in ('refunding', 'refunded')
      and new.closes_at = completed_at + interval '336 hours') then
    raise exception 'a review is of a completed booking' using errcode = 'check_violation', constraint = 'review_of_completed';
  end if;
  return new;
end $$;
create or replace trigger review_checked before insert on review
  for each row execute function check_review();

-- A trigger, so that a review and its answer cannot be changed later. Deleting an account only empties the texts.
-- Before the end of the review period, a review can become visible only if the other side has written one, too.
create or replace function keep_review() returns trigger language plpgsql as $$ begin
  if (new.id, new.booking_id, new.brand_id, new.creator_id, new.side, new.stars, new.parts, new.written_at, new.closes_at)
      is distinct from
      (old.id, old.booking_id, old.brand_id, old.creator_id, old.side, old.stars, old.parts, old.written_at, old.closes_at)
    or (new.text <> '' and new.text <> old.text) or (new.staff_note <> '' and new.staff_note <> old.staff_note)
    or (old.answered_at is not null and (new.answered_at is distinct from old.answered_at or (new.answer <> '' and new.answer <> old.answer)))
    or (old.shown_at is not null and new.shown_at is distinct from old.shown_at) then
    raise exception 'a review stays as it is' using errcode = 'check_violation', constraint = 'review_kept';
  end if;
  if old.shown_at is null and new.shown_at < new.closes_at
      and not exists (select from review other where other.booking_id = new.booking_id and other.side <> new.side) then
    raise exception 'a review is shown with the other one' using errcode = 'check_violation', constraint = 'review_blind';
  end if;
  return new;
end $$;
create or replace trigger review_kept before update on review
  for each row execute function keep_review();

-- A trigger, so that the rating in lists always matches the visible reviews.
create or replace function count_review() returns trigger language plpgsql as $$
declare
  more int := (new.shown_at is not null and new.hidden_at is null)::int - (old.shown_at is not null and old.hidden_at is null)::int;
  total review_total;
begin
  if more = 0 then return null; end if;
  -- Takes the same lock as refresh_creator_listing, so that neither function overwrites the other's result.
  perform lock_creator_listing(new.subject_workspace_id);
  insert into review_total (workspace_id) values (new.subject_workspace_id) on conflict do nothing;
  update review_total set stars[new.stars] = review_total.stars[new.stars] + more,
    parts = array[review_total.parts[1] + more * new.parts[1], review_total.parts[2] + more * new.parts[2], review_total.parts[3] + more * new.parts[3]]
  where workspace_id = new.subject_workspace_id returning * into total;
  update creator_listing set rating_tenths = total.tenths, rating_rank = total.rank where creator_id = new.subject_workspace_id;
  update package_listing set rating_tenths = total.tenths where creator_id = new.subject_workspace_id;
  update creator_card set card = card || jsonb_build_object('ratingTenths', total.tenths, 'reviewCount', total.reviews)
  where creator_id = new.subject_workspace_id;
  return null;
end $$;
create or replace trigger review_counted after update of shown_at, hidden_at on review
  for each row execute function count_review();

-- Recomputes review_total from the reviews, for tests and for data loaded without triggers.
create or replace view review_total_now as
select subject_workspace_id as workspace_id,
  array[count(*) filter (where stars = 1), count(*) filter (where stars = 2), count(*) filter (where stars = 3),
    count(*) filter (where stars = 4), count(*) filter (where stars = 5)]::int[] as stars,
  array[sum(parts[1]), sum(parts[2]), sum(parts[3])]::int[] as parts
from review where shown_at is not null and hidden_at is null group by subject_workspace_id;
