/** Texts about offers. The rules for allowed actions are in libs/booking/offers.ts. */
import { findAgreedVersion, findLiveVersion, OFFER_LIMITS, type Side } from '@marquee/booking';
import type { RouterOutputs } from '../../../trpc.ts';

export type OfferDetails = RouterOutputs['offers']['byId'];
export type OfferVersion = OfferDetails['versions'][number];
export type OfferListItem = RouterOutputs['offers']['list']['items'][number];

type OfferPeople = Pick<OfferListItem, 'brandName' | 'creatorName' | 'brandImageUrl' | 'creatorImageUrl'>;

export const getOtherOfferPerson = (offer: OfferPeople, viewer: Side) =>
  viewer === 'brand'
    ? { fullName: offer.creatorName, profileImageUrl: offer.creatorImageUrl }
    : { fullName: offer.brandName, profileImageUrl: offer.brandImageUrl };

export const formatVersionOwner = ({ side }: Pick<OfferVersion, 'side'>, offer: OfferDetails): string =>
  side === offer.viewer ? 'Your version' : `${getOtherOfferPerson(offer, offer.viewer).fullName}’s version`;

interface OfferStatus {
  label: string;
  /** True if the viewer has to act next. */
  isYours: boolean;
}

export function getOfferStatus(
  offer: Pick<OfferListItem, 'outcome' | 'waitsFor' | 'endedAt'>,
  viewer: Side,
): OfferStatus {
  if (offer.outcome !== null) return { label: OFFER_OUTCOME_LABELS[offer.outcome], isYours: false };
  const isYours = offer.waitsFor === viewer;
  return { label: isYours ? 'Waiting for you' : `Waiting for the ${offer.waitsFor}`, isYours };
}

const OFFER_OUTCOME_LABELS: Record<NonNullable<OfferListItem['outcome']>, string> = {
  booked: 'Booked',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  expired: 'Expired',
  gone: 'Account deleted',
};

/** Describes the next step of an offer in one or two sentences, without the deadline. */
export function describeNextOfferStep(offer: OfferDetails, now: Date): string {
  const { viewer, versions, outcome, creatorName, brandName } = offer;
  const other = getOtherOfferPerson(offer, viewer).fullName;
  if (offer.facts.isBooked) return 'This offer was paid and is now a booking.';
  switch (outcome) {
    case 'declined':
      return viewer === 'brand'
        ? `${creatorName} declined your request. You were not charged.`
        : 'You declined this request.';
    case 'withdrawn':
      return viewer === 'brand'
        ? 'You withdrew your request. You were not charged.'
        : `${brandName} withdrew the request.`;
    case 'expired':
      return 'This offer expired without an answer, and no card was charged.';
    case 'gone':
      return 'The other account was deleted, so this offer ended. No card was charged.';
    default:
  }
  if (findAgreedVersion(versions, now) !== undefined)
    return viewer === 'brand'
      ? `${creatorName} accepted your version. Pay to book it.`
      : `You accepted ${brandName}’s version. When ${brandName} pays, you confirm the booking.`;
  const otherVersion = findLiveVersion(versions, viewer === 'brand' ? 'creator' : 'brand', now);
  const ownVersion = findLiveVersion(versions, viewer, now);
  if (versions.length === 0)
    return viewer === 'brand'
      ? `${creatorName} answers with an offer or declines. We email you.`
      : 'Make an offer with scope, price and delivery time, or decline.';
  if (viewer === 'brand')
    return otherVersion === undefined
      ? `${creatorName}’s version has expired. Suggest changes to ask for a new one.`
      : ownVersion === undefined
        ? 'Accept and pay, suggest changes, or withdraw your request.'
        : `${creatorName} is reviewing your changes. You can still accept their version.`;
  return otherVersion === undefined
    ? ownVersion === undefined
      ? 'Your version has expired. Write a new one or decline.'
      : `${other} can accept and pay, or suggest changes. We email you.`
    : `${other} suggested changes. Accept them, write a new version, or decline.`;
}

export const PROPOSE_HINT = `You can send up to ${OFFER_LIMITS.versions} versions. A new one replaces your previous version.`;
