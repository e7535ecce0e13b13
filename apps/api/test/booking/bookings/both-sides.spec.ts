/** Tests that one person never acts for both sides of a booking, offer, order or review. */
import { describe, expect, it } from 'vitest';
import type { SessionUser } from '../../../src/core/ctx.ts';
import {
  newAgent,
  newBooking,
  newBrand,
  newCreator,
  newMember,
  newPackage,
  newPayableCreator,
  SAMPLE_CUSTOMER,
} from '../../../src/demo/builders.ts';
import { findSessionUser } from '../../../src/modules/identity/accounts/accounts.sql.ts';
import { createOfferRequest, OFFER_VERSION } from '../../contract/access-fixtures.ts';
import { newRepresentedCreator } from '../../support/agencies.ts';
import { getRefusalCode } from '../../support/booking-money.ts';
import { checkMoneyAfterAll } from '../../support/money-checks.ts';
import { useStack } from '../../support/stack.ts';

const stack = useStack();
checkMoneyAfterAll(stack);

/** Makes a person a member of a workspace with all permissions, and returns them acting in it. */
async function join({ id: personId }: Pick<SessionUser, 'id'>, { workspaceId }: SessionUser): Promise<SessionUser> {
  await stack.deps.db
    .insertInto('member')
    .values({ workspaceId, personId, role: 'owner', joinedAt: stack.deps.now() })
    .execute();
  const acting = await findSessionUser(stack.deps.db, personId, 0, workspaceId);
  if (acting === undefined) throw new Error('The new member cannot act in the workspace');
  return acting;
}

describe('a person who acts for both sides', () => {
  it('cannot accept a cancellation, a refund or a split as an agent of the creator', async () => {
    const { creator, agency } = await newRepresentedCreator(stack);
    const agent = await newAgent(stack.deps, { agency, creator });
    const { id, brand, asBrand } = await newBooking(stack.deps, { creator, status: 'in_progress' });
    await join(agent, brand);
    await asBrand.cancellations.request({ id, reason: 'The campaign was moved.' });
    const asAgent = stack.as(agent);
    expect(await getRefusalCode(asAgent.cancellations.answer({ id, answer: 'agree' }))).toBe('ACTS_FOR_BOTH_SIDES');
    expect(await getRefusalCode(asAgent.cancellations.answer({ id, answer: 'dispute', statement: 'No.' }))).toBe(
      'ACTS_FOR_BOTH_SIDES',
    );
    expect(await getRefusalCode(asAgent.bookings.move({ id, status: 'completed' }))).toBe('ACTS_FOR_BOTH_SIDES');
    await stack.as(creator).cancellations.answer({ id, answer: 'dispute', statement: 'It is nearly done.' });
    expect(await getRefusalCode(asAgent.disputes.addStatement({ id, text: 'The brand is right.' }))).toBe(
      'ACTS_FOR_BOTH_SIDES',
    );
    expect(await getRefusalCode(asAgent.disputes.agreeToRefund({ id }))).toBe('ACTS_FOR_BOTH_SIDES');
    expect(await asBrand.bookings.byId({ id })).toMatchObject({ status: 'in_progress', paymentState: 'disputed' });
  });

  it('cannot decide for either side as a member of both', async () => {
    const { id, brand, creator, asBrand, asCreator } = await newBooking(stack.deps, { status: 'completed' });
    const person = await newBrand(stack.deps);
    const [forBrand, forCreator] = [await join(person, brand), await join(person, creator)];
    const problem = { id, problem: 'The sound is missing.', desiredOutcome: null };
    const review = { bookingId: id, stars: 5, parts: [5, 5, 5] as [number, number, number], text: '', staffNote: '' };
    expect(await getRefusalCode(stack.as(forBrand).disputes.reportProblem(problem))).toBe('ACTS_FOR_BOTH_SIDES');
    expect(await getRefusalCode(stack.as(forBrand).settlements.approve({ id }))).toBe('ACTS_FOR_BOTH_SIDES');
    for (const user of [forBrand, forCreator])
      expect(await getRefusalCode(stack.as(user).reviews.write(review))).toBe('ACTS_FOR_BOTH_SIDES');
    await asBrand.disputes.reportProblem(problem);
    expect(await getRefusalCode(stack.as(forCreator).disputes.agreeToRefund({ id }))).toBe('ACTS_FOR_BOTH_SIDES');
    expect(await getRefusalCode(stack.as(forCreator).disputes.proposeSplit({ id, creatorAmount: '1' }))).toBe(
      'ACTS_FOR_BOTH_SIDES',
    );
    // The other members of both workspaces can still act.
    await asCreator.disputes.agreeToRefund({ id });
    expect(await asBrand.bookings.byId({ id })).toMatchObject({ paymentState: 'refunded' });
  });

  it('cannot answer, change, accept or end an offer', async () => {
    const creator = await newPayableCreator(stack.deps);
    const brand = await newBrand(stack.deps);
    const { id } = await stack.as(brand).offers.request(createOfferRequest(creator.workspaceId));
    const person = await newCreator(stack.deps);
    const [forBrand, forCreator] = [await join(person, brand), await join(person, creator)];
    expect(await getRefusalCode(stack.as(forCreator).offers.answer({ id, ...OFFER_VERSION }))).toBe(
      'ACTS_FOR_BOTH_SIDES',
    );
    await stack.as(creator).offers.answer({ id, ...OFFER_VERSION });
    const counter = { id, scope: 'Two reels.', price: '1', deliveryDays: 3 };
    expect(await getRefusalCode(stack.as(forBrand).offers.counter(counter))).toBe('ACTS_FOR_BOTH_SIDES');
    for (const user of [forBrand, forCreator])
      expect(await getRefusalCode(stack.as(user).offers.end({ id, message: '' }))).toBe('ACTS_FOR_BOTH_SIDES');
  });
});

