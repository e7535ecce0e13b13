/**
 * The rules of an offer: a brand asks a creator, both name versions, and one of them is paid. The service throws what
 * `findOfferRefusal` says, the pages draw by it.
 *
 * Each side has at most one live version. A side's new version ends its earlier one; the other side's live version
 * stays acceptable until it expires. A creator's version is accepted by paying it; a brand's version is accepted by the
 * creator, and can be paid from then on.
 */
import type { Side } from './states.ts';
import { DAY_MS } from './windows.ts';

/** The schema of the database has the same numbers. */
export const OFFER_LIMITS = {
  /** Open offers that a brand may have at once; with one creator there is one. */
  open: 10,
  /** Versions of each side: more than that is a conversation. */
  versions: 6,
  /** An offer ends by itself this long after the last word of either side. */
  quietDays: 14,
  /** How long a creator's version may be good for, and a brand's is. */
  expiryDays: 30,
  defaultExpiryDays: 7,
  /** A version of the brand can be paid for at least so long after the creator accepted it. */
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

/** Whether a failure is one of these. */
export const isOfferRefusal = (failure: string): failure is OfferRefusal => Object.hasOwn(OFFER_REFUSALS, failure);

/** What the rules look at of a version. Times are ISO text. */
export interface OfferVersionFacts {
  id: string;
  side: Side;
  expiresAt: string;
  /** Its side made a newer one then. */
  supersededAt: string | null;
  /** The creator accepted it then; only a brand's version has one. */
  acceptedAt: string | null;
}

/** What the rules look at of an offer. `isBooked`: one of its versions was paid. */
export interface OfferFacts {
  endedAt: string | null;
  isBooked: boolean;
  /** In the order in which they were made. */
  versions: readonly OfferVersionFacts[];
}

/**
 * What a side can do: make a version, accept one of the other side's, or end the offer (a creator declines, a brand
 * withdraws). A brand accepts by paying, also its own version that the creator accepted.
 */
export type OfferAction = { do: 'propose' } | { do: 'accept'; versionId: string } | { do: 'end' };

/** Until when a version can be accepted, or, once it is agreed, paid. */
export function computePayableUntil({
  expiresAt,
  acceptedAt,
}: Pick<OfferVersionFacts, 'expiresAt' | 'acceptedAt'>): Date {
  const expires = Date.parse(expiresAt);
  if (acceptedAt === null) return new Date(expires);
  return new Date(Math.max(expires, Date.parse(acceptedAt) + OFFER_LIMITS.acceptedDays * DAY_MS));
}

/** The version of a side that is not superseded and not expired; undefined when it has none. */
export const findLiveVersion = <V extends OfferVersionFacts>(
  versions: readonly V[],
  side: Side,
  now: Date,
): V | undefined =>
  versions.find((each) => each.side === side && each.supersededAt === null && computePayableUntil(each) > now);

/** What both sides agreed to and can be paid now; undefined while there is nothing. */
export const findAgreedVersion = <V extends OfferVersionFacts>(versions: readonly V[], now: Date): V | undefined => {
  const live = findLiveVersion(versions, 'brand', now);
  return live?.acceptedAt == null ? undefined : live;
};

/** Why a side may not do this now; null: it may. */
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
      // A brand pays; so it may name its own version once the creator has accepted it.
      if (version.side === side && !(side === 'brand' && version.acceptedAt !== null)) return 'OFFER_NOT_YOURS';
      if (version.supersededAt !== null) return 'OFFER_CHANGED';
      if (computePayableUntil(version) <= now) return 'OFFER_EXPIRED';
      // What is agreed already is accepted once.
      return side === 'creator' && version.acceptedAt !== null ? 'OFFER_AGREED' : null;
    }
  }
}

/**
 * When an offer ends by itself: some days after the last word (the question, a version, an acceptance), and not before
 * a live version is over.
 */
export function computeOfferEndsAt(lastWordAt: Date, versions: readonly OfferVersionFacts[]): Date {
  const live = versions.filter((each) => each.supersededAt === null).map((each) => computePayableUntil(each).getTime());
  return new Date(Math.max(lastWordAt.getTime() + OFFER_LIMITS.quietDays * DAY_MS, ...live));
}

/** Whose turn it is after an action of `side`: the other side's; what the creator accepted, the brand pays. */
export const getNextSideToAct = (side: Side): Side => (side === 'brand' ? 'creator' : 'brand');
