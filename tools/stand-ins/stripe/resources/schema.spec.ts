import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import type Stripe from 'stripe';
import { expect, it } from 'vitest';
import { DAY_SECONDS } from '../store/clock.ts';
import {
  authorizePayment,
  MANUAL_CAPTURE_PARAMS,
  createPaidIntent,
  startStandIn,
  createTypedCard,
} from '../test-kit.ts';

const schema = JSON.parse(readFileSync(new URL('./schema.json', import.meta.url), 'utf8')) as object;
const ajv = new Ajv({ strict: false, allErrors: true }).addSchema(schema, 'stripe');

/** Returns all objects in a response that have a text field `object`, at any depth. */
function objectsIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.values(value).flatMap(objectsIn);
  return 'object' in value && typeof value.object === 'string' ? [{ ...value }, ...inside] : inside;
}

function problems(name: string, value: unknown): string[] {
  const validate = ajv.getSchema(`stripe#/definitions/${name}`);
  if (validate === undefined) return [`There is no schema for ${name}.`];
  return validate(value) === true
    ? []
    : (validate.errors ?? []).map((error) => `${name}${error.instancePath} ${error.message ?? ''}`);
}

it("returns objects that match the schemas of Stripe's API", async () => {
  const { stripe, url, control } = await startStandIn();
  const objects: unknown[] = [];
  const call = async (method: string, path: string, params: Record<string, string> = {}, key = 'sk_test_local') => {
    const response = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${key}` },
      ...(method === 'GET' ? {} : { body: new URLSearchParams(params) }),
    });
    const answer: unknown = await response.json();
    objects.push(answer);
    return answer as Record<string, unknown>;
  };

  const account = await stripe.accounts.create({ type: 'express', capabilities: { transfers: { requested: true } } });
  await control.setAccount(account.id, 'active');
  const open = await stripe.paymentIntents.create(MANUAL_CAPTURE_PARAMS);
  await call(
    'POST',
    `/v1/payment_intents/${open.id}/confirm`,
    { client_secret: open.client_secret ?? '', ...createTypedCard('4000000000009995') },
    'pk_test_local',
  );
  await call(
    'POST',
    `/v1/payment_intents/${open.id}/confirm`,
    {
      client_secret: open.client_secret ?? '',
      ...createTypedCard('4000002760003184'),
      return_url: 'https://shop.test',
    },
    'pk_test_local',
  );
  await stripe.paymentIntents.cancel((await authorizePayment(stripe)).id, { cancellation_reason: 'abandoned' });
  await authorizePayment(stripe);
  await authorizePayment(stripe, { payment_method: 'pm_card_visa_chargeDeclined' }).catch(() => null);
  const paid = await createPaidIntent(stripe, {
    shipping: { name: 'Ada', address: { line1: '1 Main St', country: 'US' } },
    metadata: { a: 'b' },
  });
  const charge = paid.latest_charge as string;
  const transfer = await stripe.transfers.create({
    amount: 900,
    currency: 'usd',
    destination: account.id,
    source_transaction: charge,
  });
  await stripe.transfers.createReversal(transfer.id, { amount: 100 });
  const refund = await stripe.refunds.create({ charge, amount: 50, reason: 'duplicate' });
  await control.failRefund(refund.id);
  const dispute = await control.dispute((await createPaidIntent(stripe)).latest_charge as string);
  await control.closeDispute(dispute.id, 'won');
  await control.advance(8 * DAY_SECONDS);
  const payout = await control.payOut(account.id);

  await call('POST', '/v1/account_links', {
    account: account.id,
    type: 'account_onboarding',
    refresh_url: 'https://a.test',
    return_url: 'https://b.test',
  });
  await call('POST', `/v1/accounts/${account.id}/login_links`);
  await call('GET', '/v1/balance');
  await call('GET', '/v1/payment_methods/pm_card_visa');
  const customer = await call('POST', '/v1/customers', { 'metadata[a]': 'b' });
  const setUp = async (card: string) => {
    const setup = await call('POST', '/v1/setup_intents', { customer: String(customer['id']), usage: 'off_session' });
    await call(
      'POST',
      `/v1/setup_intents/${String(setup['id'])}/confirm`,
      { client_secret: String(setup['client_secret']), ...createTypedCard(card) },
      'pk_test_local',
    );
    return call('GET', `/v1/setup_intents/${String(setup['id'])}?expand[]=payment_method`);
  };
  await setUp('4000002760003184');
  await setUp('4000000000000002');
  const { payment_method: saved } = (await setUp('4242424242424242')) as { payment_method: Stripe.PaymentMethod };
  await call('POST', `/v1/payment_methods/${saved.id}/detach`);
  await call('GET', `/v1/customers/${String(customer['id'])}`);
  objects.push(await stripe.customers.del(String(customer['id'])));
  await call(
    'GET',
    `/v1/payment_intents/${paid.id}?expand[]=latest_charge.balance_transaction&expand[]=payment_method&expand[]=latest_charge.refunds`,
  );
  await call(
    'GET',
    `/v1/transfers/${transfer.id}?expand[]=destination&expand[]=source_transaction&expand[]=balance_transaction`,
  );
  const failed = await control.failPayout(payout.id, 'no_account');
  objects.push(payout, failed);
  for (const path of [
    'payment_intents',
    'charges',
    'refunds',
    'transfers',
    `transfers/${transfer.id}/reversals`,
    'accounts',
    'balance_transactions',
    'disputes',
    'events',
  ]) {
    const answer = await call('GET', `/v1/${path}?limit=100`);
    expect((answer['data'] as unknown[]).length, path).toBeGreaterThan(0);
  }
  await call('POST', '/v1/payment_intents', { amount: 'x', currency: 'usd' });
  await call('GET', '/v1/charges/ch_none');
  await call('POST', `/v1/payment_intents/${paid.id}/capture`);

  const kinds = new Set<string>();
  const wrong: string[] = [];
  for (const answer of objects) {
    if (typeof answer === 'object' && answer !== null && 'error' in answer) wrong.push(...problems('error', answer));
    for (const object of objectsIn(answer)) {
      const kind = String(object['object']);
      if (kind === 'list' || kind === 'bank_account') continue;
      kinds.add(kind);
      wrong.push(...problems(object['deleted'] === true ? `deleted_${kind}` : kind, object));
    }
  }
  expect([...new Set(wrong)]).toEqual([]);
  expect([...kinds].toSorted()).toEqual([
    'account',
    'account_link',
    'balance',
    'balance_transaction',
    'charge',
    'customer',
    'dispute',
    'event',
    'login_link',
    'payment_intent',
    'payment_method',
    'payout',
    'refund',
    'setup_intent',
    'transfer',
    'transfer_reversal',
  ]);
});
