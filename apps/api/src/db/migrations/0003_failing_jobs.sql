-- no transaction
-- Lets the health report count the jobs that fail again and again, without reading the whole queue.
drop index concurrently if exists job_failing;
create index concurrently job_failing on job (name) where last_error is not null;
