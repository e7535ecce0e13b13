/** The labels of statuses, payment states and choices. A new state does not compile until it has a label. */
import { PRODUCT_NAME } from '@marquee/brand';
import type { BookingStatus, DeclineReason, DesiredOutcome, PaymentState } from './states.ts';

export const STATUS_LABELS: Record<BookingStatus, string> = {
  pending: 'Pending',
  accepted: 'Accepted',
  in_progress: 'In Progress',
  completed: 'Completed',
  cancelled: 'Cancelled',
};

/** The labels of the reasons for declining. The creator chooses among them, and the brand sees the chosen one. */
export const DECLINE_LABELS: Record<DeclineReason, string> = {
  not_this_time: 'Not this time',
  no_time: 'No time in the coming weeks',
  not_a_fit: 'Not a fit for this audience',
  unclear_brief: 'The brief is unclear',
  too_much: 'More work than the package covers',
  product: 'Does not promote this kind of product',
};

export const PAYMENT_LABELS: Record<PaymentState, string> = {
  requires_payment: 'Awaiting payment',
  authorized: 'Card authorized, not charged',
  capturing: 'Charging the card',
  held: `Paid, held by ${PRODUCT_NAME}`,
  releasing: 'Payout on its way',
  released: 'Paid out to the creator',
  refunding: 'Refund on its way',
  refunded: 'Refunded',
  split: 'Split between brand and creator',
  voided: 'Authorization cancelled, not charged',
  disputed: 'Disputed',
};

export const DESIRED_OUTCOME_LABELS: Record<DesiredOutcome, string> = {
  redo: 'The work redone',
  partial_refund: 'A partial refund',
  full_refund: 'A full refund',
};
