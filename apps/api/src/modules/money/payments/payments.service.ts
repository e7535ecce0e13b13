/**
 * Handles a booking's payment from checkout to capture or cancellation. The settlements module handles everything
 * after the capture.
 */
import { computeAcceptBy, isChargedState, computePaymentReminderAt } from '@marquee/booking';
import type { Transaction } from 'kysely';
import type { Deps } from '../../../core/deps.ts';
import { getIssuer } from '../../../core/issuer.ts';
import { crashAt, pauseAt } from '../../../core/faults.ts';
import { inTransaction, type UnitOfWork } from '../../../core/unit-of-work.ts';
import type { Database } from '../../../db/schema.ts';
import { StripeRefusedError } from '../../../gateways/stripe-errors.ts';
import type { PaymentIntentData } from '../../../gateways/stripe-payments.ts';
import { expireBooking } from '../../booking/bookings/moves.service.ts';
import { getOrderPayableUntil } from '../../booking/orders/orders.service.ts';
import {
  findBookingForDecision,
  lockBooking,
  updateBooking,
  type LockedBooking,
} from '../../booking/bookings/bookings.sql.ts';
import { hasEvent } from '../../booking/bookings/timeline.sql.ts';
import { scheduleStalledCancellation, scheduleAnswerReminder } from '../../booking/bookings/deadlines.service.ts';
import { recordAndNotify } from '../../booking/bookings/notifications.service.ts';
import { openException, resolveException } from '../ledger/exceptions.service.ts';
import { bookCapture } from '../ledger/ledger.service.ts';
import { recordSurplusPayment } from '../settlements/surplus.service.ts';

/**
 * Returns whether the booking is already in the state that this event about its intent leads to, or in a later one.
 * Re-reading the intent would then change nothing.
 */
export function isEventAlreadyApplied(booking: LockedBooking | undefined, type: string, intentId: string): boolean {
  if (booking?.stripePaymentIntentId !== intentId) return false;
  const { status, paymentState } = booking;
  switch (type) {
    case 'payment_intent.created':
      return true;
    case 'payment_intent.amount_capturable_updated':
      return status !== 'cancelled' && paymentState !== 'requires_payment';
    case 'payment_intent.succeeded':
      return status !== 'cancelled' && isChargedState(paymentState);
    case 'payment_intent.canceled':
      return status === 'cancelled' && paymentState === 'voided';
    default:
      return false;
  }
}

/**
 * Job: re-reads the intent from Stripe and applies its state. `told` is the type of the Stripe event that caused the
 * job, whose change may already be applied.
 */
export async function syncPayment(
  deps: Deps,
  bookingId: string,
  paymentIntentId: string | null,
  told?: string,
): Promise<void> {
  const booking = await findBookingForDecision(deps.db, bookingId);
  if (told !== undefined && paymentIntentId !== null && isEventAlreadyApplied(booking, told, paymentIntentId))
    return undefined;
  if (!booking) return deps.log.warn({ bookingId }, 'ignored a payment for an unknown booking');
  const intentId = booking.stripePaymentIntentId ?? paymentIntentId;
  if (intentId === null) return undefined;
  const intent = await deps.stripe.retrieveIntent(intentId);
  await pauseAt('sync.after_read');
  await applyIntent(deps, bookingId, intent);
  if (paymentIntentId !== null && paymentIntentId !== intentId)
    await refuseSecondIntent(deps, bookingId, paymentIntentId);
}

/** Cancels or refunds a second intent for this booking, so that it holds no money and cannot be paid later. */
async function refuseSecondIntent(deps: Deps, bookingId: string, intentId: string): Promise<void> {
  const second = await deps.stripe.retrieveIntent(intentId);
  if (second.status === 'canceled') return;
  deps.log.error({ bookingId, intentId, status: second.status }, 'second payment intent for a booking');
  if (second.status === 'succeeded') {
    await inTransaction(deps, (tx) => recordSurplusPayment(tx, second, bookingId, 'second_intent', deps.now()));
  } else {
    await deps.stripe.cancelIntent(intentId);
  }
}

