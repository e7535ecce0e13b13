import { appendFileSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DAY_SECONDS } from '../store/clock.ts';
import { openControl } from '../control/client.ts';
import { readJournal, startStripe } from '../server.ts';
import {
  authorizePayment,
  createJournalFolder,
  MANUAL_CAPTURE_PARAMS,
  createPaidIntent,
  startWebhookReceiver,
  createSdk,
  startStandIn,
} from '../test-kit.ts';

const HAPPY = [
  'payment_intent.created',
  'charge.succeeded',
  'payment_intent.amount_capturable_updated',
  'charge.captured',
  'payment_intent.succeeded',
];
const soon = { webhookRetry: { baseDelayMs: 5, maxDelayMs: 20, timeoutMs: 200 } };

describe('the webhook sender of the Stripe stand-in', () => {
  it("signs events so that the SDK accepts them, independently of the stand-in's clock", async () => {
    const { stripe, control } = await startStandIn();
    const hook = await startWebhookReceiver(stripe);
    await control.advance(400 * DAY_SECONDS);
    await control.setWebhook(hook.url);
    const paid = await createPaidIntent(stripe);
    const state = await control.webhooksIdle();
    expect(hook.types()).toEqual(HAPPY);
    expect(hook.events.at(-1)).toMatchObject({
      pending_webhooks: 1,
      livemode: false,
      data: { object: { id: paid.id, status: 'succeeded' } },
    });
    // The event contains the state of the object when the event occurred.
    expect(hook.events[0]?.data.object).toMatchObject({
      id: paid.id,
      status: 'requires_confirmation',
      latest_charge: null,
    });
    expect(state).toMatchObject({ undelivered: 0, counts: { delivered: 5, failed: 0 } });
    expect((await stripe.events.list()).data[0]?.pending_webhooks).toBe(0);
  });

  it('sends the events of declined, canceled and refunded payments, transfers and disputes', async () => {
    const { stripe, control } = await startStandIn();
    const hook = await startWebhookReceiver(stripe);
    await control.setWebhook(hook.url);
    await authorizePayment(stripe, { payment_method: 'pm_card_visa_chargeDeclined' }).catch(() => null);
    await stripe.paymentIntents.cancel((await authorizePayment(stripe)).id);
    const paid = await createPaidIntent(stripe);
    const account = await stripe.accounts.create({ type: 'express', capabilities: { transfers: { requested: true } } });
    await control.setAccount(account.id, 'active');
    const charge = paid.latest_charge as string;
    const transfer = await stripe.transfers.create({
      amount: 100,
      currency: 'usd',
      destination: account.id,
      source_transaction: charge,
    });
    await stripe.transfers.createReversal(transfer.id);
    await stripe.refunds.create({ charge, amount: 100 });
    await control.closeDispute((await control.dispute(charge)).id, 'won');
    await authorizePayment(stripe, { payment_method: 'pm_card_authenticationRequired', use_stripe_sdk: true });
    await authorizePayment(stripe);
    await control.advance(8 * DAY_SECONDS);
    await control.webhooksIdle();
    const types = hook.types();
    for (const type of [
      'charge.failed',
      'payment_intent.payment_failed',
      'charge.refunded',
      'refund.created',
      'payment_intent.canceled',
      'account.updated',
      'transfer.created',
      'transfer.reversed',
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.closed',
      'charge.dispute.funds_reinstated',
      'payment_intent.requires_action',
      'charge.expired',
    ]) {
      expect(types).toContain(type);
    }
    const canceled = hook.events.filter((event) => event.type === 'payment_intent.canceled').at(-1);
    expect(canceled).toMatchObject({ request: { id: null }, data: { object: { cancellation_reason: 'automatic' } } });
  });

  it('retries an event until the receiver accepts it', async () => {
    const { stripe, control } = await startStandIn(soon);
    const hook = await startWebhookReceiver(stripe, 'whsec_local', (n) => (n < 3 ? 500 : 200));
    await control.setWebhook(hook.url);
    await stripe.paymentIntents.create(MANUAL_CAPTURE_PARAMS);
    const state = await control.webhooksIdle();
    expect(hook.attempts()).toBe(4);
    expect(state.counts).toMatchObject({ attempts: 4, failed: 3, delivered: 1, gaveUp: 0 });
  });

  it('does not send events that occurred before a webhook was configured', async () => {
    const { stripe, control } = await startStandIn();
    await stripe.paymentIntents.create(MANUAL_CAPTURE_PARAMS);
    const hook = await startWebhookReceiver(stripe);
    await control.setWebhook(hook.url);
    expect((await control.webhooksIdle()).pending).toBe(0);
    expect(hook.events).toEqual([]);
  });

  it('can delay, duplicate, shuffle, drop, hold and resend events', async () => {
    const { stripe, control } = await startStandIn(soon);
    const hook = await startWebhookReceiver(stripe);
    await control.setWebhook(hook.url);

    await control.webhookFaults({ duplicates: 2 });
    await stripe.paymentIntents.create(MANUAL_CAPTURE_PARAMS);
    await control.webhooksIdle();
    expect(hook.events.map((event) => event.id)).toEqual(Array.from({ length: 3 }, () => hook.events[0]?.id));

    await control.webhookFaults({ duplicates: 0, dropNext: 1 });
    await stripe.paymentIntents.create(MANUAL_CAPTURE_PARAMS);
    const intent = await stripe.paymentIntents.create(MANUAL_CAPTURE_PARAMS);
    await control.webhooksIdle();
    expect(hook.events).toHaveLength(4);
    expect(hook.events.at(-1)?.data.object).toMatchObject({ id: intent.id });

    await control.pauseWebhooks();
    await stripe.paymentIntents.create(MANUAL_CAPTURE_PARAMS);
    expect(await control.webhooks()).toMatchObject({ paused: true, pending: 1, undelivered: 1 });
    await control.resumeWebhooks();
    await control.webhooksIdle();
    expect(hook.events).toHaveLength(5);

    await control.webhookFaults({ dropForMs: 60_000 });
    await stripe.paymentIntents.create(MANUAL_CAPTURE_PARAMS);
    await control.resumeWebhooks();
    await control.webhookFaults({ shuffleMs: 60, seed: 3 });
    await createPaidIntent(stripe);
    await control.webhooksIdle();
    expect(hook.types().slice(5)).not.toEqual(HAPPY);
    expect(hook.types().slice(5).toSorted()).toEqual(HAPPY.toSorted());

    await control.webhookFaults({ shuffleMs: 0, delayMs: 40 });
    const before = performance.now();
    await stripe.paymentIntents.create(MANUAL_CAPTURE_PARAMS);
    await control.webhooksIdle();
    expect(performance.now() - before).toBeGreaterThan(35);

    const dropped =
      (await control.events()).map((event) => event.id).find((id) => !hook.events.some((event) => event.id === id)) ??
      '';
    const count = hook.events.length;
    await control.redeliver([dropped], 3);
    await control.webhooksIdle();
    expect(hook.events.slice(count).map((event) => event.id)).toEqual([dropped, dropped, dropped]);
    expect((await control.webhooks()).counts).toMatchObject({ dropped: 2, duplicated: 2, redelivered: 3 });
    await expect(control.redeliver(['evt_none'])).rejects.toThrow('no event');
  });
});

