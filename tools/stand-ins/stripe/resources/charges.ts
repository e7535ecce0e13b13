import type Stripe from 'stripe';
import { computeAvailableOn, bookMovement, computeProcessingFee } from './balance.ts';
import { getPathId } from '../protocol/call.ts';
import type { Call, Route } from '../protocol/call.ts';
import { getTestCard } from './cards.ts';
import type { TestCard } from './cards.ts';
import { DAY_SECONDS } from '../store/clock.ts';
import { openDispute } from './disputes.ts';
import { createMissingError } from '../protocol/errors.ts';
import { toIdOrNull, createId, randomText } from '../store/ids.ts';
import { answerTable, listParams } from '../protocol/lists.ts';
import { noParams, parseParams, range, shape, text, unsupported } from '../protocol/params.ts';
import type { Tx } from '../store/store.ts';

const AUTHORIZATION_SECONDS = 7 * DAY_SECONDS;

export function getChargedCard(tx: Tx, paymentMethod: string | null): TestCard {
  return getTestCard(tx.get('card', paymentMethod)?.card ?? 'visa');
}

/** Returns the time, in seconds, when an uncaptured charge expires, or null if it does not expire. */
export function getCaptureDeadline(charge: Stripe.Charge | undefined): number | null {
  return charge?.payment_method_details?.card?.capture_before ?? null;
}

/**
 * Creates the charge of a payment intent. The charge has failed if the card declines, and is authorized but not
 * captured otherwise.
 */
export function createCharge(
  tx: Tx,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  authenticated: boolean,
): Stripe.Charge {
  const card = getChargedCard(tx, method.id);
  const { decline } = card;
  return tx.put('charge', {
    id: createId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: intent.statement_descriptor ?? 'LOCAL STAND-IN',
    captured: false,
    created: tx.now,
    currency: intent.currency,
    customer: toIdOrNull(intent.customer),
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: createOutcome(card),
    paid: decline === undefined,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { type: 'card', card: createCardDetails(tx, intent, method, card, authenticated) },
    radar_options: {},
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: intent.shipping,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: decline === undefined ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: intent.transfer_group,
  });
}

function createOutcome(card: TestCard): Stripe.Charge.Outcome {
  const { decline } = card;
  const blocked = decline?.decline_code === 'fraudulent';
  return {
    advice_code: decline === undefined ? null : 'try_again_later',
    network_advice_code: null,
    network_decline_code: decline === undefined ? null : '01',
    network_status:
      decline === undefined ? 'approved_by_network' : blocked ? 'not_sent_to_network' : 'declined_by_network',
    reason: decline === undefined ? null : blocked ? 'highest_risk_level' : (decline.decline_code ?? decline.code),
    risk_level: blocked ? 'highest' : 'normal',
    risk_score: blocked ? 90 : 20,
    seller_message:
      decline === undefined ? 'Payment complete.' : 'The bank did not return any further details with this decline.',
    type: decline === undefined ? 'authorized' : blocked ? 'blocked' : 'issuer_declined',
  };
}

function createCardDetails(
  tx: Tx,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  card: TestCard,
  authenticated: boolean,
): Stripe.Charge.PaymentMethodDetails.Card {
  const pending = card.decline === undefined && intent.capture_method === 'manual';
  return {
    amount_authorized: card.decline === undefined ? intent.amount : null,
    authorization_code: card.decline === undefined ? randomText(6).toUpperCase() : null,
    brand: card.brand,
    ...(pending ? { capture_before: tx.now + AUTHORIZATION_SECONDS } : {}),
    checks: {
      address_line1_check: null,
      address_postal_code_check: method.billing_details.address?.postal_code == null ? null : 'pass',
      cvc_check: card.cvcCheck ?? (method.card?.checks?.cvc_check == null ? null : 'pass'),
    },
    country: card.country,
    exp_month: method.card?.exp_month ?? 12,
    exp_year: method.card?.exp_year ?? 2099,
    electronic_commerce_indicator: authenticated ? '05' : null,
    extended_authorization: { status: 'disabled' },
    fingerprint: method.card?.fingerprint ?? null,
    funding: card.funding,
    incremental_authorization: { status: 'unavailable' },
    installments: null,
    last4: card.last4,
    mandate: null,
    multicapture: { status: 'unavailable' },
    network: card.brand,
    network_token: { used: false },
    network_transaction_id: card.decline === undefined ? randomText(15) : null,
    overcapture: { maximum_amount_capturable: intent.amount, status: 'unavailable' },
    regulated_status: 'unregulated',
    three_d_secure: authenticated
      ? {
          authentication_flow: 'challenge',
          electronic_commerce_indicator: '05',
          exemption_indicator: null,
          result: 'authenticated',
          result_reason: null,
          transaction_id: randomText(32),
          version: '2.2.0',
        }
      : null,
    transaction_link_id: null,
    wallet: null,
  };
}

