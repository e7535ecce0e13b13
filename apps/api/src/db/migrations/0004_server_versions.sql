-- The version of a running server, so that staff see which servers a release has not replaced yet. Null for servers of
-- 1.0.0, which do not report it.
alter table server_process add column version text;
