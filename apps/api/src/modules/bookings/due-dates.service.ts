/** Moves the due date of work in progress if the brand reviews a version later than promised. */
import {
  computeDueAfterLateReview,
  computeReviewDelay,
  findStalledDeadlines,
  getDeliverableState,
  type ReviewDelay,
} from '@marquee/booking';
import type { Transaction } from 'kysely';
import { enqueueJob } from '../../core/queue.ts';
import type { Database } from '../../db/schema.ts';
import { findReviewDelayCountedUntil, updateBooking, type LockedBooking } from './bookings.sql.ts';
import { listDeliverables, listDeliveryVersions } from './deliveries.sql.ts';
import { recordAndNotify } from './notifications.service.ts';

/**
 * Schedules the reminder about stalled work and its automatic cancellation. Does nothing if the booking has no such
 * deadline.
 */
export async function scheduleStalledCancellation(
  tx: Transaction<Database>,
  booking: Pick<LockedBooking, 'id' | 'status' | 'acceptedAt' | 'dueAt' | 'resumedAt' | 'leadDays' | 'windows'>,
): Promise<void> {
  const end = findStalledDeadlines(booking);
  if (end) await enqueueJob(tx, 'cancellations.end_stalled', { bookingId: booking.id }, { runAt: end.remindAt });
}

/**
 * Computes by how many hours the brand exceeds the promised time of a review if it decides at `decidedAt`. Call this
 * before the verdict is stored.
 */
export async function findReviewDelay(
  tx: Transaction<Database>,
  booking: LockedBooking,
  decidedAt: Date,
): Promise<ReviewDelay> {
  const deliverables = await listDeliverables(tx, booking.id);
  const versions = await listDeliveryVersions(
    tx,
    deliverables.map(({ id }) => id),
  );
  const waiting = deliverables
    .map(({ id }) => versions.filter(({ deliverableId }) => deliverableId === id))
    .filter((own) => getDeliverableState(own) === 'sent')
    .flatMap((own) => own.at(-1)?.sentAt ?? []);
  return computeReviewDelay({
    sentAt: waiting,
    decidedAt,
    countedUntil: [await findReviewDelayCountedUntil(tx, booking.id), booking.resumedAt],
    windows: booking.windows,
  });
}

/** Returns a booking whose due date is moved by a delay of the brand, without storing it. */
export const addReviewDelay = <B extends Pick<LockedBooking, 'dueAt'>>(booking: B, { hours }: ReviewDelay): B => ({
  ...booking,
  dueAt: booking.dueAt && computeDueAfterLateReview(booking.dueAt, hours),
});

/**
 * Moves the due date of unfinished work by the hours by which the brand's review was late. Returns the booking with
 * its due date.
 */
export async function moveDueDate(
  tx: Transaction<Database>,
  booking: LockedBooking,
  delay: ReviewDelay,
  at: Date,
): Promise<LockedBooking> {
  const { id, status, dueAt } = booking;
  const moved = addReviewDelay(booking, delay);
  if (delay.hours === 0 || status !== 'in_progress' || dueAt === null || moved.dueAt === null) return booking;
  await updateBooking(tx, id, { dueAt: moved.dueAt });
  await scheduleStalledCancellation(tx, moved);
  await recordAndNotify(tx, {
    kind: 'booking.due_moved',
    bookingId: id,
    actor: null,
    at,
    data: {
      from: dueAt.toISOString(),
      to: moved.dueAt.toISOString(),
      hours: delay.hours,
      countedUntil: delay.countedUntil.toISOString(),
    },
  });
  return moved;
}
