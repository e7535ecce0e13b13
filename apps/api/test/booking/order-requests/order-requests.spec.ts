/** Tests orders that need an approval: their approvers, their reserved budget, and their ends. */
import { CARD_CONSENT_VERSION, type ApprovalSettingsForm } from '@marquee/validation';
import { describe, expect, it } from 'vitest';
import type { SessionUser } from '../../../src/core/ctx.ts';
import { inTransaction } from '../../../src/core/unit-of-work.ts';
import { newBrand, newPackage, newPayableCreator, newSavedCard } from '../../../src/demo/builders.ts';
import { findRequestingActor } from '../../../src/modules/booking/order-requests/order-requests.service.ts';
import { newMember } from '../../support/members.ts';

import { checkMoneyAfterAll } from '../../support/money-checks.ts';
import { useStack } from '../../support/stack.ts';

const stack = useStack({}, { mailbox: true });
checkMoneyAfterAll(stack);

const HOUR = 3_600_000;
/** The total of an order of the default package. */
const TOTAL = 22_885;

const ALWAYS: ApprovalSettingsForm = { rule: 'always', above: '', approvers: 1, allowsOwn: false };

/** Creates a brand with an owner and a booker whose orders need an approval, a budget of $500 and a saved card. */
async function newTeam(settings: Partial<ApprovalSettingsForm> = {}, paymentMethod?: string) {
  const owner = await newBrand(stack.deps, { fullName: 'Ada Owner' });
  const booker = await newMember(stack, owner, 'booker');
  const asOwner = stack.as(owner);
  const asBooker = stack.as(booker);
  await asOwner.approvals.saveSettings({ ...ALWAYS, ...settings });
  const budget = await asOwner.budgets.create({ name: 'Spring', clientId: null, period: 'total', limit: '500' });
  const card = await newSavedCard(stack.deps, owner, paymentMethod);
  const creator = await newPayableCreator(stack.deps);
  const { id: packageId } = await newPackage(stack.deps, creator);
  const order = { packageId, brandUserId: booker.id, budgetId: budget.id };
  const request = (by: SessionUser = booker) =>
    stack.as(by).orderRequests.create({ order: { ...order, brandUserId: by.id }, cardId: card.id });
  return { owner, booker, asOwner, asBooker, creator, packageId, order, request, card };
}

it('orders without the role, the factor and the account of the approver', async () => {
  const { owner, booker } = await newTeam();
  const approver = { ...owner, role: 'admin', hasFactor: true, idempotencyKey: 'click' } as const;
  const { requester, isMember } = await inTransaction(stack.deps, (tx) =>
    findRequestingActor(tx.db, booker.id, approver),
  );
  expect(isMember).toBe(true);
  expect(requester).toMatchObject({
    id: booker.id,
    email: booker.email,
    role: 'user',
    hasFactor: false,
    memberRole: 'booker',
    workspaceId: owner.workspaceId,
    forAgency: null,
  });
  expect(requester).not.toHaveProperty('idempotencyKey');
});

async function usedBy(owner: SessionUser): Promise<[number, number, number]> {
  const [budget] = await stack.as(owner).budgets.list();
  return [budget?.requestedCents ?? -1, budget?.committedCents ?? -1, budget?.spentCents ?? -1];
}

const countBookings = async ({ workspaceId }: SessionUser) =>
  (await stack.deps.db.selectFrom('booking').select('id').where('brandId', '=', workspaceId).execute()).length;

const subjectsTo = async ({ email }: SessionUser) => (await stack.mailsTo(email)).map(({ subject }) => subject);

