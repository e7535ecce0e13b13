/** The time limits of a booking's steps, and the deadlines that follow from them. */
import { DEFAULT_FEE_BPS, type BasisPoints } from '@marquee/money';
import { addDaysToDate, addHoursToDate, DAY_MS, HOUR_MS } from '@marquee/time';

/**
 * The time limit of each step. The operator can change them for future bookings, and each booking keeps the limits
 * from its creation. Some defaults are explained in docs/decisions.md, "Bookings and availability".
 */
export interface Windows {
  /** An unpaid order is cancelled after this time. */
  readonly unpaidHours: number;
  /**
   * The creator has to accept within this time after the authorization, and no later than one day before the
   * authorization expires.
   */
  readonly acceptHours: number;
  /**
   * The brand can cancel without the creator's consent if the work has not started within this time after the
   * acceptance.
   */
  readonly startDays: number;
  /** The booking is cancelled automatically if the work has not started within this time after the acceptance. */
  readonly startEndDays: number;
  /** The other party has to answer a cancellation request within this time. */
  readonly cancellationHours: number;
  /** The brand can cancel without the creator's consent once the delivery is this late. */
  readonly overdueDays: number;
  /** The booking is cancelled automatically once the delivery is this late. */
  readonly overdueEndDays: number;
  /** The other party has to respond to a dispute within this time. */
  readonly disputeDays: number;
  /** The payout is released this long after completion if the brand does not act. */
  readonly releaseDays: number;
  /**
   * Replaces `releaseDays`, if it is longer, for bookings without a delivery on Marquee, because the brand could not
   * review the work here.
   */
  readonly undeliveredDays: number;
}

/**
 * The time limits as stored with a booking. Bookings from before deliverables existed have no `undeliveredDays`. For
 * them, `releaseDays` applies, because their parties were never told about a longer limit.
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

/** The range that an operator can set for each time limit. Stripe holds most authorizations for seven days. */
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

/** Formats a time limit: an `acceptHours` of 72 becomes '72 hours', and a `startDays` of 1 becomes '1 day'. */
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

/** An authorization has to be captured at least one day before it expires (Stripe's `capture_before`). */
const CAPTURE_MARGIN_MS = 24 * HOUR_MS;

const limitToCaptureDeadline = (moment: Date, captureBefore: Date | null): Date =>
  captureBefore ? new Date(Math.min(moment.getTime(), captureBefore.getTime() - CAPTURE_MARGIN_MS)) : moment;

/**
 * Lists the days after completion on which the brand is reminded to review the work, which are the second day and
 * the day before the payout is released.
 */
export const listReleaseReminderDays = ({ releaseDays }: Windows): readonly number[] => [
  ...new Set([2, releaseDays - 1]),
];

/**
 * Computes when the payout of completed work is released. Without a delivery on Marquee, the payout is never
 * released earlier than with one.
 */
export const computeReleaseAt = (completedAt: Date, windows: StoredWindows, wasDelivered: boolean): Date =>
  addDaysToDate(completedAt, wasDelivered ? windows.releaseDays : getUndeliveredDays(windows));

const getUndeliveredDays = ({ releaseDays, undeliveredDays: days = releaseDays }: StoredWindows): number =>
  Math.max(releaseDays, days);

/**
 * Computes when the brand is reminded to review the work, which is `releaseDays` minus `day` days before the payout.
 * If the payout is postponed, so is the reminder.
 */
export const computeReleaseReminderAt = (releaseAt: Date, day: number, { releaseDays }: Windows): Date =>
  addDaysToDate(releaseAt, day - releaseDays);

/**
 * Computes the creator's deadline to accept, which is `acceptHours` after the authorization, or one day before the
 * authorization expires at the bank if that is earlier.
 */
export const computeAcceptBy = (authorizedAt: Date, captureBefore: Date | null, { acceptHours }: Windows): Date =>
  limitToCaptureDeadline(addHoursToDate(authorizedAt, acceptHours), captureBefore);

/**
 * Computes the deadline to accept after the brand has extended it, which is `acceptHours` later, but no later than
 * one day before the authorization expires. Returns null if that is not later than `acceptBefore`.
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
 * Computes when the brand is reminded to pay, which is halfway between the order and the deadline `until`. Returns
 * null if the deadline is less than six hours away, as for limited slots, because the brand is then probably still
 * at the checkout.
 */
export function computePaymentReminderAt(orderedAt: Date, until: Date): Date | null {
  const ms = until.getTime() - orderedAt.getTime();
  return ms < 6 * HOUR_MS ? null : new Date(orderedAt.getTime() + ms / 2);
}

