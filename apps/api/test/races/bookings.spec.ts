/** Tests simultaneous actions of several users, tabs and workers on one booking. Each must have one outcome. */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { confirmCard, newBooking, newBrand, newCreator, newPackage } from '../../src/demo/builders.ts';
import { listEventKinds } from '../support/booking-money.ts';
import { useStack } from '../support/stack.ts';

const stack = useStack();
const times = <T>(count: number, make: (at: number) => Promise<T>) =>
  Promise.allSettled(Array.from({ length: count }, (_, at) => make(at)));
const fulfilled = (results: PromiseSettledResult<unknown>[]) =>
  results.filter((result) => result.status === 'fulfilled').length;

const count = (list: readonly string[], kind: string) => list.filter((each) => each === kind).length;

async function moneyOf(bookingId: string) {
  const intents = (await stack.stripe.objects('payment_intent')).filter(
    (intent) => intent.metadata['bookingId'] === bookingId,
  );
  const transfers = (await stack.stripe.objects('transfer')).filter(
    (transfer) => transfer.transfer_group === bookingId,
  );
  return {
    intents: intents.length,
    received: intents.reduce((sum, intent) => sum + intent.amount_received, 0),
    transfers: transfers.map((transfer) => transfer.amount),
  };
}

describe('ordering', () => {
  it('creates one booking and one payment intent from eight simultaneous checkouts', async () => {
    const pack = await newPackage(stack.deps, await newCreator(stack.deps));
    const brand = await newBrand(stack.deps);
    const results = await times(8, () =>
      stack.as(brand).payments.openCheckout({ packageId: pack.id, brandUserId: brand.id }),
    );
    const checkouts = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    expect(checkouts).toHaveLength(8);
    expect(new Set(checkouts.map((checkout) => checkout.bookingId)).size).toBe(1);
    expect(new Set(checkouts.map((checkout) => checkout.clientSecret)).size).toBe(1);
    expect(await moneyOf(checkouts[0]?.bookingId ?? '')).toMatchObject({ intents: 1 });
  });

  it('authorizes the card once if two tabs pay and then load the return page simultaneously', async () => {
    const pack = await newPackage(stack.deps, await newCreator(stack.deps));
    const brand = await newBrand(stack.deps);
    const { bookingId, clientSecret } = await stack
      .as(brand)
      .payments.openCheckout({ packageId: pack.id, brandUserId: brand.id });
    await times(2, () => confirmCard(stack.deps, clientSecret));
    await times(4, () => stack.as(brand).payments.confirmReturn({ id: bookingId }));
    await stack.idle();
    expect(count(await listEventKinds(stack, bookingId), 'payment.authorized')).toBe(1);
  });

  it('creates a new booking if the brand orders again after paying, even before the webhook arrives', async () => {
    const pack = await newPackage(stack.deps, await newCreator(stack.deps));
    const brand = await newBrand(stack.deps);
    await stack.stripe.pauseWebhooks();
    const first = await stack.as(brand).payments.openCheckout({ packageId: pack.id, brandUserId: brand.id });
    await confirmCard(stack.deps, first.clientSecret);
    const second = await stack.as(brand).payments.openCheckout({ packageId: pack.id, brandUserId: brand.id });
    await stack.stripe.resumeWebhooks();
    expect(second.bookingId).not.toBe(first.bookingId);
    expect(await stack.as(brand).bookings.byId({ id: first.bookingId })).toMatchObject({ paymentState: 'authorized' });
  });

  it('releases the card authorization of an order that a price change has replaced', async () => {
    const creator = await newCreator(stack.deps);
    const pack = await newPackage(stack.deps, creator, { priceCents: 10_000 });
    const brand = await newBrand(stack.deps);
    const asBrand = stack.as(brand);
    const old = await asBrand.payments.openCheckout({ packageId: pack.id, brandUserId: brand.id });
    await stack.as(creator).packages.save({ id: pack.id, name: 'Dearer', description: 'Dearer', price: '200.00' });
    // Pauses the webhooks. If one of them reported the payment first, the old order would count as paid, and this
    // order would be a second one.
    await stack.stripe.pauseWebhooks();
    await stack.stopWorker();
    const [, dearer] = await Promise.all([
      confirmCard(stack.deps, old.clientSecret),
      asBrand.payments.openCheckout({ packageId: pack.id, brandUserId: brand.id }),
    ]);
    await stack.startWorker();
    await stack.stripe.resumeWebhooks();
    await stack.settle();
    expect(dearer).toMatchObject({ totalCents: 23_000 });
    expect(await asBrand.bookings.byId({ id: old.bookingId })).toMatchObject({
      status: 'cancelled',
      cancelReason: 'superseded',
      paymentState: 'voided',
    });
    expect(await moneyOf(old.bookingId)).toMatchObject({ received: 0 });
  });
});

