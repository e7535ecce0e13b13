import type Stripe from 'stripe';
import { createCardError, needsChallenge } from './cards.ts';
import { getCaptureDeadline, captureCharge, getChargedCard, createCharge, releaseCharge } from './charges.ts';
import { assertUsableBy, attachToCustomer } from './payment-methods.ts';
import { createParameterError, getDocUrl, formatStripeAmount, createRefusedError } from '../protocol/errors.ts';
import type { StripeErrorBody, StripeFailure } from '../protocol/errors.ts';
import { toIdOrNull, createId } from '../store/ids.ts';
import type { Store, Tx } from '../store/store.ts';

type Intent = Stripe.PaymentIntent;

/** Creates a payment_intent_unexpected_state error that contains the payment intent. */
export function createUnexpectedStateError(message: string, intent: Intent): StripeFailure {
  return createRefusedError(message, { code: 'payment_intent_unexpected_state', payment_intent: intent });
}

interface ConfirmOptions {
  /** Payment method in the request, or null if the request has none. */
  method: Stripe.PaymentMethod | null;
  returnUrl: string | null;
  /** Address of the stand-in's challenge page. */
  publicUrl: string;
  /** True if the browser script shows the challenge. Otherwise, the browser is redirected to a challenge page. */
  useStripeSdk: boolean;
  /** True if the payment is declined if it requires a challenge. */
  noChallenge: boolean;
  /** True if the customer is not present. */
  offSession: boolean;
}

/**
 * Confirms a payment intent, so that it becomes authorized, paid, or pending a 3-D Secure challenge. Throws 402 and
 * keeps the failed charge if the card is declined. The caller must check the state with `assertConfirmable`
 * beforehand.
 */
export function confirmIntent(tx: Tx, intent: Intent, options: ConfirmOptions): Intent {
  const method = options.method ?? tx.get('payment_method', toIdOrNull(intent.payment_method)) ?? null;
  if (method === null) {
    throw createUnexpectedStateError(
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
      intent,
    );
  }
  assertUsableBy(tx, method, toIdOrNull(intent.customer), 'PaymentIntent');
  const isSetUp = tx.get('card', method.id)?.set_up === true;
  if (needsChallenge(getChargedCard(tx, method.id), { isSetUp, offSession: options.offSession })) {
    if (options.noChallenge) {
      const message = 'Your card was declined. This transaction requires authentication.';
      return declineIntent(tx, intent, method, null, {
        code: 'authentication_required',
        decline_code: 'authentication_required',
        message,
      });
    }
    return startChallenge(tx, intent, method, options);
  }
  return chargeCard(tx, intent, method, false);
}

export function assertConfirmable(intent: Intent, withMethod: boolean): void {
  switch (intent.status) {
    case 'requires_payment_method':
    case 'requires_confirmation':
    case 'requires_action':
      return;
    case 'succeeded':
      throw createUnexpectedStateError(
        'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.',
        intent,
      );
    default:
      throw createUnexpectedStateError(
        withMethod && intent.status === 'requires_capture'
          ? 'You cannot provide a new payment method to a PaymentIntent when it has a status of requires_capture. You should either capture the remaining funds, or cancel this PaymentIntent and try again with a new PaymentIntent.'
          : `You cannot confirm this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action.`,
        intent,
      );
  }
}

