import { PRODUCT_NAME } from '@marquee/brand';
import type { FormattedTerms } from '../../../operatorTerms.ts';
import type { RouterOutputs } from '../../../trpc.ts';

export type SavedCard = RouterOutputs['payments']['cards']['cards'][number];

/** Returns when a card expires, such as 'Expires 04/29'. */
export const formatCardExpiry = ({ expMonth, expYear, isExpired }: SavedCard) =>
  `${isExpired ? 'Expired' : 'Expires'} ${String(expMonth).padStart(2, '0')}/${String(expYear % 100).padStart(2, '0')}`;

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
