/** Tests the link with which a user secures the account after a change that they did not make. */
import { PAYOUT_HOLD_HOURS } from '@marquee/booking';
import { HOUR_MS } from '@marquee/time';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SessionUser } from '../../../src/core/ctx.ts';
import { BUILDER_PASSWORD, newAdmin, newBooking, newBrand, newPayableCreator } from '../../../src/demo/builders.ts';
import { addBuilderPasskey } from '../../../src/demo/passkeys.ts';
import { addPasskey, createSecureToken } from '../../support/account-races.ts';
import {
  callProcedure,
  findLinkToken,
  isSignedIn,
  registerAccount,
  RESET_SUBJECT,
  useAccounts,
} from '../../support/accounts.ts';
import { usePasskey, type SoftwarePasskey } from '../../support/passkeys.ts';
import type { TestBrowser } from '../../support/stack.ts';

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
/** The browser of the person who opens the links. A passkey's challenge belongs to its session. */
let visitor: TestBrowser;
beforeAll(async () => {
  visitor = await nobody();
});
const secure = (token: string, step?: object) =>
  callProcedure(visitor, 'recovery.secureAccount', { token, ...(step && { step }) });
const checkLink = (token: string) => callProcedure(visitor, 'recovery.checkLink', { token });
const signForLink = async (token: string, passkey: SoftwarePasskey) => {
  const { data } = await callProcedure(visitor, 'recovery.beginPasskey', { token });
  return usePasskey(passkey, data as { challenge: string; rpId: string }, stack.deps.env.PUBLIC_URL);
};

async function factorsOf({ id }: SessionUser) {
  const { db } = stack.deps;
  const { hasFactor, factorSince } = await rowOf(id);
  const passkeys = await db.selectFrom('passkey').select('id').where('personId', '=', id).execute();
  const codes = await db.selectFrom('recoveryCode').select('codeHash').where('personId', '=', id).execute();
  return { hasFactor, factorSince, passkeys: passkeys.length, recoveryCodes: codes.length };
}

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
    expect(await newest(creator.email, 'Your workspace is unlocked')).toBeDefined();
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

