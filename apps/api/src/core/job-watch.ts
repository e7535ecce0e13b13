/** Tells those who wait for a job, in whichever process, that it is done. */
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Listener } from './listener.ts';

const CHANNEL = 'marquee_job_done';
/** The channel on which the queue says that a job is due. */
export const JOB_ADDED = 'marquee_job_added';

export interface JobWatch {
  /** Whether news of other processes come at once; otherwise those who wait must look for themselves. */
  isListening(): boolean;
  /** Resolves when the job is told to be done, or after `ms`. Returns which. */
  wait(jobId: string, ms: number): Promise<'done' | 'unknown'>;
  /** Tells everybody that a job is done. Never fails: it is news, the job's row is what counts. */
  tell(jobId: string): void;
  /** Calls `take` whenever a due job was enqueued, by any process. Returns how to stop that. */
  onAdded(take: () => void): () => void;
}

/** Makes the watch of a process. `pool` may lead through a pooler. */
export function openJobWatch(listener: Listener, pool: pg.Pool, log: FastifyBaseLogger): JobWatch {
  const waiting = new Map<string, Set<() => void>>();
  const wake = (jobId: string): boolean => {
    const found = waiting.get(jobId);
    waiting.delete(jobId);
    for (const resolve of found ?? []) resolve();
    return found !== undefined;
  };

  listener.add({ name: CHANNEL, take: (jobId) => void wake(jobId), isWanted: () => waiting.size > 0 });

  return {
    isListening: () => listener.isListening(),
    wait(jobId, ms) {
      listener.open();
      return new Promise((resolve) => {
        const all = waiting.get(jobId) ?? new Set();
        waiting.set(jobId, all);
        const timer = setTimeout(() => {
          all.delete(done);
          if (all.size === 0 && waiting.get(jobId) === all) waiting.delete(jobId);
          resolve('unknown');
        }, ms);
        const done = () => {
          clearTimeout(timer);
          resolve('done');
        };
        all.add(done);
      });
    },
    tell(jobId) {
      // Whoever waits has nearly always asked this process for the job; others look again by themselves.
      if (wake(jobId)) return;
      pool
        .query('select pg_notify($1, $2)', [CHANNEL, jobId])
        .catch((error: unknown) => log.debug({ err: error }, 'nobody was told of a job'));
    },
    onAdded(take) {
      let isWanted = true;
      listener.add({ name: JOB_ADDED, take: () => isWanted && take(), isWanted: () => isWanted });
      listener.open();
      return () => {
        isWanted = false;
      };
    },
  };
}
