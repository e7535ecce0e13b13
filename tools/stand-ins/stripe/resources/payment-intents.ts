import type Stripe from 'stripe';
import { getPathId } from '../protocol/call.ts';
import type { Call, Route } from '../protocol/call.ts';
import { createParameterError, createMissingError, createRefusedError } from '../protocol/errors.ts';
import { createId, randomText } from '../store/ids.ts';
import { answerTable, listParams } from '../protocol/lists.ts';
import { mergeMetadata, wordIn, parseParams, range, shape, text, unsupported } from '../protocol/params.ts';
import type { Parsed } from '../protocol/params.ts';
import {
  cancelIntent,
  captureIntent,
  checkAmount,
  confirmIntent,
  assertConfirmable,
  createUnexpectedStateError,
} from './payment-flow.ts';
import { findCustomerId } from './customers.ts';
import { createFromCard, resolvePaymentMethod } from './payment-methods.ts';
import { captureIntentParams, confirmIntentParams, createIntentParams, updateIntentParams } from './payment-params.ts';
import type { commonIntentParams, confirmingParams } from './payment-params.ts';
import type { Tx } from '../store/store.ts';

type Intent = Stripe.PaymentIntent;

function create(call: Call): unknown {
  const { tx } = call;
  const params = parseParams(createIntentParams, call.params);
  checkAmount(params.amount, params.currency);
  const automaticMethods = params.automatic_payment_methods;
  const types = params.allowed_payment_method_types ?? params.payment_method_types;
  if (automaticMethods !== undefined && types !== undefined) {
    throw createParameterError(
      'You may only specify one of these parameters: automatic_payment_methods, payment_method_types.',
      'automatic_payment_methods',
    );
  }
  const confirm = params.confirm === true;
  for (const name of ['return_url', 'off_session', 'error_on_requires_action', 'use_stripe_sdk'] as const) {
    if (!confirm && params[name] !== undefined && name !== 'use_stripe_sdk') {
      throw createParameterError(`You cannot set '${name}' without also setting 'confirm' to 'true'.`, name);
    }
  }
  const automatic = automaticMethods?.enabled ?? types === undefined;
  const customer = findCustomerId(tx, params.customer);
  const method = findMethod(tx, params);
  const id = createId('pi');
  const intent = tx.put('payment_intent', {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    amount: params.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: automatic
      ? { allow_redirects: automaticMethods?.allow_redirects ?? 'always', enabled: true }
      : null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: params.capture_method ?? 'automatic_async',
    client_secret: `${id}_secret_${randomText(25)}`,
    confirmation_method: 'automatic',
    created: tx.now,
    currency: params.currency,
    customer,
    customer_account: null,
    description: params.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: mergeMetadata({}, params.metadata),
    next_action: null,
    on_behalf_of: null,
    payment_method: method?.id ?? null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: {
        installments: null,
        mandate_options: null,
        network: null,
        request_three_d_secure: params.payment_method_options?.card?.request_three_d_secure ?? 'automatic',
      },
    },
    payment_method_types: params.payment_method_types ?? params.allowed_payment_method_types ?? ['card'],
    payment_record: null,
    processing: null,
    receipt_email: params.receipt_email ?? null,
    review: null,
    setup_future_usage: params.setup_future_usage ?? null,
    shipping: toShipping(params.shipping),
    source: null,
    statement_descriptor: params.statement_descriptor ?? null,
    statement_descriptor_suffix: params.statement_descriptor_suffix ?? null,
    status: method === null ? 'requires_payment_method' : 'requires_confirmation',
    transfer_data: null,
    transfer_group: params.transfer_group ?? null,
  });
  tx.emit('payment_intent.created', intent);
  return confirm ? confirmWithParams(call, intent, params) : intent;
}

function toShipping(given: Parsed<typeof commonIntentParams>['shipping']): Intent['shipping'] {
  if (given === undefined) return null;
  const { address } = given;
  return {
    address: {
      city: address.city ?? null,
      country: address.country ?? null,
      line1: address.line1 ?? null,
      line2: address.line2 ?? null,
      postal_code: address.postal_code ?? null,
      state: address.state ?? null,
    },
    carrier: given.carrier ?? null,
    name: given.name,
    phone: given.phone ?? null,
    tracking_number: given.tracking_number ?? null,
  };
}

type MethodParams = Pick<Parsed<typeof commonIntentParams>, 'payment_method' | 'payment_method_data'>;

