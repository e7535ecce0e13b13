import type { Deps } from './deps.ts';
import { isDatabaseAwayError } from './failures.ts';
import type { JobName } from './jobs.ts';
import { runTraced, runTracedJob } from './tracing.ts';

/**
 * A job that is about to run. `id` and `traceparent` are missing if a request runs its own job without taking it from
 * the queue.
 */
interface JobRun {
  name: JobName;
  id?: string;
  attempts?: number;
  traceparent?: string | null;
}

/**
 * Runs a job, and logs and counts the run. Rethrows the job's error. The log line does not contain the payload or the
 * key, because they can contain an email address.
 */
export async function runMeasuredJob(
  { log, metrics }: Pick<Deps, 'log' | 'metrics'>,
  { name, id, attempts = 1, traceparent }: JobRun,
  run: () => Promise<void>,
): Promise<void> {
  const startedAt = performance.now();
  const describeRun = () => {
    const ms = performance.now() - startedAt;
    return { job: name, ...(id !== undefined && { jobId: id }), attempts, ms: Math.round(ms) };
  };
  try {
    await (traceparent === undefined ? runTraced(name, run) : runTracedJob(name, traceparent, run));
    metrics.countCall('job', name, 'ok', performance.now() - startedAt);
    log.info({ ...describeRun(), outcome: 'ok' }, 'job');
  } catch (error) {
    const outcome = isDatabaseAwayError(error) ? 'unavailable' : 'failed';
    metrics.countCall('job', name, outcome, performance.now() - startedAt);
    log.error({ ...describeRun(), outcome, err: error }, 'job failed');
    throw error;
  }
}
