/** Tests that budgets limit orders, and that bookings use and release them. */
import { describe, expect, it } from 'vitest';
import { newBooking, newBrand, newPackage, newPayableCreator } from '../../../src/demo/builders.ts';
import type { SessionUser } from '../../../src/core/ctx.ts';
import { checkMoneyAfterAll } from '../../support/money-checks.ts';
import { useStack } from '../../support/stack.ts';

const stack = useStack();
checkMoneyAfterAll(stack);

const DAY = 24 * 3_600_000;
/** The total of a booking of the default package. */
const TOTAL = 22_885;

const newBudget = (
  brand: SessionUser,
  limit: string,
  period: 'month' | 'total' = 'total',
  clientId: string | null = null,
) => stack.as(brand).budgets.create({ name: 'Spring', clientId, period, limit });

/** Returns the requested, committed and spent cents of a brand's only budget. */
async function usedBy(brand: SessionUser): Promise<[number, number, number]> {
  await stack.settle();
  const [budget] = await stack.as(brand).budgets.list();
  return [budget?.requestedCents ?? -1, budget?.committedCents ?? -1, budget?.spentCents ?? -1];
}

/** Creates a brand with a budget of $1,000 and a booking in `status` that uses it. */
async function newBudgetBooking(status?: 'pending' | 'accepted' | 'in_progress' | 'completed') {
  const brand = await newBrand(stack.deps);
  const { id: budgetId } = await newBudget(brand, '1000');
  const booking = await newBooking(stack.deps, { brand, budgetId, ...(status && { status }) });
  return { ...booking, budgetId };
}

const newClient = (name: string) => ({ name, legalName: '', address: '', country: 'GB', taxId: '' });

