import type Stripe from 'stripe';
import { checkDestination } from './countries.ts';
import { bookMovement, computePlatformBalance } from './balance.ts';
import { getPathId } from '../protocol/call.ts';
import type { Call, Route } from '../protocol/call.ts';
import { formatStripeAmount, createMissingError, createRefusedError } from '../protocol/errors.ts';
import { toIdOrNull, createId } from '../store/ids.ts';
import { answerTable, listParams } from '../protocol/lists.ts';
import {
  currency,
  flag,
  integer,
  mergeMetadata,
  metadata,
  noParams,
  wordIn,
  parseParams,
  range,
  required,
  shape,
  text,
  unsettable,
} from '../protocol/params.ts';

const createParams = shape({
  amount: required(integer({ min: 1 })),
  currency: required(currency),
  destination: required(text()),
  description: unsettable(),
  metadata,
  source_transaction: text(),
  source_type: wordIn(['card']),
  transfer_group: text(),
});

function create(call: Call): unknown {
  const { tx } = call;
  const params = parseParams(createParams, call.params);
  const account = tx.get('account', params.destination);
  if (account === undefined)
    throw createMissingError('destination', params.destination.slice(0, 100), 'destination', false);
  checkDestination(call.platformCountry, account);
  if (account.capabilities?.transfers !== 'active') {
    throw createRefusedError(
      'Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments',
      { code: 'insufficient_capabilities_for_transfer' },
    );
  }
  const source =
    params.source_transaction === undefined ? null : findSourceCharge(call, params.source_transaction, params);
  if (source === null) assertAvailable(call, params.amount, params.currency);
  const id = createId('tr');
  const txn = bookMovement(tx, {
    amount: -params.amount,
    currency: params.currency,
    type: 'transfer',
    category: 'transfer',
    source: id,
    // If the money of the charge is still pending, the transfer becomes available together with it.
    availableOn: Math.max(
      tx.now,
      tx.get('balance_transaction', toIdOrNull(source?.balance_transaction))?.available_on ?? 0,
    ),
    description: params.description ?? null,
  });
  const automaticGroup = source === null ? null : `group_${toIdOrNull(source.payment_intent) ?? source.id}`;
  const group = params.transfer_group ?? source?.transfer_group ?? automaticGroup;
  if (source !== null && source.transfer_group === null) tx.put('charge', { ...source, transfer_group: group });
  const transfer = tx.put('transfer', {
    id,
    object: 'transfer',
    amount: params.amount,
    amount_reversed: 0,
    balance_transaction: txn.id,
    created: tx.now,
    currency: params.currency,
    description: params.description ?? null,
    destination: account.id,
    destination_payment: createId('py'),
    livemode: false,
    metadata: mergeMetadata({}, params.metadata),
    reversals: { object: 'list', data: [], has_more: false, url: `/v1/transfers/${id}/reversals` },
    reversed: false,
    source_transaction: source?.id ?? null,
    source_type: 'card',
    transfer_group: group,
  });
  tx.emit('transfer.created', transfer);
  return transfer;
}

/**
 * Returns the charge that pays for a transfer. Throws if all transfers from this charge, including reversed ones,
 * would exceed the charge's amount.
 */
function findSourceCharge(call: Call, id: string, params: { amount: number; currency: string }): Stripe.Charge {
  const { tx } = call;
  const charge = tx.get('charge', id);
  if (charge === undefined) throw createMissingError('charge', id.slice(0, 100), 'source_transaction', false);
  if (charge.status !== 'succeeded' || !charge.captured) {
    const state = charge.status === 'failed' ? 'failed' : 'not been captured';
    throw createRefusedError(`You cannot create a transfer from the charge ${id} because it has ${state}.`, {
      param: 'source_transaction',
    });
  }
  if (charge.currency !== params.currency) {
    throw createRefusedError(
      `The currency of source_transaction's balance transaction (${charge.currency}) must be the same as the transfer currency (${params.currency})`,
      { param: 'currency' },
    );
  }
  const earlier = tx.where('transfer', 'source_transaction', id);
  const sentAmount = earlier.reduce((sum, transfer) => sum + transfer.amount, 0);
  const whole = charge.amount_captured;
  if (sentAmount + params.amount > whole) {
    const some =
      sentAmount === 0
        ? ''
        : ` (There ${earlier.length === 1 ? 'is already a transfer' : `are already ${earlier.length} transfers`} using this source, amounting to ${formatStripeAmount(sentAmount, charge.currency)}.)`;
    throw createRefusedError(
      `Transfers using this transaction as a source must not exceed the source amount of ${formatStripeAmount(whole, charge.currency)}.${some}`,
      { param: 'amount' },
    );
  }
  return charge;
}

function assertAvailable(call: Call, amount: number, code: string): void {
  const available = computePlatformBalance(call.store).get(code)?.available ?? 0;
  if (amount <= available) return;
  throw createRefusedError(
    'You have insufficient available funds in your Stripe account. Try adding funds directly to your available balance by creating Charges using the 4000000000000077 test card. See: https://stripe.com/docs/testing#available-balance',
    { code: 'balance_insufficient' },
  );
}

