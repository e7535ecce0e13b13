/** Rules for the deliverables of a booking, their versions, and the brand's verdicts. */

import type { BookingStatus, PaymentState } from './states.ts';

/** Number of rounds of changes per deliverable if the package does not state one. */
export const DEFAULT_REVISION_ROUNDS = 2;
export const MAX_VERSIONS = 25;
/** Maximum number of deliverables per booking, including those that the creator adds later. */
export const MAX_DELIVERABLES = 30;
/** Files of deliverables are deleted after this many days, but not before their booking is finished. */
export const FILE_RETENTION_DAYS = 365;
/** Uploaded files that were never sent are deleted after this many days. */
export const DRAFT_FILE_RETENTION_DAYS = 7;

export const VERDICTS = ['approved', 'changes'] as const;
export type Verdict = (typeof VERDICTS)[number];

/**
 * `open`: the creator has not sent a version. `sent`: the brand has not reviewed the latest version. `changes`: the
 * brand requested changes.
 */
export type DeliverableState = 'open' | 'sent' | Verdict;

export const DELIVERABLE_LABELS: Record<DeliverableState, string> = {
  open: 'Not sent yet',
  sent: 'Waiting for approval',
  changes: 'Changes requested',
  approved: 'Approved',
};

/** How a booking ended, which determines the labels of its deliverables. */
export type WorkOutcome = 'approved' | 'released' | 'refunded' | 'split' | 'cancelled';

/** Returns how a booking ended, or null while the brand can still approve its deliverables. */
export function getWorkOutcome(booking: {
  status: BookingStatus;
  paymentState: PaymentState;
  approvedAt: unknown;
}): WorkOutcome | null {
  switch (booking.paymentState) {
    case 'releasing':
    case 'released':
      return booking.approvedAt === null ? 'released' : 'approved';
    case 'refunding':
    case 'refunded':
      return booking.status === 'cancelled' ? 'cancelled' : 'refunded';
    case 'split':
      return 'split';
    default:
      return booking.status === 'cancelled' ? 'cancelled' : null;
  }
}

/** The sentence about all deliverables of an ended booking. */
export const WORK_OUTCOME_SENTENCES: Record<WorkOutcome, string> = {
  approved: 'The brand approved all work.',
  released: 'The payout was released, so the work counts as accepted.',
  refunded: 'The payment was refunded, so there is nothing left to approve.',
  split: 'The payment was split between the brand and the creator, so there is nothing left to approve.',
  cancelled: 'The booking was cancelled, so there is nothing left to approve.',
};

const LABELS_IF_NOT_APPROVED = {
  open: 'Not sent here',
  sent: 'Not approved',
  changes: 'Not approved',
  approved: 'Approved',
};
const LABELS_IF_SETTLED = { open: 'Not sent here', sent: 'Accepted', changes: 'Accepted', approved: 'Approved' };

const LABELS_BY_WORK_OUTCOME: Record<WorkOutcome, Record<DeliverableState, string>> = {
  approved: { ...LABELS_IF_SETTLED, sent: 'Approved', changes: 'Approved' },
  released: LABELS_IF_SETTLED,
  refunded: LABELS_IF_NOT_APPROVED,
  split: { ...LABELS_IF_SETTLED, sent: 'Settled', changes: 'Settled' },
  cancelled: LABELS_IF_NOT_APPROVED,
};

/**
 * Returns a deliverable's label. `end` is the outcome of an ended booking, and takes precedence over the state, so
 * that an ended booking never shows a deliverable as waiting for approval.
 */
export const getDeliverableLabel = (state: DeliverableState, end: WorkOutcome | null): string =>
  end === null ? DELIVERABLE_LABELS[state] : LABELS_BY_WORK_OUTCOME[end][state];

/** A deliverable's versions, oldest first. */
export type DeliverableVersions = readonly { readonly verdict: Verdict | null }[];

