/** Emails about offers. */
import type { Side } from '@marquee/booking';
import { PRODUCT_NAME } from '@marquee/brand';
import { getActorName, getSubjectActor } from '../events.words.ts';
import {
  ACCOUNT_EXPLANATION,
  fitSubject,
  formatDayCount,
  formatMailDollars,
  type MailContext,
  type MailFact,
  type MailRules,
} from '../mail.words.ts';

/**
 * The data of emails about an offer. Name, price, days and deadline come from one version of the offer. If the offer
 * has no version yet, the name is empty and the others are null.
 */
export interface OfferMail {
  offerId: string;
  reader: Side;
  brandName: string;
  creatorName: string;
  /** The person who acted for the other side as in 'Anna at Northwind', or null if its name says enough. */
  actorName: string | null;
  offerName: string;
  /** The message of the side that ended the offer. */
  endMessage: string;
  priceCents: number | null;
  deliveryDays: number | null;
  /** An ISO timestamp. */
  until: string | null;
}

export type OfferMailData = Record<
  | 'offer_requested'
  | 'offer_answered'
  | 'offer_countered'
  | 'offer_accepted'
  | 'offer_ended'
  | 'offer_expired'
  | 'offer_gone',
  OfferMail
>;

const getOtherSideName = ({ reader, brandName, creatorName }: OfferMail) =>
  reader === 'brand' ? creatorName : brandName;
const createOfferButton = ({ offerId }: OfferMail, label: string) => ({ label, to: `/offers/${offerId}` });

/** Lists the details of an offer version. Leaves out the brand's total, because it depends on the current fee. */
const listVersionFacts = (
  { reader, priceCents, deliveryDays, until }: OfferMail,
  { clock }: MailContext,
  label: string,
): MailFact[] => {
  const facts: MailFact[] = [];
  if (priceCents !== null)
    facts.push([reader === 'brand' ? 'Price before the platform fee' : 'You receive', formatMailDollars(priceCents)]);
  if (deliveryDays !== null) facts.push(['Delivery time', formatDayCount(deliveryDays)]);
  if (until !== null) facts.push([label, clock.time(until)]);
  return facts;
};

const describeUntil = (until: string | null, { clock }: MailContext) =>
  until === null ? '' : ` by ${clock.time(until)}`;

export const OFFER_MAILS: MailRules<OfferMailData> = {
  offer_requested: {
    group: 'offers',
    neutral: 'A brand would like an offer from you.',
    mail: (data, context) => ({
      subject: fitSubject`Answer the offer request from ${getSubjectActor(data, data.brandName)}`,
      title: 'New offer request',
      paragraphs: [
        `${getActorName(data, data.brandName)} would like an offer from you.`,
        `Read the request, then make an offer or decline${describeUntil(data.until, context)}. Your offer is not binding until you accept the paid booking.`,
      ],
      facts: listVersionFacts(data, context, 'Answer by'),
      button: createOfferButton(data, 'View request'),
      why: ACCOUNT_EXPLANATION,
    }),
  },
  offer_answered: {
    group: 'offers',
    neutral: 'A creator sent you an offer.',
    mail: (data, context) => ({
      subject: fitSubject`Offer from ${getSubjectActor(data, data.creatorName)}: “${data.offerName}”`,
      title: 'New offer',
      paragraphs: [
        `${getActorName(data, data.creatorName)} sent you an offer for “${data.offerName}”.`,
        `Pay to accept it, suggest changes, or withdraw your request${describeUntil(data.until, context)}.`,
      ],
      facts: listVersionFacts(data, context, 'Valid until'),
      button: createOfferButton(data, 'View offer'),
      why: ACCOUNT_EXPLANATION,
    }),
  },
  offer_countered: {
    group: 'offers',
    neutral: 'A brand suggested changes to your offer.',
    mail: (data, context) => ({
      subject: fitSubject`${getSubjectActor(data, data.brandName)} suggested changes to “${data.offerName}”`,
      title: 'Changes suggested',
      paragraphs: [
        `${getActorName(data, data.brandName)} suggested changes to “${data.offerName}”.`,
        `Accept them, make another offer, or decline${describeUntil(data.until, context)}. Your version stays open until it expires.`,
      ],
      facts: listVersionFacts(data, context, 'Valid until'),
      button: createOfferButton(data, 'Compare versions'),
      why: ACCOUNT_EXPLANATION,
    }),
  },
  offer_accepted: {
    group: 'offers',
    neutral: 'A creator accepted your changes to an offer.',
    mail: (data, context) => ({
      subject: fitSubject`Pay to book ${data.creatorName}: “${data.offerName}”`,
      title: 'Your changes were accepted',
      paragraphs: [
        `${getActorName(data, data.creatorName)} accepted your version of “${data.offerName}”.`,
        `Pay${describeUntil(data.until, context)} to book it. Your card is charged when ${data.creatorName} accepts the booking.`,
      ],
      facts: listVersionFacts(data, context, 'Pay by'),
      button: createOfferButton(data, 'Pay and book'),
      why: ACCOUNT_EXPLANATION,
    }),
  },
  offer_ended: {
    group: 'offers',
    neutral: 'An offer was closed.',
    mail: (data) => ({
      subject:
        data.reader === 'brand'
          ? fitSubject`${getSubjectActor(data, data.creatorName)} declined your request for an offer`
          : fitSubject`${getSubjectActor(data, data.brandName)} withdrew their request for an offer`,
      title: data.reader === 'brand' ? 'Offer request declined' : 'Offer request withdrawn',
      paragraphs: [
        data.reader === 'brand'
          ? `${getActorName(data, data.creatorName)} declined your request for an offer. You were not charged.`
          : `${getActorName(data, data.brandName)} withdrew their request for an offer.`,
        data.reader === 'brand' ? `Find another creator on ${PRODUCT_NAME}.` : 'You don’t need to do anything.',
        ...(data.endMessage ? [`${getActorName(data, getOtherSideName(data))} wrote: “${data.endMessage}”`] : []),
      ],
      button:
        data.reader === 'brand'
          ? { label: 'Find creators', to: '/find-influencers' }
          : createOfferButton(data, 'View offer'),
      why: ACCOUNT_EXPLANATION,
    }),
  },
  offer_expired: {
    group: 'offers',
    neutral: 'An offer expired.',
    mail: (data) => ({
      subject: fitSubject`Your offer with ${getOtherSideName(data)} expired`,
      title: 'Offer expired',
      paragraphs: [
        `Your offer with ${getOtherSideName(data)} expired, and no card was charged.`,
        data.reader === 'brand' ? 'You can send a new request.' : 'You don’t need to do anything.',
      ],
      button: createOfferButton(data, 'View offer'),
      why: ACCOUNT_EXPLANATION,
    }),
  },
  offer_gone: {
    group: 'offers',
    neutral: 'An offer was closed.',
    mail: (data) => ({
      subject: `Offer closed: the ${data.reader === 'brand' ? 'creator' : 'brand'} deleted their account`,
      title: 'Offer closed',
      paragraphs: [
        `The ${data.reader === 'brand' ? 'creator' : 'brand'} deleted their account, so your offer with them is closed. No card was charged.`,
        'You don’t need to do anything.',
      ],
      button: createOfferButton(data, 'View offer'),
      why: ACCOUNT_EXPLANATION,
    }),
  },
};
