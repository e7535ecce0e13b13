-- Packages.

-- Trigger function of the two history tables below. Their rows can be deleted only together with the package.
create or replace function refuse_forgotten_price() returns trigger language plpgsql as $$
begin
  if exists (select from package where id = old.package_id) then
    raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
  end if;
  return old;
end $$;

-- Refreshes the listing, as for creator_platform.
create or replace trigger package_insert_listed after insert on package referencing new table as changed
  for each statement execute function creators_offers_changed();
create or replace trigger package_update_listed after update on package referencing new table as changed
  for each statement execute function creators_offers_changed();
create or replace trigger package_delete_listed after delete on package referencing old table as changed
  for each statement execute function creators_offers_changed();

-- A trigger with a lock, because concurrent inserts or updates would not count each other's packages.
create or replace function limit_packages() returns trigger language plpgsql as $$ begin
  if tg_op = 'UPDATE' and (old.is_active or not new.is_active) then return new; end if;
  perform pg_advisory_xact_lock(hashtextextended('packages of ' || new.creator_id, 0));
  if tg_op = 'INSERT' and (select count(*) from package where creator_id = new.creator_id) >= 200 then
    raise exception 'too many packages' using errcode = 'check_violation', constraint = 'package_limit';
  end if;
  if new.is_active and (select count(*) from package where creator_id = new.creator_id and is_active) >= 50 then
    raise exception 'too many active packages' using errcode = 'check_violation', constraint = 'package_active_limit';
  end if;
  return new;
end $$;
create or replace trigger package_limits before insert or update of is_active on package
  for each row execute function limit_packages();

-- A trigger, so that the history contains every change of price or options.
create or replace function keep_package_history() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into package_price (package_id, price_cents, since) values (new.id, new.price_cents, new.created_at);
    if new.options is not null then
      insert into package_options (package_id, options, since) values (new.id, new.options, new.updated_at);
    end if;
    return null;
  end if;
  if new.price_cents <> old.price_cents then
    insert into package_price (package_id, price_cents, since) values (new.id, new.price_cents, new.updated_at);
  end if;
  if new.options is distinct from old.options then
    insert into package_options (package_id, options, since) values (new.id, new.options, new.updated_at);
  end if;
  return null;
end $$;
create or replace trigger package_history after insert or update of price_cents, options on package
  for each row execute function keep_package_history();

create or replace trigger package_price_unchanged before update on package_price
  for each row execute function refuse_change();
create or replace trigger package_price_append_only before delete on package_price
  for each row execute function refuse_forgotten_price();

create or replace trigger package_options_unchanged before update on package_options
  for each row execute function refuse_change();
create or replace trigger package_options_append_only before delete on package_options
  for each row execute function refuse_forgotten_price();
