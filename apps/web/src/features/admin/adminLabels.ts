import { ADMIN_ACTION_LABELS } from '@marquee/validation';
import type { RouterOutputs } from '../../trpc.ts';

export type AuditRow = RouterOutputs['admin']['audit']['items'][number];

export const ADMIN_ACTION_NAMES: Record<string, string> = ADMIN_ACTION_LABELS;

const EXCEPTION_TITLES: Record<string, string> = {
  payout_blocked: 'A payout is blocked',
  payout_returned: 'A creator’s bank sent a payout back',
  transfer_refused: 'Stripe refuses a transfer',
  refund_refused: 'Stripe refuses a refund',
  refund_returned: 'A refund was sent back',
  intent_misfit: 'A payment does not fit its booking',
  captured_by_hand: 'A card was charged by hand',
  surplus_payment: 'A payment too many',
  chargeback_lost: 'A chargeback was lost',
  reversal_refused: 'A paid-out amount cannot be taken back',
  restore_refused: 'A payout cannot be made again',
  chargeback_unexpected: 'An unexpected chargeback',
  dispute_undecided: 'A dispute waits for a decision too long',
  stripe_object_missing: 'Stripe does not know what it told of',
};

export const THREAD_STATUS_LABELS = { open: 'Unanswered', answered: 'Answered', closed: 'Closed' } as const;

export const REPORT_OUTCOME_LABELS = {
  none: 'Left as it is',
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
  cancellation: 'Refused cancellation',
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
