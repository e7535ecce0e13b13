/** Waits for conditions that another process or a later event brings about. */
import { vi } from 'vitest';

/** Longer than any slow machine takes, so that only a condition that never holds fails a test. */
const GIVE_UP_MS = 240_000;

/** Repeats `check` until it does not throw, and returns its result. Throws its last error after four minutes. */
export const waitFor = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: GIVE_UP_MS, interval: 20 });
