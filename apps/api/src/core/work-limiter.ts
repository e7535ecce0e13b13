/** Bounds work that takes a core to itself: so many at once, a short queue that is shared out fairly, then "busy". */
import pLimit from 'p-limit';
import { Failure } from './failures.ts';

interface QueuedWork {
  start(): Promise<void>;
  refuse(): void;
}

/**
 * Returns what runs work within the bounds, for somebody (`who`: a network, or one and all). Those who wait get their
 * turns in a circle. When the queue is full, the last of whoever has most places in it gives way to somebody who has
 * fewer; the call throws Failure TOO_BUSY then.
 */
export function createWorkLimiter(
  maxRunning: number,
  maxWaiting: number,
): <T>(work: () => Promise<T>, who?: string) => Promise<T> {
  const limit = pLimit(maxRunning);
  /** In the order of turns. */
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

  /** Whether somebody else's last place was given to `who`. */
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
