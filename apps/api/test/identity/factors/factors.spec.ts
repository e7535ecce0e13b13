/** Tests second factors: passkeys, authenticator apps and recovery codes, and the attacks that they have to resist. */
import { execFileSync } from 'node:child_process';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { BUILDER_PASSWORD, newAdmin, newAdminWithoutFactor, newBrand, newCreator } from '../../../src/demo/builders.ts';
import {
  callProcedure,
  findLinkToken,
  queryProcedure,
  RESET_SUBJECT,
  isSignedIn,
  useAccounts,
} from '../../support/accounts.ts';
import { grantAdmin, revokeAdmin } from '../../../src/modules/identity/accounts/roles.service.ts';
import { createPasskey, usePasskey, type PasskeyDeviation, type SoftwarePasskey } from '../../support/passkeys.ts';
import type { TestBrowser } from '../../support/stack.ts';
import { createTimeCode } from '../../support/totp.ts';

const { stack, nobody, newest } = useAccounts();
const MINUTE_MS = 60_000;
const STEP_MS = 30_000;
const WRONG_SIGN_IN = 'Invalid email or password. Please try again.';

const publicUrl = () => stack.deps.env.PUBLIC_URL;
const codeOf = (secret: string) => createTimeCode(secret, stack.deps.now());

async function begin<T>(browser: TestBrowser, path: string, input: object = {}): Promise<T> {
  const { status, data } = await callProcedure(browser, path, input);
  expect([path, status]).toEqual([path, 200]);
  return data as T;
}

interface RegistrationOptions {
  challenge: string;
  user: { id: string };
  rp: { id: string };
  authenticatorSelection: object;
  attestation: string;
  excludeCredentials: { id: string }[];
}

/** Adds a passkey, with the staff code if there is one, and returns it with the answer. */
async function addPasskey(browser: TestBrowser, deviation: PasskeyDeviation = {}, staff: { staffCode?: string } = {}) {
  const options = await begin<RegistrationOptions>(browser, 'factors.beginPasskey', staff);
  const { passkey, response } = createPasskey(options, publicUrl(), deviation);
  const answer = await callProcedure(browser, 'factors.addPasskey', { passkey: response, ...staff });
  return { passkey, options, answer };
}

/** Signs in with a passkey in a new browser. */
async function signInWith(passkey: SoftwarePasskey, deviation: PasskeyDeviation = {}) {
  const browser = await nobody();
  const options = await begin<{ challenge: string; rpId: string }>(browser, 'auth.beginPasskeySignIn');
  const response = usePasskey(passkey, options, publicUrl(), deviation);
  return { browser, response, answer: await callProcedure(browser, 'auth.signInWithPasskey', { passkey: response }) };
}

/** Creates a user with an authenticator app. Its first code is used, so the clock advances to the next one. */
async function newUserWithApp() {
  const user = await newBrand(stack.deps);
  const browser = await stack.asBrowser(user);
  const { secret } = await begin<{ secret: string }>(browser, 'factors.beginAuthenticator');
  const answer = await callProcedure(browser, 'factors.confirmAuthenticator', { code: codeOf(secret) });
  const { recoveryCodes } = answer.data as { recoveryCodes: string[] };
  await stack.advance(STEP_MS);
  return { user, browser, secret, recoveryCodes };
}

const signInByPassword = async (email: string, code?: string, password = BUILDER_PASSWORD) =>
  (await nobody())('POST', '/api/auth/login', { email, password, ...(code !== undefined && { code }) });

/** Enters the password in a new browser, which then has to do the second step. */
async function startSecondStep(email: string) {
  const browser = await nobody();
  const answer = await callProcedure(browser, 'auth.beginSignIn', { email, password: BUILDER_PASSWORD });
  expect(answer.data).toMatchObject({ user: null });
  return browser;
}

const completeWith = (browser: TestBrowser, code: string) =>
  callProcedure(browser, 'auth.completeSignIn', { step: { code } });

