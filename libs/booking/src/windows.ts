/** How long each step may take, and the moments that follow from it. */
import { DEFAULT_FEE_BPS, type BasisPoints } from '@marquee/money';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/**
 * How long each step of a booking may take. The operator sets them for bookings that begin from then on; each booking
 * keeps those that it began with (decisions "Payment and booking lifecycle" has the defaults).
 */
export interface Windows {
  /** An order that is not paid is cancelled after this. */
  readonly unpaidHours: number;
  /** The creator accepts within this of the authorisation, and never later than a day before it lapses. */
  readonly acceptHours: number;
  /** Accepted work starts within this; then the brand alone may cancel… */
  readonly startDays: number;
  /** …and after this from the acceptance it is cancelled by itself. */
  readonly startEndDays: number;
  /** Who is asked to cancel after the acceptance answers within this. */
  readonly cancellationHours: number;
  /** The brand alone may cancel once delivery is this late… */
  readonly overdueDays: number;
  /** …and when it is this late, it is cancelled by itself. */
  readonly overdueEndDays: number;
  /** The other side of a dispute answers within this. */
  readonly disputeDays: number;
  /** The payout is released this long after completion when the brand does not act. */
  readonly releaseDays: number;
  /** The same where nothing was delivered here, so that nobody could look at it. */
  readonly undeliveredDays: number;
}

/**
 * As bookings may have them that were ordered before there were deliverables: nothing told their sides of a longer
 * time.
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

/** The least and the most that an operator may set. Stripe holds most authorisations for seven days. */
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

/** A window as people read it: 'acceptHours' of 72 → '72 hours', 'startDays' of 1 → '1 day'. */
export function formatWindow(windows: StoredWindows, name: keyof Windows): string {
  const unit = name.endsWith('Hours') ? 'hour' : 'day';
  const value = name === 'undeliveredDays' ? getUndeliveredDays(windows) : windows[name];
  return value === 1 ? `1 ${unit}` : `${value} ${unit}s`;
}

/** What the platform charges, and how long each step may take: what is agreed on with an order. */
export interface OperatorTerms {
  readonly feeBps: BasisPoints;
  readonly windows: Windows;
}

export const DEFAULT_OPERATOR_TERMS: OperatorTerms = { feeBps: DEFAULT_FEE_BPS, windows: DEFAULT_WINDOWS };

/** The moment so many hours, or days, after another one. */
export const addHoursToDate = (from: Date, hours: number): Date => new Date(from.getTime() + hours * HOUR_MS);
export const addDaysToDate = (from: Date, days: number): Date => new Date(from.getTime() + days * DAY_MS);

/** An authorisation is captured a day before it lapses at the latest (Stripe's `capture_before`). */
const CAPTURE_MARGIN_MS = 24 * HOUR_MS;

const limitToCaptureDeadline = (moment: Date, captureBefore: Date | null): Date =>
  captureBefore ? new Date(Math.min(moment.getTime(), captureBefore.getTime() - CAPTURE_MARGIN_MS)) : moment;

/**
 * Decisions "Mark as Completed": the days after completion on which the brand is reminded: the second, and the one
 * before the release.
 */
export const listReleaseReminderDays = ({ releaseDays }: Windows): readonly number[] => [
  ...new Set([2, releaseDays - 1]),
];

/**
 * When the payout of work that was completed then is released by itself; never sooner because nothing was delivered.
 */
export const computeReleaseAt = (completedAt: Date, windows: StoredWindows, wasDelivered: boolean): Date =>
  addDaysToDate(completedAt, wasDelivered ? windows.releaseDays : getUndeliveredDays(windows));

const getUndeliveredDays = ({ releaseDays, undeliveredDays: days = releaseDays }: StoredWindows): number =>
  Math.max(releaseDays, days);

/** When the brand is reminded: so many days into the window that ends with the release, also when that was moved. */
export const computeReleaseReminderAt = (releaseAt: Date, day: number, { releaseDays }: Windows): Date =>
  addDaysToDate(releaseAt, day - releaseDays);

