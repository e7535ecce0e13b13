/** Texts about offers. The rules for allowed actions are in libs/booking/offers.ts. */
import { findAgreedVersion, findLiveVersion, OFFER_LIMITS, type Side } from '@marquee/booking';
import type { RouterOutputs } from '../../trpc.ts';

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
  expired: 'Ended by itself',
  gone: 'Account deleted',
};

/** Describes the next step of an offer in one or two sentences, without the deadline. */
export function describeNextOfferStep(offer: OfferDetails, now: Date): string {
  const { viewer, versions, outcome, creatorName, brandName } = offer;
  const other = getOtherOfferPerson(offer, viewer).fullName;
  if (offer.facts.isBooked) return 'It was paid and is a booking now. It goes on there.';
  switch (outcome) {
    case 'declined':
      return viewer === 'brand' ? `${creatorName} declined. Nothing was charged.` : 'You declined.';
    case 'withdrawn':
      return viewer === 'brand' ? 'You withdrew. Nothing was charged.' : `${brandName} withdrew.`;
    case 'expired':
      return 'Nobody said anything for a while, so it has ended. Nothing was charged.';
    case 'gone':
      return 'The account of the other side was deleted, so it has ended. Nothing was charged.';
    default:
  }
  if (findAgreedVersion(versions, now) !== undefined)
    return viewer === 'brand'
      ? `${creatorName} accepted your version. Pay it to book: the card is charged when ${creatorName} confirms the booking.`
      : `You accepted ${brandName}’s version. Once it is paid it is a booking, which you then confirm.`;
  const theirs = findLiveVersion(versions, viewer === 'brand' ? 'creator' : 'brand', now);
  const own = findLiveVersion(versions, viewer, now);
  if (versions.length === 0)
    return viewer === 'brand'
      ? `${creatorName} reads what you need and answers with an offer, or declines. You are told by mail.`
      : 'Say what you deliver, for how much and when; or decline with a sentence.';
  if (viewer === 'brand')
    return theirs === undefined
      ? `The time of ${creatorName}’s version is over. Ask for a new one with a version of your own.`
      : own === undefined
        ? `Accept and pay it, suggest changes, or withdraw.`
        : `${creatorName} looks at your changes. Until then you can still accept the version that you were offered.`;
  return theirs === undefined
    ? own === undefined
      ? 'The time of your version is over. Make a new one, or decline.'
      : `${other} can accept and pay your version, or suggest changes. You are told by mail.`
    : `${other} suggests changes. Accept them, make a new version, or decline.`;
}

export const PROPOSE_HINT = `Each side has at most ${OFFER_LIMITS.versions} versions; a new one replaces your earlier one.`;