describe('a brand that shares a member with a creator', () => {
  it('cannot order from the creator, ask for an offer or request an order', async () => {
    const creator = await newPayableCreator(stack.deps);
    const { id: packageId } = await newPackage(stack.deps, creator);
    const brand = await newBrand(stack.deps);
    await join(creator, brand);
    const order = { packageId, customer: SAMPLE_CUSTOMER };
    const booker = await newMember(stack.deps, brand, 'booker');
    await stack.as(brand).approvals.saveSettings({ rule: 'always', above: '', approvers: 1, allowsOwn: false });
    for (const user of [brand, booker]) {
      const as = stack.as(user);
      const own = { ...order, brandUserId: user.id };
      expect(await getRefusalCode(as.payments.openCheckout(own))).toBe('MEMBER_SHARED_WITH_CREATOR');
      expect(await getRefusalCode(as.orderRequests.create({ order: own, cardId: null }))).toBe(
        'MEMBER_SHARED_WITH_CREATOR',
      );
      expect(await getRefusalCode(as.offers.request(createOfferRequest(creator.workspaceId)))).toBe(
        'MEMBER_SHARED_WITH_CREATOR',
      );
    }
  });

  it('cannot approve an order that was requested before', async () => {
    const creator = await newPayableCreator(stack.deps);
    const { id: packageId } = await newPackage(stack.deps, creator);
    const brand = await newBrand(stack.deps);
    const [booker, approver] = [
      await newMember(stack.deps, brand, 'booker'),
      await newMember(stack.deps, brand, 'approver'),
    ];
    await stack.as(brand).approvals.saveSettings({ rule: 'always', above: '', approvers: 1, allowsOwn: false });
    const { id } = await stack.as(booker).orderRequests.create({
      order: { packageId, brandUserId: booker.id, customer: SAMPLE_CUSTOMER },
      cardId: null,
    });
    await join(approver, creator);
    expect(await getRefusalCode(stack.as(approver).orderRequests.approve({ id }))).toBe('ACTS_FOR_BOTH_SIDES');
    expect(await stack.as(brand).orderRequests.approve({ id })).toMatchObject({ state: 'returned', bookingId: null });
  });
});
