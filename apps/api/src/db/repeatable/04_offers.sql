-- Offers, which brands and creators negotiate.

-- A trigger with a lock, because concurrent inserts would not count each other's offers.
create or replace function limit_offers() returns trigger language plpgsql as $$ begin
  perform pg_advisory_xact_lock(hashtextextended('offers of ' || new.brand_id, 0));
  if (select count(*) from offer where brand_id = new.brand_id and ended_at is null) >= 10 then
    raise exception 'too many offers' using errcode = 'check_violation', constraint = 'offer_limit';
  end if;
  return new;
end $$;
create or replace trigger offer_limits before insert on offer
  for each row execute function limit_offers();

-- A trigger, so that the content of a version cannot change. Deleting an account only empties the texts.
create or replace function keep_offer_version() returns trigger language plpgsql as $$ begin
  if (new.id, new.offer_id, new.brand_id, new.creator_id, new.side, new.number, new.price_cents, new.delivery_days, new.created_at, new.expires_at)
      is distinct from
      (old.id, old.offer_id, old.brand_id, old.creator_id, old.side, old.number, old.price_cents, old.delivery_days, old.created_at, old.expires_at)
    or (new.scope <> '' and (new.name, new.scope, new.features) is distinct from (old.name, old.scope, old.features)) then
    raise exception 'a version of an offer stays as it is' using errcode = 'check_violation', constraint = 'offer_version_kept';
  end if;
  return new;
end $$;
create or replace trigger offer_version_kept before update on offer_version
  for each row execute function keep_offer_version();
