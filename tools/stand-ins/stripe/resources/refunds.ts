import type Stripe from 'stripe';
import { bookMovement } from './balance.ts';
import { getPathId } from '../protocol/call.ts';
import type { Call, Route } from '../protocol/call.ts';
import { newRefund } from './charges.ts';
import {
  createParameterError,
  formatStripeAmount,
  createMissingError,
  createRefusedError,
} from '../protocol/errors.ts';
import { toIdOrNull } from '../store/ids.ts';
import { answerTable, listParams } from '../protocol/lists.ts';
import {
  integer,
  mergeMetadata,
  metadata,
  noParams,
  wordIn,
  parseParams,
  range,
  shape,
  text,
  unsupported,
} from '../protocol/params.ts';
import type { Tx } from '../store/store.ts';

const createParams = shape({
  amount: integer({ min: 1 }),
  charge: text(),
  payment_intent: text(),
  metadata,
  reason: wordIn(['duplicate', 'fraudulent', 'requested_by_customer']),
  currency: unsupported,
  customer: unsupported,
  instructions_email: unsupported,
  origin: unsupported,
  refund_application_fee: unsupported,
  reverse_transfer: unsupported,
});

function create(call: Call): unknown {
  const { tx } = call;
  const params = parseParams(createParams, call.params);
  if (params.charge === undefined && params.payment_intent === undefined) {
    throw createParameterError(
      'One of the following params should be provided for this request: payment_intent or charge.',
      null,
      'parameter_missing',
    );
  }
  const charge = findRefundableCharge(tx, params.charge ?? null, params.payment_intent ?? null);
  // A charge cannot be refunded while a dispute is open or after a dispute was lost. After a dispute was won, it
  // can.
  const disputes = call.store.tables.dispute;
  if (disputes.ids('charge', charge.id).some((id) => disputes.byId.get(id)?.status !== 'won')) {
    throw createRefusedError(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
      param: 'charge',
      charge: charge.id,
    });
  }
  const refundable = charge.amount - charge.amount_refunded;
  if (refundable === 0) {
    throw createRefusedError(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
      charge: charge.id,
    });
  }
  const amount = params.amount ?? refundable;
  if (amount > refundable) {
    throw createRefusedError(
      `Refund amount (${formatStripeAmount(amount, charge.currency)}) is greater than unrefunded amount on charge (${formatStripeAmount(refundable, charge.currency)})`,
      { param: 'amount' },
    );
  }
  const unbooked = newRefund(tx, charge, amount, params.reason ?? null);
  const txn = bookMovement(tx, {
    amount: -amount,
    currency: charge.currency,
    type: 'refund',
    category: 'refund',
    source: unbooked.id,
    // If the money of the charge is still pending, the refund becomes available together with it.
    availableOn: Math.max(
      tx.now,
      tx.get('balance_transaction', toIdOrNull(charge.balance_transaction))?.available_on ?? 0,
    ),
    description: `REFUND FOR CHARGE${charge.description === null ? '' : ` (${charge.description})`}`,
  });
  const refund = tx.put('refund', {
    ...unbooked,
    balance_transaction: txn.id,
    metadata: mergeMetadata({}, params.metadata),
  });
  const amount_refunded = charge.amount_refunded + amount;
  const after = tx.put('charge', { ...charge, amount_refunded, refunded: amount_refunded === charge.amount });
  tx.emit('charge.refunded', after, {
    previous: { amount_refunded: charge.amount_refunded, ...(after.refunded ? { refunded: false } : {}) },
  });
  tx.emit('refund.created', refund);
  return refund;
}

/**
 * Fails a refund, as if the cardholder's bank had returned it, and books the money back to the balance. Stripe does
 * not document the effect on the charge's amount_refunded. The stand-in reduces it, so that the charge can be
 * disputed.
 */
export function failRefund(tx: Tx, refund: Stripe.Refund, reason: string): Stripe.Refund {
  if (refund.status !== 'succeeded') throw createRefusedError(`This refund cannot fail: it is ${refund.status}.`);
  const txn = bookMovement(tx, {
    amount: refund.amount,
    currency: refund.currency,
    type: 'refund_failure',
    category: 'refund_failure',
    source: refund.id,
    availableOn: tx.now,
    description: `REFUND FAILURE FOR ${refund.id}`,
  });
  const failed = tx.put('refund', {
    ...refund,
    status: 'failed',
    failure_reason: reason,
    failure_balance_transaction: txn.id,
  });
  const charge = tx.get('charge', toIdOrNull(refund.charge) ?? '');
  if (charge !== undefined) {
    tx.put('charge', { ...charge, amount_refunded: charge.amount_refunded - refund.amount, refunded: false });
  }
  tx.emit('refund.updated', failed, { previous: { status: refund.status } });
  tx.emit('charge.refund.updated', failed, { previous: { status: refund.status } });
  tx.emit('refund.failed', failed);
  return failed;
}

function findRefundableCharge(tx: Tx, chargeId: string | null, intentId: string | null): Stripe.Charge {
  const intent = intentId === null ? undefined : tx.get('payment_intent', intentId);
  if (intentId !== null && intent === undefined) {
    throw createMissingError('payment_intent', intentId.slice(0, 100), 'payment_intent', false);
  }
  const charge = tx.get('charge', chargeId ?? toIdOrNull(intent?.latest_charge));
  if (chargeId !== null && charge === undefined)
    throw createMissingError('charge', chargeId.slice(0, 100), 'charge', false);
  if (charge !== undefined && intent !== undefined && toIdOrNull(charge.payment_intent) !== intent.id) {
    throw createRefusedError(`Charge ${charge.id} does not belong to PaymentIntent ${intent.id}.`, { param: 'charge' });
  }
  if (charge === undefined || charge.status !== 'succeeded' || !charge.captured) {
    const owner = intent?.id ?? toIdOrNull(charge?.payment_intent) ?? '';
    throw createRefusedError(`This PaymentIntent (${owner}) does not have a successful charge to refund.`, {
      code: 'payment_intent_unexpected_state',
      param: intentId === null ? 'charge' : 'payment_intent',
    });
  }
  return charge;
}

function find(call: Call): Stripe.Refund {
  const refund = call.tx.get('refund', getPathId(call));
  if (refund === undefined) throw createMissingError('refund', getPathId(call).slice(0, 100), 'id', true);
  return refund;
}

function retrieve(call: Call): unknown {
  parseParams(noParams, call.params);
  return find(call);
}

const updateParams = shape({ metadata });

function update(call: Call): unknown {
  const params = parseParams(updateParams, call.params);
  const before = find(call);
  const refund = call.tx.put('refund', { ...before, metadata: mergeMetadata(before.metadata ?? {}, params.metadata) });
  call.tx.emit('refund.updated', refund, { previous: { metadata: before.metadata } });
  return refund;
}

const listRefundsParams = shape({ ...listParams, created: range, charge: text(), payment_intent: text() });

function listRefunds(call: Call): unknown {
  const params = parseParams(listRefundsParams, call.params);
  const { charge, payment_intent } = params;
  return answerTable({
    call,
    params,
    url: '/v1/refunds',
    kind: 'refund',
    table: call.store.tables.refund,
    by: { charge, payment_intent },
  });
}

export const refundRoutes: Route[] = [
  { method: 'POST', path: '/v1/refunds', kind: 'refund', run: create },
  { method: 'GET', path: '/v1/refunds', kind: 'refund', list: true, run: listRefunds },
  { method: 'GET', path: '/v1/refunds/:id', kind: 'refund', run: retrieve },
  { method: 'POST', path: '/v1/refunds/:id', kind: 'refund', run: update },
];
