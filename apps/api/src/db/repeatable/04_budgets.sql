-- Clients of brands that are agencies, and budgets.

-- Returns the name of a brand in a booking, which includes the client for which the brand ordered.
create or replace function name_brand(client uuid, brand_name text) returns text language sql stable as $$
  select case when client is null then brand_name
    else (select name || ', by ' || brand_name from client as ordered_for where ordered_for.id = client) end
$$;

-- Locks a budget period and returns true. Queries that lock a booking call it in their condition, which PostgreSQL
-- evaluates before it locks the booking's row, so that the period is always locked first (docs/safety.md "Locks").
create or replace function lock_budget_period(period uuid) returns boolean language plpgsql as $$
begin
  perform from budget_period where id = period for no key update;
  return true;
end $$;
