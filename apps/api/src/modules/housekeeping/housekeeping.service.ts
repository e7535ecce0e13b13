/**
 * Once a day what has aged is deleted, and the days of the ledger, of the marketplace and of searches without a result
 * that are over are summed.
 */
import { DAY_MS } from '@marquee/booking';
import type { Deps } from '../../core/deps.ts';
import { enqueueJob } from '../../core/queue.ts';
import { inTransaction } from '../../db/transaction.ts';
import { closeMarketDays } from '../analytics/market.service.ts';
import { deleteOldDeliveryFiles } from '../deliveries/files.service.ts';
import { deleteOldFollowerProofs } from '../follower-proofs/follower-proofs.service.ts';
import { closeLedgerDays } from '../ledger/ledger.service.ts';
import { dropAgedMessageFiles } from '../messages/files.service.ts';
import { dropAgedPostPictures } from '../publications/proofs.service.ts';
import { forgetOldAddresses } from '../shipments/shipments.service.ts';
import { deleteOlderRows, type ExpiringTable } from './housekeeping.sql.ts';

/** How long each is kept after its time, in days; docs/operations.md says the same to operators. */
export const RETENTION_DAYS: Record<ExpiringTable, number> = {
  // Over: nobody can use them again.
  session: 0,
  rate_limit: 0,
  // For a week the page can still say that a link was used or is too old.
  mail_link: 7,
  public_link: 7,
  // Whoever looks at the books of a year sees each night of it.
  reconciliation_run: 400,
  // What it said is gone when it is sent; that it was sent keeps it from being sent twice (safety.md M9).
  mail: 365,
  // Whoever was away for half a year reads the lists instead.
  notification: 180,
  // Stripe repeats a webhook for three days and lists events for thirty; each must be known as taken until then.
  stripe_event: 90,
  // Who has viewed a profile is counted once a day; the day is over everywhere.
  profile_view: 3,
  // Twelve months and the twelve before; a span may begin up to two years ago.
  creator_view_day: 800,
  // Staff looks at thirty days of it.
  unmatched_search: 90,
  // A press of a button is not repeated later.
  idempotent_request: 1,
};

/** A batch locks few rows; a run ends after so many, and the next one goes on at once. */
const HOUSEKEEPING_BATCH_SIZE = 1_000;
const MAX_HOUSEKEEPING_BATCHES = 50;
const IMMEDIATE_RERUN_MS = 1_000;

/** The housekeeping job. Enqueues its own next run: in a day, or at once while there is more to delete. */
export async function runHousekeeping(deps: Deps): Promise<void> {
  let isMore = false;
  for (const [table, days] of Object.entries(RETENTION_DAYS) as [ExpiringTable, number][]) {
    const before = new Date(deps.now().getTime() - days * DAY_MS);
    let deleted = 0;
    for (let batch = 0; batch < MAX_HOUSEKEEPING_BATCHES; batch++) {
      const count = await deleteOlderRows(deps.db, table, before, HOUSEKEEPING_BATCH_SIZE);
      deleted += count;
      if (count < HOUSEKEEPING_BATCH_SIZE) break;
      if (batch === MAX_HOUSEKEEPING_BATCHES - 1) isMore = true;
    }
    if (deleted > 0) deps.log.info({ table, deleted }, 'deleted what has aged');
  }
  await deleteOldFollowerProofs(deps);
  await deleteOldDeliveryFiles(deps);
  await dropAgedMessageFiles(deps);
  await dropAgedPostPictures(deps);
  await forgetOldAddresses(deps);
  await closeLedgerDays(deps);
  // After the ledger's: the pages read both until the last day that is counted here.
  if (await closeMarketDays(deps)) isMore = true;
  const runAt = new Date(deps.now().getTime() + (isMore ? IMMEDIATE_RERUN_MS : DAY_MS));
  await inTransaction(deps.db, (tx) => enqueueJob(tx, 'housekeeping.run', {}, { runAt }));
}

/** Sees to it that the job is planned, without moving a run that is. */
export const scheduleHousekeeping = (deps: Deps): Promise<void> =>
  inTransaction(deps.db, (tx) => enqueueJob(tx, 'housekeeping.run', {}, { runAt: deps.now(), isKept: true }));