describe('the journal of the Stripe stand-in', () => {
  it('restores all data after a restart and sends undelivered events', async () => {
    const dir = createJournalFolder();
    const first = await startStripe({ dir, webhookUrl: 'http://127.0.0.1:9/nobody', ...soon });
    const stripe = createSdk(first);
    const paid = await createPaidIntent(stripe, { metadata: { booking: 'b1' } });
    const key = { idempotencyKey: 'once' };
    const refund = await stripe.refunds.create({ payment_intent: paid.id, amount: 100 }, key);
    await openControl(first.url).advance(3600);
    const before = await openControl(first.url).state();
    await first.stop();

    const second = await startStripe({ dir, ...soon });
    const again = createSdk(second);
    const state = await openControl(second.url).state();
    expect(state.objects).toEqual(before.objects);
    expect(state).toMatchObject({
      events: before.events,
      clock: { offsetSeconds: 3600 },
      webhooks: { url: 'http://127.0.0.1:9/nobody', undelivered: before.events },
    });
    expect(await again.paymentIntents.retrieve(paid.id)).toMatchObject({
      status: 'succeeded',
      metadata: { booking: 'b1' },
    });
    expect((await again.refunds.create({ payment_intent: paid.id, amount: 100 }, key)).id).toBe(refund.id);
    const hook = await startWebhookReceiver(again);
    await openControl(second.url).setWebhook(hook.url);
    await openControl(second.url).webhooksIdle();
    expect(hook.types().toSorted()).toEqual([...HAPPY, 'charge.refunded', 'refund.created'].toSorted());
    await second.stop();

    const third = await startStripe({ dir, ...soon });
    expect((await openControl(third.url).state()).webhooks).toMatchObject({ undelivered: 0, pending: 0 });
    await third.stop();
  });

  it('is written before the response, and survives an incomplete last line', async () => {
    const dir = createJournalFolder();
    const first = await startStripe({ dir });
    const paid = await createPaidIntent(createSdk(first));
    // The stand-in writes each request to the journal before it responds, so another process can read the journal
    // while the stand-in is running.
    const record = readJournal(dir);
    expect(record.payment_intent).toMatchObject([{ id: paid.id, status: 'succeeded', amount_received: 11_500 }]);
    expect(record.balance_transaction).toMatchObject([{ amount: 11_500, fee: 364 }]);
    expect(record.event.map((event) => event.type)).toEqual(HAPPY);
    await first.stop();
    const file = join(dir, readdirSync(dir)[0] ?? '');
    appendFileSync(file, '{"at":1,"put":[["charge",{"id":"ch_torn"');
    expect(readJournal(dir).charge).toHaveLength(1);

    const second = await startStripe({ dir });
    await createSdk(second).paymentIntents.create(MANUAL_CAPTURE_PARAMS);
    await second.stop();
    expect(readJournal(dir)).toMatchObject({
      payment_intent: [{ id: paid.id }, { status: 'requires_payment_method' }],
    });

    const text = readFileSync(file, 'utf8');
    expect(text).not.toContain('ch_torn');
    expect(text).not.toContain('4242424242424242');
  });

  it('prevents the stand-in from starting if an entry is damaged', async () => {
    const dir = createJournalFolder();
    const first = await startStripe({ dir });
    await createSdk(first).paymentIntents.create(MANUAL_CAPTURE_PARAMS);
    await first.stop();
    appendFileSync(join(dir, 'journal.ndjson'), 'garbage\n{"at":1,"wall":"x"}\n');
    await expect(startStripe({ dir })).rejects.toThrow('damaged');
  });
});