function findMethod(tx: Tx, params: MethodParams): Stripe.PaymentMethod | null {
  if (params.payment_method !== undefined) return resolvePaymentMethod(tx, params.payment_method);
  return params.payment_method_data === undefined ? null : createFromCard(tx, params.payment_method_data);
}

function confirmWithParams(
  call: Call,
  intent: Intent,
  params: Parsed<typeof confirmingParams>,
  method: Stripe.PaymentMethod | null = null,
): Intent {
  const returnUrl = params.return_url ?? null;
  if (returnUrl !== null && !/^[a-z][a-z0-9+.-]*:\/\/\S+$/i.test(returnUrl)) {
    throw createParameterError('Not a valid URL', 'return_url', 'url_invalid');
  }
  // Browsers may omit the return URL, because Stripe.js shows challenges in the page.
  if (intent.automatic_payment_methods?.allow_redirects === 'always' && returnUrl === null && !call.publishable) {
    throw createRefusedError(
      "This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`. If you don't want to accept redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and `automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and Payment Intents.",
      { payment_intent: intent },
    );
  }
  return confirmIntent(call.tx, intent, {
    method,
    returnUrl,
    publicUrl: call.publicUrl,
    useStripeSdk: params.use_stripe_sdk === true,
    noChallenge: params.error_on_requires_action === true || params.off_session === true,
    offSession: params.off_session === true,
  });
}

/** Returns the payment intent whose ID is in the path. A browser must also send the client secret. */
function find(call: Call, clientSecret: string | undefined): Intent {
  const intent = call.tx.get('payment_intent', getPathId(call));
  if (call.publishable && clientSecret === undefined) {
    throw createParameterError('Missing required param: client_secret.', 'client_secret', 'parameter_missing');
  }
  if (intent === undefined) throw createMissingError('payment_intent', getPathId(call).slice(0, 100), 'intent', true);
  if (clientSecret !== undefined && clientSecret !== intent.client_secret) {
    throw createRefusedError(
      'The client_secret provided does not match the client_secret associated with the PaymentIntent.',
      {
        code: 'payment_intent_invalid_parameter',
        param: 'client_secret',
      },
    );
  }
  return intent;
}

const retrieveParams = shape({ client_secret: text() });

function retrieve(call: Call): unknown {
  return find(call, parseParams(retrieveParams, call.params).client_secret);
}

const UPDATABLE_STATES = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

function update(call: Call): unknown {
  const { tx } = call;
  const params = parseParams(updateIntentParams, call.params);
  if (params.amount !== undefined) checkAmount(params.amount, params.currency ?? 'usd');
  const intent = find(call, undefined);
  const whileOpen = [
    'amount',
    'currency',
    'capture_method',
    'payment_method',
    'payment_method_data',
    'payment_method_types',
    'payment_method_options',
    'customer',
    'setup_future_usage',
  ] as const;
  for (const name of whileOpen) {
    if (params[name] === undefined || UPDATABLE_STATES.includes(intent.status)) continue;
    throw createUnexpectedStateError(
      `This PaymentIntent's ${name} could not be updated because it has a status of ${intent.status}. You may only update the ${name} of a PaymentIntent with one of the following statuses: ${UPDATABLE_STATES.join(', ')}.`,
      intent,
    );
  }
  const customer = findCustomerId(tx, params.customer);
  if (intent.customer !== null && customer !== null && customer !== intent.customer) {
    throw createRefusedError(
      'You cannot modify `customer` on a PaymentIntent once it already has been set. To fulfill a payment with a different Customer, cancel this PaymentIntent and create a new one.',
      { param: 'customer' },
    );
  }
  const method = findMethod(tx, params);
  return tx.put('payment_intent', {
    ...intent,
    amount: params.amount ?? intent.amount,
    capture_method: params.capture_method ?? intent.capture_method,
    currency: params.currency ?? intent.currency,
    customer: customer ?? intent.customer,
    description: params.description === undefined ? intent.description : params.description,
    metadata: mergeMetadata(intent.metadata, params.metadata),
    payment_method: method?.id ?? intent.payment_method,
    payment_method_types: params.payment_method_types ?? intent.payment_method_types,
    receipt_email: params.receipt_email === undefined ? intent.receipt_email : params.receipt_email,
    setup_future_usage: params.setup_future_usage === undefined ? intent.setup_future_usage : params.setup_future_usage,
    shipping: params.shipping === undefined ? intent.shipping : toShipping(params.shipping),
    statement_descriptor:
      params.statement_descriptor === undefined ? intent.statement_descriptor : params.statement_descriptor,
    statement_descriptor_suffix:
      params.statement_descriptor_suffix === undefined
        ? intent.statement_descriptor_suffix
        : params.statement_descriptor_suffix,
    status: method !== null && intent.status === 'requires_payment_method' ? 'requires_confirmation' : intent.status,
    transfer_group: params.transfer_group === undefined ? intent.transfer_group : params.transfer_group,
  });
}