describe('the link in an email about a change, if the account has a second factor', () => {
  it('removes the factors that were added since the change, and their recovery codes', async () => {
    const user = await newBrand(stack.deps);
    const thief = await stack.asBrowser(user);
    const token = await createSecureToken(stack, user);
    expect((await addPasskey(stack, thief)).answer.status).toBe(200);
    // This passkey was added with the first one, which is the thief's, too.
    expect((await addPasskey(stack, thief)).answer.status).toBe(200);
    expect(await checkLink(token)).toMatchObject({ data: { factors: null } });
    expect(await secure(token)).toMatchObject({ status: 200, data: { email: user.email } });
    expect(await factorsOf(user)).toEqual({ hasFactor: false, factorSince: null, passkeys: 0, recoveryCodes: 0 });
  });

  it('removes a factor with the link in the email about it', async () => {
    const user = await newBrand(stack.deps);
    await addPasskey(stack, await stack.asBrowser(user));
    const token = findLinkToken(await newest(user.email, 'A passkey was added to your account'));
    expect(await secure(token)).toMatchObject({ status: 200, data: { email: user.email } });
    expect(await factorsOf(user)).toMatchObject({ hasFactor: false, passkeys: 0 });
  });

  it('is not asked for a factor that was added shortly before the change, because it may be the thief’s', async () => {
    const user = await newBrand(stack.deps);
    await addPasskey(stack, await stack.asBrowser(user));
    await stack.advance(HOUR_MS);
    const token = await createSecureToken(stack, user);
    expect(await checkLink(token)).toMatchObject({ data: { factors: null } });
    expect(await secure(token)).toMatchObject({ status: 200, data: { email: user.email } });
    expect(await factorsOf(user)).toMatchObject({ hasFactor: false, passkeys: 0 });
  });

  it('does not remove a factor that was added with an older one, nor recovery codes from before the change', async () => {
    const user = await newBrand(stack.deps);
    const browser = await stack.asBrowser(user);
    const { recoveryCodes, passkey } = await addPasskey(stack, browser);
    await stack.advance(73 * HOUR_MS);
    const token = await createSecureToken(stack, user);
    await confirmWithPasskey(browser, passkey);
    expect((await addPasskey(stack, browser)).answer.status).toBe(200);
    expect(await secure(token, { code: recoveryCodes[0] ?? '' })).toMatchObject({ data: { email: user.email } });
    expect(await factorsOf(user)).toMatchObject({ hasFactor: true, passkeys: 2, recoveryCodes: 10 });
  });

  it('removes recovery codes that were replaced since the change', async () => {
    const user = await newBrand(stack.deps);
    const browser = await stack.asBrowser(user);
    const { passkey } = await addPasskey(stack, browser);
    await stack.advance(73 * HOUR_MS);
    const token = await createSecureToken(stack, user);
    await confirmWithPasskey(browser, passkey);
    expect((await callProcedure(browser, 'factors.createRecoveryCodes')).status).toBe(200);
    expect(await secure(token, { passkey: await signForLink(token, passkey) })).toMatchObject({ status: 200 });
    expect(await factorsOf(user)).toMatchObject({ passkeys: 1, recoveryCodes: 0 });
  });

  it('asks for the remaining factor, and without it only ends the sessions and locks the workspace', async () => {
    const user = await newPayableCreator(stack.deps);
    const browser = await stack.asBrowser(user);
    const { passkey, recoveryCodes } = await addPasskey(stack, browser);
    await stack.advance(73 * HOUR_MS);
    const token = await createSecureToken(stack, user);
    await stack.deps.db
      .updateTable('person')
      .set({ pendingEmail: 'another@example.test' })
      .where('id', '=', user.id)
      .execute();
    expect(await checkLink(token)).toMatchObject({
      data: { factors: { hasPasskey: true, hasAuthenticator: false, hasRecoveryCodes: true } },
    });
    // A thief who reads only the mailbox.
    expect(await secure(token)).toMatchObject({ status: 200, data: { email: null } });
    expect(await isSignedIn(browser)).toBe(false);
    const reported = await rowOf(user.id);
    expect(reported).toMatchObject({ email: user.email, pendingEmail: null });
    expect([reported.passwordHash, reported.reportedAt]).not.toContain(null);
    expect(await factorsOf(user)).toMatchObject({ passkeys: 1, recoveryCodes: 10 });
    expect(await newest(user.email, SECURED_SUBJECT)).toBeUndefined();
    // The owner.
    const wrong = recoveryCodes[0] === undefined ? '' : `${recoveryCodes[0].slice(0, -1)}u`;
    expect(await secure(token, { code: wrong })).toMatchObject({ failure: 'CODE_WRONG' });
    expect(await secure(token, { passkey: await signForLink(token, passkey) })).toMatchObject({
      data: { email: user.email },
    });
    expect((await rowOf(user.id)).passwordHash).toBeNull();
    expect(await secure(token)).toMatchObject({ failure: 'LINK_INVALID' });
  });

  it('cannot be used with a factor of another account', async () => {
    const [user, stranger] = [await newBrand(stack.deps), await newBrand(stack.deps)];
    await addPasskey(stack, await stack.asBrowser(user));
    const foreign = await addPasskey(stack, await stack.asBrowser(stranger));
    await stack.advance(73 * HOUR_MS);
    const token = await createSecureToken(stack, user);
    expect(await secure(token, { code: foreign.recoveryCodes[0] ?? '' })).toMatchObject({ failure: 'CODE_WRONG' });
    expect(await secure(token, { passkey: await signForLink(token, foreign.passkey) })).toMatchObject({
      failure: 'PASSKEY_REFUSED',
    });
    expect((await rowOf(user.id)).passwordHash).not.toBeNull();
  });
});