function find(call: Call): Stripe.Transfer {
  const transfer = call.tx.get('transfer', getPathId(call));
  if (transfer === undefined) throw createMissingError('transfer', getPathId(call).slice(0, 100), 'transfer', true);
  return transfer;
}

function retrieve(call: Call): unknown {
  parseParams(noParams, call.params);
  return find(call);
}

const updateParams = shape({ description: unsettable(), metadata });

function update(call: Call): unknown {
  const params = parseParams(updateParams, call.params);
  const before = find(call);
  const after = call.tx.put('transfer', {
    ...before,
    description: params.description === undefined ? before.description : params.description,
    metadata: mergeMetadata(before.metadata, params.metadata),
  });
  call.tx.emit('transfer.updated', after, { previous: { metadata: before.metadata, description: before.description } });
  return after;
}

const listTransfersParams = shape({ ...listParams, created: range, destination: text(), transfer_group: text() });

function listTransfers(call: Call): unknown {
  const params = parseParams(listTransfersParams, call.params);
  const { transfer_group, destination } = params;
  return answerTable({
    call,
    params,
    url: '/v1/transfers',
    kind: 'transfer',
    table: call.store.tables.transfer,
    by: { transfer_group, destination },
  });
}

const reverseParams = shape({
  amount: integer({ min: 1 }),
  description: unsettable(),
  metadata,
  refund_application_fee: flag,
});

function reverse(call: Call): unknown {
  const { tx } = call;
  const params = parseParams(reverseParams, call.params);
  const transfer = find(call);
  const reversible = transfer.amount - transfer.amount_reversed;
  if (reversible === 0) throw createRefusedError(`Transfer ${transfer.id} is already fully reversed.`, { param: 'id' });
  const amount = params.amount ?? reversible;
  if (amount > reversible) {
    throw createRefusedError(
      `Reversal amount (${formatStripeAmount(amount, transfer.currency)}) is greater than unreversed amount on transfer (${formatStripeAmount(reversible, transfer.currency)})`,
      { param: 'amount' },
    );
  }
  const id = createId('trr');
  const txn = bookMovement(tx, {
    amount,
    currency: transfer.currency,
    type: 'transfer_refund',
    category: 'transfer_reversal',
    source: id,
    availableOn: Math.max(
      tx.now,
      tx.get('balance_transaction', toIdOrNull(transfer.balance_transaction))?.available_on ?? 0,
    ),
    description: params.description ?? `REFUND FOR TRANSFER (${transfer.id})`,
  });
  const reversal = tx.put('transfer_reversal', {
    id,
    object: 'transfer_reversal',
    amount,
    balance_transaction: txn.id,
    created: tx.now,
    currency: transfer.currency,
    destination_payment_refund: createId('pyr'),
    metadata: mergeMetadata({}, params.metadata),
    source_refund: null,
    transfer: transfer.id,
  });
  const all = [reversal, ...transfer.reversals.data];
  const after = tx.put('transfer', {
    ...transfer,
    amount_reversed: transfer.amount_reversed + amount,
    reversals: {
      ...transfer.reversals,
      data: all.slice(0, 10),
      has_more: transfer.reversals.has_more || all.length > 10,
    },
    reversed: amount === reversible,
  });
  tx.emit('transfer.reversed', after, {
    previous: { amount_reversed: transfer.amount_reversed, reversed: false, reversals: transfer.reversals },
  });
  return reversal;
}

const listReversalsParams = shape(listParams);

function listReversals(call: Call): unknown {
  const params = parseParams(listReversalsParams, call.params);
  const transfer = find(call);
  return answerTable({
    call,
    params,
    url: `/v1/transfers/${transfer.id}/reversals`,
    kind: 'transfer reversal',
    table: call.store.tables.transfer_reversal,
    by: { transfer: transfer.id },
  });
}

function retrieveReversal(call: Call): unknown {
  parseParams(noParams, call.params);
  const transfer = find(call);
  const reversal = call.tx.get('transfer_reversal', getPathId(call, 1));
  if (reversal === undefined || toIdOrNull(reversal.transfer) !== transfer.id) {
    throw createMissingError('transfer reversal', getPathId(call, 1).slice(0, 100), 'id', true);
  }
  return reversal;
}

const base = '/v1/transfers';
export const transferRoutes: Route[] = [
  { method: 'POST', path: base, kind: 'transfer', run: create },
  { method: 'GET', path: base, kind: 'transfer', list: true, run: listTransfers },
  { method: 'GET', path: `${base}/:id`, kind: 'transfer', run: retrieve },
  { method: 'POST', path: `${base}/:id`, kind: 'transfer', run: update },
  { method: 'POST', path: `${base}/:id/reversals`, kind: 'transfer_reversal', run: reverse },
  { method: 'GET', path: `${base}/:id/reversals`, kind: 'transfer_reversal', list: true, run: listReversals },
  { method: 'GET', path: `${base}/:id/reversals/:id`, kind: 'transfer_reversal', run: retrieveReversal },
];
