/** Bounds work that takes a core to itself: so many at once, a short queue, then "busy". */
import pLimit from 'p-limit';
import { Failure } from './failures.ts';

/** Returns what runs work within the bounds; it throws Failure TOO_BUSY when too many are waiting. */
export function openGate(maxRunning: number, maxWaiting: number): <T>(work: () => Promise<T>) => Promise<T> {
  const limit = pLimit(maxRunning);
  return async (work) => {
    if (limit.activeCount >= maxRunning && limit.pendingCount >= maxWaiting) throw new Failure('TOO_BUSY');
    return limit(work);
  };
}
