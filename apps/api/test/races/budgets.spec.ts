/** Tests that fifty simultaneous orders with random ends never exceed their budget, which equals the bookings. */
import { createRandomChoices } from '@marquee/tools/soak/random';
import { afterAll, expect, it } from 'vitest';
import { setFaultHooks } from '../../src/core/faults.ts';
import { inTransaction } from '../../src/core/unit-of-work.ts';
import { lockBooking } from '../../src/modules/booking/bookings/bookings.sql.ts';
import { confirmCard, newBooking, newBrand, newPackage, newPayableCreator } from '../../src/demo/builders.ts';
import { checkMoneyAfterAll } from '../support/money-checks.ts';
import { useStack } from '../support/stack.ts';

const stack = useStack({ DATABASE_POOL: '40' });
checkMoneyAfterAll(stack);

// Delays every call at the race points, so that the other calls reach them, too.
setFaultHooks({
  race: () =>
    new Promise((resolve) => {
      setTimeout(resolve, 5);
    }),
});
afterAll(() => setFaultHooks({}));

const ACTORS = 50;
/** Enough for about twelve orders at once. */
const LIMIT_CENTS = 300_000;

it('locks the budget before the booking, in the same order as an order does', async () => {
  const brand = await newBrand(stack.deps);
  const { id: budgetId } = await stack
    .as(brand)
    .budgets.create({ name: 'Autumn', clientId: null, period: 'total', limit: '1000' });
  const { id } = await newBooking(stack.deps, { brand, budgetId });
  const holder = await stack.deps.pool.connect();
  try {
    await holder.query('begin');
    await holder.query('select from budget_period where budget_id = $1 for update', [budgetId]);
    const locking = inTransaction(stack.deps, (tx) => lockBooking(tx.db, id));
    // Waits until the transaction waits for the budget.
    await expect
      .poll(
        async () =>
          (await holder.query(`select from pg_locks where not granted and locktype = 'transactionid'`)).rowCount,
      )
      .toBeGreaterThan(0);
    const { rowCount } = await holder.query('select from booking where id = $1 for update nowait', [id]);
    expect(rowCount).toBe(1);
    await holder.query('rollback');
    expect(await locking).toMatchObject({ id });
  } finally {
    holder.release();
  }
});

it('never exceeds a budget with fifty simultaneous orders and random ends, and the budget equals the bookings', async () => {
  const seed = Math.floor(Math.random() * 1e9);
  const choices = createRandomChoices(seed, 0);
  const brand = await newBrand(stack.deps);
  const asBrand = stack.as(brand);
  const { id: budgetId } = await asBrand.budgets.create({
    name: 'Spring',
    clientId: null,
    period: 'month',
    limit: String(LIMIT_CENTS / 100),
  });
  const creators = await Promise.all(Array.from({ length: 5 }, () => newPayableCreator(stack.deps)));
  const orders: { packageId: string; asCreator: ReturnType<typeof stack.as>; ends: number; splits: number }[] = [];
  for (let at = 0; at < ACTORS; at++) {
    const creator = choices.pick(creators);
    const { id: packageId } = await newPackage(stack.deps, creator, { priceCents: choices.whole(5_000, 40_000) });
    orders.push({
      packageId,
      asCreator: stack.as(creator),
      ends: choices.whole(0, 9),
      splits: choices.whole(1, 5_000),
    });
  }

  /** Orders a package. Returns null if the budget refuses the order. Tries again if a slow machine is too busy. */
  const order = async (packageId: string): Promise<{ bookingId: string; clientSecret: string } | null> => {
    try {
      return await asBrand.payments.openCheckout({ packageId, brandUserId: brand.id, budgetId });
    } catch (error) {
      const { failure, message } = error as { failure?: string; message: string };
      if (failure === 'TOO_BUSY') return order(packageId);
      expect(failure).toBe('BUDGET_EXCEEDED');
      expect(message).toMatch(/^This order costs \$[\d,.]+, but only \$[\d,.]+ of the budget “Spring” is left\.$/);
      return null;
    }
  };

  /** Orders and then ends the booking in one of ten ways. Returns false if the budget refuses the order. */
  const act = async ({ packageId, asCreator, ends, splits }: (typeof orders)[number]): Promise<boolean> => {
    const orderId = await order(packageId);
    if (orderId === null) return false;
    const { bookingId: id, clientSecret } = orderId;
    if (ends === 0) return true;
    await confirmCard(stack.deps, clientSecret);
    await asBrand.payments.confirmReturn({ id });
    // On a slow machine, a worker finishes the authorization.
    const payment = async () => (await asBrand.bookings.byId({ id })).paymentState;
    await expect.poll(payment).toBe('authorized');
    if (ends === 1) await asBrand.bookings.withdraw({ id });
    else if (ends === 2) await asCreator.bookings.move({ id, status: 'cancelled' });
    if (ends <= 3) return true;
    await asCreator.bookings.move({ id, status: 'accepted' });
    await asCreator.bookings.move({ id, status: 'in_progress' });
    if (ends === 4) {
      await asBrand.cancellations.request({ id, reason: 'It rains.' });
      await asCreator.cancellations.answer({ id, answer: 'agree' });
    } else if (ends === 5) {
      const booking = await stack.deps.db
        .selectFrom('booking')
        .select('stripeChargeId')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      const dispute = await stack.stripe.dispute(booking.stripeChargeId ?? '');
      await stack.stripe.closeDispute(dispute.id, 'lost');
    }
    if (ends <= 6) return true;
    await asCreator.bookings.move({ id, status: 'completed' });
    if (ends === 7) await asBrand.settlements.approve({ id });
    else {
      await asBrand.disputes.reportProblem({ id, problem: 'Not as agreed.', desiredOutcome: null });
      if (ends === 8) await asCreator.disputes.agreeToRefund({ id });
      else {
        await asCreator.disputes.proposeSplit({ id, creatorAmount: (splits / 100).toFixed(2) });
        await asBrand.disputes.acceptSplit({ id, creatorCents: splits });
      }
    }
    return true;
  };

  const results = await Promise.all(orders.map(act));
  await stack.settle();
  // Because locks are taken in the same order everywhere, PostgreSQL never had to resolve a deadlock.
  const { rows } = await stack.deps.pool.query(
    'select deadlocks from pg_stat_database where datname = current_database()',
  );
  expect(rows).toEqual([{ deadlocks: 0 }]);
  expect(results.filter(Boolean).length, `seed ${seed}`).toBeGreaterThan(10);
  expect(results.filter((wasOrdered) => !wasOrdered).length, `seed ${seed}`).toBeGreaterThan(0);

  const bookings = await stack.deps.db
    .selectFrom('booking')
    .leftJoin('settlement', 'settlement.bookingId', 'booking.id')
    .leftJoin('chargeback', 'chargeback.bookingId', 'booking.id')
    .select(['status', 'paymentState', 'totalCents', 'settlement.refundCents', 'chargeback.outcome'])
    .where('brandId', '=', brand.workspaceId)
    .execute();
  const used = { committed: 0, spent: 0 };
  for (const { status, paymentState, totalCents, refundCents, outcome } of bookings) {
    if (status === 'pending') used.committed += totalCents;
    else if (paymentState !== 'voided' && outcome !== 'lost') used.spent += totalCents - (refundCents ?? 0);
  }
  const [budget] = await asBrand.budgets.list();
  expect(budget, `seed ${seed}`).toMatchObject({
    requestedCents: 0,
    committedCents: used.committed,
    spentCents: used.spent,
  });
  // Fifty orders that take turns at one budget need longer on a busy machine.
});
