/**
 * Manages offers: a brand's request to a creator, and the versions that both sides propose until the brand pays for
 * one (rules: libs/booking/offers.ts).
 */
import type { Actor } from '../../../core/actor.ts';
import {
  OFFER_LIMITS,
  computeOfferEndsAt,
  findOfferRefusal,
  computePayableUntil,
  getNextSideToAct,
  type AgencyPart,
  type OfferAction,
  type Side,
} from '@marquee/booking';
import { addDaysToDate } from '@marquee/time';
import { toCents, computeQuote } from '@marquee/money';
import type {
  OfferAcceptance,
  OfferAnswer,
  OfferRequest,
  OfferCounter,
  OfferEnding,
  OfferList,
} from '@marquee/validation';
import { hasPermission, type WorkspaceId } from '@marquee/contracts';
import type { Transaction } from 'kysely';
import { assertMayOrderFrom, assertNotOnBothSides } from '../../../core/both-sides.ts';
import { getUserSide } from '../../../core/ctx.ts';
import type { Deps } from '../../../core/deps.ts';
import { Failure, type FailureCode } from '../../../core/failures.ts';
import { runIdempotently, wasRequestAnswered } from '../../../core/idempotency.ts';
import { parseCursor, toPage } from '../../../core/paging.ts';
import { enforceRateLimit } from '../../../core/rate-limits.ts';
import { inTransaction, type UnitOfWork } from '../../../core/unit-of-work.ts';
import type { Database } from '../../../db/schema.ts';
import { inSnapshot } from '../../../db/transaction.ts';
import { findBookingAgency } from '../../identity/agencies/agencies.service.ts';
import { getOperatorTerms } from '../../money/operator-terms/operator-terms.service.ts';
import { sendOfferMail } from './offer-mails.service.ts';
import {
  countWaitingOffers,
  findOfferAddressee,
  findOfferForParty,
  findOfferIdByBooking,
  findOpenOffer,
  insertOffer,
  insertOfferVersion,
  isCreatorAccountOpen,
  listOffersByWorkspace,
  listOfferVersions,
  lockOffer,
  lockOpenOffersByUser,
  MAX_OFFERS_COUNTED,
  setOfferVersionAccepted,
  setOfferVersionSuperseded,
  updateOffer,
  type LockedOffer,
  type OfferVersionRow,
} from './offers.sql.ts';

/** Converts a version to the input of the rules in libs/booking. */
const toOfferVersionFacts = ({ id, side, expiresAt, supersededAt, acceptedAt }: OfferVersionRow) => ({
  id,
  side,
  expiresAt: expiresAt.toISOString(),
  supersededAt: supersededAt?.toISOString() ?? null,
  acceptedAt: acceptedAt?.toISOString() ?? null,
});

/** Converts an offer to the input of the rules in libs/booking. */
const toOfferFacts = (
  offer: Pick<LockedOffer, 'endedAt' | 'outcome' | 'paidBookingId'>,
  versions: readonly OfferVersionRow[],
) => ({
  endedAt: offer.endedAt?.toISOString() ?? null,
  isBooked: offer.outcome === 'booked' || offer.paidBookingId !== null,
  versions: versions.map(toOfferVersionFacts),
});

/** Throws the corresponding failure if the rules in libs/booking refuse the action. */
function assertOfferActionAllowed(
  action: OfferAction,
  offer: LockedOffer,
  versions: readonly OfferVersionRow[],
  side: Side,
  now: Date,
): void {
  const refusal = findOfferRefusal(action, toOfferFacts(offer, versions), side, now);
  if (refusal !== null) throw new Failure(refusal);
}

/**
 * Returns an offer if the caller is one of its two sides, with its versions in chronological order and each
 * version's total at the current fee. `facts` is the input of the rules in libs/booking. Throws OFFER_NOT_FOUND,
 * also for other users.
 */
export async function getOffer(deps: Deps, actor: Actor, id: string) {
  const { feeBps } = await getOperatorTerms(deps);
  const { offer, versions } = await inSnapshot(deps.db, async (db) => {
    const offer = await findOfferForParty(db, id, actor.workspaceId);
    if (!offer) throw new Failure('OFFER_NOT_FOUND');
    return { offer: offer, versions: await listOfferVersions(db, id) };
  });
  const viewer = getUserSide(actor);
  return {
    ...offer,
    viewer,
    feeBps,
    /** The part of the creator's agency in the current versions. Brands never see it. */
    agencyParts:
      viewer === 'creator' && hasPermission(actor.memberRole, 'documents.read')
        ? await listAgencyParts(deps, offer, versions)
        : [],
    facts: toOfferFacts(offer, versions),
    versions: versions.map((version) => ({
      ...version,
      payableUntil: computePayableUntil(toOfferVersionFacts(version)),
      ...computeQuote(toCents(version.priceCents), feeBps),
    })),
  };
}

