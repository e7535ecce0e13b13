/**
 * Once a day what has aged is deleted, and the days of the ledger, of the marketplace and of searches without a result
 * that are over are summed.
 */
import { DAY_MS } from '@marquee/booking';
import type { Deps } from '../../core/deps.ts';
import { enqueue } from '../../core/queue.ts';
import { inTransaction } from '../../db/transaction.ts';
import { closeMarketDays } from '../analytics/market.service.ts';
import { dropAgedFiles } from '../deliveries/files.service.ts';
import { dropAgedProofs } from '../evidence/evidence.service.ts';
import { closeLedgerDays } from '../ledger/ledger.service.ts';
import { dropAgedMessageFiles } from '../messages/files.service.ts';
import { dropAgedPostPictures } from '../posts/proofs.service.ts';
import { forgetOldAddresses } from '../products/products.service.ts';
import { deleteOlder, type AgeingTable } from './housekeeping.sql.ts';

/** How long each is kept after its time, in days; docs/operations.md says the same to operators. */
export const RETENTION_DAYS: Record<AgeingTable, number> = {
  // Over: nobody can use them again.
  session: 0,
  rate_limit: 0,
  // For a week the page can still say that a link was used or is too old.
  mail_link: 7,
  subject_link: 7,
  // Whoever looks at the books of a year sees each night of it.
  books_check: 400,
  // What it said is gone when it is sent; that it was sent keeps it from being sent twice (safety.md M9).
  mail: 365,
  // Whoever was away for half a year reads the lists instead.
  notice: 180,
  // Stripe repeats a webhook for three days and lists events for thirty; each must be known as taken until then.
  stripe_event: 90,
  // Who has viewed a profile is counted once a day; the day is over everywhere.
  profile_view: 3,
  // Twelve months and the twelve before; a span may begin up to two years ago.
  creator_view_day: 800,
  // Staff looks at thirty days of it.
  missed_search: 90,
  // A press of a button is not repeated later.
  idempotent_request: 1,
};

/** A batch locks few rows; a run ends after so many, and the next one goes on at once. */
const BATCH = 1_000;
const MOST_BATCHES = 50;
const AT_ONCE_MS = 1_000;

/** The housekeeping job. Enqueues its own next run: in a day, or at once while there is more to delete. */
export async function keepHouse(deps: Deps): Promise<void> {
  let isMore = false;
  for (const [table, days] of Object.entries(RETENTION_DAYS) as [AgeingTable, number][]) {
    const before = new Date(deps.now().getTime() - days * DAY_MS);
    let deleted = 0;
    for (let batch = 0; batch < MOST_BATCHES; batch++) {
      const count = await deleteOlder(deps.db, table, before, BATCH);
      deleted += count;
      if (count < BATCH) break;
      if (batch === MOST_BATCHES - 1) isMore = true;
    }
    if (deleted > 0) deps.log.info({ table, deleted }, 'deleted what has aged');
  }
  await dropAgedProofs(deps);
  await dropAgedFiles(deps);
  await dropAgedMessageFiles(deps);
  await dropAgedPostPictures(deps);
  await forgetOldAddresses(deps);
  await closeLedgerDays(deps);
  // After the ledger's: the pages read both until the last day that is counted here.
  if (await closeMarketDays(deps)) isMore = true;
  const runAt = new Date(deps.now().getTime() + (isMore ? AT_ONCE_MS : DAY_MS));
  await inTransaction(deps.db, (tx) => enqueue(tx, 'housekeeping.run', {}, { runAt }));
}

/** Sees to it that the job is planned, without moving a run that is. */
export const planHousekeeping = (deps: Deps): Promise<void> =>
  inTransaction(deps.db, (tx) => enqueue(tx, 'housekeeping.run', {}, { runAt: deps.now(), isKept: true }));