/** Applies the intent's state to the booking in one transaction. States may arrive in any order. */
export async function applyIntent(deps: Deps, bookingId: string, intent: PaymentIntentData): Promise<void> {
  const isToCancel = await inTransaction(deps, async (tx) => {
    const booking = await lockBooking(tx.db, bookingId);
    if (!booking) return false;
    if (!isIntentMatchingBooking(intent, booking)) {
      await recordMismatchedPayment(deps, tx, booking, intent);
      return intent.status === 'requires_capture';
    }
    if (booking.stripePaymentIntentId === null)
      await updateBooking(tx.db, booking.id, { stripePaymentIntentId: intent.id });

    if (intent.status === 'requires_capture') await applyAuthorized(deps, tx, booking, intent);
    else if (intent.status === 'succeeded') await applyCaptured(deps, tx, booking, intent);
    else if (intent.status === 'canceled') {
      await applyCanceled(deps, tx, booking);
      // The card may have been authorized, and so attached to the customer, just before the intent was cancelled.
      if (intent.saving !== null && intent.paymentMethodId !== null)
        tx.enqueue('payments.save_card', { paymentIntentId: intent.id });
    }
    await pauseAt('apply.before_commit');
    return false;
  });
  // Releases the authorization and applies the cancelled intent like any other.
  if (isToCancel) await applyIntent(deps, bookingId, await deps.stripe.cancelIntent(intent.id));
}

/**
 * Returns false if an authorized or charged payment intent is for another booking, amount or currency. Intents in
 * any other status hold no money and always match.
 */
const isIntentMatchingBooking = (intent: PaymentIntentData, booking: LockedBooking): boolean => {
  if (intent.status !== 'requires_capture' && intent.status !== 'succeeded') return true;
  const isOfBooking = intent.bookingId === booking.id;
  return isOfBooking && getPaidCents(intent) === booking.totalCents && intent.currency === 'usd';
};

const getPaidCents = (intent: PaymentIntentData): number =>
  intent.status === 'succeeded' ? intent.amountReceived : intent.amount;

/**
 * Reports a payment that does not match its booking to staff (safety.md M4). If it was charged, refunds it and makes
 * sure that the booking cannot be paid with this intent.
 */
async function recordMismatchedPayment(
  deps: Deps,
  tx: UnitOfWork,
  booking: LockedBooking,
  intent: PaymentIntentData,
): Promise<void> {
  const now = deps.now();
  const data = {
    paidCents: getPaidCents(intent),
    currency: intent.currency,
    totalCents: booking.totalCents,
    named: intent.bookingId,
    status: intent.status,
  };
  await openException(tx.db, { kind: 'intent_misfit', bookingId: booking.id, subject: intent.id, data, at: now });
  deps.log.error({ bookingId: booking.id, intentId: intent.id, ...data }, 'payment does not match its booking');
  if (intent.status !== 'succeeded' || intent.bookingId !== booking.id) return;
  await recordSurplusPayment(tx, intent, booking.id, 'amount', now);
  if (isChargedState(booking.paymentState)) return;
  if (booking.status !== 'cancelled') await expireBooking(tx, booking, 'payment_failed', now);
  await updateBooking(tx.db, booking.id, { paymentState: 'voided' });
}

async function applyAuthorized(
  deps: Deps,
  tx: UnitOfWork,
  booking: LockedBooking,
  intent: PaymentIntentData,
): Promise<void> {
  if (booking.status === 'pending' && booking.paymentState === 'requires_payment') {
    await recordAuthorization(deps, tx, booking, intent);
  } else if (booking.status === 'cancelled') {
    // The card was authorized after the booking had ended, so the authorization is released. The card is saved
    // nevertheless, because Stripe has attached it to the customer.
    tx.enqueue('payments.void', { bookingId: booking.id });
    if (intent.saving !== null) tx.enqueue('payments.save_card', { paymentIntentId: intent.id });
  } else if (booking.paymentState === 'capturing') {
    tx.enqueue('payments.capture', { bookingId: booking.id });
  }
}

