-- Shared extensions and trigger functions.

create extension if not exists citext;
-- Trigram indexes for typing errors and for staff's search by part of a word.
create extension if not exists pg_trgm;
create extension if not exists unaccent;
-- Lets one index cover both the conversation's id and the words of its messages.
create extension if not exists btree_gin;

-- The versions of Marquee that have started on this database. `works_with` is the oldest version whose processes still
-- work with the database as `version` left it.
create table release (
  version text primary key check (version ~ '^\d+\.\d+\.\d+$'),
  works_with text not null check (works_with ~ '^\d+\.\d+\.\d+$'),
  started_at timestamptz not null
);

-- The files with functions, views and triggers that were applied to this database, with a hash of their statements.
create table repeatable_file (
  name text primary key,
  hash text not null
);
