/** Tests that payouts wait after the payout account was changed, and that none is lost or made twice. */
import { PAYOUT_HOLD_HOURS } from '@marquee/booking';
import { HOUR_MS } from '@marquee/time';
import { afterEach, describe, expect, it } from 'vitest';
import type { SessionUser } from '../../../src/core/ctx.ts';
import { setFaultHooks } from '../../../src/core/faults.ts';
import { newAdmin, newBooking, newCreator, newPayableCreator, setUpPayouts } from '../../../src/demo/builders.ts';
import { syncPayoutAccount } from '../../../src/modules/money/settlements/payout-accounts.service.ts';
import { useStack } from '../../support/stack.ts';
import { waitFor } from '../../support/wait.ts';

const HOLD_MS = PAYOUT_HOLD_HOURS * HOUR_MS;
const stack = useStack({}, { mailbox: true });

const rowOf = (user: SessionUser) =>
  stack.deps.db.selectFrom('workspace').selectAll().where('id', '=', user.workspaceId).executeTakeFirstOrThrow();
const accountOf = async (user: SessionUser) => (await rowOf(user)).stripeAccountId ?? '';
const replaceBank = async (user: SessionUser) => {
  await stack.stripe.replaceBank(await accountOf(user));
  await stack.settle();
};
const countTransfers = async (user: SessionUser) => {
  const account = await accountOf(user);
  return (await stack.stripe.objects('transfer')).filter(({ destination }) => destination === account).length;
};
const changesOf = (user: SessionUser) =>
  stack.deps.db
    .selectFrom('payoutChange')
    .select(['kind', 'detail'])
    .where('creatorId', '=', user.workspaceId)
    .orderBy('at')
    .execute();
/** Returns a completed booking that the brand has approved. */
const newApprovedBooking = async (creator: SessionUser) => {
  const booking = await newBooking(stack.deps, { creator, status: 'completed' });
  await booking.asBrand.settlements.approve({ id: booking.id });
  await stack.settle();
  return booking;
};

afterEach(() => setFaultHooks({}));

describe('a payout', () => {
  it('waits 72 hours after the bank account was replaced at Stripe, and is then sent once', async () => {
    const creator = await newPayableCreator(stack.deps);
    await replaceBank(creator);
    const { id, asCreator, asBrand } = await newApprovedBooking(creator);

    expect(await asCreator.bookings.byId({ id })).toMatchObject({
      paymentState: 'releasing',
      blockedReason: 'payout_change',
      nextStep: { text: expect.stringContaining('your payout account was changed') as string },
    });
    expect((await asBrand.bookings.byId({ id })).nextStep.text).toContain('on hold for a security check');
    const { account } = await stack.as(creator).payouts.summary();
    expect(account).toMatchObject({ isFrozen: false, heldUntil: (await rowOf(creator)).payoutsHeldUntil });
    await stack.pass(HOLD_MS - HOUR_MS);
    expect(await countTransfers(creator)).toBe(0);
    await stack.pass(2 * HOUR_MS);
    expect(await asCreator.bookings.byId({ id })).toMatchObject({ paymentState: 'released', blockedReason: null });
    expect(await countTransfers(creator)).toBe(1);
  });

  it('waits longer after a second change', async () => {
    const creator = await newPayableCreator(stack.deps);
    await replaceBank(creator);
    const { id, asCreator } = await newApprovedBooking(creator);
    await stack.pass(HOLD_MS / 2);
    await replaceBank(creator);
    await stack.pass(HOLD_MS / 2 + HOUR_MS);
    expect((await asCreator.bookings.byId({ id })).blockedReason).toBe('payout_change');
    await stack.pass(HOLD_MS / 2);
    expect((await asCreator.bookings.byId({ id })).paymentState).toBe('released');
  });

  it('does not wait after the first setup', async () => {
    const creator = await newPayableCreator(stack.deps);
    const { id, asCreator } = await newApprovedBooking(creator);
    expect((await asCreator.bookings.byId({ id })).paymentState).toBe('released');
    expect(await changesOf(creator)).toEqual([]);
  });

  it('waits after the first setup if the account was ever used on a new device, even if it was long ago', async () => {
    const creator = await newCreator(stack.deps);
    const { id, asCreator } = await newApprovedBooking(creator);
    const signIn = { personId: creator.id, method: 'password', outcome: 'signed_in', isNewDevice: true } as const;
    await stack.deps.db
      .insertInto('signIn')
      .values({ ...signIn, at: stack.deps.now(), userAgent: null, ip: null, place: null })
      .execute();
    // A thief could wait until the end of a shorter time.
    await stack.advance(30 * 24 * HOUR_MS);
    await setUpPayouts(stack.deps, creator);
    await stack.settle();
    expect(
      (await stack.mailsTo(creator.email)).find(({ subject }) => subject === 'Your payout account was changed')?.text,
    ).toContain('Your Marquee payouts were set up with the bank account ending in');
    expect((await asCreator.bookings.byId({ id })).blockedReason).toBe('payout_change');
    expect(await changesOf(creator)).toMatchObject([{ kind: 'first_setup' }]);
    await stack.pass(HOLD_MS + HOUR_MS);
    expect((await asCreator.bookings.byId({ id })).paymentState).toBe('released');
  });

  it('that Stripe made before a change is recorded, even if the process fails in between', async () => {
    const creator = await newPayableCreator(stack.deps);
    const { id, asBrand, asCreator } = await newBooking(stack.deps, { creator, status: 'completed' });
    // Fails every attempt between the transfer and its record.
    setFaultHooks({
      crash: (point) => {
        if (point === 'release.after_stripe') throw new Error('The process fails here');
        return false;
      },
    });
    await asBrand.settlements.approve({ id });
    await waitFor(async () => expect(await countTransfers(creator)).toBe(1));
    await stack.stripe.replaceBank(await accountOf(creator));
    await waitFor(async () => expect((await rowOf(creator)).payoutsHeldUntil).not.toBeNull());
    setFaultHooks({});
    const stateOf = async () => (await asCreator.bookings.byId({ id })).paymentState;
    await waitFor(async () => expect(await stateOf()).toBe('released'));
    expect(await countTransfers(creator)).toBe(1);
  });

  it('is sent once if many approvals and bank changes happen at once', async () => {
    const creator = await newPayableCreator(stack.deps);
    const bookings = await Promise.all(
      Array.from({ length: 4 }, () => newBooking(stack.deps, { creator, status: 'completed' })),
    );
    const account = await accountOf(creator);
    await Promise.all([
      ...bookings.map(({ id, asBrand }) => asBrand.settlements.approve({ id })),
      stack.stripe.replaceBank(account),
      ...Array.from({ length: 3 }, () => syncPayoutAccount(stack.deps, account)),
    ]);
    await stack.settle();
    const states = await Promise.all(
      bookings.map(async ({ id, asCreator }) => {
        const { paymentState, blockedReason } = await asCreator.bookings.byId({ id });
        return `${paymentState} ${blockedReason ?? ''}`;
      }),
    );
    expect(states.every((state) => ['released ', 'releasing payout_change'].includes(state))).toBe(true);
    expect(await countTransfers(creator)).toBe(states.filter((state) => state === 'released ').length);
    await stack.pass(HOLD_MS + HOUR_MS);
    expect(await countTransfers(creator)).toBe(bookings.length);
  });
});