export const getDeliverableState = (versions: DeliverableVersions): DeliverableState => {
  const latest = versions.at(-1);
  return latest === undefined ? 'open' : (latest.verdict ?? 'sent');
};

/**
 * Returns the number of rounds of changes that the brand has left. `included` is the number that the package states,
 * or null.
 */
export const countRoundsLeft = (versions: DeliverableVersions, included: number | null): number =>
  Math.max(0, (included ?? DEFAULT_REVISION_ROUNDS) - versions.filter(({ verdict }) => verdict === 'changes').length);

/** Error messages by failure code, for refused actions on a deliverable. */
export const DELIVERY_REFUSALS = {
  DELIVERABLE_MOVED_ON: 'There is a newer version of this deliverable. Review it first.',
  DELIVERABLE_APPROVED: 'This deliverable is already approved',
  DELIVERABLES_MISSING: 'Send the other deliverables first. Only the last one can complete the work.',
  PLAN_OUT_OF_TIME: 'Choose a day between today and the due date of the work',
  DELIVERABLE_SENT: 'This deliverable was already sent and cannot be removed',
  DELIVERABLES_FULL: `A booking can have at most ${MAX_DELIVERABLES} deliverables`,
  VERSIONS_SPENT: `You can send at most ${MAX_VERSIONS} versions of a deliverable`,
  ROUNDS_SPENT:
    'All included rounds of changes are used. Approve this version, agree on more changes in messages, or report a problem once the work is completed.',
} as const;
export type DeliveryRefusal = keyof typeof DELIVERY_REFUSALS;

/** Whether the creator still has to send a version, because none was sent or the brand requested changes. */
export const isStillToSend = (state: DeliverableState): boolean => state === 'open' || state === 'changes';

/**
 * Whether the creator has missed the planned day of a deliverable. Days are strings ('2026-03-14'). `today` is the
 * current day in the viewer's time zone.
 */
export const isBehindPlan = (state: DeliverableState, plannedOn: string | null, today: string): boolean =>
  plannedOn !== null && plannedOn < today && isStillToSend(state);

/**
 * Returns why the creator cannot plan a deliverable for `day`, or null if they can. `dueDay` is null if the work has
 * no due date yet.
 */
export const findPlanRefusal = (day: string, today: string, dueDay: string | null): DeliveryRefusal | null =>
  day >= today && (dueDay === null || day <= dueDay) ? null : 'PLAN_OUT_OF_TIME';

/**
 * Returns why the creator cannot send another version, or null if they can. A new version replaces one that the
 * brand has not reviewed.
 */
export function findSendRefusal(versions: DeliverableVersions): DeliveryRefusal | null {
  if (getDeliverableState(versions) === 'approved') return 'DELIVERABLE_APPROVED';
  return versions.length < MAX_VERSIONS ? null : 'VERSIONS_SPENT';
}

/**
 * Returns why the brand cannot give this verdict on version `number`, or null if it can. `included` is the number of
 * rounds that the package states, or null.
 */
export function findVerdictRefusal(
  versions: DeliverableVersions,
  { number, verdict }: { number: number; verdict: Verdict },
  included: number | null,
): DeliveryRefusal | null {
  const state = getDeliverableState(versions);
  if (state === 'approved') return 'DELIVERABLE_APPROVED';
  if (state !== 'sent' || number !== versions.length) return 'DELIVERABLE_MOVED_ON';
  return verdict === 'changes' && countRoundsLeft(versions, included) === 0 ? 'ROUNDS_SPENT' : null;
}

/** Whether all other deliverables are sent or approved, so that this is the last one to send. */
export const isLastToSend = (others: readonly DeliverableVersions[]): boolean =>
  others.every((versions) => ['sent', 'approved'].includes(getDeliverableState(versions)));

/** Whether all other deliverables are approved, so that this is the last one to approve. */
export const isLastToApprove = (others: readonly DeliverableVersions[]): boolean =>
  others.every((versions) => getDeliverableState(versions) === 'approved');
