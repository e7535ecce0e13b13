-- A restore of this database from a backup. A database that was never restored has no rows.
create table database_restore (
  -- 1 for the first restore. Document numbers continue in a new series after each restore.
  number int primary key check (number > 0),
  -- The database contains everything that was committed before this time, and nothing that was committed after it.
  restored_to timestamptz not null,
  restored_at timestamptz not null,
  -- The name of the backup, or what the operator entered if another program restored the database.
  source text not null check (length(source) between 1 and 300),
  check (restored_to <= restored_at)
);
