/** Tests correctly signed Stripe events with unexpected content, and paths below /media without a file. */
import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { DAY_MS } from '@marquee/time';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { newBooking } from '../../../src/demo/builders.ts';
import { syncPayment } from '../../../src/modules/money/payments/payments.service.ts';
import { receiveWebhook, SUBSCRIBED_EVENTS } from '../../../src/modules/money/payments/stripe-events.service.ts';
import { useStack } from '../../support/stack.ts';

const stack = useStack();

const sendRaw = (payload: string) => {
  const at = Math.floor(Date.now() / 1000);
  const v1 = createHmac('sha256', stack.deps.env.STRIPE_WEBHOOK_SECRET).update(`${at}.${payload}`).digest('hex');
  return stack.app.inject({
    method: 'POST',
    url: '/api/webhooks/stripe',
    payload,
    headers: { 'stripe-signature': `t=${at},v1=${v1}`, 'content-type': 'application/json' },
  });
};
const send = (event: unknown) => sendRaw(JSON.stringify(event));
/** Counts the jobs that a Stripe event could have enqueued. */
const jobs = async () =>
  (await sql`select 1 from job where key ~ '^(payments.sync|chargebacks|settlements.sync)'`.execute(stack.deps.db)).rows
    .length;

let counter = 0;
const eventId = () => `evt_odd_${counter++}`;
const about = (type: string, object: unknown) => ({ id: eventId(), type, data: { object } });

describe('a Stripe event', () => {
  it.each([
    null,
    [],
    'text',
    5,
    {},
    { id: null, type: 'payment_intent.succeeded' },
    { id: 'evt_\u0000', type: 'payment_intent.succeeded', data: { object: { id: 'pi_1' } } },
    { id: 'evt_x1', type: 'payment_intent.succeeded' },
    { id: 'evt_x2', type: 'payment_intent.succeeded', data: null },
    { id: 'evt_x3', type: 'charge.dispute.created', data: {} },
    { id: 'evt_x4', type: 'charge.dispute.created', data: { object: null } },
    { id: 'evt_x5', type: 'charge.dispute.created', data: { object: { id: 'dp_\u0000' } } },
    { id: 'evt_x6', type: 'refund.failed', data: { object: { id: 7 } } },
    { id: 'evt_x7', type: 'account.updated', data: { object: { id: '../../balance' } } },
    { id: 'evt_x8', type: 'payment_intent.canceled', data: { object: { id: 'pi_1', metadata: 'x' } } },
    { id: 'evt_x9', type: 7, data: { object: { id: 'pi_1' } } },
    { id: 'evt_x10', type: 'payment\u0000', data: { object: { id: 'pi_1' } } },
    { id: 'x'.repeat(300), type: 'refund.failed', data: { object: { id: 're_1' } } },
  ])('is refused and enqueues no job if it is malformed: %j', async (event) => {
    const before = await jobs();
    const answer = await send(event);
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      { error: 'The body is not a Stripe event', message: 'The body is not a Stripe event', code: 'INVALID_INPUT' },
    ]);
    expect(await jobs()).toBe(before);
  });

  it('is refused if it is not JSON', async () => {
    expect((await sendRaw('{')).statusCode).toBe(400);
  });

  it.each([
    about('balance.available', { object: 'balance' }),
    about('some.new_type', null),
    { id: eventId(), type: 'v2.core.event' },
    about('payment_intent.created', { id: 'pi_of_another_program', metadata: null }),
    about('payment_intent.created', { id: 'pi_of_another_program', metadata: { bookingId: 5 } }),
  ])('is accepted but enqueues no job if it is irrelevant: %j', async (event) => {
    expect((await send(event)).statusCode).toBe(200);
    await stack.idle();
    expect(await jobs()).toBe(0);
  });
});

