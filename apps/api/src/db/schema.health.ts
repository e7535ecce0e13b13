/** Tables with figures about the running server processes. */
import type { TimeColumn } from './schema.columns.ts';

export interface OperationCountTable {
  /** The start of the five minutes that the row covers. */
  period: TimeColumn;
  kind: 'procedure' | 'route' | 'job';
  operation: string;
  calls: number;
  /** The calls that ended with an unexpected error. */
  failed: number;
  /** The calls that were answered with 503, for example because the database was away. */
  unavailable: number;
  /** The number of calls per duration, by the bounds of `DURATION_BOUNDS` (core/metrics.ts). */
  durations: number[];
}

export interface ServerProcessTable {
  id: string;
  role: 'all' | 'web' | 'worker';
  startedAt: TimeColumn;
  seenAt: TimeColumn;
  poolTotal: number;
  poolIdle: number;
  /** The callers that wait for a database connection. */
  poolWaiting: number;
  liveStreams: number;
  /** Whether METRICS_PORT could not be opened. */
  isMetricsPortRefused: boolean;
}