describe('a passkey', () => {
  it('is requested with user verification, as a discoverable credential without attestation, and under a random handle', async () => {
    const user = await newCreator(stack.deps);
    const browser = await stack.asBrowser(user);
    const { options, passkey, answer } = await addPasskey(browser);
    expect(answer.status).toBe(200);
    expect(options).toMatchObject({
      rp: { id: 'localhost' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    });
    expect(Buffer.from(options.user.id, 'base64url')).toHaveLength(64);
    expect(options.user.id).not.toContain(Buffer.from(user.id).toString('base64url').slice(0, 10));
    const second = await begin<RegistrationOptions>(browser, 'factors.beginPasskey');
    expect(second.user.id).toBe(options.user.id);
    expect(second.excludeCredentials).toMatchObject([{ id: passkey.id }]);
    expect(await begin(await nobody(), 'auth.beginPasskeySignIn')).toMatchObject({ userVerification: 'required' });
    expect(
      await stack.deps.db.selectFrom('passkey').selectAll().where('personId', '=', user.id).execute(),
    ).toMatchObject([
      { id: passkey.id, counter: 1, deviceType: 'singleDevice', backedUp: false, name: 'Unknown device' },
    ]);
  });

  it('signs in without an email address and a password, and its first use returns ten recovery codes', async () => {
    const user = await newCreator(stack.deps);
    const { passkey, answer } = await addPasskey(await stack.asBrowser(user));
    expect((answer.data as { recoveryCodes: string[] }).recoveryCodes).toHaveLength(10);
    const signedIn = await signInWith(passkey);
    expect(signedIn.answer).toMatchObject({ status: 200, data: { id: user.id, hasFactor: true } });
    expect(await isSignedIn(signedIn.browser)).toBe(true);
    expect(await newest(user.email, 'A passkey was added to your account')).toBeDefined();
  });

  it('ends the sessions that began without a second factor when it is the first one', async () => {
    const user = await newCreator(stack.deps);
    const [browser, elsewhere] = [await stack.asBrowser(user), await stack.asBrowser(user)];
    await addPasskey(browser);
    expect([await isSignedIn(browser), await isSignedIn(elsewhere)]).toEqual([true, false]);
  });

  it('dates the account’s protection from its first factor, and anew after the last one was removed', async () => {
    const user = await newCreator(stack.deps);
    const browser = await stack.asBrowser(user);
    const factorSince = async () =>
      ((await queryProcedure(browser, 'auth.session')).data as { factorSince: string | null }).factorSince;
    expect(await factorSince()).toBeNull();
    const first = await addPasskey(browser);
    const firstAt = await factorSince();
    expect(firstAt).not.toBeNull();
    await stack.advance(MINUTE_MS);
    const second = await addPasskey(browser);
    await callProcedure(browser, 'factors.removePasskey', { id: first.passkey.id });
    expect(await factorSince()).toBe(firstAt);
    await callProcedure(browser, 'factors.removePasskey', { id: second.passkey.id });
    expect(await factorSince()).toBeNull();
    await stack.advance(MINUTE_MS);
    await addPasskey(browser);
    expect(Date.parse((await factorSince()) ?? '')).toBeGreaterThan(Date.parse(firstAt ?? '') + MINUTE_MS);
  });

  it.each<[string, PasskeyDeviation]>([
    ['the device did not verify the user', { isVerified: false }],
    ['it was created on another site', { origin: 'https://evil.example' }],
    ['it was created for another domain', { domain: 'evil.example' }],
  ])('is refused at registration and at sign-in if %s', async (_, deviation) => {
    const browser = await stack.asBrowser(await newCreator(stack.deps));
    expect((await addPasskey(browser, deviation)).answer).toMatchObject({ failure: 'PASSKEY_REFUSED' });
    const { passkey } = await addPasskey(browser);
    const signedIn = await signInWith(passkey, deviation);
    expect(signedIn.answer).toMatchObject({ status: 403, failure: 'PASSKEY_REFUSED' });
    expect(await isSignedIn(signedIn.browser)).toBe(false);
  });

  it('is refused if its challenge was used before, has expired, or belongs to another session', async () => {
    const { passkey } = await addPasskey(await stack.asBrowser(await newCreator(stack.deps)));
    const { browser, response, answer } = await signInWith(passkey);
    expect(answer.status).toBe(200);
    const repeat = (other: TestBrowser) => callProcedure(other, 'auth.signInWithPasskey', { passkey: response });
    expect(await repeat(browser)).toMatchObject({ failure: 'PASSKEY_REFUSED' });
    const other = await nobody();
    await begin(other, 'auth.beginPasskeySignIn');
    expect(await repeat(other)).toMatchObject({ failure: 'PASSKEY_REFUSED' });

    const late = await nobody();
    const options = await begin<{ challenge: string; rpId: string }>(late, 'auth.beginPasskeySignIn');
    await stack.advance(5 * MINUTE_MS);
    expect(
      await callProcedure(late, 'auth.signInWithPasskey', { passkey: usePasskey(passkey, options, publicUrl()) }),
    ).toMatchObject({ failure: 'PASSKEY_REFUSED' });
  });

  it('is accepted once if two requests use the same challenge at once', async () => {
    const { passkey } = await addPasskey(await stack.asBrowser(await newCreator(stack.deps)));
    const browser = await nobody();
    const options = await begin<{ challenge: string; rpId: string }>(browser, 'auth.beginPasskeySignIn');
    const response = usePasskey(passkey, options, publicUrl());
    const answers = await Promise.all(
      [1, 2, 3].map(() => callProcedure(browser, 'auth.signInWithPasskey', { passkey: response })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403, 403]);
  });

  it('is refused if its counter goes back, which a copied key would cause', async () => {
    const { passkey } = await addPasskey(await stack.asBrowser(await newCreator(stack.deps)));
    passkey.counter = 10;
    expect((await signInWith(passkey)).answer.status).toBe(200);
    passkey.counter = 5;
    expect((await signInWith(passkey)).answer).toMatchObject({ failure: 'PASSKEY_REFUSED' });
    // A synced passkey always has the counter 0.
    const synced = await addPasskey(await stack.asBrowser(await newCreator(stack.deps)));
    await stack.deps.db.updateTable('passkey').set({ counter: 0 }).where('id', '=', synced.passkey.id).execute();
    Object.assign(synced.passkey, { counter: 0, isSynced: true });
    await stack.deps.db
      .updateTable('passkey')
      .set({ deviceType: 'multiDevice' })
      .where('id', '=', synced.passkey.id)
      .execute();
    const answers = [await signInWith(synced.passkey), await signInWith(synced.passkey)];
    expect(answers.map(({ answer }) => answer.status)).toEqual([200, 200]);
  });

  it('can be renamed and removed by its user only, and an account has at most ten', async () => {
    const browser = await stack.asBrowser(await newCreator(stack.deps));
    const { passkey } = await addPasskey(browser);
    const stranger = await stack.asBrowser(await newCreator(stack.deps));
    for (const path of ['factors.renamePasskey', 'factors.removePasskey'])
      expect(await callProcedure(stranger, path, { id: passkey.id, name: 'Mine' })).toMatchObject({
        failure: 'PASSKEY_NOT_FOUND',
      });
    expect((await callProcedure(browser, 'factors.renamePasskey', { id: passkey.id, name: 'Phone' })).status).toBe(200);
    expect((await queryProcedure(browser, 'factors.own')).data).toMatchObject({ passkeys: [{ name: 'Phone' }] });
    for (let count = 1; count < 10; count++) expect((await addPasskey(browser)).answer.status).toBe(200);
    expect(await callProcedure(browser, 'factors.beginPasskey')).toMatchObject({
      failure: 'PASSKEYS_FULL',
      message: 'You can have at most 10 passkeys. Remove one first.',
    });
    expect((await callProcedure(browser, 'factors.removePasskey', { id: passkey.id })).status).toBe(200);
    expect((await signInWith(passkey)).answer).toMatchObject({ failure: 'PASSKEY_REFUSED' });
  });
});

describe('an authenticator app', () => {
  it('is a factor only after a correct code, and its QR code is drawn by the server', async () => {
    const user = await newBrand(stack.deps);
    const browser = await stack.asBrowser(user);
    const setup = await begin<{ secret: string; qrCode: string }>(browser, 'factors.beginAuthenticator');
    expect(setup.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(setup.qrCode).toMatch(/^<svg /);
    const wrong = codeOf(setup.secret) === '000000' ? '000001' : '000000';
    expect(await callProcedure(browser, 'factors.confirmAuthenticator', { code: wrong })).toMatchObject({
      failure: 'CODE_WRONG',
    });
    expect((await signInByPassword(user.email)).statusCode).toBe(200);
    expect((await callProcedure(browser, 'factors.confirmAuthenticator', { code: codeOf(setup.secret) })).status).toBe(
      200,
    );
    expect((await signInByPassword(user.email)).statusCode).toBe(401);
    expect(await callProcedure(browser, 'factors.beginAuthenticator')).toMatchObject({
      failure: 'AUTHENTICATOR_EXISTS',
    });
  });

  it('shows the codes that oathtool computes', async ({ skip }) => {
    const { user, secret } = await newUserWithApp();
    const seconds = Math.floor(stack.deps.now().getTime() / 1000);
    let code = '';
    try {
      code = execFileSync('oathtool', ['--totp', '--base32', `--now=@${seconds}`, secret], { encoding: 'utf8' }).trim();
    } catch {
      skip('oathtool is not installed');
    }
    expect(code).toBe(codeOf(secret));
    expect((await signInByPassword(user.email, code)).statusCode).toBe(200);
  });

  it('stores its secret encrypted for this user', async () => {
    const { user, secret } = await newUserWithApp();
    const { rows } = await sql<{ text: string }>`
      select authenticator::text as text from authenticator where person_id = ${user.id}`.execute(stack.deps.db);
    const stored = rows[0]?.text ?? '';
    expect(stored).not.toContain(secret);
    expect(stored).not.toContain(Buffer.from(secret).toString('base64url'));
    // The secret of one user does not work for another one.
    const other = await newUserWithApp();
    await sql`
      update authenticator set secret_encrypted = (select secret_encrypted from authenticator where person_id = ${user.id})
      where person_id = ${other.user.id}`.execute(stack.deps.db);
    expect((await signInByPassword(other.user.email, codeOf(secret))).statusCode).toBe(500);
  });

  it('keeps working while FACTOR_SECRET is replaced, and is then encrypted with the new one', async () => {
    const { user, secret } = await newUserWithApp();
    const { env } = stack.deps;
    const { FACTOR_SECRET: old } = env;
    try {
      Object.assign(env, { FACTOR_SECRET: 'another-factor-secret-of-this-test', FACTOR_SECRET_OLD: old });
      expect((await signInByPassword(user.email, codeOf(secret))).statusCode).toBe(200);
      Object.assign(env, { FACTOR_SECRET_OLD: '' });
      await stack.advance(STEP_MS);
      expect((await signInByPassword(user.email, codeOf(secret))).statusCode).toBe(200);
    } finally {
      Object.assign(env, { FACTOR_SECRET: old, FACTOR_SECRET_OLD: '' });
    }
  });

  it('accepts a code of the step before and after, but none twice and none from before an accepted one', async () => {
    const { user, secret } = await newUserWithApp();
    const at = (steps: number) => createTimeCode(secret, new Date(stack.deps.now().getTime() + steps * STEP_MS));
    await stack.advance(3 * STEP_MS);
    expect((await signInByPassword(user.email, at(-2))).statusCode).toBe(401);
    expect((await signInByPassword(user.email, at(-1))).statusCode).toBe(200);
    const now = at(0);
    expect((await signInByPassword(user.email, now)).statusCode).toBe(200);
    expect((await signInByPassword(user.email, now)).statusCode).toBe(401);
    expect((await signInByPassword(user.email, at(1))).statusCode).toBe(200);
    expect((await signInByPassword(user.email, at(0))).statusCode).toBe(401);
  });

  it('accepts a code once if two requests use it at once', async () => {
    const { user, secret } = await newUserWithApp();
    const code = codeOf(secret);
    const answers = await Promise.all([1, 2, 3].map(() => signInByPassword(user.email, code)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 401, 401]);
  });

  it('delays the sixth attempt from a network, and the next ones longer', async () => {
    const { user, secret } = await newUserWithApp();
    const wrong = ['000000', '111111', '222222', '333333', '444444', '555555'].filter(
      (code) => code !== codeOf(secret),
    );
    for (const code of wrong.slice(0, 5))
      expect(await completeWith(await startSecondStep(user.email), code)).toMatchObject({ failure: 'CODE_WRONG' });
    const browser = await startSecondStep(user.email);
    expect(await completeWith(browser, codeOf(secret))).toMatchObject({
      status: 429,
      failure: 'CODES_BLOCKED',
      message: 'Too many wrong codes. Wait a few minutes, or use a passkey.',
    });
    await stack.advance(MINUTE_MS);
    expect(await completeWith(browser, wrong[0] ?? '')).toMatchObject({ failure: 'CODE_WRONG' });
    await stack.advance(MINUTE_MS);
    expect(await completeWith(browser, codeOf(secret))).toMatchObject({ failure: 'CODES_BLOCKED' });
    await stack.advance(MINUTE_MS);
    expect(await completeWith(browser, codeOf(secret))).toMatchObject({ status: 200 });
  });
});

describe('wrong codes', () => {
  const wrongFor = (secret: string) => (codeOf(secret) === '000000' ? '000001' : '000000');

  it('of a stranger do not block the right code on a device on which the user has signed in before', async () => {
    const { user, browser: known, secret } = await newUserWithApp();
    for (let count = 0; count < 5; count++) await signInByPassword(user.email, wrongFor(secret));
    const login = (browser: TestBrowser) =>
      browser('POST', '/api/auth/login', { email: user.email, password: BUILDER_PASSWORD, code: codeOf(secret) });
    expect((await login(await nobody())).statusCode).toBe(401);
    expect((await login(known)).statusCode).toBe(200);
  });

  it('on a known device are limited, too', async () => {
    const { browser, secret } = await newUserWithApp();
    for (let count = 0; count < 5; count++)
      expect(await callProcedure(browser, 'auth.confirm', { code: wrongFor(secret) })).toMatchObject({
        failure: 'CODE_WRONG',
      });
    expect(await callProcedure(browser, 'auth.confirm', { code: codeOf(secret) })).toMatchObject({
      failure: 'CODES_BLOCKED',
    });
  });

  it('from one network do not block another one, but many networks together block all new devices', async () => {
    const { user, browser: known, secret } = await newUserWithApp();
    const loginFrom = async (remoteAddress: string, code: string) =>
      (
        await stack.app.inject({
          method: 'POST',
          url: '/api/auth/login',
          remoteAddress,
          payload: { email: user.email, password: BUILDER_PASSWORD, code },
        })
      ).statusCode;
    for (let count = 0; count < 5; count++) await loginFrom('198.51.100.1', wrongFor(secret));
    expect(await loginFrom('198.51.100.1', codeOf(secret))).toBe(401);
    expect(await loginFrom('198.51.100.2', codeOf(secret))).toBe(200);
    for (let network = 3; network < 18; network++) await loginFrom(`198.51.100.${network}`, wrongFor(secret));
    await stack.advance(STEP_MS);
    expect(await loginFrom('198.51.100.99', codeOf(secret))).toBe(401);
    expect(await callProcedure(known, 'auth.confirm', { code: codeOf(secret) })).toMatchObject({ status: 200 });
  });

  it('are reported by email when the limit is reached, at most once a day', async () => {
    const { user, secret } = await newUserWithApp();
    const countMails = async () =>
      (await stack.mailsTo(user.email)).filter(({ subject }) => subject === 'Too many wrong codes were entered').length;
    const enterWrong = async () => {
      const wrong = codeOf(secret) === '000000' ? '000001' : '000000';
      expect((await signInByPassword(user.email, wrong)).statusCode).toBe(401);
    };
    for (let count = 0; count < 4; count++) await enterWrong();
    expect(await countMails()).toBe(0);
    await enterWrong();
    expect(await countMails()).toBe(1);
    const mail = await newest(user.email, 'Too many wrong codes were entered');
    expect(mail?.links.some((link) => link.includes('/secure-account'))).toBe(true);
    const now = stack.deps.now().getTime();
    const DAY_MS = 24 * 60 * MINUTE_MS;
    const isLate = (now % DAY_MS) + 5 * MINUTE_MS > DAY_MS;
    if (!isLate) {
      await stack.advance(2 * MINUTE_MS);
      await enterWrong();
      expect(await countMails()).toBe(1);
    }
    await stack.advance(DAY_MS);
    await enterWrong();
    expect(await countMails()).toBe(2);
  });
});

describe('a recovery code', () => {
  it('has at least fifty random bits and is stored as a hash', async () => {
    const { user, recoveryCodes } = await newUserWithApp();
    expect(recoveryCodes).toHaveLength(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^([0-9a-hj-km-np-tv-z]{4}-){3}[0-9a-hj-km-np-tv-z]{4}$/);
    const { rows } = await sql<{ all: string }>`
      select string_agg(recovery_code::text, ' ') as all from recovery_code where person_id = ${user.id}`.execute(
      stack.deps.db,
    );
    for (const code of recoveryCodes) expect(rows[0]?.all).not.toContain(code.replaceAll('-', ''));
  });

  it('works once, ends other sessions and is reported by email', async () => {
    const { user, browser: before, recoveryCodes } = await newUserWithApp();
    const [code = ''] = recoveryCodes;
    const browser = await startSecondStep(user.email);
    expect(await completeWith(browser, code.toUpperCase().replaceAll('-', ' '))).toMatchObject({ status: 200 });
    expect([await isSignedIn(browser), await isSignedIn(before)]).toEqual([true, false]);
    expect((await newest(user.email, 'A recovery code was used'))?.text).toContain('You have 9 recovery codes left.');
    expect((await queryProcedure(browser, 'factors.own')).data).toMatchObject({ recoveryCodesLeft: 9 });
    expect((await signInByPassword(user.email, code)).statusCode).toBe(401);
  });

  it('stops working when new codes are created', async () => {
    const { user, browser, recoveryCodes } = await newUserWithApp();
    const fresh = await callProcedure(browser, 'factors.createRecoveryCodes');
    expect(fresh.data).toHaveLength(10);
    expect((await signInByPassword(user.email, recoveryCodes[1])).statusCode).toBe(401);
    expect((await signInByPassword(user.email, (fresh.data as string[])[0])).statusCode).toBe(200);
  });
});

describe('a sign-in with a password', () => {
  it('answers a missing code, a wrong code and a wrong password with the same words after the same time', async () => {
    const { user, secret } = await newUserWithApp();
    const wrong = codeOf(secret) === '000000' ? '000001' : '000000';
    const attempts = {
      missing: () => signInByPassword(user.email),
      'wrong code': () => signInByPassword(user.email, wrong),
      'wrong password': () => signInByPassword(user.email, codeOf(secret), 'not-the-password'),
    };
    const times: Record<string, number[]> = {};
    for (let round = 0; round < 4; round++)
      for (const [name, attempt] of Object.entries(attempts)) {
        const startedAt = performance.now();
        const answer = await attempt();
        (times[name] ??= []).push(performance.now() - startedAt);
        expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual([401, WRONG_SIGN_IN]);
      }
    const shortest = Object.values(times).map((all) => Math.min(...all));
    // A request that skipped the password hash would take a small part of the time of the others. On a busy machine,
    // even the shortest requests of each kind differ.
    expect(Math.min(...shortest)).toBeGreaterThan(Math.max(...shortest) / 2);
  });

  it('continues with a second step under a new session id, for five minutes', async () => {
    const { user, secret } = await newUserWithApp();
    const browser = await startSecondStep(user.email);
    expect(await isSignedIn(browser)).toBe(false);
    expect((await queryProcedure(browser, 'auth.secondStep')).data).toEqual({
      hasPasskey: false,
      hasAuthenticator: true,
      hasRecoveryCodes: true,
    });
    await stack.advance(5 * MINUTE_MS);
    expect(await completeWith(browser, codeOf(secret))).toMatchObject({ failure: 'SIGN_IN_EXPIRED' });
    const again = await startSecondStep(user.email);
    expect(await completeWith(again, codeOf(secret))).toMatchObject({ status: 200, data: { id: user.id } });
    expect(await isSignedIn(again)).toBe(true);
  });

  it('accepts only a passkey of the same account in the second step', async () => {
    const { user, browser } = await newUserWithApp();
    const own = await addPasskey(browser);
    const foreign = await addPasskey(await stack.asBrowser(await newCreator(stack.deps)));
    const complete = async (passkey: SoftwarePasskey) => {
      const other = await startSecondStep(user.email);
      const options = await begin<{ challenge: string; rpId: string }>(other, 'auth.beginPasskeySignIn');
      return callProcedure(other, 'auth.completeSignIn', {
        step: { passkey: usePasskey(passkey, options, publicUrl()) },
      });
    };
    expect(await complete(foreign.passkey)).toMatchObject({ failure: 'PASSKEY_REFUSED' });
    expect(await complete(own.passkey)).toMatchObject({ status: 200, data: { id: user.id } });
  });

  it('still needs the second factor after the password was reset', async () => {
    const { user } = await newUserWithApp();
    await callProcedure(await nobody(), 'auth.forgotPassword', { email: user.email });
    const token = findLinkToken(await newest(user.email, RESET_SUBJECT));
    const password = 'new-quiet-otters';
    expect((await callProcedure(await nobody(), 'auth.resetPassword', { token, password })).status).toBe(200);
    expect((await signInByPassword(user.email, undefined, password)).statusCode).toBe(401);
    expect(
      (await callProcedure(await nobody(), 'auth.beginSignIn', { email: user.email, password })).data,
    ).toMatchObject({
      user: null,
      secondStep: { hasAuthenticator: true },
    });
  });
});

describe('a confirmation', () => {
  it('lasts ten minutes, and needs the factor if the account has one', async () => {
    const { browser, secret } = await newUserWithApp();
    const act = () => callProcedure(browser, 'auth.requireConfirmation');
    expect((await act()).status).toBe(200);
    await stack.advance(10 * MINUTE_MS);
    expect(await act()).toMatchObject({
      failure: 'CONFIRMATION_REQUIRED',
      message: 'Please confirm that it’s you, then try again.',
    });
    expect(await callProcedure(browser, 'auth.confirm', { password: BUILDER_PASSWORD })).toMatchObject({
      failure: 'CONFIRMATION_REQUIRED',
    });
    expect((await callProcedure(browser, 'auth.confirm', { code: codeOf(secret) })).status).toBe(200);
    expect((await act()).status).toBe(200);
  });

  it('sends the download of the user’s data back to the settings, which ask for it', async () => {
    const browser = await stack.asBrowser(await newCreator(stack.deps));
    expect((await browser('GET', '/api/account/export')).statusCode).toBe(200);
    await stack.advance(10 * MINUTE_MS);
    expect((await browser('GET', '/api/account/export')).headers['location']).toBe('/settings/account?then=export');
  });
});

describe('a passkey of a staff member', () => {
  const HOUR_MS = 60 * MINUTE_MS;
  /** Tries an action that moves money, with an unknown user. */
  const moveMoney = (browser: TestBrowser) =>
    callProcedure(browser, 'admin.releasePayouts', { id: crypto.randomUUID(), reason: 'Checked by phone' });
  const ALLOWED = { failure: 'ADMIN_SUBJECT_NOT_FOUND' };
  const tooNew = (hours: number) => ({
    status: 403,
    failure: 'PASSKEY_TOO_NEW',
    message: `This passkey is new. You can use it for actions that move money in ${hours} ${hours === 1 ? 'hour' : 'hours'}. If you have an older passkey, sign in with it instead.`,
  });
  /** Creates a staff member whose only factor is an authenticator app, who has just confirmed with a code. */
  async function newStaffWithApp() {
    const user = await newAdminWithoutFactor(stack.deps);
    const browser = await stack.asBrowser(user);
    const { secret } = await begin<{ secret: string }>(browser, 'factors.beginAuthenticator');
    await callProcedure(browser, 'factors.confirmAuthenticator', { code: codeOf(secret) });
    return { user, browser };
  }
  const listTrust = async (browser: TestBrowser) =>
    (
      (await queryProcedure(browser, 'factors.own')).data as { passkeys: { trustedFrom: string | null }[] }
    ).passkeys.map(({ trustedFrom }) => trustedFrom);

  it('that was added after a code moves money only 24 hours later, and neither does one that was added with it', async () => {
    const { user, browser } = await newStaffWithApp();
    expect(await moveMoney(browser)).toMatchObject({ failure: 'PASSKEY_REQUIRED' });
    const { passkey } = await addPasskey(browser);
    expect(await newest(user.email, 'A passkey was added to your account')).toBeDefined();
    expect(await moveMoney(browser)).toMatchObject(tooNew(24));
    const until = new Date(stack.deps.now().getTime() + 24 * HOUR_MS);
    await stack.advance(5 * MINUTE_MS);
    const second = await addPasskey(browser);
    expect(await moveMoney(browser)).toMatchObject(tooNew(24));
    const trust = (await listTrust(browser)).map((time) => Date.parse(time ?? ''));
    expect(trust).toHaveLength(2);
    for (const time of trust) expect(Math.abs(time - until.getTime())).toBeLessThan(MINUTE_MS);

    await stack.advance(23 * HOUR_MS);
    for (const each of [passkey, second.passkey])
      expect(await moveMoney((await signInWith(each)).browser)).toMatchObject(tooNew(1));
    await stack.advance(HOUR_MS);
    const later = await signInWith(second.passkey);
    expect(await moveMoney(later.browser)).toMatchObject(ALLOWED);
    expect(await listTrust(later.browser)).toEqual([null, null]);
  });

  it('moves money at once if it was added after a confirmation with an older one', async () => {
    const browser = await stack.asBrowser(await newAdmin(stack.deps));
    const { passkey } = await addPasskey(browser);
    expect(await moveMoney(browser)).toMatchObject(ALLOWED);
    expect(await moveMoney((await signInWith(passkey)).browser)).toMatchObject(ALLOWED);
  });

  const grantCode = async (email: string) => ({
    staffCode: (await grantAdmin(stack.deps, email))?.staffCode ?? '',
  });

  it('moves money at once only if it was added with the staff code, which works once', async () => {
    const user = await newAdminWithoutFactor(stack.deps);
    const code = await grantCode(user.email);
    const browser = await stack.asBrowser(user);
    const first = await addPasskey(browser);
    expect(await moveMoney(browser)).toMatchObject(tooNew(24));
    const trusted = await addPasskey(browser, {}, code);
    expect(trusted.answer.status).toBe(200);
    expect(await moveMoney(browser)).toMatchObject(ALLOWED);
    expect(await moveMoney((await signInWith(trusted.passkey)).browser)).toMatchObject(ALLOWED);
    const other = (await signInWith(first.passkey)).browser;
    expect(await moveMoney(other)).toMatchObject(tooNew(24));
    expect(await callProcedure(other, 'factors.beginPasskey', code)).toMatchObject({ failure: 'STAFF_CODE_WRONG' });
  });

  it('uses up a staff code only once if two passkeys are added with it at the same time', async () => {
    const user = await newAdminWithoutFactor(stack.deps);
    const code = await grantCode(user.email);
    const browsers = [await stack.asBrowser(user), await stack.asBrowser(user)];
    const responses = await Promise.all(
      browsers.map(async (browser) =>
        createPasskey(await begin<RegistrationOptions>(browser, 'factors.beginPasskey', code), publicUrl()),
      ),
    );
    const answers = await Promise.all(
      browsers.map((browser, at) =>
        callProcedure(browser, 'factors.addPasskey', { passkey: responses[at]?.response, ...code }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it.each([
    ['older than 24 hours', () => stack.advance(24 * HOUR_MS)],
    ['replaced by a new one', (email: string) => grantAdmin(stack.deps, email)],
    ['from before a password reset', (email: string) => resetPassword(email)],
    ['from before the role was revoked', (email: string) => revokeAdmin(stack.deps, email)],
  ])('refuses a staff code that is %s', async (_why, end) => {
    const user = await newAdminWithoutFactor(stack.deps);
    const code = await grantCode(user.email);
    await end(user.email);
    const browser = await stack.asBrowser(user);
    expect(await callProcedure(browser, 'factors.beginPasskey', code)).toMatchObject({
      status: 400,
      failure: 'STAFF_CODE_WRONG',
    });
    await addPasskey(browser);
    expect(await moveMoney(browser)).not.toMatchObject(ALLOWED);
  });

  /** Sets the same password again with a link from an email. */
  async function resetPassword(email: string) {
    const browser = await nobody();
    await callProcedure(browser, 'auth.forgotPassword', { email });
    const token = findLinkToken(await newest(email, RESET_SUBJECT));
    const answer = await callProcedure(browser, 'auth.resetPassword', { token, password: BUILDER_PASSWORD });
    expect(answer.status).toBe(200);
  }
});

describe('the sign-in history', () => {
  it('lists sign-ins and failed second steps with device and method, page by page', async () => {
    const { user, browser, secret } = await newUserWithApp();
    const wrong = codeOf(secret) === '000000' ? '000001' : '000000';
    await completeWith(await startSecondStep(user.email), wrong);
    await stack.advance(1000);
    expect((await signInByPassword(user.email, codeOf(secret))).statusCode).toBe(200);
    const { data } = await queryProcedure(browser, 'auth.signIns', {});
    expect(data).toMatchObject({
      items: [
        { method: 'authenticator', outcome: 'signed_in', isNewDevice: true, ip: '127.0.0.1', place: null },
        { method: 'authenticator', outcome: 'factor_refused' },
        { method: 'password', outcome: 'signed_in', isNewDevice: false },
      ],
      nextCursor: null,
    });
    const other = await stack.asBrowser(await newCreator(stack.deps));
    expect((await queryProcedure(other, 'auth.signIns', {})).data).toMatchObject({ items: [{ method: 'password' }] });
  });

  it('reports a sign-in from a new device by email, but neither the first one nor one from a known device', async () => {
    const user = await newCreator(stack.deps);
    const sentMails = async () =>
      (await stack.mailsTo(user.email)).filter(({ subject }) => subject === 'New sign-in to your account').length;
    const browser = await stack.asBrowser(user);
    expect(await sentMails()).toBe(0);
    await browser('POST', '/api/auth/login', { email: user.email, password: BUILDER_PASSWORD });
    expect(await sentMails()).toBe(0);
    await stack.asBrowser(user);
    expect(await sentMails()).toBe(1);
  });

  it('reports a program without cookies once a day for each device and network', async () => {
    const user = await newCreator(stack.deps);
    await stack.asBrowser(user);
    const signInFrom = async (remoteAddress: string, userAgent: string) => {
      const { statusCode } = await stack.app.inject({
        method: 'POST',
        url: '/api/auth/login',
        remoteAddress,
        headers: { 'user-agent': userAgent },
        payload: { email: user.email, password: BUILDER_PASSWORD },
      });
      expect(statusCode).toBe(200);
    };
    const countMails = async () =>
      (await stack.mailsTo(user.email)).filter(({ subject }) => subject === 'New sign-in to your account').length;
    // Begins at noon, so that the day does not change.
    const DAY_MS = 24 * 60 * MINUTE_MS;
    await stack.advance(DAY_MS + DAY_MS / 2 - (stack.deps.now().getTime() % DAY_MS));
    for (const version of ['8.1', '8.2']) await signInFrom('192.0.2.1', `curl/${version}`);
    expect(await countMails()).toBe(1);
    await signInFrom('192.0.2.2', 'curl/8.1');
    expect(await countMails()).toBe(2);
    await signInFrom('192.0.2.1', 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0');
    expect(await countMails()).toBe(3);
    await stack.advance(DAY_MS);
    await signInFrom('192.0.2.1', 'curl/8.1');
    expect(await countMails()).toBe(4);
  });
});
