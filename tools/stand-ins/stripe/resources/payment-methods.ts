import type Stripe from 'stripe';
import { getPathId } from '../protocol/call.ts';
import type { Call, Route } from '../protocol/call.ts';
import { findCardByToken, checkCard, getCardNumber, getTestCard } from './cards.ts';
import { createParameterError, createMissingError, createRefusedError } from '../protocol/errors.ts';
import { computeFingerprint, createId, toIdOrNull } from '../store/ids.ts';
import {
  hash,
  ignored,
  integer,
  mergeMetadata,
  metadata,
  noParams,
  wordIn,
  parseParams,
  required,
  shape,
  text,
  unsettable,
  unsupported,
} from '../protocol/params.ts';
import type { Parsed } from '../protocol/params.ts';
import type { Tx } from '../store/store.ts';

const address = hash({
  city: unsettable(),
  country: unsettable(2),
  line1: unsettable(),
  line2: unsettable(),
  postal_code: unsettable(20),
  state: unsettable(),
});
const billing = hash({ address, email: unsettable(), name: unsettable(), phone: unsettable(), tax_id: unsettable() });

/** Parameters of `payment_method_data` and of POST /v1/payment_methods. Stripe.js sends the ignored ones. */
export const cardDataParams = {
  type: required(wordIn(['card'])),
  card: hash({
    number: required(text(30)),
    exp_month: required(integer()),
    exp_year: required(integer()),
    cvc: unsettable(10),
    networks: ignored,
    token: unsupported,
  }),
  billing_details: billing,
  metadata,
  allow_redisplay: wordIn(['always', 'limited', 'unspecified']),
  radar_options: ignored,
  client_attribution_metadata: ignored,
  payment_user_agent: ignored,
  referrer: ignored,
  time_on_page: ignored,
  pasted_fields: ignored,
  guid: ignored,
  muid: ignored,
  sid: ignored,
};
type CardData = Parsed<typeof cardDataParams>;

/** Creates a payment method from card details. Does not store the card number. */
export function createFromCard(tx: Tx, data: CardData): Stripe.PaymentMethod {
  if (data.card === undefined) {
    throw createParameterError('Missing required param: card.', 'card', 'parameter_missing');
  }
  const { number, exp_month, exp_year, cvc } = data.card;
  const year = exp_year < 100 ? exp_year + 2000 : exp_year;
  const card = checkCard({ number, exp_month, exp_year: year, cvc: cvc ?? null }, tx.now);
  return storePaymentMethod(tx, card, { exp_month, exp_year: year, cvcGiven: cvc != null }, data);
}

/**
 * Returns the payment method with this ID. For a test token such as `pm_card_visa`, creates a new payment method.
 * Throws resource_missing (400) if there is neither.
 */
export function resolvePaymentMethod(tx: Tx, id: string): Stripe.PaymentMethod {
  const stored = tx.get('payment_method', id);
  if (stored !== undefined) return stored;
  const card = findCardByToken(id);
  if (card === undefined) throw createMissingError('PaymentMethod', id.slice(0, 100), 'payment_method', false);
  const year = new Date(tx.now * 1000).getUTCFullYear() + 1;
  return storePaymentMethod(tx, card, { exp_month: 12, exp_year: year, cvcGiven: true }, null);
}

function storePaymentMethod(
  tx: Tx,
  name: string,
  typed: { exp_month: number; exp_year: number; cvcGiven: boolean },
  data: CardData | null,
): Stripe.PaymentMethod {
  const card = getTestCard(name);
  const details = data?.billing_details;
  const id = createId('pm');
  tx.put('card', { id, card: name, set_up: false, detached: false });
  return tx.put('payment_method', {
    id,
    object: 'payment_method',
    allow_redisplay: data?.allow_redisplay ?? 'unspecified',
    billing_details: {
      address: {
        city: details?.address?.city ?? null,
        country: details?.address?.country ?? null,
        line1: details?.address?.line1 ?? null,
        line2: details?.address?.line2 ?? null,
        postal_code: details?.address?.postal_code ?? null,
        state: details?.address?.state ?? null,
      },
      email: details?.email ?? null,
      name: details?.name ?? null,
      phone: details?.phone ?? null,
      tax_id: details?.tax_id ?? null,
    },
    card: {
      brand: card.brand,
      checks: {
        address_line1_check: null,
        address_postal_code_check: null,
        cvc_check: typed.cvcGiven ? 'unchecked' : null,
      },
      country: card.country,
      display_brand: card.brand,
      exp_month: typed.exp_month,
      exp_year: typed.exp_year,
      fingerprint: computeFingerprint(getCardNumber(name)),
      funding: card.funding,
      generated_from: null,
      last4: card.last4,
      networks: { available: [card.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: tx.now,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: mergeMetadata({}, data?.metadata),
    type: 'card',
  });
}

function retrieve(call: Call): unknown {
  parseParams(noParams, call.params);
  const id = getPathId(call);
  if (call.tx.get('payment_method', id) === undefined && findCardByToken(id) === undefined) {
    throw createMissingError('PaymentMethod', id, 'id', true);
  }
  return resolvePaymentMethod(call.tx, id);
}

/** Attaches a payment method to a customer and marks its card as set up for payments without its holder. */
export function attachToCustomer(tx: Tx, method: Stripe.PaymentMethod, customer: string, setUp: boolean): void {
  const card = tx.get('card', method.id);
  if (card !== undefined && setUp) tx.put('card', { ...card, set_up: true });
  if (method.customer !== null) return;
  tx.emit('payment_method.attached', tx.put('payment_method', { ...method, customer }));
}

/**
 * Throws unless a payment method can be used for an intent of `customer`: it must belong to this customer or to none,
 * and must not have been detached.
 */
export function assertUsableBy(tx: Tx, method: Stripe.PaymentMethod, customer: string | null, intent: string): void {
  if (tx.get('card', method.id)?.detached === true) {
    throw createRefusedError(
      'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.',
      { payment_method: method },
    );
  }
  const owner = toIdOrNull(method.customer);
  if (owner === null || owner === customer) return;
  throw createRefusedError(
    `The \`payment_method\` parameter supplied ${method.id} belongs to the Customer ${owner}. Please include the Customer in the \`customer\` parameter on the ${intent}.`,
    { param: 'payment_method', payment_method: method },
  );
}

function detach(call: Call): unknown {
  parseParams(noParams, call.params);
  const { tx } = call;
  const id = getPathId(call);
  const method = tx.get('payment_method', id);
  const card = tx.get('card', id);
  if (method === undefined || card === undefined) throw createMissingError('PaymentMethod', id, 'payment_method', true);
  if (method.customer === null) {
    throw createRefusedError(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
    );
  }
  tx.put('card', { ...card, detached: true });
  const detached = tx.put('payment_method', { ...method, customer: null });
  tx.emit('payment_method.detached', detached, { previous: { customer: method.customer } });
  return detached;
}

const createParams = shape({ ...cardDataParams, customer: unsupported });

export const paymentMethodRoutes: Route[] = [
  {
    method: 'POST',
    path: '/v1/payment_methods',
    kind: 'payment_method',
    browser: true,
    run: (call) => createFromCard(call.tx, parseParams(createParams, call.params)),
  },
  { method: 'GET', path: '/v1/payment_methods/:id', kind: 'payment_method', run: retrieve },
  { method: 'POST', path: '/v1/payment_methods/:id/detach', kind: 'payment_method', run: detach },
];
