import type { Actor } from '../../../core/actor.ts';
import { computeResponseStats, type ResponseStats } from '@marquee/booking';
import { DAY_MS } from '@marquee/time';
import { toCents, computeQuote } from '@marquee/money';
import { findCheckedAt, type ConfirmedFollowerProof } from '@marquee/validation';
import { hasPermission, type WorkspaceId } from '@marquee/contracts';
import { createHmac } from 'node:crypto';
import { readOncePerRequest, type Ctx } from '../../../core/ctx.ts';
import type { Deps } from '../../../core/deps.ts';
import { Failure } from '../../../core/failures.ts';
import { enforceRateLimit } from '../../../core/rate-limits.ts';
import { countBookingsForDashboard, listResponseFacts, sumEarnings, sumSpending } from './figures.sql.ts';
import { computeRatings } from '../reviews/reviews.service.ts';
import { listPackagesForCaller, listPriceFacts } from '../packages/packages.service.ts';
import { getOperatorTerms } from '../../money/operator-terms/operator-terms.service.ts';
import type { ProfileCardData } from './profiles.card.ts';
import {
  countProfileViews,
  findCreatorByFormerUsername,
  findCreatorById,
  findCreatorByUsername,
  findProfileFigures,
  findLowestPriceCents,
  insertProfileView,
  listConfirmedFollowerProofs,
  type ProfilePlatform,
} from './profiles.sql.ts';

/**
 * Returns a creator's public profile by the current or a former username. Throws USER_NOT_FOUND (the user is
 * unknown, a brand or suspended).
 */
export async function getProfile(deps: Pick<Deps, 'db' | 'now'>, username: string) {
  const creator =
    (await findCreatorByUsername(deps.db, username)) ?? (await findCreatorByFormerUsername(deps.db, username));
  if (!creator) throw new Failure('USER_NOT_FOUND');
  return withFollowerProofDates(creator, deps.now());
}

/** Returns a profile and caches it for the current request, because several parts of a page need it. */
export const getProfileOncePerRequest = (ctx: Ctx, username: string) =>
  readOncePerRequest(ctx.request, `profile ${username}`, () => getProfile(ctx.deps, username));

/**
 * Adds to each platform account the time when staff verified its follower count. The time is null if staff have not
 * verified it.
 */
export const withFollowerProofDates = <A extends Omit<ProfilePlatform, 'startingPriceCents'>, P>(
  { proofs, platforms, ...profile }: P & { platforms: readonly A[]; proofs: readonly ConfirmedFollowerProof[] },
  now: Date,
) => ({
  ...profile,
  platforms: platforms.map((claimed) => ({ ...claimed, checkedAt: findCheckedAt(claimed, proofs, now) })),
});

/** Returns the confirmed follower proofs by creator id. */
export const getFollowerProofsByCreator = async (deps: Pick<Deps, 'db'>, creatorIds: readonly WorkspaceId[]) =>
  Map.groupBy(await listConfirmedFollowerProofs(deps.db, creatorIds), ({ creatorId }) => creatorId);

/** Returns a creator's profile by id. Throws USER_NOT_FOUND. */
export async function getProfileById(deps: Deps, id: string) {
  const creator = await findCreatorById(deps.db, id);
  if (!creator) throw new Failure('USER_NOT_FOUND');
  return withFollowerProofDates(creator, deps.now());
}

/** The displayed rating of a creator without reviews (requirements R9.11). */
const DEFAULT_RATING = 5;

/** Converts an average in tenths to stars. `tenths` is 0 if there are no reviews. */
export const toDisplayedRating = (tenths: number): number => (tenths === 0 ? DEFAULT_RATING : tenths / 10);

/** Returns the response and delivery statistics by creator id. They are null for creators with too few bookings. */
export async function getResponseStatsByCreator(
  deps: Pick<Deps, 'db' | 'now'>,
  creatorIds: readonly WorkspaceId[],
): Promise<ReadonlyMap<string, ResponseStats | null>> {
  const facts = Map.groupBy(await listResponseFacts(deps.db, creatorIds), ({ creatorId }) => creatorId);
  return new Map(creatorIds.map((id) => [id, computeResponseStats(facts.get(id) ?? [], deps.now())]));
}

/**
 * Returns a profile's statistics. Earnings are the sum of completed bookings without a refund, in cents. Throws
 * USER_NOT_FOUND.
 */