async function recordAuthorization(
  deps: Deps,
  tx: UnitOfWork,
  booking: LockedBooking,
  intent: PaymentIntentData,
): Promise<void> {
  const now = deps.now();
  const deadline = computeAcceptBy(now, intent.captureBefore, booking.windows);
  await updateBooking(tx.db, booking.id, {
    paymentState: 'authorized',
    authorizedAt: now,
    acceptBy: deadline,
    captureBefore: intent.captureBefore,
    stripeChargeId: intent.chargeId,
  });
  await recordAndNotify(tx, {
    kind: 'payment.authorized',
    bookingId: booking.id,
    actor: { workspaceId: booking.brandId, id: booking.orderedByPersonId },
    at: now,
    data: { totalCents: booking.totalCents },
  });
  tx.enqueue('bookings.expire_unaccepted', { bookingId: booking.id }, { runAt: deadline });
  scheduleAnswerReminder(tx, booking, { of: 'order', by: deadline });
  if (booking.offerId !== null) tx.enqueue('offers.booked', { bookingId: booking.id });
  if (intent.saving !== null) tx.enqueue('payments.save_card', { paymentIntentId: intent.id });
}

async function applyCaptured(
  deps: Deps,
  tx: UnitOfWork,
  booking: LockedBooking,
  intent: PaymentIntentData,
): Promise<void> {
  if (isChargedState(booking.paymentState)) return;
  const now = deps.now();
  if (booking.status === 'cancelled') {
    // The card was charged after the booking had ended, either manually or by other software.
    await recordSurplusPayment(tx, intent, booking.id, 'booking_cancelled', now);
    await updateBooking(tx.db, booking.id, { paymentState: 'voided' });
    await resolveManualCapture(tx.db, intent, 'The booking had ended: it is given back', now);
  } else if (booking.paymentState === 'capturing') {
    if (intent.chargeId === null) throw new Error(`Intent ${intent.id} succeeded without a charge`);
    await updateBooking(tx.db, booking.id, { paymentState: 'held', stripeChargeId: intent.chargeId });
    await bookCapture(tx, booking, { ...intent, chargeId: intent.chargeId }, now, getIssuer(deps));
    scheduleStalledCancellation(tx, booking, now);
    await recordAndNotify(tx, {
      kind: 'payment.captured',
      bookingId: booking.id,
      actor: null,
      at: now,
      data: { totalCents: booking.totalCents },
    });
    await resolveManualCapture(tx.db, intent, 'The creator accepted the booking', now);
  } else {
    // The card was charged without a request from us, for example in Stripe's dashboard. The payment is correct if
    // the creator accepts, and is refunded if the booking ends instead. The exception for staff stays open until
    // then.
    if (booking.paymentState === 'requires_payment') await recordAuthorization(deps, tx, booking, intent);
    await openException(tx.db, {
      kind: 'captured_by_hand',
      bookingId: booking.id,
      subject: intent.id,
      data: { totalCents: booking.totalCents, chargeId: intent.chargeId },
      at: now,
    });
  }
}

const resolveManualCapture = (db: Transaction<Database>, intent: PaymentIntentData, resolution: string, at: Date) =>
  resolveException(db, { kind: 'captured_by_hand', subject: intent.id, resolution, resolvedByPersonId: null, at });

async function applyCanceled(deps: Deps, tx: UnitOfWork, booking: LockedBooking): Promise<void> {
  if (booking.paymentState === 'voided') return;
  const now = deps.now();
  if (booking.status !== 'cancelled') {
    const reason =
      booking.paymentState === 'requires_payment'
        ? 'unpaid'
        : booking.status === 'pending'
          ? 'not_accepted'
          : 'payment_failed';
    await expireBooking(tx, booking, reason, now);
  }
  await updateBooking(tx.db, booking.id, { paymentState: 'voided' });
  if (booking.authorizedAt !== null) {
    await recordAndNotify(tx, { kind: 'payment.voided', bookingId: booking.id, actor: null, at: now, data: {} });
  }
}

/**
 * Job: captures the authorized payment of an accepted booking. If Stripe refuses permanently, cancels the booking.
 */
