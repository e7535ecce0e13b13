/**
 * Tests every transition of the booking lifecycle by moving the clock: acceptance window, cancellations, overdue
 * work, completion, reminders and payout.
 */
import type { PersonId } from '@marquee/contracts';
import { canPerformAction, type BookingAction } from '@marquee/booking';
import type { Caller } from '../../../src/http/router.ts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { confirmCard, newAdmin, newBooking, newBrand, newCreator, newPackage } from '../../../src/demo/builders.ts';
import { checkMoneyAfterAll } from '../../support/money-checks.ts';
import {
  getBalances,
  ONE_DAY_MS,
  listEventKinds,
  FEE_CENTS,
  ONE_HOUR_MS,
  PRICE_CENTS,
  getRefusalCode,
  getStripeRecords,
  TOTAL_CENTS,
} from '../../support/booking-money.ts';
import { useStack } from '../../support/stack.ts';

const stack = useStack();
checkMoneyAfterAll(stack);

const REASON = 'Our launch was called off.';
const REFUNDED = { paymentState: 'refunded', status: 'cancelled' };
const refundOf = async (id: string) => {
  const { received, refunds, transfers } = await getStripeRecords(stack, id);
  return { received, refunds, transfers, ledger: await getBalances(stack, id) };
};
const ALL_BACK = { received: TOTAL_CENTS, refunds: [TOTAL_CENTS], transfers: [], ledger: {} };

describe('a paid booking that is not accepted', () => {
  it('is cancelled after 72 hours without a charge', async () => {
    const { id, asBrand } = await newBooking(stack.deps);
    await stack.pass(71 * ONE_HOUR_MS);
    expect(await asBrand.bookings.byId({ id })).toMatchObject({ status: 'pending', paymentState: 'authorized' });
    await stack.pass(2 * ONE_HOUR_MS);
    expect(await asBrand.bookings.byId({ id })).toMatchObject({
      status: 'cancelled',
      cancelReason: 'not_accepted',
      paymentState: 'voided',
    });
    expect(await getStripeRecords(stack, id)).toMatchObject({ received: 0 });
  });

  it('lets the brand extend the acceptance deadline once, by 72 hours', async () => {
    const { id, asBrand, asCreator } = await newBooking(stack.deps);
    const before = await asBrand.bookings.byId({ id });
    expect(await getRefusalCode(asCreator.bookings.extendAcceptance({ id }))).toBe('BRANDS_ONLY');
    const extended = await asBrand.bookings.extendAcceptance({ id });
    // A card authorization lasts 7 days and the deadline must be at least a day before its end, so another 72 hours
    // fit. Stripe reports the end of the authorization in whole seconds, which explains the tolerance.
    expect(Math.abs(Number(extended.acceptBy) - Number(before.acceptBy) - 72 * ONE_HOUR_MS)).toBeLessThan(2_000);
    expect(extended.nextStep).toMatchObject({ waitingFor: 'creator', at: extended.acceptBy?.toISOString() });
    expect(await getRefusalCode(asBrand.bookings.extendAcceptance({ id }))).toBe('EXTENSION_REFUSED');
    await stack.pass(73 * ONE_HOUR_MS);
    expect(await asCreator.bookings.move({ id, status: 'accepted' })).toMatchObject({
      status: 'accepted',
      paymentState: 'held',
    });
  });

  it('lets the brand extend the acceptance deadline to at most one day before the card authorization expires', async () => {
    const { id, asBrand } = await newBooking(stack.deps);
    const captureBefore = new Date(stack.deps.now().getTime() + 5 * ONE_DAY_MS);
    await stack.deps.db.updateTable('booking').set({ captureBefore }).where('id', '=', id).execute();
    const { acceptBy } = await asBrand.bookings.extendAcceptance({ id });
    expect(Number(captureBefore) - Number(acceptBy)).toBe(ONE_DAY_MS);
    await stack.pass(5 * ONE_DAY_MS);
    expect(await asBrand.bookings.byId({ id })).toMatchObject({
      status: 'cancelled',
      cancelReason: 'not_accepted',
      paymentState: 'voided',
    });
  });

  it('refuses an extension by another brand or after the acceptance', async () => {
    const { id, asBrand, asCreator } = await newBooking(stack.deps);
    expect(await getRefusalCode(stack.as(await newBrand(stack.deps)).bookings.extendAcceptance({ id }))).toBe(
      'BOOKING_NOT_FOUND',
    );
    await asCreator.bookings.move({ id, status: 'accepted' });
    expect(await getRefusalCode(asBrand.bookings.extendAcceptance({ id }))).toBe('EXTENSION_REFUSED');
  });
});

