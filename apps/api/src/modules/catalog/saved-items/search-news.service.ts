/** Emails new matches of saved searches, once a day, to users who subscribed to them. */
import type { WorkspaceId } from '@marquee/contracts';
import type { Actor } from '../../../core/actor.ts';
import { DAY_MS, HOUR_MS } from '@marquee/time';
import { toFindParams, type SavedSearchEmail } from '@marquee/validation';
import type { Ctx } from '../../../core/ctx.ts';
import type { Deps } from '../../../core/deps.ts';
import { Failure } from '../../../core/failures.ts';
import { enforceRateLimit } from '../../../core/rate-limits.ts';
import { inTransaction, type UnitOfWork } from '../../../core/unit-of-work.ts';
import { getNewestArrival, listNewMatches } from '../discovery/discovery.service.ts';
import { sendMail } from '../../messaging/mail/mail.service.ts';
import { findPublicLinkSubject } from '../../messaging/mail/links.service.ts';
import { listSavedSearches } from './saved-items.sql.ts';
import {
  setOwnerSearchesUnmailed,
  findMailableOwner,
  insertSavedSearchNotifications,
  listOwnersOfDueSearches,
  lockDueSearches,
  setSavedSearchMailed,
  updateSavedSearch,
} from './search-news.sql.ts';

/** Interval between two checks of a search. */
const SEARCH_INTERVAL_MS = DAY_MS;
const OWNERS_PER_BATCH = 100;
const MAX_BATCHES_PER_RUN = 20;
const RUN_INTERVAL_MS = HOUR_MS;
const NEXT_BATCH_DELAY_MS = 1_000;

/**
 * Maximum number of matches per check of a search. The email lists only the first few matches of each search, and
 * states how many there are.
 */
const MAX_MATCHES_PER_SEARCH = 50;
const MAX_CREATORS_PER_SEARCH_IN_MAIL = 6;

/**
 * Each check also reads this many arrivals of packages before its last position. An arrival gets its number before its
 * transaction commits, so an earlier check can have missed it. No creator is reported twice, and packages from before
 * the search was saved are not reported.
 */
const ARRIVAL_LOOKBACK = 1_000;

/**
 * Job: emails new matches of saved searches. Enqueues its next run in an hour, or soon if there are more users with
 * due searches.
 */
export async function mailNewMatches(deps: Deps): Promise<void> {
  const before = new Date(deps.now().getTime() - SEARCH_INTERVAL_MS);
  let isMore = true;
  for (let batch = 0; batch < MAX_BATCHES_PER_RUN && isMore; batch++) {
    const owners = await listOwnersOfDueSearches(deps.db, before, OWNERS_PER_BATCH);
    for (const workspaceId of new Set(owners))
      await inTransaction(deps, (tx) => mailNewMatchesToOwner(deps, tx, workspaceId, before));
    isMore = owners.length === OWNERS_PER_BATCH;
  }
  const runAt = new Date(deps.now().getTime() + (isMore ? NEXT_BATCH_DELAY_MS : RUN_INTERVAL_MS));
  await inTransaction(deps, (tx) => tx.enqueue('saved_items.mail_news', {}, { runAt }));
}

/** Enqueues the job unless it is already enqueued. */
export const scheduleNewMatchesMail = (deps: Deps): Promise<void> =>
  inTransaction(deps, (tx) => tx.enqueue('saved_items.mail_news', {}, { runAt: deps.now(), isKept: true }));

/** Checks the due searches of one user, and sends one email with all new matches, if there are any. */
async function mailNewMatchesToOwner(
  deps: Deps,
  tx: UnitOfWork,
  workspaceId: WorkspaceId,
  before: Date,
): Promise<void> {
  const at = deps.now();
  const newest = await getNewestArrival(tx.db);
  const reader = await findMailableOwner(tx.db, workspaceId);
  const searchesWithMatches = [];
  for (const { id, name, search, savedSeq, seenSeq } of await lockDueSearches(tx.db, workspaceId, before)) {
    // If the user cannot receive emails now, does not advance the position, so that these matches are reported
    // later.
    await updateSavedSearch(tx.db, id, { lookedAt: at, ...(reader && { seenSeq: newest }) });
    if (!reader) continue;
    const afterSeq = Math.max(savedSeq, seenSeq - ARRIVAL_LOOKBACK);
    const matches = await listNewMatches({ ...deps, db: tx.db }, search, {
      searchId: id,
      workspaceId,
      afterSeq,
      limit: MAX_MATCHES_PER_SEARCH,
    });
    if (matches.length === 0) continue;
    await insertSavedSearchNotifications(
      tx.db,
      matches.map((creator) => ({ searchId: id, creatorId: creator.id })),
    );
    searchesWithMatches.push({
      name,
      params: toFindParams({ search }),
      count: matches.length,
      creators: matches.slice(0, MAX_CREATORS_PER_SEARCH_IN_MAIL).map((creator) => ({
        fullName: creator.fullName,
        packageName: creator.package.name,
        totalCents: creator.package.totalCents,
      })),
    });
  }
  if (!reader || searchesWithMatches.length === 0) return;
  await sendMail(tx, {
    kind: 'search_news',
    subject: `${workspaceId} ${at.toISOString()}`,
    to: { workspaceId },
    data: { subjectId: workspaceId, fullName: reader.fullName, searches: searchesWithMatches },
    at,
  });
}

/** Turns the emails of one of the caller's searches on or off. Returns all searches. Throws TOO_MANY_REQUESTS. */
export async function setSavedSearchEmails(deps: Deps, actor: Actor, { id, isMailed }: SavedSearchEmail) {
  await enforceRateLimit(deps, 'saving', actor.id);
  await inTransaction(deps, async (tx) => {
    const seq = await getNewestArrival(tx.db);
    await setSavedSearchMailed(tx.db, { id, workspaceId: actor.workspaceId }, { isMailed, seq, at: deps.now() });
  });
  return listSavedSearches(deps.db, actor.workspaceId);
}

/**
 * Turns off the emails of all saved searches of the user who received the link. The user need not be signed in,
 * because the link permits only this. Throws LINK_INVALID or TOO_MANY_REQUESTS.
 */
export async function unsubscribeFromSavedSearches(ctx: Pick<Ctx, 'deps' | 'request'>, token: string): Promise<void> {
  await enforceRateLimit(ctx.deps, 'mail link', ctx.request.ip);
  const workspaceId = await findPublicLinkSubject(ctx.deps, 'unsubscribe', token);
  if (workspaceId === undefined) throw new Failure('LINK_INVALID');
  await setOwnerSearchesUnmailed(ctx.deps.db, workspaceId);
}
