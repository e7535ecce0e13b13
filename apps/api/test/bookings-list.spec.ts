/** A user's list of bookings: newest first, page by page, and deaf to cursors that are not its own. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { newBooking, newBrand, newPackage, newPayableCreator } from '../src/demo/builders.ts';
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
