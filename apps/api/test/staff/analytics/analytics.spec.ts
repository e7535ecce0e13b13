/** Compares the metrics of the analytics page with the ledger and the dashboard, on real PostgreSQL. */
import type { WorkspaceId } from '@marquee/contracts';
import { BOOKING_STATUSES, ORDER_STAGES, type BookingStatus } from '@marquee/booking';
import { DAY_MS } from '@marquee/time';
import { PERIODS } from '@marquee/validation';
import { describe, expect, it } from 'vitest';
import type { SessionUser } from '../../../src/core/ctx.ts';
import { SAMPLE_CUSTOMER, newBooking, newBrand, newPackage, newPayableCreator } from '../../../src/demo/builders.ts';
import { useStack } from '../../support/stack.ts';

const stack = useStack();

const moneyOf = (user: SessionUser, span: (typeof PERIODS)[number]) => stack.as(user).analytics.money({ span });

/** Returns the total in cents that was paid out to a creator according to the ledger. */
async function paidOutTo(creatorId: WorkspaceId): Promise<number> {
  const { rows } = await stack.deps.pool.query<{ cents: string }>(
    `select coalesce(-sum(amount_cents), 0) as cents from ledger_entry
      join ledger_transaction on ledger_transaction.id = transaction_id join booking on booking.id = booking_id
      where booking.creator_id = $1 and account = 'processor' and kind in ('release', 'restore', 'reversal')`,
    [creatorId],
  );
  return Number(rows[0]?.cents);
}

describe('the money report', () => {
  it('matches the totals of the dashboard and the ledger, and counts each amount on the day the money moved', async () => {
    const creator = await newPayableCreator(stack.deps);
    const brand = await newBrand(stack.deps);
    const pack = await newPackage(stack.deps, creator);
    const order = (status: 'completed' | 'in_progress' | 'pending', by = brand) =>
      newBooking(stack.deps, { creator, brand: by, packageId: pack.id, status });

    const first = await order('completed');
    await first.asBrand.settlements.approve({ id: first.id });
    await stack.idle();
    await stack.advance(40 * DAY_MS);
    await order('completed');
    const gone = await order('in_progress', await newBrand(stack.deps));
    await order('pending', await newBrand(stack.deps));
    const own = await order('in_progress');
    const given = await stack.as(creator).cancellations.request({ id: own.id, reason: 'I am ill' });
    expect(given.viewer).toBe('creator');
    await own.asBrand.cancellations.answer({ id: own.id, answer: 'agree' });
    await stack.idle();

    const { priceCents, totalCents } = await stack.deps.db
      .selectFrom('booking')
      .select(['priceCents', 'totalCents'])
      .where('id', '=', gone.id)
      .executeTakeFirstOrThrow();
    const year = await moneyOf(creator, '12m');
    const stats = await stack.as(creator).profiles.dashboard();
    expect(year.total).toEqual({ cents: stats.totalEarningsCents, more: await paidOutTo(creator.workspaceId) });
    expect(year.total).toEqual({ cents: 2 * priceCents, more: priceCents });
    expect(year.pieces.at(-1)?.cents).toBe(priceCents);

    // One booking was fully refunded, and one of the two paid ones is 40 days old.
    const spent = await moneyOf(brand, '12m');
    expect(spent.total.cents).toBe((await stack.as(brand).profiles.dashboard()).totalSpentCents);
    expect(spent.total).toEqual({ cents: 2 * totalCents, more: 2 });
    const month = await moneyOf(brand, '30d');
    expect(month.total).toEqual({ cents: totalCents, more: 1 });
    expect(month.before).toMatchObject({ cents: totalCents, more: 1 });

    for (const user of [creator, brand, await newBrand(stack.deps)]) {
      for (const span of PERIODS) {
        const { pieces, total } = await moneyOf(user, span);
        expect(pieces.reduce((sum, { cents }) => sum + cents, 0)).toBe(total.cents);
        expect(pieces.reduce((sum, { more }) => sum + more, 0)).toBe(total.more);
      }
    }
  });

  it('returns zeros for an account without payments and rejects an unknown period', async () => {
    const brand = await newBrand(stack.deps);
    expect(await moneyOf(brand, '30d')).toMatchObject({
      total: { cents: 0, more: 0 },
      before: { cents: 0, more: 0 },
    });
    await expect(stack.as(brand).analytics.money({ span: '1y' as '12m' })).rejects.toThrow();
  });
});

async function valueOf(text: string, ...values: unknown[]): Promise<number> {
  const { rows } = await stack.deps.pool.query<{ value: string }>(text, values);
  return Number(rows[0]?.value);
}

