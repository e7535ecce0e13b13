/** Table of the job queue. */
import type { Generated } from 'kysely';
import type { JsonColumn, OptionalTimeColumn, TimeColumn } from './schema.columns.ts';

export interface JobTable {
  id: Generated<string>;
  name: string;
  /** The job's name and payload as one string. At most one job per key is queued. */
  key: string;
  payload: JsonColumn<object>;
  /** The job's priority. Lower numbers run first. */
  priority: Generated<number>;
  runAt: TimeColumn;
  createdAt: TimeColumn;
  /** The number of times that workers have started the job. */
  attempts: Generated<number>;
  /** The end of the running worker's lease. Null while the job is queued. */
  takenUntil: OptionalTimeColumn;
  lastError: string | null;
  /** The trace of the request that enqueued the job. Null unless tracing is on. */
  traceparent: string | null;
}
