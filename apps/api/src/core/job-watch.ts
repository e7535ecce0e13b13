/** Tells those who wait for a job, in whichever process, that it is done. */
import type { Listener } from './listener.ts';

/** The channel on which the queue says that a job is done that somebody may wait for. */
export const JOB_DONE_CHANNEL = 'marquee_job_done';
/** The channel on which the queue says that a job is due. */
export const JOB_ADDED_CHANNEL = 'marquee_job_added';

export interface JobWatch {
  /** Whether news of other processes come at once; otherwise those who wait must look for themselves. */
  isListening(): boolean;
  /** Resolves when the job is told to be done, or after `ms`. Returns which. */
  wait(jobId: string, ms: number): Promise<'done' | 'unknown'>;
  /** Tells this process that a job is done. The others hear it when the job is deleted. */
  notifyDone(jobId: string): void;
  /** Calls `take` whenever a due job was enqueued, by any process. Returns how to stop that. */
  onAdded(take: () => void): () => void;
}

/** Makes the watch of a process. */
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