describe('changing the status', () => {
  it('takes effect once if the creator accepts eight times simultaneously', async () => {
    const { id, asCreator } = await newBooking(stack.deps);
    const results = await times(8, () => asCreator.bookings.move({ id, status: 'accepted' }));
    expect(fulfilled(results)).toBe(8); // A repeated move succeeds without an effect.
    await stack.idle();
    const events = await listEventKinds(stack, id);
    expect([count(events, 'booking.moved'), count(events, 'payment.captured')]).toEqual([1, 1]);
    expect(await moneyOf(id)).toEqual({ intents: 1, received: 22_885, transfers: [] });
  });

  it('has exactly one outcome if the creator accepts and declines simultaneously', async () => {
    const { id, asCreator } = await newBooking(stack.deps);
    const results = await times(8, (at) =>
      asCreator.bookings.move({ id, status: at % 2 === 0 ? 'accepted' : 'cancelled' }),
    );
    await stack.idle();
    const booking = await asCreator.bookings.byId({ id });
    expect(fulfilled(results)).toBe(4);
    expect(count(await listEventKinds(stack, id), 'booking.moved')).toBe(1);
    expect([booking.status, booking.paymentState, (await moneyOf(id)).received]).toEqual(
      booking.status === 'accepted' ? ['accepted', 'held', 22_885] : ['cancelled', 'voided', 0],
    );
  });

  it('has exactly one outcome, which the payment matches, if the brand withdraws while the creator accepts', async () => {
    for (let round = 0; round < 4; round++) {
      const { id, asCreator, asBrand } = await newBooking(stack.deps);
      const results = await times(8, (at) =>
        (at + round) % 2 === 0
          ? asCreator.bookings.move({ id, status: 'accepted' })
          : asBrand.bookings.withdraw({ id }),
      );
      await stack.idle();
      const booking = await asBrand.bookings.byId({ id });
      expect(fulfilled(results)).toBe(4);
      const events = await listEventKinds(stack, id);
      expect(count(events, 'booking.moved') + count(events, 'booking.withdrawn')).toBe(1);
      expect([booking.status, booking.paymentState, (await moneyOf(id)).received]).toEqual(
        booking.cancelReason === 'withdrawn' ? ['cancelled', 'voided', 0] : ['accepted', 'held', 22_885],
      );
    }
  });

  it('has exactly one outcome if the creator accepts just as the acceptance deadline passes', async () => {
    const { id, asCreator } = await newBooking(stack.deps);
    const booking = await asCreator.bookings.byId({ id });
    await stack.advance(Date.parse(String(booking.acceptBy)) - stack.deps.now().getTime() - 30);
    await times(6, async (at) => {
      await new Promise((resolve) => {
        setTimeout(resolve, at * 10);
      });
      if (at === 3) await stack.advance(1);
      return asCreator.bookings.move({ id, status: 'accepted' });
    });
    await stack.advance(60_000);
    await stack.idle();
    const after = await asCreator.bookings.byId({ id });
    expect([
      ['accepted', 'held'],
      ['cancelled', 'voided'],
    ]).toContainEqual([after.status, after.paymentState]);
    expect((await moneyOf(id)).received).toBe(after.status === 'accepted' ? 22_885 : 0);
  });
});

