/**
 * Keeps the deadlines of bookings. Sends one reminder before the deadline for a response: to the creator of an order,
 * to the other side of a cancellation request or dispute, or to the brand that has to review a version. Moves the due
 * date of work in progress if the brand reviews a version later than promised, and pauses the work.
 */
import type { WorkspaceId } from '@marquee/contracts';
import {
  computeAnswerReminderAt,
  getOtherSide,
  type AnswerableRequest,
  type Side,
  countReviewDelayHours,
  findDueAt,
  findStalledDeadlines,
} from '@marquee/booking';
import { addHoursToDate } from '@marquee/time';
import type { Transaction } from 'kysely';
import type { Deps } from '../../../core/deps.ts';
import { inTransaction, type UnitOfWork } from '../../../core/unit-of-work.ts';
import type { Database } from '../../../db/schema.ts';
import { hasEventWithData } from './timeline.sql.ts';
import {
  findOpenCancellation,
  findOpenChargeback,
  lockBooking,
  updateBooking,
  type LockedBooking,
} from './bookings.sql.ts';
import { findBookingContext } from './details.sql.ts';
import { recordAndNotify } from './notifications.service.ts';
import { postponeReviews, setReviewBy } from '../deliverables/deliverables.sql.ts';

interface PendingAnswer {
  of: AnswerableRequest;
  side: Side;
  by: Date;
}

/**
 * Returns the request on a locked booking that needs a response, with the responding side and the deadline, or null.
 */
async function findPendingAnswer(db: Transaction<Database>, booking: LockedBooking): Promise<PendingAnswer | null> {
  const { id, status, paymentState, acceptBy, creatorId, reviewBy, pausedAt } = booking;
  if (status === 'pending')
    return paymentState === 'authorized' && acceptBy !== null ? { of: 'order', side: 'creator', by: acceptBy } : null;
  const sideOf = (workspaceId: WorkspaceId): Side => (workspaceId === creatorId ? 'creator' : 'brand');
  const { requestedByWorkspaceId, requestAnswerBy, ...dispute } = await findBookingContext(db, id);
  if (requestedByWorkspaceId !== null && requestAnswerBy !== null)
    return { of: 'cancellation', side: getOtherSide(sideOf(requestedByWorkspaceId)), by: requestAnswerBy };
  const { disputeOpenedByWorkspaceId, disputeAnswerBy, disputeAnsweredAt, disputeAnswerMissedAt } = dispute;
  if (
    disputeOpenedByWorkspaceId !== null &&
    disputeAnswerBy !== null &&
    disputeAnsweredAt === null &&
    disputeAnswerMissedAt === null
  )
    return { of: 'dispute', side: getOtherSide(sideOf(disputeOpenedByWorkspaceId)), by: disputeAnswerBy };
  return status === 'in_progress' && reviewBy !== null && pausedAt === null
    ? { of: 'review', side: 'brand', by: reviewBy }
    : null;
}

/** Schedules the reminder. Call this in the transaction that sets the deadline. */
export const scheduleAnswerReminder = (
  tx: UnitOfWork,
  { id: bookingId, windows }: Pick<LockedBooking, 'id' | 'windows'>,
  { of, by }: Pick<PendingAnswer, 'of' | 'by'>,
): void => tx.enqueue('bookings.remind_answer', { bookingId }, { runAt: computeAnswerReminderAt(of, by, windows) });

/**
 * Schedules the reminder about the version that has waited longest for the brand. Call this after a change of the
 * versions that wait.
 */
export async function scheduleReviewReminder(tx: UnitOfWork, bookingId: string): Promise<void> {
  const booking = await lockBooking(tx.db, bookingId);
  if (!booking) return;
  const open = await findPendingAnswer(tx.db, booking);
  if (open?.of === 'review') scheduleAnswerReminder(tx, booking, open);
}

/**
 * Job: reminds the side that has to respond, once per deadline. If the deadline was moved, schedules itself again.
 */
