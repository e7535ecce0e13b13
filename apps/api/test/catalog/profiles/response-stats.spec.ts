/**
 * Tests a creator's response and delivery metrics, which are computed from bookings and are the same on every page.
 */
import { expect, it } from 'vitest';
import { newBooking, newPackage, newPayableCreator } from '../../../src/demo/builders.ts';
import { useStack } from '../../support/stack.ts';

const HOUR_MS = 3_600_000;
const stack = useStack();

it('shows the response metrics of a creator from five requests on, with the same values on the profile, comparison and dashboard', async () => {
  const creator = await newPayableCreator(stack.deps);
  const pack = await newPackage(stack.deps, creator);
  const visitor = stack.as(null);
  const shown = async () => {
    const { clock } = await visitor.profiles.stats({ username: creator.username });
    const [compared] = await visitor.discovery.compare({ ids: [pack.id] });
    expect(compared?.clock).toEqual(clock);
    expect((await stack.as(creator).profiles.dashboard()).clock).toEqual(clock);
    return clock;
  };
  const booked = (hours: number, status: 'accepted' | 'completed') =>
    newBooking(stack.deps, {
      creator,
      packageId: pack.id,
      status,
      before: async (step) => {
        if (step === 'accepted') await stack.advance(hours * HOUR_MS);
      },
    });
  for (const hours of [1, 2, 6]) await booked(hours, 'completed');
  await booked(9, 'accepted');
  // The brand withdrew this order, so it does not count for the creator.
  const { id, asBrand } = await newBooking(stack.deps, { creator, packageId: pack.id });
  await asBrand.bookings.withdraw({ id });
  expect(await shown()).toBeNull();

  const declined = await newBooking(stack.deps, { creator, packageId: pack.id });
  await stack.advance(20 * HOUR_MS);
  await declined.asCreator.bookings.move({ id: declined.id, status: 'cancelled' });
  expect(await shown()).toEqual({ requests: 5, answered: 5, medianMinutes: 360, delivered: null });
});
