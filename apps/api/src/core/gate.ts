/** Bounds work that takes a core to itself: so many at once, a short queue, then "busy". */
import { Failure } from './failures.ts';

/** Returns what runs work within the bounds; it throws Failure TOO_BUSY when too many are waiting. */
export function openGate(maxRunning: number, maxWaiting: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= maxRunning) {
      if (waiting.length >= maxWaiting) throw new Failure('TOO_BUSY');
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
      });
    } else {
      running++;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
