/**
 * Once a day the links of posts are looked at, where the operator has that switched on. What comes of it stands beside
 * the post and changes nothing else.
 */
import { addDaysToDay, DAY_MS, toDayInZone, PUBLICATION_CHECK_DAYS } from '@marquee/booking';
import pLimit from 'p-limit';
import type { Deps } from '../../core/deps.ts';
import { enqueueJob } from '../../core/queue.ts';
import { inTransaction } from '../../db/transaction.ts';
import { listPublicationsToCheck, updatePublicationCheck } from '../bookings/publications.sql.ts';

/**
 * A run looks at so many, so many at a time, so that it takes 20 s at most, as a worker that is told to end waits for
 * it; when there are more the next run follows soon.
 */
export const MOST_LOOKS = 20;
const AT_ONCE = 5;
const SOON_MS = 20_000;
/** Less than a day: the next run must not find that a post is not due for some seconds yet. */
const AGAIN_MS = DAY_MS - 3_600_000;

/** The job. Enqueues its own next run; does nothing where links are not looked at. */
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

/** Sees to it that the job is planned where links are looked at, without moving a run that is. */
export async function planLooks(deps: Deps): Promise<void> {
  if (deps.links === null) return;
  await inTransaction(deps.db, (tx) =>
    enqueueJob(tx, 'publications.look_at_links', {}, { runAt: deps.now(), isKept: true }),
  );
}
