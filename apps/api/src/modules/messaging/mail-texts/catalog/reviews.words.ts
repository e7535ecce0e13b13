/** Emails about reviews. */
import type { Side } from '@marquee/booking';
import { ACCOUNT_EXPLANATION, fitSubject, type MailRules } from '../mail.words.ts';

interface ReviewMail {
  bookingId: string;
  packageName: string;
  reader: Side;
  fullName: string;
  otherName: string;
}

export interface ReviewMailData {
  /** An invitation to review a booking, to one of its sides. `until` is an ISO timestamp. */
  review_invited: ReviewMail & { until: string };
  /** A reminder to a side that has not reviewed the booking yet. `until` is an ISO timestamp. */
  review_reminder: ReviewMail & { until: string };
  /** An email to one side when reviews are published. `wrote` lists the sides whose reviews are now published. */
  reviews_shown: ReviewMail & { creatorUsername: string; wrote: Side[] };
}

const createReviewButton = ({ bookingId }: ReviewMail, label: string) => ({
  label,
  to: `/booking-details?bookingId=${bookingId}`,
});

export const REVIEW_MAILS: MailRules<ReviewMailData> = {
  review_invited: {
    group: 'reviews',
    neutral: 'Your booking is completed. You can review it now.',
    mail: (data, { clock }) => ({
      subject: fitSubject`Review ${data.otherName}: “${data.packageName}”`,
      title: 'Write a review',
      paragraphs: [
        `Your booking “${data.packageName}” with ${data.otherName} is completed.`,
        `Rate the collaboration by ${clock.time(data.until)}. Reviews are published when both of you have written one, or after that date.`,
      ],
      facts: [['Review by', clock.time(data.until)]],
      button: createReviewButton(data, 'Write review'),
      why: ACCOUNT_EXPLANATION,
    }),
  },
  review_reminder: {
    group: 'reviews',
    neutral: 'You can still review one of your bookings.',
    mail: (data, { clock }) => ({
      subject: fitSubject`Last chance to review ${data.otherName}: “${data.packageName}”`,
      title: 'Write a review',
      paragraphs: [
        `You have not reviewed “${data.packageName}” with ${data.otherName} yet.`,
        `You can write a review until ${clock.time(data.until)}.`,
      ],
      facts: [['Review by', clock.time(data.until)]],
      button: createReviewButton(data, 'Write review'),
      why: ACCOUNT_EXPLANATION,
    }),
  },
  reviews_shown: {
    group: 'reviews',
    neutral: 'There is a new published review about one of your bookings.',
    mail: (data) => {
      const { otherName, packageName } = data;
      const isBoth = data.wrote.length === 2;
      const isOwn = data.wrote.includes(data.reader);
      return {
        subject: isBoth
          ? fitSubject`Both reviews are published: “${packageName}”`
          : isOwn
            ? fitSubject`Your review is published: “${packageName}”`
            : fitSubject`${otherName} reviewed you: “${packageName}”`,
        title: isBoth ? 'Both reviews are published' : isOwn ? 'Your review is published' : 'You have a new review',
        paragraphs: [
          isBoth
            ? `You and ${otherName} have both reviewed “${packageName}”, so both reviews are published now.`
            : isOwn
              ? `The review period for “${packageName}” is over, and your review of ${otherName} is published. ${otherName} did not write one.`
              : `${otherName} reviewed your work together on “${packageName}”. The review period is over.`,
          isBoth || !isOwn ? 'You can publish one answer to the review.' : 'You don’t need to do anything.',
        ],
        button: createReviewButton(data, isBoth ? 'Read reviews' : 'Read review'),
        why: ACCOUNT_EXPLANATION,
      };
    },
  },
};
