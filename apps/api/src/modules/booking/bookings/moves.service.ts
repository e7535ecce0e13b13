/** Moves bookings from one status to the next, and schedules the jobs that follow. */
import type { WorkspaceId } from '@marquee/contracts';
import type { Actor } from '../../../core/actor.ts';
import {
  isAwaitingShipment,
  MAX_SHIPPING_DAYS,
  DECLINE_REASONS,
  computeDueAt,
  computeExtendedAcceptBy,
  ACTIONS_BY_TARGET_STATUS,
  computeReleaseAt,
  listReleaseReminderDays,
  computeReleaseReminderAt,
  RIGHTS_REMINDER_DAYS,
  computeRightsEnd,
  type CancelReason,
  type PaymentState,
  type Windows,
} from '@marquee/booking';
import { addDaysToDate } from '@marquee/time';
import { formatRights } from '@marquee/money';
import { listDeliverableTitles, type BookingMove } from '@marquee/validation';
import { areRelated } from '../../../core/both-sides.ts';
import type { Deps } from '../../../core/deps.ts';
import { Failure } from '../../../core/failures.ts';
import { pauseAt } from '../../../core/faults.ts';
import { awaitJob, runJobInProcess } from '../../../core/await-job.ts';
import { inTransaction, type UnitOfWork } from '../../../core/unit-of-work.ts';
import { pinAgencyShare } from '../../identity/agencies/agencies.service.ts';
import { bookEarning } from '../../money/ledger/ledger.service.ts';
import {
  findUsageRights,
  lockBooking,
  lockUnsettledBookings,
  updateBooking,
  type LockedBooking,
} from './bookings.sql.ts';
import { hasEvent } from './timeline.sql.ts';
import { findOrderedWork, hasDeliveryVersions, insertDeliverables } from '../deliverables/deliverables.sql.ts';
import { findShipmentArrival } from './details.sql.ts';
import { scheduleStalledCancellation, settleReviewDelay, scheduleAnswerReminder } from './deadlines.service.ts';
import { recordAndNotify } from './notifications.service.ts';
import { assertAllowed, lockBookingForAction, lockOwnBooking } from './rules.service.ts';
import { getBooking } from './bookings.service.ts';

const NO_AGENCY_SHARE = { columns: {}, part: {} };

/**
 * Changes the status of a booking for its creator, and schedules the jobs that follow from the change. Does nothing
 * if the booking already has the status. Throws BOOKING_NOT_FOUND (also for other users), BOOKING_NOT_YOURS_TO_MOVE
 * (for its brand), BOOKING_MOVE_REFUSED, BOOKING_NOT_ACCEPTABLE (too late), BOOKING_NOT_CHARGED (the card is just
 * being charged), CANCELLATION_OPEN (a cancellation request is open) or BOOKING_FROZEN (in dispute, or charged
 * back).
 */
export async function moveBooking(deps: Deps, actor: Actor, input: BookingMove) {
  const isMoved = await inTransaction(deps, async (tx) => {
    const booking = await lockOwnBooking(tx.db, actor, input.id);
    if (booking.creatorId !== actor.workspaceId) throw new Failure('BOOKING_NOT_YOURS_TO_MOVE');
    if (booking.status === input.status) return false;
    const action = ACTIONS_BY_TARGET_STATUS[input.status];
    if (action === null) throw new Failure('BOOKING_MOVE_REFUSED');
    await assertAllowed(tx.db, deps, actor, booking, action);

    const now = deps.now();
    const { columns, part } = input.status === 'accepted' ? await pinAgencyShare(tx.db, booking, now) : NO_AGENCY_SHARE;
    await updateBooking(tx.db, booking.id, {
      status: input.status,
      ...columns,
      ...(await applyMoveConsequences(deps, actor, tx, booking, input, now)),
    });
    await recordAndNotify(tx, {
      kind: 'booking.moved',
      bookingId: booking.id,
      actor,
      at: now,
      data: { from: booking.status, to: input.status, ...part },
      about: `${booking.id}:${input.status}`,
    });
    await pauseAt('move.before_commit');
    return true;
  });

  // Run the job that captures or voids the payment in this process, so that the response contains the outcome. A
  // repeated request only waits for that run and does not call Stripe.
  const finish = isMoved ? runJobInProcess : awaitJob;
  if (input.status === 'accepted') await finish(deps, 'payments.capture', { bookingId: input.id });
  if (input.status === 'cancelled') await finish(deps, 'payments.void', { bookingId: input.id });
  return getBooking(deps, actor, input.id);
}