/** Counts the creator's bookings that have an event of this kind, regardless of their current status. */
const happened = (creatorId: WorkspaceId, kind: string, more = '') =>
  valueOf(
    `select count(distinct booking_id) as value from event where creator_id = $1 and kind = $2 ${more}`,
    creatorId,
    kind,
  );

describe('the order report', () => {
  const ordersOf = (user: SessionUser, span: (typeof PERIODS)[number] = '30d') =>
    stack.as(user).analytics.orders({ span });

  it('counts each order once per funnel step and under one outcome, in total and per package', async () => {
    const creator = await newPayableCreator(stack.deps);
    const [first, second] = [await newPackage(stack.deps, creator), await newPackage(stack.deps, creator)];
    const order = (status: BookingStatus, packageId = first.id) =>
      newBooking(stack.deps, { creator, packageId, status });
    const unpaid = async (packageId: string) => {
      const brand = await newBrand(stack.deps);
      const orderInput = { packageId, brandUserId: brand.id, customer: SAMPLE_CUSTOMER };
      return { brand, id: (await stack.as(brand).payments.openCheckout(orderInput)).bookingId };
    };
    // One order is never paid and one is never accepted, so both are cancelled after their deadlines.
    await unpaid(first.id);
    await order('pending');
    await stack.advance(4 * DAY_MS);
    for (const status of BOOKING_STATUSES) await order(status);
    await order('completed', second.id);
    const withdrawn = await order('pending', second.id);
    await withdrawn.asBrand.bookings.withdraw({ id: withdrawn.id });
    const ended = await order('in_progress', second.id);
    await ended.asCreator.cancellations.request({ id: ended.id, reason: 'I am ill' });
    await ended.asBrand.cancellations.answer({ id: ended.id, answer: 'agree' });
    await unpaid(second.id);
    await stack.idle();

    const { funnel, places, packages, otherPackages, before, isCapped } = await ordersOf(creator);
    expect(funnel).toEqual({
      orders: await happened(creator.workspaceId, 'booking.ordered'),
      paid: await happened(creator.workspaceId, 'payment.authorized'),
      accepted: await happened(creator.workspaceId, 'booking.moved', `and data ->> 'to' = 'accepted'`),
      completed: await happened(creator.workspaceId, 'booking.moved', `and data ->> 'to' = 'completed'`),
    });
    expect(places).toEqual({
      to_pay: 1,
      not_paid: 1,
      to_answer: 1,
      declined: 1,
      not_answered: 1,
      withdrawn: 1,
      in_work: 2,
      completed: 2,
      cancelled: 1,
    });
    expect(places.declined).toBe(
      await happened(creator.workspaceId, 'booking.moved', `and data ->> 'to' = 'cancelled'`),
    );
    for (const place of ORDER_STAGES)
      expect(
        packages.reduce((sum, each) => sum + each.places[place], 0),
        place,
      ).toBe(places[place]);
    expect([packages.map(({ name }) => name), otherPackages, isCapped]).toEqual([[first.name, second.name], 0, false]);
    expect(before.funnel.orders).toBe(0);

    // A month later, these orders are in the previous period, which the report compares with the current one.
    await stack.advance(30 * DAY_MS);
    expect((await ordersOf(creator)).before.funnel.orders).toBe(funnel.orders);
    expect((await ordersOf(creator, '12m')).funnel.orders).toBe(funnel.orders);
  });

  it('leaves out an order that the brand replaced with a new one', async () => {
    const creator = await newPayableCreator(stack.deps);
    const brand = await newBrand(stack.deps);
    const { id: packageId } = await newPackage(stack.deps, creator, { priceCents: 10_000 });
    const orderInput = { packageId, brandUserId: brand.id, customer: SAMPLE_CUSTOMER };
    const { bookingId } = await stack.as(brand).payments.openCheckout(orderInput);
    await stack.deps.db.updateTable('package').set({ priceCents: 20_000 }).where('id', '=', packageId).execute();
    const again = await stack.as(brand).payments.openCheckout(orderInput);
    expect(again.bookingId).not.toBe(bookingId);
    expect((await ordersOf(creator)).funnel).toEqual({ orders: 1, paid: 0, accepted: 0, completed: 0 });
  });

  it('counts one profile view per user and day, and shows the same pending payouts as the payouts page', async () => {
    const { creator } = await newBooking(stack.deps, { status: 'completed' });
    const looker = await newBrand(stack.deps);
    for (const user of [looker, looker, creator, await newBrand(stack.deps)])
      await stack.as(user).profiles.recordView({ username: creator.username });
    const orders = await ordersOf(creator);
    expect(orders.views).toBe(2);
    expect(orders.views).toBe(
      await valueOf('select count(*) as value from profile_view where creator_id = $1', creator.id),
    );
    expect(orders.views).toBe((await stack.as(creator).profiles.dashboard()).profileViews);
    const { stages } = await stack.as(creator).payouts.summary();
    const open = stages.filter(({ stage }) => ['on_hold', 'on_the_way', 'blocked'].includes(stage));
    expect(orders.onTheWay).toEqual({
      bookings: open.reduce((sum, { count }) => sum + count, 0),
      cents: open.reduce((sum, { cents }) => sum + cents, 0),
    });
    expect(orders.onTheWay.bookings).toBe(1);
  });

  it('is available only to creators, and the spending report only to brands', async () => {
    await expect(ordersOf(await newBrand(stack.deps))).rejects.toThrow();
    const creator = await newPayableCreator(stack.deps);
    await expect(stack.as(creator).analytics.spending({ span: '30d' })).rejects.toThrow();
  });
});

