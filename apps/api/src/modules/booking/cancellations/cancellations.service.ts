/**
 * Cancels bookings between acceptance and completion. The reasons are an agreement, a request that was not answered,
 * work that did not start in time, and an overdue delivery.
 */
import type { Actor } from '../../../core/actor.ts';
import { findStalledDeadlines, type StalledDeadlines } from '@marquee/booking';
import { addHoursToDate } from '@marquee/time';
import type { CancellationAnswer, CancellationRequest } from '@marquee/validation';
import type { Transaction } from 'kysely';
import type { Deps } from '../../../core/deps.ts';
import { Failure } from '../../../core/failures.ts';
import { awaitJob } from '../../../core/await-job.ts';
import { runIdempotently } from '../../../core/idempotency.ts';
import { inTransaction, type UnitOfWork } from '../../../core/unit-of-work.ts';
import type { Database } from '../../../db/schema.ts';
import { getBooking } from '../bookings/bookings.service.ts';
import { hasEventWithData } from '../bookings/timeline.sql.ts';
import { findOpenCancellation, findOpenChargeback, lockBooking } from '../bookings/bookings.sql.ts';
import { closeCancellation, insertCancellation } from './cancellations.sql.ts';
import { openCancellationDispute } from '../disputes/disputes.service.ts';
import { pauseWork, resumeWork, scheduleAnswerReminder } from '../bookings/deadlines.service.ts';
import { recordAndNotify } from '../bookings/notifications.service.ts';
import { lockBookingForAction } from '../bookings/rules.service.ts';
import { cancelWithRefund } from '../../money/settlements/settlements.service.ts';

/**
 * Requests the cancellation of an accepted booking. Throws BOOKING_NOT_FOUND, CANCELLATION_OPEN, BOOKING_NOT_CHARGED
 * (the card is just being charged) or CANCELLATION_REFUSED (not accepted yet, completed, or in dispute).
 */
export async function requestCancellation(deps: Deps, actor: Actor, { id, reason }: CancellationRequest) {
  await runIdempotently(deps, actor, 'cancellations.request', { id, reason }, async (tx) => {
    const booking = await lockBookingForAction(tx.db, deps, actor, id, 'ask_to_cancel');
    const now = deps.now();
    const answerBy = addHoursToDate(now, booking.windows.cancellationHours);
    const request = await insertCancellation(tx.db, {
      bookingId: id,
      requestedByWorkspaceId: actor.workspaceId,
      reason,
      requestedAt: now,
      answerBy,
      outcome: null,
    });
    await pauseWork(tx.db, booking, now);
    await recordAndNotify(tx, {
      kind: 'booking.cancellation_asked',
      bookingId: id,
      actor,
      at: now,
      data: { reason, answerBy: answerBy.toISOString() },
      about: request.id,
    });
    tx.enqueue('cancellations.expire', { bookingId: id }, { runAt: answerBy });
    scheduleAnswerReminder(tx, booking, { of: 'cancellation', by: answerBy });
  });
  return getBooking(deps, actor, id);
}

/**
 * Answers a cancellation request. Agreeing refunds the brand in full. Disagreeing opens a dispute, which freezes the
 * money until it is decided. Throws BOOKING_NOT_FOUND, CANCELLATION_CLOSED (no request to answer, or its deadline
 * has passed) or CANCELLATION_REFUSED (during a chargeback).
 */
export async function answerCancellation(deps: Deps, actor: Actor, { id, answer, statement }: CancellationAnswer) {
  await runIdempotently(deps, actor, 'cancellations.answer', { id, answer, statement }, async (tx) => {
    const booking = await lockBookingForAction(
      tx.db,
      deps,
      actor,
      id,
      answer === 'agree' ? 'agree_to_cancel' : 'disagree_to_cancel',
    );
    const request = await findOpenCancellation(tx.db, id);
    if (!request) throw new Failure('CANCELLATION_CLOSED');
    const now = deps.now();
    if (answer === 'agree') {
      await closeCancellation(tx.db, request.id, { outcome: 'agreed', closedAt: now });
      const cancelled = await cancelWithRefund(tx, booking, 'agreed', { by: 'agreement', decidedBy: actor, now });
      if (!cancelled) throw new Failure('CANCELLATION_REFUSED');
      return;
    }
    await closeCancellation(tx.db, request.id, { outcome: 'disputed', closedAt: now });
    await openCancellationDispute(tx, deps, actor, { booking, request, statement });
  });
  if (answer === 'agree') await awaitJob(deps, 'settlements.refund', { bookingId: id });
  return getBooking(deps, actor, id);
}

/** Withdraws the caller's cancellation request. Throws BOOKING_NOT_FOUND or CANCELLATION_CLOSED. */
export async function withdrawCancellation(deps: Deps, actor: Actor, id: string) {
  await inTransaction(deps, async (tx) => {
    const booking = await lockBookingForAction(tx.db, deps, actor, id, 'withdraw_cancellation');
    const request = await findOpenCancellation(tx.db, id);
    if (!request) throw new Failure('CANCELLATION_CLOSED');
    const now = deps.now();
    await closeCancellation(tx.db, request.id, { outcome: 'withdrawn', closedAt: now });
    await resumeWork(tx, booking, now);
    await recordAndNotify(tx, {
      kind: 'booking.cancellation_withdrawn',
      bookingId: id,
      actor,
      at: now,
      data: {},
      about: request.id,
    });
  });
  return getBooking(deps, actor, id);
}

