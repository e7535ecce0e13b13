/** PaymentIntents and refunds. */
import type { Stripe } from 'stripe';
import { toCardConsent, type CardConsent } from './stripe-cards.ts';
import { classifyStripeErrors } from './stripe-errors.ts';
import { toId } from './stripe-ids.ts';
import { parseOrderRecord, toOrderMetadata, type OrderRecord } from './stripe-orders.ts';

/** The fields of a PaymentIntent that the application uses. */
export interface PaymentIntentData {
  id: string;
  status: Stripe.PaymentIntent.Status;
  clientSecret: string | null;
  amount: number;
  amountReceived: number;
  currency: string;
  bookingId: string | null;
  /** The order for which our API created the intent, or null for an intent without one. */
  order: OrderRecord | null;
  chargeId: string | null;
  captureBefore: Date | null;
  /** The payment method as text, such as "Visa ending in 4242". */
  paidWith: string | null;
  /** Stripe's code for the failure of the last attempt to pay, such as 'authentication_required'. */
  errorCode: string | null;
  customerId: string | null;
  paymentMethodId: string | null;
  /** The consent to saving the card, or null if the card is not saved. */
  saving: CardConsent | null;
}

/** The booking data with which a PaymentIntent is created. */
interface PaymentIntentRequest {
  bookingId: string;
  totalCents: number;
  description: string;
  order: OrderRecord;
  attempt: number;
}

/** Returns the calls for paying and refunding bookings. */
export const createPaymentCalls = (stripe: Stripe) => ({
  /**
   * Creates a PaymentIntent that authorizes the card on confirmation and charges it on capture (requirements R10.8).
   */
  createIntent: async (request: PaymentIntentRequest): Promise<PaymentIntentData> =>
    toPaymentIntentData(
      await classifyStripeErrors(
        stripe.paymentIntents.create(
          {
            amount: request.totalCents,
            currency: 'usd',
            capture_method: 'manual',
            allowed_payment_method_types: ['card'],
            description: request.description,
            transfer_group: request.bookingId,
            metadata: { bookingId: request.bookingId, ...toOrderMetadata(request.order) },
          },
          { idempotencyKey: `booking:${request.bookingId}:intent:${request.attempt}` },
        ),
      ),
    ),

  retrieveIntent: async (id: string): Promise<PaymentIntentData> =>
    toPaymentIntentData(await classifyStripeErrors(stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }))),

  /**
   * Captures a PaymentIntent. If Stripe rejects the capture, the caller has to read the intent again. No
   * idempotency key is needed, because Stripe rejects a second capture. With a key, Stripe would return a stored
   * 5xx response for a day.
   */
  captureIntent: async (id: string): Promise<PaymentIntentData> =>
    toPaymentIntentData(await classifyStripeErrors(stripe.paymentIntents.capture(id, { expand: ['latest_charge'] }))),

  /**
   * Cancels a PaymentIntent. No idempotency key is needed, because canceling twice is harmless. With a key, Stripe
   * would return a stored rejection to every retry.
   */
  cancelIntent: async (id: string): Promise<PaymentIntentData> =>
    toPaymentIntentData(await classifyStripeErrors(stripe.paymentIntents.cancel(id, { expand: ['latest_charge'] }))),

  /**
   * Prepares an unpaid PaymentIntent for a saved card or for saving a card. Stripe never changes the customer of an
   * intent again. No idempotency key is needed, because repeating the update is harmless.
   */
  prepareIntent: async (
    id: string,
    { customerId, saving }: { customerId: string | null; saving: CardConsent | null },
  ): Promise<void> => {
    await classifyStripeErrors(
      stripe.paymentIntents.update(id, {
        ...(customerId !== null && { customer: customerId }),
        setup_future_usage: saving === null ? '' : 'off_session',
        metadata: { savedBy: saving?.personId ?? '', consentVersion: saving?.version ?? '' },
      }),
    );
  },

  /**
   * Authorizes the payment with a saved card. If the payer is present, the bank may ask for a confirmation, and the
   * intent then has the status `requires_action`. If not, Stripe refuses with the code `authentication_required`.
   */
  confirmIntent: async (
    id: string,
    request: { cardPaymentId: string; paymentMethodId: string; offSession: boolean },
  ): Promise<PaymentIntentData> =>
    toPaymentIntentData(
      await classifyStripeErrors(
        stripe.paymentIntents.confirm(
          id,
          {
            payment_method: request.paymentMethodId,
            ...(request.offSession ? { off_session: true } : { use_stripe_sdk: true }),
            expand: ['latest_charge'],
          },
          { idempotencyKey: `card_payment:${request.cardPaymentId}` },
        ),
      ),
    ),

  /** Refunds the amount of a booking's charge that the brand gets back. Returns the refund's id. */
  createRefund: async (request: {
    bookingId: string;
    chargeId: string;
    refundCents: number;
    attempt: number;
  }): Promise<string> => {
    const refund = await classifyStripeErrors(
      stripe.refunds.create(
        {
          charge: request.chargeId,
          amount: request.refundCents,
          metadata: { bookingId: request.bookingId, effect: 'refund' },
        },
        { idempotencyKey: `booking:${request.bookingId}:refund:${request.attempt}` },
      ),
    );
    return refund.id;
  },

  /** Refunds a surplus payment, which belongs to no booking. Returns the refund's id. */
  refundSurplus: async (request: {
    intentId: string;
    chargeId: string;
    amountCents: number;
    attempt: number;
  }): Promise<string> => {
    const refund = await classifyStripeErrors(
      stripe.refunds.create(
        { charge: request.chargeId, amount: request.amountCents, metadata: { effect: 'surplus' } },
        { idempotencyKey: `intent:${request.intentId}:surplus:${request.attempt}` },
      ),
    );
    return refund.id;
  },

  /** Returns the id of the refund of a charge that we requested for the purpose `effect`, or null. */
  findRefund: async (chargeId: string, effect: 'refund' | 'surplus'): Promise<string | null> => {
    const { data } = await classifyStripeErrors(stripe.refunds.list({ charge: chargeId, limit: 100 }));
    return data.find((refund) => refund.metadata?.['effect'] === effect)?.id ?? null;
  },

  /**
   * Returns the state of a refund. `isReturned` means that the card's bank sent the money back, and `why` is
   * Stripe's reason. `effect` is the purpose of the refund, or null if our API did not request it.
   */
  retrieveRefund: async (
    id: string,
  ): Promise<{
    isReturned: boolean;
    why: string | null;
    effect: 'refund' | 'surplus' | null;
    chargeId: string | null;
  }> => {
    const { status, failure_reason, metadata, charge } = await classifyStripeErrors(stripe.refunds.retrieve(id));
    const effect = metadata?.['effect'];
    return {
      isReturned: status === 'failed' || status === 'canceled',
      why: failure_reason ?? null,
      effect: effect === 'refund' || effect === 'surplus' ? effect : null,
      chargeId: charge === null ? null : toId(charge),
    };
  },
});