export async function remindToAnswer(deps: Deps, bookingId: string): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const booking = await lockBooking(tx.db, bookingId);
    const open = booking && (await findPendingAnswer(tx.db, booking));
    const now = deps.now();
    if (!booking || !open || open.by <= now) return;
    if (computeAnswerReminderAt(open.of, open.by, booking.windows) > now)
      return scheduleAnswerReminder(tx, booking, open);
    const { of, side } = open;
    const by = open.by.toISOString();
    if (await hasEventWithData(tx.db, bookingId, 'booking.answer_reminded', { by })) return;
    await recordAndNotify(tx, {
      kind: 'booking.answer_reminded',
      bookingId,
      actor: null,
      at: now,
      data: { of, side, by },
      about: `${bookingId}:${by}`,
    });
  });
}

/**
 * Schedules the reminder about stalled work and its automatic cancellation. Does nothing if the booking has no such
 * deadline.
 */
export function scheduleStalledCancellation(tx: UnitOfWork, booking: LockedBooking, now: Date): void {
  const end = findStalledDeadlines(booking, now);
  if (end) tx.enqueue('cancellations.end_stalled', { bookingId: booking.id }, { runAt: end.remindAt });
}

/**
 * Adds the delay of an open review at `at` to the due date of unfinished work, and starts counting again from there.
 * Call this when the review ends: the brand decides, the creator replaces the version or completes the work, or the
 * work resumes after a pause. `booking` is the locked booking as it was before that. Returns it with its due date.
 */
export async function settleReviewDelay(
  tx: UnitOfWork,
  booking: LockedBooking,
  at: Date,
  data: { completes?: true } = {},
): Promise<LockedBooking> {
  const { id, status, dueAt, reviewBy } = booking;
  const hours = countReviewDelayHours(booking, at);
  const movedDueAt = findDueAt(booking, at);
  if (hours === 0 || status !== 'in_progress' || dueAt === null || reviewBy === null || movedDueAt === null)
    return booking;
  const countedUntil = addHoursToDate(reviewBy, hours);
  await updateBooking(tx.db, id, { dueAt: movedDueAt });
  await setReviewBy(tx.db, id, countedUntil);
  await recordAndNotify(tx, {
    kind: 'booking.due_moved',
    bookingId: id,
    actor: null,
    at,
    data: { dueBefore: dueAt.toISOString(), dueAt: movedDueAt.toISOString(), hours, ...data },
    about: `${id}:${movedDueAt.toISOString()}`,
  });
  return { ...booking, dueAt: movedDueAt, reviewBy: countedUntil };
}

/**
 * Pauses the deadlines of unfinished work, because a cancellation request or a chargeback begins. Does nothing if the
 * work is paused already, or for other bookings.
 */
export async function pauseWork(db: Transaction<Database>, booking: LockedBooking, now: Date): Promise<void> {
  if (booking.status !== 'accepted' && booking.status !== 'in_progress') return;
  if (booking.pausedAt === null) await updateBooking(db, booking.id, { pausedAt: now });
}

/**
 * Restarts the deadlines of unfinished work after a cancellation request, dispute or chargeback has ended. The pause
 * extends the brand's time to review. A review that was late before the pause moves the due date. If a cancellation
 * request or a chargeback is still open, the work stays paused. Does nothing for other bookings.
 */
export async function resumeWork(tx: UnitOfWork, booking: LockedBooking, now: Date): Promise<void> {
  const { id, status, pausedAt } = booking;
  if (status !== 'accepted' && status !== 'in_progress') return;
  if ((await findOpenCancellation(tx.db, id)) || (await findOpenChargeback(tx.db, id)))
    return scheduleStalledCancellation(tx, booking, now);
  await settleReviewDelay(tx, booking, now);
  if (pausedAt !== null) await postponeReviews(tx.db, id, pausedAt, now);
  await updateBooking(tx.db, id, { resumedAt: now, pausedAt: null });
  const resumed = await lockBooking(tx.db, id);
  if (resumed) scheduleStalledCancellation(tx, resumed, now);
  await scheduleReviewReminder(tx, id);
}
