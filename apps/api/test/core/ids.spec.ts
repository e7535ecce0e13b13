import { describe, expect, it } from 'vitest';
import type { Actor } from '../../src/core/actor.ts';
import { newBooking } from '../../src/demo/builders.ts';
import { findBookingForParty } from '../../src/modules/booking/bookings/details.sql.ts';
import { findCustomerInfo } from '../../src/modules/catalog/profiles/customer-info.sql.ts';
import { useStack } from '../support/stack.ts';

const stack = useStack();

// `npm run check` compiles this file. An expected error that does not occur is an error itself.
describe('the ids of an actor', () => {
  it('refuse to compile if a read of a workspace gets the person', async () => {
    const { id, brand } = await newBooking(stack.deps);
    expect(await findBookingForParty(stack.deps.db, id, brand.workspaceId)).toMatchObject({ id });
    // @ts-expect-error: a person is no party to a booking
    await findBookingForParty(stack.deps.db, id, brand.id);
    // @ts-expect-error: the address for receipts belongs to a workspace
    await findCustomerInfo(stack.deps.db, brand.id);
  });

  it('refuse to compile if a person is compared with the owner of a row', () => {
    // @ts-expect-error: the creator of a package is a workspace
    const isOwn = (actor: Actor, pack: { creatorId: Actor['workspaceId'] }) => actor.id === pack.creatorId;
    expect(isOwn).toBeTypeOf('function');
  });
});
