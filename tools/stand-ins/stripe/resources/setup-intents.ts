import type Stripe from 'stripe';
import { getPathId } from '../protocol/call.ts';
import type { Call, Route } from '../protocol/call.ts';
import { createCardError, needsChallenge } from './cards.ts';
import { getChargedCard } from './charges.ts';
import { findCustomerId } from './customers.ts';
import { createMissingError, createParameterError, createRefusedError, getDocUrl } from '../protocol/errors.ts';
import { createId, randomText, toIdOrNull } from '../store/ids.ts';
import {
  flag,
  hash,
  ignored,
  list,
  mergeMetadata,
  metadata,
  parseParams,
  shape,
  text,
  unsupported,
  wordIn,
} from '../protocol/params.ts';
import { findOpenChallenge } from './payment-flow.ts';
import {
  assertUsableBy,
  attachToCustomer,
  cardDataParams,
  createFromCard,
  resolvePaymentMethod,
} from './payment-methods.ts';
import type { Tx } from '../store/store.ts';

type Setup = Stripe.SetupIntent;

const methodTypes = list(wordIn(['card', 'link']), 10);
const createParams = shape({
  allowed_payment_method_types: methodTypes,
  attach_to_self: unsupported,
  automatic_payment_methods: unsupported,
  confirm: unsupported,
  customer: text(),
  customer_account: unsupported,
  description: text(1000),
  excluded_payment_method_types: unsupported,
  flow_directions: unsupported,
  mandate_data: unsupported,
  metadata,
  on_behalf_of: unsupported,
  payment_method: unsupported,
  payment_method_configuration: unsupported,
  payment_method_data: unsupported,
  payment_method_options: unsupported,
  payment_method_types: methodTypes,
  return_url: unsupported,
  single_use: unsupported,
  usage: wordIn(['off_session', 'on_session']),
  use_stripe_sdk: unsupported,
});

