/** Table of the job queue. */
import type { Generated } from 'kysely';
import type { JsonColumn, OptionalTimeColumn, TimeColumn } from './schema.columns.ts';

export interface JobTable {
  id: Generated<string>;
  name: string;
  /** The name and payload as one text. At most one job per key waits. */
  key: string;
  payload: JsonColumn<object>;
  /** Priority of the job. Lower numbers run first. */
  priority: Generated<number>;
  runAt: TimeColumn;
  createdAt: TimeColumn;
  /** The number of times that workers have taken the job. */
  attempts: Generated<number>;
  /** When the lease of the running worker ends. Null while the job waits. */
  takenUntil: OptionalTimeColumn;
  lastError: string | null;
}