describe('withdrawing an order', () => {
  it('cancels the order at once without a charge and releases its card authorization', async () => {
    const { id, asBrand, asCreator } = await newBooking(stack.deps);
    expect(await getRefusalCode(asCreator.bookings.withdraw({ id }))).toBe('BRANDS_ONLY');
    expect(await getRefusalCode(stack.as(await newBrand(stack.deps)).bookings.withdraw({ id }))).toBe(
      'BOOKING_NOT_FOUND',
    );
    const withdrawn = await asBrand.bookings.withdraw({ id });
    expect(withdrawn).toMatchObject({ status: 'cancelled', cancelReason: 'withdrawn', paymentState: 'voided' });
    expect(withdrawn.nextStep.text).toBe('You withdrew the order before it was accepted. You were not charged.');
    expect(await asBrand.bookings.withdraw({ id })).toMatchObject({ cancelReason: 'withdrawn' });
    expect(await refundOf(id)).toMatchObject({ received: 0, transfers: [], ledger: {} });
    expect((await listEventKinds(stack, id)).slice(-2)).toEqual(['booking.withdrawn', 'payment.voided']);
    expect(await getRefusalCode(asCreator.bookings.move({ id, status: 'accepted' }))).toBe('BOOKING_MOVE_REFUSED');
  });

  it('is possible for an unpaid order, which then can no longer be paid', async () => {
    const pack = await newPackage(stack.deps, await newCreator(stack.deps));
    const brand = await newBrand(stack.deps);
    const asBrand = stack.as(brand);
    const { bookingId: id, clientSecret } = await asBrand.payments.openCheckout({
      packageId: pack.id,
      brandUserId: brand.id,
    });
    expect(await asBrand.bookings.withdraw({ id })).toMatchObject({ status: 'cancelled', paymentState: 'voided' });
    await confirmCard(stack.deps, clientSecret);
    expect(await getStripeRecords(stack, id)).toMatchObject({ received: 0, refunds: [] });
    expect(await getRefusalCode(asBrand.payments.resumeCheckout({ id }))).toBe('PAYMENT_DONE');
  });

  it('releases a card authorization that Stripe reports only after the withdrawal', async () => {
    const pack = await newPackage(stack.deps, await newCreator(stack.deps));
    const brand = await newBrand(stack.deps);
    const asBrand = stack.as(brand);
    await stack.stripe.pauseWebhooks();
    const { bookingId: id, clientSecret } = await asBrand.payments.openCheckout({
      packageId: pack.id,
      brandUserId: brand.id,
    });
    await confirmCard(stack.deps, clientSecret);
    await asBrand.bookings.withdraw({ id });
    await stack.stripe.resumeWebhooks();
    await stack.settle();
    expect(await asBrand.bookings.byId({ id })).toMatchObject({ status: 'cancelled', paymentState: 'voided' });
    expect(await getStripeRecords(stack, id)).toMatchObject({ received: 0 });
  });

  it('is refused once the creator has accepted', async () => {
    const { id, asBrand } = await newBooking(stack.deps, { status: 'accepted' });
    expect(await getRefusalCode(asBrand.bookings.withdraw({ id }))).toBe('WITHDRAWAL_REFUSED');
    expect(await asBrand.bookings.byId({ id })).toMatchObject({ status: 'accepted', paymentState: 'held' });
  });
});

describe('the creator’s answer to an order', () => {
  it('is shown to the brand with the reason for declining and a note', async () => {
    const { id, asBrand, asCreator } = await newBooking(stack.deps);
    const note = 'I am on the road until March.';
    await asCreator.bookings.move({ id, status: 'cancelled', reason: 'no_time', note: ` ${note}\n` });
    expect(await asBrand.bookings.byId({ id })).toMatchObject({ declineReason: 'no_time', moveNote: note });
  });

  it('has the reason “not this time” and no note if the creator declines without giving any', async () => {
    const { id, asBrand, asCreator } = await newBooking(stack.deps);
    await asCreator.bookings.move({ id, status: 'cancelled', note: '  ' });
    expect(await asBrand.bookings.byId({ id })).toMatchObject({ declineReason: 'not_this_time', moveNote: null });
  });

  it('can include a note, but no reason, when the creator accepts', async () => {
    const { id, asBrand, asCreator } = await newBooking(stack.deps);
    await asCreator.bookings.move({ id, status: 'accepted', reason: 'product', note: 'Looking forward to it!' });
    await asCreator.bookings.move({ id, status: 'in_progress', note: 'Not kept' });
    expect(await asBrand.bookings.byId({ id })).toMatchObject({
      status: 'in_progress',
      declineReason: null,
      moveNote: 'Looking forward to it!',
    });
  });

  it('is rejected with an explanation if the note is too long or the reason is unknown', async () => {
    const { id, asCreator } = await newBooking(stack.deps);
    await expect(asCreator.bookings.move({ id, status: 'cancelled', note: 'x'.repeat(501) })).rejects.toThrow(
      'The note is 1 character too long. The limit is 500.',
    );
    await expect(asCreator.bookings.move({ id, status: 'cancelled', reason: 'because' as 'product' })).rejects.toThrow(
      'The reason must be one of not_this_time, no_time',
    );
    expect(await asCreator.bookings.byId({ id })).toMatchObject({ status: 'pending' });
  });
});