export type AnswerableRequest = 'order' | 'cancellation' | 'dispute' | 'review';
const ANSWER_MS: Record<AnswerableRequest, (windows: Windows) => number> = {
  order: ({ acceptHours }) => acceptHours * HOUR_MS,
  cancellation: ({ cancellationHours }) => cancellationHours * HOUR_MS,
  dispute: ({ disputeDays }) => disputeDays * DAY_MS,
  review: ({ releaseDays }) => releaseDays * DAY_MS,
};

/**
 * Computes when a party is reminded to answer, which is one day before the deadline `by`, or after half of the time
 * limit if that is later.
 */
export const computeAnswerReminderAt = (of: AnswerableRequest, by: Date, windows: Windows): Date =>
  new Date(by.getTime() - Math.min(DAY_MS, ANSWER_MS[of](windows) / 2));

/** Computes the time from which the brand can cancel work that was due at `due`. */
export const computeOverdueAt = (due: Date, { overdueDays }: Windows): Date => addDaysToDate(due, overdueDays);

/**
 * Staff has to decide a dispute within this many days after the deadline to respond. Overdue disputes are listed as
 * exceptions.
 */
export const DECISION_DAYS = 7;
/** Computes the deadline for staff's decision. `answerBy` is the other party's deadline to respond. */
export const computeDecideBy = (answerBy: Date): Date => addDaysToDate(answerBy, DECISION_DAYS);

export const computeDueAt = (startedAt: Date, deliveryDays: number): Date => addDaysToDate(startedAt, deliveryDays);

/** After work resumes from a cancellation request, dispute or chargeback, the brand cannot cancel for this many days. */
const RESUMED_GRACE_DAYS = 3;
/** After work resumes or the brand reviews a version, the booking is not cancelled automatically for this many days. */
const RESUMED_END_DAYS = 10;
/**
 * Both parties are reminded this many days before the brand can cancel work that has not started. If half of the time
 * limit is shorter, they are reminded that long before.
 */
const START_REMINDER_DAYS = 2;
/**
 * Both parties are reminded this many days before overdue work is cancelled automatically. If half of the time limit
 * is shorter, they are reminded that long before.
 */
const OVERDUE_REMINDER_DAYS = 7;

/** The deadlines of work that does not start or is not delivered. */
export interface StalledDeadlines {
  /** The time when both parties are reminded. */
  readonly remindAt: Date;
  /** The time from which the brand can cancel without the creator's consent. */
  readonly aloneFrom: Date;
  /** The time when the booking is cancelled automatically. */
  readonly endsAt: Date;
}

/**
 * Extends `startDays` to the creator's lead days if they are longer, and `startEndDays` by the same number of days
 * (docs/decisions.md, "Bookings and availability").
 */
export const extendStartWindows = ({ startDays, startEndDays, ...windows }: Windows, leadDays: number): Windows => {
  const more = Math.max(0, leadDays - startDays);
  return { ...windows, startDays: startDays + more, startEndDays: startEndDays + more };
};

/**
 * Computes the deadlines of accepted work that has not started. `resumedAt` is when the booking last resumed after a
 * pause.
 */
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

/**
 * Computes the deadlines of work that was due at `due` and is not completed. `reviewedAt` is the last time when the
 * brand, and not the creator, had to act (`findStalledDeadlines`).
 */
export function computeOverdueDeadlines(
  due: Date,
  resumedAt: Date | null,
  reviewedAt: Date | null,
  windows: Windows,
): StalledDeadlines {
  const { overdueEndDays } = windows;
  const endsAt = [resumedAt, reviewedAt].reduce<Date>(
    (end, at) => getLaterDate(end, at && addDaysToDate(at, RESUMED_END_DAYS)),
    addDaysToDate(due, overdueEndDays),
  );
  return {
    remindAt: addDaysToDate(endsAt, -Math.min(OVERDUE_REMINDER_DAYS, overdueEndDays / 2)),
    aloneFrom: getLaterDate(computeOverdueAt(due, windows), resumedAt && addDaysToDate(resumedAt, RESUMED_GRACE_DAYS)),
    endsAt,
  };
}

const getLaterDate = (one: Date, other: Date | null): Date => (other !== null && other > one ? other : one);

/** Both parties are reminded this many days before usage rights end. */
export const RIGHTS_REMINDER_DAYS = 14;

/**
 * Computes the end of the usage rights. Returns null if the work is not completed, or if the rights are missing or
 * unlimited.
 */
export const computeRightsEnd = (completedAt: Date | null, termDays: number | null | undefined): Date | null =>
  completedAt === null || termDays === null || termDays === undefined ? null : addDaysToDate(completedAt, termDays);
