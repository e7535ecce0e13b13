import { ADMIN_ACTION_LABELS } from '@marquee/contracts';
import type { RouterOutputs } from '../../../trpc.ts';

export type AuditRow = RouterOutputs['admin']['audit']['items'][number];

export const ADMIN_ACTION_NAMES: Record<string, string> = ADMIN_ACTION_LABELS;

const EXCEPTION_TITLES: Record<string, string> = {
  payout_blocked: 'Payout blocked',
  payout_returned: 'Payout returned by the creator’s bank',
  transfer_refused: 'Transfer rejected by Stripe',
  refund_refused: 'Refund rejected by Stripe',
  refund_returned: 'Refund returned by the brand’s bank',
  intent_misfit: 'Payment does not match its booking',
  captured_by_hand: 'Card charged manually',
  surplus_payment: 'Duplicate payment',
  chargeback_lost: 'Chargeback lost',
  reversal_refused: 'Payout could not be reversed',
  restore_refused: 'Reversed payout could not be sent again',
  chargeback_unexpected: 'Unexpected chargeback',
  dispute_undecided: 'Dispute decision overdue',
  lost_booking: 'Booking missing after a restore',
  stripe_object_missing: 'Object not found at Stripe',
};

export const THREAD_STATUS_LABELS = { open: 'Unanswered', answered: 'Answered', closed: 'Closed' } as const;

export const REPORT_SUBJECT_LABELS = {
  package: 'Package',
  profile: 'Profile',
  review: 'Review',
  message: 'Message',
  list: 'List',
} as const;

export const REPORT_OUTCOME_LABELS = {
  none: 'Dismissed',
  hidden: 'Hidden',
  suspended: 'Account suspended',
} as const;

/** Converts an internal name to readable text: 'payment.release_decided' becomes 'Payment release decided'. */
export const humanizeName = (name: string): string => {
  const words = name.replace(/[._]/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

export const getExceptionTitle = (kind: string): string => EXCEPTION_TITLES[kind] ?? humanizeName(kind);

export const DISPUTE_KIND_LABELS: Record<RouterOutputs['admin']['dispute']['kind'], string> = {
  problem: 'Problem with the work',
  cancellation: 'Rejected cancellation request',
};

export const DISPUTE_OUTCOME_LABELS: Record<NonNullable<RouterOutputs['admin']['dispute']['outcome']>, string> = {
  withdrawn: 'Withdrawn',
  refund_agreed: 'Refund agreed by both',
  split_agreed: 'Split agreed by both',
  release: 'Decided: released',
  refund: 'Decided: refunded',
  split: 'Decided: split',
  charged_back: 'Ended by a chargeback',
};

export const REASON_MISSING = 'Please give a reason';
export const KEPT_IN_AUDIT_LOG = 'Kept in the audit log.';