it('enqueues a job for a Stripe event about a created payment intent only if the booking does not have that intent yet', async () => {
  const { id } = await newBooking(stack.deps);
  await stack.settle();
  await stack.stopWorker();
  const { stripePaymentIntentId: intentId } = await stack.deps.db
    .selectFrom('booking')
    .select('stripePaymentIntentId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const before = await jobs();
  const sendCreated = (intent: string) =>
    send(about('payment_intent.created', { id: intent, metadata: { bookingId: id } }));
  expect((await sendCreated(intentId ?? '')).statusCode).toBe(200);
  expect(await jobs()).toBe(before);
  expect((await sendCreated('pi_another')).statusCode).toBe(200);
  expect(await jobs()).toBe(before + 1);
  await sql`delete from job where key like '%pi_another:%'`.execute(stack.deps.db);
  await stack.startWorker();
});

it('acknowledges a Stripe event at once, and fetches its payment from Stripe later, unless its change is already stored', async () => {
  const { id, asCreator } = await newBooking(stack.deps);
  await stack.settle();
  await stack.stripe.pauseWebhooks();
  await stack.stopWorker();
  const { stripePaymentIntentId: intentId } = await stack.deps.db
    .selectFrom('booking')
    .select('stripePaymentIntentId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const object = { id: intentId ?? '', metadata: { bookingId: id } };
  const patient = {
    ...stack.deps,
    env: { ...stack.deps.env, TIMING: { ...stack.deps.env.TIMING, webhookDelayMs: 60_000 } },
  };
  const event = { id: 'evt_early', type: 'payment_intent.succeeded', object };
  await receiveWebhook(patient, event);
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from run_at - now())::int as seconds from job where key like ${`payments.sync:%${id}%`}`.execute(
    stack.deps.db,
  );
  expect(rows.map(({ seconds }) => seconds > 50)).toEqual([true]);
  expect((await asCreator.bookings.move({ id, status: 'accepted' })).paymentState).toBe('held');
  const { requests } = await stack.stripe.state();
  await syncPayment(stack.deps, id, intentId, event.type);
  await receiveWebhook(patient, { ...event, id: 'evt_late' });
  expect((await stack.stripe.state()).requests).toEqual(requests);
  expect(await jobs()).toBe(1);
  await sql`update job set run_at = now() where key like ${`payments.sync:%${id}%`}`.execute(stack.deps.db);
  await stack.stripe.resumeWebhooks();
  await stack.startWorker();
  await stack.idle();
});

it('retries a Stripe event about an object that Stripe does not know, and lists it for staff after a day', async () => {
  const { id } = await newBooking(stack.deps);
  await stack.settle();
  const before = await jobs();
  await send(about('charge.dispute.created', { id: 'dp_nobody' }));
  await send(about('refund.failed', { id: 're_nobody' }));
  await send(about('account.updated', { id: 'acct_nobody' }));
  await send(about('payment_intent.succeeded', { id: 'pi_nobody', metadata: { bookingId: id } }));
  const listed = async () =>
    (
      await stack.deps.db
        .selectFrom('moneyException')
        .select(['kind', 'subject'])
        .where('kind', '=', 'stripe_object_missing')
        .orderBy('subject')
        .execute()
    ).map(({ subject }) => subject);
  await stack.idle();
  expect([await listed(), await jobs()]).toEqual([[], before + 4]);
  await stack.advance(DAY_MS);
  await expect.poll(listed).toEqual(['acct_nobody', 'dp_nobody', 'pi_nobody', 're_nobody']);
  await stack.idle();
  const { rows } = await sql`select 1 from job where attempts > 0`.execute(stack.deps.db);
  expect(rows).toEqual([]);
});

describe('a path below /media', () => {
  /** Requests the path exactly as written. Other HTTP clients would normalize it first. */
  const statusOf = (path: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      httpRequest({ host: '127.0.0.1', port: stack.deps.env.PORT, path }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .once('error', reject)
        .end();
    });

  it.each([
    '/media/../session-secret',
    '/media/%2e%2e/session-secret',
    '/media/%00',
    '/media/..%5capi.log',
    '/media/..%2f..%2fetc%2fpasswd',
    '/media/.env',
    '/media/',
    '/media/nothing.webp',
    `/media/${'a'.repeat(300)}`,
  ])('returns 404 if it names no picture: %s', async (path) =>
    expect([path, await statusOf(path)]).toEqual([path, 404]),
  );
});

it('names every Stripe event that it handles in the instructions for the webhook endpoint', async () => {
  const instructions = await readFile(new URL('../../../../../docs/operations.md', import.meta.url), 'utf8');
  expect(SUBSCRIBED_EVENTS.filter((type) => !instructions.includes(`\`${type}\``))).toEqual([]);
});
