/**
 * A booking's payment up to the capture: checkout, what Stripe
 * says of it, capture, void. What comes after is settlement.
 */
import { computeAcceptBy, isChargedState, isPayable, computePaymentReminderAt, PRODUCT_NAME } from '@marquee/booking';
import { idField, type CheckoutInput, type OfferCheckout } from '@marquee/validation';
import type { Transaction } from 'kysely';
import type { UserCtx } from '../../core/ctx.ts';
import type { Deps } from '../../core/deps.ts';
import { Failure } from '../../core/failures.ts';
import { getIssuer } from '../../core/issuer.ts';
import { crashAt, pauseAt } from '../../core/faults.ts';
import { runJobInProcess } from '../../core/await-job.ts';
import { enqueueJob } from '../../core/queue.ts';
import { enforceRateLimit } from '../../core/rate-limits.ts';
import type { Database } from '../../db/schema.ts';
import { inTransaction } from '../../db/transaction.ts';
import { StripeGaveUpError, StripeRefusedError, type PaymentIntentData } from '../../gateways/stripe.ts';
import {
  getBooking,
  expireBooking,
  openBooking,
  getOrderPayableUntil,
  scheduleStalledCancellation,
} from '../bookings/bookings.service.ts';
import {
  findBookingForDecision,
  hasEvent,
  lockBooking,
  updateBooking,
  type LockedBooking,
} from '../bookings/bookings.sql.ts';
import type { OrderRequest } from '../bookings/order-items.service.ts';
import { recordAndNotify } from '../bookings/notifications.service.ts';
import { scheduleAnswerReminder } from '../bookings/reminders.service.ts';
import { openException, resolveException } from '../ledger/exceptions.service.ts';
import { bookCapture } from '../ledger/ledger.service.ts';
import { recordSurplus } from '../settlements/surplus.service.ts';
import { insertStripeEvent, setIntent, setNextIntentAttempt } from './payments.sql.ts';

/** What a checkout page or program needs to confirm the payment. Amounts in cents. */
interface CheckoutIntent {
  bookingId: string;
  clientSecret: string;
  priceCents: number;
  feeCents: number;
  totalCents: number;
}

/**
 * Writes or finds the unpaid booking and its PaymentIntent. Parallel and repeated
 * calls before payment give one booking. Fails with BRAND_USER_WRONG,
 * PACKAGE_NOT_FOUND, ANSWERS_INVALID, CHOICE_INVALID, CREATOR_FULLY_BOOKED, CREATOR_AWAY, TOO_BUSY, PAYMENT_UNAVAILABLE
 * (Stripe cannot be reached).
 */
export async function openCheckout(ctx: UserCtx, input: CheckoutInput): Promise<CheckoutIntent> {
  if (input.brandUserId !== ctx.user.id) throw new Failure('BRAND_USER_WRONG');
  return checkoutOf(ctx, input);
}

/**
 * The same for a version of an offer, which the brand accepts with it: the total is what the page showed, or it is
 * refused. Fails with OFFER_NOT_FOUND, OFFER_ENDED, OFFER_BOOKED, OFFER_CHANGED, OFFER_EXPIRED, OFFER_NOT_YOURS,
 * OFFER_TOTAL_CHANGED, CREATOR_FULLY_BOOKED, CREATOR_AWAY, TOO_BUSY or PAYMENT_UNAVAILABLE.
 */
export const openOfferCheckout = (ctx: UserCtx, input: OfferCheckout): Promise<CheckoutIntent> =>
  checkoutOf(ctx, input).catch((error: unknown) => {
    // The waiting list is for packages.
    if (error instanceof Failure && (error.failure === 'CREATOR_FULLY_BOOKED' || error.failure === 'CREATOR_AWAY'))
      throw new Failure(error.failure, NO_PLACE);
    throw error;
  });

const NO_PLACE =
  'This creator takes no orders at the moment. Nothing was charged, and the offer stays: try again until its time is over.';

async function checkoutOf(ctx: UserCtx, input: OrderRequest): Promise<CheckoutIntent> {
  await enforceRateLimit(ctx, 'checkout', ctx.user.id);
  // The second round: the brand has just paid the booking we found, and orders again.
  for (let round = 0; round < 2; round++) {
    const booking = await openBooking(ctx, input);
    const checkout = await payable(ctx, booking);
    if (checkout) return checkout;
  }
  throw new Failure('PAYMENT_DONE');
}