export async function getProfileStats(ctx: Ctx, username: string) {
  const creator = await getProfileOncePerRequest(ctx, username);
  const [figures, clocks] = await Promise.all([
    findProfileFigures(ctx.deps.db, creator.id),
    getResponseStatsByCreator(ctx.deps, [creator.id]),
  ]);
  const reviews = computeRatings(figures);
  return {
    rating: toDisplayedRating(reviews.tenths),
    reviewCount: reviews.count,
    /** The number of reviews with each star rating, from 1 to 5. */
    stars: reviews.stars,
    ratedParts: reviews.parts,
    totalEarningsCents: figures.earnedCents,
    completedBookings: figures.completed,
    clock: clocks.get(creator.id) ?? null,
  };
}

/** Lists the packages of a profile that the caller may see. Throws USER_NOT_FOUND. */
export async function getProfilePackages(ctx: Ctx, username: string) {
  return listPackagesForCaller(ctx.deps, ctx.user, (await getProfileOncePerRequest(ctx, username)).id);
}

/** Returns the price history of a profile's packages. Throws USER_NOT_FOUND. */
export async function getProfilePrices(ctx: Ctx, username: string) {
  return listPriceFacts(ctx.deps, (await getProfileOncePerRequest(ctx, username)).id);
}

export async function getProfileCardData(
  deps: Pick<Deps, 'db' | 'memory' | 'now'>,
  username: string,
): Promise<ProfileCardData> {
  const { id, fullName, username: current, profileImageUrl, categories, followers } = await getProfile(deps, username);
  const [lowest, { feeBps }] = await Promise.all([findLowestPriceCents(deps.db, id), getOperatorTerms(deps)]);
  const from = lowest === null ? null : { totalCents: computeQuote(toCents(lowest), feeBps).totalCents, feeBps };
  return { fullName, username: current, profileImageUrl, categories, followers, from };
}

/** The period of the profile views, which are labeled 'Last 30 days' (requirements R9.2). */
const PROFILE_VIEW_DAYS = 30;

/**
 * Counts a profile view, once per visitor and day. The creator's own views are ignored. Throws USER_NOT_FOUND or
 * TOO_MANY_REQUESTS.
 */
export async function recordProfileView(ctx: Ctx, username: string): Promise<void> {
  await enforceRateLimit(ctx.deps, 'profile view', ctx.request.ip);
  const creator = await getProfile(ctx.deps, username);
  if (creator.id === ctx.user?.workspaceId) return;
  const day = toUtcDay(ctx.deps.now());
  // Hashes the visitor with the day and our secret, so that a visitor can be recognized today but not identified
  // later.
  const viewer = createHmac('sha256', ctx.deps.env.SESSION_SECRET)
    .update(`${day}:${ctx.user?.workspaceId ?? ctx.request.ip}`)
    .digest('base64url');
  await insertProfileView(ctx.deps.db, { creatorId: creator.id, viewer, day });
}

const toUtcDay = (time: Date): string => time.toISOString().slice(0, 10);

/**
 * Returns the statistics on the signed-in user's dashboard. Amounts are in cents. Months are UTC calendar months.
 * The previous month is counted only up to the same point as the current one. The earnings are null for members who
 * may not see documents with amounts.
 */
export async function getDashboardStats(deps: Deps, actor: Actor) {
  const now = deps.now();
  const monthStart = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  const lastMonthStart = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1));
  // Compares the current month with the same part of the previous one.
  const elapsedMs = now.getTime() - monthStart.getTime();
  const lastMonthUntil = new Date(Math.min(lastMonthStart.getTime() + elapsedMs, monthStart.getTime()));
  const since = toUtcDay(new Date(now.getTime() - (PROFILE_VIEW_DAYS - 1) * DAY_MS));
  const isBrand = actor.userType === 'brand';
  const canSeeEarnings = isBrand || hasPermission(actor.memberRole, 'documents.read');
  const [bookings, earnings, spending, { views }, clocks] = await Promise.all([
    countBookingsForDashboard(deps.db, actor.workspaceId, isBrand ? 'brand' : 'creator'),
    canSeeEarnings ? sumEarnings(deps.db, actor.workspaceId, { monthStart, lastMonthStart, lastMonthUntil }) : null,
    sumSpending(deps.db, actor.workspaceId, monthStart),
    countProfileViews(deps.db, actor.workspaceId, since),
    getResponseStatsByCreator(deps, isBrand ? [] : [actor.workspaceId]),
  ]);
  return {
    totalEarningsCents: earnings?.totalCents ?? null,
    thisMonthCents: earnings?.thisMonthCents ?? null,
    lastMonthCents: earnings?.lastMonthCents ?? null,
    totalSpentCents: spending.totalCents,
    spentThisMonthCents: spending.thisMonthCents,
    completedBookings: bookings.completed,
    pendingBookings: bookings.pending,
    activeBookings: bookings.active,
    profileViews: views,
    // The response statistics that the public profile also shows.
    clock: clocks.get(actor.workspaceId) ?? null,
  };
}
