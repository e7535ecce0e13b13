/**
 * Checks the money movements of all bookings once a night, in batches. The entries of each ledger transaction must
 * add up to zero, and each movement must exist at Stripe with the same amount. The reconciliation job has already
 * marked the movements that it found in Stripe's lists. This check requests only the others from Stripe, by id. `npm
 * run check:money` is more thorough, because it reads everything from both sides again.
 */
import { HOUR_MS } from '@marquee/time';
import type { Deps } from '../../../core/deps.ts';
import { Failure } from '../../../core/failures.ts';
import { inTransaction } from '../../../core/unit-of-work.ts';
import {
  updateCheckTotals,
  sumBatchMovements,
  countOpenExceptions,
  findLastCheck,
  findRunningCheck,
  insertCheck,
  listUncomparedMovements,
  setCheckFinished,
} from './check.sql.ts';
import { lookUpMovements } from './reconciliation.service.ts';

/**
 * Number of bookings per batch. A run of the job checks a limited number of batches, and the next run follows after
 * `NEXT_RUN_DELAY_MS`.
 */
const BOOKINGS_PER_BATCH = 1_000;
const MAX_BATCHES_PER_RUN = 20;
const NEXT_RUN_DELAY_MS = 1_000;
/** Maximum number of requests to Stripe per batch. Only movements missing from Stripe's lists need a request. */
const MAX_LOOKUPS_PER_BATCH = 50;
/** Newer movements are not checked, because Stripe's lists may not contain them yet. */
const MIN_MOVEMENT_AGE_MS = HOUR_MS;
const CHECK_HOUR_UTC = 3;

/** Job: checks some batches and enqueues its next run, either soon or, after the last batch, for the next night. */
export async function runNightlyCheck(deps: Deps): Promise<void> {
  const running = (await findRunningCheck(deps.db)) ?? (await insertCheck(deps.db, deps.now()));
  const until = new Date(running.startedAt.getTime() - MIN_MOVEMENT_AGE_MS);
  let after = running.afterBooking;
  for (let batch = 0; batch < MAX_BATCHES_PER_RUN; batch++) {
    const uncompared = await listUncomparedMovements(
      deps.db,
      { after, until, limit: BOOKINGS_PER_BATCH },
      MAX_LOOKUPS_PER_BATCH,
    );
    await lookUpMovements(deps, uncompared);
    // The limit was reached, so the batch may contain more movements to look up. The next run continues with the
    // same batch.
    if (uncompared.length === MAX_LOOKUPS_PER_BATCH) break;
    const movements = await sumBatchMovements(deps.db, { after, until, limit: BOOKINGS_PER_BATCH });
    const isAdded = await updateCheckTotals(deps.db, running.id, after, movements);
    // Another worker has already added this batch, so this run stops.
    if (!isAdded) break;
    if (movements.last === null) {
      const { differences } = await setCheckFinished(deps.db, running.id, deps.now());
      if (differences > 0) deps.log.error({ differences }, 'the nightly check found differences');
      return scheduleNextCheck(deps, getNextNight(deps.now()));
    }
    after = movements.last;
  }
  await scheduleNextCheck(deps, new Date(deps.now().getTime() + NEXT_RUN_DELAY_MS));
}

const scheduleNextCheck = (deps: Deps, runAt: Date): Promise<void> =>
  inTransaction(deps, (tx) => tx.enqueue('reconciliation.check', {}, { runAt }));

function getNextNight(now: Date): Date {
  const night = new Date(now);
  night.setUTCHours(CHECK_HOUR_UTC, 0, 0, 0);
  if (night <= now) night.setUTCDate(night.getUTCDate() + 1);
  return night;
}

/** Enqueues the nightly check unless it is already enqueued. The first check runs immediately. */
export const scheduleNightlyCheck = (deps: Deps): Promise<void> =>
  inTransaction(deps, (tx) => tx.enqueue('reconciliation.check', {}, { runAt: deps.now(), isKept: true }));

/**
 * Returns the public data of the trust page, which are the time and result of the last comparison of the ledger with
 * Stripe, the amount held at that time, and the number of open exceptions. Contains no personal data. Throws
 * TRUST_PAGE_OFF.
 */
export async function getTrustReport(deps: Pick<Deps, 'db' | 'env'>) {
  if (deps.env.TRUST_PAGE === 'off') throw new Failure('TRUST_PAGE_OFF');
  const [last, openExceptions] = await Promise.all([findLastCheck(deps.db), countOpenExceptions(deps.db)]);
  return { last: last ?? null, openExceptions };
}
