/** Tests that workspaces that share a person, a card or a device do not review or promote each other. */
import { describe, expect, it } from 'vitest';
import type { SessionUser } from '../../../src/core/ctx.ts';
import { RELATION_DAYS } from '../../../src/core/both-sides.ts';
import {
  BUILDER_PASSWORD,
  createConfirmedSession,
  newAdmin,
  newBooking,
  newBrand,
  newMember,
  newPayableCreator,
  newSavedCard,
} from '../../../src/demo/builders.ts';
import { createCaller } from '../../../src/http/router.ts';
import { getRefusalCode, ONE_DAY_MS } from '../../support/booking-money.ts';
import { callProcedure, queryProcedure } from '../../support/accounts.ts';
import { checkMoneyAfterAll } from '../../support/money-checks.ts';
import { useStack } from '../../support/stack.ts';

const stack = useStack();
checkMoneyAfterAll(stack);

const createReview = (bookingId: string) => ({
  bookingId,
  stars: 5,
  parts: [5, 5, 5] as [number, number, number],
  text: 'Great.',
  staffNote: '',
});

/** Makes the person a member of the workspace, and removes them again through the members page. */
async function joinAndLeave(person: SessionUser, owner: SessionUser) {
  await stack.deps.db
    .insertInto('member')
    .values({ workspaceId: owner.workspaceId, personId: person.id, role: 'assistant', joinedAt: stack.deps.now() })
    .execute();
  await stack.as(owner).workspaces.removeMember({ personId: person.id, heirId: owner.id });
}

const countCompleted = async ({ workspaceId }: SessionUser) =>
  (
    await stack.deps.db
      .selectFrom('creatorListing')
      .select('completed')
      .where('creatorId', '=', workspaceId)
      .executeTakeFirstOrThrow()
  ).completed;

const findRating = async ({ workspaceId }: SessionUser) =>
  (
    await stack.deps.db
      .selectFrom('reviewTotal')
      .select('reviews')
      .where('workspaceId', '=', workspaceId)
      .executeTakeFirst()
  )?.reviews ?? 0;

const listRelated = async ({ workspaceId }: SessionUser) =>
  (await stack.as(await newAdmin(stack.deps)).admin.user({ id: workspaceId })).related.map(
    ({ id, reason, bookings }) => [id, reason, bookings],
  );

describe('a booking between workspaces that share a card or a device', () => {
  it('cannot be reviewed if a person of the creator added the brand’s card to another workspace', async () => {
    const { id, brand, creator, asBrand } = await newBooking(stack.deps, { status: 'completed' });
    expect(await asBrand.reviews.byBooking({ bookingId: id })).toMatchObject({ refusal: null });
    await newSavedCard(stack.deps, brand);
    const sideline = await newBrand(stack.deps);
    await newSavedCard(stack.deps, sideline);
    await stack.deps.db
      .updateTable('savedCard')
      .set({ addedByPersonId: creator.id })
      .where('brandId', '=', sideline.workspaceId)
      .execute();
    expect(await asBrand.reviews.byBooking({ bookingId: id })).toMatchObject({ refusal: 'REVIEW_RELATED' });
  });

  it('cannot be reviewed on a device on which a person of the other side has signed in', async () => {
    const { id, brand, creator } = await newBooking(stack.deps, { status: 'completed' });
    const device = await stack.asBrowser(creator);
    expect(await queryProcedure(device, 'reviews.byBooking', { bookingId: id })).toMatchObject({
      data: { refusal: null },
    });

    await device('POST', '/api/auth/login', { email: brand.email, password: BUILDER_PASSWORD });
    expect(await callProcedure(device, 'reviews.write', createReview(id))).toMatchObject({ failure: 'REVIEW_RELATED' });
    const stranger = createCaller({
      deps: stack.deps,
      user: brand,
      request: { ip: '127.0.0.1' },
      session: { ...createConfirmedSession(stack.deps.now()), devicePersonIds: [brand.id] },
    });
    expect(await stranger.reviews.byBooking({ bookingId: id })).toMatchObject({ refusal: null });
  });
});