describe('an order that needs an approval', () => {
  it('reserves the budget, and the approval books it and pays with the saved card', async () => {
    const { owner, booker, creator, asOwner, asBooker, order, request } = await newTeam();
    await expect(asBooker.payments.openCheckout(order)).rejects.toMatchObject({ failure: 'APPROVAL_REQUIRED' });
    const { id } = await request();
    expect(await usedBy(owner)).toEqual([TOTAL, 0, 0]);
    expect(await asBooker.orderRequests.byId({ id })).toMatchObject({ canApprove: false, canWithdraw: true });
    expect(await asOwner.orderRequests.byId({ id })).toMatchObject({
      requesterName: 'Kim Booker',
      totalCents: TOTAL,
      budgetName: 'Spring',
      budgetLeftCents: 50_000 - TOTAL,
      cardLast4: '4242',
      canApprove: true,
      canWithdraw: false,
    });
    expect(await asOwner.orderRequests.waitingCount()).toEqual({ count: 1, isUsed: true });
    expect(await subjectsTo(owner)).toContainEqual(expect.stringContaining('Kim Booker asks for your approval'));

    const approved = await asOwner.orderRequests.approve({ id });
    expect(approved).toMatchObject({ state: 'approved', approvals: [{ name: 'Ada Owner' }] });
    expect(await asBooker.bookings.byId({ id: approved.bookingId ?? '' })).toMatchObject({
      paymentState: 'authorized',
      totalCents: TOTAL,
    });
    const timelineOf = async (user: SessionUser) =>
      (await stack.as(user).bookings.byId({ id: approved.bookingId ?? '' })).timeline;
    const [requested, given, ordered] = await timelineOf(booker);
    expect(requested).toMatchObject({ kind: 'booking.requested', actorName: 'Kim Booker', at: approved.createdAt });
    expect(given).toMatchObject({ kind: 'booking.request_approved', actorName: 'Ada Owner' });
    expect(ordered).toMatchObject({ kind: 'booking.ordered' });
    expect((await timelineOf(creator))[0]).toMatchObject({ kind: 'booking.ordered' });
    const seenBy = async (user: SessionUser) => (await stack.as(user).profiles.activity()).map(({ kind }) => kind);
    expect(await seenBy(owner)).toContain('booking.request_approved');
    expect(await seenBy(creator)).not.toContain('booking.request_approved');
    expect(await usedBy(owner)).toEqual([0, TOTAL, 0]);
    expect(await asOwner.orderRequests.approve({ id })).toMatchObject({ bookingId: approved.bookingId });
    const booking = await stack.deps.db
      .selectFrom('booking')
      .select(['orderedByPersonId', 'brandContactPersonId'])
      .where('id', '=', approved.bookingId ?? '')
      .executeTakeFirstOrThrow();
    expect(booking).toEqual({ orderedByPersonId: booker.id, brandContactPersonId: booker.id });
    expect(await subjectsTo(booker)).toContainEqual(expect.stringContaining('Order approved'));
  });

  it('asks the requester to pay if the card needs an authentication', async () => {
    const { asOwner, booker, request } = await newTeam({}, 'pm_card_authenticationRequired');
    const { id } = await request();
    const { bookingId } = await asOwner.orderRequests.approve({ id });
    expect(await asOwner.bookings.byId({ id: bookingId ?? '' })).toMatchObject({ paymentState: 'requires_payment' });
    const [mail] = await stack.mailsTo(booker.email);
    expect(mail?.subject).toContain('Pay for your approved order');
    expect(mail?.text).toContain(`/checkout/${bookingId}`);
  });

  it.each<[string, Partial<ApprovalSettingsForm>, boolean]>([
    ['costs more than the amount', { rule: 'above', above: '228.84' }, true],
    ['does not cost more than the amount', { rule: 'above', above: '228.85' }, false],
    ['is from a new creator', { rule: 'new_creators' }, true],
    ['needs none', { rule: 'never' }, false],
  ])('is told so if it %s', async (_, settings, isNeeded) => {
    const { asBooker, order } = await newTeam(settings);
    const ordering = asBooker.payments.openCheckout(order);
    if (isNeeded) await expect(ordering).rejects.toMatchObject({ failure: 'APPROVAL_REQUIRED' });
    else expect(await ordering).toMatchObject({ totalCents: TOTAL });
  });

  it('needs no approval from a creator who was paid before', async () => {
    const { asOwner, asBooker, order, creator, request } = await newTeam({ rule: 'new_creators' });
    const { bookingId } = await asOwner.orderRequests.approve({ id: (await request()).id });
    expect(bookingId).not.toBeNull();
    const { id: packageId } = await newPackage(stack.deps, creator, { priceCents: 10_000 });
    expect(await asBooker.payments.openCheckout({ ...order, packageId })).toMatchObject({ totalCents: 11_500 });
  });

  it('needs two different approvers other than the requester', async () => {
    const team = await newTeam({ approvers: 2 });
    const approver = await newMember(stack, team.owner, 'approver', 'Ben Approver');
    const { id } = await team.request(approver);
    await expect(stack.as(approver).orderRequests.approve({ id })).rejects.toMatchObject({ failure: 'APPROVAL_OWN' });
    await expect(team.asBooker.orderRequests.approve({ id })).rejects.toMatchObject({ failure: 'PERMISSION_MISSING' });
    const third = await newMember(stack, team.owner, 'approver', 'Cleo Approver');
    const once = await team.asOwner.orderRequests.approve({ id });
    expect(once).toMatchObject({
      state: 'open',
      progress: { needed: 2, counted: [{ name: 'Ada Owner' }], missing: 1, waitingFor: [{ name: 'Cleo Approver' }] },
      canApprove: false,
    });
    expect(await team.asOwner.orderRequests.approve({ id })).toMatchObject({ state: 'open' });
    expect(await stack.as(third).orderRequests.approve({ id })).toMatchObject({ state: 'approved' });
  });

  it('goes to the remaining approver if one is removed, and stays open if the requester is removed', async () => {
    const team = await newTeam({ approvers: 2 });
    const approver = await newMember(stack, team.owner, 'approver', 'Ben Approver');
    const { id } = await team.request();
    expect(await team.asOwner.orderRequests.approve({ id })).toMatchObject({ state: 'open', canApprove: false });
    await stack.deps.db.deleteFrom('member').where('personId', 'in', [approver.id, team.booker.id]).execute();
    expect(await team.asOwner.orderRequests.byId({ id })).toMatchObject({
      progress: { needed: 1, missing: 0 },
      canApprove: true,
    });
    const { bookingId } = await team.asOwner.orderRequests.approve({ id });
    const { brandContactPersonId } = await stack.deps.db
      .selectFrom('booking')
      .select('brandContactPersonId')
      .where('id', '=', bookingId ?? '')
      .executeTakeFirstOrThrow();
    expect(brandContactPersonId).toBe(team.owner.id);
  });

  it('ignores the approval of a former member, and names the approvers of the missing approvals', async () => {
    const { owner, asOwner, request } = await newTeam({ approvers: 2 });
    const left = await newMember(stack, owner, 'approver', 'Ben Approver');
    const next = await newMember(stack, owner, 'approver', 'Cleo Approver');
    const { id } = await request();
    expect((await stack.mailsTo(next.email))[0]?.text).toContain('Approvals needed: 2');
    await stack.as(left).orderRequests.approve({ id });
    await stack.deps.db.deleteFrom('member').where('personId', '=', left.id).execute();
    const answer = await asOwner.orderRequests.approve({ id });
    expect(answer).toMatchObject({
      state: 'open',
      progress: {
        needed: 2,
        counted: [{ name: 'Ada Owner' }],
        uncounted: [{ name: 'Ben Approver' }],
        missing: 1,
        waitingFor: [{ id: next.id, name: 'Cleo Approver' }],
      },
    });
    expect(await asOwner.orderRequests.open()).toMatchObject([{ id, progress: answer.progress }]);
    expect(await stack.as(next).orderRequests.approve({ id })).toMatchObject({ state: 'approved', progress: null });
  });

  it('of an owner can be approved by the owner if there is no other approver', async () => {
    const { owner, asOwner, order } = await newTeam();
    expect(await asOwner.payments.openCheckout({ ...order, brandUserId: owner.id })).toMatchObject({
      totalCents: TOTAL,
    });
  });

  it('is invisible to other workspaces', async () => {
    const { request } = await newTeam();
    const { id } = await request();
    const stranger = stack.as(await newBrand(stack.deps));
    for (const call of [stranger.orderRequests.byId, stranger.orderRequests.approve, stranger.orderRequests.withdraw])
      await expect(call({ id })).rejects.toMatchObject({ failure: 'ORDER_REQUEST_NOT_FOUND' });
    expect(await stranger.orderRequests.open()).toEqual([]);
  });

  it('cannot be requested twice', async () => {
    const { request } = await newTeam();
    await request();
    await expect(request()).rejects.toMatchObject({ failure: 'ORDER_REQUEST_OPEN' });
  });
});

