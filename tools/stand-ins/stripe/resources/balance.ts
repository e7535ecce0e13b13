import type Stripe from 'stripe';
import { getPathId } from '../protocol/call.ts';
import type { Call, Route } from '../protocol/call.ts';
import { DAY_SECONDS } from '../store/clock.ts';
import { createMissingError } from '../protocol/errors.ts';
import { createId } from '../store/ids.ts';
import { answerTable, listParams } from '../protocol/lists.ts';
import { currency, noParams, parseParams, range, shape, text, unsupported } from '../protocol/params.ts';
import type { Store, Tx } from '../store/store.ts';

const PENDING_SECONDS = 2 * DAY_SECONDS;

/** Returns Stripe's standard fee in cents for a charge of `amount` cents: 2.9% + 30c. */
export function computeProcessingFee(amount: number): number {
  return Math.round((amount * 29) / 1000) + 30;
}

/** Returns the time, in seconds, when money that is charged now becomes available. */
export function computeAvailableOn(now: number, bypassPending: boolean): number {
  return bypassPending ? now : now + PENDING_SECONDS;
}

/**
 * Movement on the platform's balance. Amounts are in cents. `amount` may be negative, and `fee` is deducted from it.
 */
export interface BalanceMovement {
  amount: number;
  fee?: number;
  feeDescription?: string;
  currency: string;
  type: Stripe.BalanceTransaction.Type;
  category: string;
  source: string;
  availableOn: number;
  description?: string | null;
}

export function bookMovement(tx: Tx, movement: BalanceMovement): Stripe.BalanceTransaction {
  const fee = movement.fee ?? 0;
  return tx.put('balance_transaction', {
    id: createId('txn'),
    object: 'balance_transaction',
    amount: movement.amount,
    available_on: movement.availableOn,
    balance_type: 'payments',
    created: tx.now,
    currency: movement.currency,
    description: movement.description ?? null,
    exchange_rate: null,
    fee,
    fee_details:
      fee === 0
        ? []
        : [
            {
              amount: fee,
              application: null,
              currency: movement.currency,
              description: movement.feeDescription ?? 'Stripe processing fees',
              type: 'stripe_fee',
            },
          ],
    net: movement.amount - fee,
    reporting_category: movement.category,
    source: movement.source,
    status: movement.availableOn <= tx.now ? 'available' : 'pending',
    type: movement.type,
  });
}

/**
 * Returns a balance transaction with its status at `now` (in seconds). The status is computed because pending money
 * becomes available over time, without a write.
 */
export function toCurrentTransaction(now: number, txn: Stripe.BalanceTransaction): Stripe.BalanceTransaction {
  const status = txn.available_on <= now ? 'available' : 'pending';
  return txn.status === status ? txn : { ...txn, status };
}

/** Returns the platform's available and pending balance in cents, by currency. */
export function computePlatformBalance(store: Store): Map<string, { available: number; pending: number }> {
  const now = store.clock.now();
  const sums = new Map<string, { available: number; pending: number }>();
  for (const txn of store.tables.balance_transaction.byId.values()) {
    const sum = sums.get(txn.currency) ?? { available: 0, pending: 0 };
    if (txn.available_on <= now) sum.available += txn.net;
    else sum.pending += txn.net;
    sums.set(txn.currency, sum);
  }
  return sums;
}

function balance(call: Call): unknown {
  parseParams(noParams, call.params);
  const sums = computePlatformBalance(call.store);
  if (sums.size === 0) sums.set('usd', { available: 0, pending: 0 });
  const amounts = (which: 'available' | 'pending') =>
    [...sums].map(([code, sum]) => ({ amount: sum[which], currency: code, source_types: { card: sum[which] } }));
  return {
    object: 'balance',
    available: amounts('available'),
    connect_reserved: [...sums.keys()].map((code) => ({ amount: 0, currency: code })),
    livemode: false,
    pending: amounts('pending'),
    refund_and_dispute_prefunding: {
      available: [...sums.keys()].map((code) => ({ amount: 0, currency: code })),
      pending: [...sums.keys()].map((code) => ({ amount: 0, currency: code })),
    },
  } satisfies Stripe.Balance;
}

function retrieve(call: Call): unknown {
  parseParams(noParams, call.params);
  const txn = call.tx.get('balance_transaction', getPathId(call));
  if (txn === undefined) throw createMissingError('balance transaction', getPathId(call), 'id', true);
  return toCurrentTransaction(call.tx.now, txn);
}

const listTransactionsParams = shape({
  ...listParams,
  created: range,
  currency,
  payout: unsupported,
  source: text(),
  type: text(),
});

function listTransactions(call: Call): unknown {
  const params = parseParams(listTransactionsParams, call.params);
  const { source, type } = params;
  return answerTable({
    call,
    params,
    url: '/v1/balance_transactions',
    kind: 'balance transaction',
    table: call.store.tables.balance_transaction,
    by: { source, type },
    keep: (txn) => params.currency === undefined || txn.currency === params.currency,
    show: (txn) => toCurrentTransaction(call.tx.now, txn),
  });
}

export const balanceRoutes: Route[] = [
  { method: 'GET', path: '/v1/balance', kind: 'balance', run: balance },
  { method: 'GET', path: '/v1/balance_transactions/:id', kind: 'balance_transaction', run: retrieve },
  { method: 'GET', path: '/v1/balance_transactions', kind: 'balance_transaction', list: true, run: listTransactions },
  // Earlier paths of the two endpoints above, which some programs still use.
  { method: 'GET', path: '/v1/balance/history/:id', kind: 'balance_transaction', run: retrieve },
  { method: 'GET', path: '/v1/balance/history', kind: 'balance_transaction', list: true, run: listTransactions },
];