describe('the time for which a link works', () => {
  it('is 72 hours from the change, even if the email is sent later', async () => {
    const user = await newBrand(stack.deps);
    const token = await createSecureToken(stack, user);
    const late = await createSecureToken(stack, user, new Date(stack.deps.now().getTime() - 71 * HOUR_MS));
    await stack.advance(2 * HOUR_MS);
    expect(await secure(late)).toMatchObject({ failure: 'LINK_INVALID' });
    await stack.advance(70 * HOUR_MS);
    expect(await secure(token)).toMatchObject({ failure: 'LINK_INVALID' });
  });
});

describe('the former mailbox', () => {
  it('gets the email about a new password with the link for 30 days, but no link that sets a password', async () => {
    const [victim, former] = [await newBrand(stack.deps), await newBrand(stack.deps)];
    const resetPassword = async (address: string) => {
      await callProcedure(await nobody(), 'auth.forgotPassword', { email: address });
      const token = findLinkToken(await newest(address, RESET_SUBJECT));
      await callProcedure(await nobody(), 'auth.resetPassword', { token, password: 'new-quiet-otters-9' });
    };
    const address = `thief-${victim.id}@example.test`;
    await changeEmail(victim, address);
    await resetPassword(address);
    // The thief secures the account with the link that was sent to the new address.
    await secure(findLinkToken(await newest(address, 'Your password was changed')));
    expect(await newest(address, SECURED_SUBJECT)).toBeDefined();
    expect(await newest(victim.email, SECURED_SUBJECT)).toBeUndefined();
    expect(await secure(findLinkToken(await newest(victim.email, 'Your password was changed')))).toMatchObject({
      status: 200,
      data: { email: victim.email },
    });

    await changeEmail(former, `new-${former.id}@example.test`);
    await stack.advance(30 * 24 * HOUR_MS);
    await resetPassword(`new-${former.id}@example.test`);
    expect(await newest(former.email, 'Your password was changed')).toBeUndefined();
  });

  it('cannot undo a change of the address that was confirmed with a factor that is older than 72 hours', async () => {
    const user = await newBrand(stack.deps);
    await addBuilderPasskey(stack.deps, user.id);
    await stack.advance(73 * HOUR_MS);
    await changeEmail(user, `new-${user.id}@example.test`);
    expect(await rowOf(user.id)).toMatchObject({ email: `new-${user.id}@example.test`, formerEmail: null });
    const mail = await newest(user.email, 'Your email address was changed');
    expect(mail?.links.filter((link) => link.includes('secure-account'))).toEqual([]);
    expect(mail?.text).toContain('contact us');
    // The link in the email about the request was sent to the same address.
    const asked = findLinkToken(await newest(user.email, 'Your email address is about to change'));
    expect(await secure(asked)).toMatchObject({ failure: 'LINK_INVALID' });
  });

  it('can undo it if the factor is newer, because it may be the thief’s', async () => {
    const user = await newBrand(stack.deps);
    await addBuilderPasskey(stack.deps, user.id);
    await stack.advance(71 * HOUR_MS);
    await changeEmail(user, `thief-${user.id}@example.test`);
    expect(await rowOf(user.id)).toMatchObject({ formerEmail: user.email });
  });
});

/** Confirms the identity of a signed-in user with a passkey. */
async function confirmWithPasskey(browser: TestBrowser, passkey: SoftwarePasskey): Promise<void> {
  const options = await callProcedure(browser, 'auth.beginPasskeyConfirmation');
  const signature = usePasskey(passkey, options.data as { challenge: string }, stack.deps.env.PUBLIC_URL);
  expect((await callProcedure(browser, 'auth.confirm', { passkey: signature })).status).toBe(200);
}

/** Confirms the pending address with the link that is sent to it. */
async function changeEmail(creator: SessionUser, email: string): Promise<void> {
  await stack.as(creator).auth.changeEmail({ email });
  const token = findLinkToken(await newest(email, 'Confirm your new email address'));
  expect(await callProcedure(await nobody(), 'auth.confirmEmail', { token, change: true })).toMatchObject({
    status: 200,
  });
}