describe('an approved order that is not paid yet', () => {
  /** Creates an approved order without a card. */
  async function newApprovedOrder() {
    const team = await newTeam();
    const { id } = await team.asBooker.orderRequests.create({ order: team.order, cardId: null });
    const { bookingId } = await team.asOwner.orderRequests.approve({ id });
    if (bookingId === null) throw new Error('The request has no booking');
    const findOrder = () =>
      stack.deps.db
        .selectFrom('booking')
        .select(['status', 'cancelReason', 'customer', 'answers', 'totalCents', 'clientId', 'budgetPeriodId'])
        .where('id', '=', bookingId)
        .executeTakeFirstOrThrow();
    return { ...team, bookingId, findOrder };
  }

  it('cannot be changed by the requester or another member, in its brief, price, client or budget', async () => {
    const { owner, booker, order, creator, packageId, findOrder } = await newApprovedOrder();
    const before = await findOrder();
    const other = await newMember(stack, owner, 'booker', 'Other Booker');
    const client = await stack.as(owner).clients.save({
      name: 'Southgate',
      legalName: '',
      address: '',
      country: '',
      taxId: '',
    });
    for (const user of [owner, other, booker]) {
      const own = { ...order, brandUserId: user.id };
      const checkout = stack.as(user).payments.openCheckout;
      const customer = { name: 'Mallory', email: 'mallory@northwind.test', projectDescription: 'Another brief.' };
      for (const changed of [
        { ...own, customer },
        { ...own, budgetId: undefined },
        { ...own, clientId: client.id },
      ])
        await expect(checkout(changed)).rejects.toMatchObject({ failure: 'ORDER_APPROVED' });
    }
    await stack.as(creator).packages.save({
      id: packageId,
      name: 'One Reel and three Stories',
      description: 'A shorter Reel, and three Stories with your link.',
      deliveryDays: 5,
      features: ['1 Instagram Reel'],
      price: '149.00',
    });
    await expect(stack.as(owner).payments.openCheckout({ ...order, brandUserId: owner.id })).rejects.toMatchObject({
      failure: 'ORDER_APPROVED',
    });
    expect(await findOrder()).toEqual(before);
  });

  it('is not replaced by another order that needs its slot, or by the approval of another member’s order', async () => {
    const { owner, asOwner, creator, packageId, findOrder } = await newApprovedOrder();
    await stack.as(creator).availability.save({ maxBookings: 1, leadDays: 0, timeOff: [] });
    const { id: secondId } = await newPackage(stack.deps, creator, { name: 'Two Reels' });
    const other = await newMember(stack, owner, 'booker', 'Other Booker');
    const orderBy = (id: string) => ({ order: { packageId: id, brandUserId: other.id }, cardId: null });
    await expect(stack.as(other).orderRequests.create(orderBy(secondId))).rejects.toMatchObject({
      failure: 'CREATOR_FULLY_BOOKED',
    });
    await stack.as(creator).availability.save({ maxBookings: 5, leadDays: 0, timeOff: [] });
    const { id } = await stack.as(other).orderRequests.create(orderBy(packageId));
    expect(await asOwner.orderRequests.approve({ id })).toMatchObject({
      state: 'returned',
      reason: expect.stringContaining('This order was approved') as string,
    });
    expect(await findOrder()).toMatchObject({ status: 'pending', cancelReason: null });
  });

  it('can be paid by the requester, and by members whose own limits allow it', async () => {
    const { owner, asOwner, booker, order, card, bookingId: id } = await newApprovedOrder();
    const small = await newMember(stack, owner, 'booker', 'Small Booker', { orderLimitCents: TOTAL - 1 });
    const monthly = await newMember(stack, owner, 'booker', 'Monthly Booker', { monthLimitCents: TOTAL - 1 });
    for (const user of [small, monthly]) {
      const { payments } = stack.as(user);
      for (const call of [
        () => payments.resumeCheckout({ id }),
        () => payments.payWithCard({ id, cardId: card.id }),
        () => payments.setCardSaving({ id, isSaved: false, consentVersion: CARD_CONSENT_VERSION }),
        () => payments.openCheckout({ ...order, brandUserId: user.id }),
      ])
        await expect(call(), String(call)).rejects.toMatchObject({ failure: 'ORDER_LIMIT_EXCEEDED' });
    }
    await asOwner.workspaces.changeLimits({ personId: booker.id, orderLimit: '200', monthLimit: '' });
    expect(await stack.as(booker).payments.resumeCheckout({ id })).toMatchObject({ bookingId: id });
    expect(await stack.as(booker).payments.openCheckout(order)).toMatchObject({ bookingId: id });
    const large = await newMember(stack, owner, 'booker', 'Large Booker', { orderLimitCents: TOTAL });
    expect(await stack.as(large).payments.payWithCard({ id, cardId: card.id })).toEqual({ outcome: 'authorized' });
  });
});