describe.each(['accepted', 'in_progress'] as const)('a booking that is %s', (status) => {
  it.each(['brand', 'creator'] as const)(
    'is cancelled with a full refund when the %s requests a cancellation and the other side agrees',
    async (asker) => {
      const { id, asBrand, asCreator } = await newBooking(stack.deps, { status });
      const [asking, answering] = asker === 'brand' ? [asBrand, asCreator] : [asCreator, asBrand];
      const requested = await asking.cancellations.request({ id, reason: REASON });
      expect(requested).toMatchObject({ status, paymentState: 'held', cancellation: { reason: REASON } });
      expect(requested.nextStep).toMatchObject({
        waitingFor: asker === 'brand' ? 'creator' : 'brand',
        at: requested.cancellation?.answerBy.toISOString(),
      });
      expect(await answering.cancellations.answer({ id, answer: 'agree' })).toMatchObject({
        ...REFUNDED,
        cancelReason: 'agreed',
      });
      expect(await refundOf(id)).toEqual(ALL_BACK);
      expect((await listEventKinds(stack, id)).slice(-4)).toEqual([
        'booking.cancellation_asked',
        'payment.refund_decided',
        'booking.cancelled',
        'payment.refunded',
      ]);
    },
  );

  it('is cancelled with a full refund when a cancellation request is not answered within 72 hours', async () => {
    const { id, asBrand, asCreator } = await newBooking(stack.deps, { status });
    await asCreator.cancellations.request({ id, reason: 'I am ill.' });
    await stack.pass(71 * ONE_HOUR_MS);
    expect(await asBrand.bookings.byId({ id })).toMatchObject({ status, paymentState: 'held' });
    await stack.pass(2 * ONE_HOUR_MS);
    expect(await asBrand.bookings.byId({ id })).toMatchObject({ ...REFUNDED, cancelReason: 'not_answered' });
    expect(await refundOf(id)).toEqual(ALL_BACK);
  });

  it('continues after its cancellation request is withdrawn, and can have another request later', async () => {
    const { id, asBrand, asCreator } = await newBooking(stack.deps, { status });
    await asBrand.cancellations.request({ id, reason: REASON });
    expect(await getRefusalCode(asCreator.cancellations.withdraw({ id }))).toBe('CANCELLATION_CLOSED');
    expect(await asBrand.cancellations.withdraw({ id })).toMatchObject({
      status,
      paymentState: 'held',
      cancellation: null,
    });
    await stack.pass(4 * ONE_DAY_MS);
    expect(await asBrand.bookings.byId({ id })).toMatchObject({ status, paymentState: 'held' });
    await asBrand.cancellations.request({ id, reason: REASON });
    expect(await asCreator.cancellations.answer({ id, answer: 'agree' })).toMatchObject(REFUNDED);
  });

  it('can have only one open cancellation request, which blocks the work until the other side answers', async () => {
    const { id, asBrand, asCreator } = await newBooking(stack.deps, { status });
    await asBrand.cancellations.request({ id, reason: REASON });
    expect(await getRefusalCode(asCreator.cancellations.request({ id, reason: REASON }))).toBe('CANCELLATION_OPEN');
    expect(await getRefusalCode(asBrand.cancellations.answer({ id, answer: 'agree' }))).toBe('CANCELLATION_CLOSED');
    expect(
      await getRefusalCode(
        asCreator.bookings.move({ id, status: status === 'accepted' ? 'in_progress' : 'completed' }),
      ),
    ).toBe('CANCELLATION_OPEN');
    const stranger = stack.as(await newCreator(stack.deps));
    expect(await getRefusalCode(stranger.cancellations.answer({ id, answer: 'agree' }))).toBe('BOOKING_NOT_FOUND');
    expect(await getRefusalCode(stranger.cancellations.request({ id, reason: REASON }))).toBe('BOOKING_NOT_FOUND');
    await asBrand.cancellations.withdraw({ id });
  });
});

it('refuses a cancellation request before the acceptance, after the completion or without a reason', async () => {
  const pending = await newBooking(stack.deps);
  expect(await getRefusalCode(pending.asBrand.cancellations.request({ id: pending.id, reason: REASON }))).toBe(
    'CANCELLATION_REFUSED',
  );
  const completed = await newBooking(stack.deps, { status: 'completed' });
  expect(await getRefusalCode(completed.asCreator.cancellations.request({ id: completed.id, reason: REASON }))).toBe(
    'CANCELLATION_REFUSED',
  );
  await expect(completed.asBrand.cancellations.request({ id: completed.id, reason: ' ' })).rejects.toThrow(
    'Please explain why you want to cancel',
  );
});

/**
 * Returns whether the web app would offer this action to the brand, according to the shared rules and the `facts` in
 * the API's response.
 */
async function mayDo(action: BookingAction, asBrand: Caller, id: string): Promise<boolean> {
  return canPerformAction(action, (await asBrand.bookings.byId({ id })).facts, 'brand', stack.deps.now());
}

