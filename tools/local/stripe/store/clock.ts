/** The stand-in's own time: the wall clock plus an offset that tests move. */
export class Clock {
  /** Milliseconds added to the wall clock. */
  offsetMs = 0;
  /** False once time has been moved backwards: `created` then no longer grows with insertion order. */
  monotone = true;

  /** Now, in milliseconds since the epoch. */
  nowMs(): number {
    return Date.now() + this.offsetMs;
  }

  /** Now, in whole seconds since the epoch, as Stripe writes timestamps. */
  now(): number {
    return Math.floor(this.nowMs() / 1000);
  }

  /** Replaces the offset (milliseconds). */
  shiftTo(offsetMs: number): void {
    if (offsetMs < this.offsetMs) this.monotone = false;
    this.offsetMs = offsetMs;
  }
}

/** One day in seconds. */
export const DAY_SECONDS = 24 * 3600;
