/**
 * Statistics about how fast a creator responds to orders and delivers work, computed from the latest bookings. The
 * profile, the comparison, the checkout and the dashboard display them with the texts of this file.
 */
import { findDueAt, type ReviewedWork } from './review-time.ts';
import type { BookingStatus, CancelReason } from './states.ts';

/** Only this many of a creator's latest paid bookings count, because older ones are not representative. */
export const RESPONSE_STATS_MAX_BOOKINGS = 50;
/** The minimum number of bookings for showing statistics. With fewer, a single late response would distort them. */
export const RESPONSE_STATS_MIN_BOOKINGS = 5;

export interface ResponseFacts extends ReviewedWork {
  readonly status: BookingStatus;
  readonly cancelReason: CancelReason | null;
  /** The time when the brand paid. The creator's response time starts here. */
  readonly authorizedAt: Date;
  readonly acceptedAt: Date | null;
  readonly cancelledAt: Date | null;
  readonly completedAt: Date | null;
  /** The time when work resumed after a cancellation request or a dispute. Null if it never paused. */
  readonly resumedAt: Date | null;
}

export interface ResponseStats {
  /** Number of orders that the creator answered or that expired. */
  readonly requests: number;
  readonly answered: number;
  /**
   * The median time from payment to response. Null if the creator answered fewer than `RESPONSE_STATS_MIN_BOOKINGS`
   * orders.
   */
  readonly medianMinutes: number | null;
  /**
   * `due` is the number of bookings whose work was completed or is overdue. `onTime` is the number of those that
   * were completed on time. Null if `due` is below `RESPONSE_STATS_MIN_BOOKINGS`.
   */
  readonly delivered: { readonly due: number; readonly onTime: number } | null;
}

/** The cancellation reasons that count as late work. */
const LATE_CANCEL_REASONS: readonly (CancelReason | null)[] = ['not_started', 'overdue', 'overdue_ended'];

/**
 * Computes the statistics from a creator's latest paid bookings. Returns null if fewer than
 * `RESPONSE_STATS_MIN_BOOKINGS` orders count. A response is an acceptance or a decline. Orders that were withdrawn
 * or still have time for a response do not count. Work is on time if it was completed by its due date, which late
 * reviews of the brand move. Work that was paused by a cancellation request or a dispute does not count.
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
  { status, cancelReason, completedAt, resumedAt, ...work }: ResponseFacts,
  now: Date,
): boolean | null {
  if (LATE_CANCEL_REASONS.includes(cancelReason)) return false;
  const dueAt = findDueAt({ ...work, status }, completedAt ?? now);
  if (dueAt === null || resumedAt !== null) return null;
  if (completedAt !== null) return completedAt <= dueAt;
  return status === 'in_progress' && dueAt < now ? false : null;
}

/**
 * Returns the median, or 0 for an empty list. For an even number of values, returns the lower of the two middle
 * values.
 */
const computeMedian = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.ceil(values.length / 2) - 1] ?? 0;

/** Formats each statistic: 'Answers 9 of 10 requests', 'median response time 6 hours', '8 of 9 on time'. */
export function formatResponseStatsParts({ requests, answered, medianMinutes, delivered }: ResponseStats) {
  return {
    answers: `Answers ${answered} of ${requests} requests`,
    median: medianMinutes === null ? null : `median response time ${formatDuration(medianMinutes)}`,
    onTime: delivered === null ? null : `${delivered.onTime} of ${delivered.due} on time`,
    basis: `counted from ${requests} bookings`,
  };
}

/** Formats the statistics in a few words: 'Usually replies within 9 hours · 92% on time'. */
export const formatResponseStats = (clock: ResponseStats): string => {
  const { medianMinutes, delivered } = clock;
  return [
    medianMinutes === null
      ? formatResponseStatsParts(clock).answers
      : `Usually replies within ${formatDuration(Math.max(medianMinutes, 60))}`,
    ...(delivered === null ? [] : [`${Math.round((100 * delivered.onTime) / delivered.due)}% on time`]),
  ].join(' · ');
};

/** Formats the counts behind `formatResponseStats`. */
export const formatResponseStatsDetails = ({ requests, answered, delivered }: ResponseStats): string =>
  `Answered ${answered} of ${requests} requests.${
    delivered === null ? '' : ` Completed ${delivered.onTime} of ${delivered.due} bookings on time.`
  }`;

export const RESPONSE_STATS_EXPLANATION =
  `Based on up to ${RESPONSE_STATS_MAX_BOOKINGS} of the latest paid bookings. The reply time is the median time from payment to the answer: ` +
  'half of the answers came sooner. Work is on time if it was completed by its due date. Orders that the brand ' +
  `withdrew and work that was paused by a dispute do not count. Figures appear after ${RESPONSE_STATS_MIN_BOOKINGS} bookings.`;

function formatDuration(minutes: number): string {
  if (minutes < 60) return 'under 1 hour';
  const hours = Math.round(minutes / 60);
  if (hours >= 48) return `${Math.round(hours / 24)} days`;
  return `${hours} ${hours === 1 ? 'hour' : 'hours'}`;
}