/**
 * The checkout of a booking that is already there (/checkout/{bookingId}). Fails with BOOKING_NOT_FOUND (also another
 * brand's), PAYMENT_DONE (paid or cancelled) or PAYMENT_UNAVAILABLE.
 */
export async function resumeCheckout(ctx: UserCtx, bookingId: string): Promise<CheckoutIntent> {
  await enforceRateLimit(ctx, 'checkout', ctx.user.id);
  const booking = await findBookingForDecision(ctx.db, bookingId);
  if (booking?.brandId !== ctx.user.id) throw new Failure('BOOKING_NOT_FOUND');
  const checkout = isPayable(booking) ? await payable(ctx, booking) : null;
  if (!checkout) throw new Failure('PAYMENT_DONE');
  return checkout;
}

/** The booking's intent if the brand can still pay it; null when it is past that (what Stripe says is then applied). */
async function payable(ctx: UserCtx, booking: LockedBooking): Promise<CheckoutIntent | null> {
  let intent: PaymentIntentData | null;
  try {
    intent = await ensureIntent(ctx, booking);
  } catch (error) {
    ctx.log.error({ err: error, bookingId: booking.id }, 'payment intent failed');
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
  await requestSync(ctx, booking.id);
  return null;
}

/**
 * The booking's intent, made now if it is not there; null when the booking ended meanwhile (the intent is then voided
 * and must not be handed out). The key comes from the row, so two calls make one intent.
 */
async function ensureIntent(deps: Deps, booking: LockedBooking): Promise<PaymentIntentData | null> {
  if (booking.stripePaymentIntentId !== null) return deps.stripe.retrieveIntent(booking.stripePaymentIntentId);
  crashAt('intent.after_row');
  const intent = await createIntent(deps, booking);
  crashAt('intent.after_stripe');
  if (await setIntent(deps.db, booking.id, intent.id)) return intent;
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
  // Another call made one under a later key meanwhile. That one
  // is the booking's; ours is let go when its webhook comes.
  return deps.stripe.retrieveIntent(intentId);
}

/**
 * Asks Stripe for the intent. Where Stripe says for good that the request failed, it is asked for anew at once: an
 * intent holds no money, and one that nobody was given the secret of can never be paid. Should the failed request have
 * made one after all, its webhook leads to it: it becomes the booking's, or it is cancelled.
 */
async function createIntent(deps: Deps, booking: LockedBooking): Promise<PaymentIntentData> {
  // Not the package's name: a request repeated under one key must be the same to the letter.
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

/** Looks at Stripe now. Should this process die, the webhook or the timer of the unpaid order does. */
const requestSync = (deps: Deps, bookingId: string): Promise<void> =>
  runJobInProcess(deps, 'payments.sync', { bookingId });

/**
 * The browser came back from confirming: find out how it went. Fails with BOOKING_NOT_FOUND or TOO_MANY_REQUESTS.
 */
export async function confirmReturn(ctx: UserCtx, bookingId: string) {
  const booking = await findBookingForDecision(ctx.db, bookingId);
  if (booking?.brandId === ctx.user.id && isPayable(booking)) {
    await enforceRateLimit(ctx, 'payment return', ctx.user.id);
    await requestSync(ctx, bookingId);
  }
  return getBooking(ctx, bookingId);
}

/** What Stripe calls it when a refund changes after it was made; older versions of its API know the last name only. */
const REFUND_CHANGES = ['refund.failed', 'refund.updated', 'charge.refund.updated'];

/** The types of events that something follows from. */
export const LOOKED_AT = new RegExp(
  `^(payment_intent\\..*|charge\\.dispute\\..*|account\\.updated|account\\.external_account\\..*|payout\\.failed|${REFUND_CHANGES.map((type) => type.replaceAll('.', '\\.')).join('|')})$`,
);

/**
 * Takes a webhook: the event's id and the job that re-reads the object are written together, so an event is neither
 * lost nor applied twice. Amounts and states in the event are not trusted. An event that changes nothing for the
 * booking gets no job. Most events arrive while the request that caused them is still writing its result, so the job
 * that re-reads a payment starts `toldMs` later and then usually finds the result.
 */
export async function receiveWebhook(
  deps: Deps,
  event: { id: string; type: string; object: WebhookObject | null; account?: string | null | undefined },
): Promise<void> {
  const { id: eventId, type, object, account } = event;
  const noted = { id: eventId, type, receivedAt: deps.now() };
  // Another program may use the same Stripe account, and the same word for something else.
  const bookingId = idField.safeParse(object?.metadata?.['bookingId']);
  const isOfIntent = type.startsWith('payment_intent.') && bookingId.success;
  if (
    object === null ||
    (isOfIntent && isKnown(await findBookingForDecision(deps.db, bookingId.data), type, object.id))
  )
    return void (await insertStripeEvent(deps.db, noted));
  await inTransaction(deps.db, async (tx) => {
    if (!(await insertStripeEvent(tx, noted))) return;
    if (isOfIntent) {
      const payload = { bookingId: bookingId.data, paymentIntentId: object.id, told: type };
      await enqueueJob(tx, 'payments.sync', payload, { afterMs: deps.env.TIMING.toldMs });
    } else if (type.startsWith('charge.dispute.')) {
      await enqueueJob(tx, 'chargebacks.sync', { stripeDisputeId: object.id });
    } else if (REFUND_CHANGES.includes(type)) {
      await enqueueJob(tx, 'settlements.sync_refund', { refundId: object.id });
    } else if (type === 'account.updated') {
      await enqueueJob(tx, 'settlements.sync_account', { accountId: object.id });
      await enqueueJob(tx, 'payouts.sync_bank', { accountId: object.id });
    } else if (account) {
      // What is about a connected account's bank. The platform's own payouts have no account.
      if (type === 'payout.failed')
        await enqueueJob(tx, 'payouts.sync_returned', { payoutId: object.id, accountId: account });
      else await enqueueJob(tx, 'payouts.sync_bank', { accountId: account });
    }
    await pauseAt('webhook.before_commit');
  });
}

/** Whether a booking is where an event of its own intent leads, or past it: asking Stripe again would change nothing. */
function isKnown(booking: LockedBooking | undefined, type: string, intentId: string): boolean {
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
 * The sync job: re-reads the intent from Stripe and applies what it says. `told`: the event that it follows from, whose
 * news may have come another way meanwhile.
 */
export async function syncPayment(
  deps: Deps,
  bookingId: string,
  paymentIntentId: string | null,
  told?: string,
): Promise<void> {
  const booking = await findBookingForDecision(deps.db, bookingId);
  if (told !== undefined && paymentIntentId !== null && isKnown(booking, told, paymentIntentId)) return undefined;
  if (!booking) return deps.log.warn({ bookingId }, 'a payment names a booking that is not ours');
  const intentId = booking.stripePaymentIntentId ?? paymentIntentId;
  if (intentId === null) return undefined;
  const intent = await deps.stripe.retrieveIntent(intentId);
  await pauseAt('sync.after_read');
  await applyIntent(deps, bookingId, intent);
  if (paymentIntentId !== null && paymentIntentId !== intentId) await refuseSecond(deps, bookingId, paymentIntentId);
}

/**
 * A second intent that names this booking must not keep a brand's
 * money, reserved or charged, and must not be paid later.
 */
async function refuseSecond(deps: Deps, bookingId: string, intentId: string): Promise<void> {
  const second = await deps.stripe.retrieveIntent(intentId);
  if (second.status === 'canceled') return;
  deps.log.error({ bookingId, intentId, status: second.status }, 'a second payment intent names this booking');
  if (second.status === 'succeeded') {
    await inTransaction(deps.db, (tx) => recordSurplus(tx, second, bookingId, 'second_intent', deps.now()));
  } else {
    await deps.stripe.cancelIntent(intentId);
  }
}

/** Applies what Stripe says of a booking's intent, in one transaction, whatever the order in which we learn of it. */
async function applyIntent(deps: Deps, bookingId: string, intent: PaymentIntentData): Promise<void> {
  const isToCancel = await inTransaction(deps.db, async (tx) => {
    const booking = await lockBooking(tx, bookingId);
    if (!booking) return false;
    if (!fitsBooking(intent, booking)) {
      await recordMisfit(deps, tx, booking, intent);
      return intent.status === 'requires_capture';
    }
    if (booking.stripePaymentIntentId === null)
      await updateBooking(tx, booking.id, { stripePaymentIntentId: intent.id });

    if (intent.status === 'requires_capture') await applyAuthorized(deps, tx, booking, intent);
    else if (intent.status === 'succeeded') await applyCaptured(deps, tx, booking, intent);
    else if (intent.status === 'canceled') await applyCanceled(deps, tx, booking);
    await pauseAt('apply.before_commit');
    return false;
  });
  // The card that was authorised for something else is let go; that is then applied like any cancelled payment.
  if (isToCancel) await applyIntent(deps, bookingId, await deps.stripe.cancelIntent(intent.id));
}

/** Whether what the card was authorised or charged for is this booking's total. What holds no money fits. */
const fitsBooking = (intent: PaymentIntentData, booking: LockedBooking): boolean => {
  if (intent.status !== 'requires_capture' && intent.status !== 'succeeded') return true;
  const isOfBooking = intent.bookingId === booking.id;
  return isOfBooking && paidBy(intent) === booking.totalCents && intent.currency === 'usd';
};

const paidBy = (intent: PaymentIntentData): number =>
  intent.status === 'succeeded' ? intent.amountReceived : intent.amount;

/**
 * Tells staff of a payment that does not fit its booking (safety.md M4, "a cheap intent settles a dear order"). What
 * was charged is given back; the booking cannot be paid with it.
 */
async function recordMisfit(
  deps: Deps,
  tx: Transaction<Database>,
  booking: LockedBooking,
  intent: PaymentIntentData,
): Promise<void> {
  const now = deps.now();
  const data = {
    paidCents: paidBy(intent),
    currency: intent.currency,
    totalCents: booking.totalCents,
    named: intent.bookingId,
    status: intent.status,
  };
  await openException(tx, { kind: 'intent_misfit', bookingId: booking.id, subject: intent.id, data, at: now });
  deps.log.error({ bookingId: booking.id, intentId: intent.id, ...data }, 'a payment does not fit its booking');
  if (intent.status !== 'succeeded' || intent.bookingId !== booking.id) return;
  await recordSurplus(tx, intent, booking.id, 'amount', now);
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
    await noteAuthorized(deps, tx, booking, intent);
  } else if (booking.status === 'cancelled') {
    // Authorised after the booking had ended: the card is let go.
    await enqueueJob(tx, 'payments.void', { bookingId: booking.id });
  } else if (booking.paymentState === 'capturing') {
    await enqueueJob(tx, 'payments.capture', { bookingId: booking.id });
  }
}

async function noteAuthorized(
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
    actorId: booking.brandId,
    at: now,
    data: { totalCents: booking.totalCents },
  });
  await enqueueJob(tx, 'bookings.lapse_unaccepted', { bookingId: booking.id }, { runAt: deadline });
  await scheduleAnswerReminder(tx, booking, { of: 'order', by: deadline });
  if (booking.offerId !== null) await enqueueJob(tx, 'offers.booked', { bookingId: booking.id });
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
    // Charged by hand, or by another program, on a booking that had ended.
    await recordSurplus(tx, intent, booking.id, 'booking_cancelled', now);
    await updateBooking(tx, booking.id, { paymentState: 'voided' });
    await settleByHand(tx, intent, 'The booking had ended: it is given back', now);
  } else if (booking.paymentState === 'capturing') {
    if (intent.chargeId === null) throw new Error(`Intent ${intent.id} succeeded without a charge`);
    await updateBooking(tx, booking.id, { paymentState: 'held', stripeChargeId: intent.chargeId });
    await bookCapture(tx, booking, { ...intent, chargeId: intent.chargeId }, now, getIssuer(deps));
    await scheduleStalledCancellation(tx, booking);
    await recordAndNotify(tx, {
      kind: 'payment.captured',
      bookingId: booking.id,
      actorId: null,
      at: now,
      data: { totalCents: booking.totalCents },
    });
    await settleByHand(tx, intent, 'The creator accepted the booking', now);
  } else {
    // Charged although nobody here asked for it (by hand, in Stripe's dashboard). The creator may still accept, which
    // makes the charge right; when the booking ends instead, it is given back. Until then a person is told.
    if (booking.paymentState === 'requires_payment') await noteAuthorized(deps, tx, booking, intent);
    await openException(tx, {
      kind: 'captured_by_hand',
      bookingId: booking.id,
      subject: intent.id,
      data: { totalCents: booking.totalCents, chargeId: intent.chargeId },
      at: now,
    });
  }
}

