-- Shared extensions and trigger functions.

-- Trigger function of append-only tables. It also protects their rows from bugs in the application.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