function toPaymentIntentData(intent: Stripe.PaymentIntent): PaymentIntentData {
  const charge = intent.latest_charge;
  const captureBefore = typeof charge === 'object' ? charge?.payment_method_details?.card?.capture_before : undefined;
  return {
    id: intent.id,
    status: intent.status,
    clientSecret: intent.client_secret,
    amount: intent.amount,
    amountReceived: intent.amount_received,
    currency: intent.currency,
    bookingId: intent.metadata['bookingId'] ?? null,
    order: parseOrderRecord(intent.metadata),
    chargeId: typeof charge === 'string' ? charge : (charge?.id ?? null),
    captureBefore: captureBefore === undefined ? null : new Date(captureBefore * 1000),
    paidWith: typeof charge === 'object' ? describePaymentMethod(charge?.payment_method_details ?? null) : null,
    errorCode: intent.last_payment_error?.code ?? null,
    customerId: intent.customer === null ? null : toId(intent.customer),
    paymentMethodId: intent.payment_method === null ? null : toId(intent.payment_method),
    saving: intent.setup_future_usage === 'off_session' ? toCardConsent(intent.metadata) : null,
  };
}

/** Returns text such as 'Visa ending in 4242', or null if Stripe provides no details. */
function describePaymentMethod(method: Stripe.Charge.PaymentMethodDetails | null): string | null {
  const { brand, last4 } = method?.card ?? {};
  return brand && last4 ? `${brand.charAt(0).toUpperCase()}${brand.slice(1)} ending in ${last4}` : null;
}
