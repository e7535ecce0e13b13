/**
 * The rules of offers. A brand asks a creator, both propose versions, and the brand pays one of them. The service
 * throws the result of `findOfferRefusal`, and pages show buttons by it. Each side has at most one live version. A
 * new version replaces the side's earlier one. The other side's live version stays acceptable until it expires. The
 * brand accepts a creator's version by paying. The creator accepts a brand's version, which the brand can then pay.
 */
import type { Side } from './states.ts';
import { DAY_MS } from './windows.ts';

/** The database schema enforces the same numbers. */
export const OFFER_LIMITS = {
  /** Maximum number of open offers of a brand. It can have one per creator. */
  open: 10,
  /** Maximum number of versions per side. */
  versions: 6,
  /** An offer expires this many days after the last activity of either side. */
  quietDays: 14,
  /** Maximum validity of a creator's version in days. A brand's version is always valid for this long. */
  expiryDays: 30,
  defaultExpiryDays: 7,
  /** Minimum number of days for paying a brand's version after the creator accepted it. */
  acceptedDays: 3,
} as const;

export const OFFER_REFUSALS = {
  OFFER_NOT_FOUND: "This offer doesn't exist or you don't have access to it.",
  OFFER_ENDED: 'This offer has ended. Nothing was charged.',
  OFFER_BOOKED: 'This offer was paid already: it is a booking now',
  OFFER_AGREED: 'You agreed already: the brand can pay what was accepted until its time is over',
  OFFER_NOT_ANSWERED: 'The creator has not answered yet. You can suggest changes to the answer.',
  OFFER_VERSIONS_SPENT: `Each side can make at most ${OFFER_LIMITS.versions} versions. Accept one, or end the offer.`,
  OFFER_CHANGED: 'There is a newer version. Look at both before you accept one.',
  OFFER_EXPIRED: 'The time of this version is over. Nothing was charged. The other side can make a new one.',
  OFFER_NOT_YOURS: 'The other side accepts this version',
} as const;

export type OfferRefusal = keyof typeof OFFER_REFUSALS;

export const isOfferRefusal = (failure: string): failure is OfferRefusal => Object.hasOwn(OFFER_REFUSALS, failure);

/** The data of a version that the rules depend on. Times are ISO text. */
export interface OfferVersionFacts {
  id: string;
  side: Side;
  expiresAt: string;
  /** When the side replaced it with a newer version. */
  supersededAt: string | null;
  /** When the creator accepted it. Only a brand's version can be accepted. */
  acceptedAt: string | null;
}

/** The data of an offer that the rules depend on. `isBooked` is true if one of its versions was paid. */
export interface OfferFacts {
  endedAt: string | null;
  isBooked: boolean;
  /** Oldest first. */
  versions: readonly OfferVersionFacts[];
}

/**
 * The actions of a side: propose a version, accept one of the other side's, or end the offer (the creator declines,
 * the brand withdraws). A brand accepts by paying, including its own version after the creator accepted it.
 */
export type OfferAction = { do: 'propose' } | { do: 'accept'; versionId: string } | { do: 'end' };

/** Returns the time until which a version can be accepted or, once agreed, paid. */
export function computePayableUntil({
  expiresAt,
  acceptedAt,
}: Pick<OfferVersionFacts, 'expiresAt' | 'acceptedAt'>): Date {
  const expires = Date.parse(expiresAt);
  if (acceptedAt === null) return new Date(expires);
  return new Date(Math.max(expires, Date.parse(acceptedAt) + OFFER_LIMITS.acceptedDays * DAY_MS));
}

/** Returns the side's version that is neither replaced nor expired, or undefined. */
export const findLiveVersion = <V extends OfferVersionFacts>(
  versions: readonly V[],
  side: Side,
  now: Date,
): V | undefined =>
  versions.find((each) => each.side === side && each.supersededAt === null && computePayableUntil(each) > now);

/** Returns the version that both sides agreed on and that can be paid now, or undefined. */
export const findAgreedVersion = <V extends OfferVersionFacts>(versions: readonly V[], now: Date): V | undefined => {
  const live = findLiveVersion(versions, 'brand', now);
  return live?.acceptedAt == null ? undefined : live;
};

/** Returns the reason why a side may not take an action now, or null if it may. */
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
      // A brand may pay its own version once the creator has accepted it.
      if (version.side === side && !(side === 'brand' && version.acceptedAt !== null)) return 'OFFER_NOT_YOURS';
      if (version.supersededAt !== null) return 'OFFER_CHANGED';
      if (computePayableUntil(version) <= now) return 'OFFER_EXPIRED';
      // A version can only be accepted once.
      return side === 'creator' && version.acceptedAt !== null ? 'OFFER_AGREED' : null;
    }
  }
}

/**
 * Computes when an offer expires: some days after the last activity (the request, a version or an acceptance), but
 * not before a live version expires.
 */
export function computeOfferEndsAt(lastWordAt: Date, versions: readonly OfferVersionFacts[]): Date {
  const live = versions.filter((each) => each.supersededAt === null).map((each) => computePayableUntil(each).getTime());
  return new Date(Math.max(lastWordAt.getTime() + OFFER_LIMITS.quietDays * DAY_MS, ...live));
}

/** Returns the side to act after an action of `side`. The brand pays a version that the creator accepted. */
export const getNextSideToAct = (side: Side): Side => (side === 'brand' ? 'creator' : 'brand');