describe('a member with limits', () => {
  it('can request orders that exceed the limit of one order or of the month', async () => {
    const { owner, asOwner, order, card } = await newTeam({ rule: 'never' });
    const small = await newMember(stack, owner, 'booker', 'Small Booker');
    await asOwner.workspaces.changeLimits({ personId: small.id, orderLimit: '200', monthLimit: '' });
    const asSmall = stack.as(small);
    await expect(asSmall.payments.openCheckout({ ...order, brandUserId: small.id })).rejects.toMatchObject({
      failure: 'APPROVAL_REQUIRED',
    });
    const { id } = await asSmall.orderRequests.create({ order: { ...order, brandUserId: small.id }, cardId: card.id });
    expect(await asOwner.orderRequests.approve({ id })).toMatchObject({ state: 'approved' });

    const monthly = await newMember(stack, owner, 'booker', 'Monthly Booker', { monthLimitCents: 30_000 });
    const asMonthly = stack.as(monthly);
    const { id: packageId } = await newPackage(stack.deps, await newPayableCreator(stack.deps));
    await asMonthly.payments.openCheckout({ packageId, brandUserId: monthly.id });
    expect(await asMonthly.approvals.ownLimits()).toEqual({
      orderLimitCents: null,
      monthLimitCents: 30_000,
      leftCents: 30_000 - TOTAL,
    });
    const { id: otherId } = await newPackage(stack.deps, await newPayableCreator(stack.deps));
    await expect(
      asMonthly.payments.openCheckout({ packageId: otherId, brandUserId: monthly.id }),
    ).rejects.toMatchObject({ failure: 'APPROVAL_REQUIRED' });
  });

  it('cannot exceed them if only they could approve the order', async () => {
    const { owner, order } = await newTeam({ rule: 'never', allowsOwn: true });
    const small = await newMember(stack, owner, 'approver', 'Small Approver', { orderLimitCents: 20_000 });
    await expect(stack.as(small).payments.openCheckout({ ...order, brandUserId: small.id })).rejects.toMatchObject({
      failure: 'ORDER_LIMIT_EXCEEDED',
      message: 'This order costs $228.85, but you may order at most $200.00 at once. Ask a member with a higher limit.',
    });
  });

  it('cannot change them, and an owner cannot limit themselves', async () => {
    const { owner, asOwner, booker, asBooker } = await newTeam();
    const limits = { orderLimit: '', monthLimit: '1000' };
    await expect(asBooker.workspaces.changeLimits({ personId: booker.id, ...limits })).rejects.toMatchObject({
      failure: 'PERMISSION_MISSING',
    });
    await expect(asOwner.workspaces.changeLimits({ personId: owner.id, ...limits })).rejects.toMatchObject({
      failure: 'MEMBER_SELF',
    });
    const { members } = await asOwner.workspaces.changeLimits({ personId: booker.id, ...limits });
    expect(members.find(({ id }) => id === booker.id)).toMatchObject({
      orderLimitCents: null,
      monthLimitCents: 100_000,
    });
    const [action] = (await asOwner.workspaces.actions({})).items;
    expect(action).toMatchObject({ kind: 'member.limits_changed', about: 'Kim Booker' });
  });
});

