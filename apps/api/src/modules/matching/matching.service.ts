/** Creators for a brief, scored by libs/matching, and the briefs that a brand keeps. */
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
import type { UserCtx } from '../../core/ctx.ts';
import { Failure } from '../../core/failures.ts';
import { runIdempotently } from '../../core/idempotency.ts';
import { enforceRateLimit } from '../../core/rate-limits.ts';
import { getAvailabilityByIds } from '../availability/availability.service.ts';
import { shownTerms } from '../operator-terms/operator-terms.service.ts';
import {
  deleteBrief,
  findQueries,
  insertBrief,
  listCandidates,
  listCards,
  lockBriefsOf,
  updateBrief,
} from './matching.sql.ts';

/**
 * The creators whom a brief is answered with, in their places, and after them those whom other weights would bring up:
 * what `placed` needs to order them anew. `day` is the day (UTC) that days are counted from and turns go by,
 * `considered` how many creators were scored.
 */
export async function findMatches(ctx: UserCtx, { weights, ...query }: MatchRequest) {
  const { feeBps } = await shownTerms(ctx);
  const asked: DatedMatchQuery = { ...query, day: ctx.now().toISOString().slice(0, 10) };
  const terms = await findQueries(ctx.db, extractTerms(asked));
  const rows = await listCandidates(ctx.db, {
    ...asked,
    terms,
    maxPriceCents: findPriceWithin(toCents(asked.budget * 100), feeBps),
    maxDays: computeDaysLeft(asked),
  });
  const candidates: Candidate[] = rows.map(({ priceCents, ...row }) => ({
    ...row,
    totalCents: computeQuote(toCents(priceCents), feeBps).totalCents,
  }));
  const ranked = rankCandidates(asked, candidates, weights);
  const shown = listShownCandidates(ranked, asked.day);
  const inOrder = [...new Set([...placeCandidates(ranked, asked), ...shown].map(({ id }) => id))];
  const offers = Map.groupBy(candidates, ({ id }) => id);
  const cards = new Map((await listCards(ctx.db, inOrder)).map((card) => [card.id, card]));
  const availability = await getAvailabilityByIds(ctx, inOrder);
  return {
    day: asked.day,
    feeBps,
    considered: ranked.length,
    /** Each package of a creator that fits is one: other weights may lead to another of them. */
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
 * Keeps a brief, a new one or a saved one's new words. Throws BRIEFS_FULL, BRIEF_NOT_FOUND or TOO_MANY_REQUESTS.
 */
export async function saveBrief(ctx: UserCtx, { id, name, brief }: BriefToSave) {
  const at = ctx.now();
  const limit = () => enforceRateLimit(ctx, 'brief saved', ctx.user.id);
  return runIdempotently(ctx, { name: 'matching.saveBrief', limit }, { id, name, brief }, async (tx) => {
    await lockBriefsOf(tx, ctx.user.id);
    const row = { brandId: ctx.user.id, name, brief: JSON.stringify(brief), updatedAt: at };
    const saved = id === undefined ? await insertBrief(tx, { ...row, createdAt: at }) : await updateBrief(tx, id, row);
    if (!saved) throw new Failure(id === undefined ? 'BRIEFS_FULL' : 'BRIEF_NOT_FOUND');
    return saved;
  });
}

/** Deletes a saved brief of the caller's. Throws BRIEF_NOT_FOUND. */
export async function removeBrief(ctx: UserCtx, id: string): Promise<void> {
  if (!(await deleteBrief(ctx.db, { id, brandId: ctx.user.id }))) throw new Failure('BRIEF_NOT_FOUND');
}