/**
 * Job: cancels the booking with a full refund if the request was not answered in time. Does nothing while a
 * chargeback freezes the money.
 */
export async function expireCancellation(deps: Deps, bookingId: string): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const booking = await lockBooking(tx.db, bookingId);
    const request = booking && (await findOpenCancellation(tx.db, bookingId));
    const now = deps.now();
    if (!request || (await findOpenChargeback(tx.db, bookingId))) return;
    if (request.answerBy > now) {
      tx.enqueue('cancellations.expire', { bookingId }, { runAt: request.answerBy });
      return;
    }
    await closeCancellation(tx.db, request.id, { outcome: 'not_answered', closedAt: now });
    const cancelled = await cancelWithRefund(tx, booking, 'not_answered', { by: 'timer', decidedBy: null, now });
    if (!cancelled)
      throw new Error(`Booking ${bookingId} should be cancelled and its money is ${booking.paymentState}`);
  });
}

/** Closes the open cancellation request of a locked booking, if there is one, because another event has decided. */
export async function closeOvertakenCancellation(
  db: Transaction<Database>,
  bookingId: string,
  now: Date,
): Promise<void> {
  const request = await findOpenCancellation(db, bookingId);
  if (request) await closeCancellation(db, request.id, { outcome: 'overtaken', closedAt: now });
}

/** Lets an open cancellation request expire by its deadline again, after the booking's money was frozen. */
export async function resumeCancellation(tx: UnitOfWork, bookingId: string): Promise<void> {
  if (await findOpenCancellation(tx.db, bookingId)) tx.enqueue('cancellations.expire', { bookingId });
}

/**
 * Cancels a booking without the creator's consent, because the work did not start in time or the delivery is overdue.
 * An open cancellation request by the creator is closed. Throws BOOKING_NOT_FOUND (also for the creator),
 * CANCELLATION_REFUSED, or CANCELLATION_OPEN if the brand has an open request, or if either side has an open request
 * before the work has begun.
 */
export async function cancelAsBrand(deps: Deps, actor: Actor, id: string, why: 'not_started' | 'overdue') {
  await inTransaction(deps, async (tx) => {
    const booking = await lockBookingForAction(
      tx.db,
      deps,
      actor,
      id,
      why === 'overdue' ? 'cancel_overdue' : 'cancel_not_started',
    );
    const now = deps.now();
    await closeOvertakenCancellation(tx.db, id, now);
    if (!(await cancelWithRefund(tx, booking, why, { by: 'brand', decidedBy: actor, now })))
      throw new Failure('CANCELLATION_REFUSED');
  });
  await awaitJob(deps, 'settlements.refund', { bookingId: id });
  return getBooking(deps, actor, id);
}

/** The reminder event and the cancellation reason, by the status of the stalled booking. */
const STALLED_EVENTS = {
  accepted: { reminder: 'booking.start_reminded', reason: 'not_started' },
  in_progress: { reminder: 'booking.overdue_reminded', reason: 'overdue_ended' },
} as const;

/**
 * Job: reminds both sides of stalled work, and later cancels it with a full refund. Does nothing while the money is
 * frozen. The code that ends the freeze schedules this job again.
 */
export async function cancelStalledBooking(deps: Deps, bookingId: string): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const booking = await lockBooking(tx.db, bookingId);
    if (booking?.status !== 'accepted' && booking?.status !== 'in_progress') return;
    const now = deps.now();
    const end = findStalledDeadlines(booking, now);
    if (booking.paymentState !== 'held' || end === null) return;
    const wait = (runAt: Date) => tx.enqueue('cancellations.end_stalled', { bookingId }, { runAt });
    const request = await findOpenCancellation(tx.db, bookingId);
    // If the job that expires the cancellation request is late, `answerBy` has passed. Use the current time then, so
    // that the next run is not in the past.
    if (request) return wait(addHoursToDate(request.answerBy > now ? request.answerBy : now, 1));
    if (end.remindAt > now) return wait(end.remindAt);
    const { reminder, reason } = STALLED_EVENTS[booking.status];
    if (end.endsAt > now) {
      // The end moves if work resumes after a pause or the brand reviews late.
      if (!(await hasEventWithData(tx.db, bookingId, reminder, { endsAt: end.endsAt.toISOString() })))
        await recordStalledReminder(tx, bookingId, reminder, end, now);
      return wait(end.endsAt);
    }
    const cancelled = await cancelWithRefund(tx, booking, reason, { by: 'timer', decidedBy: null, now });
    // A chargeback has frozen the money. If it is won, this job is scheduled again.
    if (!cancelled) deps.log.warn({ bookingId }, 'stalled work could not be cancelled now');
  });
}

const recordStalledReminder = (
  tx: UnitOfWork,
  bookingId: string,
  kind: (typeof STALLED_EVENTS)['accepted' | 'in_progress']['reminder'],
  { aloneFrom, endsAt }: StalledDeadlines,
  at: Date,
): Promise<void> => {
  const notice = { bookingId, actor: null, at, about: `${bookingId}:${endsAt.toISOString()}` };
  return kind === 'booking.start_reminded'
    ? recordAndNotify(tx, { ...notice, kind, data: { startBy: aloneFrom.toISOString(), endsAt: endsAt.toISOString() } })
    : recordAndNotify(tx, { ...notice, kind, data: { endsAt: endsAt.toISOString() } });
};
