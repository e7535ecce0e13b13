/** Tests payments that belong to no booking, and payment intents that Stripe claims not to have created. */
import type { Stripe } from 'stripe';
import { beforeAll, describe, expect, it } from 'vitest';
import { confirmCard, newBooking, newBrand, newCreator, newPackage } from '../../../src/demo/builders.ts';
import { checkMoneyAfterAll } from '../../support/money-checks.ts';
import {
  getBalances,
  ONE_DAY_MS,
  listEventKinds,
  listExceptionStates,
  createStripeClient,
  getStripeRecords,
  TOTAL_CENTS,
} from '../../support/booking-money.ts';
import { useStack } from '../../support/stack.ts';

const stack = useStack();
checkMoneyAfterAll(stack);
let byHand: Stripe;
beforeAll(() => {
  byHand = createStripeClient(stack);
});

/** Creates a payment for a booking outside the app. */
async function payByHand(bookingId: string, amount = TOTAL_CENTS): Promise<string> {
  const intent = await byHand.paymentIntents.create({
    amount,
    currency: 'usd',
    payment_method: 'pm_card_visa',
    allowed_payment_method_types: ['card'],
    confirm: true,
    metadata: { bookingId },
  });
  await stack.settle();
  return intent.id;
}
const intentOf = async (bookingId: string): Promise<string> =>
  (
    await stack.deps.db
      .selectFrom('booking')
      .select('stripePaymentIntentId')
      .where('id', '=', bookingId)
      .executeTakeFirstOrThrow()
  ).stripePaymentIntentId ?? '';
const surplusOf = (bookingId: string) =>
  stack.deps.db
    .selectFrom('surplusPayment')
    .select(['stripePaymentIntentId', 'amountCents', 'reason', 'foundAt', 'refundedAt'])
    .where('bookingId', '=', bookingId)
    .execute();

async function unpaid() {
  const pack = await newPackage(stack.deps, await newCreator(stack.deps));
  const brand = await newBrand(stack.deps);
  const order = () => stack.as(brand).payments.openCheckout({ packageId: pack.id, brandUserId: brand.id });
  return { brand, asBrand: stack.as(brand), order };
}

describe('a second payment for a booking', () => {
  it('is refunded within a minute and recorded, and the booking keeps the first payment', async () => {
    const { id, asBrand } = await newBooking(stack.deps, { status: 'accepted' });
    const second = await payByHand(id);
    const [surplus] = await surplusOf(id);
    expect(surplus).toMatchObject({ stripePaymentIntentId: second, amountCents: TOTAL_CENTS, reason: 'second_intent' });
    expect(Number(surplus?.refundedAt) - Number(surplus?.foundAt)).toBeLessThan(60_000);
    expect(await getStripeRecords(stack, id)).toMatchObject({ received: 2 * TOTAL_CENTS, refunds: [TOTAL_CENTS] });
    expect(await asBrand.bookings.byId({ id })).toMatchObject({ status: 'accepted', paymentState: 'held' });
    expect(await getBalances(stack, id)).toEqual({ processor: TOTAL_CENTS, held: -TOTAL_CENTS });
    expect(await listExceptionStates(stack, id)).toEqual([['surplus_payment', 'resolved']]);
    expect((await listEventKinds(stack, id)).slice(-2)).toEqual(['payment.surplus_found', 'payment.surplus_refunded']);
  });

  it('is refunded once despite lost responses and repeated webhooks', async () => {
    const { id } = await newBooking(stack.deps, { status: 'accepted' });
    await stack.stripe.webhookFaults({ duplicates: 4, shuffleMs: 100 });
    await stack.stripe.arm({ kind: 'lose_response', match: { method: 'POST', path: '/v1/refunds' }, times: 3 });
    await payByHand(id);
    await stack.stripe.webhookFaults({ duplicates: 0, shuffleMs: 0 });
    await expect.poll(async () => (await surplusOf(id))[0]?.refundedAt ?? null, { interval: 200 }).not.toBeNull();
    expect((await getStripeRecords(stack, id)).refunds).toEqual([TOTAL_CENTS]);
  });

  it('is cancelled if it has not been captured, whether or not it is authorized', async () => {
    const { id } = await newBooking(stack.deps);
    const authorized = await byHand.paymentIntents.create({
      amount: TOTAL_CENTS,
      currency: 'usd',
      capture_method: 'manual',
      payment_method: 'pm_card_visa',
      allowed_payment_method_types: ['card'],
      confirm: true,
      metadata: { bookingId: id },
    });
    const idle = await byHand.paymentIntents.create({
      amount: TOTAL_CENTS,
      currency: 'usd',
      metadata: { bookingId: id },
    });
    await stack.settle();
    expect((await byHand.paymentIntents.retrieve(authorized.id)).status).toBe('canceled');
    expect((await byHand.paymentIntents.retrieve(idle.id)).status).toBe('canceled');
    expect(await surplusOf(id)).toEqual([]);
  });
});

