import { toCurrentTransaction } from './balance.ts';
import type { Route } from '../protocol/call.ts';
import { createParameterError } from '../protocol/errors.ts';
import type { Kind, Tx } from '../store/store.ts';

type ExpandTarget = Kind | 'any' | 'refund_list';

/** Fields that can be expanded, by kind of object. Each has the kind of object that it expands to. */
const EXPANDABLE: Partial<Record<string, Record<string, ExpandTarget>>> = {
  payment_intent: { latest_charge: 'charge', payment_method: 'payment_method' },
  setup_intent: { payment_method: 'payment_method' },
  charge: { balance_transaction: 'balance_transaction', payment_intent: 'payment_intent', refunds: 'refund_list' },
  refund: {
    balance_transaction: 'balance_transaction',
    charge: 'charge',
    payment_intent: 'payment_intent',
    payment_method: 'payment_method',
    transfer_reversal: 'transfer_reversal',
  },
  transfer: { balance_transaction: 'balance_transaction', destination: 'account', source_transaction: 'charge' },
  transfer_reversal: { balance_transaction: 'balance_transaction', transfer: 'transfer', source_refund: 'refund' },
  balance_transaction: { source: 'any' },
  dispute: { charge: 'charge', payment_intent: 'payment_intent' },
};

const KIND_BY_PREFIX: Record<string, Kind> = {
  ch: 'charge',
  re: 'refund',
  tr: 'transfer',
  trr: 'transfer_reversal',
  du: 'dispute',
};

/** Throws if the response has no such field to expand. This check comes before the execution of the request. */
export function checkExpand(route: Pick<Route, 'kind' | 'list'>, paths: string[]): void {
  for (const [i, path] of paths.entries()) {
    const keys = path.split('.');
    if (keys.length > 4) {
      throw createParameterError('You cannot expand more than 4 levels of a property.', `expand[${i}]`);
    }
    if (route.list === true && keys.shift() !== 'data') throw createNotExpandableError(path, i);
    let kind: string = route.kind;
    for (const [depth, key] of keys.entries()) {
      if (kind === 'any') break;
      const target = EXPANDABLE[kind]?.[key];
      if (target === undefined) throw createNotExpandableError(path, i);
      kind = target === 'refund_list' ? 'refund' : target;
      if (target === 'refund_list' && keys[depth + 1] === 'data') keys.splice(depth + 1, 1);
    }
  }
}

function createNotExpandableError(path: string, i: number): Error {
  return createParameterError(`This property cannot be expanded (${path.slice(0, 100)}).`, `expand[${i}]`);
}

/** Returns a copy of a response in which the given paths are expanded. Empty fields stay null. */
export function expand(tx: Tx, answer: unknown, paths: string[]): unknown {
  let out = answer;
  for (const path of paths) out = expandPath(tx, out, path.split('.'));
  return out;
}

function expandPath(tx: Tx, value: unknown, keys: string[]): unknown {
  const [key, ...rest] = keys;
  if (key === undefined || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => expandPath(tx, item, keys));
  const object = value as Record<string, unknown>;
  if (key === 'data') return { ...object, data: expandPath(tx, object['data'], rest) };
  const kind = typeof object['object'] === 'string' ? object['object'] : '';
  // The objects in an expanded list of refunds can also be expanded.
  if (kind === 'list') return { ...object, data: expandPath(tx, object['data'], keys) };
  const target = EXPANDABLE[kind]?.[key];
  if (target === undefined) return value;
  return { ...object, [key]: expandPath(tx, loadExpanded(tx, target, object, key), rest) };
}

function loadExpanded(tx: Tx, target: ExpandTarget, owner: Record<string, unknown>, key: string): unknown {
  if (target === 'refund_list') return owner[key] ?? listChargeRefunds(tx, String(owner['id']));
  const id = owner[key];
  if (typeof id !== 'string') return id;
  const kind = target === 'any' ? KIND_BY_PREFIX[id.split('_')[0] ?? ''] : target;
  const object = kind === undefined ? undefined : tx.get(kind, id);
  if (object === undefined) return id;
  return kind === 'balance_transaction'
    ? toCurrentTransaction(tx.now, object as Parameters<typeof toCurrentTransaction>[1])
    : object;
}

function listChargeRefunds(tx: Tx, charge: string): unknown {
  const refunds = tx.where('refund', 'charge', charge).toReversed();
  const url = `/v1/charges/${charge}/refunds`;
  return { object: 'list', data: refunds.slice(0, 10), has_more: refunds.length > 10, url };
}
