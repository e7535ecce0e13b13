import type Stripe from 'stripe';
import { getPathId } from '../protocol/call.ts';
import type { Call, Route } from '../protocol/call.ts';
import { createMissingError, createRefusedError } from '../protocol/errors.ts';
import { toIdOrNull, createId } from '../store/ids.ts';
import { noParams, parseParams } from '../protocol/params.ts';
import type { Tx } from '../store/store.ts';
import { findBankAccount, setBankAccount } from './accounts.ts';
import { getExtraPendingSeconds } from './countries.ts';

/** Stripe's messages for payouts that a bank has returned, by failure code. */
const PAYOUT_FAILURE_MESSAGES: Partial<Record<string, string>> = {
  account_closed: 'The bank account has been closed.',
  account_frozen: 'The bank account has been frozen.',
  no_account:
    'The bank account details on file are probably incorrect. No bank account could be located with those details.',
  invalid_account_number: 'The routing number seems correct, but the account number is invalid.',
  declined: 'The bank has declined this transfer. Please contact the bank before retrying.',
};

/**
 * Returns the cents that can be paid out to an account now, which are its available transfers minus its earlier
 * payouts.
 */
function computePayableCents(tx: Tx, account: Stripe.Account): number {
  const available = tx.where('transfer', 'destination', account.id).filter((transfer) => {
    const booked = tx.get('balance_transaction', toIdOrNull(transfer.balance_transaction));
    return Math.max(transfer.created, booked?.available_on ?? 0) + getExtraPendingSeconds(account) <= tx.now;
  });
  const payoutAmount = available.reduce((sum, transfer) => sum + transfer.amount - transfer.amount_reversed, 0);
  const paid = tx.where('payout_owner', 'account', account.id).reduce((sum, { id }) => {
    const payout = tx.get('payout', id);
    return sum + (payout === undefined || payout.status === 'failed' ? 0 : payout.amount);
  }, 0);
  return payoutAmount - paid;
}

/**
 * Creates Stripe's automatic payout to an account's bank, with the status `paid`. Throws if no money is available or
 * if the account has no usable bank account.
 */
export function createPayout(tx: Tx, account: Stripe.Account): Stripe.Payout {
  const bank = findBankAccount(account);
  if (bank === undefined || bank.status === 'errored')
    throw createRefusedError(`Account ${account.id} has no bank account that can be paid.`);
  const amount = computePayableCents(tx, account);
  if (amount <= 0) throw createRefusedError(`Nothing of account ${account.id} can be paid out now.`);
  const payout = tx.put('payout', {
    id: createId('po'),
    object: 'payout',
    amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: tx.now,
    automatic: true,
    balance_transaction: createId('txn'),
    created: tx.now,
    currency: 'usd',
    description: 'STRIPE PAYOUT',
    destination: bank.id,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: {},
    method: 'standard',
    original_payout: null,
    payout_method: null,
    reconciliation_status: 'completed',
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: null,
    status: 'paid',
    trace_id: null,
    type: 'bank_account',
  });
  tx.put('payout_owner', { id: payout.id, account: account.id });
  tx.emit('payout.paid', payout, { account: account.id });
  return payout;
}

/**
 * Fails a payout, even a paid one, as if the bank had returned it. The account gets no more payouts until its bank
 * account is replaced.
 */
export function failPayout(tx: Tx, payout: Stripe.Payout, code: string): Stripe.Payout {
  if (payout.status === 'failed') throw createRefusedError(`Payout ${payout.id} has failed already.`);
  const account = tx.get('account', tx.get('payout_owner', payout.id)?.account ?? null);
  if (account === undefined) throw new Error(`Payout ${payout.id} is of no account.`);
  const failed = tx.put('payout', {
    ...payout,
    status: 'failed',
    failure_balance_transaction: createId('txn'),
    failure_code: code,
    failure_message: PAYOUT_FAILURE_MESSAGES[code] ?? 'The bank could not process this transfer.',
  });
  tx.emit('payout.failed', failed, { account: account.id, previous: { status: payout.status } });
  const bank = findBankAccount(account);
  if (bank !== undefined && bank.id === payout.destination) setBankAccount(tx, account, { ...bank, status: 'errored' });
  return failed;
}

function retrieve(call: Call): unknown {
  parseParams(noParams, call.params);
  const { tx } = call;
  const payout = tx.get('payout', getPathId(call));
  if (payout === undefined || tx.get('payout_owner', payout.id)?.account !== call.account)
    throw createMissingError('payout', getPathId(call).slice(0, 100), 'payout', true);
  return payout;
}

export const payoutRoutes: Route[] = [
  { method: 'GET', path: '/v1/payouts/:id', kind: 'payout', ofAccount: true, run: retrieve },
];
