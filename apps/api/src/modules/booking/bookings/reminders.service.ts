/**
 * Sends one reminder before the deadline for a response: to the creator of an order, to the other side of a
 * cancellation request or dispute, or to the brand that has to review a version.
 */
import { computeAnswerReminderAt, getOtherSide, type AnswerableRequest, type Side } from '@marquee/booking';
import type { Transaction } from 'kysely';
import type { Deps } from '../../../core/deps.ts';
import { enqueueJob } from '../../../core/queue.ts';
import type { Database } from '../../../db/schema.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { hasEventWithData } from './timeline.sql.ts';
import { lockBooking, type LockedBooking } from './bookings.sql.ts';
import { findBookingContext } from './details.sql.ts';
import { recordAndNotify } from './notifications.service.ts';

interface PendingAnswer {
  of: AnswerableRequest;
  side: Side;
  by: Date;
}

/**
 * Returns the request on a locked booking that needs a response, with the responding side and the deadline, or null.
 */
async function findPendingAnswer(tx: Transaction<Database>, booking: LockedBooking): Promise<PendingAnswer | null> {
  const { id, status, paymentState, acceptBy, creatorId, reviewBy, pausedAt } = booking;
  if (status === 'pending')
    return paymentState === 'authorized' && acceptBy !== null ? { of: 'order', side: 'creator', by: acceptBy } : null;
  const sideOf = (userId: string): Side => (userId === creatorId ? 'creator' : 'brand');
  const { requestAskedBy, requestAnswerBy, ...dispute } = await findBookingContext(tx, id);
  if (requestAskedBy !== null && requestAnswerBy !== null)
    return { of: 'cancellation', side: getOtherSide(sideOf(requestAskedBy)), by: requestAnswerBy };
  const { disputeOpenedBy, disputeAnswerBy, disputeAnsweredAt, disputeAnswerMissedAt } = dispute;
  if (
    disputeOpenedBy !== null &&
    disputeAnswerBy !== null &&
    disputeAnsweredAt === null &&
    disputeAnswerMissedAt === null
  )
    return { of: 'dispute', side: getOtherSide(sideOf(disputeOpenedBy)), by: disputeAnswerBy };
  return status === 'in_progress' && reviewBy !== null && pausedAt === null
    ? { of: 'review', side: 'brand', by: reviewBy }
    : null;
}

/** Schedules the reminder. Call this in the transaction that sets the deadline. */
export const scheduleAnswerReminder = (
  tx: Transaction<Database>,
  { id: bookingId, windows }: Pick<LockedBooking, 'id' | 'windows'>,
  { of, by }: Pick<PendingAnswer, 'of' | 'by'>,
): Promise<void> =>
  enqueueJob(tx, 'bookings.remind_answer', { bookingId }, { runAt: computeAnswerReminderAt(of, by, windows) });

/**
 * Schedules the reminder about the version that has waited longest for the brand. Call this after a change of the
 * versions that wait.
 */
export async function scheduleReviewReminder(tx: Transaction<Database>, bookingId: string): Promise<void> {
  const booking = await lockBooking(tx, bookingId);
  if (!booking) return;
  const open = await findPendingAnswer(tx, booking);
  if (open?.of === 'review') await scheduleAnswerReminder(tx, booking, open);
}

/**
 * Job: reminds the side that has to respond, once per deadline. If the deadline was moved, schedules itself again.
 */
export async function remindToAnswer(deps: Deps, bookingId: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const booking = await lockBooking(tx, bookingId);
    const open = booking && (await findPendingAnswer(tx, booking));
    const now = deps.now();
    if (!booking || !open || open.by <= now) return;
    if (computeAnswerReminderAt(open.of, open.by, booking.windows) > now)
      return scheduleAnswerReminder(tx, booking, open);
    const { of, side } = open;
    const by = open.by.toISOString();
    if (await hasEventWithData(tx, bookingId, 'booking.answer_reminded', { by })) return;
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