describe('a change of the payout account', () => {
  it('is recorded and emailed once, even if Stripe repeats its webhooks', async () => {
    const creator = await newPayableCreator(stack.deps);
    await stack.stripe.webhookFaults({ duplicates: 3 });
    try {
      await replaceBank(creator);
    } finally {
      await stack.stripe.webhookFaults({ duplicates: 0 });
    }
    await syncPayoutAccount(stack.deps, await accountOf(creator));
    expect(await changesOf(creator)).toEqual([{ kind: 'bank_account', detail: '4321' }]);
    const mails = (await stack.mailsTo(creator.email)).filter(({ subject }) => /payout account/.test(subject));
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('ending in 4321');
  });

  it('holds payouts when a bank account is added and when it becomes the one for payouts, but not when it is removed', async () => {
    const creator = await newPayableCreator(stack.deps);
    const account = await accountOf(creator);
    await stack.stripe.addBank(account);
    await stack.settle();
    expect(await changesOf(creator)).toEqual([{ kind: 'bank_added', detail: '4321' }]);
    expect((await stack.mailsTo(creator.email)).map(({ text }) => text)).toEqual([
      expect.stringContaining('The bank account ending in 4321 was added to your Marquee payouts.'),
    ]);
    const { id, asCreator } = await newApprovedBooking(creator);
    expect((await asCreator.bookings.byId({ id })).blockedReason).toBe('payout_change');
    await stack.pass(HOLD_MS - HOUR_MS);
    await stack.stripe.switchBank(account);
    await stack.settle();
    expect(await changesOf(creator)).toMatchObject([{ kind: 'bank_added' }, { kind: 'bank_account', detail: '4321' }]);
    await stack.pass(2 * HOUR_MS);
    expect((await asCreator.bookings.byId({ id })).blockedReason).toBe('payout_change');
    await stack.pass(HOLD_MS);
    expect((await asCreator.bookings.byId({ id })).paymentState).toBe('released');
    const heldUntil = (await rowOf(creator)).payoutsHeldUntil;
    await stack.stripe.removeOtherBanks(account);
    await stack.settle();
    expect((await rowOf(creator)).payoutBanks).toHaveLength(1);
    expect(await rowOf(creator)).toMatchObject({ payoutsHeldUntil: heldUntil });
    expect(await changesOf(creator)).toHaveLength(2);
  });

  it('also emails the address that the account had until recently', async () => {
    const creator = await newPayableCreator(stack.deps);
    const former = `former-${creator.id}@example.test`;
    await stack.deps.db
      .updateTable('person')
      .set({ formerEmail: former, emailChangedAt: stack.deps.now() })
      .where('id', '=', creator.id)
      .execute();
    await replaceBank(creator);
    expect((await stack.mailsTo(former)).map(({ subject }) => subject)).toEqual(['Your payout account was changed']);
    // After 30 days, the former address no longer belongs to the account.
    await stack.advance(31 * 24 * HOUR_MS);
    await replaceBank(creator);
    expect(await stack.mailsTo(former)).toHaveLength(1);
  });

  it('is visible to staff with the other changes of the account', async () => {
    const creator = await newPayableCreator(stack.deps);
    await replaceBank(creator);
    const staff = stack.as(await newAdmin(stack.deps));
    const { accountChanges, payoutChanges } = await staff.admin.user({ id: creator.id });
    expect(accountChanges.map(({ kind }) => kind)).toEqual(['payout_changed']);
    expect(payoutChanges).toMatchObject([{ kind: 'bank_account', detail: '4321' }]);
  });
});