function create(call: Call): unknown {
  const { tx } = call;
  const params = parseParams(createParams, call.params);
  const id = createId('seti');
  const setup: Setup = {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${randomText(25)}`,
    created: tx.now,
    customer: findCustomerId(tx, params.customer),
    customer_account: null,
    description: params.description ?? null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: mergeMetadata({}, params.metadata),
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: { card: { mandate_options: null, network: null, request_three_d_secure: 'automatic' } },
    payment_method_types: params.payment_method_types ?? params.allowed_payment_method_types ?? ['card'],
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage: params.usage ?? 'off_session',
  };
  tx.emit('setup_intent.created', tx.put('setup_intent', setup));
  return setup;
}

/** Returns the setup intent whose ID is in the path. A browser must also send the client secret. */
function find(call: Call, clientSecret: string | undefined): Setup {
  const setup = call.tx.get('setup_intent', getPathId(call));
  if (call.publishable && clientSecret === undefined) {
    throw createParameterError('Missing required param: client_secret.', 'client_secret', 'parameter_missing');
  }
  if (setup === undefined) throw createMissingError('setupintent', getPathId(call).slice(0, 100), 'intent', true);
  if (clientSecret !== undefined && clientSecret !== setup.client_secret) {
    throw createRefusedError(
      'The client_secret provided does not match the client_secret associated with the SetupIntent.',
      { code: 'setup_intent_invalid_parameter', param: 'client_secret' },
    );
  }
  return setup;
}

const retrieveParams = shape({ client_secret: text() });

const confirmParams = shape({
  client_attribution_metadata: ignored,
  client_secret: text(),
  confirmation_token: unsupported,
  expected_payment_method_type: ignored,
  mandate_data: unsupported,
  payment_method: text(),
  payment_method_data: hash(cardDataParams),
  payment_method_options: unsupported,
  return_url: text(),
  use_stripe_sdk: flag,
});

const CONFIRMABLE: readonly Stripe.SetupIntent.Status[] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
];

function confirm(call: Call): unknown {
  const { tx } = call;
  const params = parseParams(confirmParams, call.params);
  const setup = find(call, params.client_secret);
  if (!CONFIRMABLE.includes(setup.status)) {
    throw createRefusedError(
      `You cannot confirm this SetupIntent because it has already ${setup.status === 'succeeded' ? 'succeeded' : 'been canceled'}.`,
      { code: 'setup_intent_unexpected_state', setup_intent: setup },
    );
  }
  const method =
    params.payment_method !== undefined
      ? resolvePaymentMethod(tx, params.payment_method)
      : params.payment_method_data !== undefined
        ? createFromCard(tx, params.payment_method_data)
        : undefined;
  if (method === undefined) {
    throw createRefusedError(
      "You cannot confirm this SetupIntent because it's missing a payment method. You can either update the SetupIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
      { code: 'setup_intent_unexpected_state', setup_intent: setup },
    );
  }
  assertUsableBy(tx, method, toIdOrNull(setup.customer), 'SetupIntent');
  // A setup takes place while the customer is present.
  if (!needsChallenge(getChargedCard(tx, method.id), { isSetUp: false, offSession: false }))
    return finishSetup(tx, setup, method);
  const id = createId('src');
  const returnUrl = params.return_url ?? null;
  tx.put('challenge', { id, intent: setup.id, payment_method: method.id, return_url: returnUrl });
  const url = `${call.publicUrl}/3ds/${id}`;
  const waiting = tx.put('setup_intent', {
    ...setup,
    last_setup_error: null,
    next_action:
      params.use_stripe_sdk === true || returnUrl === null
        ? { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect', source: id, stripe_js: url } }
        : { type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl, url } },
    payment_method: method.id,
    status: 'requires_action',
  });
  tx.emit('setup_intent.requires_action', waiting);
  return waiting;
}

/**
 * Ends a 3-D Secure challenge of a setup intent. Returns null if the challenge is no longer open. Throws 402 and keeps
 * the changes if the card is declined after a passed challenge.
 */
export function answerSetupChallenge(tx: Tx, id: string, authenticated: boolean): Setup | null {
  const challenge = tx.get('challenge', id);
  const setup = tx.get('setup_intent', challenge?.intent ?? null);
  const method = tx.get('payment_method', challenge?.payment_method ?? null);
  if (setup === undefined || method === undefined || findOpenChallenge(setup) !== id) return null;
  if (authenticated) return finishSetup(tx, setup, method);
  return failSetup(tx, setup, {
    type: 'invalid_request_error',
    code: 'setup_intent_authentication_failure',
    doc_url: getDocUrl('setup_intent_authentication_failure'),
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    payment_method: method,
  });
}

function finishSetup(tx: Tx, setup: Setup, method: Stripe.PaymentMethod): Setup {
  const { decline, declinesPaymentsOnly } = getChargedCard(tx, method.id);
  if (decline !== undefined && declinesPaymentsOnly !== true) {
    const body = { ...decline, payment_method: method };
    const error = {
      ...body,
      doc_url: getDocUrl(decline.code),
      type: 'card_error' as const,
    } as Stripe.SetupIntent.LastSetupError;
    throw createCardError({ ...body, setup_intent: failSetup(tx, setup, error) }, true);
  }
  const customer = toIdOrNull(setup.customer);
  if (customer !== null) attachToCustomer(tx, method, customer, setup.usage === 'off_session');
  const succeeded = tx.put('setup_intent', {
    ...setup,
    last_setup_error: null,
    next_action: null,
    payment_method: method.id,
    status: 'succeeded',
  });
  tx.emit('setup_intent.succeeded', succeeded);
  return succeeded;
}

function failSetup(tx: Tx, setup: Setup, error: Stripe.SetupIntent.LastSetupError): Setup {
  const failed = tx.put('setup_intent', {
    ...setup,
    last_setup_error: error,
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  });
  tx.emit('setup_intent.setup_failed', failed);
  return failed;
}

/** Returns only those fields of a setup intent that a browser needs, without the platform's internal data. */
export function toSetupClientView(setup: Setup): Record<string, unknown> {
  const { id, object, cancellation_reason, client_secret, created, description, last_setup_error } = setup;
  const { livemode, next_action, payment_method, payment_method_types, status, usage } = setup;
  return {
    id,
    object,
    cancellation_reason,
    client_secret,
    created,
    description,
    last_setup_error,
    livemode,
    next_action,
    payment_method,
    payment_method_types,
    status,
    usage,
  };
}

const base = '/v1/setup_intents';
export const setupIntentRoutes: Route[] = [
  { method: 'POST', path: base, kind: 'setup_intent', run: create },
  {
    method: 'GET',
    path: `${base}/:id`,
    kind: 'setup_intent',
    browser: true,
    run: (call) => find(call, parseParams(retrieveParams, call.params).client_secret),
  },
  { method: 'POST', path: `${base}/:id/confirm`, kind: 'setup_intent', browser: true, run: confirm },
];