describe('accepted work that has not started', () => {
  const remindersOf = async (id: string, kind: string) =>
    (await listEventKinds(stack, id)).filter((each) => each === kind).length;

  it('can be cancelled by the brand without the creator’s consent after 7 days, with a full refund', async () => {
    const { id, asBrand, asCreator } = await newBooking(stack.deps, { status: 'accepted' });
    await stack.pass(7 * ONE_DAY_MS - ONE_HOUR_MS);
    expect(await mayDo('cancel_not_started', asBrand, id)).toBe(false);
    expect(await getRefusalCode(asBrand.cancellations.cancelNotStarted({ id }))).toBe('CANCELLATION_REFUSED');
    await stack.pass(2 * ONE_HOUR_MS);
    expect(await mayDo('cancel_not_started', asBrand, id)).toBe(true);
    expect(await getRefusalCode(asCreator.cancellations.cancelNotStarted({ id }))).toBe('BRANDS_ONLY');
    expect(await getRefusalCode(stack.as(await newBrand(stack.deps)).cancellations.cancelNotStarted({ id }))).toBe(
      'BOOKING_NOT_FOUND',
    );
    expect(await asBrand.cancellations.cancelNotStarted({ id })).toMatchObject({
      ...REFUNDED,
      cancelReason: 'not_started',
    });
    expect(await refundOf(id)).toEqual(ALL_BACK);
    await stack.pass(20 * ONE_DAY_MS);
    expect(await refundOf(id)).toEqual(ALL_BACK);
  });

  it('leads to one reminder after five days and is cancelled automatically after 14 days', async () => {
    const { id, asBrand } = await newBooking(stack.deps, { status: 'accepted' });
    const { acceptedAt } = await asBrand.bookings.byId({ id });
    const day = (n: number) => new Date(Number(acceptedAt) + n * ONE_DAY_MS).toISOString();
    expect((await asBrand.bookings.byId({ id })).nextStep).toMatchObject({ at: day(7), label: 'Start by' });
    await stack.pass(5 * ONE_DAY_MS - ONE_HOUR_MS);
    expect(await remindersOf(id, 'booking.start_reminded')).toBe(0);
    await stack.pass(2 * ONE_HOUR_MS);
    expect(await remindersOf(id, 'booking.start_reminded')).toBe(1);
    await stack.pass(9 * ONE_DAY_MS - 2 * ONE_HOUR_MS);
    const waiting = await asBrand.bookings.byId({ id });
    expect(waiting).toMatchObject({ status: 'accepted', paymentState: 'held' });
    expect(waiting.nextStep).toMatchObject({
      at: day(14),
      label: 'Cancelled automatically',
      overdueSince: day(7),
    });
    await stack.pass(2 * ONE_HOUR_MS);
    expect(await asBrand.bookings.byId({ id })).toMatchObject({ ...REFUNDED, cancelReason: 'not_started' });
    expect(await remindersOf(id, 'booking.start_reminded')).toBe(1);
    expect(await refundOf(id)).toEqual(ALL_BACK);
  });

  it('can still be started after 7 days, and the brand can then no longer cancel it as not started', async () => {
    const { id, asBrand, asCreator } = await newBooking(stack.deps, { status: 'accepted' });
    await stack.pass(10 * ONE_DAY_MS);
    await asCreator.bookings.move({ id, status: 'in_progress' });
    expect(await getRefusalCode(asBrand.cancellations.cancelNotStarted({ id }))).toBe('CANCELLATION_REFUSED');
    // By now, 14 days have passed since the acceptance, but the automatic cancellation no longer applies.
    await stack.pass(5 * ONE_DAY_MS);
    expect(await asBrand.bookings.byId({ id })).toMatchObject({ status: 'in_progress', paymentState: 'held' });
  });

  it('cannot be cancelled for a late start while a cancellation request is open, or within 3 days after it was withdrawn', async () => {
    const { id, asBrand, asCreator } = await newBooking(stack.deps, { status: 'accepted' });
    await stack.pass(7 * ONE_DAY_MS - ONE_HOUR_MS);
    await asBrand.cancellations.request({ id, reason: REASON });
    await stack.pass(2 * ONE_DAY_MS);
    expect(await getRefusalCode(asBrand.cancellations.cancelNotStarted({ id }))).toBe('CANCELLATION_OPEN');
    await asBrand.cancellations.withdraw({ id });
    expect(await getRefusalCode(asBrand.cancellations.cancelNotStarted({ id }))).toBe('CANCELLATION_REFUSED');
    await stack.pass(3 * ONE_DAY_MS + ONE_HOUR_MS);
    expect(await mayDo('cancel_not_started', asBrand, id)).toBe(true);
    await stack.pass(6 * ONE_DAY_MS);
    expect(await asCreator.bookings.byId({ id })).toMatchObject({ status: 'accepted', paymentState: 'held' });
    await stack.pass(ONE_DAY_MS);
    expect(await asCreator.bookings.byId({ id })).toMatchObject({ ...REFUNDED, cancelReason: 'not_started' });
  });

  it('is not cancelled automatically during a dispute or within nine days after it', async () => {
    const { id, asBrand, asCreator } = await newBooking(stack.deps, { status: 'accepted' });
    await asCreator.cancellations.request({ id, reason: 'I am ill.' });
    await asBrand.cancellations.answer({ id, answer: 'dispute', statement: 'We need it.' });
    await stack.pass(20 * ONE_DAY_MS);
    expect(await asBrand.bookings.byId({ id })).toMatchObject({ status: 'accepted', paymentState: 'disputed' });
    await asCreator.disputes.withdraw({ id });
    await stack.pass(9 * ONE_DAY_MS);
    expect(await asBrand.bookings.byId({ id })).toMatchObject({ status: 'accepted', paymentState: 'held' });
    await stack.pass(2 * ONE_DAY_MS);
    expect(await asBrand.bookings.byId({ id })).toMatchObject({ ...REFUNDED, cancelReason: 'not_started' });
    expect(await refundOf(id)).toEqual(ALL_BACK);
  });

  it('is not cancelled automatically during an open chargeback', async () => {
    const { id, asBrand } = await newBooking(stack.deps, { status: 'accepted' });
    const { chargeId } = await getStripeRecords(stack, id);
    const dispute = await stack.stripe.dispute(chargeId);
    await stack.settle();
    await stack.pass(20 * ONE_DAY_MS);
    expect(await asBrand.bookings.byId({ id })).toMatchObject({ status: 'accepted', paymentState: 'disputed' });
    await stack.stripe.closeDispute(dispute.id, 'won');
    await stack.settle();
    expect(await asBrand.bookings.byId({ id })).toMatchObject({ status: 'accepted', paymentState: 'held' });
    await stack.pass(11 * ONE_DAY_MS);
    expect(await asBrand.bookings.byId({ id })).toMatchObject({ ...REFUNDED, cancelReason: 'not_started' });
  });

  it('is either started or refunded exactly once when the creator’s start, the brand’s cancellation and the automatic cancellation coincide', async () => {
    const { id, asBrand, asCreator } = await newBooking(stack.deps, { status: 'accepted' });
    await stack.advance(14 * ONE_DAY_MS + ONE_HOUR_MS);
    await Promise.allSettled([
      asBrand.cancellations.cancelNotStarted({ id }),
      asCreator.bookings.move({ id, status: 'in_progress' }),
      stack.settle(),
      asBrand.cancellations.cancelNotStarted({ id }),
    ]);
    await stack.settle();
    const { status } = await asBrand.bookings.byId({ id });
    expect((await getStripeRecords(stack, id)).refunds).toEqual(status === 'cancelled' ? [TOTAL_CENTS] : []);
    expect(await listEventKinds(stack, id)).toContain(status === 'cancelled' ? 'booking.cancelled' : 'booking.moved');
  });
});

