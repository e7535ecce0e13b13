/** The time limits of a booking's steps and the deadlines that follow from them. */
import { DEFAULT_FEE_BPS, type BasisPoints } from '@marquee/money';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/**
 * The time limit of each step. The operator sets them for future bookings. A booking keeps the ones from its
 * creation. Their defaults are in docs/decisions.md, "Payment and booking lifecycle".
 */
export interface Windows {
  /** Unpaid orders are cancelled after this time. */
  readonly unpaidHours: number;
  /**
   * The creator has to accept within this time after the authorization, and at the latest one day before it expires.
   */
  readonly acceptHours: number;
  /** After this time without a start, the brand can cancel alone… */
  readonly startDays: number;
  /** …and after this time since the acceptance, the booking is cancelled automatically. */
  readonly startEndDays: number;
  /** The time to answer a cancellation request. */
  readonly cancellationHours: number;
  /** The brand can cancel alone once the delivery is this late… */
  readonly overdueDays: number;
  /** …and once it is this late, the booking is cancelled automatically. */
  readonly overdueEndDays: number;
  /** The other party has to respond to a dispute within this time. */
  readonly disputeDays: number;
  /** The payout is released this long after completion if the brand does not act. */
  readonly releaseDays: number;
  /** The same for bookings without a delivery on the platform, which the brand could not review here. */
  readonly undeliveredDays: number;
}

/**
 * The time limits of older bookings, from before deliverables existed. Their parties were never told about the
 * longer limit.
 */
type StoredWindows = Omit<Windows, 'undeliveredDays'> & Partial<Pick<Windows, 'undeliveredDays'>>;

export const DEFAULT_WINDOWS: Windows = {
  unpaidHours: 24,
  acceptHours: 72,
  startDays: 7,
  startEndDays: 14,
  cancellationHours: 72,
  overdueDays: 3,
  overdueEndDays: 30,
  disputeDays: 7,
  releaseDays: 5,
  undeliveredDays: 14,
};

/** The range that an operator can set. Stripe holds most authorizations for seven days. */
export const WINDOW_LIMITS: Record<keyof Windows, readonly [least: number, most: number]> = {
  unpaidHours: [1, 72],
  acceptHours: [24, 144],
  startDays: [1, 30],
  startEndDays: [2, 45],
  cancellationHours: [24, 168],
  overdueDays: [1, 14],
  overdueEndDays: [2, 45],
  disputeDays: [2, 14],
  releaseDays: [3, 30],
  undeliveredDays: [3, 45],
};

/** Formats a time limit: 'acceptHours' of 72 as '72 hours', 'startDays' of 1 as '1 day'. */
export function formatWindow(windows: StoredWindows, name: keyof Windows): string {
  const unit = name.endsWith('Hours') ? 'hour' : 'day';
  const value = name === 'undeliveredDays' ? getUndeliveredDays(windows) : windows[name];
  return value === 1 ? `1 ${unit}` : `${value} ${unit}s`;
}

/** The fee and the time limits that apply to an order. */
export interface OperatorTerms {
  readonly feeBps: BasisPoints;
  readonly windows: Windows;
}

export const DEFAULT_OPERATOR_TERMS: OperatorTerms = { feeBps: DEFAULT_FEE_BPS, windows: DEFAULT_WINDOWS };

export const addHoursToDate = (from: Date, hours: number): Date => new Date(from.getTime() + hours * HOUR_MS);
export const addDaysToDate = (from: Date, days: number): Date => new Date(from.getTime() + days * DAY_MS);

/** An authorization is captured at least one day before it expires (Stripe's `capture_before`). */
const CAPTURE_MARGIN_MS = 24 * HOUR_MS;

const limitToCaptureDeadline = (moment: Date, captureBefore: Date | null): Date =>
  captureBefore ? new Date(Math.min(moment.getTime(), captureBefore.getTime() - CAPTURE_MARGIN_MS)) : moment;

/**
 * The days after completion on which the brand is reminded (docs/decisions.md "Mark as Completed"): the second day
 * and the day before the release.
 */
export const listReleaseReminderDays = ({ releaseDays }: Windows): readonly number[] => [
  ...new Set([2, releaseDays - 1]),
];

/**
 * Computes when the payout of completed work is released. Without a delivery on the platform, it is never earlier.
 */
export const computeReleaseAt = (completedAt: Date, windows: StoredWindows, wasDelivered: boolean): Date =>
  addDaysToDate(completedAt, wasDelivered ? windows.releaseDays : getUndeliveredDays(windows));

const getUndeliveredDays = ({ releaseDays, undeliveredDays: days = releaseDays }: StoredWindows): number =>
  Math.max(releaseDays, days);

/**
 * Computes when the brand is reminded: this many days into the period that ends with the release, even if the
 * release was postponed.
 */
export const computeReleaseReminderAt = (releaseAt: Date, day: number, { releaseDays }: Windows): Date =>
  addDaysToDate(releaseAt, day - releaseDays);

/**
 * Computes the deadline to accept: the time limit after the authorization, or one day before it expires at the bank,
 * whichever is first.
 */
export const computeAcceptBy = (authorizedAt: Date, captureBefore: Date | null, { acceptHours }: Windows): Date =>
  limitToCaptureDeadline(addHoursToDate(authorizedAt, acceptHours), captureBefore);

/**
 * Computes the deadline to accept after the brand extended it by the same time, but at least one day before the
 * authorization expires. Returns null if that would not be later.
 */