const settleByHand = (tx: Transaction<Database>, intent: PaymentIntentData, resolution: string, at: Date) =>
  resolveException(tx, { kind: 'captured_by_hand', subject: intent.id, resolution, resolvedBy: null, at });

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
    await recordAndNotify(tx, { kind: 'payment.voided', bookingId: booking.id, actorId: null, at: now, data: {} });
  }
}

/** The capture job: charges the authorised card of an accepted booking. A definite refusal cancels the booking. */
export async function capturePayment(deps: Deps, bookingId: string): Promise<void> {
  const booking = await findBookingForDecision(deps.db, bookingId);
  if (booking?.paymentState !== 'capturing' || booking.stripePaymentIntentId === null) return;
  crashAt('capture.before_stripe');
  let intent: PaymentIntentData;
  try {
    intent = await deps.stripe.captureIntent(booking.stripePaymentIntentId);
  } catch (error) {
    if (!(error instanceof StripeRefusedError)) throw error;
    // Refused: it was captured before (by a try whose answer was lost), or it never can be.
    intent = await deps.stripe.retrieveIntent(booking.stripePaymentIntentId);
    if (intent.status !== 'succeeded') return failCapture(deps, bookingId, error);
  }
  crashAt('capture.after_stripe');
  await applyIntent(deps, bookingId, intent);
}

