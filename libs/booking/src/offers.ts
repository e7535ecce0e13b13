/**
 * Rules for offers. A brand asks a creator for an offer, both propose versions, and the brand pays one of them. The
 * service throws the failure code that `findOfferRefusal` returns, and pages use it to decide which buttons to
 * display. Each side has at most one live version, because a new version replaces the side's earlier one. The other
 * side's live version can still be accepted until it expires. The brand accepts a creator's version by paying. The
 * creator accepts a brand's version, and the brand can then pay it.
 */
import type { Side } from './states.ts';
import { DAY_MS } from '@marquee/time';

/** Limits of offers. Database constraints enforce the same numbers. */
export const OFFER_LIMITS = {
  /** Maximum number of open offers per brand. A brand can have only one per creator. */
  open: 10,
  versions: 6,
  /** An offer expires this many days after the last activity of either side. */
  quietDays: 14,
  /**
   * Maximum number of days for which a creator's version can be valid. A brand's version is always valid for this
   * long.
   */
  expiryDays: 30,
  defaultExpiryDays: 7,
  /** After the creator accepts a brand's version, the brand has at least this many days to pay. */
  acceptedDays: 3,
} as const;

export const OFFER_REFUSALS = {
  OFFER_NOT_FOUND: "This offer doesn't exist or you don't have access to it.",
  OFFER_ENDED: 'This offer has ended, and no card was charged.',
  OFFER_BOOKED: 'This offer was already paid and is now a booking',
  OFFER_AGREED: 'You already agreed. The brand can pay the accepted version until it expires.',
  OFFER_NOT_ANSWERED: 'The creator has not made an offer yet. You can suggest changes once there is one.',
  OFFER_VERSIONS_SPENT: `You can make at most ${OFFER_LIMITS.versions} versions. Accept a version or close the offer.`,
  OFFER_CHANGED: 'There is a newer version. Compare both before you accept one.',
  OFFER_EXPIRED: 'This version has expired, and no card was charged. The other party can make a new one.',
  OFFER_NOT_YOURS: 'Only the other party can accept this version',
} as const;

export type OfferRefusal = keyof typeof OFFER_REFUSALS;

/** The data of a version that the rules depend on. Times are ISO strings. */
export interface OfferVersionFacts {
  id: string;
  side: Side;
  expiresAt: string;
  /** The time when the same side replaced this version with a newer one. */
  supersededAt: string | null;
  /** The time when the creator accepted this version. Only a brand's version can be accepted. */
  acceptedAt: string | null;
}

/** The data of an offer that the rules depend on. `isBooked` is true if one of its versions was paid. */
export interface OfferFacts {
  endedAt: string | null;
  isBooked: boolean;
  /** All versions of both sides, oldest first. */
  versions: readonly OfferVersionFacts[];
}

/**
 * The actions of a side, which are to propose a version, accept a version, or end the offer (the creator declines
 * it, or the brand withdraws it). A brand accepts a creator's version by paying. It can pay its own version after
 * the creator has accepted it.
 */
export type OfferAction = { do: 'propose' } | { do: 'accept'; versionId: string } | { do: 'end' };

/**
 * Returns the time until which a version can be accepted. If the creator has already accepted it, returns the time
 * until which the brand can pay it.
 */
export function computePayableUntil({
  expiresAt,
  acceptedAt,
}: Pick<OfferVersionFacts, 'expiresAt' | 'acceptedAt'>): Date {
  const expires = Date.parse(expiresAt);
  if (acceptedAt === null) return new Date(expires);
  return new Date(Math.max(expires, Date.parse(acceptedAt) + OFFER_LIMITS.acceptedDays * DAY_MS));
}

/** Returns the version of `side` that is neither replaced nor expired, or undefined. */
export const findLiveVersion = <V extends OfferVersionFacts>(
  versions: readonly V[],
  side: Side,
  now: Date,
): V | undefined =>
  versions.find((each) => each.side === side && each.supersededAt === null && computePayableUntil(each) > now);

/** Returns the brand's version that the creator accepted and the brand can pay now, or undefined. */
export const findAgreedVersion = <V extends OfferVersionFacts>(versions: readonly V[], now: Date): V | undefined => {
  const live = findLiveVersion(versions, 'brand', now);
  return live?.acceptedAt == null ? undefined : live;
};

/** Returns the reason why `side` may not take `action` now, or null if it may. */
export function findOfferRefusal(action: OfferAction, offer: OfferFacts, side: Side, now: Date): OfferRefusal | null {
  if (offer.isBooked) return 'OFFER_BOOKED';
  if (offer.endedAt !== null) return 'OFFER_ENDED';
  const { versions } = offer;
  switch (action.do) {
    case 'end':
      return null;
    case 'propose':
      if (findAgreedVersion(versions, now) !== undefined) return 'OFFER_AGREED';
      if (side === 'brand' && !versions.some((each) => each.side === 'creator')) return 'OFFER_NOT_ANSWERED';
      return versions.filter((each) => each.side === side).length < OFFER_LIMITS.versions
        ? null
        : 'OFFER_VERSIONS_SPENT';
    case 'accept': {
      const version = versions.find(({ id }) => id === action.versionId);
      if (version === undefined) return 'OFFER_NOT_FOUND';
      // A brand may accept, and so pay for, the offer version that it proposed once the creator has accepted it.
      if (version.side === side && !(side === 'brand' && version.acceptedAt !== null)) return 'OFFER_NOT_YOURS';
      if (version.supersededAt !== null) return 'OFFER_CHANGED';
      if (computePayableUntil(version) <= now) return 'OFFER_EXPIRED';
      // The creator can accept a version only once.
      return side === 'creator' && version.acceptedAt !== null ? 'OFFER_AGREED' : null;
    }
  }
}

/**
 * Computes when an offer expires: `quietDays` after the last activity (the request, a version or an acceptance), but
 * not before a live version expires.
 */
export function computeOfferEndsAt(lastWordAt: Date, versions: readonly OfferVersionFacts[]): Date {
  const live = versions.filter((each) => each.supersededAt === null).map((each) => computePayableUntil(each).getTime());
  return new Date(Math.max(lastWordAt.getTime() + OFFER_LIMITS.quietDays * DAY_MS, ...live));
}

/** Returns the side that has to act after `side` has acted. */
export const getNextSideToAct = (side: Side): Side => (side === 'brand' ? 'creator' : 'brand');