describe('an open request', () => {
  it('is emailed once to the members who become its approvers', async () => {
    const { owner, asOwner, request } = await newTeam();
    const approver = await newMember(stack, owner, 'approver', 'Ben Approver');
    const viewer = await newMember(stack, owner, 'viewer', 'Vic Viewer');
    await request();
    const requestsTo = async (user: SessionUser) => {
      await stack.settle();
      return (await subjectsTo(user)).filter((subject) => subject.includes('asks for your approval')).length;
    };
    expect([await requestsTo(owner), await requestsTo(approver), await requestsTo(viewer)]).toEqual([1, 1, 0]);
    await asOwner.workspaces.removeMember({ personId: approver.id, heirId: owner.id });
    await asOwner.workspaces.changeRole({ personId: viewer.id, role: 'approver' });
    expect([await requestsTo(owner), await requestsTo(approver), await requestsTo(viewer)]).toEqual([1, 1, 1]);
    // An approver who becomes an owner could approve before.
    await asOwner.workspaces.changeRole({ personId: viewer.id, role: 'owner' });
    expect(await requestsTo(viewer)).toBe(1);
  });

  it('is emailed again to a member who is an approver again, in one email with the other requests', async () => {
    const { owner, creator, asOwner, request } = await newTeam();
    const approver = await newMember(stack, owner, 'approver', 'Ben Approver');
    await request();
    const { id: packageId } = await newPackage(stack.deps, creator, { name: 'Story' });
    const own = { order: { packageId, brandUserId: owner.id }, cardId: null };
    await asOwner.orderRequests.create(own);
    for (const role of ['viewer', 'approver'] as const) {
      await stack.pass(60_000);
      await asOwner.workspaces.changeRole({ personId: approver.id, role });
    }
    const mails = (await stack.mailsTo(approver.email)).filter(({ subject }) => subject.includes('your approval'));
    expect(mails.map(({ subject }) => subject)).toEqual([
      '2 orders need your approval',
      expect.stringContaining('Ada Owner asks for your approval'),
      expect.stringContaining('Kim Booker asks for your approval'),
    ]);
    expect(mails[0]?.text).toMatch(/^Story from .*requested by Ada Owner/m);
  });
});

