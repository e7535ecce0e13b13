/** Opens the checkout of an order, with the payment that the browser confirms. */
import type { Actor } from '../../../core/actor.ts';
import { isPayable } from '@marquee/booking';
import { PRODUCT_NAME } from '@marquee/brand';
import { type CheckoutInput, type OfferCheckout } from '@marquee/validation';
import type { Deps } from '../../../core/deps.ts';
import { Failure } from '../../../core/failures.ts';
import { crashAt } from '../../../core/faults.ts';
import { runJobInProcess } from '../../../core/await-job.ts';
import { enforceRateLimit } from '../../../core/rate-limits.ts';
import { inTransaction } from '../../../core/unit-of-work.ts';
import { StripeGaveUpError, StripeRefusedError } from '../../../gateways/stripe-errors.ts';
import type { PaymentIntentData } from '../../../gateways/stripe-payments.ts';
import { assertMayPay } from '../../booking/approvals/approvals.service.ts';
import { getBooking } from '../../booking/bookings/bookings.service.ts';
import { openBooking } from '../../booking/orders/orders.service.ts';
import {
  findBookingForDecision,
  lockBooking,
  updateBooking,
  type LockedBooking,
} from '../../booking/bookings/bookings.sql.ts';
import type { OrderRequest } from '../../booking/orders/order-items.service.ts';
import { setPaymentIntent, setNextIntentAttempt } from './payments.sql.ts';

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
    await assertMayPay(deps, actor, booking);
    const checkout = await openPayableIntent(deps, booking);
    if (checkout) return checkout;
  }
  throw new Failure('PAYMENT_DONE');
}

/**
 * Opens the checkout of an existing unpaid booking (/checkout/{bookingId}). Throws BOOKING_NOT_FOUND (also for
 * another brand's booking), ACTS_FOR_BOTH_SIDES, ORDER_LIMIT_EXCEEDED, PAYMENT_DONE (paid or cancelled) or
 * PAYMENT_UNAVAILABLE.
 */
export async function resumeCheckout(deps: Deps, actor: Actor, bookingId: string): Promise<CheckoutIntent> {
  await enforceRateLimit(deps, 'checkout', actor.id);
  const booking = await findBookingToPay(deps, actor, bookingId);
  const checkout = isPayable(booking) ? await openPayableIntent(deps, booking) : null;
  if (!checkout) throw new Failure('PAYMENT_DONE');
  return checkout;
}

/**
 * Returns a booking of the caller's brand, for its payment. Throws BOOKING_NOT_FOUND and, if it is not paid yet, the
 * errors of `assertMayPay`.
 */
export async function findBookingToPay(deps: Deps, actor: Actor, id: string): Promise<LockedBooking> {
  const booking = await findBookingForDecision(deps.db, id);
  if (booking?.brandId !== actor.workspaceId) throw new Failure('BOOKING_NOT_FOUND');
  if (isPayable(booking)) await assertMayPay(deps, actor, booking);
  return booking;
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
    if (error instanceof Failure) throw error;
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
  const intentId = await inTransaction(deps, async (tx) => {
    const locked = await lockBooking(tx.db, booking.id);
    if (locked?.stripePaymentIntentId === null)
      await updateBooking(tx.db, booking.id, { stripePaymentIntentId: intent.id });
    if (locked?.status !== 'cancelled') return locked?.stripePaymentIntentId ?? intent.id;
    tx.enqueue('payments.void', { bookingId: booking.id });
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
    order: { ...booking, orderedAt: booking.createdAt },
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
