/**
 * Named points in the money paths where a test can stop, delay or kill the process, and the clock that it can move.
 * Nothing is armed in production (env.ts refuses it): the points are then one comparison each.
 */
import { appendFileSync, readFileSync, statSync } from 'node:fs';

/** Every point, in the order a booking passes them. */
export type FaultPoint =
  | 'order.before_commit'
  | 'intent.after_row'
  | 'intent.after_stripe'
  | 'webhook.before_commit'
  | 'sync.after_read'
  | 'apply.before_commit'
  | 'move.before_commit'
  | 'capture.before_stripe'
  | 'capture.after_stripe'
  | 'void.after_stripe'
  | 'release.after_claim'
  | 'release.after_stripe'
  | 'refund.after_claim'
  | 'refund.after_stripe'
  | 'surplus.after_stripe'
  | 'chargeback.after_freeze'
  | 'reversal.after_stripe'
  | 'restore.after_stripe'
  | 'reconcile.after_read'
  | 'serve.before_commit';

let armedCrashPoint = '';

/** Arms one point for this process; the empty text disarms. */
export function armCrash(point: string): void {
  armedCrashPoint = point;
}

/**
 * What happens at the points: `crash` is asked at those where the process may die, `race` at those where it may wait.
 */
interface FaultHooks {
  crash?: (point: FaultPoint) => boolean;
  race?: (point: FaultPoint) => Promise<void> | undefined;
}

let faultHooks: FaultHooks = {};

/** Arms points for this process, for as long as a test wants to; no hooks disarm. */
export function setFaultHooks(wanted: FaultHooks): void {
  faultHooks = wanted;
}

/** Kills the process as the kernel would (SIGKILL: no handlers, no flushing) when this point is armed. */
export function crashAt(point: FaultPoint): void {
  if (armedCrashPoint === point || faultHooks.crash?.(point) === true) process.kill(process.pid, 'SIGKILL');
}

/** Lets a test hold the process here while others go on. Awaited; done at once when nothing is armed. */
export function pauseAt(point: FaultPoint): Promise<void> | undefined {
  return faultHooks.race?.(point);
}

/** What FAULTS_FILE says: chances of 0 to 1 by point, and the clock. */
interface FaultsFile {
  clockOffsetMs?: number;
  crash?: Record<string, number>;
  pause?: Record<string, { chance: number; ms: number }>;
}

const RELOAD_MS = 100;

/**
 * Arms this process by a file that a test rewrites while we run, and returns the clock that it moves. What fired is
 * appended to `<file>.fired`, a line each, before it happens.
 */
export function watchFaultsFile(file: string): () => Date {
  let ordered: FaultsFile = {};
  let read = 0;
  const look = () => {
    try {
      const { mtimeMs } = statSync(file);
      if (mtimeMs === read) return;
      ordered = JSON.parse(readFileSync(file, 'utf8')) as FaultsFile;
      read = mtimeMs;
    } catch {
      // Not there yet, or half written: the next look reads it.
    }
  };
  look();
  setInterval(look, RELOAD_MS).unref();
  const fires = (what: string, chance = 0) => {
    if (chance === 0 || Math.random() >= chance) return false;
    appendFileSync(`${file}.fired`, `${what}\n`);
    return true;
  };
  setFaultHooks({
    crash: (point) => fires(`crash ${point}`, ordered.crash?.[point]),
    race: (point) => {
      const pause = ordered.pause?.[point];
      if (pause === undefined || !fires(`pause ${point}`, pause.chance)) return undefined;
      return new Promise((resolve) => {
        setTimeout(resolve, pause.ms);
      });
    },
  });
  return () => new Date(Date.now() + (ordered.clockOffsetMs ?? 0));
}
