/** Named points in the money paths where a test can kill the process. Nothing is armed in production (env.ts refuses it). */

/** Every point, in the order a booking passes them. */
export type FaultPoint =
  | 'intent.after_row' | 'intent.after_stripe'
  | 'capture.before_stripe' | 'capture.after_stripe'
  | 'void.after_stripe'
  | 'release.after_claim' | 'release.after_stripe';

let armed = '';

/** Arms one point for this process; the empty text disarms. */
export function armCrash(point: string): void {
  armed = point;
}

/** Kills the process as the kernel would (SIGKILL: no handlers, no flushing) when this point is armed. */
export function crashAt(point: FaultPoint): void {
  if (armed === point) process.kill(process.pid, 'SIGKILL');
}
