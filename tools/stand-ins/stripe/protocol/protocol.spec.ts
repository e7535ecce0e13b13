import { Stripe } from 'stripe';
import { describe, expect, it } from 'vitest';
import { DAY_SECONDS } from '../store/clock.ts';
import { API_VERSION } from '../store/event.ts';
import {
  callAsBrowser,
  authorizePayment,
  getStripeError,
  MANUAL_CAPTURE_PARAMS,
  createPaidIntent,
  createSdk,
  startStandIn,
} from '../test-kit.ts';

type Params = Record<string, unknown>;
/** Creates a payment intent, even with parameters that the SDK's types do not allow. */
const create = (stripe: Stripe, params: Params) =>
  stripe.paymentIntents.create(params as unknown as Stripe.PaymentIntentCreateParams);

const secret = { authorization: 'Bearer sk_test_local' };

describe('the Stripe stand-in on invalid requests', () => {
  it.each<[string, Params, string | undefined, string, string | RegExp]>([
    [
      'an unknown parameter',
      { ...MANUAL_CAPTURE_PARAMS, foo: 1 },
      'parameter_unknown',
      'foo',
      'Received unknown parameter: foo',
    ],
    [
      'an unknown nested parameter',
      { ...MANUAL_CAPTURE_PARAMS, shipping: { name: 'A', address: {}, x: 1 } },
      'parameter_unknown',
      'shipping[x]',
      /unknown parameter: shipping\[x\]/,
    ],
    ['a missing amount', { currency: 'usd' }, 'parameter_missing', 'amount', 'Missing required param: amount.'],
    [
      'an amount that is not a number',
      { ...MANUAL_CAPTURE_PARAMS, amount: 'abc' },
      'parameter_invalid_integer',
      'amount',
      'Invalid integer: abc',
    ],
    [
      'an amount with a fraction',
      { ...MANUAL_CAPTURE_PARAMS, amount: '10.5' },
      'parameter_invalid_integer',
      'amount',
      'Invalid integer: 10.5',
    ],
    [
      'a negative amount',
      { ...MANUAL_CAPTURE_PARAMS, amount: -5 },
      'parameter_invalid_integer',
      'amount',
      'This value must be greater than or equal to 1.',
    ],
    [
      'an amount that is too small',
      { ...MANUAL_CAPTURE_PARAMS, amount: 49 },
      'amount_too_small',
      'amount',
      'Amount must be at least $0.50 usd',
    ],
    [
      'an amount that is too large',
      { ...MANUAL_CAPTURE_PARAMS, amount: 100_000_000 },
      'amount_too_large',
      'amount',
      'Amount must be no more than $999,999.99',
    ],
    [
      'an unknown currency',
      { ...MANUAL_CAPTURE_PARAMS, currency: 'xyz' },
      undefined,
      'currency',
      /^Invalid currency: xyz/,
    ],
    [
      'a word that is not in the list',
      { ...MANUAL_CAPTURE_PARAMS, capture_method: 'later' },
      undefined,
      'capture_method',
      /must be one of automatic, automatic_async, or manual/,
    ],
    [
      'an empty value',
      { ...MANUAL_CAPTURE_PARAMS, amount: '' },
      'parameter_invalid_empty',
      'amount',
      /You passed an empty string for 'amount'/,
    ],
    [
      'a nested object instead of a number',
      { ...MANUAL_CAPTURE_PARAMS, amount: { x: 1 } },
      undefined,
      'amount',
      'Invalid string: {"x":"1"}',
    ],
    [
      'text instead of a nested object',
      { ...MANUAL_CAPTURE_PARAMS, shipping: 'x' },
      undefined,
      'shipping',
      'Invalid object',
    ],
    [
      'a nested object without a required field',
      { ...MANUAL_CAPTURE_PARAMS, shipping: { name: 'A' } },
      'parameter_missing',
      'shipping[address]',
      'Missing required param: shipping[address].',
    ],
    [
      'text that is too long',
      { ...MANUAL_CAPTURE_PARAMS, statement_descriptor: 'x'.repeat(23) },
      'parameter_invalid_string_max_length',
      'statement_descriptor',
      /must be at most 22 characters$/,
    ],
    [
      'metadata that is too long',
      { ...MANUAL_CAPTURE_PARAMS, metadata: { a: 'x'.repeat(501) } },
      undefined,
      'metadata',
      /up to 500 characters/,
    ],
    [
      'a parameter that the stand-in does not support',
      { ...MANUAL_CAPTURE_PARAMS, transfer_data: { destination: 'acct_1' } },
      undefined,
      'transfer_data',
      /does not support/,
    ],
  ])('refuses %s', async (_name, params, code, param, message) => {
    const { stripe } = await startStandIn();
    const error = await getStripeError(create(stripe, params));
    expect(error).toMatchObject({ statusCode: 400, type: 'StripeInvalidRequestError', param });
    expect(error.code).toBe(code);
    if (typeof message === 'string') expect(error.message).toBe(message);
    else expect(error.message).toMatch(message);
    expect(error.requestId).toMatch(/^req_/);
    if (code !== undefined)
      expect(error.doc_url).toBe(`https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`);
  });

  it('refuses a wrong or missing API key', async () => {
    const { running, url } = await startStandIn();
    const error = await getStripeError(createSdk(running, 'sk_test_someone_else').balance.retrieve());
    expect(error).toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
    expect(error.message).toMatch(/^Invalid API Key provided: sk_test_\*+else$/);
    const none = await fetch(`${url}/v1/balance`);
    expect(none.status).toBe(401);
    const basic = await fetch(`${url}/v1/balance`, { headers: { authorization: `Basic ${btoa('sk_test_local:')}` } });
    expect(basic.status).toBe(200);
  });

  it('returns 404 for unknown objects and paths', async () => {
    const { stripe, url } = await startStandIn();
    const error = await getStripeError(stripe.paymentIntents.retrieve('pi_none'));
    expect(error).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      param: 'intent',
      message: "No such payment_intent: 'pi_none'",
    });
    const answer = await fetch(`${url}/v1/fnords`, { method: 'GET', headers: secret });
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({
      error: {
        type: 'invalid_request_error',
        message: expect.stringMatching(/^Unrecognized request URL \(GET: \/v1\/fnords\)/) as string,
      },
    });
  });

  it('refuses malformed requests and keeps serving', async () => {
    const { stripe, url } = await startStandIn();
    const post = async (
      body: string | Uint8Array<ArrayBuffer>,
      type = 'application/x-www-form-urlencoded',
      path = '/v1/payment_intents',
    ) => (await fetch(url + path, { method: 'POST', body, headers: { ...secret, 'content-type': type } })).status;
    expect(await post('amount=%zz')).toBe(400);
    expect(await post('amount=1&amount[x]=2')).toBe(400);
    expect(await post(`a${'[b]'.repeat(50)}=1`)).toBe(400);
    expect(await post('__proto__[x]=1&constructor[prototype][y]=2')).toBe(400);
    expect(await post(new Uint8Array([0, 255, 254, 0x5b, 0x5d]))).toBe(400);
    expect(await post('amount=%00&currency=usd')).toBe(400);
    expect(await post('{"amount":100}', 'application/json')).toBe(400);
    expect(await post(`amount=${'9'.repeat(400)}&currency=usd`)).toBe(400);
    expect(await post('x=1&'.repeat(5000))).toBe(400);
    expect(await post(`a=${'x'.repeat(1_100_000)}`)).toBe(413);
    expect(await post('', undefined, '/v1/payment_intents/%ff/capture')).toBe(404);
    expect(await post('metadata[__proto__]=evil&metadata[7]=x&__proto__[amount]=1&amount=500&currency=usd')).toBe(200);
    const [intent] = (await stripe.paymentIntents.list()).data;
    expect(intent?.amount).toBe(500);
    expect(Object.entries(intent?.metadata ?? {})).toEqual([['7', 'x']]);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });
});