describe('a card that was charged manually at Stripe', () => {
  it('is listed for staff, and the exception is resolved when the creator accepts', async () => {
    const { id, asCreator } = await newBooking(stack.deps);
    await byHand.paymentIntents.capture(await intentOf(id));
    await stack.settle();
    expect(await listExceptionStates(stack, id)).toEqual([['captured_by_hand', 'open']]);
    expect(await asCreator.bookings.move({ id, status: 'accepted' })).toMatchObject({
      status: 'accepted',
      paymentState: 'held',
    });
    expect(await listExceptionStates(stack, id)).toEqual([['captured_by_hand', 'resolved']]);
    expect(await getBalances(stack, id)).toEqual({ processor: TOTAL_CENTS, held: -TOTAL_CENTS });
  });

  it.each(['declines', 'does nothing'] as const)('is refunded when the creator %s', async (what) => {
    const { id, asCreator, asBrand } = await newBooking(stack.deps);
    await byHand.paymentIntents.capture(await intentOf(id));
    await stack.settle();
    if (what === 'declines') await asCreator.bookings.move({ id, status: 'cancelled' });
    else await stack.advance(4 * ONE_DAY_MS);
    await stack.settle();
    expect(await asBrand.bookings.byId({ id })).toMatchObject({ status: 'cancelled', paymentState: 'voided' });
    expect(await getStripeRecords(stack, id)).toMatchObject({ received: TOTAL_CENTS, refunds: [TOTAL_CENTS] });
    expect(await getBalances(stack, id)).toEqual({});
    expect(await surplusOf(id)).toMatchObject([{ reason: 'booking_cancelled' }]);
  });

  it('is refunded, and the booking is cancelled, if only part of the total was charged', async () => {
    const { id, asBrand } = await newBooking(stack.deps);
    await byHand.paymentIntents.capture(await intentOf(id), { amount_to_capture: 5_000 });
    await stack.settle();
    expect(await asBrand.bookings.byId({ id })).toMatchObject({
      status: 'cancelled',
      cancelReason: 'payment_failed',
      paymentState: 'voided',
    });
    // Stripe also shows the uncaptured rest as a refund.
    const { received, refunds } = await getStripeRecords(stack, id);
    expect([received, refunds.toSorted((a, b) => a - b)]).toEqual([5_000, [5_000, TOTAL_CENTS - 5_000]]);
    expect(await getBalances(stack, id)).toEqual({});
    expect(await listExceptionStates(stack, id)).toEqual(
      expect.arrayContaining([
        ['intent_misfit', 'open'],
        ['surplus_payment', 'resolved'],
      ]),
    );
  });
});

describe('a payment intent whose amount was changed', () => {
  it('does not charge the card, cancels the booking, and is listed for staff', async () => {
    const { asBrand, order } = await unpaid();
    const { bookingId, clientSecret } = await order();
    await byHand.paymentIntents.update(await intentOf(bookingId), { amount: 100 });
    await confirmCard(stack.deps, clientSecret);
    await stack.settle();
    expect(await asBrand.bookings.byId({ id: bookingId })).toMatchObject({
      status: 'cancelled',
      paymentState: 'voided',
    });
    expect(await listExceptionStates(stack, bookingId)).toEqual([['intent_misfit', 'open']]);
    expect(await getStripeRecords(stack, bookingId)).toMatchObject({ received: 0 });
  });
});

describe('a payment intent that Stripe claims not to have created', () => {
  const INTENTS = { method: 'POST', path: '/v1/payment_intents' };

  it('is requested again if Stripe repeats a stored failure, so that the order can be paid', async () => {
    const { order } = await unpaid();
    await stack.stripe.arm({ kind: 'error', status: 500, stored: true, match: INTENTS });
    const { bookingId, clientSecret } = await order();
    expect((await confirmCard(stack.deps, clientSecret)).status).toBe('requires_capture');
    expect((await getStripeRecords(stack, bookingId)).received).toBe(0);
  });

  it('leads to exactly one payable intent if Stripe has created it after all', async () => {
    const { order, asBrand } = await unpaid();
    await stack.stripe.arm({ kind: 'error', status: 500, stored: true, executed: true, match: INTENTS });
    const { bookingId } = await order();
    await stack.settle();
    const { clientSecret } = await order();
    await confirmCard(stack.deps, clientSecret);
    await stack.settle();
    expect(await asBrand.bookings.byId({ id: bookingId })).toMatchObject({ paymentState: 'authorized' });
    const intents = (await stack.stripe.objects('payment_intent')).filter(
      (intent) => intent.metadata['bookingId'] === bookingId,
    );
    expect(intents.map(({ status }) => status).toSorted()).toEqual(['canceled', 'requires_capture']);
  });

  it('is reused if only the responses were lost', async () => {
    const { order } = await unpaid();
    await stack.stripe.arm({ kind: 'lose_response', match: INTENTS, times: 4 });
    const first = await order().catch(() => null);
    const { bookingId } = first ?? (await order());
    await stack.settle();
    expect(
      (await stack.stripe.objects('payment_intent')).filter((intent) => intent.metadata['bookingId'] === bookingId),
    ).toHaveLength(1);
  });
});