describe('the spending report', () => {
  it('matches the money report in total, adds up spending per creator and category, and shows the deliverables and views received', async () => {
    const brand = await newBrand(stack.deps);
    const [one, other] = [await newPayableCreator(stack.deps), await newPayableCreator(stack.deps)];
    await stack.deps.db
      .updateTable('workspace')
      .set({ categories: ['Travel', 'Food'] })
      .where('id', '=', one.workspaceId)
      .execute();
    await stack.deps.db.updateTable('workspace').set({ categories: [] }).where('id', '=', other.workspaceId).execute();
    const order = async (creator: SessionUser, status: BookingStatus, priceCents: number) =>
      newBooking(stack.deps, {
        creator,
        brand,
        packageId: (await newPackage(stack.deps, creator, { priceCents, features: ['1 Reel', '2 Stories'] })).id,
        status,
      });
    const done = await order(one, 'completed', 10_000);
    await done.asCreator.publications.add({
      id: done.id,
      link: 'https://www.instagram.com/p/abc',
      publishedOn: stack.deps.now().toISOString().slice(0, 10),
      isDisclosed: true,
    });
    await done.asBrand.settlements.approve({ id: done.id });
    await order(one, 'in_progress', 20_000);
    await order(other, 'completed', 40_000);
    const back = await order(other, 'accepted', 80_000);
    await back.asCreator.cancellations.request({ id: back.id, reason: 'I am ill' });
    await back.asBrand.cancellations.answer({ id: back.id, answer: 'agree' });
    await order(other, 'pending', 160_000);
    await stack.idle();

    for (const span of PERIODS) {
      const spent = await stack.as(brand).analytics.spending({ span });
      const money = await moneyOf(brand, span);
      expect(spent.total).toEqual({ cents: money.total.cents, bookings: money.total.more });
      expect(spent.creators).toEqual([
        { fullName: other.fullName, username: other.username, bookings: 1, cents: 46_000 },
        { fullName: one.fullName, username: one.username, bookings: 2, cents: 34_500 },
      ]);
      expect(spent.categories).toEqual([
        { category: null, bookings: 1, cents: 46_000 },
        { category: 'Travel', bookings: 2, cents: 34_500 },
      ]);
      expect(spent).toMatchObject({ otherCreators: 0, isCapped: false, inWork: 1, late: 0, isAtLeast: false });
      expect(spent.bought).toMatchObject({ deliveredBookings: 2, deliveredCents: 57_500, viewedBookings: 0, views: 0 });
      expect(spent.bought.deliverables).toBe(
        await valueOf(
          `select count(*) as value from deliverable join booking on booking.id = booking_id
            where brand_id = $1 and status = 'completed'`,
          brand.id,
        ),
      );
    }

    const [post] = (await done.asCreator.publications.results({ id: done.id })).posts;
    for (const views of [100, 2_000])
      await done.asCreator.publications.report({
        id: post!.id,
        views,
        likes: null,
        comments: null,
        shares: null,
        saves: null,
        clicks: null,
      });
    expect((await stack.as(brand).analytics.spending({ span: '30d' })).bought).toMatchObject({
      viewedBookings: 1,
      viewedCents: 11_500,
      views: 2_000,
    });
    // Simulates a booking from before deliverables were introduced, which the report leaves out.
    await stack.deps.pool.query('delete from deliverable where booking_id = $1 and not is_added', [done.id]);
    expect((await stack.as(brand).analytics.spending({ span: '30d' })).bought).toMatchObject({
      deliveredBookings: 1,
      deliveredCents: 46_000,
    });
    await stack.deps.db
      .updateTable('booking')
      .set({ dueAt: new Date(stack.deps.now().getTime() - 1) })
      .where('status', '=', 'in_progress')
      .execute();
    expect(await stack.as(brand).analytics.spending({ span: '30d' })).toMatchObject({ inWork: 1, late: 1 });
  });
});
