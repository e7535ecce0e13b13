/** Tests a user's list of bookings: order, pages and invalid cursors. */
import { randomUUID } from 'node:crypto';
import { BOOKING_STATUSES, isWaitingForSide, type BookingStatus } from '@marquee/booking';
import { expect, it } from 'vitest';
import type { MemberRole } from '@marquee/contracts';
import type { SessionUser } from '../../../src/core/ctx.ts';
import {
  SAMPLE_CUSTOMER,
  newBooking,
  newBrand,
  newMember,
  newPackage,
  newPayableCreator,
} from '../../../src/demo/builders.ts';
import { useStack } from '../../support/stack.ts';

const stack = useStack();

it('lists every booking once across the pages of the booking list, newest first', async () => {
  const creator = await newPayableCreator(stack.deps);
  const brand = await newBrand(stack.deps);
  const bookingIds: string[] = [];
  for (let at = 0; at < 23; at++) {
    const pack = await newPackage(stack.deps, creator);
    bookingIds.unshift((await newBooking(stack.deps, { creator, brand, packageId: pack.id })).id);
  }
  const first = await stack.as(brand).bookings.list({});
  const second = await stack.as(brand).bookings.list({ cursor: first.nextCursor ?? '' });
  expect([...first.items, ...second.items].map((booking) => booking.id)).toEqual(bookingIds);
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
])('returns the first page of bookings for the invalid cursor %j', async (cursor) => {
  const brand = await newBrand(stack.deps);
  expect(await stack.as(brand).bookings.list({ cursor })).toEqual({ items: [], nextCursor: null });
});

it('lists for brand and creator exactly the bookings that need their action, earliest deadline first', async () => {
  const creator = await newPayableCreator(stack.deps);
  const brand = await newBrand(stack.deps);
  const [asCreator, asBrand] = [stack.as(creator), stack.as(brand)];
  const createBooking = async (
    status: BookingStatus,
    after: (id: string) => Promise<unknown> = () => Promise.resolve(),
  ) => {
    const { id: packageId } = await newPackage(stack.deps, creator, { deliveryDays: 3 });
    const { id } = await newBooking(stack.deps, { creator, brand, packageId, status });
    await after(id);
    return id;
  };
  const reason = 'Another date';
  const problem = { problem: 'Last year’s jacket', desiredOutcome: null };
  await asBrand.payments.openCheckout({
    packageId: (await newPackage(stack.deps, creator)).id,
    brandUserId: brand.id,
    customer: SAMPLE_CUSTOMER,
  });
  for (const status of BOOKING_STATUSES) await createBooking(status);
  const sent = (id: string) => sendFirst(asCreator, id);
  await createBooking('in_progress', sent);
  await createBooking('in_progress', async (id) => {
    await asBrand.deliveries.decide({
      ...(await sent(id)),
      verdict: 'changes',
      changeRequest: 'Brighter',
      remarks: [],
    });
  });
  for (const asker of [asCreator, asBrand]) {
    const other = asker === asBrand ? asCreator : asBrand;
    await createBooking('in_progress', (id) => asker.cancellations.request({ id, reason }));
    await createBooking('in_progress', async (id) => {
      await sent(id);
      await asker.cancellations.request({ id, reason });
    });
    await createBooking('accepted', async (id) => {
      await asker.cancellations.request({ id, reason });
      await other.cancellations.answer({ id, answer: 'dispute', statement: 'No' });
    });
    await createBooking('accepted', async (id) => {
      await asker.cancellations.request({ id, reason });
      await other.cancellations.answer({ id, answer: 'dispute', statement: 'No' });
      await asker.disputes.addStatement({ id, text: 'Please' });
    });
  }
  await createBooking('completed', (id) => asBrand.disputes.reportProblem({ id, ...problem }));
  await createBooking('completed', async (id) => {
    await asBrand.disputes.reportProblem({ id, ...problem });
    await asCreator.disputes.addStatement({ id, text: 'It is this year’s' });
  });
  await createBooking('completed', async (id) => {
    await asBrand.disputes.reportProblem({ id, ...problem });
    await asCreator.disputes.proposeSplit({ id, creatorAmount: '50' });
  });
  await createBooking('completed', (id) => asBrand.settlements.approve({ id }));
  await stack.settle();

  for (const [side, caller] of [
    ['creator', asCreator],
    ['brand', asBrand],
  ] as const) {
    const all = await caller.bookings.list({});
    expect(all.nextCursor).toBeNull();
    const theirs = all.items.filter((booking) => isWaitingForSide(side, booking));
    const waiting = await caller.bookings.waiting({ most: 50 });
    expect(waiting.items.map(({ id }) => id).toSorted()).toEqual(theirs.map(({ id }) => id).toSorted());
    expect(waiting).toMatchObject({ count: theirs.length, atLeast: false });
    const moments = waiting.items.flatMap(({ nextStep }) => (nextStep.waitingFor === side && nextStep.at) || []);
    expect(moments).toEqual(moments.toSorted());
    const few = await caller.bookings.waiting({ most: 2 });
    expect(few.items).toEqual(waiting.items.slice(0, 2));
    expect(few.count).toBe(theirs.length);
    const counts = await caller.bookings.counts();
    for (const status of BOOKING_STATUSES)
      expect(counts[status], status).toBe(all.items.filter((booking) => booking.status === status).length);
  }
});

