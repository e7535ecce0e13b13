import { Stripe } from 'stripe';
import { describe, expect, it } from 'vitest';
import { authorizePayment, getStripeError, MANUAL_CAPTURE_PARAMS, startStandIn } from '../test-kit.ts';

describe('an injected fault of the Stripe stand-in', () => {
  it('returns an error that the SDK retries, without executing the request', async () => {
    const { running, stripe, control } = await startStandIn();
    for (const [status, type] of [
      [402, 'StripeCardError'],
      [409, 'StripeAPIError'],
      [429, 'StripeRateLimitError'],
      [500, 'StripeAPIError'],
      [503, 'StripeAPIError'],
    ] as const) {
      await control.arm({ kind: 'error', status, match: { method: 'POST', path: '/v1/payment_intents' } });
      expect(await getStripeError(stripe.paymentIntents.create(MANUAL_CAPTURE_PARAMS))).toMatchObject({
        statusCode: status,
        type,
      });
    }
    expect((await control.state()).objects.payment_intent).toBe(0);
    await control.arm({ kind: 'error', status: 500, times: 2 });
    const patient = new Stripe('sk_test_local', {
      host: '127.0.0.1',
      port: running.port,
      protocol: 'http',
      maxNetworkRetries: 3,
    });
    expect((await patient.paymentIntents.create(MANUAL_CAPTURE_PARAMS)).status).toBe('requires_payment_method');
    expect((await control.state()).objects.payment_intent).toBe(1);
  });

  it('drops the response after the request is executed', async () => {
    const { stripe, control } = await startStandIn();
    const intent = await authorizePayment(stripe);
    const key = { idempotencyKey: 'capture-1' };
    // Let the fault happen twice, because the SDK retries once on its own after a broken connection.
    await control.arm({
      kind: 'lose_response',
      times: 2,
      match: { path: '/v1/payment_intents/*/capture', key: 'capture-1' },
    });
    const lost = await getStripeError(stripe.paymentIntents.capture(intent.id, {}, key));
    expect(lost).toBeInstanceOf(Stripe.errors.StripeConnectionError);
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded');
    const replayed = await stripe.paymentIntents.capture(intent.id, {}, key);
    expect(replayed.status).toBe('succeeded');
    expect((await getStripeError(stripe.paymentIntents.capture(intent.id))).code).toBe(
      'payment_intent_unexpected_state',
    );
    expect((await control.faults()).counts.lose_response).toBe(2);
  });

  it('stores a 500 response under the idempotency key, with or without executing the request', async () => {
    const { stripe, control } = await startStandIn();
    await control.arm({ kind: 'error', status: 500, executed: true });
    await getStripeError(stripe.paymentIntents.create(MANUAL_CAPTURE_PARAMS, { idempotencyKey: 'done' }));
    expect(
      await getStripeError(stripe.paymentIntents.create(MANUAL_CAPTURE_PARAMS, { idempotencyKey: 'done' })),
    ).toMatchObject({
      statusCode: 500,
    });
    expect((await control.state()).objects.payment_intent).toBe(1);
    await control.arm({ kind: 'error', status: 500, stored: true });
    await getStripeError(stripe.paymentIntents.create(MANUAL_CAPTURE_PARAMS, { idempotencyKey: 'undone' }));
    expect(
      await getStripeError(stripe.paymentIntents.create(MANUAL_CAPTURE_PARAMS, { idempotencyKey: 'undone' })),
    ).toMatchObject({
      statusCode: 500,
    });
    expect((await control.state()).objects.payment_intent).toBe(1);
  });

  it('resets the connection, sends no response in time, or delays the response', async () => {
    const { stripe, control } = await startStandIn();
    await control.arm({ kind: 'reset', times: 2 });
    expect(await getStripeError(stripe.paymentIntents.create(MANUAL_CAPTURE_PARAMS))).toBeInstanceOf(
      Stripe.errors.StripeConnectionError,
    );
    await control.arm({ kind: 'hang', ms: 500 });
    expect(await getStripeError(stripe.paymentIntents.create(MANUAL_CAPTURE_PARAMS, { timeout: 100 }))).toBeInstanceOf(
      Stripe.errors.StripeConnectionError,
    );
    await control.arm({ kind: 'slow', ms: 80 });
    const start = performance.now();
    await stripe.balance.retrieve();
    expect(performance.now() - start).toBeGreaterThan(75);
    expect((await control.state()).objects.payment_intent).toBe(0);
  });

  it('hits random requests, which are the same for the same seed, until it is deactivated', async () => {
    const run = async () => {
      const { stripe, control } = await startStandIn();
      const [fault] = await control.arm({ kind: 'error', status: 500, probability: 0.5, seed: 7 });
      const hits: number[] = [];
      for (let i = 0; i < 20; i++)
        hits.push(
          await stripe.balance.retrieve().then(
            () => 0,
            () => 1,
          ),
        );
      await control.disarm(fault?.id);
      await stripe.balance.retrieve();
      return hits.join('');
    };
    const first = await run();
    expect(first).toMatch(/1/);
    expect(first).toMatch(/0/);
    expect(await run()).toBe(first);
  });
});