describe('a list endpoint', () => {
  it('returns pages, newest first', async () => {
    const { stripe } = await startStandIn();
    const ids: string[] = [];
    for (let i = 0; i < 7; i++) ids.unshift((await stripe.paymentIntents.create(MANUAL_CAPTURE_PARAMS)).id);
    const first = await stripe.paymentIntents.list({ limit: 3 });
    expect(first).toMatchObject({ object: 'list', has_more: true, url: '/v1/payment_intents' });
    expect(first.data.map((one) => one.id)).toEqual(ids.slice(0, 3));
    const second = await stripe.paymentIntents.list({ limit: 3, starting_after: ids[2] ?? '' });
    expect(second.data.map((one) => one.id)).toEqual(ids.slice(3, 6));
    const back = await stripe.paymentIntents.list({ limit: 2, ending_before: ids[4] ?? '' });
    expect(back).toMatchObject({ has_more: true });
    expect(back.data.map((one) => one.id)).toEqual(ids.slice(2, 4));
    const all: string[] = [];
    for await (const intent of stripe.paymentIntents.list({ limit: 2 })) all.push(intent.id);
    expect(all).toEqual(ids);
    expect((await getStripeError(stripe.paymentIntents.list({ limit: 101 }))).param).toBe('limit');
    const notATime = stripe.paymentIntents.list({ created: 'noon' as unknown as number });
    expect(await getStripeError(notATime)).toMatchObject({ param: 'created', message: 'Invalid integer: noon' });
    expect((await getStripeError(stripe.paymentIntents.list({ starting_after: 'pi_none' }))).code).toBe(
      'resource_missing',
    );
  });

  it('filters by time and by event type', async () => {
    const { stripe, control } = await startStandIn();
    await authorizePayment(stripe);
    const { now } = await control.advance(1000);
    await createPaidIntent(stripe);
    const recent = await stripe.events.list({ created: { gte: now } });
    expect(recent.data.map((event) => event.type).toReversed()).toEqual([
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.amount_capturable_updated',
      'charge.captured',
      'payment_intent.succeeded',
    ]);
    expect((await stripe.events.list({ type: 'charge.succeeded', created: { lt: now } })).data).toHaveLength(1);
    expect((await stripe.events.list({ types: ['charge.captured', 'payment_intent.succeeded'] })).data).toHaveLength(2);
    expect((await stripe.events.list({ type: 'charge.*' })).data).toHaveLength(3);
    expect((await stripe.events.list({ created: { gt: now + 100 } })).data).toEqual([]);
  });

  it('expands the objects in a list, but only expandable fields', async () => {
    const { stripe } = await startStandIn();
    await createPaidIntent(stripe);
    const { data } = await stripe.paymentIntents.list({ expand: ['data.latest_charge.balance_transaction'] });
    expect(data[0]?.latest_charge).toMatchObject({ balance_transaction: { object: 'balance_transaction', fee: 364 } });
    const error = await getStripeError(stripe.paymentIntents.list({ expand: ['data.charges'] }));
    expect(error.message).toBe('This property cannot be expanded (data.charges).');
    const txn = (await stripe.balanceTransactions.list({ expand: ['data.source'] })).data[0];
    expect(txn?.source).toMatchObject({ object: 'charge' });
  });
});

