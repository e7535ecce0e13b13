-- Deliverables, shipments and publications.

-- A trigger, so that the columns on the booking always match its deliveries.
create or replace function delivery_waits() returns trigger language plpgsql as $$
begin
  update booking set versions_waiting = waiting.versions, review_by = waiting.review_by
  from deliverable cross join lateral find_versions_waiting(deliverable.booking_id) as waiting
  where deliverable.id = new.deliverable_id and booking.id = deliverable.booking_id
    and (booking.versions_waiting, booking.review_by) is distinct from (waiting.versions, waiting.review_by);
  return null;
end $$;
create or replace trigger delivery_waits after insert or update of verdict, review_by on delivery
  for each row execute function delivery_waits();

-- Counts the deliverables of a booking whose latest version needs a decision, and returns when the first one is due.
create or replace function find_versions_waiting(of_booking uuid, out versions int, out review_by timestamptz)
language sql stable as $$
  select count(*)::int, min(latest.review_by) from deliverable cross join lateral (
    select verdict, delivery.review_by from delivery where deliverable_id = deliverable.id order by number desc limit 1
  ) as latest
  where booking_id = of_booking and latest.verdict is null
$$;
