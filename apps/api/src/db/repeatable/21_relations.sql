-- Relations between workspaces, so that nobody reviews or promotes themselves.

-- The people who may act in a workspace, or have done so since `since`.
create or replace function list_people_since(workspace uuid, since timestamptz) returns setof uuid language sql stable as $$
  select person_id from workspace_person where workspace_id = workspace
  union
  select case kind when 'member.left' then person_id else about_person_id end from workspace_action
  where workspace_id = workspace and topic = 'member' and kind in ('member.left', 'member.removed') and at > since
  union
  select agent.person_id from agency_consent consent join member agent on agent.workspace_id = consent.agency_id
  where consent.creator_id = workspace and consent.sunset_at is not null and consent.ended_at > since
$$;

-- The fingerprints of the cards of a workspace, and of those that its people added to other workspaces, unless they were
-- removed before `since`.
create or replace function list_cards_since(workspace uuid, since timestamptz) returns setof text language sql stable as $$
  select fingerprint from saved_card where brand_id = workspace and (removed_at is null or removed_at > since)
  union
  select fingerprint from saved_card
  -- The planner expects few elements in an array, and many rows of a function, for which it would read the whole table.
  where added_by_person_id = any(array(select list_people_since(workspace, since)))
    and (removed_at is null or removed_at > since)
$$;

-- How two workspaces are related, or have been since `since`: 'person' if a person may act in both, 'card' if they share
-- a card. Null if they are not.
create or replace function find_relation(one uuid, other uuid, since timestamptz) returns text language sql stable as $$
  select case
    when exists (select list_people_since(one, since) intersect select list_people_since(other, since)) then 'person'
    when exists (select list_cards_since(one, since) intersect select list_cards_since(other, since)) then 'card'
  end
$$;
