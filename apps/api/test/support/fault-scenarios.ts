/**
 * Runs a booking from the order to the payout with one kind of fault at a time. It must be paid exactly once, and
 * the ledger and Stripe must agree.
 */
import type { Fault } from '@marquee/stripe-stand-in/control';
import { TRPCError } from '@trpc/server';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { confirmCard, newBrand, newPackage, newPayableCreator } from '../../src/demo/builders.ts';
import { setFaultHooks, type FaultPoint } from '../../src/core/faults.ts';
import { listMoneyViolations } from './money-checks.ts';
import { SHORT_TIMING, useStack, type Stack } from './stack.ts';

export const STRIPE_TIMEOUT_MS = 1_500;

/** Opens a stack and returns functions that cause faults. */
export function useFaultScenarios() {
  const stack = useStack({ TIMING: JSON.stringify({ ...SHORT_TIMING, stripeMs: STRIPE_TIMEOUT_MS }) });

  /** Stripe requests that create or move money. Each one happens once per booking. */
  const MOVES = ['/v1/payment_intents', '/v1/payment_intents/*/capture', '/v1/transfers'];
  const onMoves = (fault: Omit<Fault, 'match'>) => async () => {
    await stack.stripe.arm(
      ...MOVES.map((path): Fault => ({ ...fault, match: { method: 'POST', path }, times: fault.times ?? 1 })),
    );
  };
  const onReads = (fault: Omit<Fault, 'match'>) => async () => {
    await stack.stripe.arm({ ...fault, match: { method: 'GET', path: '/v1/**' }, times: fault.times ?? 2 });
  };
  const webhooks = (faults: Parameters<typeof stack.stripe.webhookFaults>[0]) => async () => {
    await stack.stripe.webhookFaults(faults);
  };
  /** Delays every caller that reaches `point`, while other work continues. */
  const pauseAt = (point: FaultPoint) => () => {
    setFaultHooks({
      race: (at) =>
        at === point
          ? new Promise((resolve) => {
              setTimeout(resolve, 300);
            })
          : undefined,
    });
  };

  /** Closes all database connections, like a restart of PostgreSQL. */
  async function cutConnections(): Promise<void> {
    const other = new pg.Client({ connectionString: stack.deps.env.DATABASE_URL });
    await other.connect();
    await other.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await other.end();
  }

  /** Closes all database connections when `point` is first reached. */
  function cutAt(point: FaultPoint): void {
    let isCut = false;
    setFaultHooks({
      race: async (at) => {
        if (at !== point || isCut) return;
        isCut = true;
        await cutConnections();
      },
    });
  }

  afterEach(async () => {
    setFaultHooks({});
    await stack.stripe.disarm();
    await stack.stripe.webhookFaults({ duplicates: 0, shuffleMs: 0, delayMs: 0, dropRate: 0 });
    await stack.stripe.resumeWebhooks();
  });

  return { stack, onMoves, onReads, webhooks, pauseAt, cutAt };
}

/** Repeats an action until it succeeds, as a user would. A permanent named refusal fails the test. */
async function retryUntilDone<T>(act: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await act();
    } catch (error) {
      const isClear =
        error instanceof TRPCError &&
        'failure' in error &&
        error.failure !== 'DATABASE_AWAY' &&
        error.failure !== 'PAYMENT_UNAVAILABLE' &&
        error.failure !== 'BOOKING_NOT_CHARGED';
      if (isClear || tries === 100) throw error;
      await new Promise((resolve) => {
        setTimeout(resolve, 100);
      });
    }
  }
}

/** Defines a test for each fault, with one booking each. */
export function testPaidOnceDespite(stack: Stack, faults: readonly [string, () => unknown][]): void {
  describe('a booking is paid once when', () => {
    it.each(faults)('%s', async (_, fail) => {
      const creator = await newPayableCreator(stack.deps);
      const pack = await newPackage(stack.deps, creator);
      const brand = await newBrand(stack.deps);
      const [asCreator, asBrand] = [stack.as(creator), stack.as(brand)];
      await fail();

      const { bookingId: id, clientSecret } = await retryUntilDone(() =>
        asBrand.payments.openCheckout({ packageId: pack.id, brandUserId: brand.id }),
      );
      await retryUntilDone(() => confirmCard(stack.deps, clientSecret));
      await retryUntilDone(() => asBrand.payments.confirmReturn({ id }));
      await expect
        .poll(() => asBrand.payments.confirmReturn({ id }).catch(() => null), { interval: 300 })
        .toMatchObject({ paymentState: 'authorized' });
      for (const status of ['accepted', 'in_progress', 'completed'] as const)
        await retryUntilDone(() => asCreator.bookings.move({ id, status }));
      await retryUntilDone(() => asBrand.settlements.approve({ id }));
      await expect
        .poll(() => asBrand.bookings.byId({ id }).catch(() => null), { interval: 300 })
        .toMatchObject({ paymentState: 'released' });

      await stack.stripe.disarm();
      await stack.stripe.webhookFaults({ dropRate: 0 });
      await stack.stripe.resumeWebhooks();
      await stack.settle();
      // Polls, because a failed job is retried only after some seconds.
      await expect.poll(() => listMoneyViolations(stack), { interval: 200 }).toEqual([]);
      expect(
        (await stack.stripe.objects('transfer'))
          .filter((transfer) => transfer.transfer_group === id)
          .map(({ amount }) => amount),
      ).toEqual([19_900]);
      const charged = (await stack.stripe.objects('payment_intent')).filter(
        ({ metadata, amount_received }) => metadata['bookingId'] === id && amount_received > 0,
      );
      expect(charged.map(({ amount_received }) => amount_received)).toEqual([22_885]);
    });
  });
}
