-- Shared extensions and trigger functions.

create extension if not exists citext;
-- Search by similarity and by part of a word, for typing errors and the staff's search boxes.
create extension if not exists pg_trgm;
create extension if not exists unaccent;
-- Lets one index cover the id of a conversation and the words of its messages.
create extension if not exists btree_gin;

-- Trigger function of append-only tables. It protects their rows from bugs in the application as well.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