/** Lists the agency's parts of the versions that are not replaced, of which each side has one at most. */
async function listAgencyParts(
  deps: Deps,
  { creatorId }: { creatorId: WorkspaceId },
  versions: readonly OfferVersionRow[],
): Promise<(AgencyPart & { versionId: string })[]> {
  const parts = [];
  for (const { id, priceCents, supersededAt } of versions) {
    if (supersededAt !== null) continue;
    const booking = { creatorId, priceCents, offerVersionId: id, agencyId: null, agencyBps: null, acceptedAt: null };
    const part = await findBookingAgency(deps.db, booking, deps.now());
    if (part !== null) parts.push({ ...part, versionId: id });
  }
  return parts;
}

/** Lists the caller's offers: those that need the caller's response, all open ones, or those that have ended. */
export async function listOwnOffers(
  deps: Deps,
  actor: Actor,
  { show, cursor }: { show: OfferList; cursor?: string | undefined },
) {
  const { feeBps } = await getOperatorTerms(deps);
  const page = { workspaceId: actor.workspaceId, side: getUserSide(actor), show, after: parseCursor(cursor) };
  const { items, nextCursor } = toPage(await listOffersByWorkspace(deps.db, page), (row) => row.lastAt);
  return {
    items: items.map(({ brief, latestPriceCents, ...row }) => ({
      ...row,
      // Includes only the start of the brief. The page of a single offer contains the whole text.
      brief: Array.from(brief.slice(0, 400)).slice(0, 200).join(''),
      latestPriceCents,
      latestTotalCents: latestPriceCents === null ? null : computeQuote(toCents(latestPriceCents), feeBps).totalCents,
    })),
    nextCursor,
  };
}

/**
 * Counts the offers that need the caller's response. If there are more than `MAX_OFFERS_COUNTED`, returns
 * `MAX_OFFERS_COUNTED` + 1.
 */
export const getWaitingOfferCount = async (deps: Deps, actor: Actor) => ({
  count: await countWaitingOffers(deps.db, actor.workspaceId, getUserSide(actor)),
  most: MAX_OFFERS_COUNTED,
});

/**
 * Returns the creator with this username, so that the caller can request an offer, and the id of the open offer
 * between the two, or null. Throws USER_NOT_FOUND.
 */
export async function getOfferAddressee(deps: Deps, actor: Actor, username: string) {
  const creator = await findOfferAddressee(deps.db, { username });
  if (!creator) throw new Failure('USER_NOT_FOUND');
  return {
    creator,
    openOfferId: await findOpenOffer(deps.db, { brandId: actor.workspaceId, creatorId: creator.id }),
  };
}

/** The failures that correspond to the database constraints on the number of offers. */
const FAILURES_BY_CONSTRAINT: Partial<Record<string, FailureCode>> = {
  offer_limit: 'OFFERS_FULL',
  offer_one_open: 'OFFER_OPEN',
};

/**
 * Requests an offer from a creator and returns its id. Throws USER_NOT_FOUND, OFFER_OPEN (the brand has an open
 * offer with this creator), OFFERS_FULL, TOO_MANY_REQUESTS or the errors of `assertMayOrderFrom`.
 */
export async function requestOffer(deps: Deps, actor: Actor, input: OfferRequest) {
  const { creatorId, budget, requestedDay, ...asked } = input;
  const creator = await findOfferAddressee(deps.db, { id: creatorId });
  if (!creator) throw new Failure('USER_NOT_FOUND');
  await assertMayOrderFrom(deps.db, actor, creatorId);
  // Checked before the rate limit, so that a rejected request does not use up the caller's quota.
  const isOpen = (await findOpenOffer(deps.db, { brandId: actor.workspaceId, creatorId })) !== null;
  if (isOpen && !(await wasRequestAnswered(deps, actor, 'offers.request', input))) throw new Failure('OFFER_OPEN');
  try {
    const limit = () => enforceRateLimit(deps, 'offer asked', actor.id);
    return await runIdempotently(deps, actor, { name: 'offers.request', limit }, input, async (tx) => {
      const now = deps.now();
      const { id, endsAt } = await insertOffer(tx.db, {
        ...asked,
        brandId: actor.workspaceId,
        creatorId,
        budgetCents: budget === null ? null : toCents(budget * 100),
        requestedDay: requestedDay === '' ? null : requestedDay,
        waitsFor: 'creator',
        requestedAt: now,
        lastAt: now,
        endsAt: computeOfferEndsAt(now, []),
      });
      tx.enqueue('offers.expire', { offerId: id }, { runAt: endsAt });
      await sendOfferMail(tx, 'offer_requested', { id, brandId: actor.workspaceId, creatorId }, 'creator', id, now, {
        actor,
        until: endsAt,
      });
      return { id };
    });
  } catch (error) {
    const full = FAILURES_BY_CONSTRAINT[(error as { constraint?: string }).constraint ?? ''];
    throw full === undefined ? error : new Failure(full);
  }
}

