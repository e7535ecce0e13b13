/** Emails about waiting lists. */
import { PRODUCT_NAME } from '@marquee/brand';
import { fitSubject, formatMailDollars, type MailRules } from '../mail.words.ts';

export interface WaitingListMailData {
  /** An email to a brand on a waiting list. A slot is reserved for the brand until `until`. */
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
  /** An email to a brand that did not book its reserved slot in time. The slot went to the next brand on the waiting list. */
  slot_expired: { fullName: string; creatorName: string; packageName: string; packageId: string | null };
  /** An email to a brand on a waiting list for a package that is no longer for sale. */
  slot_gone: { fullName: string; creatorName: string; packageName: string; packageId: string | null };
}

const WAITING_LIST_EXPLANATION = `You received this email because you joined a waiting list on ${PRODUCT_NAME}.`;

export const WAITING_LIST_MAILS: MailRules<WaitingListMailData> = {
  slot_offered: {
    group: 'offers',
    neutral: 'A creator is available again, and we are holding a slot for you.',
    mail: ({ creatorName, packageName, packageId, until, priceCents, formerPriceCents }, { clock }) => ({
      subject: fitSubject`Book “${packageName}” by ${clock.day(until)}: ${creatorName} is available`,
      title: 'It is your turn to book',
      paragraphs: [
        `${creatorName} is available again. We are holding a slot for “${packageName}” for you until ${clock.time(until)}.`,
        'If you do not book by then, the slot goes to the next brand on the waiting list.',
        ...(formerPriceCents === null
          ? []
          : [
              `The price has changed from ${formatMailDollars(formerPriceCents)} to ${formatMailDollars(priceCents)} since you joined the waiting list.`,
            ]),
      ],
      facts: [
        ['Price before the platform fee', formatMailDollars(priceCents)],
        ['Held for you until', clock.time(until)],
      ],
      button: { label: 'Book now', to: `/checkout?packageId=${packageId}` },
      after: ['You can leave the waiting list on the same page.'],
      why: WAITING_LIST_EXPLANATION,
    }),
  },
  slot_expired: {
    group: 'offers',
    neutral: 'The slot that we held for you expired.',
    mail: ({ creatorName, packageName, packageId }) => ({
      subject: fitSubject`Your slot expired: “${packageName}”`,
      title: 'Your slot expired',
      paragraphs: [
        `You did not book “${packageName}” by ${creatorName} in time, so the slot went to the next brand on the waiting list.`,
        'You can join the waiting list again.',
      ],
      button: { label: 'View package', to: packageId === null ? '/' : `/checkout?packageId=${packageId}` },
      why: WAITING_LIST_EXPLANATION,
    }),
  },
  slot_gone: {
    group: 'offers',
    neutral: 'A package that you were waiting for is no longer available.',
    mail: ({ creatorName, packageName }) => ({
      subject: fitSubject`“${packageName}” is no longer available`,
      title: 'Package no longer available',
      paragraphs: [
        `“${packageName}” by ${creatorName} is no longer available, so we closed its waiting list. You were not charged.`,
        `Find another creator on ${PRODUCT_NAME}.`,
      ],
      button: { label: 'Find creators', to: '/find-influencers' },
      why: WAITING_LIST_EXPLANATION,
    }),
  },
};