describe('work that is long overdue', () => {
  it('is cancelled with a full refund 30 days after its deadline, a week after a warning', async () => {
    const { id, asBrand, asCreator } = await newBooking(stack.deps, { status: 'in_progress' });
    const { dueAt } = await asBrand.bookings.byId({ id });
    await stack.pass(5 * ONE_DAY_MS + 22 * ONE_DAY_MS);
    expect(await listEventKinds(stack, id)).not.toContain('booking.overdue_reminded');
    await stack.pass(ONE_DAY_MS + ONE_HOUR_MS);
    expect((await listEventKinds(stack, id)).filter((kind) => kind === 'booking.overdue_reminded')).toHaveLength(1);
    await stack.pass(7 * ONE_DAY_MS - 2 * ONE_HOUR_MS);
    const waiting = await asCreator.bookings.byId({ id });
    expect(waiting).toMatchObject({ status: 'in_progress', paymentState: 'held' });
    expect(waiting.nextStep).toMatchObject({
      at: new Date(Number(dueAt) + 30 * ONE_DAY_MS).toISOString(),
      label: 'Cancelled automatically',
      overdueSince: dueAt?.toISOString(),
    });
    await stack.pass(2 * ONE_HOUR_MS);
    expect(await asBrand.bookings.byId({ id })).toMatchObject({ ...REFUNDED, cancelReason: 'overdue_ended' });
    expect(await refundOf(id)).toEqual(ALL_BACK);
  });

  it('can still be completed before the automatic cancellation', async () => {
    const { id, asBrand, asCreator } = await newBooking(stack.deps, { status: 'in_progress' });
    await stack.pass(34 * ONE_DAY_MS);
    await asCreator.bookings.move({ id, status: 'completed' });
    await stack.pass(2 * ONE_DAY_MS);
    expect(await asBrand.bookings.byId({ id })).toMatchObject({ status: 'completed', paymentState: 'held' });
  });

  it('is not cancelled automatically while a cancellation request is open, but is cancelled when that request is not answered', async () => {
    const { id, asBrand, asCreator } = await newBooking(stack.deps, { status: 'in_progress' });
    await stack.pass(34 * ONE_DAY_MS);
    await asCreator.cancellations.request({ id, reason: 'I am late.' });
    await stack.pass(2 * ONE_DAY_MS);
    expect(await asBrand.bookings.byId({ id })).toMatchObject({ status: 'in_progress', paymentState: 'held' });
    await stack.pass(2 * ONE_DAY_MS);
    expect(await asBrand.bookings.byId({ id })).toMatchObject({ ...REFUNDED, cancelReason: 'not_answered' });
  });
});