/**
 * Schedules the jobs and books the ledger entries that follow from a status change (requirements R10.8 to R10.26).
 * Returns the columns to update.
 */
async function applyMoveConsequences(
  { env }: Deps,
  user: Actor,
  tx: UnitOfWork,
  booking: LockedBooking,
  move: BookingMove,
  now: Date,
) {
  const moveNote = move.note?.trim() || null;
  switch (move.status) {
    case 'accepted':
      tx.enqueue('payments.capture', { bookingId: booking.id }, { afterMs: env.TIMING.ownMs });
      return { paymentState: 'capturing' as const, acceptedAt: now, creatorContactPersonId: user.id, moveNote };
    case 'cancelled':
      tx.enqueue('payments.void', { bookingId: booking.id }, { afterMs: env.TIMING.ownMs });
      return {
        cancelReason: 'declined' as const,
        cancelledAt: now,
        declineReason: move.reason ?? DECLINE_REASONS[0],
        moveNote,
      };
    case 'in_progress': {
      // While the product sample has not arrived, the due date includes the maximum shipping time. This time is
      // limited, so that a lost shipment does not block the booking forever.
      const isAwaiting = isAwaitingShipment(
        booking.needsProduct,
        (await findShipmentArrival(tx.db, booking.id)) ?? null,
      );
      const due = computeDueAt(now, booking.deliveryDays + (isAwaiting ? MAX_SHIPPING_DAYS : 0));
      scheduleStalledCancellation(tx, { ...booking, status: 'in_progress', dueAt: due }, now);
      const { packageName, features, ...bought } = await findOrderedWork(tx.db, booking.id);
      await insertDeliverables(tx.db, booking.id, listDeliverableTitles(packageName, features, bought));
      return { startedAt: now, dueAt: due };
    }
    case 'completed':
      return {
        ...(await recordCompletion(
          tx,
          booking,
          now,
          hasDeliveryContent(move) || (await hasDeliveryVersions(tx.db, booking.id)),
        )),
        deliveryNote: move.delivery?.note.trim() || null,
        deliveryLinks: move.delivery?.links ?? [],
      };
    case 'pending':
      throw new Failure('BOOKING_MOVE_REFUSED');
  }
}

/** Whether the creator added a note or links when completing the work. */
const hasDeliveryContent = ({ delivery }: BookingMove): boolean =>
  delivery !== undefined && (delivery.note.trim() !== '' || delivery.links.length > 0);

/**
 * Settles the due date, books the creator's earning, and schedules the payout, the reviews and the reminder about
 * usage rights. Returns the columns to update.
 */
async function recordCompletion(tx: UnitOfWork, booking: LockedBooking, now: Date, wasDelivered: boolean) {
  const releaseAt = computeReleaseAt(now, booking.windows, wasDelivered);
  // A review that is late when the work is completed does not make the creator late.
  await settleReviewDelay(tx, booking, now, { completes: true });
  await bookEarning(tx, booking, now);
  scheduleRelease(tx, booking, releaseAt);
  const ends = computeRightsEnd(now, (await findUsageRights(tx.db, booking.id))?.termDays);
  if (ends)
    tx.enqueue(
      'bookings.remind_rights',
      { bookingId: booking.id },
      { runAt: addDaysToDate(ends, -RIGHTS_REMINDER_DAYS) },
    );
  tx.enqueue('reviews.open', { bookingId: booking.id });
  return { completedAt: now, releaseAt, isRelated: await areRelated(tx.db, booking, now) };
}

/**
 * Completes a locked booking because the creator has sent the last deliverable (`sending`) or the brand has approved
 * it (`approval`). Returns the updated booking. The caller has checked that the action is allowed.
 */
