/** The job queue. */
import type { Generated } from 'kysely';
import type { JsonColumn, OptionalTimeColumn, TimeColumn } from './schema.columns.ts';

export interface JobTable {
  id: Generated<string>;
  name: string;
  /** Name and payload in one text: at most one job per key waits. */
  key: string;
  payload: JsonColumn<object>;
  /** Higher numbers wait while others are due. */
  priority: Generated<number>;
  runAt: TimeColumn;
  createdAt: TimeColumn;
  /** How often workers have taken the job. */
  attempts: Generated<number>;
  /** When the lease of the worker ends that runs the job. Null while the job waits. */
  takenUntil: OptionalTimeColumn;
  lastError: string | null;
}
