/**
 * Handles a booking's payment from checkout to capture or cancellation. The settlements module handles everything
 * after the capture.
 */
import type { Actor } from '../../../core/actor.ts';
import { computeAcceptBy, isChargedState, isPayable, computePaymentReminderAt, PRODUCT_NAME } from '@marquee/booking';
import { idField, type CheckoutInput, type OfferCheckout } from '@marquee/validation';
import type { Transaction } from 'kysely';
import type { Deps } from '../../../core/deps.ts';
import { Failure } from '../../../core/failures.ts';
import { getIssuer } from '../../../core/issuer.ts';
import { crashAt, pauseAt } from '../../../core/faults.ts';
import { runJobInProcess } from '../../../core/await-job.ts';
import { enqueueJob } from '../../../core/queue.ts';
import { enforceRateLimit } from '../../../core/rate-limits.ts';
import type { Database } from '../../../db/schema.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { StripeGaveUpError, StripeRefusedError } from '../../../gateways/stripe-errors.ts';
import type { PaymentIntentData } from '../../../gateways/stripe-payments.ts';
import { getBooking } from '../../booking/bookings/bookings.service.ts';
import { expireBooking } from '../../booking/bookings/moves.service.ts';
import { getOrderPayableUntil, openBooking } from '../../booking/orders/orders.service.ts';
import {
  findBookingForDecision,
  lockBooking,
  updateBooking,
  type LockedBooking,
} from '../../booking/bookings/bookings.sql.ts';
import { hasEvent } from '../../booking/bookings/timeline.sql.ts';
import { scheduleStalledCancellation, scheduleAnswerReminder } from '../../booking/bookings/deadlines.service.ts';
import type { OrderRequest } from '../../booking/orders/order-items.service.ts';
import { recordAndNotify } from '../../booking/bookings/notifications.service.ts';
import { openException, resolveException } from '../ledger/exceptions.service.ts';
import { bookCapture } from '../ledger/ledger.service.ts';
import { recordSurplusPayment } from '../settlements/surplus.service.ts';
import { insertStripeEvent, setPaymentIntent, setNextIntentAttempt } from './payments.sql.ts';

/** The data that the checkout page or an API client needs to confirm the payment. Amounts are in cents. */
interface CheckoutIntent {
  bookingId: string;
  clientSecret: string;
  priceCents: number;
  feeCents: number;
  totalCents: number;
}

/**
 * Creates the unpaid booking and its PaymentIntent, or returns the existing ones. Throws BRAND_USER_WRONG,
 * PACKAGE_NOT_FOUND, ANSWERS_INVALID, CHOICE_INVALID, CREATOR_FULLY_BOOKED, CREATOR_AWAY, TOO_BUSY, or
 * PAYMENT_UNAVAILABLE if Stripe cannot be reached.
 */
export async function openCheckout(deps: Deps, actor: Actor, input: CheckoutInput): Promise<CheckoutIntent> {
  if (input.brandUserId !== actor.id) throw new Failure('BRAND_USER_WRONG');
  return openCheckoutForOrder(deps, actor, input);
}

/**
 * Opens the checkout for an offer version. The brand accepts that version by paying. Throws OFFER_TOTAL_CHANGED if
 * the total differs from the one that the brand saw. Also throws OFFER_NOT_FOUND, OFFER_ENDED, OFFER_BOOKED,
 * OFFER_CHANGED, OFFER_EXPIRED, OFFER_NOT_YOURS, CREATOR_FULLY_BOOKED, CREATOR_AWAY, TOO_BUSY or
 * PAYMENT_UNAVAILABLE.
 */
export const openOfferCheckout = (deps: Deps, actor: Actor, input: OfferCheckout): Promise<CheckoutIntent> =>
  openCheckoutForOrder(deps, actor, input).catch((error: unknown) => {
    // Replaces the error message, which mentions the waiting list. Offers have no waiting list.
    if (error instanceof Failure && (error.failure === 'CREATOR_FULLY_BOOKED' || error.failure === 'CREATOR_AWAY'))
      throw new Failure(error.failure, NO_FREE_SLOT_TEXT);
    throw error;
  });

const NO_FREE_SLOT_TEXT =
  'This creator is not accepting orders right now. Your card was not charged. Try again before the offer expires.';

