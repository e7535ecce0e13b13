/** Tests how an account's email address is confirmed and changed. */
import { describe, expect, it } from 'vitest';
import { newBrand } from '../../../src/demo/builders.ts';
import {
  queryProcedure,
  callProcedure,
  createEmailAddress,
  registerAccount,
  RESET_SUBJECT,
  findLinkToken,
  useAccounts,
  VERIFY_SUBJECT,
} from '../../support/accounts.ts';
import { createPasskey } from '../../support/passkeys.ts';
import type { TestBrowser } from '../../support/stack.ts';

const { stack, nobody, rowOf, newest } = useAccounts();

describe('an unusual email address', () => {
  it('is stored with its domain in ASCII, is unique, and receives mail', async () => {
    const [name = ''] = createEmailAddress().split('@');
    const register = async (email: string) =>
      (
        await (
          await nobody()
        )('POST', '/api/auth/register', { fullName: 'Tea House', email, userType: 'brand', password: 'quiet-otters-7' })
      ).statusCode;
    const stored = `r&d/${name}@xn--mller-tee-q9a.test`;
    expect(await register(`r&d/${name}@müller-tee.test`)).toBe(201);
    expect(await register(`R&D/${name}@MÜLLER-TEE.TEST`)).toBe(409);
    expect(await register(stored.toUpperCase())).toBe(409);
    // The local mail server shows domains in Unicode.
    expect(await newest(`r&d/${name}@müller-tee.test`, VERIFY_SUBJECT)).toBeDefined();
    const login = await (
      await nobody()
    )('POST', '/api/auth/login', { email: `r&d/${name}@müller-tee.test`, password: 'quiet-otters-7' });
    expect(login.json()).toMatchObject({ email: stored });
  });
});