describe('paying out', () => {
  it('happens once if the brand approves ten times while the automatic payout is due', async () => {
    const { id, asBrand } = await newBooking(stack.deps, { status: 'completed' });
    await stack.advance(5 * 24 * 3_600_000 + 1000);
    await times(10, () => asBrand.settlements.approve({ id }));
    await stack.idle();
    expect(await asBrand.bookings.byId({ id })).toMatchObject({ paymentState: 'released' });
    expect((await moneyOf(id)).transfers).toEqual([19_900]);
    expect(count(await listEventKinds(stack, id), 'payment.released')).toBe(1);
  });

  it('is refused before the work is completed', async () => {
    const { id, asBrand } = await newBooking(stack.deps, { status: 'in_progress' });
    await expect(asBrand.settlements.approve({ id })).rejects.toMatchObject({ failure: 'RELEASE_REFUSED' });
    expect((await moneyOf(id)).transfers).toEqual([]);
  });
});

describe('a failure of Stripe', () => {
  it('leads to one charge when the response to the capture is lost', async () => {
    const { id, asCreator } = await newBooking(stack.deps);
    await stack.stripe.arm({
      kind: 'lose_response',
      match: { method: 'POST', path: '/v1/payment_intents/*/capture' },
      times: 2,
    });
    await asCreator.bookings.move({ id, status: 'accepted' });
    await expect.poll(async () => (await asCreator.bookings.byId({ id })).paymentState).toBe('held');
    expect(await moneyOf(id)).toMatchObject({ received: 22_885 });
    expect(count(await listEventKinds(stack, id), 'payment.captured')).toBe(1);
  });

  it('leads to a charge on the next attempt if Stripe replays the failure for the same idempotency key', async () => {
    const { id, asCreator } = await newBooking(stack.deps);
    await stack.stripe.arm({
      kind: 'error',
      status: 500,
      stored: true,
      match: { method: 'POST', path: '/v1/payment_intents/*/capture' },
    });
    await asCreator.bookings.move({ id, status: 'accepted' });
    await expect.poll(async () => (await asCreator.bookings.byId({ id })).paymentState).toBe('held');
    expect(await moneyOf(id)).toMatchObject({ received: 22_885 });
  });

  it('leads to one payout when the response to the transfer is lost and Stripe fails afterwards', async () => {
    const { id, asBrand } = await newBooking(stack.deps, { status: 'completed' });
    await stack.stripe.arm(
      { kind: 'lose_response', match: { method: 'POST', path: '/v1/transfers' }, times: 2 },
      { kind: 'error', status: 500, match: { method: 'POST', path: '/v1/transfers' }, times: 2 },
    );
    await asBrand.settlements.approve({ id });
    await expect.poll(async () => (await asBrand.bookings.byId({ id })).paymentState).toBe('released');
    expect((await moneyOf(id)).transfers).toEqual([19_900]);
  });

  it('does not change the outcome if every webhook arrives five times in random order', async () => {
    await stack.stripe.webhookFaults({ duplicates: 4, shuffleMs: 200 });
    const { id, asBrand } = await newBooking(stack.deps, { status: 'completed' });
    await asBrand.settlements.approve({ id });
    await stack.stripe.webhooksIdle();
    await stack.stripe.webhookFaults({ duplicates: 0, shuffleMs: 0 });
    await stack.idle();
    expect(await asBrand.bookings.byId({ id })).toMatchObject({ status: 'completed', paymentState: 'released' });
    const events = await listEventKinds(stack, id);
    expect(['payment.authorized', 'payment.captured', 'payment.released'].map((kind) => count(events, kind))).toEqual([
      1, 1, 1,
    ]);
  });

  it('cancels the booking if the card can no longer be charged when the creator accepts', async () => {
    const { id, asCreator, asBrand } = await newBooking(stack.deps);
    const [intent] = (await stack.stripe.objects('payment_intent')).filter((each) => each.metadata['bookingId'] === id);
    // The payment was cancelled outside the app, for example by the card's bank, and the webhook has not arrived.
    await stack.stripe.pauseWebhooks();
    await stack.deps.stripe.cancelIntent(intent?.id ?? '');
    const answer = await asCreator.bookings.move({ id, status: 'accepted' });
    await stack.stripe.resumeWebhooks();
    await stack.idle();
    expect(answer).toMatchObject({ status: 'cancelled', cancelReason: 'payment_failed' });
    expect(await asBrand.bookings.byId({ id })).toMatchObject({ status: 'cancelled', paymentState: 'voided' });
    expect(await listEventKinds(stack, id)).toContain('booking.lapsed');
  });

  it('is reported to the brand if it prevents a checkout, and the next attempt pays for the same booking', async () => {
    const pack = await newPackage(stack.deps, await newCreator(stack.deps));
    const brand = await newBrand(stack.deps);
    const order = () => stack.as(brand).payments.openCheckout({ packageId: pack.id, brandUserId: brand.id });
    await stack.stripe.arm({
      kind: 'error',
      status: 503,
      match: { method: 'POST', path: '/v1/payment_intents' },
      times: 3,
    });
    await expect(order()).rejects.toMatchObject({ failure: 'PAYMENT_UNAVAILABLE' });
    const { bookingId } = await order();
    expect(await moneyOf(bookingId)).toMatchObject({ intents: 1 });
    expect((await stack.as(brand).bookings.list({})).items).toHaveLength(1);
  });
});

