/** Ranks creators for a brief with libs/matching, and manages saved briefs. */
import type { Actor } from '../../../core/actor.ts';
import type { Deps } from '../../../core/deps.ts';
import {
  placeCandidates,
  rankCandidates,
  listShownCandidates,
  extractTerms,
  computeDaysLeft,
  type DatedMatchQuery,
  type Candidate,
} from '@marquee/matching';
import { toCents, findPriceWithin, computeQuote } from '@marquee/money';
import type { BriefToSave, MatchRequest } from '@marquee/validation';
import { Failure } from '../../../core/failures.ts';
import { runIdempotently } from '../../../core/idempotency.ts';
import { enforceRateLimit } from '../../../core/rate-limits.ts';
import { getAvailabilityByIds } from '../availability/availability.service.ts';
import { getOperatorTerms } from '../../money/operator-terms/operator-terms.service.ts';
import {
  deleteBrief,
  listTermQueries,
  insertBrief,
  listCandidates,
  listMatchCards,
  lockBriefs,
  updateBrief,
} from './matching.sql.ts';

/**
 * Returns the ranked creators for a brief. Includes creators that would rank high with other weights, so that the
 * page can rank again without a request. `day` is the current UTC day. `considered` is the number of scored
 * creators.
 */
export async function findMatches(deps: Deps, { weights, ...query }: MatchRequest) {
  const { feeBps } = await getOperatorTerms(deps);
  const datedQuery: DatedMatchQuery = { ...query, day: deps.now().toISOString().slice(0, 10) };
  const terms = await listTermQueries(deps.db, extractTerms(datedQuery));
  const rows = await listCandidates(deps.db, {
    ...datedQuery,
    terms,
    maxPriceCents: findPriceWithin(toCents(datedQuery.budget * 100), feeBps),
    maxDays: computeDaysLeft(datedQuery),
  });
  const candidates: Candidate[] = rows.map(({ priceCents, ...row }) => ({
    ...row,
    totalCents: computeQuote(toCents(priceCents), feeBps).totalCents,
  }));
  const ranked = rankCandidates(datedQuery, candidates, weights);
  const shownCandidates = listShownCandidates(ranked, datedQuery.day);
  const inOrder = [...new Set([...placeCandidates(ranked, datedQuery), ...shownCandidates].map(({ id }) => id))];
  const offers = Map.groupBy(candidates, ({ id }) => id);
  const cards = new Map((await listMatchCards(deps.db, inOrder)).map((card) => [card.id, card]));
  const availability = await getAvailabilityByIds(deps, inOrder);
  return {
    day: datedQuery.day,
    feeBps,
    considered: ranked.length,
    /**
     * Includes every matching package of a creator, because a different package may rank first with other weights.
     */
    items: inOrder.flatMap((id) => {
      const card = cards.get(id);
      if (card === undefined) return [];
      const { fullName, username, location, profileImageUrl, platforms } = card;
      return (offers.get(id) ?? []).map((offer) => ({
        ...offer,
        platforms,
        availability: availability.get(id) ?? null,
        fullName,
        username,
        location,
        profileImageUrl,
        packageName: card.packages.find((each) => each.id === offer.packageId)?.name ?? '',
      }));
    }),
  };
}

/**
 * Saves a new brief or, if `id` is given, changes a saved one. Throws BRIEFS_FULL, BRIEF_NOT_FOUND or
 * TOO_MANY_REQUESTS.
 */
export async function saveBrief(deps: Deps, actor: Actor, { id, name, brief }: BriefToSave) {
  const at = deps.now();
  const limit = () => enforceRateLimit(deps, 'brief saved', actor.id);
  return runIdempotently(deps, actor, { name: 'matching.saveBrief', limit }, { id, name, brief }, async (tx) => {
    await lockBriefs(tx.db, actor.workspaceId);
    const row = { brandId: actor.workspaceId, name, brief: JSON.stringify(brief), updatedAt: at };
    const saved =
      id === undefined ? await insertBrief(tx.db, { ...row, createdAt: at }) : await updateBrief(tx.db, id, row);
    if (!saved) throw new Failure(id === undefined ? 'BRIEFS_FULL' : 'BRIEF_NOT_FOUND');
    return saved;
  });
}

export async function removeBrief(deps: Deps, actor: Actor, id: string): Promise<void> {
  if (!(await deleteBrief(deps.db, { id, brandId: actor.workspaceId }))) throw new Failure('BRIEF_NOT_FOUND');
}
