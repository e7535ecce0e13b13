/**
 * Tests that a booking is settled once when Stripe responds late, repeatedly, wrongly or never, and with many
 * simultaneous calls.
 */
import { describe, expect, it } from 'vitest';
import { newBooking, newCreator, setUpPayouts } from '../../../src/demo/builders.ts';
import {
  recordRefund,
  recordTransfer,
  refundPayment,
} from '../../../src/modules/money/settlements/settlements.service.ts';
import { releasePayment } from '../../../src/modules/money/settlements/release.service.ts';
import { checkMoneyAfterAll } from '../../support/money-checks.ts';
import {
  ONE_DAY_MS,
  listEventKinds,
  listExceptionStates,
  ONE_HOUR_MS,
  getBookingMoney,
  MONEY_IF_PAID,
  MONEY_IF_REFUNDED,
  getRefusalCode,
  MONEY_IF_SPLIT,
  getStripeRecords,
  TOTAL_CENTS,
} from '../../support/booking-money.ts';
import { useStack } from '../../support/stack.ts';

const stack = useStack();
checkMoneyAfterAll(stack);
const REFUNDS = { method: 'POST', path: '/v1/refunds' };
const TRANSFERS = { method: 'POST', path: '/v1/transfers' };

/** Creates a booking whose cancellation the other side is about to accept. */
async function agreed() {
  const booking = await newBooking(stack.deps, { status: 'accepted' });
  await booking.asBrand.cancellations.request({ id: booking.id, reason: 'It rains.' });
  return { ...booking, agree: () => booking.asCreator.cancellations.answer({ id: booking.id, answer: 'agree' }) };
}
/** Creates a completed booking with a split that the brand is about to accept. */
async function offered(options: Parameters<typeof newBooking>[1] = {}) {
  const booking = await newBooking(stack.deps, { status: 'completed', ...options });
  await booking.asBrand.disputes.reportProblem({ id: booking.id, problem: 'Too short.', desiredOutcome: null });
  await booking.asCreator.disputes.proposeSplit({ id: booking.id, creatorAmount: '100' });
  return { ...booking, accept: () => booking.asBrand.disputes.acceptSplit({ id: booking.id, creatorCents: 10_000 }) };
}
const stateOf = async ({ id, asBrand }: Awaited<ReturnType<typeof newBooking>>) =>
  (await asBrand.bookings.byId({ id })).paymentState;

describe('a refund', () => {
  it.each<[string, Parameters<typeof stack.stripe.arm>[0][]]>([
    ['the response is lost', [{ kind: 'lose_response', match: REFUNDS, times: 3 }]],
    ['Stripe fails after making it', [{ kind: 'error', status: 500, executed: true, match: REFUNDS, times: 3 }]],
    ['Stripe fails before making it', [{ kind: 'error', status: 503, match: REFUNDS, times: 3 }]],
    [
      'Stripe has made it but repeats a stored failure for a day',
      [{ kind: 'error', status: 500, executed: true, stored: true, match: REFUNDS }],
    ],
    [
      'Stripe has not made it and repeats a stored failure for a day',
      [{ kind: 'error', status: 500, stored: true, match: REFUNDS }],
    ],
    ['the connection breaks', [{ kind: 'reset', match: REFUNDS, times: 4 }]],
  ])('is made once if %s', async (_, faults) => {
    const booking = await agreed();
    await stack.stripe.arm(...faults);
    await booking.agree();
    await expect.poll(() => stateOf(booking), { interval: 200 }).toBe('refunded');
    expect(await getBookingMoney(stack, booking.id)).toEqual(MONEY_IF_REFUNDED);
    await stack.stripe.disarm();
  });

  it('is made once even if responses are lost for longer than Stripe keeps the idempotency key', async () => {
    const booking = await agreed();
    await stack.stripe.arm({ kind: 'lose_response', match: REFUNDS, times: 6 });
    await booking.agree();
    await stack.advance(25 * ONE_HOUR_MS);
    await stack.stripe.disarm();
    await expect.poll(() => stateOf(booking), { interval: 200 }).toBe('refunded');
    expect(await getBookingMoney(stack, booking.id)).toEqual(MONEY_IF_REFUNDED);
  });

  it('is listed for staff while Stripe refuses it, and the exception is resolved when a retry succeeds', async () => {
    const booking = await agreed();
    await stack.stripe.arm({ kind: 'error', status: 400, match: REFUNDS, times: 1_000 });
    const agreeing = booking.agree();
    await expect.poll(() => listExceptionStates(stack, booking.id)).toEqual([['refund_refused', 'open']]);
    await stack.stripe.disarm();
    await agreeing;
    await expect.poll(() => stateOf(booking), { interval: 200 }).toBe('refunded');
    expect(await getBookingMoney(stack, booking.id)).toEqual(MONEY_IF_REFUNDED);
    expect(await listExceptionStates(stack, booking.id)).toEqual([['refund_refused', 'resolved']]);
  });

  it('is recorded once if several workers make it at the same time', async () => {
    const booking = await agreed();
    await stack.stopWorker();
    const agreeing = booking.agree();
    await expect.poll(() => stateOf(booking)).toBe('refunding');
    await Promise.allSettled(Array.from({ length: 6 }, () => refundPayment(stack.deps, booking.id)));
    await stack.startWorker();
    await agreeing;
    await stack.idle();
    expect(await getBookingMoney(stack, booking.id)).toEqual(MONEY_IF_REFUNDED);
    expect((await listEventKinds(stack, booking.id)).filter((kind) => kind === 'payment.refunded')).toHaveLength(1);
    await recordRefund(stack.deps, booking.id, 're_again');
    expect(await getBookingMoney(stack, booking.id)).toEqual(MONEY_IF_REFUNDED);
  });
});

