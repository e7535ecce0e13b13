-- Extensions and trigger functions that several topics use.

create extension if not exists citext;
-- Search by similarity and by parts of a word (typing errors, staff search boxes).
create extension if not exists pg_trgm;
create extension if not exists unaccent;
-- One index over a conversation's id and the words of its messages.
create extension if not exists btree_gin;

-- Trigger function of append-only tables. Not even a mistake in the application can rewrite them.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
