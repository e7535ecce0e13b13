-- Shared extensions and trigger functions.

create extension if not exists citext;
-- Trigram indexes for typing errors and for staff's search by part of a word.
create extension if not exists pg_trgm;
create extension if not exists unaccent;
-- Lets one index cover both the conversation's id and the words of its messages.
create extension if not exists btree_gin;

-- Trigger function of append-only tables. It also protects their rows from bugs in the application.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
