/** Emails about waiting lists. */
import { PRODUCT_NAME, WAITING_LIST_HOLD_HOURS } from '@marquee/booking';
import { fitSubject, formatMailDollars, type MailContext, type MailParts } from './mail.words.ts';

export interface WaitingListMailData {
  /** To a brand on a waiting list. A slot is reserved for the brand until `until`. */
  slot_offered: {
    fullName: string;
    creatorName: string;
    packageName: string;
    packageId: string;
    /** An ISO timestamp. */
    until: string;
    priceCents: number;
    /** The price when the brand joined the waiting list, or null if the price has not changed. */
    formerPriceCents: number | null;
  };
  /** To a brand that did not book its reserved slot in time. The slot went to the next brand on the waiting list. */
  slot_expired: { fullName: string; creatorName: string; packageName: string; packageId: string | null };
  /** To a brand on a waiting list for a package that is no longer for sale. */
  slot_gone: { fullName: string; creatorName: string; packageName: string; packageId: string | null };
}

const WAITING_LIST_EXPLANATION = `You received this email because you joined a waiting list on ${PRODUCT_NAME}.`;

export const WAITING_LIST_MAILS: {
  [K in keyof WaitingListMailData]: (data: WaitingListMailData[K], context: MailContext) => MailParts;
} = {
  slot_offered: ({ creatorName, packageName, packageId, until, priceCents, formerPriceCents }, { clock }) => ({
    subject: fitSubject`Book “${packageName}” by ${clock.day(until)}: ${creatorName} is available`,
    title: 'It is your turn to book',
    paragraphs: [
      `${creatorName} is available again, and a slot for “${packageName}” is reserved for you for ${WAITING_LIST_HOLD_HOURS} hours.`,
      `Book it by ${clock.time(until)}. After that, it goes to the next brand on the waiting list.`,
      ...(formerPriceCents === null
        ? []
        : [
            `The price has changed from ${formatMailDollars(formerPriceCents)} to ${formatMailDollars(priceCents)} since you joined the waiting list.`,
          ]),
    ],
    facts: [
      ['Price before the platform fee', formatMailDollars(priceCents)],
      ['Reserved until', clock.time(until)],
    ],
    button: { label: 'Book now', to: `/checkout?packageId=${packageId}` },
    after: ['You can leave the waiting list on the same page.'],
    why: WAITING_LIST_EXPLANATION,
  }),
  slot_expired: ({ creatorName, packageName, packageId }) => ({
    subject: fitSubject`Your reserved slot expired: “${packageName}”`,
    title: 'Your reserved slot expired',
    paragraphs: [
      `You did not book “${packageName}” by ${creatorName} in time, so the slot went to the next brand on the waiting list.`,
      'You can join the waiting list again.',
    ],
    button: { label: 'View package', to: packageId === null ? '/' : `/checkout?packageId=${packageId}` },
    why: WAITING_LIST_EXPLANATION,
  }),
  slot_gone: ({ creatorName, packageName }) => ({
    subject: fitSubject`“${packageName}” is no longer for sale`,
    title: 'Package no longer for sale',
    paragraphs: [
      `“${packageName}” by ${creatorName} is no longer for sale, so its waiting list is closed. You were not charged.`,
      'You can look for other creators.',
    ],
    button: { label: 'Find creators', to: '/find-influencers' },
    why: WAITING_LIST_EXPLANATION,
  }),
};
