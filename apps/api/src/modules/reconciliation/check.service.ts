/**
 * The nightly check: every booking's movements of money once, in batches, so that it is bounded however many there are.
 * Each transaction sums to zero, and each movement was found at the provider with its amount; reconciliation reads the
 * provider's lists all day and notes what it has found there, and what it has not found is asked for by its id. `npm
 * run check:money` asks more, and of both sides anew.
 */
import type { Deps } from '../../core/deps.ts';
import type { Ctx } from '../../core/ctx.ts';
import { Failure } from '../../core/failures.ts';
import { enqueueJob } from '../../core/queue.ts';
import { inTransaction } from '../../db/transaction.ts';
import {
  addToCheck,
  checkBatch,
  countOpenExceptions,
  findLastCheck,
  findRunningCheck,
  insertCheck,
  listUncompared,
  setCheckFinished,
} from './check.sql.ts';
import { askFor } from './reconciliation.service.ts';

/** A batch is some thousand rows of the ledger; a run ends after so many, and the next one goes on at once. */
const BATCH = 1_000;
const BATCHES = 20;
const AT_ONCE_MS = 1_000;
/** Each is a call to the provider. There are some only where reconciliation's lists have passed them by. */
const ASKED_AT_ONCE = 50;
/** What was booked so recently may not have been read at the provider yet: reconciliation reads ten minutes twice. */
const SETTLES_MS = 3_600_000;
/** The hour (UTC) of the night. */
const AT_HOUR = 3;

/** The check job: some batches, then the next run's time: at once, or the next night. */
export async function checkBooks(deps: Deps): Promise<void> {
  const running = (await findRunningCheck(deps.db)) ?? (await insertCheck(deps.db, deps.now()));
  const until = new Date(running.startedAt.getTime() - SETTLES_MS);
  let after = running.afterBooking;
  for (let batch = 0; batch < BATCHES; batch++) {
    const uncompared = await listUncompared(deps.db, { after, until, limit: BATCH }, ASKED_AT_ONCE);
    await askFor(deps, uncompared);
    // There may be more of them.
    if (uncompared.length === ASKED_AT_ONCE) break;
    const found = await checkBatch(deps.db, { after, until, limit: BATCH });
    const isAdded = await addToCheck(deps.db, running.id, after, found);
    // Another worker does the same one.
    if (!isAdded) break;
    if (found.last === null) {
      const { differences } = await setCheckFinished(deps.db, running.id, deps.now());
      if (differences > 0) deps.log.error({ differences }, 'the nightly check of the books found differences');
      return plan(deps, nextNight(deps.now()));
    }
    after = found.last;
  }
  await plan(deps, new Date(deps.now().getTime() + AT_ONCE_MS));
}

const plan = (deps: Deps, runAt: Date): Promise<void> =>
  inTransaction(deps.db, (tx) => enqueueJob(tx, 'reconciliation.check', {}, { runAt }));

function nextNight(now: Date): Date {
  const night = new Date(now);
  night.setUTCHours(AT_HOUR, 0, 0, 0);
  if (night <= now) night.setUTCDate(night.getUTCDate() + 1);
  return night;
}

/** Sees to it that the check is planned, without moving a run that is. The first one is at once. */
export const planCheck = (deps: Deps): Promise<void> =>
  inTransaction(deps.db, (tx) => enqueueJob(tx, 'reconciliation.check', {}, { runAt: deps.now(), isKept: true }));

/**
 * What everybody may know of the books: when they were last held against the provider's, with what result, what was
 * held then, and how much waits for a person now. Nothing in it is anybody's. Throws TRUST_PAGE_OFF.
 */
export async function trust(ctx: Pick<Ctx, 'db' | 'env'>) {
  if (ctx.env.TRUST_PAGE === 'off') throw new Failure('TRUST_PAGE_OFF');
  const [last, openExceptions] = await Promise.all([findLastCheck(ctx.db), countOpenExceptions(ctx.db)]);
  return { last: last ?? null, openExceptions };
}
