/** Tests the link with which a user secures the account after a change that they did not make. */
import { PAYOUT_HOLD_HOURS } from '@marquee/booking';
import { HOUR_MS } from '@marquee/time';
import { describe, expect, it } from 'vitest';
import type { SessionUser } from '../../../src/core/ctx.ts';
import { BUILDER_PASSWORD, newAdmin, newBooking, newBrand, newPayableCreator } from '../../../src/demo/builders.ts';
import { addBuilderPasskey } from '../../../src/demo/passkeys.ts';
import {
  callProcedure,
  findLinkToken,
  isSignedIn,
  registerAccount,
  RESET_SUBJECT,
  useAccounts,
} from '../../support/accounts.ts';

const HOLD_MS = PAYOUT_HOLD_HOURS * HOUR_MS;
const CHANGED_SUBJECT = 'Your payout account was changed';
const SECURED_SUBJECT = 'Choose a new password for your account';
const { stack, nobody, newest, rowOf } = useAccounts();

const signIn = async (email: string, password: string) =>
  (await (await nobody())('POST', '/api/auth/login', { email, password })).statusCode;
const replaceBank = async (user: SessionUser) => {
  await stack.stripe.replaceBank((await rowOf(user.id)).stripeAccountId ?? '');
  await stack.settle();
};
const secure = async (token: string) => callProcedure(await nobody(), 'recovery.secureAccount', { token });