function confirm(call: Call): unknown {
  const params = parseParams(confirmIntentParams, call.params);
  const storedIntent = find(call, params.client_secret);
  if (params.amount_to_confirm !== undefined && params.amount_to_confirm !== storedIntent.amount) {
    throw createRefusedError("The amount_to_confirm does not match the PaymentIntent's amount.", {
      param: 'amount_to_confirm',
    });
  }
  assertConfirmable(storedIntent, params.payment_method !== undefined || params.payment_method_data !== undefined);
  const method = findMethod(call.tx, params);
  const intent: Intent = {
    ...storedIntent,
    capture_method: params.capture_method ?? storedIntent.capture_method,
    receipt_email: params.receipt_email === undefined ? storedIntent.receipt_email : params.receipt_email,
    setup_future_usage: params.setup_future_usage ?? storedIntent.setup_future_usage,
    shipping: params.shipping === undefined ? storedIntent.shipping : toShipping(params.shipping),
  };
  return confirmWithParams(call, intent, params, method);
}

function capture(call: Call): unknown {
  const params = parseParams(captureIntentParams, call.params);
  if (params.final_capture === false) {
    throw createParameterError('This PaymentIntent does not support multicapture.', 'final_capture');
  }
  const storedIntent = find(call, undefined);
  const intent = { ...storedIntent, metadata: mergeMetadata(storedIntent.metadata, params.metadata) };
  return captureIntent(call.tx, intent, params.amount_to_capture ?? null);
}

const cancelParams = shape({
  cancellation_reason: wordIn(['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned']),
  client_secret: text(),
});

function cancel(call: Call): unknown {
  const params = parseParams(cancelParams, call.params);
  return cancelIntent(call.tx, find(call, params.client_secret), params.cancellation_reason ?? null);
}

const listIntentsParams = shape({
  ...listParams,
  created: range,
  customer: unsupported,
  customer_account: unsupported,
});

function listIntents(call: Call): unknown {
  const params = parseParams(listIntentsParams, call.params);
  return answerTable({
    call,
    params,
    url: '/v1/payment_intents',
    kind: 'payment_intent',
    table: call.store.tables.payment_intent,
  });
}

/**
 * Returns only those fields of a payment intent that a browser needs to pay it, without the platform's internal
 * data.
 */
export function toClientView(intent: Intent): Record<string, unknown> {
  return {
    id: intent.id,
    object: intent.object,
    amount: intent.amount,
    amount_details: intent.amount_details,
    automatic_payment_methods: intent.automatic_payment_methods,
    canceled_at: intent.canceled_at,
    cancellation_reason: intent.cancellation_reason,
    capture_method: intent.capture_method,
    client_secret: intent.client_secret,
    confirmation_method: intent.confirmation_method,
    created: intent.created,
    currency: intent.currency,
    description: intent.description,
    last_payment_error: intent.last_payment_error,
    livemode: intent.livemode,
    next_action: intent.next_action,
    payment_method: intent.payment_method,
    payment_method_configuration_details: intent.payment_method_configuration_details,
    payment_method_types: intent.payment_method_types,
    processing: intent.processing,
    receipt_email: intent.receipt_email,
    setup_future_usage: intent.setup_future_usage,
    shipping: intent.shipping,
    source: intent.source,
    status: intent.status,
  };
}

const base = '/v1/payment_intents';
export const paymentIntentRoutes: Route[] = [
  { method: 'POST', path: base, kind: 'payment_intent', run: create },
  { method: 'GET', path: base, kind: 'payment_intent', list: true, run: listIntents },
  { method: 'GET', path: `${base}/:id`, kind: 'payment_intent', browser: true, run: retrieve },
  { method: 'POST', path: `${base}/:id`, kind: 'payment_intent', run: update },
  { method: 'POST', path: `${base}/:id/confirm`, kind: 'payment_intent', browser: true, run: confirm },
  { method: 'POST', path: `${base}/:id/capture`, kind: 'payment_intent', run: capture },
  { method: 'POST', path: `${base}/:id/cancel`, kind: 'payment_intent', run: cancel },
];