describe('a request that is not approved', () => {
  it('releases its budget when it is declined, and tells the requester why', async () => {
    const { owner, booker, asOwner, asBooker, request } = await newTeam();
    const { id } = await request();
    await expect(asBooker.orderRequests.decline({ id, reason: '' })).rejects.toMatchObject({
      failure: 'PERMISSION_MISSING',
    });
    await asOwner.orderRequests.decline({ id, reason: 'Not this quarter.' });
    expect(await usedBy(owner)).toEqual([0, 0, 0]);
    const [mail] = await stack.mailsTo(booker.email);
    expect(mail?.text).toContain('Ada Owner declined your request to order “');
    expect(mail?.text).toContain('Reason: Not this quarter.');
    await expect(asOwner.orderRequests.approve({ id })).rejects.toMatchObject({ failure: 'ORDER_REQUEST_CLOSED' });
    expect((await asBooker.orderRequests.closed({})).items).toMatchObject([{ id, state: 'declined' }]);
  });

  it('releases its budget when it is withdrawn', async () => {
    const { owner, asOwner, asBooker, request } = await newTeam();
    const { id } = await request();
    await expect(asOwner.orderRequests.withdraw({ id })).rejects.toMatchObject({ failure: 'ORDER_REQUEST_NOT_FOUND' });
    await asBooker.orderRequests.withdraw({ id });
    expect(await usedBy(owner)).toEqual([0, 0, 0]);
  });

  it('releases its budget after 48 hours', async () => {
    const { owner, asOwner, request } = await newTeam();
    const { id } = await request();
    await stack.pass(47 * HOUR);
    expect(await usedBy(owner)).toEqual([TOTAL, 0, 0]);
    await stack.pass(2 * HOUR);
    expect(await usedBy(owner)).toEqual([0, 0, 0]);
    expect(await asOwner.orderRequests.byId({ id })).toMatchObject({ state: 'expired', canApprove: false });
  });

  it.each<[string, (team: Awaited<ReturnType<typeof newTeam>>) => Promise<unknown>, string]>([
    [
      'the price changes',
      ({ creator, packageId }) =>
        stack.as(creator).packages.save({ id: packageId, name: 'Reel', description: 'One Reel.', price: '210.00' }),
      'The total changed from $228.85 to $241.50.',
    ],
    [
      'the package changes',
      ({ creator, packageId }) =>
        stack.as(creator).packages.save({ id: packageId, name: 'Reel', description: 'One Reel.', price: '199.00' }),
      'The creator changed the package after the request.',
    ],
    [
      'the package is no longer for sale',
      ({ creator, packageId }) => stack.as(creator).packages.remove({ id: packageId }),
      'Package not found',
    ],
    [
      'the budget is archived',
      ({ asOwner, order }) => asOwner.budgets.archive({ id: order.budgetId, isArchived: true }),
      'This budget does not exist or is archived. Please choose another one.',
    ],
  ])('goes back to the requester if %s before the approval', async (_, change, reason) => {
    const team = await newTeam();
    const { id } = await team.request();
    await change(team);
    expect(await team.asOwner.orderRequests.approve({ id })).toMatchObject({ state: 'returned', reason });
    expect(await usedBy(team.owner)).toEqual([0, 0, 0]);
    expect(await countBookings(team.owner)).toBe(0);
    expect((await stack.mailsTo(team.booker.email))[0]?.text).toContain(reason);
  });

  it('is refused at the request if the budget is exhausted, and never exceeds it in between', async () => {
    const { owner, asOwner, order, request } = await newTeam();
    const { id } = await request();
    const { id: packageId } = await newPackage(stack.deps, await newPayableCreator(stack.deps), { priceCents: 30_000 });
    await expect(asOwner.payments.openCheckout({ ...order, packageId, brandUserId: owner.id })).rejects.toMatchObject({
      failure: 'BUDGET_EXCEEDED',
    });
    expect(await asOwner.orderRequests.approve({ id })).toMatchObject({ state: 'approved' });
    expect(await usedBy(owner)).toEqual([0, TOTAL, 0]);
  });
});

