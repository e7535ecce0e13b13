/**
 * Provides precomputed data about the whole marketplace, such as totals, typical prices and topic pages. Each set of
 * data is called a figure. Computing one takes longer the larger the marketplace is, so a job computes it and
 * requests read it from a database row. If the stored data is outdated, requests still return it until the job has
 * recomputed it.
 */
import type { Deps } from '../../../core/deps.ts';
import { inTransaction } from '../../../core/unit-of-work.ts';
import type { Db } from '../../../db/schema.ts';
import { findFigure, upsertFigure } from './figures.sql.ts';

export { findFigure, replaceFigures } from './figures.sql.ts';

export interface Figure<T extends object> {
  /** Identifies the stored data and the job that recomputes it. */
  name: string;
  compute: (db: Db, deps: Deps) => Promise<T>;
}

/**
 * Maximum age of precomputed data, as a multiple of the time that it takes to compute. Limits the share of time
 * spent on recomputing to 1 %: data that takes 2 s to compute is refreshed every 200 s.
 */
const RECOMPUTE_AGE_FACTOR = 100;

/**
 * Returns precomputed data. Its age hardly exceeds `TIMING.figuresMs`, or 100 times the time that it takes to
 * compute if that is longer.
 */
export async function getFigure<T extends object>(deps: Deps, figure: Figure<T>): Promise<T> {
  const { figuresMs } = deps.env.TIMING;
  const kept = figuresMs === 0 ? undefined : await findFigure(deps.stale, figure.name);
  if (kept === undefined) return refreshFigure(deps, figure);
  requestRefresh(deps, figure.name, kept);
  return kept.data as T;
}

/**
 * The limit is low, because each pending refresh occupies a database connection while another transaction holds the
 * row of its job.
 */
const MAX_PENDING_REFRESHES = 2;

/**
 * Enqueues the job that recomputes the data with this name, if it is outdated. The caller does not wait for this,
 * because a request that reads stored data must not depend on locks of the job's row. If the refresh is skipped, the
 * next read requests it.
 */
export function requestRefresh(deps: Deps, name: string, stored: { computedAt: Date; tookMs: number }): void {
  if (!isFigureTooOld(deps, stored)) return;
  const names = deps.memory.pendingRefreshes;
  if (names.has(name) || names.size >= MAX_PENDING_REFRESHES) return;
  names.add(name);
  inTransaction(deps, (tx) => tx.enqueue('discovery.refresh', { figure: name }, { isKept: true }))
    .catch((cause: unknown) => deps.log.warn({ err: cause, figure: name }, 'failed to enqueue the refresh of a figure'))
    .finally(() => names.delete(name));
}

function isFigureTooOld(deps: Deps, { computedAt, tookMs }: { computedAt: Date; tookMs: number }): boolean {
  const age = deps.now().getTime() - computedAt.getTime();
  return age < 0 || age > Math.max(deps.env.TIMING.figuresMs, tookMs * RECOMPUTE_AGE_FACTOR);
}

/**
 * Delay before a failed computation is retried. It is long because the data is read constantly, so each failure
 * would be followed by another attempt at once, which may run until the statement timeout.
 */
const REFRESH_RETRY_MS = 60_000;

/**
 * Job: computes a figure, unless another run has already refreshed it. If the computation fails,
 * keeps the stored data, logs the error and runs again after a delay.
 */
export async function refreshIfTooOld(deps: Deps, figure: Figure<object>): Promise<void> {
  const { name } = figure;
  const kept = await findFigure(deps.db, name);
  if (kept !== undefined && !isFigureTooOld(deps, kept)) return;
  try {
    await refreshFigure(deps, figure);
  } catch (error) {
    deps.log.error({ err: error, figure: name }, 'failed to compute a figure; keeping the previous one');
    await inTransaction(deps, (tx) => tx.enqueue('discovery.refresh', { figure: name }, { afterMs: REFRESH_RETRY_MS }));
  }
}

async function refreshFigure<T extends object>(deps: Deps, { name, compute }: Figure<T>): Promise<T> {
  const began = performance.now();
  const data = await compute(deps.stale, deps);
  await upsertFigure(deps.db, { name, data, computedAt: deps.now(), tookMs: Math.ceil(performance.now() - began) });
  return data;
}