describe('a webhook', () => {
  const post = (payload: string, signature: string) =>
    stack.app.inject({
      method: 'POST',
      url: '/api/webhooks/stripe',
      payload,
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    });

  it('is refused with an invalid signature', async () => {
    expect((await post('{"id":"evt_1"}', 't=1,v1=00')).statusCode).toBe(400);
    expect(await stack.deps.db.selectFrom('stripeEvent').select('id').where('id', '=', 'evt_1').execute()).toEqual([]);
  });

  it('is refused with a timestamp an hour in the past or future, even if the signature is valid', async () => {
    const { createHmac } = await import('node:crypto');
    const sign = (timestamp: number, body: string) =>
      `t=${timestamp},v1=${createHmac('sha256', stack.deps.env.STRIPE_WEBHOOK_SECRET).update(`${timestamp}.${body}`).digest('hex')}`;
    const body = JSON.stringify({
      id: 'evt_future',
      object: 'event',
      type: 'charge.updated',
      data: { object: { id: 'ch_1' } },
    });
    const now = Math.floor(Date.now() / 1000);
    expect((await post(body, sign(now + 3600, body))).statusCode).toBe(400);
    expect((await post(body, sign(now - 3600, body))).statusCode).toBe(400);
    expect((await post(body, sign(now, body))).statusCode).toBe(200);
  });
});

describe('reading a booking', () => {
  it('returns a consistent snapshot, even if a dispute ends during the read', async () => {
    const { id, asBrand } = await newBooking(stack.deps, { status: 'completed' });
    await asBrand.disputes.reportProblem({ id, problem: 'Half of it is missing.' });
    await stack.idle();
    const reading = await stack.deps.db.transaction().execute(async (db) => {
      await sql`lock table dispute_statement in access exclusive mode`.execute(db);
      const read = asBrand.bookings.byId({ id });
      await expect
        .poll(async () => {
          const { rows } =
            await sql`select from pg_locks where relation = 'dispute_statement'::regclass and not granted`.execute(
              stack.deps.db,
            );
          return rows.length;
        })
        .toBeGreaterThan(0);
      await sql`update dispute set closed_at = now(), outcome = 'withdrawn' where booking_id = ${id}`.execute(db);
      await sql`update booking set payment_state = 'held' where id = ${id}`.execute(db);
      return { read };
    });
    const { facts } = await reading.read;
    expect(facts.dispute === null).toBe(facts.paymentState !== 'disputed');
  });
});
