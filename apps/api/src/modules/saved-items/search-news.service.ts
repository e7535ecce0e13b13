/** What is new for saved searches: found once a day, and mailed to those who asked for it. */
import { DAY_MS, HOUR_MS } from '@marquee/booking';
import { toFindParams, type SavedSearchEmail } from '@marquee/validation';
import type { Transaction } from 'kysely';
import type { Ctx, UserCtx } from '../../core/ctx.ts';
import type { Deps } from '../../core/deps.ts';
import { Failure } from '../../core/failures.ts';
import { enqueueJob } from '../../core/queue.ts';
import { enforceRateLimit } from '../../core/rate-limits.ts';
import type { Database } from '../../db/schema.ts';
import { inTransaction } from '../../db/transaction.ts';
import { getNewestArrival, listNewMatches } from '../discovery/discovery.service.ts';
import { sendMail, subjectOf } from '../mail/mail.service.ts';
import { listSearches } from './saved-items.sql.ts';
import { endMailed, findReader, insertTold, listDue, lockDue, setMailed, updateSearch } from './search-news.sql.ts';

/** A search is looked at once a day. */
const EVERY_MS = DAY_MS;
const BATCH = 100;
const MOST_BATCHES = 20;
const AGAIN_MS = HOUR_MS;
const AT_ONCE_MS = 1_000;

/** One look finds no more creators than this; a mail shows the first few of each search and counts the others. */
const FOUND = 50;
const SHOWN = 6;

/**
 * Numbers are given before what they number can be seen: a look goes this far back behind the last one. Nobody is told
 * twice, and of nothing that was there when the search was saved.
 */
const LOOK_BACK = 1_000;

/** The job. Enqueues its own next run: in an hour, or at once while more people wait. */
export async function mailNews(deps: Deps): Promise<void> {
  const before = new Date(deps.now().getTime() - EVERY_MS);
  let isMore = true;
  for (let batch = 0; batch < MOST_BATCHES && isMore; batch++) {
    const owners = await listDue(deps.db, before, BATCH);
    for (const ownerId of new Set(owners)) await inTransaction(deps.db, (tx) => tellNews(deps, tx, ownerId, before));
    isMore = owners.length === BATCH;
  }
  const runAt = new Date(deps.now().getTime() + (isMore ? AT_ONCE_MS : AGAIN_MS));
  await inTransaction(deps.db, (tx) => enqueueJob(tx, 'saved_items.mail_news', {}, { runAt }));
}

/** Sees to it that the job is planned, without moving a run that is. */
export const planNews = (deps: Deps): Promise<void> =>
  inTransaction(deps.db, (tx) => enqueueJob(tx, 'saved_items.mail_news', {}, { runAt: deps.now(), isKept: true }));

/** Looks at one person's searches and owes them one mail of all that is new, if anything is. */
async function tellNews(deps: Deps, tx: Transaction<Database>, ownerId: string, before: Date): Promise<void> {
  const at = deps.now();
  const newest = await getNewestArrival(tx);
  const reader = await findReader(tx, ownerId);
  const news = [];
  for (const { id, name, search, savedSeq, seenSeq } of await lockDue(tx, ownerId, before)) {
    // Who cannot be told now is told later.
    await updateSearch(tx, id, { lookedAt: at, ...(reader && { seenSeq: newest }) });
    if (!reader) continue;
    const afterSeq = Math.max(savedSeq, seenSeq - LOOK_BACK);
    const found = await listNewMatches({ ...deps, db: tx }, search, { searchId: id, ownerId, afterSeq, limit: FOUND });
    if (found.length === 0) continue;
    await insertTold(
      tx,
      found.map((creator) => ({ searchId: id, creatorId: creator.id })),
    );
    news.push({
      name,
      params: toFindParams({ search }),
      count: found.length,
      creators: found.slice(0, SHOWN).map((creator) => ({
        fullName: creator.fullName,
        packageName: creator.package.name,
        totalCents: creator.package.totalCents,
      })),
    });
  }
  if (!reader || news.length === 0) return;
  await sendMail(tx, {
    kind: 'search_news',
    subject: `${ownerId} ${at.toISOString()}`,
    to: { userId: ownerId },
    data: { subjectId: ownerId, fullName: reader.fullName, searches: news },
    at,
  });
}

/** Starts or ends the mails of one of the caller's searches. Returns them all. Throws TOO_MANY_REQUESTS. */
export async function mailSearch(ctx: UserCtx, { id, isMailed }: SavedSearchEmail) {
  await enforceRateLimit(ctx, 'saving', ctx.user.id);
  await inTransaction(ctx.db, async (tx) => {
    const seq = await getNewestArrival(tx);
    await setMailed(tx, { id, ownerId: ctx.user.id }, { isMailed, seq, at: ctx.now() });
  });
  return listSearches(ctx.db, ctx.user.id);
}

/**
 * Ends the mails about all saved searches of the one to whom the link's mail was sent. Whoever holds it may: it does
 * nothing else. Throws LINK_INVALID or TOO_MANY_REQUESTS.
 */
export async function unsubscribe(ctx: Pick<Ctx, 'db' | 'now' | 'pool' | 'env' | 'ip'>, token: string): Promise<void> {
  await enforceRateLimit(ctx, 'mail link', ctx.ip);
  const ownerId = await subjectOf(ctx, 'unsubscribe', token);
  if (ownerId === undefined) throw new Failure('LINK_INVALID');
  await endMailed(ctx.db, ownerId);
}