function startChallenge(tx: Tx, intent: Intent, method: Stripe.PaymentMethod, options: ConfirmOptions): Intent {
  const id = createId('src');
  tx.put('challenge', { id, intent: intent.id, payment_method: method.id, return_url: options.returnUrl });
  const url = `${options.publicUrl}/3ds/${id}`;
  const waiting = tx.put('payment_intent', {
    ...intent,
    last_payment_error: null,
    next_action:
      options.useStripeSdk || options.returnUrl === null
        ? { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect', source: id, stripe_js: url } }
        : { type: 'redirect_to_url', redirect_to_url: { return_url: options.returnUrl, url } },
    payment_method: method.id,
    status: 'requires_action',
  });
  tx.emit('payment_intent.requires_action', waiting);
  return waiting;
}

/**
 * Ends a 3-D Secure challenge. Charges the card if `authenticated`, and otherwise fails the attempt. Returns null if
 * the challenge is no longer open.
 */
export function answerChallenge(tx: Tx, id: string, authenticated: boolean): Intent | null {
  const challenge = tx.get('challenge', id);
  const intent = tx.get('payment_intent', challenge?.intent ?? null);
  const method = tx.get('payment_method', challenge?.payment_method ?? null);
  if (intent === undefined || method === undefined || findOpenChallenge(intent) !== id) return null;
  if (authenticated) return chargeCard(tx, intent, method, true);
  return failIntent(tx, intent, {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    doc_url: getDocUrl('payment_intent_authentication_failure'),
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    payment_method: method,
  });
}

/** Returns the ID of an intent's open 3-D Secure challenge, or null if it has none. */
export function findOpenChallenge(intent: Pick<Intent | Stripe.SetupIntent, 'next_action'>): string | null {
  const sdk = intent.next_action?.use_stripe_sdk as { source?: string } | undefined;
  return sdk?.source ?? intent.next_action?.redirect_to_url?.url?.split('/3ds/')[1] ?? null;
}

function chargeCard(tx: Tx, intent: Intent, method: Stripe.PaymentMethod, authenticated: boolean): Intent {
  const charge = createCharge(tx, intent, method, authenticated);
  const { decline: why } = getChargedCard(tx, method.id);
  if (why !== undefined) return declineIntent(tx, intent, method, charge, why);
  tx.emit('charge.succeeded', charge);
  const customer = toIdOrNull(intent.customer);
  if (customer !== null && intent.setup_future_usage !== null)
    attachToCustomer(tx, method, customer, intent.setup_future_usage === 'off_session');
  const confirmed: Intent = {
    ...intent,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    payment_method: method.id,
  };
  if (intent.capture_method === 'manual') {
    const authorizedIntent = tx.put('payment_intent', {
      ...confirmed,
      amount_capturable: intent.amount,
      status: 'requires_capture',
    });
    tx.emit('payment_intent.amount_capturable_updated', authorizedIntent);
    return authorizedIntent;
  }
  captureCharge(tx, charge, charge.amount, false);
  const paid = tx.put('payment_intent', { ...confirmed, amount_received: intent.amount, status: 'succeeded' });
  tx.emit('payment_intent.succeeded', paid);
  return paid;
}

function declineIntent(
  tx: Tx,
  intent: Intent,
  method: Stripe.PaymentMethod,
  failed: Stripe.Charge | null,
  why: { code: string; decline_code?: string; message: string },
): never {
  if (failed !== null) tx.emit('charge.failed', failed);
  const body: Omit<StripeErrorBody, 'type'> = {
    ...(failed === null ? {} : { advice_code: 'try_again_later', charge: failed.id }),
    code: why.code,
    ...(why.decline_code === undefined ? {} : { decline_code: why.decline_code }),
    message: why.message,
    ...(why.code === 'incorrect_cvc' ? { param: 'cvc' } : {}),
    ...(why.code === 'expired_card' ? { param: 'exp_month' } : {}),
    payment_method: method,
  };
  const error = {
    ...body,
    doc_url: getDocUrl(why.code),
    type: 'card_error' as const,
  } as Stripe.PaymentIntent.LastPaymentError;
  const refusedIntent = failIntent(tx, { ...intent, latest_charge: failed?.id ?? intent.latest_charge }, error);
  throw createCardError({ ...body, payment_intent: refusedIntent }, true);
}

function failIntent(tx: Tx, intent: Intent, error: Stripe.PaymentIntent.LastPaymentError): Intent {
  const failed = tx.put('payment_intent', {
    ...intent,
    last_payment_error: error,
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  });
  tx.emit('payment_intent.payment_failed', failed);
  return failed;
}

/**
 * Captures `amount` cents of an authorized payment intent, or everything if `amount` is null. Throws Stripe's errors
 * if that is not possible.
 */
export function captureIntent(tx: Tx, intent: Intent, amount: number | null): Intent {
  if (intent.status === 'succeeded') {
    throw createUnexpectedStateError(
      'This PaymentIntent could not be captured because it has already been captured.',
      intent,
    );
  }
  const charge = tx.get('charge', toIdOrNull(intent.latest_charge));
  if (intent.status !== 'requires_capture' || charge === undefined) {
    throw createUnexpectedStateError(
      `This PaymentIntent could not be captured because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be captured: requires_capture.`,
      intent,
    );
  }
  const capturedAmount = amount ?? intent.amount_capturable;
  if (capturedAmount > intent.amount_capturable) {
    throw createRefusedError(
      `The requested capture amount is greater than the amount you can capture for this charge. The maximum capturable amount is ${formatStripeAmount(intent.amount_capturable, intent.currency)}.`,
      { code: 'amount_too_large', param: 'amount_to_capture', payment_intent: intent },
    );
  }
  captureCharge(tx, charge, capturedAmount, true);
  const paid = tx.put('payment_intent', {
    ...intent,
    amount_capturable: 0,
    amount_received: capturedAmount,
    status: 'succeeded',
  });
  tx.emit('payment_intent.succeeded', paid);
  return paid;
}

const CANCELABLE = [
  'requires_payment_method',
  'requires_capture',
  'requires_confirmation',
  'requires_action',
  'processing',
];

/** Cancels a payment intent and releases the authorization. */
export function cancelIntent(tx: Tx, intent: Intent, reason: Stripe.PaymentIntent.CancellationReason | null): Intent {
  if (!CANCELABLE.includes(intent.status)) {
    throw createUnexpectedStateError(
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: ${CANCELABLE.join(', ')}.`,
      intent,
    );
  }
  const heldCharge =
    intent.status === 'requires_capture' ? tx.get('charge', toIdOrNull(intent.latest_charge)) : undefined;
  if (heldCharge !== undefined) {
    const why =
      reason === 'automatic'
        ? 'expired_uncaptured_charge'
        : reason === 'duplicate' || reason === 'fraudulent' || reason === 'requested_by_customer'
          ? reason
          : null;
    releaseCharge(tx, heldCharge, why);
  }
  const canceled = tx.put('payment_intent', {
    ...intent,
    amount_capturable: 0,
    canceled_at: tx.now,
    cancellation_reason: reason,
    next_action: null,
    status: 'canceled',
  });
  tx.emit('payment_intent.canceled', canceled);
  return canceled;
}

/** Returns true if the authorization has expired but the payment intent has not been canceled yet. */
function hasAuthorizationLapsed(tx: Tx, intent: Intent): boolean {
  if (intent.status !== 'requires_capture') return false;
  const deadline = getCaptureDeadline(tx.get('charge', toIdOrNull(intent.latest_charge)));
  return deadline !== null && deadline <= tx.now;
}

/**
 * Cancels every payment intent whose authorization is more than seven days old. Returns the number of canceled
 * payment intents.
 */
export function expireAuthorizations(store: Store): number {
  let expired = 0;
  for (const id of store.tables.payment_intent.ids('open', 'yes')) {
    const tx = store.begin();
    const intent = tx.get('payment_intent', id);
    if (intent === undefined || !hasAuthorizationLapsed(tx, intent)) continue;
    cancelIntent(tx, intent, 'automatic');
    tx.commit();
    expired++;
  }
  return expired;
}

/** Throws if an amount in cents is outside Stripe's limits for a payment. */
export function checkAmount(amount: number, code: string): void {
  if (amount < 50) {
    throw createParameterError(
      `Amount must be at least ${formatStripeAmount(50, code)} ${code}`,
      'amount',
      'amount_too_small',
    );
  }
  if (amount > 99_999_999) {
    throw createParameterError(
      `Amount must be no more than ${formatStripeAmount(99_999_999, code)}`,
      'amount',
      'amount_too_large',
    );
  }
}
