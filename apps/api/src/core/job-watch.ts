/**
 * Notifies callers in all processes when the job that they are waiting for is done, and notifies workers when a job
 * is due.
 */
import type { Listener } from './listener.ts';

/** The NOTIFY channel for finished jobs that callers may wait for (`AWAITED_JOBS`). */
export const JOB_DONE_CHANNEL = 'marquee_job_done';
/** The NOTIFY channel for due jobs. */
export const JOB_ADDED_CHANNEL = 'marquee_job_added';

export interface JobWatch {
  /** Whether this process receives notifications from other processes. If not, callers have to poll. */
  isListening(): boolean;
  /** Resolves to 'done' as soon as the job is done, or to 'unknown' after `ms`. */
  wait(jobId: string, ms: number): Promise<'done' | 'unknown'>;
  /** Reports to callers in this process that a job is done. Other processes are notified when the job is deleted. */
  notifyDone(jobId: string): void;
  /** Calls `take` whenever any process enqueues a due job. Returns a function that unsubscribes. */
  onAdded(take: () => void): () => void;
}

export function openJobWatch(listener: Listener): JobWatch {
  const waiting = new Map<string, Set<() => void>>();
  const wake = (jobId: string): void => {
    const resolvers = waiting.get(jobId);
    waiting.delete(jobId);
    for (const resolve of resolvers ?? []) resolve();
  };

  listener.add({ name: JOB_DONE_CHANNEL, take: wake, isWanted: () => waiting.size > 0 });

  return {
    isListening: () => listener.isListening(),
    wait(jobId, ms) {
      listener.open();
      return new Promise((resolve) => {
        const all = waiting.get(jobId) ?? new Set();
        waiting.set(jobId, all);
        const timer = setTimeout(() => {
          all.delete(onDone);
          if (all.size === 0 && waiting.get(jobId) === all) waiting.delete(jobId);
          resolve('unknown');
        }, ms);
        const onDone = () => {
          clearTimeout(timer);
          resolve('done');
        };
        all.add(onDone);
      });
    },
    notifyDone: wake,
    onAdded(take) {
      let isWanted = true;
      listener.add({ name: JOB_ADDED_CHANNEL, take: () => isWanted && take(), isWanted: () => isWanted });
      listener.open();
      return () => {
        isWanted = false;
      };
    },
  };
}
