-- Saved lists and searches.

-- A trigger with a lock, because concurrent inserts would not count each other's lists.
create or replace function limit_saved_lists() returns trigger language plpgsql as $$ begin
  perform pg_advisory_xact_lock(hashtextextended('saved lists of ' || new.workspace_id, 0));
  if (select count(*) from saved_list where workspace_id = new.workspace_id) >= 20 then
    raise exception 'too many lists' using errcode = 'check_violation', constraint = 'saved_lists_limit';
  end if;
  return new;
end $$;
create or replace trigger saved_list_limits before insert on saved_list
  for each row execute function limit_saved_lists();

-- A trigger with a lock, because concurrent inserts would not count each other's items.
create or replace function limit_saved_entries() returns trigger language plpgsql as $$ begin
  perform pg_advisory_xact_lock(hashtextextended('saved in ' || new.list_id, 0));
  if (select count(*) from saved_item where list_id = new.list_id) >= 200 then
    raise exception 'too many entries' using errcode = 'check_violation', constraint = 'saved_entries_limit';
  end if;
  return new;
end $$;
create or replace trigger saved_item_limits before insert on saved_item
  for each row execute function limit_saved_entries();
create or replace trigger saved_item_move_limits before update of list_id on saved_item
  for each row when (old.list_id <> new.list_id) execute function limit_saved_entries();

-- A trigger with a lock, because concurrent inserts would not count each other's searches.
create or replace function limit_saved_searches() returns trigger language plpgsql as $$ begin
  perform pg_advisory_xact_lock(hashtextextended('saved searches of ' || new.workspace_id, 0));
  if (select count(*) from saved_search where workspace_id = new.workspace_id) >= 10 then
    raise exception 'too many searches' using errcode = 'check_violation', constraint = 'saved_searches_limit';
  end if;
  return new;
end $$;
create or replace trigger saved_search_limits before insert on saved_search
  for each row execute function limit_saved_searches();