describe('a confirmation link', () => {
  it('is part of the registration email and confirms the email address, whether or not the user is signed in', async () => {
    const { id, email, signIn } = await registerAccount(stack);
    const mail = await newest(email, VERIFY_SUBJECT);
    expect(mail?.links[0]).toMatch(new RegExp(`^${stack.deps.env.PUBLIC_URL}/verify-email#token=[\\w-]{43}$`));
    const { browser } = await signIn();
    expect((await queryProcedure(browser, 'auth.session')).data).toMatchObject({ emailVerifiedAt: null });
    expect(await callProcedure(await nobody(), 'auth.confirmEmail', { token: findLinkToken(mail) })).toMatchObject({
      status: 200,
      data: { email },
    });
    expect((await queryProcedure(browser, 'auth.session')).data).toMatchObject({
      emailVerifiedAt: expect.any(String) as string,
    });
    expect((await rowOf(id)).emailVerifiedAt).toBeInstanceOf(Date);
  });

  it('leaves the email address confirmed if the user opens the link again', async () => {
    const { email } = await registerAccount(stack);
    const token = findLinkToken(await newest(email, VERIFY_SUBJECT));
    const answers = await Promise.all(
      Array.from({ length: 4 }, async () => callProcedure(await nobody(), 'auth.confirmEmail', { token })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await callProcedure(await nobody(), 'auth.confirmEmail', { token })).toMatchObject({ status: 200 });
  });

  it.each(['', 'x', 'A'.repeat(43), 'A'.repeat(5_000), "' or 1=1--", '\0'])(
    'is rejected if its token is made up: %j',
    async (token) => {
      expect(await callProcedure(await nobody(), 'auth.confirmEmail', { token })).toMatchObject({
        status: 400,
        failure: 'LINK_INVALID',
      });
    },
  );

  it('is rejected after a day, and the user can have a new link sent', async () => {
    const { email, signIn } = await registerAccount(stack);
    const old = findLinkToken(await newest(email, VERIFY_SUBJECT));
    await stack.deps.db
      .updateTable('mailLink')
      .set({ expiresAt: stack.deps.now() })
      .where('email', '=', email)
      .execute();
    expect(await callProcedure(await nobody(), 'auth.confirmEmail', { token: old })).toMatchObject({
      failure: 'LINK_INVALID',
    });
    const { browser } = await signIn();
    expect(await callProcedure(browser, 'auth.resendVerification')).toMatchObject({ status: 200, data: { email } });
    expect(
      await callProcedure(browser, 'auth.confirmEmail', { token: findLinkToken(await newest(email, VERIFY_SUBJECT)) }),
    ).toMatchObject({
      status: 200,
    });
    expect(await callProcedure(browser, 'auth.resendVerification')).toMatchObject({
      status: 409,
      failure: 'EMAIL_VERIFIED',
    });
  });

  it('cannot reset a password, and a password reset link cannot confirm an email address', async () => {
    const { email } = await registerAccount(stack);
    await callProcedure(await nobody(), 'auth.forgotPassword', { email });
    const token = findLinkToken(await newest(email, RESET_SUBJECT));
    expect(await callProcedure(await nobody(), 'auth.confirmEmail', { token })).toMatchObject({
      failure: 'LINK_INVALID',
    });
    expect(await callProcedure(await nobody(), 'auth.confirmEmail', { token, change: true })).toMatchObject({
      failure: 'LINK_INVALID',
    });
    expect(
      await callProcedure(await nobody(), 'auth.resetPassword', {
        token: findLinkToken(await newest(email, VERIFY_SUBJECT)),
        password: 'new-quiet-otters',
      }),
    ).toMatchObject({ failure: 'LINK_INVALID' });
  });
});

describe('an account whose email address is not confirmed', () => {
  it.each([
    ['factors.beginPasskey', {}],
    ['factors.beginAuthenticator', {}],
    ['factors.confirmAuthenticator', { code: '123456' }],
    ['calendar.createFeed', {}],
    [
      'notifications.addDevice',
      { endpoint: 'https://push.example.test/send/1', p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) },
    ],
  ])('cannot get lasting access through %s, because it may belong to another person', async (path, input) => {
    const { browser } = await (await registerAccount(stack)).signIn();
    expect(await callProcedure(browser, path, input)).toMatchObject({
      status: 403,
      failure: 'EMAIL_UNCONFIRMED',
      message: 'Confirm your email address first. We sent you a link when you registered.',
    });
  });

  it('cannot add a passkey whose registration began before, either', async () => {
    const user = await newBrand(stack.deps);
    const browser = await stack.asBrowser(user);
    const { data } = await callProcedure(browser, 'factors.beginPasskey');
    const options = data as Parameters<typeof createPasskey>[0];
    await stack.deps.db.updateTable('person').set({ emailVerifiedAt: null }).where('id', '=', user.id).execute();
    const passkey = createPasskey(options, stack.deps.env.PUBLIC_URL).response;
    expect(await callProcedure(browser, 'factors.addPasskey', { passkey })).toMatchObject({
      failure: 'EMAIL_UNCONFIRMED',
    });
  });
});