describe('a budget', () => {
  it('is committed by an order, and spent when the card is charged', async () => {
    const { brand, id, asCreator } = await newBudgetBooking();
    expect(await usedBy(brand)).toEqual([0, TOTAL, 0]);
    await asCreator.bookings.move({ id, status: 'accepted' });
    expect(await usedBy(brand)).toEqual([0, 0, TOTAL]);
  });

  it('refuses an order that costs more than the rest, and states the rest', async () => {
    const brand = await newBrand(stack.deps);
    const { id: budgetId } = await newBudget(brand, '350');
    const { creator } = await newBooking(stack.deps, { brand, budgetId });
    const { id: packageId } = await newPackage(stack.deps, creator, { priceCents: 20_000 });
    const checkout = { packageId, brandUserId: brand.id, budgetId };
    await expect(stack.as(brand).payments.openCheckout(checkout)).rejects.toMatchObject({
      failure: 'BUDGET_EXCEEDED',
      message: 'This order costs $230.00, but only $121.15 of the budget “Spring” is left.',
    });
    await stack.as(brand).budgets.change({ id: budgetId, name: 'Spring', limit: '458.85' });
    await stack.as(brand).payments.openCheckout(checkout);
    expect(await usedBy(brand)).toEqual([0, TOTAL + 23_000, 0]);
  });

  it('moves to the new order when the brand orders again with another budget', async () => {
    const brand = await newBrand(stack.deps);
    const { id: first } = await newBudget(brand, '1000');
    const { id: second } = await newBudget(brand, '1000');
    const { id: packageId } = await newPackage(stack.deps, await newPayableCreator(stack.deps));
    const order = (budgetId: string) =>
      stack.as(brand).payments.openCheckout({ packageId, brandUserId: brand.id, budgetId });
    const orderId = await order(first);
    expect((await order(first)).bookingId).toBe(orderId.bookingId);
    expect((await order(second)).bookingId).not.toBe(orderId.bookingId);
    await stack.settle();
    const budgets = await stack.as(brand).budgets.list();
    expect(budgets.map(({ committedCents }) => committedCents)).toEqual([0, TOTAL]);
  });

  it.each<
    [
      string,
      Parameters<typeof newBudgetBooking>[0],
      (made: Awaited<ReturnType<typeof newBudgetBooking>>) => Promise<unknown>,
      number,
    ]
  >([
    ['the creator declines', 'pending', ({ id, asCreator }) => asCreator.bookings.move({ id, status: 'cancelled' }), 0],
    ['the brand withdraws', 'pending', ({ id, asBrand }) => asBrand.bookings.withdraw({ id }), 0],
    ['the acceptance deadline passes', 'pending', () => stack.pass(4 * DAY), 0],
    [
      'both sides agree to cancel',
      'in_progress',
      async ({ id, asBrand, asCreator }) => {
        await asBrand.cancellations.request({ id, reason: 'It rains.' });
        await asCreator.cancellations.answer({ id, answer: 'agree' });
      },
      0,
    ],
    [
      'a dispute ends with a split',
      'completed',
      async ({ id, asBrand, asCreator }) => {
        await asBrand.disputes.reportProblem({ id, problem: 'Not as agreed.', desiredOutcome: null });
        await asCreator.disputes.proposeSplit({ id, creatorAmount: '100.00' });
        await asBrand.disputes.acceptSplit({ id, creatorCents: 10_000 });
      },
      11_500,
    ],
    ['the work is approved', 'completed', ({ id, asBrand }) => asBrand.settlements.approve({ id }), TOTAL],
  ])('keeps what was paid when %s', async (_, status, end, spentCents) => {
    const budgetBooking = await newBudgetBooking(status);
    await end(budgetBooking);
    expect(await usedBy(budgetBooking.brand)).toEqual([0, 0, spentCents]);
  });

  it('is released by an order that is not paid in time', async () => {
    const brand = await newBrand(stack.deps);
    const { id: budgetId } = await newBudget(brand, '1000');
    const { id: packageId } = await newPackage(stack.deps, await newPayableCreator(stack.deps));
    await stack.as(brand).payments.openCheckout({ packageId, brandUserId: brand.id, budgetId });
    expect(await usedBy(brand)).toEqual([0, TOTAL, 0]);
    await stack.pass(2 * DAY);
    expect(await usedBy(brand)).toEqual([0, 0, 0]);
  });

  it('is released by a lost chargeback, and stays spent until then', async () => {
    const budgetBooking = await newBudgetBooking('in_progress');
    const { stripeChargeId } = await stack.deps.db
      .selectFrom('booking')
      .select('stripeChargeId')
      .where('id', '=', budgetBooking.id)
      .executeTakeFirstOrThrow();
    await stack.stripe.dispute(stripeChargeId ?? '');
    expect(await usedBy(budgetBooking.brand)).toEqual([0, 0, TOTAL]);
    const [dispute] = (await stack.stripe.objects('dispute')).filter(({ charge }) => charge === stripeChargeId);
    await stack.stripe.closeDispute(dispute?.id ?? '', 'lost');
    expect(await usedBy(budgetBooking.brand)).toEqual([0, 0, 0]);
  });

  it('starts again in each month of the brand’s time zone, and a booking stays in the month of its order', async () => {
    const brand = await newBrand(stack.deps);
    await stack.deps.db
      .updateTable('workspace')
      .set({ timeZone: 'Pacific/Auckland' })
      .where('id', '=', brand.workspaceId)
      .execute();
    const { id: budgetId } = await newBudget(brand, '300', 'month');
    const { id, creator, asCreator } = await newBooking(stack.deps, { brand, budgetId });
    const { id: packageId } = await newPackage(stack.deps, creator);
    const order = () => stack.as(brand).payments.openCheckout({ packageId, brandUserId: brand.id, budgetId });
    await expect(order()).rejects.toMatchObject({ failure: 'BUDGET_EXCEEDED' });
    await asCreator.bookings.move({ id, status: 'accepted' });
    await stack.advance(32 * DAY);
    await order();
    expect(await usedBy(brand)).toEqual([0, TOTAL, 0]);
    const periods = await stack.deps.db
      .selectFrom('budgetPeriod')
      .select(['startsOn', 'committedCents', 'spentCents'])
      .where('budgetId', '=', budgetId)
      .orderBy('startsOn')
      .execute();
    expect(periods.map(({ startsOn }) => startsOn.slice(-2))).toEqual(['01', '01']);
    expect(periods).toMatchObject([{ committedCents: 0 }, { committedCents: TOTAL, spentCents: 0 }]);
  });

  it('refuses a limit below its used amount, and refuses orders after it is archived', async () => {
    const { brand, budgetId, packageId } = await newBudgetBooking();
    const asBrand = stack.as(brand);
    await expect(asBrand.budgets.change({ id: budgetId, name: 'Spring', limit: '228.84' })).rejects.toMatchObject({
      failure: 'BUDGET_LIMIT_TOO_LOW',
      message: '$228.85 of this budget is already used, so the limit cannot be lower.',
    });
    await asBrand.budgets.archive({ id: budgetId, isArchived: true });
    const checkout = { packageId, brandUserId: brand.id, budgetId };
    await expect(asBrand.payments.openCheckout(checkout)).rejects.toMatchObject({ failure: 'BUDGET_NOT_FOUND' });
    await asBrand.budgets.archive({ id: budgetId, isArchived: false });
    await asBrand.payments.openCheckout(checkout);
  });

  it('of another brand does not exist for the caller', async () => {
    const { budgetId } = await newBudgetBooking();
    const stranger = await newBrand(stack.deps);
    const { id: packageId } = await newPackage(stack.deps, await newPayableCreator(stack.deps));
    const asStranger = stack.as(stranger);
    for (const call of [
      () => asStranger.budgets.change({ id: budgetId, name: 'Mine', limit: '1' }),
      () => asStranger.budgets.archive({ id: budgetId, isArchived: true }),
      () => asStranger.payments.openCheckout({ packageId, brandUserId: stranger.id, budgetId }),
    ])
      await expect(call()).rejects.toMatchObject({ failure: 'BUDGET_NOT_FOUND' });
  });

  it('of one client is refused for orders of other clients, and for archived clients', async () => {
    const brand = await newBrand(stack.deps);
    const asBrand = stack.as(brand);
    const client = await asBrand.clients.save(newClient('Northwind'));
    const other = await asBrand.clients.save(newClient('Southgate'));
    const { id: budgetId } = await newBudget(brand, '1000', 'total', client.id);
    const { id: packageId } = await newPackage(stack.deps, await newPayableCreator(stack.deps));
    const checkout = { packageId, brandUserId: brand.id, budgetId };
    await expect(asBrand.payments.openCheckout({ ...checkout, clientId: other.id })).rejects.toMatchObject({
      failure: 'BUDGET_OF_OTHER_CLIENT',
    });
    const { bookingId } = await asBrand.payments.openCheckout(checkout);
    expect(await asBrand.bookings.byId({ id: bookingId })).toMatchObject({
      brandName: 'Northwind, by Northwind Outdoor',
    });
    await asBrand.clients.archive({ id: client.id, isArchived: true });
    await expect(asBrand.payments.openCheckout(checkout)).rejects.toMatchObject({ failure: 'CLIENT_NOT_FOUND' });
  });
});
