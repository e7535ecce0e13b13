/**
 * Tests the main flow through the procedures, on real PostgreSQL and the real Stripe SDK: order, payment,
 * acceptance, completion and payout.
 */
import { describe, expect, it } from 'vitest';
import {
  confirmCard,
  SAMPLE_CUSTOMER,
  newBooking,
  newBrand,
  newCreator,
  newPackage,
  newPayableCreator,
  newQuestions,
  setUpPayouts,
} from '../../src/demo/builders.ts';
import { useStack } from '../support/stack.ts';

const stack = useStack();
const DAY = 24 * 3_600_000;

const ledgerOf = (bookingId: string) =>
  stack.deps.db
    .selectFrom('ledgerEntry')
    .innerJoin('ledgerTransaction', 'ledgerTransaction.id', 'ledgerEntry.transactionId')
    .select(['kind', 'account', 'amountCents'])
    .where('bookingId', '=', bookingId)
    .orderBy('at')
    .orderBy('account')
    .execute();

describe('a booking that the brand pays for', () => {
  it('is charged when the creator accepts, and the creator gets the full price when the brand approves', async () => {
    const creator = await newPayableCreator(stack.deps);
    const pack = await newPackage(stack.deps, creator, { priceCents: 10_000 });
    await newQuestions(stack.deps, creator, pack.id, [
      { id: 'q_1_a', type: 'text', question: 'Which product?', required: true },
    ]);
    const brand = await newBrand(stack.deps);
    const asBrand = stack.as(brand);

    const checkout = await asBrand.payments.openCheckout({
      packageId: pack.id,
      brandUserId: brand.id,
      customer: SAMPLE_CUSTOMER,
      answers: { q_1_a: 'The rain jacket' },
    });
    expect(checkout).toMatchObject({ priceCents: 10_000, feeCents: 1_500, totalCents: 11_500 });
    await expect(stack.as(creator).bookings.byId({ id: checkout.bookingId })).rejects.toMatchObject({
      failure: 'BOOKING_NOT_FOUND',
    });

    expect((await confirmCard(stack.deps, checkout.clientSecret)).status).toBe('requires_capture');
    const paid = await asBrand.payments.confirmReturn({ id: checkout.bookingId });
    expect(paid).toMatchObject({
      status: 'pending',
      paymentState: 'authorized',
      answers: [{ questionId: 'q_1_a', value: 'The rain jacket' }],
    });
    expect(await ledgerOf(checkout.bookingId)).toEqual([]);

    const asCreator = stack.as(creator);
    expect(await asCreator.bookings.move({ id: checkout.bookingId, status: 'accepted' })).toMatchObject({
      status: 'accepted',
      paymentState: 'held',
    });
    await asCreator.bookings.move({ id: checkout.bookingId, status: 'in_progress' });
    expect(await asCreator.bookings.move({ id: checkout.bookingId, status: 'completed' })).toMatchObject({
      status: 'completed',
      paymentState: 'held',
    });
    expect((await asCreator.profiles.dashboard()).totalEarningsCents).toBe(10_000);

    const released = await asBrand.settlements.approve({ id: checkout.bookingId });
    expect(released).toMatchObject({ paymentState: 'released' });
    expect(await ledgerOf(checkout.bookingId)).toEqual([
      { kind: 'capture', account: 'held', amountCents: -11_500 },
      { kind: 'capture', account: 'processor', amountCents: 11_500 },
      { kind: 'earn', account: 'creator', amountCents: -10_000 },
      { kind: 'earn', account: 'held', amountCents: 10_000 },
      { kind: 'release', account: 'creator', amountCents: 10_000 },
      { kind: 'release', account: 'fee', amountCents: -1_500 },
      { kind: 'release', account: 'held', amountCents: 1_500 },
      { kind: 'release', account: 'processor', amountCents: -10_000 },
    ]);
    expect(released.timeline.map((event) => [event.kind, event.actorName])).toEqual([
      ['booking.ordered', brand.fullName],
      ['payment.authorized', brand.fullName],
      ['booking.moved', creator.fullName],
      ['payment.captured', null],
      ['booking.moved', creator.fullName],
      ['booking.moved', creator.fullName],
      ['booking.approved', brand.fullName],
      ['payment.release_decided', brand.fullName],
      ['payment.released', null],
    ]);
  });

  it('becomes authorized through Stripe’s webhook even if the brand does not return to the site after the payment', async () => {
    const creator = await newCreator(stack.deps);
    const pack = await newPackage(stack.deps, creator);
    const brand = await newBrand(stack.deps);
    const { bookingId, clientSecret } = await stack
      .as(brand)
      .payments.openCheckout({ packageId: pack.id, brandUserId: brand.id });
    await confirmCard(stack.deps, clientSecret);
    await expect
      .poll(async () => (await stack.as(brand).bookings.byId({ id: bookingId })).paymentState)
      .toBe('authorized');
  });

  it('can be paid with another card after the first was declined', async () => {
    const pack = await newPackage(stack.deps, await newCreator(stack.deps));
    const brand = await newBrand(stack.deps);
    const asBrand = stack.as(brand);
    const first = await asBrand.payments.openCheckout({ packageId: pack.id, brandUserId: brand.id });
    expect((await confirmCard(stack.deps, first.clientSecret, 'pm_card_visa_chargeDeclined')).error?.code).toBe(
      'card_declined',
    );
    expect(await asBrand.payments.confirmReturn({ id: first.bookingId })).toMatchObject({
      paymentState: 'requires_payment',
    });

    const again = await asBrand.payments.resumeCheckout({ id: first.bookingId });
    expect(again).toEqual(first);
    await confirmCard(stack.deps, again.clientSecret);
    expect(await asBrand.payments.confirmReturn({ id: first.bookingId })).toMatchObject({ paymentState: 'authorized' });
  });

  it('has its card authorization released when the creator declines', async () => {
    const { id, asCreator, asBrand } = await newBooking(stack.deps);
    expect(await asCreator.bookings.move({ id, status: 'cancelled' })).toMatchObject({
      status: 'cancelled',
      cancelReason: 'declined',
    });
    await stack.idle();
    expect(await asBrand.bookings.byId({ id })).toMatchObject({ status: 'cancelled', paymentState: 'voided' });
    expect(await ledgerOf(id)).toEqual([]);
  });
});