describe('overdue work', () => {
  it('can be cancelled by the brand without the creator’s consent three days after the deadline, with a full refund', async () => {
    const { id, asBrand, asCreator } = await newBooking(stack.deps, { status: 'in_progress' });
    await stack.pass(5 * ONE_DAY_MS + 71 * ONE_HOUR_MS);
    expect(await mayDo('cancel_overdue', asBrand, id)).toBe(false);
    expect(await getRefusalCode(asBrand.cancellations.cancelOverdue({ id }))).toBe('CANCELLATION_REFUSED');
    await stack.pass(2 * ONE_HOUR_MS);
    expect(await mayDo('cancel_overdue', asBrand, id)).toBe(true);
    expect(await getRefusalCode(asCreator.cancellations.cancelOverdue({ id }))).toBe('BRANDS_ONLY');
    expect(await asBrand.cancellations.cancelOverdue({ id })).toMatchObject({ ...REFUNDED, cancelReason: 'overdue' });
    expect(await refundOf(id)).toEqual(ALL_BACK);
  });

  it('can still be completed, and the brand can then no longer cancel it as overdue', async () => {
    const { id, asBrand, asCreator } = await newBooking(stack.deps, { status: 'in_progress' });
    await stack.pass(9 * ONE_DAY_MS);
    await asCreator.bookings.move({ id, status: 'completed' });
    expect(await getRefusalCode(asBrand.cancellations.cancelOverdue({ id }))).toBe('CANCELLATION_REFUSED');
  });

  it('cannot be cancelled by the brand for three days after a dispute that blocked the completion', async () => {
    const { id, asBrand, asCreator } = await newBooking(stack.deps, { status: 'in_progress' });
    await stack.pass(5 * ONE_DAY_MS + ONE_HOUR_MS);
    await asBrand.cancellations.request({ id, reason: 'We want something else.' });
    await asCreator.cancellations.answer({ id, answer: 'dispute', statement: 'It is nearly done.' });
    expect(await getRefusalCode(asCreator.bookings.move({ id, status: 'completed' }))).toBe('BOOKING_FROZEN');
    await stack.pass(6 * ONE_DAY_MS);
    await asBrand.disputes.withdraw({ id });
    expect(await getRefusalCode(asBrand.cancellations.cancelOverdue({ id }))).toBe('CANCELLATION_REFUSED');
    await stack.pass(3 * ONE_DAY_MS - ONE_HOUR_MS);
    expect(await asCreator.bookings.move({ id, status: 'completed' })).toMatchObject({ status: 'completed' });
  });

  it('cannot be cancelled by the brand while its own cancellation request blocks the completion, or for three days afterwards', async () => {
    const { id, asBrand, asCreator } = await newBooking(stack.deps, { status: 'in_progress' });
    await stack.pass(7 * ONE_DAY_MS + 23 * ONE_HOUR_MS);
    await asBrand.cancellations.request({ id, reason: 'We want something else.' });
    await stack.pass(2 * ONE_HOUR_MS);
    expect(await getRefusalCode(asCreator.bookings.move({ id, status: 'completed' }))).toBe('CANCELLATION_OPEN');
    expect(await getRefusalCode(asBrand.cancellations.cancelOverdue({ id }))).toBe('CANCELLATION_OPEN');
    await asBrand.cancellations.withdraw({ id });
    expect(await getRefusalCode(asBrand.cancellations.cancelOverdue({ id }))).toBe('CANCELLATION_REFUSED');
    await stack.pass(3 * ONE_DAY_MS + ONE_HOUR_MS);
    expect(await asBrand.cancellations.cancelOverdue({ id })).toMatchObject({ ...REFUNDED, cancelReason: 'overdue' });
  });

  it('can be cancelled by the brand despite the creator’s open cancellation request', async () => {
    const { id, asBrand, asCreator } = await newBooking(stack.deps, { status: 'in_progress' });
    await stack.pass(8 * ONE_DAY_MS + ONE_HOUR_MS);
    await asCreator.cancellations.request({ id, reason: 'I am late.' });
    expect(await asBrand.cancellations.cancelOverdue({ id })).toMatchObject({
      ...REFUNDED,
      cancelReason: 'overdue',
      cancellation: null,
    });
    await stack.pass(4 * ONE_DAY_MS);
    expect(await refundOf(id)).toEqual(ALL_BACK);
  });
});

