/** Labels on staff pages, for actions and for the fields of the audit log and of exceptions. */
import type { Windows } from '@marquee/booking';

/** The labels of the time limits on the settings page. */
export const WINDOW_LABELS: Record<keyof Windows, string> = {
  unpaidHours: 'Hours to pay',
  acceptHours: 'Hours to accept',
  startDays: 'Days to start',
  startEndDays: 'Days to start until automatic cancellation',
  cancellationHours: 'Hours to answer a cancellation request',
  overdueDays: 'Days overdue until the brand can cancel',
  overdueEndDays: 'Days overdue until automatic cancellation',
  disputeDays: 'Days to answer a dispute',
  releaseDays: 'Days from completion to payout',
  undeliveredDays: 'Days to payout if nothing was delivered on the platform',
};

export const ADMIN_ACTION_LABELS = {
  'admin.granted': 'Granted the admin role',
  'admin.code_created': 'Created a new staff code',
  'admin.revoked': 'Revoked the admin role',
  'user.suspended': 'Suspended an account',
  'user.suspension_lifted': 'Lifted a suspension',
  'package.hidden': 'Hid a package',
  'package.shown': 'Made a package visible again',
  'review.hidden': 'Hid a review',
  'review.shown': 'Made a review visible again',
  'list.hidden': 'Hid a shared list',
  'list.shown': 'Made a shared list visible again',
  'contact.answered': 'Answered a message',
  'contact.closed': 'Closed a message',
  'report.decided': 'Decided a report',
  'appeal.decided': 'Decided an appeal',
  'proof.confirmed': 'Verified a follower count',
  'proof.refused': 'Rejected a follower screenshot',
  'exception.resolved': 'Resolved an exception',
  'booking.rebuilt': 'Rebuilt a booking after a restore',
  'payout.retried': 'Retried a payout',
  'payouts.released': 'Unlocked a workspace',
  'factors.reset_requested': 'Requested the removal of a second factor',
  'factors.reset_approved': 'Approved the removal of a second factor',
  'factors.reset_stopped': 'Stopped the removal of a second factor',
  'workspace.return_requested': 'Requested to give a workspace back to an owner',
  'workspace.return_approved': 'Approved to give a workspace back to an owner',
  'workspace.return_stopped': 'Stopped giving a workspace back to an owner',
  'dispute.decided': 'Decided a dispute',
  'chargeback.answered': 'Responded to a chargeback',
  'document.read': 'Opened a document of a user',
  'file.read': 'Opened a file of a disputed booking',
  'conversation.read': 'Read the conversation of a dispute',
  'operator_terms.set': 'Changed the fee and deadlines',
} as const;
export type AdminActionKind = keyof typeof ADMIN_ACTION_LABELS;

/** The changes of an account that matter for its security, by the kind of the email that reports them. */
export const ACCOUNT_CHANGE_LABELS = {
  password_changed: 'Password changed',
  email_change_asked: 'New email address requested',
  email_changed: 'Email address changed',
  identity_connected: 'External sign-in connected',
  factor_added: 'Second factor added',
  factor_removed: 'Second factor removed',
  recovery_codes_replaced: 'Recovery codes replaced',
  recovery_code_used: 'Recovery code used',
  codes_blocked: 'Too many wrong codes entered',
  new_sign_in: 'Sign-in from a new device',
  payout_changed: 'Payout account changed',
  account_secured: 'Change reported by the user',
  factor_reset_requested: 'Removal of the second factor requested by staff',
  factors_reset: 'Second factor removed by staff',
  payouts_released: 'Workspace unlocked by staff',
} as const;
export type AccountChangeKind = keyof typeof ACCOUNT_CHANGE_LABELS;

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
  createdAt: 'Created',
  creatorCents: 'For the creator',
  payeeWorkspaceId: 'Payee',
  reportedAt: 'Reported',
  creatorId: 'Creator',
  currency: 'Currency',
  decideBy: 'Decision due',
  decision: 'Decision',
  earlier: 'Earlier chargeback',
  failureCode: 'Reason for the return',
  feeBps: 'Fee',
  feeCents: 'Fee for the platform',
  file: 'File',
  followers: 'Followers',
  handle: 'Account name',
  hiddenAt: 'Hidden',
  intentId: 'Stripe payment',
  is: 'At Stripe',
  kind: 'Kind',
  ledgerCents: 'In our ledger',
  lossCents: 'Lost by the platform',
  message: 'Stripe’s message',
  messages: 'Messages',
  name: 'Name',
  named: 'Booking named at Stripe',
  outcome: 'Outcome',
  paidCents: 'Paid',
  paymentState: 'Payment',
  platform: 'Platform',
  reason: 'Reason',
  refundCents: 'Refund to the brand',
  reports: 'Reports',
  resolvedAt: 'Resolved',
  responseRequestedAt: 'Response requested',
  responseRefused: 'Response rejected because',
  role: 'Role',
  status: 'Status',
  suspendedAt: 'Suspended',
  totalCents: 'Booking total',
  transferId: 'Stripe transfer',
} as const;
export type RecordedField = keyof typeof RECORDED_FIELD_LABELS;

/** Allows only fields with a label. Any other field gets the type `never`. */
export type LabeledFields<T> = { [name in keyof T]: name extends RecordedField ? T[name] : never };