describe('a booking without any further action', () => {
  it('is cancelled after 24 hours if it is unpaid, and can then no longer be paid', async () => {
    const pack = await newPackage(stack.deps, await newCreator(stack.deps));
    const brand = await newBrand(stack.deps);
    const { bookingId, clientSecret } = await stack
      .as(brand)
      .payments.openCheckout({ packageId: pack.id, brandUserId: brand.id });
    await stack.advance(DAY - 60_000);
    await stack.idle();
    expect(await stack.as(brand).bookings.byId({ id: bookingId })).toMatchObject({ status: 'pending' });
    await stack.advance(120_000);
    await stack.idle();
    expect(await stack.as(brand).bookings.byId({ id: bookingId })).toMatchObject({
      status: 'cancelled',
      cancelReason: 'unpaid',
      paymentState: 'voided',
    });
    expect((await confirmCard(stack.deps, clientSecret)).error?.code).toBe('payment_intent_unexpected_state');
  });

  it('leads to one payment reminder halfway to the deadline if it is unpaid, and to no reminder if it is paid', async () => {
    const brand = await newBrand(stack.deps);
    const listMailSubjects = async (bookingId: string) =>
      (
        await stack.deps.db
          .selectFrom('notification')
          .select(['text', 'personId'])
          .where('kind', '=', 'booking.payment_reminded')
          .where('path', 'like', `%${bookingId}%`)
          .execute()
      ).map(({ text, personId }) => (personId === brand.id ? text : 'somebody else'));
    const creator = await newCreator(stack.deps, { fullName: 'Ines Duarte' });
    const paid = await newBooking(stack.deps, { creator, brand });
    const pack = await newPackage(stack.deps, creator);
    const { bookingId } = await stack
      .as(brand)
      .payments.openCheckout({ packageId: pack.id, brandUserId: brand.id, customer: SAMPLE_CUSTOMER });
    await stack.pass(DAY / 2 - 60_000);
    expect(await listMailSubjects(bookingId)).toEqual([]);
    await stack.pass(2 * 60_000);
    expect(await listMailSubjects(bookingId)).toEqual([expect.stringMatching(/^Pay by .* to place your order: “/)]);
    await stack.pass(DAY / 2 - 2 * 60_000);
    expect(await listMailSubjects(bookingId)).toHaveLength(1);
    expect(await listMailSubjects(paid.id)).toEqual([]);
  });

  it('is cancelled without charging the card if it is not accepted within 72 hours', async () => {
    const { id, asBrand, asCreator } = await newBooking(stack.deps);
    await stack.advance(3 * DAY + 60_000);
    await expect(asCreator.bookings.move({ id, status: 'accepted' })).rejects.toMatchObject({ code: 'CONFLICT' });
    await stack.idle();
    expect(await asBrand.bookings.byId({ id })).toMatchObject({
      status: 'cancelled',
      cancelReason: 'not_accepted',
      paymentState: 'voided',
    });
  });

  it('is paid out 5 days after its completion', async () => {
    const { id, asBrand } = await newBooking(stack.deps, { status: 'completed' });
    await stack.advance(5 * DAY - 60_000);
    await stack.idle();
    expect(await asBrand.bookings.byId({ id })).toMatchObject({ paymentState: 'held' });
    await stack.advance(120_000);
    await stack.idle();
    expect(await asBrand.bookings.byId({ id })).toMatchObject({ paymentState: 'released', approvedAt: null });
  });
});

describe('a creator without payout setup', () => {
  it('can accept and work, and is paid as soon as the setup is finished', async () => {
    const creator = await newCreator(stack.deps);
    const { id, asBrand, asCreator } = await newBooking(stack.deps, { creator, status: 'completed' });
    await asBrand.settlements.approve({ id });
    await stack.idle();
    expect(await asCreator.bookings.byId({ id })).toMatchObject({
      paymentState: 'releasing',
      blockedReason: 'payout_setup',
      nextStep: { waitingFor: 'creator' },
    });
    expect(await asCreator.payouts.setup()).toMatchObject({ payoutsEnabled: false, blockedCents: 19_900 });

    await setUpPayouts(stack.deps, creator);
    await stack.idle();
    expect(await asCreator.bookings.byId({ id })).toMatchObject({ paymentState: 'released', blockedReason: null });
    expect(await asCreator.payouts.setup()).toMatchObject({ started: true, payoutsEnabled: true, blockedCents: 0 });
  });
});