describe('completed work', () => {
  it('is paid out after 14 days instead of 5 if the creator delivered nothing on Marquee', async () => {
    const { id, asBrand, asCreator } = await newBooking(stack.deps, { status: 'in_progress' });
    const { completedAt, releaseAt } = await asCreator.bookings.move({ id, status: 'completed' });
    expect(Number(releaseAt) - Number(completedAt)).toBe(14 * ONE_DAY_MS);
    const reminders = async () =>
      (await listEventKinds(stack, id)).filter((kind) => kind === 'booking.reminded').length;
    await stack.pass(10 * ONE_DAY_MS);
    expect(await reminders()).toBe(0);
    // Advances the clock step by step, because two reminders that are due at the same time are sent as one.
    await stack.pass(2 * ONE_DAY_MS);
    expect(await reminders()).toBe(1);
    // The recent activity on the dashboard omits reminders, because they are not actions.
    const activity = await asBrand.profiles.activity();
    expect(activity.map(({ kind }) => kind)).not.toContain('booking.reminded');
    await stack.pass(1.5 * ONE_DAY_MS);
    expect([await reminders(), (await asBrand.bookings.byId({ id })).paymentState]).toEqual([2, 'held']);
    await stack.pass(ONE_DAY_MS);
    expect(await asBrand.bookings.byId({ id })).toMatchObject({ paymentState: 'released' });
  });

  it('is paid out after 5 days if the operator terms of the booking do not contain the 14-day period yet', async () => {
    const { id, asCreator } = await newBooking(stack.deps, { status: 'in_progress' });
    await sql`update booking set terms_number = 1, windows = (select windows from operator_terms where number = 1)
      where id = ${id}`.execute(stack.deps.db);
    const { completedAt, releaseAt } = await asCreator.bookings.move({ id, status: 'completed' });
    expect(Number(releaseAt) - Number(completedAt)).toBe(5 * ONE_DAY_MS);
  });

  it('is paid out after 5 days, with reminders on days 2 and 4', async () => {
    const { id, asBrand } = await newBooking(stack.deps, { status: 'completed' });
    const reminders = async () =>
      (await listEventKinds(stack, id)).filter((kind) => kind === 'booking.reminded').length;
    await stack.pass(2 * ONE_DAY_MS - ONE_HOUR_MS);
    expect(await reminders()).toBe(0);
    await stack.pass(2 * ONE_HOUR_MS);
    expect(await reminders()).toBe(1);
    await stack.pass(2 * ONE_DAY_MS);
    expect(await reminders()).toBe(2);
    expect(await mayDo('report_problem', asBrand, id)).toBe(true);
    await stack.pass(ONE_DAY_MS);
    const released = await asBrand.bookings.byId({ id });
    expect(released).toMatchObject({ status: 'completed', paymentState: 'released' });
    expect(
      released.timeline
        .filter((event) => event.kind === 'booking.reminded')
        .map((event) => (event.data as { day: number }).day),
    ).toEqual([2, 4]);
    expect(await getStripeRecords(stack, id)).toMatchObject({ transfers: [PRICE_CENTS], refunds: [] });
    expect(await getBalances(stack, id)).toEqual({ processor: FEE_CENTS, fee: -FEE_CENTS });
  });

  it('leads to no reminders to the brand once the brand has approved it', async () => {
    const { id, asBrand } = await newBooking(stack.deps, { status: 'completed' });
    expect(await asBrand.settlements.approve({ id })).toMatchObject({ paymentState: 'released' });
    expect(await mayDo('report_problem', asBrand, id)).toBe(false);
    await stack.pass(6 * ONE_DAY_MS);
    expect(await listEventKinds(stack, id)).not.toContain('booking.reminded');
    expect((await getStripeRecords(stack, id)).transfers).toEqual([PRICE_CENTS]);
  });

  it('has its reminders and its payout postponed when the brand reports a problem and withdraws the report', async () => {
    const { id, asBrand } = await newBooking(stack.deps, { status: 'completed' });
    const reminders = async () =>
      (await listEventKinds(stack, id)).filter((kind) => kind === 'booking.reminded').length;
    await stack.pass(ONE_DAY_MS);
    await asBrand.disputes.reportProblem({ id, problem: 'The caption is wrong.', desiredOutcome: null });
    await stack.pass(3 * ONE_DAY_MS);
    await asBrand.disputes.withdraw({ id });
    // Four days are left until the payout. The first reminder is due after one day and the second after three.
    await stack.pass(ONE_DAY_MS - ONE_HOUR_MS);
    expect(await reminders()).toBe(0);
    await stack.pass(2 * ONE_HOUR_MS);
    expect(await reminders()).toBe(1);
    await stack.pass(2 * ONE_DAY_MS - 2 * ONE_HOUR_MS);
    expect(await reminders()).toBe(1);
    await stack.pass(2 * ONE_HOUR_MS);
    expect(await reminders()).toBe(2);
    expect((await asBrand.bookings.byId({ id })).paymentState).toBe('held');
    await stack.pass(ONE_DAY_MS);
    expect((await asBrand.bookings.byId({ id })).paymentState).toBe('released');
  });

  it('leads to no late reminders when the payout is already due', async () => {
    const { id, asBrand } = await newBooking(stack.deps, { status: 'completed' });
    await stack.pass(6 * ONE_DAY_MS);
    expect(await asBrand.bookings.byId({ id })).toMatchObject({ paymentState: 'released' });
    expect(await listEventKinds(stack, id)).not.toContain('booking.reminded');
  });
});

