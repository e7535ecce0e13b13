/**
 * Checks daily whether the links of publications still work, if the operator has enabled it. The result is shown
 * next to the publication and has no other effect.
 */
import { PUBLICATION_CHECK_DAYS } from '@marquee/booking';
import { HOUR_MS, addDaysToDay, DAY_MS, toDayInZone } from '@marquee/time';
import pLimit from 'p-limit';
import type { Deps } from '../../../core/deps.ts';
import { inTransaction } from '../../../core/unit-of-work.ts';
import { listPublicationsToCheck, updatePublicationCheck } from './publications.sql.ts';

/**
 * Maximum number of links that the job checks per run. This limits a run to 20 s, because a worker that shuts down
 * waits until the run has finished. If more links are due, the next run follows after `NEXT_BATCH_DELAY_MS`.
 */
export const MAX_LINK_CHECKS_PER_RUN = 20;
const CONCURRENT_LINK_CHECKS = 5;
const NEXT_BATCH_DELAY_MS = 20_000;
/**
 * The minimum time between two checks of a link. It is an hour less than a day, so that a daily run does not skip a
 * link that was checked slightly later in the previous run.
 */
const LINK_RECHECK_MS = DAY_MS - HOUR_MS;

/** Job: checks due links and enqueues its next run. Does nothing if checks are disabled. */
export async function checkPublicationLinks(deps: Deps): Promise<void> {
  const { links } = deps;
  if (links === null) return;
  const now = deps.now();
  const due = await listPublicationsToCheck(deps.db, now, MAX_LINK_CHECKS_PER_RUN);
  const lastDay = addDaysToDay(toDayInZone(now, null), -PUBLICATION_CHECK_DAYS);
  const limit = pLimit(CONCURRENT_LINK_CHECKS);
  await Promise.all(
    due.map(({ id, link, publishedOn }) =>
      limit(async () => {
        const answer = await links.look(link);
        const nextCheckAt = publishedOn < lastDay ? null : new Date(now.getTime() + LINK_RECHECK_MS);
        await updatePublicationCheck(deps.db, id, { answer, at: now, nextCheckAt });
      }),
    ),
  );
  const runAt = new Date(now.getTime() + (due.length < MAX_LINK_CHECKS_PER_RUN ? DAY_MS : NEXT_BATCH_DELAY_MS));
  await inTransaction(deps, (tx) => tx.enqueue('publications.look_at_links', {}, { runAt }));
}

/** Enqueues the job if checks are enabled and it is not already enqueued. */
export async function scheduleLinkChecks(deps: Deps): Promise<void> {
  if (deps.links === null) return;
  await inTransaction(deps, (tx) => tx.enqueue('publications.look_at_links', {}, { runAt: deps.now(), isKept: true }));
}
