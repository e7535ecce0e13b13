/** Pays bookings with saved cards. */
import { isPayable } from '@marquee/booking';
import type { WorkspaceId } from '@marquee/contracts';
import { awaitJob, runJobInProcess } from '../../../core/await-job.ts';
import type { UserCtx } from '../../../core/ctx.ts';
import type { Deps } from '../../../core/deps.ts';
import { Failure } from '../../../core/failures.ts';
import { crashAt, pauseAt } from '../../../core/faults.ts';
import { enforceRateLimit } from '../../../core/rate-limits.ts';
import { assertStepUp } from '../../../core/step-up.ts';
import { inTransaction } from '../../../core/unit-of-work.ts';
import type { CardPaymentOutcome } from '../../../db/schema.ts';
import { StripeGaveUpError, StripeRefusedError } from '../../../gateways/stripe-errors.ts';
import type { PaymentIntentData } from '../../../gateways/stripe-payments.ts';
import { findBookingForDecision, lockBooking, type LockedBooking } from '../../booking/bookings/bookings.sql.ts';
import {
  findCardPayment,
  findOpenCardPayment,
  insertCardPayment,
  lockReportedState,
  lockSavedCard,
  setPayoutHeldUntil,
  setCardPaymentOutcome,
} from './cards.sql.ts';
import { applyIntent } from './payments.service.ts';
import { ensureIntent, findBookingToPay } from './checkout.service.ts';

// Paying with a saved card.

interface CardPaymentRequest {
  bookingId: string;
  cardId: string;
}

/**
 * Authorizes the payment of an unpaid booking with a saved card of its brand, off session. Returns
 * 'authentication_required' if the bank wants to ask the payer, who can then pay on the checkout page. Returns
 * 'authorized' if the booking is already paid. The caller checks permissions. Throws BOOKING_NOT_FOUND, CARD_NOT_FOUND,
 * PAYMENT_DONE if the booking has ended, PAYMENT_UNAVAILABLE if nothing was attempted, or CARD_PAYMENT_PENDING if the
 * result is not known yet. In the last case a job continues.
 */
export const authorizeWithSavedCard = (deps: Deps, request: CardPaymentRequest): Promise<CardPaymentOutcome> =>
  payBooking(deps, { ...request, offSession: true, payoutHeldUntil: null });

/**
 * Pays for the caller's booking with a saved card. If the result is 'authentication_required', Stripe.js asks the
 * payer. Throws like `authorizeWithSavedCard`, `findBookingToPay` and `assertStepUp`, and TOO_MANY_REQUESTS.
 */
export async function payWithCard(
  ctx: UserCtx,
  { id, cardId }: { id: string; cardId: string },
): Promise<{ outcome: CardPaymentOutcome }> {
  const { deps, actor } = ctx;
  await enforceRateLimit(deps, 'checkout', actor.id);
  const booking = await findBookingToPay(deps, actor, id);
  const payoutHeldUntil = isPayable(booking) ? await assertStepUp(ctx, booking.totalCents) : null;
  return { outcome: await payBooking(deps, { bookingId: id, cardId, payoutHeldUntil, offSession: false }) };
}

interface Attempt extends CardPaymentRequest {
  offSession: boolean;
  /** Until when the payout of the booking waits, or null (`assertStepUp`). */
  payoutHeldUntil: Date | null;
}

async function payBooking(deps: Deps, attempt: Attempt): Promise<CardPaymentOutcome> {
  const booking = await findBookingForDecision(deps.db, attempt.bookingId);
  if (booking === undefined) throw new Failure('BOOKING_NOT_FOUND');
  if (!isPayable(booking)) return toPaidOutcome(booking);
  await ensurePayableIntent(deps, booking);
  // An earlier attempt with another card has to end first.
  for (let round = 0; round < 2; round++) {
    const started = await startCardPayment(deps, booking.brandId, attempt);
    if (started === 'paid') return 'authorized';
    const { cardPaymentId, isNew, isSame } = started;
    await (isNew ? runJobInProcess : awaitJob)(deps, 'payments.pay_with_card', { cardPaymentId });
    const outcome = (await findCardPayment(deps.db, cardPaymentId))?.outcome ?? null;
    if (outcome === null) throw new Failure('CARD_PAYMENT_PENDING');
    if (isSame || outcome === 'authorized') return outcome;
  }
  throw new Failure('CARD_PAYMENT_PENDING');
}

async function ensurePayableIntent(deps: Deps, booking: LockedBooking): Promise<void> {
  let intent: PaymentIntentData | null;
  try {
    intent = await ensureIntent(deps, booking);
  } catch (error) {
    if (error instanceof Failure) throw error;
    deps.log.error({ err: error, bookingId: booking.id }, 'payment intent failed');
    throw new Failure('PAYMENT_UNAVAILABLE');
  }
  if (intent === null) throw new Failure('PAYMENT_DONE');
}

