/** Deletes expired rows and files daily, and stores the daily totals of the ledger and the marketplace. */
import { DAY_MS } from '@marquee/time';
import type { Deps } from '../../../core/deps.ts';
import { updateKeptAssets } from '../../../gateways/kept-assets.ts';
import { inTransaction } from '../../../core/unit-of-work.ts';
import { closeMarketDays } from '../analytics/market.service.ts';
import { deleteOldFiles } from '../../booking/files/files.service.ts';
import { deleteOldFollowerProofs } from '../../catalog/follower-proofs/follower-proofs.service.ts';
import { closeLedgerDays } from '../../money/ledger/ledger.service.ts';
import { deleteOldPublicationPictures } from '../../booking/publications/publication-pictures.service.ts';
import { eraseOldShipmentAddresses } from '../../booking/shipments/shipments.service.ts';
import { deleteOlderRows, type ExpiringTable } from './housekeeping.sql.ts';

/** The retention period of each table in days. docs/operations.md lists these periods for operators. */
export const RETENTION_DAYS: Record<ExpiringTable, number> = {
  // Expired sessions cannot be used again.
  session: 0,
  rate_limit: 0,
  // A user who opens an old link sees for a week that it was used or has expired.
  mail_link: 7,
  emailed_link: 7,
  // A code that has expired cannot be used again.
  mail_code: 0,
  // Brands can look up for a year who reviewed a version.
  review_guest: 365,
  // Users recognize a foreign sign-in within some months.
  sign_in: 180,
  // Auditors can look back at the reconciliations of one year.
  reconciliation_run: 400,
  // The content is deleted after the email is sent. The row prevents sending it twice (safety.md M9).
  mail: 365,
  // Users can find older activity in the lists of bookings and offers.
  notification: 180,
  // Stripe retries a webhook for three days and lists events for thirty. Duplicates must be recognized until then.
  stripe_event: 90,
  // Each viewer counts once per day, so views must be recognized until the day is over. After three days, it is over
  // in every time zone.
  profile_view: 3,
  // Analytics compares up to twelve months with the twelve months before, so the compared periods may start up to
  // two years ago.
  creator_view_day: 800,
  // The report for staff covers only the last thirty days.
  unmatched_search: 90,
  // Clients do not retry a request after a day.
  idempotent_request: 1,
  // /admin/health shows the last hour and day.
  operation_count: 2,
  server_process: 2,
};

/**
 * Number of rows that one statement deletes, so that few rows are locked at once. If a table has more than
 * `MAX_HOUSEKEEPING_BATCHES` batches of old rows, the next run follows at once.
 */
const HOUSEKEEPING_BATCH_SIZE = 1_000;
const MAX_HOUSEKEEPING_BATCHES = 50;
const IMMEDIATE_RERUN_MS = 1_000;

/**
 * Job: deletes expired rows and files, and stores daily totals. Enqueues the next run for the next day, or at once
 * if there is more to do.
 */
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
    if (deleted > 0) deps.log.info({ table, deleted }, 'deleted expired rows');
  }
  await deleteOldFollowerProofs(deps);
  await deleteOldFiles(deps);
  await deleteOldPublicationPictures(deps);
  await eraseOldShipmentAddresses(deps);
  await updateKeptAssets(deps);
  await closeLedgerDays(deps);
  // Call this after storing the ledger's totals, because reports combine the totals of both, up to the last day that
  // has marketplace totals.
  if (await closeMarketDays(deps)) isMore = true;
  const runAt = new Date(deps.now().getTime() + (isMore ? IMMEDIATE_RERUN_MS : DAY_MS));
  await inTransaction(deps, (tx) => tx.enqueue('housekeeping.run', {}, { runAt }));
}

/** Enqueues the job, unless a run is already scheduled. */
export const scheduleHousekeeping = (deps: Deps): Promise<void> =>
  inTransaction(deps, (tx) => tx.enqueue('housekeeping.run', {}, { runAt: deps.now(), isKept: true }));
