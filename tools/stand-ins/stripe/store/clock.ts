/** The stand-in's clock, which shows the real time plus an offset that tests can set. */
export class Clock {
  offsetMs = 0;
  /** False once the clock has been moved back. After that, objects created later may have an earlier `created`. */
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