/** Returns 'authorized' for a paid booking. Throws PAYMENT_DONE if it ended without a payment. */
function toPaidOutcome({ paymentState, status }: LockedBooking): 'authorized' {
  if (status === 'cancelled' || paymentState === 'voided') throw new Failure('PAYMENT_DONE');
  return 'authorized';
}

/**
 * Inserts the attempt and its job under the lock of the booking. Returns the booking's open attempt instead, if there
 * is one. `isSame` is true if it uses the same card in the same way.
 */
const startCardPayment = (
  deps: Deps,
  brandId: WorkspaceId,
  { bookingId, cardId, payoutHeldUntil, offSession }: Attempt,
) =>
  inTransaction(deps, async (tx) => {
    const isReported = await lockReportedState(tx.db, brandId);
    const booking = await lockBooking(tx.db, bookingId);
    if (booking === undefined) throw new Failure('BOOKING_NOT_FOUND');
    if (!isPayable(booking)) {
      toPaidOutcome(booking);
      return 'paid' as const;
    }
    const card = await lockSavedCard(tx.db, cardId, brandId);
    if (card === undefined) throw new Failure('CARD_NOT_FOUND');
    if (isReported) throw new Failure('WORKSPACE_REPORTED');
    const { stripePaymentMethodId } = card;
    const open = await findOpenCardPayment(tx.db, bookingId);
    if (open !== undefined) {
      if (payoutHeldUntil !== null) await setPayoutHeldUntil(tx.db, open.id, payoutHeldUntil);
      const isSame = open.stripePaymentMethodId === stripePaymentMethodId && open.offSession === offSession;
      return { cardPaymentId: open.id, isNew: false, isSame };
    }
    const cardPaymentId = await insertCardPayment(tx.db, {
      bookingId,
      cardId,
      stripePaymentMethodId,
      offSession,
      startedAt: deps.now(),
      payoutHeldUntil,
    });
    tx.enqueue('payments.pay_with_card', { cardPaymentId }, { afterMs: deps.env.TIMING.ownMs });
    return { cardPaymentId, isNew: true, isSame: true };
  });

type OpenCardPayment = NonNullable<Awaited<ReturnType<typeof findCardPayment>>>;

/**
 * Job: confirms the booking's PaymentIntent with the saved card, applies the result to the booking, and stores it. A
 * request whose answer was lost is repeated with the same idempotency key.
 */
export async function runCardPayment(deps: Deps, cardPaymentId: string): Promise<void> {
  const payment = await findCardPayment(deps.db, cardPaymentId);
  if (payment === undefined || payment.outcome !== null) return;
  crashAt('card.after_row');
  await pauseAt('card.before_stripe');
  const intent = await confirmWithCard(deps, payment);
  crashAt('card.after_stripe');
  await applyIntent(deps, payment.bookingId, intent);
  // A booking that ended in the meantime is not paid, although the card was authorized.
  const booking = await findBookingForDecision(deps.db, payment.bookingId);
  const outcome = booking?.status === 'cancelled' ? 'declined' : toOutcome(intent);
  await setCardPaymentOutcome(deps.db, cardPaymentId, { outcome, finishedAt: deps.now() });
}

async function confirmWithCard(deps: Deps, payment: OpenCardPayment): Promise<PaymentIntentData> {
  const { stripePaymentIntentId: intentId, stripeCustomerId: customerId, stripePaymentMethodId, offSession } = payment;
  if (intentId === null) throw new Error(`Booking ${payment.bookingId} has no payment intent`);
  // Without a customer, the card was deleted together with the customer at Stripe.
  if (customerId === null) return deps.stripe.retrieveIntent(intentId);
  try {
    await deps.stripe.prepareIntent(intentId, { customerId, saving: null });
    return await deps.stripe.confirmIntent(intentId, {
      cardPaymentId: payment.id,
      paymentMethodId: stripePaymentMethodId,
      offSession,
    });
  } catch (error) {
    if (!(error instanceof StripeRefusedError || error instanceof StripeGaveUpError)) throw error;
    deps.log.warn(
      { bookingId: payment.bookingId, code: error instanceof StripeRefusedError ? error.code : null },
      'card payment refused',
    );
    // Stripe also refuses if the booking was paid in another way in the meantime, and if the card was detached.
    await inTransaction(deps, (tx) => tx.enqueue('payments.sync_card', { paymentMethodId: stripePaymentMethodId }));
    return deps.stripe.retrieveIntent(intentId);
  }
}

/** Returns the result of an attempt from the state of the intent after it. */
function toOutcome({ status, errorCode, id }: PaymentIntentData): CardPaymentOutcome {
  if (status === 'requires_capture' || status === 'succeeded') return 'authorized';
  if (status === 'processing') throw new Error(`Payment intent ${id} is still being processed`);
  if (status === 'requires_action' || errorCode === 'authentication_required') return 'authentication_required';
  return 'declined';
}