export async function completeWork(
  tx: UnitOfWork,
  deps: Deps,
  actor: Actor,
  booking: LockedBooking,
  by: 'sending' | 'approval',
): Promise<LockedBooking> {
  const now = deps.now();
  const { id } = booking;
  await updateBooking(tx.db, id, { status: 'completed', ...(await recordCompletion(tx, booking, now, true)) });
  await recordAndNotify(tx, {
    kind: 'booking.moved',
    bookingId: id,
    actor,
    at: now,
    data: { from: booking.status, to: 'completed', ...(by === 'approval' && { byApproval: true }) },
    about: `${id}:completed`,
  });
  const completed = await lockBooking(tx.db, id);
  if (!completed) throw new Error(`Booking ${id} is gone while it is locked`);
  return completed;
}

/**
 * Withdraws the brand's order, paid or not, before the creator accepts it. The booking is cancelled at once and
 * nothing is charged. Withdrawing a second time changes nothing. Throws BOOKING_NOT_FOUND (also for the creator) or
 * WITHDRAWAL_REFUSED (accepted, or ended).
 */
export async function withdrawOrder(deps: Deps, actor: Actor, id: string) {
  const isWithdrawn = await inTransaction(deps, async (tx) => {
    const booking = await lockOwnBooking(tx.db, actor, id);
    if (booking.brandId === actor.workspaceId && booking.cancelReason === 'withdrawn') return false;
    await assertAllowed(tx.db, deps, actor, booking, 'withdraw');
    const now = deps.now();
    await updateBooking(tx.db, id, { status: 'cancelled', cancelReason: 'withdrawn', cancelledAt: now });
    await recordAndNotify(tx, {
      kind: 'booking.withdrawn',
      bookingId: id,
      actor,
      at: now,
      data: { from: 'pending' },
    });
    tx.enqueue('payments.void', { bookingId: id }, { afterMs: deps.env.TIMING.ownMs });
    await pauseAt('move.before_commit');
    return true;
  });
  await (isWithdrawn ? runJobInProcess : awaitJob)(deps, 'payments.void', { bookingId: id });
  return getBooking(deps, actor, id);
}

/**
 * Restarts the time that the brand has to review completed work before the payout. Called after the brand has
 * requested changes, or the creator has sent them. Does nothing before completion or without a scheduled payout.
 */
export async function restartReleaseWindow(tx: UnitOfWork, booking: LockedBooking, now: Date): Promise<void> {
  if (booking.status !== 'completed' || booking.paymentState !== 'held' || booking.releaseAt === null) return;
  const releaseAt = addDaysToDate(now, booking.windows.releaseDays);
  if (releaseAt <= booking.releaseAt) return;
  await updateBooking(tx.db, booking.id, { releaseAt });
  scheduleRelease(tx, booking, releaseAt);
}

/** Schedules the payout of a completed booking and the reminders that were not sent yet. */
export function scheduleRelease(
  tx: UnitOfWork,
  booking: { id: string; remindedDay: number; windows: Windows },
  releaseAt: Date,
): void {
  tx.enqueue('settlements.release_due', { bookingId: booking.id }, { runAt: releaseAt });
  for (const day of listReleaseReminderDays(booking.windows).filter((each) => each > booking.remindedDay)) {
    tx.enqueue(
      'settlements.remind',
      { bookingId: booking.id, day },
      { runAt: computeReleaseReminderAt(releaseAt, day, booking.windows) },
    );
  }
}

/**
 * Cancels a locked booking before any work has begun, not at the request of either side, and releases the
 * authorization.
 */
export async function expireBooking(
  tx: UnitOfWork,
  booking: LockedBooking,
  reason: CancelReason,
  now: Date,
): Promise<void> {
  await updateBooking(tx.db, booking.id, {
    status: 'cancelled',
    cancelReason: reason,
    cancelledAt: now,
    // The capture has failed, so nothing was charged.
    ...(booking.paymentState === 'capturing' ? { paymentState: 'authorized' as const } : {}),
  });
  await recordAndNotify(tx, {
    kind: 'booking.lapsed',
    bookingId: booking.id,
    actor: null,
    at: now,
    data: { from: booking.status, reason },
  });
  tx.enqueue('payments.void', { bookingId: booking.id });
}

