/** Prepares a database that was restored from a backup for going on from there. */
import { HOUR_MS } from '@marquee/time';
import type { Deps } from '../../../core/deps.ts';
import { JOBS_AFTER_RESTORE, type JobName } from '../../../core/jobs.ts';
import { inTransaction } from '../../../core/unit-of-work.ts';
import {
  deleteAllSessions,
  deleteDueJobs,
  dropDueMails,
  endAccessLinks,
  hasLostTime,
  hasRestore,
  insertRestore,
  listRestores,
  postponeAcceptDeadlines,
  postponeJobs,
  postponeReleases,
  removeStatementTimeout,
} from './restores.sql.ts';

/**
 * The hours after a restore in which users can repeat lost actions, such as accepting an order, before a deadline
 * decides.
 */
export const RESTORE_GRACE_HOURS = 24;

/** What `markRestored` did. */
export interface RestoreReport {
  number: number;
  endedSessions: number;
  droppedMails: number;
  droppedJobs: number;
  postponedJobs: number;
}

/**
 * Records that the database was restored to the time `restoredTo` from `source`, before anything runs on it. In one
 * transaction, ends all sessions and links, drops emails and jobs that were probably done after that time, and
 * postpones deadlines. From then on, document numbers continue in a new series.
 */
export async function markRestored(
  deps: Deps,
  { restoredTo, source }: { restoredTo: Date; source: string },
): Promise<RestoreReport> {
  const restoredAt = deps.now();
  const graceUntil = new Date(restoredAt.getTime() + RESTORE_GRACE_HOURS * HOUR_MS);
  return inTransaction(deps, async ({ db }) => {
    await removeStatementTimeout(db);
    const number = ((await listRestores(db))[0]?.number ?? 0) + 1;
    await insertRestore(db, { number, restoredTo, restoredAt, source });
    const endedSessions = await deleteAllSessions(db);
    await endAccessLinks(db, restoredAt);
    const droppedMails = await dropDueMails(db, restoredAt);
    const droppedJobs = await deleteDueJobs(db, listJobsAfterRestore('drop'), restoredAt);
    const postponedJobs = await postponeJobs(db, listJobsAfterRestore('postpone'), graceUntil);
    await postponeAcceptDeadlines(db, graceUntil);
    await postponeReleases(db, graceUntil);
    return { number, endedSessions, droppedMails, droppedJobs, postponedJobs };
  });
}

/** Returns whether this database was ever restored from a backup. */
export const wasEverRestored = async (deps: Pick<Deps, 'db'>): Promise<boolean> => hasRestore(deps.db);

/**
 * The tolerance for the difference between Stripe's clock and ours, and for requests in progress at the restored time.
 */
const CLOCK_TOLERANCE_MS = HOUR_MS / 6;

/** Returns whether the database may have lost an order of this time, because it was restored to an earlier time. */
export const isInLostTime = (deps: Pick<Deps, 'db'>, at: Date): Promise<boolean> =>
  hasLostTime(deps.db, at, CLOCK_TOLERANCE_MS);

const listJobsAfterRestore = (decision: 'drop' | 'postpone'): JobName[] =>
  (Object.keys(JOBS_AFTER_RESTORE) as JobName[]).filter((name) => JOBS_AFTER_RESTORE[name] === decision);