/**
 * Captures `amount` cents of an authorized charge and releases the rest. Books the money and Stripe's fee. Opens a
 * dispute if the test card always disputes payments.
 */
export function captureCharge(tx: Tx, charge: Stripe.Charge, amount: number, announce: boolean): Stripe.Charge {
  const card = getChargedCard(tx, charge.payment_method);
  const txn = bookMovement(tx, {
    amount,
    fee: computeProcessingFee(amount),
    currency: charge.currency,
    type: 'charge',
    category: 'charge',
    source: charge.id,
    availableOn: computeAvailableOn(tx.now, card.bypassPending === true),
    description: charge.description,
  });
  const uncaptured = charge.amount - amount;
  const captured = tx.put('charge', {
    ...charge,
    amount_captured: amount,
    amount_refunded: uncaptured,
    balance_transaction: txn.id,
    captured: true,
    payment_method_details: withoutDeadline(charge.payment_method_details),
  });
  if (uncaptured > 0) releaseRefund(tx, captured, uncaptured, null);
  if (announce) tx.emit('charge.captured', captured);
  return card.dispute === undefined ? captured : openDispute(tx, captured, card.dispute).charge;
}

function withoutDeadline(
  details: Stripe.Charge.PaymentMethodDetails | null,
): Stripe.Charge.PaymentMethodDetails | null {
  if (details?.card == null) return details;
  const { capture_before: _, ...card } = details.card;
  return { ...details, card };
}

/**
 * Releases the authorization of a charge. As in Stripe, the charge then counts as refunded, although no money has
 * moved.
 */
export function releaseCharge(tx: Tx, charge: Stripe.Charge, reason: Stripe.Refund['reason']): Stripe.Charge {
  const released = tx.put('charge', {
    ...charge,
    amount_refunded: charge.amount,
    refunded: true,
    payment_method_details: withoutDeadline(charge.payment_method_details),
  });
  const expired = reason === 'expired_uncaptured_charge';
  tx.emit(expired ? 'charge.expired' : 'charge.refunded', released);
  releaseRefund(tx, released, charge.amount, reason);
  return released;
}

/**
 * Creates the refund that Stripe lists for money that was authorized but never captured. It has no balance
 * transaction.
 */
function releaseRefund(tx: Tx, charge: Stripe.Charge, amount: number, reason: Stripe.Refund['reason']): void {
  const refund = tx.put('refund', {
    ...newRefund(tx, charge, amount, reason),
    destination_details: { card: { type: 'reversal' }, type: 'card' },
  });
  tx.emit('refund.created', refund);
}

/** Returns a new refund of `amount` cents without booking or storing it. */
export function newRefund(
  tx: Tx,
  charge: Stripe.Charge,
  amount: number,
  reason: Stripe.Refund['reason'],
): Stripe.Refund {
  return {
    id: createId('re'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: tx.now,
    currency: charge.currency,
    customer: null,
    customer_account: null,
    destination_details: {
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      type: 'card',
    },
    metadata: {},
    payment_intent: toIdOrNull(charge.payment_intent),
    payment_method: charge.payment_method,
    reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  };
}

function retrieve(call: Call): unknown {
  parseParams(noParams, call.params);
  const charge = call.tx.get('charge', getPathId(call));
  if (charge === undefined) throw createMissingError('charge', getPathId(call), 'id', true);
  return charge;
}

const listChargesParams = shape({
  ...listParams,
  created: range,
  customer: unsupported,
  payment_intent: text(),
  transfer_group: text(),
});

function listCharges(call: Call): unknown {
  const params = parseParams(listChargesParams, call.params);
  const { payment_intent, transfer_group } = params;
  return answerTable({
    call,
    params,
    url: '/v1/charges',
    kind: 'charge',
    table: call.store.tables.charge,
    by: { payment_intent, transfer_group },
  });
}

export const chargeRoutes: Route[] = [
  { method: 'GET', path: '/v1/charges', kind: 'charge', list: true, run: listCharges },
  { method: 'GET', path: '/v1/charges/:id', kind: 'charge', run: retrieve },
];