/**
 * Cancels the unpaid orders of a user who deletes the account. Throws ACCOUNT_IN_USE if another booking is
 * authorized or holds money.
 */
export async function endUnpaidOrders(tx: UnitOfWork, workspaceId: WorkspaceId, now: Date): Promise<void> {
  const unsettled = await lockUnsettledBookings(tx.db, workspaceId);
  if (unsettled.some(({ paymentState }) => paymentState !== 'requires_payment')) throw new Failure('ACCOUNT_IN_USE');
  for (const booking of unsettled)
    await expireBooking(tx, booking, booking.brandId === workspaceId ? 'unpaid' : 'declined', now);
}

/**
 * Extends the creator's deadline to accept, once, by `acceptHours`, but at most until one day before the card's
 * authorization expires. Throws BOOKING_NOT_FOUND (also for the creator) or EXTENSION_REFUSED.
 */
export async function extendAcceptance(deps: Deps, actor: Actor, id: string) {
  await inTransaction(deps, async (tx) => {
    const booking = await lockBookingForAction(tx.db, deps, actor, id, 'extend_acceptance');
    const now = deps.now();
    const extended =
      booking.acceptBy && computeExtendedAcceptBy(booking.acceptBy, booking.captureBefore, booking.windows);
    if (!extended) throw new Failure('EXTENSION_REFUSED');
    await updateBooking(tx.db, id, { acceptBy: extended, acceptExtendedAt: now });
    await recordAndNotify(tx, {
      kind: 'booking.acceptance_extended',
      bookingId: id,
      actor,
      at: now,
      data: { acceptBy: extended.toISOString() },
    });
    tx.enqueue('bookings.expire_unaccepted', { bookingId: id }, { runAt: extended });
    scheduleAnswerReminder(tx, booking, { of: 'order', by: extended });
  });
  return getBooking(deps, actor, id);
}

/**
 * Job: cancels a booking that was not accepted in time. If the deadline was extended, schedules itself again for the
 * new deadline.
 */
export async function expireUnacceptedBooking(deps: Deps, bookingId: string): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const booking = await lockBooking(tx.db, bookingId);
    if (booking?.status !== 'pending' || booking.paymentState !== 'authorized' || booking.acceptBy === null) return;
    if (booking.acceptBy > deps.now()) {
      tx.enqueue('bookings.expire_unaccepted', { bookingId }, { runAt: booking.acceptBy });
    } else {
      await expireBooking(tx, booking, 'not_accepted', deps.now());
    }
  });
}

/** Payment states in which the brand has no usage rights, because it gets its money back or already has. */
const STATES_WITHOUT_RIGHTS: readonly PaymentState[] = ['refunding', 'refunded'];

/** Job: reminds both sides once before usage rights end. Does nothing if the brand gets its money back. */
export async function remindOfRightsEnd(deps: Deps, bookingId: string): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const booking = await lockBooking(tx.db, bookingId);
    if (booking?.status !== 'completed' || STATES_WITHOUT_RIGHTS.includes(booking.paymentState)) return;
    const rights = await findUsageRights(tx.db, bookingId);
    const ends = computeRightsEnd(booking.completedAt, rights?.termDays);
    const now = deps.now();
    if (
      rights === null ||
      ends === null ||
      ends <= now ||
      (await hasEvent(tx.db, bookingId, 'booking.rights_reminded'))
    )
      return;
    const runAt = addDaysToDate(ends, -RIGHTS_REMINDER_DAYS);
    if (runAt > now) return tx.enqueue('bookings.remind_rights', { bookingId }, { runAt });
    await recordAndNotify(tx, {
      kind: 'booking.rights_reminded',
      bookingId,
      actor: null,
      at: now,
      data: { rights: formatRights(rights), endsAt: ends.toISOString() },
    });
  });
}