async function openCheckoutForOrder(deps: Deps, actor: Actor, input: OrderRequest): Promise<CheckoutIntent> {
  await enforceRateLimit(deps, 'checkout', actor.id);
  // If Stripe reports that the existing booking is already paid, the brand is ordering again, so the second attempt
  // creates a new booking.
  for (let round = 0; round < 2; round++) {
    const booking = await openBooking(deps, actor, input);
    const checkout = await openPayableIntent(deps, booking);
    if (checkout) return checkout;
  }
  throw new Failure('PAYMENT_DONE');
}

/**
 * Opens the checkout of an existing unpaid booking (/checkout/{bookingId}). Throws BOOKING_NOT_FOUND (also for
 * another brand's booking), PAYMENT_DONE (paid or cancelled) or PAYMENT_UNAVAILABLE.
 */
export async function resumeCheckout(deps: Deps, actor: Actor, bookingId: string): Promise<CheckoutIntent> {
  await enforceRateLimit(deps, 'checkout', actor.id);
  const booking = await findBookingForDecision(deps.db, bookingId);
  if (booking?.brandId !== actor.workspaceId) throw new Failure('BOOKING_NOT_FOUND');
  const checkout = isPayable(booking) ? await openPayableIntent(deps, booking) : null;
  if (!checkout) throw new Failure('PAYMENT_DONE');
  return checkout;
}

/**
 * Returns the booking's intent if the brand can still pay it. Otherwise applies the intent's state at Stripe to the
 * booking and returns null.
 */
