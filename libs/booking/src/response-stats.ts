/**
 * What can be said of how a creator answers and delivers, counted from the creator's own latest bookings. Profile,
 * comparison, checkout and dashboard show what `computeResponseStats` counts, in the words that stand here.
 */
import type { BookingStatus, CancelReason } from './states.ts';

/** Of this many of the latest paid bookings it is counted: what was long ago says little about now. */
export const RESPONSE_STATS_MAX_BOOKINGS = 50;
/** Of fewer than these nothing is claimed: one late answer in three says nothing. */
export const RESPONSE_STATS_MIN_BOOKINGS = 5;

/** What is looked at of one paid booking. */
export interface ResponseFacts {
  readonly status: BookingStatus;
  readonly cancelReason: CancelReason | null;
  /** When the brand had paid: from then on the creator could answer. */
  readonly authorizedAt: Date;
  readonly acceptedAt: Date | null;
  readonly cancelledAt: Date | null;
  readonly dueAt: Date | null;
  readonly completedAt: Date | null;
  /** Work stood still meanwhile (a request to cancel, a dispute). */
  readonly resumedAt: Date | null;
}

export interface ResponseStats {
  /** Requests that were answered, or that lapsed without an answer. */
  readonly requests: number;
  readonly answered: number;
  /** From payment to the answer; null where too few were answered. */
  readonly medianMinutes: number | null;
  /** Work that was completed or that is overdue, and how much of it was on time; null where it is too little. */
  readonly delivered: { readonly due: number; readonly onTime: number } | null;
}

/** Work that its creator did not do in time, by how the booking ended. */
const LATE_CANCEL_REASONS: readonly (CancelReason | null)[] = ['not_started', 'overdue', 'overdue_ended'];

/**
 * Counts a creator's latest paid bookings; null when fewer than `RESPONSE_STATS_MIN_BOOKINGS` say something. An answer
 * is an acceptance or a decline; what a brand took back, and what is not answered yet, counts neither way. Work is on
 * time when it was completed by its due date; work that stood still at a request to cancel or a dispute counts neither
 * way.
 */
export function computeResponseStats(bookings: readonly ResponseFacts[], now: Date): ResponseStats | null {
  const waits = bookings
    .map((booking) => getAnsweredAt(booking))
    .map((at, index) => at && at.getTime() - (bookings[index]?.authorizedAt.getTime() ?? 0))
    .filter((wait) => wait !== null);
  const requests = waits.length + bookings.filter(({ cancelReason }) => cancelReason === 'not_accepted').length;
  if (requests < RESPONSE_STATS_MIN_BOOKINGS) return null;
  const inTime = bookings.map((booking) => isCompletedOnTime(booking, now)).filter((each) => each !== null);
  return {
    requests,
    answered: waits.length,
    medianMinutes: waits.length < RESPONSE_STATS_MIN_BOOKINGS ? null : Math.round(computeMedian(waits) / 60_000),
    delivered:
      inTime.length < RESPONSE_STATS_MIN_BOOKINGS
        ? null
        : { due: inTime.length, onTime: inTime.filter((each) => each).length },
  };
}

function getAnsweredAt({ acceptedAt, cancelledAt, cancelReason }: ResponseFacts): Date | null {
  return acceptedAt ?? (cancelReason === 'declined' ? cancelledAt : null);
}

function isCompletedOnTime(
  { status, cancelReason, dueAt, completedAt, resumedAt }: ResponseFacts,
  now: Date,
): boolean | null {
  if (LATE_CANCEL_REASONS.includes(cancelReason)) return false;
  if (dueAt === null || resumedAt !== null) return null;
  if (completedAt !== null) return completedAt <= dueAt;
  return status === 'in_progress' && dueAt < now ? false : null;
}

/** The middle value; of an even number the lower one of the two, which somebody really took. */
const computeMedian = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.ceil(values.length / 2) - 1] ?? 0;

/** What a clock says, part by part: 'Answers 9 of 10 requests', 'median 6 hours', 'on time 8 of 9'. */
export function formatResponseStatsParts({ requests, answered, medianMinutes, delivered }: ResponseStats) {
  return {
    answers: `Answers ${answered} of ${requests} requests`,
    median: medianMinutes === null ? null : `median ${formatDuration(medianMinutes)}`,
    onTime: delivered === null ? null : `on time ${delivered.onTime} of ${delivered.due}`,
    basis: `counted from ${requests} bookings`,
  };
}

/** The same as one sentence. */
export const formatResponseStats = (clock: ResponseStats): string => {
  const { answers, median, onTime, basis } = formatResponseStatsParts(clock);
  return `${[[answers, median].filter((each) => each !== null).join(', '), onTime, basis].filter((each) => each !== null).join('; ')}.`;
};

/** How it is counted, for whoever asks. */
export const RESPONSE_STATS_EXPLANATION =
  `Counted from the latest paid bookings, at most ${RESPONSE_STATS_MAX_BOOKINGS}. An answer accepts or declines a request; the median is ` +
  'the time from payment to the answer: half of the answers came sooner. On time is work that was completed by its due ' +
  `date. What a brand took back, and work that stood still in a dispute, counts neither way. Below ${RESPONSE_STATS_MIN_BOOKINGS} nothing is said.`;

function formatDuration(minutes: number): string {
  if (minutes < 60) return 'under 1 hour';
  const hours = Math.round(minutes / 60);
  if (hours >= 48) return `${Math.round(hours / 24)} days`;
  return `${hours} ${hours === 1 ? 'hour' : 'hours'}`;
}