describe('an idempotency key', () => {
  const key = { idempotencyKey: 'booking-1' };

  it('replays the first response', async () => {
    const { stripe } = await startStandIn();
    const first = await stripe.paymentIntents.create(MANUAL_CAPTURE_PARAMS, key);
    await stripe.paymentIntents.update(first.id, { description: 'changed since' });
    const again = await stripe.paymentIntents.create(MANUAL_CAPTURE_PARAMS, key);
    expect(again).toEqual(first);
    expect(again.lastResponse.headers).toMatchObject({
      'idempotent-replayed': 'true',
      'idempotency-key': 'booking-1',
      'original-request': first.lastResponse.requestId,
    });
    expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined();
    expect((await stripe.paymentIntents.list()).data).toHaveLength(1);
  });

  it('replays declines and errors of executed requests, but not validation errors', async () => {
    const { stripe, control } = await startStandIn();
    const declined = { ...MANUAL_CAPTURE_PARAMS, confirm: true, payment_method: 'pm_card_visa_chargeDeclined' };
    const first = await getStripeError(stripe.paymentIntents.create(declined, key));
    const again = await getStripeError(stripe.paymentIntents.create(declined, key));
    expect(again.payment_intent?.id).toBe(first.payment_intent?.id);
    expect((await stripe.charges.list()).data).toHaveLength(1);

    const account = await stripe.accounts.create({ type: 'express', capabilities: { transfers: { requested: true } } });
    const paid = await createPaidIntent(stripe);
    const transfer = {
      amount: 100,
      currency: 'usd',
      destination: account.id,
      source_transaction: paid.latest_charge as string,
    };
    const options = { idempotencyKey: 'transfer-1' };
    await getStripeError(stripe.transfers.create(transfer, options));
    await control.setAccount(account.id, 'active');
    // The error is stored under the idempotency key, so a request with that key always fails.
    expect((await getStripeError(stripe.transfers.create(transfer, options))).code).toBe(
      'insufficient_capabilities_for_transfer',
    );
    await stripe.transfers.create(transfer, { idempotencyKey: 'transfer-2' });

    const wrong = { idempotencyKey: 'fixed-later' };
    await getStripeError(create(stripe, { ...MANUAL_CAPTURE_PARAMS, amount: 1 }));
    await getStripeError(stripe.paymentIntents.create({ ...MANUAL_CAPTURE_PARAMS, amount: 1 }, wrong));
    expect((await stripe.paymentIntents.create(MANUAL_CAPTURE_PARAMS, wrong)).amount).toBe(
      MANUAL_CAPTURE_PARAMS.amount,
    );
  });

  it('is refused for a different request', async () => {
    const { stripe, url } = await startStandIn();
    const intent = await stripe.paymentIntents.create(MANUAL_CAPTURE_PARAMS, key);
    for (const call of [
      () => stripe.paymentIntents.create({ ...MANUAL_CAPTURE_PARAMS, amount: 999 }, key),
      () => stripe.paymentIntents.cancel(intent.id, {}, key),
    ]) {
      const error = await getStripeError(call());
      expect(error).toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
      expect(error).toMatchObject({ statusCode: 400 });
      expect(error.message).toContain(
        'Keys for idempotent requests can only be used with the same parameters they were first used with.',
      );
    }
    const long = await fetch(`${url}/v1/payment_intents`, {
      method: 'POST',
      headers: { ...secret, 'idempotency-key': 'k'.repeat(256) },
      body: new URLSearchParams({ amount: '500', currency: 'usd' }),
    });
    expect(long.status).toBe(400);
  });

  it('is refused while its first request is running', async () => {
    const { stripe, control } = await startStandIn();
    await control.arm({ kind: 'slow', ms: 200, match: { path: '/v1/payment_intents' } });
    const first = stripe.paymentIntents.create(MANUAL_CAPTURE_PARAMS, key);
    await new Promise((resolve) => setTimeout(resolve, 50));
    const second = await getStripeError(stripe.paymentIntents.create(MANUAL_CAPTURE_PARAMS, key));
    expect(second).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' });
    const { id } = await first;
    expect((await stripe.paymentIntents.create(MANUAL_CAPTURE_PARAMS, key)).id).toBe(id);
  });

  it('expires after one day', async () => {
    const { stripe, control } = await startStandIn();
    const first = await stripe.paymentIntents.create(MANUAL_CAPTURE_PARAMS, key);
    await control.advance(DAY_SECONDS - 60);
    expect((await stripe.paymentIntents.create(MANUAL_CAPTURE_PARAMS, key)).id).toBe(first.id);
    await control.advance(120);
    expect((await stripe.paymentIntents.create(MANUAL_CAPTURE_PARAMS, key)).id).not.toBe(first.id);
  });
});

