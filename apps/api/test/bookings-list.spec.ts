/** A user's list of bookings: newest first, page by page, and deaf to cursors that are not its own. */
import { randomUUID } from 'node:crypto';
import { BOOKING_STATUSES, type BookingStatus } from '@marquee/booking';
import { expect, it } from 'vitest';
import { CUSTOMER, newBooking, newBrand, newPackage, newPayableCreator } from '../src/demo/builders.ts';
import { useStack } from './stack.ts';

const stack = useStack();

it('shows every booking once over its pages, newest first', async () => {
  const creator = await newPayableCreator(stack.deps);
  const brand = await newBrand(stack.deps);
  const made: string[] = [];
  for (let at = 0; at < 23; at++) {
    const pack = await newPackage(stack.deps, creator);
    made.unshift((await newBooking(stack.deps, { creator, brand, packageId: pack.id })).id);
  }
  const first = await stack.as(brand).bookings.list({});
  const second = await stack.as(brand).bookings.list({ cursor: first.nextCursor ?? '' });
  expect([...first.items, ...second.items].map((booking) => booking.id)).toEqual(made);
  expect([first.items.length, second.items.length, second.nextCursor]).toEqual([20, 3, null]);
  expect((await stack.as(creator).bookings.list({ status: 'pending' })).items).toHaveLength(20);
  expect((await stack.as(creator).bookings.list({ status: 'accepted' })).items).toEqual([]);
});

it.each([
  '2026-01-01T00:00:00.000Z_------------------------------------',
  `-271821-04-20T00:00:00.000Z_${randomUUID()}`,
  `+275760-09-13T00:00:00.000Z_${randomUUID()}`,
  `2026-13-45T00:00:00.000Z_${randomUUID()}`,
  'x',
  '_',
  "'; drop table booking; --",
])('starts at the beginning for the cursor %j', async (cursor) => {
  const brand = await newBrand(stack.deps);
  expect(await stack.as(brand).bookings.list({ cursor })).toEqual({ items: [], nextCursor: null });
});

it('knows what waits for each side as the next step says it, and what is due first', async () => {
  const creator = await newPayableCreator(stack.deps);
  const brand = await newBrand(stack.deps);
  const [asCreator, asBrand] = [stack.as(creator), stack.as(brand)];
  const made = async (status: BookingStatus, after: (id: string) => Promise<unknown> = () => Promise.resolve()) => {
    const { id: packageId } = await newPackage(stack.deps, creator, { deliveryDays: 3 });
    const { id } = await newBooking(stack.deps, { creator, brand, packageId, status });
    await after(id);
    return id;
  };
  const reason = 'Another date';
  const problem = { problem: 'Last year’s jacket', wanted: null };
  await asBrand.payments.openCheckout({
    packageId: (await newPackage(stack.deps, creator)).id,
    brandUserId: brand.id,
    customer: CUSTOMER,
  });
  for (const status of BOOKING_STATUSES) await made(status);
  for (const asker of [asCreator, asBrand]) {
    const other = asker === asBrand ? asCreator : asBrand;
    await made('in_progress', (id) => asker.cancellations.request({ id, reason }));
    await made('accepted', async (id) => {
      await asker.cancellations.request({ id, reason });
      await other.cancellations.answer({ id, answer: 'dispute', statement: 'No' });
    });
    await made('accepted', async (id) => {
      await asker.cancellations.request({ id, reason });
      await other.cancellations.answer({ id, answer: 'dispute', statement: 'No' });
      await asker.disputes.state({ id, text: 'Please' });
    });
  }
  await made('completed', (id) => asBrand.disputes.report({ id, ...problem }));
  await made('completed', async (id) => {
    await asBrand.disputes.report({ id, ...problem });
    await asCreator.disputes.state({ id, text: 'It is this year’s' });
  });
  await made('completed', async (id) => {
    await asBrand.disputes.report({ id, ...problem });
    await asCreator.disputes.offerSplit({ id, creatorAmount: '50' });
  });
  await made('completed', (id) => asBrand.settlements.approve({ id }));
  await stack.settle();

  for (const [side, caller] of [
    ['creator', asCreator],
    ['brand', asBrand],
  ] as const) {
    const all = await caller.bookings.list({});
    expect(all.nextCursor).toBeNull();
    const theirs = all.items.filter(({ nextStep }) => nextStep.waitingFor === side);
    const waiting = await caller.bookings.waiting({ most: 50 });
    expect(waiting.items.map(({ id }) => id).toSorted()).toEqual(theirs.map(({ id }) => id).toSorted());
    expect(waiting).toMatchObject({ count: theirs.length, atLeast: false });
    const moments = waiting.items.flatMap(({ nextStep }) => nextStep.at ?? []);
    expect(moments).toEqual(moments.toSorted());
    const few = await caller.bookings.waiting({ most: 2 });
    expect(few.items).toEqual(waiting.items.slice(0, 2));
    expect(few.count).toBe(theirs.length);
    const counts = await caller.bookings.counts();
    for (const status of BOOKING_STATUSES)
      expect(counts[status], status).toBe(all.items.filter((booking) => booking.status === status).length);
  }
});