describe('simultaneous decisions', () => {
  it('of two approvers place one booking', async () => {
    for (let round = 0; round < 3; round++) {
      const team = await newTeam();
      const approver = await newMember(stack, team.owner, 'approver', 'Ben Approver');
      const { id } = await team.request();
      const results = await Promise.allSettled(
        [team.owner, approver, team.owner, approver].map((user) => stack.as(user).orderRequests.approve({ id })),
      );
      expect(results.every(({ status }) => status === 'fulfilled')).toBe(true);
      await stack.settle();
      expect(await countBookings(team.owner)).toBe(1);
      expect(await usedBy(team.owner)).toEqual([0, TOTAL, 0]);
    }
  });

  it.each(['withdrawn', 'expired'] as const)(
    'of an approver and a request that is %s have one outcome',
    async (end) => {
      for (let round = 0; round < 3; round++) {
        const { owner, asOwner, asBooker, request } = await newTeam();
        const { id } = await request();
        if (end === 'expired') await stack.advance(48 * HOUR - 20);
        await Promise.allSettled([
          asOwner.orderRequests.approve({ id }),
          end === 'withdrawn' ? asBooker.orderRequests.withdraw({ id }) : stack.advance(40),
          asOwner.orderRequests.approve({ id }),
        ]);
        await stack.settle();
        const { state } = await asOwner.orderRequests.byId({ id });
        expect(['approved', end]).toContain(state);
        expect(await countBookings(owner)).toBe(state === 'approved' ? 1 : 0);
        expect(await usedBy(owner)).toEqual(state === 'approved' ? [0, TOTAL, 0] : [0, 0, 0]);
      }
    },
  );
});