/**
 * The last moment to accept: the window after the authorisation, or a
 * day before that lapses at the card's bank, whichever is first.
 */
export const computeAcceptBy = (authorizedAt: Date, captureBefore: Date | null, { acceptHours }: Windows): Date =>
  limitToCaptureDeadline(addHoursToDate(authorizedAt, acceptHours), captureBefore);

/**
 * The last moment to accept once the brand has given the creator the same time again; still a day before the
 * authorisation lapses. Null when that gives no more time.
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
 * When the brand is reminded of an order that it may pay until `until`: after half of the time. Null where that is
 * short, because a counted place is held for it: whoever orders there is still at it.
 */
export function computePaymentReminderAt(orderedAt: Date, until: Date): Date | null {
  const ms = until.getTime() - orderedAt.getTime();
  return ms < 6 * HOUR_MS ? null : new Date(orderedAt.getTime() + ms / 2);
}

/** What a side has to answer within a time. */
export type AnswerableRequest = 'order' | 'cancellation' | 'dispute';
const ANSWER_MS: Record<AnswerableRequest, (windows: Windows) => number> = {
  order: ({ acceptHours }) => acceptHours * HOUR_MS,
  cancellation: ({ cancellationHours }) => cancellationHours * HOUR_MS,
  dispute: ({ disputeDays }) => disputeDays * DAY_MS,
};

/** Whoever has to answer is reminded a day before the time ends, or after half of it where that is shorter. */
export const computeAnswerReminderAt = (of: AnswerableRequest, by: Date, windows: Windows): Date =>
  new Date(by.getTime() - Math.min(DAY_MS, ANSWER_MS[of](windows) / 2));

/** From when on the brand alone may cancel work that was due at `due`. */
export const computeOverdueAt = (due: Date, { overdueDays }: Windows): Date => addDaysToDate(due, overdueDays);

/** Staff decides a dispute so many days after the time to answer it, at the latest; later it is an exception. */
export const DECISION_DAYS = 7;
/** Until when a dispute is decided whose other side may answer until `answerBy`. */
export const computeDecideBy = (answerBy: Date): Date => addDaysToDate(answerBy, DECISION_DAYS);

/** The day work is due: the start plus the package's delivery days. */
export const computeDueAt = (startedAt: Date, deliveryDays: number): Date => addDaysToDate(startedAt, deliveryDays);

/**
 * What a request to cancel, a dispute or a chargeback leaves when the booking goes on after it: so long no side may end
 * it alone, and so long it does not end by itself. The work stood still meanwhile.
 */
const RESUMED_GRACE_DAYS = 3;
const RESUMED_END_DAYS = 10;
/** Both sides are told so long before something changes for them, or after half of the window where that is shorter. */
const START_REMINDER_DAYS = 2;
const OVERDUE_REMINDER_DAYS = 7;

/** When a booking ends that stands still: work that never began, or was never delivered. */
export interface StalledDeadlines {
  /** Both sides are reminded. */
  readonly remindAt: Date;
  /** From now on the brand alone may cancel. */
  readonly aloneFrom: Date;
  /** It is cancelled by itself. */
  readonly endsAt: Date;
}

/** Decisions "Start by": within the window, or the creator's days of notice where these are more. */
export const extendStartWindows = ({ startDays, startEndDays, ...windows }: Windows, leadDays: number): Windows => {
  const more = Math.max(0, leadDays - startDays);
  return { ...windows, startDays: startDays + more, startEndDays: startEndDays + more };
};

/** The moments of accepted work that does not begin. `resumedAt`: the last time that it went on after a standstill. */
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

/** The moments of work that was due at `due` and is not completed. */
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

/** Both sides are reminded so many days before usage rights end. */
export const RIGHTS_REMINDER_DAYS = 14;

/**
 * When the usage rights of a booking end: so many days after its completion. Null: it is not completed, or they have no
 * end, or there are none.
 */
export const computeRightsEnd = (completedAt: Date | null, termDays: number | null | undefined): Date | null =>
  completedAt === null || termDays === null || termDays === undefined ? null : addDaysToDate(completedAt, termDays);
