/** The stand-in's clock: the wall clock plus an offset that tests set. */
export class Clock {
  offsetMs = 0;
  /** False after the clock was moved backwards. `created` then no longer increases in order of insertion. */
  monotone = true;

  /** Returns the time in milliseconds since the epoch. */
  nowMs(): number {
    return Date.now() + this.offsetMs;
  }

  /** Returns the time in whole seconds since the epoch, as in Stripe's timestamps. */
  now(): number {
    return Math.floor(this.nowMs() / 1000);
  }

  shiftTo(offsetMs: number): void {
    if (offsetMs < this.offsetMs) this.monotone = false;
    this.offsetMs = offsetMs;
  }
}

export const DAY_SECONDS = 24 * 3600;