describe('the page of a workspace for staff', () => {
  it('lists the workspaces with bookings that may belong to the same people, with the reason', async () => {
    const creator = await newPayableCreator(stack.deps);
    const [sharing, nearby, other] = [
      await newBrand(stack.deps),
      await newBrand(stack.deps),
      await newBrand(stack.deps),
    ];
    for (const brand of [sharing, nearby, other]) await newBooking(stack.deps, { creator, brand });
    await joinAndLeave(sharing, creator);
    for (const { id: personId } of [creator, nearby])
      await stack.deps.db
        .insertInto('signIn')
        .values({
          personId,
          at: stack.deps.now(),
          method: 'password',
          outcome: 'signed_in',
          userAgent: 'Mozilla/5.0 Firefox/140.0',
          ip: '198.51.100.7',
          place: null,
          isNewDevice: false,
        })
        .execute();
    expect(await listRelated(creator)).toEqual([
      [nearby.workspaceId, 'network', 1],
      [sharing.workspaceId, 'person', 1],
    ]);
    expect(await listRelated(other)).toEqual([]);
  });
});

// These tests move the clock, so they come last.
describe('a booking between workspaces that shared a person in the last 30 days', () => {
  it('cannot be reviewed by either side, and the form says why', async () => {
    const creator = await newPayableCreator(stack.deps);
    const brand = await newBrand(stack.deps);
    await joinAndLeave(brand, creator);
    const { id, asBrand, asCreator } = await newBooking(stack.deps, { creator, brand, status: 'completed' });
    for (const api of [asBrand, asCreator]) {
      expect(await api.reviews.byBooking({ bookingId: id })).toMatchObject({ refusal: 'REVIEW_RELATED' });
      expect(await getRefusalCode(api.reviews.write(createReview(id)))).toBe('REVIEW_RELATED');
    }
    await stack.idle();
    expect(
      await stack.deps.db.selectFrom('mail').select('kind').where('kind', '=', 'review_invited').execute(),
    ).toEqual([]);
  });

  it('does not count for the creator’s place in lists, while other bookings do', async () => {
    const creator = await newPayableCreator(stack.deps);
    const brand = await newBrand(stack.deps);
    await joinAndLeave(brand, creator);
    await newBooking(stack.deps, { creator, brand, status: 'completed' });
    expect(await countCompleted(creator)).toBe(0);
    const { id, asBrand } = await newBooking(stack.deps, { creator, status: 'completed' });
    expect(await countCompleted(creator)).toBe(1);
    expect(await asBrand.reviews.byBooking({ bookingId: id })).toMatchObject({ refusal: null });
  });

  it('can be reviewed if the person left earlier', async () => {
    const creator = await newPayableCreator(stack.deps);
    const brand = await newBrand(stack.deps);
    await joinAndLeave(brand, creator);
    await stack.pass((RELATION_DAYS + 1) * ONE_DAY_MS);
    const { id, asBrand, asCreator } = await newBooking(stack.deps, { creator, brand, status: 'completed' });
    await asBrand.reviews.write(createReview(id));
    await asCreator.reviews.write(createReview(id));
    expect([await findRating(creator), await countCompleted(creator)]).toEqual([1, 1]);
  });

  it('does not publish a review that was written before the workspaces shared a person', async () => {
    const { id, brand, creator, asBrand } = await newBooking(stack.deps, { status: 'completed' });
    await asBrand.reviews.write(createReview(id));
    await newMember(stack.deps, creator, 'assistant').then(({ id: personId }) =>
      stack.deps.db
        .insertInto('member')
        .values({ workspaceId: brand.workspaceId, personId, role: 'viewer', joinedAt: stack.deps.now() })
        .execute(),
    );
    await stack.pass(15 * ONE_DAY_MS);
    expect(await findRating(creator)).toBe(0);
  });
});