describe('a transfer', () => {
  it.each<[string, boolean]>([
    ['executed', true],
    ['not executed', false],
  ])('is made once if Stripe has %s it and repeats a stored failure for a day', async (_, executed) => {
    const booking = await newBooking(stack.deps, { status: 'completed' });
    await stack.stripe.arm({ kind: 'error', status: 500, stored: true, executed, match: TRANSFERS });
    await booking.asBrand.settlements.approve({ id: booking.id });
    await expect.poll(() => stateOf(booking), { interval: 200 }).toBe('released');
    expect(await getBookingMoney(stack, booking.id)).toEqual(MONEY_IF_PAID);
  });

  it('is listed for staff if Stripe refuses it for a reason other than the account, and resolved when it succeeds', async () => {
    const booking = await newBooking(stack.deps, { status: 'completed' });
    await stack.stripe.arm({ kind: 'error', status: 400, match: TRANSFERS });
    await booking.asBrand.settlements.approve({ id: booking.id });
    await expect.poll(() => stateOf(booking), { interval: 200 }).toBe('released');
    expect(await listExceptionStates(stack, booking.id)).toEqual([['transfer_refused', 'resolved']]);
    expect(await getBookingMoney(stack, booking.id)).toEqual(MONEY_IF_PAID);
  });

  it('is made once by several simultaneous workers', async () => {
    const booking = await newBooking(stack.deps, { status: 'completed' });
    await stack.stopWorker();
    const approving = booking.asBrand.settlements.approve({ id: booking.id });
    await expect.poll(() => stateOf(booking)).toBe('releasing');
    await Promise.allSettled(Array.from({ length: 6 }, () => releasePayment(stack.deps, { bookingId: booking.id })));
    await stack.startWorker();
    await approving;
    await stack.idle();
    expect(await getBookingMoney(stack, booking.id)).toEqual(MONEY_IF_PAID);
    await recordTransfer(
      stack.deps,
      { bookingId: booking.id, payeeWorkspaceId: booking.creator.workspaceId },
      'tr_again',
    );
    expect(await getBookingMoney(stack, booking.id)).toEqual(MONEY_IF_PAID);
  });

  it('is listed for staff until the creator has finished the payout setup, and is then sent', async () => {
    const booking = await newBooking(stack.deps, { status: 'completed', creator: await newCreator(stack.deps) });
    expect(await booking.asBrand.settlements.approve({ id: booking.id })).toMatchObject({
      paymentState: 'releasing',
      blockedReason: 'payout_setup',
    });
    expect(await listExceptionStates(stack, booking.id)).toEqual([['payout_blocked', 'open']]);
    await setUpPayouts(stack.deps, booking.creator);
    await stack.idle();
    expect(await listExceptionStates(stack, booking.id)).toEqual([['payout_blocked', 'resolved']]);
    expect(await getBookingMoney(stack, booking.id)).toEqual(MONEY_IF_PAID);
  });
});

describe('a split', () => {
  it('leads to one refund and one payout if Stripe’s responses to both are lost', async () => {
    const booking = await offered();
    await stack.stripe.arm(
      { kind: 'lose_response', match: REFUNDS, times: 3 },
      { kind: 'lose_response', match: TRANSFERS, times: 3 },
    );
    await booking.accept();
    await expect.poll(() => stateOf(booking), { interval: 200 }).toBe('split');
    expect(await getBookingMoney(stack, booking.id)).toEqual(MONEY_IF_SPLIT);
  });

  it('refunds the brand immediately while the creator’s share waits for the payout setup', async () => {
    const booking = await offered({ creator: await newCreator(stack.deps) });
    expect(await booking.accept()).toMatchObject({ paymentState: 'releasing', blockedReason: 'payout_setup' });
    expect(await getStripeRecords(stack, booking.id)).toMatchObject({ refunds: [11_385], transfers: [] });
    // The refunded part does not count as spent, even while the creator's share is not paid out yet.
    expect((await booking.asBrand.profiles.dashboard()).totalSpentCents).toBe(11_500);
    const { total, creators } = await booking.asBrand.analytics.spending({ span: '30d' });
    expect([total.cents, creators[0]?.cents]).toEqual([11_500, 11_500]);
    await setUpPayouts(stack.deps, booking.creator);
    await stack.idle();
    expect(await stateOf(booking)).toBe('split');
    expect(await getBookingMoney(stack, booking.id)).toEqual(MONEY_IF_SPLIT);
  });
});

