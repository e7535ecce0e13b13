/**
 * Named points in the payment code at which tests can pause or kill the process, and a clock that tests can move. In
 * production, the points cannot be armed (env.ts), and each one costs a single comparison.
 */
import { appendFileSync, readFileSync, statSync } from 'node:fs';

/** All points, roughly in the order in which a booking passes them. */
export type FaultPoint =
  | 'order.before_commit'
  | 'approval.before_commit'
  | 'approval.after_commit'
  | 'intent.after_row'
  | 'intent.after_stripe'
  | 'webhook.before_commit'
  | 'sync.after_read'
  | 'apply.before_commit'
  | 'move.before_commit'
  | 'capture.before_stripe'
  | 'capture.after_stripe'
  | 'void.after_stripe'
  | 'customer.after_stripe'
  | 'card.after_row'
  | 'card.before_stripe'
  | 'card.after_stripe'
  | 'detach.after_stripe'
  | 'release.after_claim'
  | 'release.after_stripe'
  | 'release.after_payee'
  | 'refund.after_claim'
  | 'refund.after_stripe'
  | 'surplus.after_stripe'
  | 'chargeback.after_freeze'
  | 'reversal.after_stripe'
  | 'restore.after_stripe'
  | 'reconcile.after_read'
  | 'serve.before_commit';

let armedCrashPoint = '';

/** Arms one point in this process. An empty string disarms it. */
export function armCrash(point: string): void {
  armedCrashPoint = point;
}

/** Hooks for tests. `crash` returns whether to kill the process at a point, and `race` whether to pause it there. */
interface FaultHooks {
  crash?: (point: FaultPoint) => boolean;
  race?: (point: FaultPoint) => Promise<void> | undefined;
}

let faultHooks: FaultHooks = {};

/** Sets the hooks of this process. Without them, no point is armed. */
export function setFaultHooks(newHooks: FaultHooks): void {
  faultHooks = newHooks;
}

/** Kills the process with SIGKILL if this point is armed. Exit handlers do not run, and buffers are not flushed. */
export function crashAt(point: FaultPoint): void {
  if (armedCrashPoint === point || faultHooks.crash?.(point) === true) process.kill(process.pid, 'SIGKILL');
}

/**
 * Pauses the caller at this point if a test has armed it, so that other processes can overtake it. Returns undefined
 * if the point is not armed.
 */
export function pauseAt(point: FaultPoint): Promise<void> | undefined {
  return faultHooks.race?.(point);
}

/** The contents of FAULTS_FILE: the probabilities of faults (0 to 1) by point, and the offset of the clock. */
interface FaultsFile {
  clockOffsetMs?: number;
  crash?: Record<string, number>;
  pause?: Record<string, { chance: number; ms: number }>;
}

const RELOAD_MS = 100;

/**
 * Arms this process with a file that a test rewrites at run time. Returns the clock that the file can move. Appends
 * a line to `<file>.fired` before each fault.
 */
export function watchFaultsFile(file: string): () => Date {
  let ordered: FaultsFile = {};
  let read = 0;
  const readFaults = () => {
    try {
      const { mtimeMs } = statSync(file);
      if (mtimeMs === read) return;
      ordered = JSON.parse(readFileSync(file, 'utf8')) as FaultsFile;
      read = mtimeMs;
    } catch {
      // The file is missing or half written. A later read will succeed.
    }
  };
  readFaults();
  setInterval(readFaults, RELOAD_MS).unref();
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
