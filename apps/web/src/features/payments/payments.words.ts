import { PRODUCT_NAME } from '@marquee/booking';
import type { FormattedTerms } from '../../operatorTerms.ts';

/** Describes the four stages of every payment, from checkout to payout. */
export const listPaymentStages = ({ fee, within }: FormattedTerms) => [
  {
    title: 'Checkout',
    text: `The brand’s bank places a hold for the creator’s price plus the ${fee} fee. The card is not charged yet.`,
  },
  {
    title: 'Acceptance',
    text: `The card is charged when the creator accepts, and ${PRODUCT_NAME} holds the payment. If the creator declines or does not answer within ${within('acceptHours')}, the hold is released.`,
  },
  {
    title: 'Completion',
    text: `The creator marks the work as completed, and the brand approves it. Without a problem report, it is approved automatically after ${within('releaseDays')} (${within('undeliveredDays')} if nothing was delivered through ${PRODUCT_NAME}).`,
  },
  {
    title: 'Payout',
    text: 'The creator receives the full price through Stripe. Only then does the platform keep the fee.',
  },
];