/**
 * Locks an offer for a change by one of its sides, and lists its versions. Throws OFFER_NOT_FOUND or
 * ACTS_FOR_BOTH_SIDES.
 */
async function lockOwnOffer(db: Transaction<Database>, actor: Actor, id: string) {
  const offer = await lockOffer(db, id);
  if (!offer || ![offer.brandId, offer.creatorId].includes(actor.workspaceId)) throw new Failure('OFFER_NOT_FOUND');
  await assertNotOnBothSides(db, actor, offer.brandId === actor.workspaceId ? offer.creatorId : offer.brandId);
  return { offer, versions: await listOfferVersions(db, id) };
}

/**
 * Adds a version by the creator, which replaces their previous one. Throws OFFER_NOT_FOUND, OFFER_ENDED,
 * OFFER_BOOKED, OFFER_AGREED, OFFER_VERSIONS_SPENT or TOO_MANY_REQUESTS.
 */
export const answerOffer = (deps: Deps, actor: Actor, input: OfferAnswer) =>
  proposeVersion(deps, actor, input, () => {
    const { id: _id, price, ...said } = input;
    return { ...said, priceCents: price };
  });

/**
 * Adds a counteroffer by the brand with a new text, price or delivery time. The title and features are copied from
 * the creator's last version. The counteroffer replaces the brand's previous one, but the brand can still accept the
 * creator's version. Throws OFFER_NOT_ANSWERED and the errors of `answerOffer`.
 */
export const counterOffer = (deps: Deps, actor: Actor, input: OfferCounter) =>
  proposeVersion(deps, actor, input, (versions) => {
    const { id: _id, price, ...said } = input;
    const last = versions.findLast((each) => each.side === 'creator');
    if (last === undefined) throw new Failure('OFFER_NOT_ANSWERED');
    const { name, features } = last;
    return { ...said, name, features, priceCents: price, expiryDays: OFFER_LIMITS.defaultExpiryDays };
  });

type ProposedVersion = Pick<OfferVersionRow, 'name' | 'scope' | 'features' | 'priceCents' | 'deliveryDays'> & {
  expiryDays: number;
};

async function proposeVersion(
  deps: Deps,
  actor: Actor,
  input: OfferAnswer | OfferCounter,
  saidOf: (versions: readonly OfferVersionRow[]) => ProposedVersion,
) {
  const { id } = input;
  const side = getUserSide(actor);
  const limit = () => enforceRateLimit(deps, 'offer version', actor.id);
  await runIdempotently(deps, actor, { name: 'offers.propose', limit }, input, async (tx) => {
    const { offer, versions } = await lockOwnOffer(tx.db, actor, id);
    const now = deps.now();
    assertOfferActionAllowed({ do: 'propose' }, offer, versions, side, now);
    const { expiryDays, ...said } = saidOf(versions);
    await setOfferVersionSuperseded(tx.db, { offerId: id, side }, now);
    const version = await insertOfferVersion(tx.db, {
      ...said,
      offerId: id,
      brandId: offer.brandId,
      creatorId: offer.creatorId,
      side,
      number: versions.filter((each) => each.side === side).length + 1,
      createdAt: now,
      expiresAt: addDaysToDate(now, expiryDays),
    });
    await passTurn(tx, offer, side, now);
    const kind = side === 'creator' ? 'offer_answered' : 'offer_countered';
    await sendOfferMail(tx, kind, offer, getNextSideToAct(side), version.id, now, {
      actor,
      version,
      until: version.expiresAt,
    });
  });
  return getOffer(deps, actor, id);
}

/** Records that the other side has to act next, and extends the offer. */
async function passTurn(tx: UnitOfWork, offer: LockedOffer, side: Side, now: Date): Promise<void> {
  const endsAt = computeOfferEndsAt(now, (await listOfferVersions(tx.db, offer.id)).map(toOfferVersionFacts));
  await updateOffer(tx.db, offer.id, { waitsFor: getNextSideToAct(side), lastAt: now, endsAt });
  tx.enqueue('offers.expire', { offerId: offer.id }, { runAt: endsAt });
}

/**
 * Accepts the brand's counteroffer, so that the brand can pay for it. Throws OFFER_NOT_FOUND, OFFER_CHANGED (a newer
 * counteroffer replaced it), OFFER_EXPIRED, OFFER_AGREED (already accepted), OFFER_ENDED, OFFER_BOOKED or
 * TOO_MANY_REQUESTS.
 */
