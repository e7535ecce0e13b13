import type { Deps } from '../core/deps.ts';
import { reportProcess, reportProcessEnd } from '../modules/staff/health/health.service.ts';

/**
 * Reports the figures of this process now and every `TIMING.healthMs`. Returns a function that stops the reports and
 * stores the last figures.
 */
export function startHealthReports(deps: Deps): () => Promise<void> {
  let running = Promise.resolve();
  const report = () => {
    running = reportProcess(deps).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'failed to store the figures of this process; trying again in a minute'),
    );
  };
  report();
  const timer = setInterval(report, deps.env.TIMING.healthMs);
  return async () => {
    clearInterval(timer);
    await running;
    await reportProcessEnd(deps);
  };
}
