/** Limits CPU-heavy work: a maximum number at once, a short queue that is shared fairly, then TOO_BUSY. */
import pLimit from 'p-limit';
import { Failure } from './failures.ts';

interface QueuedWork {
  start(): Promise<void>;
  refuse(): void;
}

/**
 * Returns a function that runs work within the limits for `who` (a network, or one key for all). Waiting callers take
 * turns. If the queue is full, the last work of the caller with the most entries gives way to a caller with fewer. The
 * rejected call throws TOO_BUSY.
 */
export function createWorkLimiter(
  maxRunning: number,
  maxWaiting: number,
): <T>(work: () => Promise<T>, who?: string) => Promise<T> {
  const limit = pLimit(maxRunning);
  /** Callers in the order of their turns. */
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

  /** Whether another caller's last entry was replaced by one of `who`. */
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