export function computeExtendedAcceptBy(
  acceptBefore: Date,
  captureBefore: Date | null,
  { acceptHours }: Windows,
): Date | null {
  const extended = limitToCaptureDeadline(addHoursToDate(acceptBefore, acceptHours), captureBefore);
  return extended > acceptBefore ? extended : null;
}

/**
 * Computes when the brand is reminded of an unpaid order: after half of the time until `until`. Returns null for the
 * short time of orders that use a limited slot, since the brand is still at the checkout.
 */
export function computePaymentReminderAt(orderedAt: Date, until: Date): Date | null {
  const ms = until.getTime() - orderedAt.getTime();
  return ms < 6 * HOUR_MS ? null : new Date(orderedAt.getTime() + ms / 2);
}

/** The requests that a party has to answer within a time limit. */
export type AnswerableRequest = 'order' | 'cancellation' | 'dispute';
const ANSWER_MS: Record<AnswerableRequest, (windows: Windows) => number> = {
  order: ({ acceptHours }) => acceptHours * HOUR_MS,
  cancellation: ({ cancellationHours }) => cancellationHours * HOUR_MS,
  dispute: ({ disputeDays }) => disputeDays * DAY_MS,
};

/**
 * Computes when a party is reminded to answer: a day before the deadline, or after half of the time if that is
 * later.
 */
export const computeAnswerReminderAt = (of: AnswerableRequest, by: Date, windows: Windows): Date =>
  new Date(by.getTime() - Math.min(DAY_MS, ANSWER_MS[of](windows) / 2));

/** Computes when the brand can cancel work that was due at `due`. */
export const computeOverdueAt = (due: Date, { overdueDays }: Windows): Date => addDaysToDate(due, overdueDays);

/** Staff decides a dispute within this many days after the deadline to respond. Later it becomes an exception. */
export const DECISION_DAYS = 7;
/** Computes the deadline for staff's decision. */
export const computeDecideBy = (answerBy: Date): Date => addDaysToDate(answerBy, DECISION_DAYS);

/** Computes when work is due: the start plus the package's delivery days. */
export const computeDueAt = (startedAt: Date, deliveryDays: number): Date => addDaysToDate(startedAt, deliveryDays);

/**
 * After a cancellation request, a dispute or a chargeback, neither an early nor an automatic end is possible for
 * this many days, because the work was paused.
 */
const RESUMED_GRACE_DAYS = 3;
const RESUMED_END_DAYS = 10;
/** Both parties are reminded this many days before a deadline, or after half of the time if that is later. */
const START_REMINDER_DAYS = 2;
const OVERDUE_REMINDER_DAYS = 7;

/** The deadlines of work that does not start or is not delivered. */
export interface StalledDeadlines {
  /** When both parties are reminded. */
  readonly remindAt: Date;
  /** When the brand can cancel alone. */
  readonly aloneFrom: Date;
  /** When the booking is cancelled automatically. */
  readonly endsAt: Date;
}

/** Extends the time to start to the creator's lead days if they are longer (docs/decisions.md "Start by"). */
export const extendStartWindows = ({ startDays, startEndDays, ...windows }: Windows, leadDays: number): Windows => {
  const more = Math.max(0, leadDays - startDays);
  return { ...windows, startDays: startDays + more, startEndDays: startEndDays + more };
};

/** Computes the deadlines of accepted work that does not start. `resumedAt` is when it last resumed after a pause. */
export function computeNotStartedDeadlines(
  acceptedAt: Date,
  resumedAt: Date | null,
  windows: Windows,
  leadDays: number,
): StalledDeadlines {
  const { startDays, startEndDays } = extendStartWindows(windows, leadDays);
  const aloneFrom = getLaterDate(
    addDaysToDate(acceptedAt, startDays),
    resumedAt && addDaysToDate(resumedAt, RESUMED_GRACE_DAYS),
  );
  return {
    remindAt: addDaysToDate(aloneFrom, -Math.min(START_REMINDER_DAYS, startDays / 2)),
    aloneFrom,
    endsAt: getLaterDate(
      addDaysToDate(acceptedAt, startEndDays),
      resumedAt && addDaysToDate(resumedAt, RESUMED_END_DAYS),
    ),
  };
}

/** Computes the deadlines of work that was due at `due` and is not completed. */
export function computeOverdueDeadlines(due: Date, resumedAt: Date | null, windows: Windows): StalledDeadlines {
  const { overdueEndDays } = windows;
  const endsAt = getLaterDate(
    addDaysToDate(due, overdueEndDays),
    resumedAt && addDaysToDate(resumedAt, RESUMED_END_DAYS),
  );
  return {
    remindAt: addDaysToDate(endsAt, -Math.min(OVERDUE_REMINDER_DAYS, overdueEndDays / 2)),
    aloneFrom: getLaterDate(computeOverdueAt(due, windows), resumedAt && addDaysToDate(resumedAt, RESUMED_GRACE_DAYS)),
    endsAt,
  };
}

const getLaterDate = (one: Date, other: Date | null): Date => (other !== null && other > one ? other : one);

/** Days before the end of usage rights on which both parties are reminded. */
export const RIGHTS_REMINDER_DAYS = 14;

/**
 * Computes the end of the usage rights, or null if the work is not completed or the rights are missing or unlimited.
 */
export const computeRightsEnd = (completedAt: Date | null, termDays: number | null | undefined): Date | null =>
  completedAt === null || termDays === null || termDays === undefined ? null : addDaysToDate(completedAt, termDays);
