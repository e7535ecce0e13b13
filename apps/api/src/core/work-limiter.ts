/**
 * Limits how many CPU-heavy tasks run at once, with a short queue that callers share fairly. Rejects further tasks
 * with TOO_BUSY.
 */
import pLimit from 'p-limit';
import { Failure } from './failures.ts';

interface QueuedWork {
  start(): Promise<void>;
  refuse(): void;
}

/**
 * Returns a function that runs tasks within these limits. `who` identifies the caller (a network, or one key for
 * all). Waiting callers take turns. If the queue is full, a new caller takes the place of the last task of the
 * caller with the most waiting tasks. That task is rejected with TOO_BUSY.
 */
export function createWorkLimiter(
  maxRunning: number,
  maxWaiting: number,
): <T>(work: () => Promise<T>, who?: string) => Promise<T> {
  const limit = pLimit(maxRunning);
  /** The waiting tasks by caller, in the order in which the callers get their turns. */
  const queues = new Map<string, QueuedWork[]>();

  const runNext = async (): Promise<void> => {
    const [turn] = queues;
    if (turn === undefined) return;
    const [caller, queue] = turn;
    const next = queue.shift();
    queues.delete(caller);
    if (queue.length > 0) queues.set(caller, queue);
    await next?.start();
  };

  /**
   * Makes room for a task of `who` by removing the last task of the caller with the most waiting tasks. Returns
   * false and removes nothing, unless that caller has more waiting tasks than `who` would then have.
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
