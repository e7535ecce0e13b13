/**
 * Runs fifty simultaneous calls with different intentions on one booking and checks that there is one outcome, on
 * which the ledger and Stripe agree.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { confirmCard, newBooking, newBrand, newPackage, newPayableCreator } from '../../src/demo/builders.ts';
import { releasePayment } from '../../src/modules/money/settlements/release.service.ts';
import { refundPayment } from '../../src/modules/money/settlements/settlements.service.ts';
import { syncPayment } from '../../src/modules/money/payments/payments.service.ts';
import { setFaultHooks } from '../../src/core/faults.ts';
import { listMoneyViolations } from '../support/money-checks.ts';
import { useStack } from '../support/stack.ts';

const stack = useStack({ DATABASE_POOL: '40' });
const FIFTY = 50;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

// Delays every call at the race points, so that the other calls reach them, too.
setFaultHooks({
  race: () =>
    new Promise((resolve) => {
      setTimeout(resolve, 5);
    }),
});
afterAll(() => setFaultHooks({}));

/** Makes fifty simultaneous calls by cycling through `calls`. Returns how often each element of `calls` succeeded. */
async function allAtOnce(calls: readonly (() => Promise<unknown>)[]): Promise<number[]> {
  const done = calls.map(() => 0);
  const results = await Promise.allSettled(
    Array.from({ length: FIFTY }, async (_, at) => calls[at % calls.length]?.()),
  );
  for (const [at, result] of results.entries()) {
    if (result.status === 'fulfilled') done[at % calls.length] = (done[at % calls.length] ?? 0) + 1;
    // Every failure must be a named refusal.
    else expect(result.reason).toHaveProperty('failure');
  }
  await stack.settle();
  return done;
}

type Made = Awaited<ReturnType<typeof newBooking>>;

const stateOf = async ({ id, asBrand }: Made) => {
  const { status, paymentState } = await asBrand.bookings.byId({ id });
  return `${status}/${paymentState}`;
};
const eventsOf = async ({ id }: Pick<Made, 'id'>, kind: string) =>
  (await stack.deps.db.selectFrom('event').select('id').where('bookingId', '=', id).where('kind', '=', kind).execute())
    .length;

describe('fifty simultaneous calls for one booking', () => {
  it('authorize a payment once, even from two tabs and with every webhook arriving ten times', async () => {
    await stack.stripe.webhookFaults({ duplicates: 9 });
    const pack = await newPackage(stack.deps, await newPayableCreator(stack.deps));
    const brand = await newBrand(stack.deps);
    const { bookingId, clientSecret } = await stack
      .as(brand)
      .payments.openCheckout({ packageId: pack.id, brandUserId: brand.id });
    await Promise.all(Array.from({ length: 10 }, () => confirmCard(stack.deps, clientSecret)));
    await allAtOnce([
      () => stack.as(brand).payments.confirmReturn({ id: bookingId }),
      () => confirmCard(stack.deps, clientSecret),
      () => syncPayment(stack.deps, bookingId, null),
    ]);
    await stack.stripe.webhookFaults({ duplicates: 0 });
    expect(await eventsOf({ id: bookingId }, 'payment.authorized')).toBe(1);
  });

  /**
   * Each race has a name, booking options, calls, allowed final states, and events of which exactly one must occur.
   */
  const RACES: [
    string,
    Parameters<typeof newBooking>[1],
    (made: Made) => Promise<(() => Promise<unknown>)[]>,
    string[],
    string[],
  ][] = [
    [
      'acceptance, decline and the end of the acceptance window',
      {},
      async ({ id, asCreator, asBrand }) => {
        const { acceptBy } = await asBrand.bookings.byId({ id });
        await stack.advance(Date.parse(String(acceptBy)) - stack.deps.now().getTime() - 40);
        return [
          () => asCreator.bookings.move({ id, status: 'accepted' }),
          () => asCreator.bookings.move({ id, status: 'cancelled' }),
          async () => {
            await stack.advance(20);
          },
        ];
      },
      ['accepted/held', 'cancelled/voided'],
      ['booking.moved', 'booking.lapsed'],
    ],
    [
      'approval and a reported problem',
      { status: 'completed' },
      ({ id, asBrand }) =>
        Promise.resolve([
          () => asBrand.settlements.approve({ id }),
          () => asBrand.disputes.reportProblem({ id, problem: 'Not as agreed.', desiredOutcome: 'full_refund' }),
        ]),
      ['completed/released', 'completed/disputed'],
      ['payment.release_decided', 'dispute.opened'],
    ],
    [
      'approval and the end of the payout window',
      { status: 'completed' },
      async ({ id, asBrand }) => {
        await stack.advance(5 * DAY - 10_000);
        return [
          () => asBrand.settlements.approve({ id }),
          async () => {
            await stack.advance(5_000);
          },
          () => releasePayment(stack.deps, { bookingId: id }),
        ];
      },
      ['completed/released'],
      ['payment.released'],
    ],
    [
      'completion, an agreed cancellation, its withdrawal and its refund',
      { status: 'in_progress' },
      async ({ id, asCreator, asBrand }) => {
        await asBrand.cancellations.request({ id, reason: 'It rains.' });
        return [
          () => asCreator.bookings.move({ id, status: 'completed' }),
          () => asCreator.cancellations.answer({ id, answer: 'agree' }),
          () => asBrand.cancellations.withdraw({ id }),
          () => refundPayment(stack.deps, id),
        ];
      },
      ['cancelled/refunded', 'in_progress/held', 'completed/held'],
      [],
    ],
    [
      'refund, split, approval and withdrawal of a dispute',
      { status: 'completed' },
      async ({ id, asCreator, asBrand }) => {
        await asBrand.disputes.reportProblem({ id, problem: 'Not as agreed.', desiredOutcome: null });
        await asCreator.disputes.proposeSplit({ id, creatorAmount: '100.00' });
        return [
          () => asCreator.disputes.agreeToRefund({ id }),
          () => asBrand.disputes.acceptSplit({ id, creatorCents: 10_000 }),
          () => asBrand.disputes.withdraw({ id }),
          () => asBrand.settlements.approve({ id }),
        ];
      },
      ['completed/refunded', 'completed/split', 'completed/released', 'completed/held'],
      [],
    ],
    [
      'a chargeback, an approval and two more workers on its transfer',
      { status: 'completed' },
      async ({ id, asBrand }) => {
        const { stripeChargeId } = await stack.deps.db
          .selectFrom('booking')
          .select('stripeChargeId')
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        return [
          () => asBrand.settlements.approve({ id }),
          () => releasePayment(stack.deps, { bookingId: id }),
          () => releasePayment(stack.deps, { bookingId: id }),
          // The bank opens one dispute, and the Stripe simulator refuses the others.
          async () => {
            await stack.stripe.dispute(stripeChargeId ?? '').catch(() => {});
          },
        ];
      },
      ['completed/disputed'],
      ['payment.charged_back'],
    ],
  ];

  it.each(RACES)('have exactly one outcome: %s', async (_, options, prepare, outcomes, once) => {
    const booking = await newBooking(stack.deps, options);
    const calls = await prepare(booking);
    const done = await allAtOnce(calls);
    expect(done.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0);
    expect(outcomes).toContain(await stateOf(booking));
    const counts = await Promise.all(once.map((kind) => eventsOf(booking, kind)));
    if (once.length > 0) expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
  });

  afterAll(async () => {
    expect(await listMoneyViolations(stack)).toEqual([]);
  });
});