const settled = (results: PromiseSettledResult<unknown>[]) =>
  results.filter(({ status }) => status === 'fulfilled').length;
const crowd = (size: number, act: (at: number) => Promise<unknown>) =>
  Promise.allSettled(Array.from({ length: size }, (_, at) => act(at)));

describe('a settlement with simultaneous requests', () => {
  it('has exactly one outcome if the brand approves the work and reports a problem', async () => {
    const booking = await newBooking(stack.deps, { status: 'completed' });
    const { id, asBrand } = booking;
    await crowd(50, (at) =>
      at % 2 === 0
        ? asBrand.settlements.approve({ id })
        : asBrand.disputes.reportProblem({ id, problem: `Problem ${at}`, desiredOutcome: null }),
    );
    await stack.idle();
    const state = await stateOf(booking);
    expect(await getBookingMoney(stack, id)).toMatchObject(
      state === 'disputed' ? { refunds: [], transfers: [] } : MONEY_IF_PAID,
    );
    const kinds = await listEventKinds(stack, id);
    expect(
      ['booking.approved', 'dispute.opened']
        .map((kind) => kinds.filter((each) => each === kind).length)
        .toSorted((a, b) => a - b),
    ).toEqual([0, 1]);
  });

  it('has exactly one outcome if a refund, a split, a withdrawal and an approval are requested', async () => {
    const booking = await offered();
    const { id, asBrand, asCreator } = booking;
    const results = await crowd(40, (at) =>
      [
        () => asCreator.disputes.agreeToRefund({ id }),
        booking.accept,
        () => asBrand.disputes.withdraw({ id }),
        () => asBrand.settlements.approve({ id }),
      ][at % 4]!(),
    );
    expect(settled(results)).toBeGreaterThan(0);
    await stack.idle();
    const state = await stateOf(booking);
    const outcomes: Record<string, object> = {
      refunded: MONEY_IF_REFUNDED,
      split: MONEY_IF_SPLIT,
      released: MONEY_IF_PAID,
      held: { refunds: [], transfers: [] },
    };
    expect(await getBookingMoney(stack, id)).toMatchObject(outcomes[state] ?? { state });
  });

  it('has exactly one outcome if a cancellation request is accepted and withdrawn while the work is being completed', async () => {
    const booking = await newBooking(stack.deps, { status: 'in_progress' });
    const { id, asBrand, asCreator } = booking;
    await asCreator.cancellations.request({ id, reason: 'I am ill.' });
    await crowd(30, (at) =>
      [
        () => asBrand.cancellations.answer({ id, answer: 'agree' }),
        () => asCreator.cancellations.withdraw({ id }),
        () => asCreator.bookings.move({ id, status: 'completed' }),
      ][at % 3]!(),
    );
    await stack.idle();
    const after = await asBrand.bookings.byId({ id });
    expect([
      ['cancelled', 'refunded'],
      ['completed', 'held'],
      ['in_progress', 'held'],
    ]).toContainEqual([after.status, after.paymentState]);
    expect((await getStripeRecords(stack, id)).refunds).toEqual(after.status === 'cancelled' ? [TOTAL_CENTS] : []);
  });

  it('has exactly one outcome if the brand reports a problem just as the automatic payout is due', async () => {
    const booking = await newBooking(stack.deps, { status: 'completed' });
    const { id, asBrand } = booking;
    await stack.advance(5 * ONE_DAY_MS - 300);
    await crowd(20, async (at) => {
      await new Promise((resolve) => {
        setTimeout(resolve, at * 20);
      });
      if (at === 10) await stack.advance(100);
      return asBrand.disputes.reportProblem({ id, problem: 'Late', desiredOutcome: null });
    });
    await stack.advance(ONE_HOUR_MS);
    await stack.idle();
    expect(await getBookingMoney(stack, id)).toMatchObject(
      (await stateOf(booking)) === 'disputed' ? { refunds: [], transfers: [] } : MONEY_IF_PAID,
    );
  });

  it('has exactly one outcome if a cancellation request is answered just as its deadline passes', async () => {
    const booking = await agreed();
    await stack.advance(72 * ONE_HOUR_MS - 100);
    await crowd(10, async (at) => {
      await new Promise((resolve) => {
        setTimeout(resolve, at * 20);
      });
      if (at === 5) await stack.advance(100);
      return booking.agree();
    });
    await stack.advance(ONE_HOUR_MS);
    await stack.idle();
    expect(await getBookingMoney(stack, booking.id)).toEqual(MONEY_IF_REFUNDED);
    expect((await listEventKinds(stack, booking.id)).filter((kind) => kind === 'booking.cancelled')).toHaveLength(1);
  });
});

it('refuses a settlement with a specific error code while the work is in progress', async () => {
  const { id, asBrand } = await newBooking(stack.deps, { status: 'in_progress' });
  expect(await getRefusalCode(asBrand.settlements.approve({ id }))).toBe('RELEASE_REFUSED');
  expect(await getRefusalCode(asBrand.disputes.acceptSplit({ id, creatorCents: 100 }))).toBe('DISPUTE_CLOSED');
});
