/**
 * Checks daily whether the links of publications still answer, if the operator has enabled it. The result is shown next
 * to the publication and changes nothing else.
 */
import { addDaysToDay, DAY_MS, toDayInZone, PUBLICATION_CHECK_DAYS } from '@marquee/booking';
import pLimit from 'p-limit';
import type { Deps } from '../../core/deps.ts';
import { enqueueJob } from '../../core/queue.ts';
import { inTransaction } from '../../db/transaction.ts';
import { listPublicationsToCheck, updatePublicationCheck } from '../bookings/publications.sql.ts';

/**
 * Maximum number of links per run, so that a run takes at most 20 s, because a stopping worker waits for it. If there
 * are more, the next run follows soon.
 */
export const MOST_LOOKS = 20;
const AT_ONCE = 5;
const SOON_MS = 20_000;
/** Less than a day, so that the next run does not miss a publication by seconds. */
const AGAIN_MS = DAY_MS - 3_600_000;

/** Job: checks links and enqueues its next run. Does nothing if checks are disabled. */
export async function lookAtLinks(deps: Deps): Promise<void> {
  const { links } = deps;
  if (links === null) return;
  const now = deps.now();
  const due = await listPublicationsToCheck(deps.db, now, MOST_LOOKS);
  const lastDay = addDaysToDay(toDayInZone(now, null), -PUBLICATION_CHECK_DAYS);
  const limit = pLimit(AT_ONCE);
  await Promise.all(
    due.map(({ id, link, publishedOn }) =>
      limit(async () => {
        const answer = await links.look(link);
        const lookAt = publishedOn < lastDay ? null : new Date(now.getTime() + AGAIN_MS);
        await updatePublicationCheck(deps.db, id, { answer, at: now, lookAt });
      }),
    ),
  );
  const runAt = new Date(now.getTime() + (due.length < MOST_LOOKS ? DAY_MS : SOON_MS));
  await inTransaction(deps.db, (tx) => enqueueJob(tx, 'publications.look_at_links', {}, { runAt }));
}

/** Enqueues the job if checks are enabled and it is not enqueued yet. */
export async function planLooks(deps: Deps): Promise<void> {
  if (deps.links === null) return;
  await inTransaction(deps.db, (tx) =>
    enqueueJob(tx, 'publications.look_at_links', {}, { runAt: deps.now(), isKept: true }),
  );
}