it('lists for a member only the waiting bookings in which their role may act', async () => {
  const creator = await newPayableCreator(stack.deps);
  const brand = await newBrand(stack.deps);
  const create = (status: BookingStatus) => newBooking(stack.deps, { creator, brand, status });
  const [pending, delivered, completed] = [
    await create('pending'),
    await create('in_progress'),
    await create('completed'),
  ];
  await sendFirst(delivered.asCreator, delivered.id);
  const listAs = async (owner: SessionUser, role: MemberRole) => {
    const { items, count } = await stack.as(await newMember(stack.deps, owner, role)).bookings.waiting({ most: 5 });
    expect(count).toBe(items.length);
    return items.map(({ id }) => id).toSorted();
  };
  expect(await listAs(brand, 'booker')).toEqual([delivered.id, completed.id].toSorted());
  expect(await listAs(brand, 'reviewer')).toEqual([delivered.id]);
  expect(await listAs(brand, 'finance')).toEqual([]);
  expect(await listAs(creator, 'manager')).toEqual([pending.id, delivered.id].toSorted());
  expect(await listAs(creator, 'assistant')).toEqual([delivered.id]);
});

/** Sends the first version of a booking's first deliverable. */
async function sendFirst(asCreator: ReturnType<typeof stack.as>, bookingId: string) {
  const { items } = await asCreator.deliveries.byBooking({ id: bookingId });
  const version = { deliverableId: items[0]!.id, number: 1 };
  await asCreator.deliveries.send({ ...version, note: 'Here it is', links: [], files: [], completes: false });
  return version;
}

it('shows in the booking list in how many deliverables a version waits for the brand’s review', async () => {
  const creator = await newPayableCreator(stack.deps);
  const { id: packageId } = await newPackage(stack.deps, creator, { features: ['1 Reel', '2 Stories'] });
  const { id, asBrand, asCreator } = await newBooking(stack.deps, { creator, packageId, status: 'in_progress' });
  const { items: deliverables } = await asCreator.deliveries.byBooking({ id });
  const waiting = async () => {
    const { items } = await asBrand.bookings.waiting({ most: 5 });
    return items.map((item) => [item.id, item.versionsWaiting]);
  };
  expect(await waiting()).toEqual([]);
  const version = (at: number, number = 1) => ({ deliverableId: deliverables[at]!.id, number });
  const send = (at: number, number?: number) =>
    asCreator.deliveries.send({ ...version(at, number), note: 'Here it is', links: [], files: [], completes: false });
  await send(0);
  await send(1);
  expect(await waiting()).toEqual([[id, 2]]);
  await asBrand.deliveries.decide({ ...version(0), verdict: 'changes', changeRequest: 'Brighter', remarks: [] });
  expect(await waiting()).toEqual([[id, 1]]);
  await asBrand.deliveries.decide({ ...version(1), verdict: 'approved' });
  expect(await waiting()).toEqual([]);
  await send(0, 2);
  expect(await waiting()).toEqual([[id, 1]]);
  // A newer version of the same deliverable does not increase the count.
  await send(0, 3);
  expect(await waiting()).toEqual([[id, 1]]);
});