export async function acceptCounteroffer(deps: Deps, actor: Actor, { id, versionId }: OfferAcceptance) {
  await enforceRateLimit(deps, 'offer version', actor.id);
  await inTransaction(deps, async (tx) => {
    const { offer, versions } = await lockOwnOffer(tx.db, actor, id);
    const now = deps.now();
    assertOfferActionAllowed({ do: 'accept', versionId }, offer, versions, 'creator', now);
    await setOfferVersionAccepted(tx.db, versionId, now);
    await passTurn(tx, offer, 'creator', now);
    const version = (await listOfferVersions(tx.db, id)).find((each) => each.id === versionId);
    if (version)
      await sendOfferMail(tx, 'offer_accepted', offer, 'brand', versionId, now, {
        actor,
        version,
        until: computePayableUntil(toOfferVersionFacts(version)),
      });
  });
  return getOffer(deps, actor, id);
}

/**
 * Ends an open offer with an optional message. This is called when a creator declines an offer or a brand withdraws
 * one. Throws OFFER_NOT_FOUND, OFFER_ENDED or OFFER_BOOKED.
 */
export async function endOffer(deps: Deps, actor: Actor, { id, message }: OfferEnding) {
  const side = getUserSide(actor);
  await inTransaction(deps, async (tx) => {
    const { offer, versions } = await lockOwnOffer(tx.db, actor, id);
    const now = deps.now();
    assertOfferActionAllowed({ do: 'end' }, offer, versions, side, now);
    await closeOffer(tx.db, offer, side === 'creator' ? 'declined' : 'withdrawn', now, message.trim());
    await sendOfferMail(tx, 'offer_ended', offer, getNextSideToAct(side), id, now, {
      actor,
      endMessage: message.trim(),
    });
  });
  return getOffer(deps, actor, id);
}

async function closeOffer(
  db: Transaction<Database>,
  offer: { id: string },
  outcome: NonNullable<LockedOffer['outcome']>,
  now: Date,
  endMessage = '',
): Promise<void> {
  await updateOffer(db, offer.id, { endedAt: now, lastAt: now, outcome, endMessage });
}

/** Job: ends an offer that has expired, and notifies both sides. */
export const expireOffer = (deps: Deps, offerId: string): Promise<void> =>
  inTransaction(deps, async (tx) => {
    const offer = await lockOffer(tx.db, offerId);
    if (!offer || offer.endedAt !== null) return;
    const now = deps.now();
    if (offer.endsAt > now) return tx.enqueue('offers.expire', { offerId }, { runAt: offer.endsAt });
    if (offer.paidBookingId !== null) return closeOffer(tx.db, offer, 'booked', now);
    await closeOffer(tx.db, offer, 'expired', now);
    for (const reader of ['brand', 'creator'] as const)
      await sendOfferMail(tx, 'offer_expired', offer, reader, offerId, now);
  });

/** Job: marks the offer that a paid booking came from as booked. Does nothing if the booking is for a package. */
export const closeBookedOffer = (deps: Deps, bookingId: string): Promise<void> =>
  inTransaction(deps, async (tx) => {
    const offerId = await findOfferIdByBooking(tx.db, bookingId);
    if (offerId === null) return;
    const offer = await lockOffer(tx.db, offerId);
    // Marks the offer as booked even if the creator ended it while the brand was paying.
    if (offer && offer.outcome !== 'booked') await closeOffer(tx.db, offer, 'booked', deps.now());
  });

/**
 * Locks an offer and returns the content of one version for an order. The caller has locked the brand. Throws
 * OFFER_NOT_FOUND, OFFER_ENDED, OFFER_BOOKED, OFFER_CHANGED, OFFER_EXPIRED, OFFER_NOT_YOURS (a counteroffer that the
 * creator has not accepted) or USER_NOT_FOUND (the creator's account is not open).
 */
export async function lockOfferVersionForOrder(
  db: Transaction<Database>,
  deps: Deps,
  actor: Actor,
  order: { id: string; versionId: string },
) {
  const { offer, versions } = await lockOwnOffer(db, actor, order.id);
  assertOfferActionAllowed({ do: 'accept', versionId: order.versionId }, offer, versions, 'brand', deps.now());
  const version = versions.find(({ id }) => id === order.versionId);
  if (version === undefined) throw new Failure('OFFER_NOT_FOUND');
  if (!(await isCreatorAccountOpen(db, offer.creatorId))) throw new Failure('USER_NOT_FOUND');
  return { offer, version };
}

/** Ends all open offers of a user whose account is being deleted, and notifies the other side of each. */
export async function endOpenOffersOnDeletion(tx: UnitOfWork, workspaceId: WorkspaceId, now: Date): Promise<void> {
  for (const offer of await lockOpenOffersByUser(tx.db, workspaceId)) {
    await closeOffer(tx.db, offer, 'gone', now);
    await sendOfferMail(tx, 'offer_gone', offer, offer.brandId === workspaceId ? 'creator' : 'brand', offer.id, now);
  }
}
