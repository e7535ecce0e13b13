/** Deliverables of a booking, the versions of each, and the brand's verdicts. */

import type { BookingStatus, PaymentState } from './states.ts';

/** Rounds of changes per deliverable if the package does not state a number. */
export const DEFAULT_REVISION_ROUNDS = 2;
/** Maximum number of versions of one deliverable. */
export const MAX_VERSIONS = 25;
/** Maximum number of deliverables of one booking, including those that the creator adds. */
export const MAX_DELIVERABLES = 30;
/** Files are deleted after this many days, or later if their booking is still open. */
export const FILE_RETENTION_DAYS = 365;
/** Unsent files are deleted after this many days. */
export const DRAFT_FILE_RETENTION_DAYS = 7;

/** The brand's verdict on a version. */
export const VERDICTS = ['approved', 'changes'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** `open`: nothing sent yet. `sent`: waits for the brand. `changes`: the brand requested changes. */
export type DeliverableState = 'open' | 'sent' | Verdict;

export const DELIVERABLE_LABELS: Record<DeliverableState, string> = {
  open: 'Not sent yet',
  sent: 'Waiting for approval',
  changes: 'Changes requested',
  approved: 'Approved',
};

/** How a booking ended, for the labels of its deliverables. */
export type WorkOutcome = 'approved' | 'released' | 'refunded' | 'split' | 'cancelled';

/** Returns how a booking ended, or null while its deliverables can still be approved. */
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

/** Sentence about all deliverables after the booking has ended. */
export const WORK_OUTCOME_SENTENCES: Record<WorkOutcome, string> = {
  approved: 'The brand approved the whole work.',
  released: 'The payout was released, so the work counts as accepted.',
  refunded: 'The payment was refunded, so there is nothing left to approve.',
  split: 'The payment was split between both sides, so there is nothing left to approve.',
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

/** Returns a deliverable's label. After the booking has ended, its outcome decides, so that no label contradicts it. */
export const getDeliverableLabel = (state: DeliverableState, end: WorkOutcome | null): string =>
  end === null ? DELIVERABLE_LABELS[state] : LABELS_BY_WORK_OUTCOME[end][state];

/** A deliverable's versions, first one first, with the fields that the rules need. */
export type DeliverableVersions = readonly { readonly verdict: Verdict | null }[];

export const getDeliverableState = (versions: DeliverableVersions): DeliverableState => {
  const latest = versions.at(-1);
  return latest === undefined ? 'open' : (latest.verdict ?? 'sent');
};

/** Returns how many rounds of changes the brand has left. `included` is the package's number, or null. */
export const countRoundsLeft = (versions: DeliverableVersions, included: number | null): number =>
  Math.max(0, (included ?? DEFAULT_REVISION_ROUNDS) - versions.filter(({ verdict }) => verdict === 'changes').length);

/** The reasons for refusing an action on a deliverable, as sentences. */
export const DELIVERY_REFUSALS = {
  DELIVERABLE_MOVED_ON: 'This deliverable has moved on. Look at its latest version first.',
  DELIVERABLE_APPROVED: 'This deliverable is approved already',
  DELIVERABLES_MISSING: 'Something else is still to be sent, so this does not complete the work',
  PLAN_OUT_OF_TIME: 'A planned day lies between today and the day on which the work is due',
  DELIVERABLE_SENT: 'A version that was sent cannot be taken away',
  DELIVERABLES_FULL: `A booking has at most ${MAX_DELIVERABLES} deliverables`,
  VERSIONS_SPENT: `At most ${MAX_VERSIONS} versions of a deliverable can be sent`,
  ROUNDS_SPENT:
    'The rounds of changes that the package includes are used. Approve this version, agree on more by message, or report a problem once the work is completed.',
} as const;
export type DeliveryRefusal = keyof typeof DELIVERY_REFUSALS;

export const isDeliveryRefusal = (failure: string): failure is DeliveryRefusal =>
  Object.hasOwn(DELIVERY_REFUSALS, failure);

/** Whether the creator still has to send something: nothing was sent, or changes are requested. */
export const isStillToSend = (state: DeliverableState): boolean => state === 'open' || state === 'changes';

/** Whether a deliverable is later than planned. Days are text ('2026-03-14'), and `today` is the reader's day. */
export const isBehindPlan = (state: DeliverableState, plannedOn: string | null, today: string): boolean =>
  plannedOn !== null && plannedOn < today && isStillToSend(state);

/** Returns why the creator cannot plan this day, or null. `dueDay` is null if the work has no due date yet. */
export const findPlanRefusal = (day: string, today: string, dueDay: string | null): DeliveryRefusal | null =>
  day >= today && (dueDay === null || day <= dueDay) ? null : 'PLAN_OUT_OF_TIME';

/** Returns why no further version can be sent, or null. A version that waits for the brand is replaced by the next. */
export function findSendRefusal(versions: DeliverableVersions): DeliveryRefusal | null {
  if (getDeliverableState(versions) === 'approved') return 'DELIVERABLE_APPROVED';
  return versions.length < MAX_VERSIONS ? null : 'VERSIONS_SPENT';
}

/** Returns why the brand cannot give this verdict, or null. `included` is as in `countRoundsLeft`. */
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

/** Whether this is the last deliverable to send: all others are sent or approved. */
export const isLastToSend = (others: readonly DeliverableVersions[]): boolean =>
  others.every((versions) => ['sent', 'approved'].includes(getDeliverableState(versions)));

/** Whether this is the last deliverable to approve: all others are approved. */
export const isLastToApprove = (others: readonly DeliverableVersions[]): boolean =>
  others.every((versions) => getDeliverableState(versions) === 'approved');