async function openPayableIntent(deps: Deps, booking: LockedBooking): Promise<CheckoutIntent | null> {
  let intent: PaymentIntentData | null;
  try {
    intent = await ensureIntent(deps, booking);
  } catch (error) {
    deps.log.error({ err: error, bookingId: booking.id }, 'payment intent failed');
    throw new Failure('PAYMENT_UNAVAILABLE');
  }
  if (intent === null) return null;
  if (
    intent.clientSecret !== null &&
    ['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.status)
  ) {
    const { id: bookingId, priceCents, feeCents, totalCents } = booking;
    return { bookingId, clientSecret: intent.clientSecret, priceCents, feeCents, totalCents };
  }
  await syncPaymentNow(deps, booking.id);
  return null;
}

/**
 * Returns the booking's intent. Creates one if there is none. Returns null if the booking ended while the intent was
 * being created. That intent is then cancelled and must not be shown to the brand. The idempotency key is derived
 * from the booking's row, so two concurrent calls create only one intent.
 */
export async function ensureIntent(deps: Deps, booking: LockedBooking): Promise<PaymentIntentData | null> {
  if (booking.stripePaymentIntentId !== null) return deps.stripe.retrieveIntent(booking.stripePaymentIntentId);
  crashAt('intent.after_row');
  const intent = await createIntent(deps, booking);
  crashAt('intent.after_stripe');
  if (await setPaymentIntent(deps.db, booking.id, intent.id)) return intent;
  const intentId = await inTransaction(deps.db, async (tx) => {
    const locked = await lockBooking(tx, booking.id);
    if (locked?.stripePaymentIntentId === null)
      await updateBooking(tx, booking.id, { stripePaymentIntentId: intent.id });
    if (locked?.status !== 'cancelled') return locked?.stripePaymentIntentId ?? intent.id;
    await enqueueJob(tx, 'payments.void', { bookingId: booking.id });
    return null;
  });
  if (intentId === null) return null;
  if (intentId === intent.id) return intent;
  // A concurrent call created the booking's intent with a later idempotency key. The one created here is cancelled
  // when its webhook arrives.
  return deps.stripe.retrieveIntent(intentId);
}

/**
 * Creates the intent at Stripe. If the request failed permanently, sends a request with a new idempotency key. This
 * is safe because an unconfirmed intent holds no money and its secret was never disclosed. If the failed request did
 * create an intent, the webhook either attaches that intent to the booking or cancels it.
 */
async function createIntent(deps: Deps, booking: LockedBooking): Promise<PaymentIntentData> {
  // Does not contain the package's name, which may change between two requests with the same idempotency key. Stripe
  // requires such requests to be identical.
  const request = {
    bookingId: booking.id,
    totalCents: booking.totalCents,
    description: `${PRODUCT_NAME} booking ${booking.id}`,
  };
  try {
    return await deps.stripe.createIntent({ ...request, attempt: booking.intentAttempt });
  } catch (error) {
    if (!(error instanceof StripeRefusedError || error instanceof StripeGaveUpError)) throw error;
    const attempt = await setNextIntentAttempt(deps.db, booking.id, booking.intentAttempt);
    return deps.stripe.createIntent({ ...request, attempt });
  }
}

/**
 * Reads the payment from Stripe and applies its state immediately. If this process dies before that, the webhook or
 * the job that cancels unpaid orders does it instead.
 */
const syncPaymentNow = (deps: Deps, bookingId: string): Promise<void> =>
  runJobInProcess(deps, 'payments.sync', { bookingId });

/**
 * Reads the payment's state from Stripe after the browser has confirmed it. Throws BOOKING_NOT_FOUND or
 * TOO_MANY_REQUESTS.
 */
export async function confirmReturn(deps: Deps, actor: Actor, bookingId: string) {
  const booking = await findBookingForDecision(deps.db, bookingId);
  if (booking?.brandId === actor.workspaceId && isPayable(booking)) {
    await enforceRateLimit(deps, 'payment return', actor.id);
    await syncPaymentNow(deps, bookingId);
  }
  return getBooking(deps, actor, bookingId);
}

/** Stripe events about a change to an existing refund. Older API versions send only 'charge.refund.updated'. */
const REFUND_CHANGE_EVENTS = ['refund.failed', 'refund.updated', 'charge.refund.updated'];

/** Stripe events about a change to a saved card. Banks replace expired cards without telling us. */
const CARD_CHANGE_EVENTS = [
  'payment_method.detached',
  'payment_method.updated',
  'payment_method.automatically_updated',
];

/** The types of Stripe events that we handle. */
export const HANDLED_EVENT_PATTERN = new RegExp(
  `^(payment_intent\\..*|charge\\.dispute\\..*|account\\.updated|account\\.external_account\\..*|payout\\.failed|${[...REFUND_CHANGE_EVENTS, ...CARD_CHANGE_EVENTS, 'setup_intent.succeeded', 'customer.deleted'].map((type) => type.replaceAll('.', '\\.')).join('|')})$`,
);

/** A Stripe event, from its webhook or from Stripe's list of events. */
interface StripeEventNews {
  id: string;
  type: string;
  /** The event's object. Null for event types that we ignore. */
  object: WebhookObject | null;
  /** The connected account that the event is about. */
  account?: string | null | undefined;
  /** The time of the event at Stripe. The default is now. */
  createdAt?: Date | undefined;
  source?: 'webhook' | 'list';
}

/**
 * In one transaction, stores a Stripe event and the job that re-reads the event's object from Stripe, so that no
 * event is lost or applied twice. Amounts and states in the event are not trusted. An event that would change
 * nothing gets no job. Most events arrive while the request that caused them is still storing its result. The job
 * that re-reads a payment therefore starts `toldMs` later, when that result is usually stored.
 */
export async function receiveWebhook(deps: Deps, event: StripeEventNews): Promise<void> {
  const { id: eventId, type, object, account, source = 'webhook' } = event;
  const receivedAt = deps.now();
  const createdAt = event.createdAt ?? receivedAt;
  const noted = { id: eventId, type, createdAt, receivedAt, source };
  const countEvent = () => deps.metrics.countStripeEvent(source, receivedAt.getTime() - createdAt.getTime());
  // Other software may use the same Stripe account and also set `bookingId` in the metadata.
  const bookingId = idField.safeParse(object?.metadata?.['bookingId']);
  const isOfIntent = type.startsWith('payment_intent.') && bookingId.success;
  if (
    object === null ||
    (isOfIntent && isEventAlreadyApplied(await findBookingForDecision(deps.db, bookingId.data), type, object.id))
  )
    return (await insertStripeEvent(deps.db, noted)) ? countEvent() : undefined;
  const isNew = await inTransaction(deps.db, async (tx) => {
    if (!(await insertStripeEvent(tx, noted))) return false;
    if (isOfIntent) {
      const payload = { bookingId: bookingId.data, paymentIntentId: object.id, told: type };
      await enqueueJob(tx, 'payments.sync', payload, { afterMs: deps.env.TIMING.toldMs });
    } else if (type.startsWith('charge.dispute.')) {
      await enqueueJob(tx, 'chargebacks.sync', { stripeDisputeId: object.id });
    } else if (REFUND_CHANGE_EVENTS.includes(type)) {
      await enqueueJob(tx, 'settlements.sync_refund', { refundId: object.id });
    } else if (CARD_CHANGE_EVENTS.includes(type)) {
      await enqueueJob(tx, 'payments.sync_card', { paymentMethodId: object.id });
    } else if (type === 'customer.deleted') {
      await enqueueJob(tx, 'payments.sync_customer', { customerId: object.id });
    } else if (type === 'setup_intent.succeeded') {
      // Other software may use the same Stripe account.
      if (idField.safeParse(object.metadata?.['workspaceId']).success)
        await enqueueJob(tx, 'payments.save_setup', { setupIntentId: object.id }, { afterMs: deps.env.TIMING.toldMs });
    } else if (type === 'account.updated') {
      await enqueueJob(tx, 'settlements.sync_account', { accountId: object.id });
      await enqueueJob(tx, 'payouts.sync_bank', { accountId: object.id });
    } else if (account) {
      // Payouts to connected accounts have an `account`. The platform's own payouts do not.
      if (type === 'payout.failed')
        await enqueueJob(tx, 'payouts.sync_returned', { payoutId: object.id, accountId: account });
      else {
        await enqueueJob(tx, 'settlements.sync_account', { accountId: account });
        await enqueueJob(tx, 'payouts.sync_bank', { accountId: account });
      }
    }
    await pauseAt('webhook.before_commit');
    return true;
  });
  if (isNew) countEvent();
}

/**
 * Returns whether the booking is already in the state that this event about its intent leads to, or in a later one.
 * Re-reading the intent would then change nothing.
 */
function isEventAlreadyApplied(booking: LockedBooking | undefined, type: string, intentId: string): boolean {
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

export interface WebhookObject {
  id: string;
  metadata?: Record<string, unknown> | null | undefined;
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
    await inTransaction(deps.db, (tx) => recordSurplusPayment(tx, second, bookingId, 'second_intent', deps.now()));
  } else {
    await deps.stripe.cancelIntent(intentId);
  }
}

/** Applies the intent's state to the booking in one transaction. States may arrive in any order. */
export async function applyIntent(deps: Deps, bookingId: string, intent: PaymentIntentData): Promise<void> {
  const isToCancel = await inTransaction(deps.db, async (tx) => {
    const booking = await lockBooking(tx, bookingId);
    if (!booking) return false;
    if (!isIntentMatchingBooking(intent, booking)) {
      await recordMismatchedPayment(deps, tx, booking, intent);
      return intent.status === 'requires_capture';
    }
    if (booking.stripePaymentIntentId === null)
      await updateBooking(tx, booking.id, { stripePaymentIntentId: intent.id });

    if (intent.status === 'requires_capture') await applyAuthorized(deps, tx, booking, intent);
    else if (intent.status === 'succeeded') await applyCaptured(deps, tx, booking, intent);
    else if (intent.status === 'canceled') {
      await applyCanceled(deps, tx, booking);
      // The card may have been authorized, and so attached to the customer, just before the intent was cancelled.
      if (intent.saving !== null && intent.paymentMethodId !== null)
        await enqueueJob(tx, 'payments.save_card', { paymentIntentId: intent.id });
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
  tx: Transaction<Database>,
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
  await openException(tx, { kind: 'intent_misfit', bookingId: booking.id, subject: intent.id, data, at: now });
  deps.log.error({ bookingId: booking.id, intentId: intent.id, ...data }, 'payment does not match its booking');
  if (intent.status !== 'succeeded' || intent.bookingId !== booking.id) return;
  await recordSurplusPayment(tx, intent, booking.id, 'amount', now);
  if (isChargedState(booking.paymentState)) return;
  if (booking.status !== 'cancelled') await expireBooking(tx, booking, 'payment_failed', now);
  await updateBooking(tx, booking.id, { paymentState: 'voided' });
}

async function applyAuthorized(
  deps: Deps,
  tx: Transaction<Database>,
  booking: LockedBooking,
  intent: PaymentIntentData,
): Promise<void> {
  if (booking.status === 'pending' && booking.paymentState === 'requires_payment') {
    await recordAuthorization(deps, tx, booking, intent);
  } else if (booking.status === 'cancelled') {
    // The card was authorized after the booking had ended, so the authorization is released. The card is saved
    // nevertheless, because Stripe has attached it to the customer.
    await enqueueJob(tx, 'payments.void', { bookingId: booking.id });
    if (intent.saving !== null) await enqueueJob(tx, 'payments.save_card', { paymentIntentId: intent.id });
  } else if (booking.paymentState === 'capturing') {
    await enqueueJob(tx, 'payments.capture', { bookingId: booking.id });
  }
}

async function recordAuthorization(
  deps: Deps,
  tx: Transaction<Database>,
  booking: LockedBooking,
  intent: PaymentIntentData,
): Promise<void> {
  const now = deps.now();
  const deadline = computeAcceptBy(now, intent.captureBefore, booking.windows);
  await updateBooking(tx, booking.id, {
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
  await enqueueJob(tx, 'bookings.expire_unaccepted', { bookingId: booking.id }, { runAt: deadline });
  await scheduleAnswerReminder(tx, booking, { of: 'order', by: deadline });
  if (booking.offerId !== null) await enqueueJob(tx, 'offers.booked', { bookingId: booking.id });
  if (intent.saving !== null) await enqueueJob(tx, 'payments.save_card', { paymentIntentId: intent.id });
}

async function applyCaptured(
  deps: Deps,
  tx: Transaction<Database>,
  booking: LockedBooking,
  intent: PaymentIntentData,
): Promise<void> {
  if (isChargedState(booking.paymentState)) return;
  const now = deps.now();
  if (booking.status === 'cancelled') {
    // The card was charged after the booking had ended, either manually or by other software.
    await recordSurplusPayment(tx, intent, booking.id, 'booking_cancelled', now);
    await updateBooking(tx, booking.id, { paymentState: 'voided' });
    await resolveManualCapture(tx, intent, 'The booking had ended: it is given back', now);
  } else if (booking.paymentState === 'capturing') {
    if (intent.chargeId === null) throw new Error(`Intent ${intent.id} succeeded without a charge`);
    await updateBooking(tx, booking.id, { paymentState: 'held', stripeChargeId: intent.chargeId });
    await bookCapture(tx, booking, { ...intent, chargeId: intent.chargeId }, now, getIssuer(deps));
    await scheduleStalledCancellation(tx, booking, now);
    await recordAndNotify(tx, {
      kind: 'payment.captured',
      bookingId: booking.id,
      actor: null,
      at: now,
      data: { totalCents: booking.totalCents },
    });
    await resolveManualCapture(tx, intent, 'The creator accepted the booking', now);
  } else {
    // The card was charged without a request from us, for example in Stripe's dashboard. The payment is correct if
    // the creator accepts, and is refunded if the booking ends instead. The exception for staff stays open until
    // then.
    if (booking.paymentState === 'requires_payment') await recordAuthorization(deps, tx, booking, intent);
    await openException(tx, {
      kind: 'captured_by_hand',
      bookingId: booking.id,
      subject: intent.id,
      data: { totalCents: booking.totalCents, chargeId: intent.chargeId },
      at: now,
    });
  }
}

const resolveManualCapture = (tx: Transaction<Database>, intent: PaymentIntentData, resolution: string, at: Date) =>
  resolveException(tx, { kind: 'captured_by_hand', subject: intent.id, resolution, resolvedByPersonId: null, at });

async function applyCanceled(deps: Deps, tx: Transaction<Database>, booking: LockedBooking): Promise<void> {
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
  await updateBooking(tx, booking.id, { paymentState: 'voided' });
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
  await inTransaction(deps.db, async (tx) => {
    const booking = await lockBooking(tx, bookingId);
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
    return inTransaction(deps.db, async (tx) => {
      const locked = await lockBooking(tx, bookingId);
      // Without an intent there is nothing to cancel. If a concurrent request has just created one, another job
      // cancels it.
      if (locked?.stripePaymentIntentId === null) await updateBooking(tx, bookingId, { paymentState: 'voided' });
      else await enqueueJob(tx, 'payments.void', { bookingId });
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
  await inTransaction(deps.db, async (tx) => {
    const booking = await lockBooking(tx, bookingId);
    if (booking?.status !== 'pending' || booking.paymentState !== 'requires_payment') return;
    const now = deps.now();
    const by = getOrderPayableUntil(booking);
    if (by <= now || (await hasEvent(tx, bookingId, 'booking.payment_reminded'))) return;
    const runAt = computePaymentReminderAt(booking.createdAt, by);
    if (runAt !== null && runAt > now) return enqueueJob(tx, 'payments.remind_unpaid', { bookingId }, { runAt });
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
  await inTransaction(deps.db, async (tx) => {
    const booking = await lockBooking(tx, bookingId);
    if (booking?.status !== 'pending' || booking.paymentState !== 'requires_payment') return;
    const runAt = getOrderPayableUntil(booking);
    if (runAt > deps.now()) await enqueueJob(tx, 'payments.expire_unpaid', { bookingId }, { runAt });
    else await expireBooking(tx, booking, 'unpaid', deps.now());
  });
}