export async function capturePayment(deps: Deps, bookingId: string): Promise<void> {
  const booking = await findBookingForDecision(deps.db, bookingId);
  if (booking?.paymentState !== 'capturing' || booking.stripePaymentIntentId === null) return;
  crashAt('capture.before_stripe');
  let intent: PaymentIntentData;
  try {
    intent = await deps.stripe.captureIntent(booking.stripePaymentIntentId);
  } catch (error) {
    if (!(error instanceof StripeRefusedError)) throw error;
    // Stripe refuses if an earlier request, whose response was lost, already captured the payment, or if the payment
    // cannot be captured.
    intent = await deps.stripe.retrieveIntent(booking.stripePaymentIntentId);
    if (intent.status !== 'succeeded') return handleCaptureRefusal(deps, bookingId, error);
  }
  crashAt('capture.after_stripe');
  await applyIntent(deps, bookingId, intent);
}

async function handleCaptureRefusal(deps: Deps, bookingId: string, error: StripeRefusedError): Promise<void> {
  deps.log.warn({ bookingId, code: error.code }, 'capture failed');
  await inTransaction(deps, async (tx) => {
    const booking = await lockBooking(tx.db, bookingId);
    if (booking?.paymentState === 'capturing') await expireBooking(tx, booking, 'payment_failed', deps.now());
  });
}

/**
 * Job: cancels the intent of a cancelled booking, so that the card is not left authorized and no open page can pay
 * it.
 */
export async function voidPayment(deps: Deps, bookingId: string): Promise<void> {
  const booking = await findBookingForDecision(deps.db, bookingId);
  // Includes 'voided', because an intent may have been created or paid after that state was set.
  if (booking?.status !== 'cancelled' || !['requires_payment', 'authorized', 'voided'].includes(booking.paymentState))
    return;
  if (booking.stripePaymentIntentId === null) {
    return inTransaction(deps, async (tx) => {
      const locked = await lockBooking(tx.db, bookingId);
      // Without an intent there is nothing to cancel. If a concurrent request has just created one, another job
      // cancels it.
      if (locked?.stripePaymentIntentId === null) await updateBooking(tx.db, bookingId, { paymentState: 'voided' });
      else tx.enqueue('payments.void', { bookingId });
    });
  }
  let intent: PaymentIntentData;
  try {
    intent = await deps.stripe.cancelIntent(booking.stripePaymentIntentId);
  } catch (error) {
    if (!(error instanceof StripeRefusedError)) throw error;
    intent = await deps.stripe.retrieveIntent(booking.stripePaymentIntentId);
    // Stripe refuses if an earlier attempt already cancelled the intent or other software charged it. The code below
    // applies the intent's state in both cases.
    if (intent.status !== 'canceled' && intent.status !== 'succeeded') throw error;
  }
  crashAt('void.after_stripe');
  await applyIntent(deps, bookingId, intent);
}

/**
 * Job: reminds the brand once of an unpaid order. First reads the payment from Stripe, because a webhook may have
 * been lost.
 */
export async function remindOfPayment(deps: Deps, bookingId: string): Promise<void> {
  await syncPayment(deps, bookingId, null);
  await inTransaction(deps, async (tx) => {
    const booking = await lockBooking(tx.db, bookingId);
    if (booking?.status !== 'pending' || booking.paymentState !== 'requires_payment') return;
    const now = deps.now();
    const by = getOrderPayableUntil(booking);
    if (by <= now || (await hasEvent(tx.db, bookingId, 'booking.payment_reminded'))) return;
    const runAt = computePaymentReminderAt(booking.createdAt, by);
    if (runAt !== null && runAt > now) return tx.enqueue('payments.remind_unpaid', { bookingId }, { runAt });
    await recordAndNotify(tx, {
      kind: 'booking.payment_reminded',
      bookingId,
      actor: null,
      at: now,
      data: { by: by.toISOString() },
    });
  });
}

/** Job: cancels an unpaid booking. First reads the payment from Stripe, because a webhook may have been lost. */
export async function expireUnpaidBooking(deps: Deps, bookingId: string): Promise<void> {
  await syncPayment(deps, bookingId, null);
  await inTransaction(deps, async (tx) => {
    const booking = await lockBooking(tx.db, bookingId);
    if (booking?.status !== 'pending' || booking.paymentState !== 'requires_payment') return;
    const runAt = getOrderPayableUntil(booking);
    if (runAt > deps.now()) tx.enqueue('payments.expire_unpaid', { bookingId }, { runAt });
    else await expireBooking(tx, booking, 'unpaid', deps.now());
  });
}