describe('the delivery note of completed work', () => {
  const links = ['https://example.com/reel', 'https://cdn.example.com/raw.zip'];

  it('is visible to both sides and to staff, together with its links', async () => {
    const { id, asCreator, asBrand } = await newBooking(stack.deps, { status: 'in_progress' });
    await asCreator.bookings.move({ id, status: 'completed', delivery: { note: ' Two cuts, as agreed. ', links } });
    const delivered = { deliveryNote: 'Two cuts, as agreed.', deliveryLinks: links };
    expect(await asBrand.bookings.byId({ id })).toMatchObject(delivered);
    expect(await asCreator.bookings.byId({ id })).toMatchObject(delivered);
    expect(await stack.as(await newAdmin(stack.deps)).admin.booking({ id })).toMatchObject(delivered);
  });

  it('is optional, and can have only public links, up to a maximum number', async () => {
    const { id, asCreator } = await newBooking(stack.deps, { status: 'in_progress' });
    for (const wrong of [
      ['http://example.com'],
      ['javascript:alert(1)'],
      ['https://localhost/x'],
      Array(6).fill(links[0]),
    ])
      await expect(
        asCreator.bookings.move({ id, status: 'completed', delivery: { note: '', links: wrong as string[] } }),
      ).rejects.toMatchObject({
        code: 'BAD_REQUEST',
      });
    const done = await asCreator.bookings.move({ id, status: 'completed' });
    expect(done).toMatchObject({ status: 'completed', deliveryNote: null, deliveryLinks: [] });
  });
});

describe('the side that has to answer', () => {
  const remindedOf = async (id: string) =>
    (
      await stack.deps.db
        .selectFrom('event')
        .select('data')
        .where('bookingId', '=', id)
        .where('kind', '=', 'booking.answer_reminded')
        .orderBy('at')
        .execute()
    ).map(({ data }) => {
      const { of, side } = data as { of: string; side: string };
      return `${side}: ${of}`;
    });
  const toldTo = async (personId: PersonId, id: string) =>
    (
      await stack.deps.db
        .selectFrom('notification')
        .select('kind')
        .where('personId', '=', personId)
        .where('path', 'like', `%${id}%`)
        .where('kind', '=', 'booking.answer_reminded')
        .execute()
    ).length;

  it('is reminded of an order a day before the acceptance deadline, and again before the extended deadline', async () => {
    const { id, asBrand, creator, brand } = await newBooking(stack.deps);
    await stack.pass(47 * ONE_HOUR_MS);
    expect(await remindedOf(id)).toEqual([]);
    await stack.pass(2 * ONE_HOUR_MS);
    expect(await remindedOf(id)).toEqual(['creator: order']);
    await asBrand.bookings.extendAcceptance({ id });
    await stack.pass(48 * ONE_HOUR_MS);
    expect(await remindedOf(id)).toEqual(['creator: order']);
    await stack.pass(30 * ONE_HOUR_MS);
    expect(await remindedOf(id)).toEqual(['creator: order', 'creator: order']);
    expect([await toldTo(creator.id, id), await toldTo(brand.id, id)]).toEqual([2, 0]);
  });

  it('is not reminded once it has answered', async () => {
    const { id, asCreator } = await newBooking(stack.deps);
    await asCreator.bookings.move({ id, status: 'accepted' });
    await stack.pass(71 * ONE_HOUR_MS);
    expect(await remindedOf(id)).toEqual([]);
  });

  it('is the only side reminded of a cancellation request or a dispute', async () => {
    const { id, asBrand, asCreator, creator, brand } = await newBooking(stack.deps, { status: 'in_progress' });
    await asCreator.cancellations.request({ id, reason: REASON });
    await stack.pass(49 * ONE_HOUR_MS);
    expect(await remindedOf(id)).toEqual(['brand: cancellation']);
    await asBrand.cancellations.answer({ id, answer: 'dispute', statement: 'We need it' });
    await stack.pass(5 * ONE_DAY_MS);
    expect(await remindedOf(id)).toEqual(['brand: cancellation']);
    await stack.pass(1.5 * ONE_DAY_MS);
    expect(await remindedOf(id)).toEqual(['brand: cancellation', 'creator: dispute']);
    expect([await toldTo(creator.id, id), await toldTo(brand.id, id)]).toEqual([1, 1]);
  });
});