describe('the Stripe stand-in', () => {
  it("sends the request ID and the SDK's API version", async () => {
    const { stripe } = await startStandIn();
    const { lastResponse } = await stripe.balance.retrieve();
    expect(lastResponse.requestId).toMatch(/^req_/);
    expect(lastResponse.apiVersion).toBe(API_VERSION);
    expect(Stripe.API_VERSION).toBe(API_VERSION);
    const [event] = (await stripe.events.list()).data;
    expect(event).toBeUndefined();
  });

  it('stores the id and idempotency key of the request that caused an event', async () => {
    const { stripe } = await startStandIn();
    const intent = await stripe.paymentIntents.create(MANUAL_CAPTURE_PARAMS, { idempotencyKey: 'k' });
    const [event] = (await stripe.events.list()).data;
    expect(event).toMatchObject({
      object: 'event',
      api_version: API_VERSION,
      request: { id: intent.lastResponse.requestId, idempotency_key: 'k' },
      pending_webhooks: 0,
    });
    expect(event?.data.object).toEqual(JSON.parse(JSON.stringify(await stripe.paymentIntents.retrieve(intent.id))));
  });
});

describe('the control API of the Stripe stand-in', () => {
  it('refuses requests from web pages', async () => {
    const { url } = await startStandIn();
    const origin = await fetch(`${url}/_control/state`, { headers: { origin: 'http://evil.test' } });
    expect(origin.status).toBe(403);
    expect((await fetch(`${url}/_control/reset`, { method: 'POST', body: '{}' })).status).toBe(403);
    expect(
      (
        await fetch(`${url}/_control/clock`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{nonsense',
        })
      ).status,
    ).toBe(400);
    expect((await fetch(`${url}/_control/nothing`)).status).toBe(404);
  });

  it('resets all objects, events, idempotency keys and the clock, but keeps the webhook URL', async () => {
    const { stripe, control, url } = await startStandIn();
    await control.setWebhook('http://127.0.0.1:9/none');
    await authorizePayment(stripe);
    await control.advance(DAY_SECONDS);
    await control.reset();
    const state = await control.state();
    expect(state).toMatchObject({ events: 0, idempotencyKeys: 0, objects: { payment_intent: 0, charge: 0 } });
    expect(Math.abs(state.clock.offsetSeconds)).toBeLessThan(1);
    expect(state.webhooks).toMatchObject({ url: 'http://127.0.0.1:9/none', undelivered: 0, pending: 0 });
    expect(
      (await callAsBrowser(url, 'GET', '/v1/payment_intents/pi_x', { client_secret: 'pi_x_secret_y' })).status,
    ).toBe(404);
  });
});
