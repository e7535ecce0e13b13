import type Stripe from 'stripe';
import { getPathId } from '../protocol/call.ts';
import type { Call, Route } from '../protocol/call.ts';
import { createMissingError } from '../protocol/errors.ts';
import { createId, randomText } from '../store/ids.ts';
import { answerTable, listParams } from '../protocol/lists.ts';
import {
  mergeMetadata,
  metadata,
  noParams,
  parseParams,
  range,
  shape,
  unsettable,
  unsupported,
  wordIn,
} from '../protocol/params.ts';
import type { Table, Tx } from '../store/store.ts';

const createParams = shape({
  address: unsupported,
  balance: unsupported,
  business_name: unsupported,
  cash_balance: unsupported,
  description: unsettable(350),
  email: unsettable(512),
  individual_name: unsupported,
  invoice_prefix: unsupported,
  invoice_settings: unsupported,
  metadata,
  name: unsettable(256),
  next_invoice_sequence: unsupported,
  payment_method: unsupported,
  phone: unsettable(20),
  preferred_locales: unsupported,
  shipping: unsupported,
  source: unsupported,
  tax: unsupported,
  tax_exempt: unsupported,
  tax_id_data: unsupported,
  test_clock: unsupported,
});

function create(call: Call): unknown {
  const { tx } = call;
  const params = parseParams(createParams, call.params);
  const customer: Stripe.Customer = {
    id: createId('cus'),
    object: 'customer',
    address: null,
    balance: 0,
    created: tx.now,
    currency: null,
    default_source: null,
    delinquent: false,
    description: params.description ?? null,
    discount: null,
    email: params.email ?? null,
    invoice_prefix: randomText(8).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: mergeMetadata({}, params.metadata),
    name: params.name ?? null,
    next_invoice_sequence: 1,
    phone: params.phone ?? null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  };
  tx.emit('customer.created', tx.put('customer', customer));
  return customer;
}

/** Returns the customer whose ID is in the path. A deleted one is a stub with `deleted: true`. */
function find(call: Call): Stripe.Customer | Stripe.DeletedCustomer {
  parseParams(noParams, call.params);
  const customer = call.tx.get('customer', getPathId(call));
  if (customer === undefined) throw createMissingError('customer', getPathId(call).slice(0, 100), 'id', true);
  return customer;
}

/** Deletes a customer. Its payment methods can no longer be used. */
function remove(call: Call): unknown {
  const { tx } = call;
  const customer = find(call);
  if (customer.deleted === true) throw createMissingError('customer', customer.id, 'id', true);
  tx.emit('customer.deleted', tx.put('customer', { ...customer }));
  for (const method of tx.where('payment_method', 'customer', customer.id)) {
    const card = tx.get('card', method.id);
    if (card !== undefined) tx.put('card', { ...card, detached: true });
  }
  return tx.put('customer', { id: customer.id, object: 'customer', deleted: true });
}

const listCustomersParams = shape({ ...listParams, created: range, email: unsupported, test_clock: unsupported });

/** Lists customers. As in Stripe, deleted ones are left out. */
function listCustomers(call: Call): unknown {
  return answerTable({
    call,
    params: parseParams(listCustomersParams, call.params),
    url: '/v1/customers',
    kind: 'customer',
    table: call.store.tables.customer as Table<Stripe.Customer>,
    keep: (customer) => customer.object === 'customer' && !('deleted' in customer),
  });
}

const listMethodsParams = shape({ ...listParams, allow_redisplay: unsupported, type: wordIn(['card']) });

function listPaymentMethods(call: Call): unknown {
  const customer = getPathId(call);
  return answerTable({
    call,
    params: parseParams(listMethodsParams, call.params),
    url: `/v1/customers/${customer}/payment_methods`,
    kind: 'payment_method',
    table: call.store.tables.payment_method,
    by: { customer },
  });
}

/**
 * Returns the customer ID of a parameter, or null if the parameter is missing. Throws resource_missing (400) if there
 * is no such customer.
 */
export function findCustomerId(tx: Tx, id: string | undefined): string | null {
  if (id === undefined) return null;
  const customer = tx.get('customer', id);
  if (customer === undefined || customer.deleted === true)
    throw createMissingError('customer', id.slice(0, 100), 'customer', false);
  return customer.id;
}

export const customerRoutes: Route[] = [
  { method: 'POST', path: '/v1/customers', kind: 'customer', run: create },
  { method: 'GET', path: '/v1/customers', kind: 'customer', list: true, run: listCustomers },
  { method: 'GET', path: '/v1/customers/:id', kind: 'customer', run: find },
  {
    method: 'GET',
    path: '/v1/customers/:id/payment_methods',
    kind: 'payment_method',
    list: true,
    run: listPaymentMethods,
  },
  { method: 'DELETE', path: '/v1/customers/:id', kind: 'deleted', run: remove },
];
