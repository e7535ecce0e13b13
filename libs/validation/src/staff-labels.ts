/** Labels on staff pages, for actions and for the fields of the audit log and of exceptions. */
import { WINDOW_LABELS } from './admin.ts';

export const ADMIN_ACTION_LABELS = {
  'admin.granted': 'Made somebody an admin',
  'admin.revoked': 'Took the admin role away',
  'user.suspended': 'Suspended an account',
  'user.suspension_lifted': 'Lifted a suspension',
  'package.hidden': 'Hid a package',
  'package.shown': 'Showed a package again',
  'review.hidden': 'Hid a review',
  'review.shown': 'Showed a review again',
  'list.hidden': 'Hid a shared list',
  'list.shown': 'Showed a shared list again',
  'contact.answered': 'Answered a message',
  'contact.closed': 'Closed a message',
  'report.decided': 'Decided a report',
  'appeal.decided': 'Decided an appeal',
  'proof.confirmed': 'Confirmed a follower figure',
  'proof.refused': 'Refused a picture of followers',
  'exception.resolved': 'Resolved an exception',
  'payout.retried': 'Tried a payout again',
  'dispute.decided': 'Decided a dispute',
  'chargeback.answered': 'Answered a chargeback',
  'file.read': 'Opened a file of a disputed booking',
  'conversation.read': 'Read the conversation of a dispute',
  'operator_terms.set': 'Set the fee and the windows',
} as const;
export type AdminActionKind = keyof typeof ADMIN_ACTION_LABELS;

/**
 * The label of every field that an entry of the audit log or an exception can have. With `LabeledFields`, code that
 * records a field without a label does not compile.
 */
export const RECORDED_FIELD_LABELS = {
  ...WINDOW_LABELS,
  accountId: 'Stripe account',
  amount: 'Amount',
  amountCents: 'Amount',
  blockedReason: 'Blocked because',
  cents: 'Amount',
  chargeId: 'Stripe charge',
  code: 'Stripe’s code',
  createdAt: 'Made',
  creatorCents: 'For the creator',
  creatorId: 'Creator',
  currency: 'Currency',
  decideBy: 'To be decided by',
  decision: 'Decision',
  earlier: 'Chargeback before it',
  failureCode: 'It came back because',
  feeBps: 'Fee',
  feeCents: 'Fee for the platform',
  file: 'File',
  followers: 'Followers',
  handle: 'Account name',
  hiddenAt: 'Hidden',
  intentId: 'Stripe payment',
  is: 'At Stripe',
  kind: 'Kind',
  ledgerCents: 'In our books',
  lossCents: 'Lost by the platform',
  message: 'Stripe says',
  messages: 'Messages',
  name: 'Name',
  named: 'Names booking',
  outcome: 'Outcome',
  paidCents: 'Paid',
  paymentState: 'Payment',
  platform: 'Platform',
  reason: 'Why',
  refundCents: 'Back to the brand',
  reports: 'Reports',
  resolvedAt: 'Resolved',
  responseAskedAt: 'Response requested',
  responseRefused: 'Response refused because',
  role: 'Role',
  status: 'Status',
  suspendedAt: 'Suspended',
  totalCents: 'The booking’s total',
  transferId: 'Stripe transfer',
} as const;
export type RecordedField = keyof typeof RECORDED_FIELD_LABELS;

/** Allows only fields with a label. Any other field gets the type `never`. */
export type LabeledFields<T> = { [name in keyof T]: name extends RecordedField ? T[name] : never };