describe('an email change', () => {
  const requestReset = async () => {
    const person = await registerAccount(stack);
    const { browser } = await person.signIn();
    const to = createEmailAddress();
    expect(await callProcedure(browser, 'auth.changeEmail', { email: to })).toMatchObject({
      status: 200,
      data: { pendingEmail: to },
    });
    return { ...person, browser, to, token: findLinkToken(await newest(to, 'Confirm your new email address')) };
  };

  it('takes effect once the new address is confirmed, and the old address is notified', async () => {
    const { browser, email, to, token, signIn } = await requestReset();
    expect((await queryProcedure(browser, 'auth.account')).data).toMatchObject({ email, pendingEmail: to });
    expect(await newest(email, 'Your email address is about to change')).toBeDefined();
    expect((await signIn()).status).toBe(200);
    expect(await callProcedure(await nobody(), 'auth.confirmEmail', { token, change: true })).toMatchObject({
      status: 200,
      data: { email: to },
    });
    expect((await signIn()).status).toBe(401);
    expect((await queryProcedure(browser, 'auth.account')).data).toMatchObject({
      email: to,
      pendingEmail: null,
      emailVerifiedAt: expect.any(String) as string,
    });
    expect(await newest(email, 'Your email address was changed')).toBeDefined();
  });

  it('succeeds again if the user reloads the page of the link, until the address is changed again', async () => {
    const { browser, to, token } = await requestReset();
    const confirm = async (each: string) =>
      callProcedure(await nobody(), 'auth.confirmEmail', { token: each, change: true });
    expect(await confirm(token)).toMatchObject({ status: 200, data: { email: to } });
    expect(await confirm(token)).toMatchObject({ status: 200, data: { email: to } });
    const next = createEmailAddress();
    await callProcedure(browser, 'auth.changeEmail', { email: next });
    expect(await confirm(token)).toMatchObject({ status: 200, data: { email: to } });
    const nextToken = findLinkToken(await newest(next, 'Confirm your new email address'));
    expect(await confirm(nextToken)).toMatchObject({ status: 200, data: { email: next } });
    expect(await confirm(token)).toMatchObject({ failure: 'LINK_INVALID' });
  });

  it('requires that the user confirmed with the password in the last ten minutes', async () => {
    const { signIn } = await registerAccount(stack);
    const { browser } = await signIn();
    await stack.advance(11 * 60_000);
    const change = () => callProcedure(browser, 'auth.changeEmail', { email: createEmailAddress() });
    expect(await change()).toMatchObject({ status: 403, failure: 'CONFIRMATION_REQUIRED' });
    expect(await callProcedure(browser, 'auth.confirm', { password: 'wrong' })).toMatchObject({
      failure: 'PASSWORD_WRONG',
    });
    expect(await change()).toMatchObject({ failure: 'CONFIRMATION_REQUIRED' });
    expect(await callProcedure(browser, 'auth.confirm', { password: 'quiet-otters-7' })).toMatchObject({ status: 200 });
    expect(await change()).toMatchObject({ status: 200 });
  });

  it('is refused for the user’s current address and for the address of another account', async () => {
    const { signIn, email } = await registerAccount(stack);
    const { browser } = await signIn();
    expect(await callProcedure(browser, 'auth.changeEmail', { email: email.toUpperCase() })).toMatchObject({
      failure: 'EMAIL_UNCHANGED',
    });
    expect(
      await callProcedure(browser, 'auth.changeEmail', { email: (await newBrand(stack.deps)).email }),
    ).toMatchObject({ failure: 'EMAIL_TAKEN' });
    expect(await callProcedure(browser, 'auth.changeEmail', { email: 'no address' })).toMatchObject({
      message: 'Please enter a valid email address',
    });
  });

  it('is refused if another account was registered with the address after the request', async () => {
    const { to, token, id, email } = await requestReset();
    await newBrand(stack.deps, { email: to });
    expect(await callProcedure(await nobody(), 'auth.confirmEmail', { token, change: true })).toMatchObject({
      status: 409,
      failure: 'EMAIL_TAKEN',
    });
    expect((await rowOf(id)).email).toBe(email);
  });

  it('succeeds for only one of two accounts that request the same address', async () => {
    const [one, other] = [await registerAccount(stack), await registerAccount(stack)];
    const to = createEmailAddress();
    for (const { signIn } of [one, other])
      await callProcedure((await signIn()).browser, 'auth.changeEmail', { email: to });
    const mails = (await stack.mailsTo(to)).filter(({ subject }) => subject === 'Confirm your new email address');
    const answers = await Promise.all(
      mails.map(async (mail) =>
        callProcedure(await nobody(), 'auth.confirmEmail', { token: findLinkToken(mail), change: true }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it.each<[string, (browser: TestBrowser, email: string) => Promise<unknown>]>([
    ['the user cancels the change', (browser) => callProcedure(browser, 'auth.cancelEmailChange')],
    [
      'the user requests another address',
      (browser) => callProcedure(browser, 'auth.changeEmail', { email: createEmailAddress() }),
    ],
    [
      'the password is changed',
      (browser) =>
        callProcedure(browser, 'auth.changePassword', {
          password: 'new-quiet-otters',
        }),
    ],
    [
      'the password is reset',
      async (_, email) => {
        await callProcedure(await nobody(), 'auth.forgotPassword', { email });
        return callProcedure(await nobody(), 'auth.resetPassword', {
          token: findLinkToken(await newest(email, RESET_SUBJECT)),
          password: 'new-quiet-otters',
        });
      },
    ],
  ])('can no longer be confirmed after %s', async (_, act) => {
    const { browser, email, token, id } = await requestReset();
    expect(await act(browser, email)).toMatchObject({ status: 200 });
    expect(await callProcedure(await nobody(), 'auth.confirmEmail', { token, change: true })).toMatchObject({
      failure: 'LINK_INVALID',
    });
    expect((await rowOf(id)).email).toBe(email);
  });
});