describe('the link in an email about a change', () => {
  it('freezes payouts, ends all sessions and removes the password, so that a thief cannot continue', async () => {
    const creator = await newPayableCreator(stack.deps);
    const thief = await stack.asBrowser(creator);
    await replaceBank(creator);
    const booking = await newBooking(stack.deps, { creator, status: 'completed' });
    await booking.asBrand.settlements.approve({ id: booking.id });
    const token = findLinkToken(await newest(creator.email, CHANGED_SUBJECT));
    expect(await isSignedIn(thief)).toBe(true);

    expect(await secure(token)).toMatchObject({ status: 200, data: { email: creator.email } });
    expect(await isSignedIn(thief)).toBe(false);
    expect(await signIn(creator.email, BUILDER_PASSWORD)).toBe(401);
    await stack.pass(HOLD_MS + HOUR_MS);
    expect(await booking.asCreator.bookings.byId({ id: booking.id })).toMatchObject({
      paymentState: 'releasing',
      blockedReason: 'payouts_frozen',
    });
    await expect(stack.as(creator).payouts.openDashboard()).rejects.toThrow(/payouts are frozen/);
    await expect(stack.as(creator).payouts.startSetup()).rejects.toThrow(/payouts are frozen/);
    await expect(stack.as(creator).payouts.setCountry({ country: 'DE' })).rejects.toThrow(/payouts are frozen/);

    const staff = stack.as(await newAdmin(stack.deps));
    expect((await staff.admin.inbox({})).items).toContainEqual(
      expect.objectContaining({ kind: 'frozen_account', id: creator.id, personName: creator.fullName }),
    );
    await staff.admin.releasePayouts({ id: creator.id, reason: 'Confirmed by phone.' });
    await stack.settle();
    expect((await booking.asCreator.bookings.byId({ id: booking.id })).paymentState).toBe('released');
    expect(await newest(creator.email, 'Your payouts continue')).toBeDefined();
    await expect(staff.admin.releasePayouts({ id: creator.id, reason: 'Again.' })).rejects.toThrow(/already done/);
  });

  it('works once, and the email that follows leads to a new password', async () => {
    const creator = await newPayableCreator(stack.deps);
    await replaceBank(creator);
    const token = findLinkToken(await newest(creator.email, CHANGED_SUBJECT));
    const answers = await Promise.all([secure(token), secure(token)]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 400]));
    expect(await secure('x'.repeat(43))).toMatchObject({ failure: 'LINK_INVALID' });
    const reset = findLinkToken(await newest(creator.email, SECURED_SUBJECT));
    const password = 'new-quiet-otters-9';
    expect(await callProcedure(await nobody(), 'auth.resetPassword', { token: reset, password })).toMatchObject({
      status: 200,
    });
    expect(await signIn(creator.email, password)).toBe(200);
  });

  it('undoes a change of the email address if it was sent to the address before', async () => {
    const creator = await newPayableCreator(stack.deps);
    const address = `thief-${creator.id}@example.test`;
    for (const email of [address, `second-${address}`]) {
      await stack.deps.db.updateTable('person').set({ pendingEmail: email }).where('id', '=', creator.id).execute();
      await changeEmail(creator, email);
    }
    expect(await rowOf(creator.id)).toMatchObject({ email: `second-${address}`, formerEmail: creator.email });
    await replaceBank(creator);
    const token = findLinkToken(await newest(creator.email, CHANGED_SUBJECT));
    expect(await secure(token)).toMatchObject({ status: 200, data: { email: creator.email } });
    expect(await rowOf(creator.id)).toMatchObject({ email: creator.email, formerEmail: null });
    expect(await newest(creator.email, SECURED_SUBJECT)).toBeDefined();
  });

  it('does not work for a thief who received it at an address that the account no longer has', async () => {
    const creator = await newPayableCreator(stack.deps);
    const address = `thief-${creator.id}@example.test`;
    await changeEmail(creator, address);
    await replaceBank(creator);
    const ofThief = findLinkToken(await newest(address, CHANGED_SUBJECT));
    await secure(findLinkToken(await newest(creator.email, CHANGED_SUBJECT)));
    expect(await secure(ofThief)).toMatchObject({ failure: 'LINK_INVALID' });
  });

  it('does not restore an address that was never confirmed, because it may belong to a stranger', async () => {
    const { id, email } = await registerAccount(stack);
    const user = { ...(await rowOf(id)), workspaceId: id, forAgency: null } as unknown as SessionUser;
    await changeEmail(user, `right-${id}@example.test`);
    expect(await rowOf(id)).toMatchObject({ formerEmail: null });
    const token = findLinkToken(await newest(email, 'Your email address was changed'));
    expect(await secure(token)).toMatchObject({ failure: 'LINK_INVALID' });
  });

  it('removes second factors that were added recently, but keeps older ones', async () => {
    const [attacked, owner] = [await newPayableCreator(stack.deps), await newPayableCreator(stack.deps)];
    await addBuilderPasskey(stack.deps, owner.id);
    await stack.advance(HOLD_MS + HOUR_MS);
    await addBuilderPasskey(stack.deps, attacked.id);
    for (const creator of [attacked, owner]) {
      await replaceBank(creator);
      await secure(findLinkToken(await newest(creator.email, CHANGED_SUBJECT)));
    }
    expect((await rowOf(attacked.id)).hasFactor).toBe(false);
    expect((await rowOf(owner.id)).hasFactor).toBe(true);
  });

  it('secures the account of a brand and reports its workspace', async () => {
    const brand = await newBrand(stack.deps);
    await callProcedure(await nobody(), 'auth.forgotPassword', { email: brand.email });
    const reset = findLinkToken(await newest(brand.email, RESET_SUBJECT));
    await callProcedure(await nobody(), 'auth.resetPassword', { token: reset, password: 'another-otter-11' });
    const token = findLinkToken(await newest(brand.email, 'Your password was changed'));
    expect((await secure(token)).status).toBe(200);
    expect(await rowOf(brand.id)).toMatchObject({ passwordHash: null, reportedAt: expect.any(Date) as Date });
  });
});

/** Confirms the pending address with the link that is sent to it. */
async function changeEmail(creator: SessionUser, email: string): Promise<void> {
  await stack.as(creator).auth.changeEmail({ email });
  const token = findLinkToken(await newest(email, 'Confirm your new email address'));
  expect(await callProcedure(await nobody(), 'auth.confirmEmail', { token, change: true })).toMatchObject({
    status: 200,
  });
}