async function failCapture(deps: Deps, bookingId: string, error: StripeRefusedError): Promise<void> {
  deps.log.warn({ bookingId, code: error.code }, 'the card could not be charged');
  await inTransaction(deps.db, async (tx) => {
    const booking = await lockBooking(tx, bookingId);
    if (booking?.paymentState === 'capturing') await expireBooking(tx, booking, 'payment_failed', deps.now());
  });
}

/** The void job: cancels the intent of a cancelled booking, so that no card stays authorised and no tab can pay it. */
export async function voidPayment(deps: Deps, bookingId: string): Promise<void> {
  const booking = await findBookingForDecision(deps.db, bookingId);
  // One that is voided already, too: its intent may have been made, or paid, after that.
  if (booking?.status !== 'cancelled' || !['requires_payment', 'authorized', 'voided'].includes(booking.paymentState))
    return;
  if (booking.stripePaymentIntentId === null) {
    return inTransaction(deps.db, async (tx) => {
      const locked = await lockBooking(tx, bookingId);
      // No intent was ever handed out, so there is nothing to cancel; one that came this moment is cancelled next.
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
    // Cancelled by an earlier try, or charged by somebody else: either is applied.
    if (intent.status !== 'canceled' && intent.status !== 'succeeded') throw error;
  }
  crashAt('void.after_stripe');
  await applyIntent(deps, bookingId, intent);
}

/**
 * The job: reminds the brand once of an order that it began and has not paid. It asks Stripe first, as the timer does.
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
      actorId: null,
      at: now,
      data: { by: by.toISOString() },
    });
  });
}

/** The timer of an unpaid booking. It asks Stripe first: the brand may have paid and the webhook be lost. */
export async function lapseUnpaid(deps: Deps, bookingId: string): Promise<void> {
  await syncPayment(deps, bookingId, null);
  await inTransaction(deps.db, async (tx) => {
    const booking = await lockBooking(tx, bookingId);
    if (booking?.status !== 'pending' || booking.paymentState !== 'requires_payment') return;
    const runAt = getOrderPayableUntil(booking);
    if (runAt > deps.now()) await enqueueJob(tx, 'payments.lapse_unpaid', { bookingId }, { runAt });
    else await expireBooking(tx, booking, 'unpaid', deps.now());
  });
}
