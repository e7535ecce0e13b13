/**
 * Limits CPU-heavy work to a maximum number of running tasks and a short queue that callers share fairly. Rejects
 * further work with TOO_BUSY.
 */
import pLimit from 'p-limit';
import { Failure } from './failures.ts';

interface QueuedWork {
  start(): Promise<void>;
  refuse(): void;
}

/**
 * Returns a function that runs work within these limits. `who` identifies the caller (a network, or one key for
 * all). Waiting callers take turns. If the queue is full, a caller with fewer entries replaces the last entry of the
 * caller with the most, which is rejected with TOO_BUSY.
 */
export function createWorkLimiter(
  maxRunning: number,
  maxWaiting: number,
): <T>(work: () => Promise<T>, who?: string) => Promise<T> {
  const limit = pLimit(maxRunning);
  /** The waiting work of each caller, in the order of their turns. */
  const queues = new Map<string, QueuedWork[]>();

  const runNext = async (): Promise<void> => {
    const [turn] = queues;
    if (turn === undefined) return;
    const [who, queue] = turn;
    const next = queue.shift();
    queues.delete(who);
    if (queue.length > 0) queues.set(who, queue);
    await next?.start();
  };

  /**
   * Removes the last entry of the caller with the most entries, if that is more than `who` would have. Returns
   * whether it did.
   */
  const takesPlace = (who: string): boolean => {
    const most = [...queues.values()].reduce((one, other) => (other.length > one.length ? other : one), []);
    if (most.length <= (queues.get(who)?.length ?? 0) + 1) return false;
    most.pop()?.refuse();
    return true;
  };

  return (work, who = '') =>
    new Promise((resolve, reject) => {
      const refuse = () => reject(new Failure('TOO_BUSY'));
      const isFull = limit.activeCount >= maxRunning && limit.pendingCount >= maxWaiting;
      const hasTurn = isFull && takesPlace(who);
      if (isFull && !hasTurn) return refuse();
      const start = () => work().then(resolve, reject);
      queues.set(who, [...(queues.get(who) ?? []), { start, refuse }]);
      if (!hasTurn) void limit(runNext);
    });
}
