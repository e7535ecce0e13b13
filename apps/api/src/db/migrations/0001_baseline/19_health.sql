-- Figures about the running server processes, for operators without Prometheus (modules/staff/health). They are deleted
-- after two days.

-- The calls of one operation in five minutes, added up over all processes.
create table operation_count (
  period timestamptz not null,
  kind text not null check (kind in ('procedure', 'route', 'job')),
  operation text not null,
  calls int not null,
  -- The calls that ended with an unexpected error.
  failed int not null,
  -- The calls that were answered with 503, for example because the database was away.
  unavailable int not null,
  -- The number of calls per duration, by the bounds of DURATION_BOUNDS in core/metrics.ts.
  durations int[] not null,
  primary key (period, kind, operation)
);

-- The last report of each server process.
create table server_process (
  id uuid primary key,
  role text not null check (role in ('all', 'web', 'worker')),
  started_at timestamptz not null,
  seen_at timestamptz not null,
  -- The connections of its database pool, and the callers that wait for one.
  pool_total int not null,
  pool_idle int not null,
  pool_waiting int not null,
  live_streams int not null,
  -- Whether METRICS_PORT could not be opened, so that Prometheus cannot read the figures of this process.
  is_metrics_port_refused boolean not null
);

create index server_process_seen_at on server_process (seen_at);
