/** Moves the due date of work in progress if the brand reviews a version later than promised, and pauses the work. */
import { addHoursToDate, countReviewDelayHours, findDueAt, findStalledDeadlines } from '@marquee/booking';
import type { Transaction } from 'kysely';
import { enqueueJob } from '../../../core/queue.ts';
import type { Database } from '../../../db/schema.ts';
import { findOpenChargeback, lockBooking, updateBooking, type LockedBooking } from './bookings.sql.ts';
import { findShownCancellation } from './claims.sql.ts';
import { postponeReviews, setReviewBy } from '../deliverables/deliverables.sql.ts';
import { recordAndNotify } from './notifications.service.ts';
import { scheduleReviewReminder } from './reminders.service.ts';

/**
 * Schedules the reminder about stalled work and its automatic cancellation. Does nothing if the booking has no such
 * deadline.
 */
export async function scheduleStalledCancellation(
  tx: Transaction<Database>,
  booking: LockedBooking,
  now: Date,
): Promise<void> {
  const end = findStalledDeadlines(booking, now);
  if (end) await enqueueJob(tx, 'cancellations.end_stalled', { bookingId: booking.id }, { runAt: end.remindAt });
}

/**
 * Adds the delay of an open review at `at` to the due date of unfinished work, and starts counting again from there.
 * Call this when the review ends: the brand decides, the creator replaces the version or completes the work, or the
 * work resumes after a pause. `booking` is the locked booking as it was before that. Returns it with its due date.
 */
export async function settleReviewDelay(
  tx: Transaction<Database>,
  booking: LockedBooking,
  at: Date,
  data: { completes?: true } = {},
): Promise<LockedBooking> {
  const { id, status, dueAt, reviewBy } = booking;
  const hours = countReviewDelayHours(booking, at);
  const moved = findDueAt(booking, at);
  if (hours === 0 || status !== 'in_progress' || dueAt === null || reviewBy === null || moved === null) return booking;
  const countedUntil = addHoursToDate(reviewBy, hours);
  await updateBooking(tx, id, { dueAt: moved });
  await setReviewBy(tx, id, countedUntil);
  await recordAndNotify(tx, {
    kind: 'booking.due_moved',
    bookingId: id,
    actor: null,
    at,
    data: { dueBefore: dueAt.toISOString(), dueAt: moved.toISOString(), hours, ...data },
    about: `${id}:${moved.toISOString()}`,
  });
  return { ...booking, dueAt: moved, reviewBy: countedUntil };
}

/**
 * Pauses the deadlines of unfinished work, because a cancellation request or a chargeback begins. Does nothing if the
 * work is paused already, or for other bookings.
 */
export async function pauseWork(tx: Transaction<Database>, booking: LockedBooking, now: Date): Promise<void> {
  if (booking.status !== 'accepted' && booking.status !== 'in_progress') return;
  if (booking.pausedAt === null) await updateBooking(tx, booking.id, { pausedAt: now });
}

/**
 * Restarts the deadlines of unfinished work after a cancellation request, dispute or chargeback has ended. The pause
 * extends the brand's time to review. A review that was late before the pause moves the due date. If a cancellation
 * request or a chargeback is still open, the work stays paused. Does nothing for other bookings.
 */
export async function resumeWork(tx: Transaction<Database>, booking: LockedBooking, now: Date): Promise<void> {
  const { id, status, pausedAt } = booking;
  if (status !== 'accepted' && status !== 'in_progress') return;
  if ((await findShownCancellation(tx, id)) || (await findOpenChargeback(tx, id)))
    return scheduleStalledCancellation(tx, booking, now);
  await settleReviewDelay(tx, booking, now);
  if (pausedAt !== null) await postponeReviews(tx, id, pausedAt, now);
  await updateBooking(tx, id, { resumedAt: now, pausedAt: null });
  const resumed = await lockBooking(tx, id);
  if (resumed) await scheduleStalledCancellation(tx, resumed, now);
  await scheduleReviewReminder(tx, id);
}
