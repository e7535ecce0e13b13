/** Notifies waiting callers in all processes that a job is done. */
import type { Listener } from './listener.ts';

/** The NOTIFY channel for finished jobs that a caller may wait for. */
export const JOB_DONE_CHANNEL = 'marquee_job_done';
/** The NOTIFY channel for due jobs. */
export const JOB_ADDED_CHANNEL = 'marquee_job_added';

export interface JobWatch {
  /** Whether notifications of other processes arrive. If not, callers have to poll. */
  isListening(): boolean;
  /** Resolves when the job is reported done, or after `ms`. Returns which of the two happened. */
  wait(jobId: string, ms: number): Promise<'done' | 'unknown'>;
  /** Reports in this process that a job is done. Other processes are notified when the job is deleted. */
  notifyDone(jobId: string): void;
  /** Calls `take` whenever any process enqueues a due job. Returns the function that stops this. */
  onAdded(take: () => void): () => void;
}

export function openJobWatch(listener: Listener): JobWatch {
  const waiting = new Map<string, Set<() => void>>();
  const wake = (jobId: string): void => {
    const found = waiting.get(jobId);
    waiting.delete(jobId);
    for (const resolve of found ?? []) resolve();
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
