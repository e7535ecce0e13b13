-- Accounts, profiles and sessions.

-- Returns how the other side sees a person who acted for a workspace, such as "Anna at Northwind" or "Kim for Ada".
-- Null if the name of the workspace says enough: for its only member, for a member whose name it has, and after the
-- person's or the workspace's account was deleted.
create or replace function sign_actor(person_id uuid, workspace_id uuid) returns text language sql stable as $$
  select split_part(person.full_name, ' ', 1) || case workspace.user_type when 'brand' then ' at ' else ' for ' end
    || workspace.full_name
  from person, workspace
  where person.id = $1 and workspace.id = $2 and person.deleted_at is null and workspace.deleted_at is null
    and person.full_name <> workspace.full_name
    and exists (select from member where member.workspace_id = $2 and member.person_id <> $1)
$$;

-- Rows are deleted only with the personal data of a deleted workspace.
create or replace trigger workspace_action_unchanged before update on workspace_action
  for each row execute function refuse_change();

-- A trigger, because several modules change accounts and the listing must never be outdated.
create or replace function creator_changed() returns trigger language plpgsql as $$
begin
  perform refresh_creator_listing(new.id);
  return null;
end $$;
create or replace trigger creator_changed after update of username, full_name, user_type, bio, location,
    profile_image_url, categories, languages, followers, created_at, deleted_at, suspended_at
  on workspace
  for each row when (new.user_type = 'influencer' or old.user_type = 'influencer') execute function creator_changed();

-- A trigger, so that the code for signing in, which updates the time zone, does not depend on cards.
create or replace function time_zone_changed() returns trigger language plpgsql as $$
begin
  perform refresh_card_availability(new.id);
  return null;
end $$;
create or replace trigger time_zone_changed after update of time_zone on workspace
  for each row when (new.user_type = 'influencer' and new.time_zone is distinct from old.time_zone)
    execute function time_zone_changed();

-- A trigger, so that each statement that changes platforms, pictures or packages refreshes the listing of each
-- affected creator once, in the same transaction.
create or replace function creators_offers_changed() returns trigger language plpgsql as $$
begin
  -- Takes the locks in a fixed order, so that two statements that affect many creators cannot deadlock.
  perform refresh_creator_listing(creator_id)
  from (select distinct creator_id, hashtext(creator_id::text) & 1023 as lock from changed order by lock, creator_id) as creators;
  return null;
end $$;
create or replace trigger creator_platform_insert_listed after insert on creator_platform referencing new table as changed
  for each statement execute function creators_offers_changed();
create or replace trigger creator_platform_update_listed after update on creator_platform referencing new table as changed
  for each statement execute function creators_offers_changed();
create or replace trigger creator_platform_delete_listed after delete on creator_platform referencing old table as changed
  for each statement execute function creators_offers_changed();

-- Refreshes the listing, as for creator_platform.
create or replace trigger portfolio_picture_insert_listed after insert on portfolio_picture referencing new table as changed
  for each statement execute function creators_offers_changed();
create or replace trigger portfolio_picture_update_listed after update on portfolio_picture referencing new table as changed
  for each statement execute function creators_offers_changed();
create or replace trigger portfolio_picture_delete_listed after delete on portfolio_picture referencing old table as changed
  for each statement execute function creators_offers_changed();

-- A trigger, so that each view is counted exactly once, when its row is inserted.
create or replace function profile_view_counted() returns trigger language plpgsql as $$
begin
  insert into creator_view_day as kept select creator_id, day, count(*) from added group by creator_id, day
    order by creator_id, day
  on conflict (creator_id, day) do update set views = kept.views + excluded.views;
  return null;
end $$;
create or replace trigger profile_view_counted after insert on profile_view referencing new table as added
  for each statement execute function profile_view_counted();
