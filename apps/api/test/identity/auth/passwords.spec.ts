/** Tests resetting, changing and setting a password. */
import { hash } from '@node-rs/argon2';
import { describe, expect, it } from 'vitest';
import { newBrand } from '../../../src/demo/builders.ts';
import { addBuilderPasskey } from '../../../src/demo/passkeys.ts';
import {
  queryProcedure,
  callProcedure,
  isSignedIn,
  createEmailAddress,
  registerAccount,
  RESET_SUBJECT,
  signInThroughProvider,
  findLinkToken,
  useAccounts,
} from '../../support/accounts.ts';

const { stack, nobody, newest, rowOf } = useAccounts();

describe('a password with letters that have several Unicode forms', () => {
  it('is accepted in every form', async () => {
    const { signIn } = await registerAccount(stack, 'Zo\u0308e-quiet-７');
    for (const typed of ['Z\u00f6e-quiet-7', 'Zo\u0308e-quiet-7', 'Ｚ\u00f6e－quiet-7'])
      expect((await signIn(typed)).status).toBe(200);
    expect((await signIn('Zoe-quiet-7')).status).toBe(401);
  });

  it('is accepted as it was typed when its hash is older than the normalization', async () => {
    const { id, signIn } = await registerAccount(stack);
    const typed = 'Zo\u0308e-quiet-７';
    await stack.deps.db
      .updateTable('person')
      .set({ passwordHash: await hash(typed, { memoryCost: 19_456, timeCost: 2, parallelism: 1 }) })
      .where('id', '=', id)
      .execute();
    expect((await signIn(typed)).status).toBe(200);
    expect((await signIn('Z\u00f6e-quiet-7')).status).toBe(401);
  });

  it('is refused if it is a common password in another form', async () => {
    const answer = await (
      await nobody()
    )('POST', '/api/auth/register', {
      fullName: 'Zo\u00eb van Dijk',
      email: createEmailAddress(),
      userType: 'brand',
      password: 'ｐａｓｓｗｏｒｄ１２３',
    });
    expect(answer.statusCode).toBe(400);
  });
});

describe('a password reset', () => {
  const forgotten = async () => {
    const person = await registerAccount(stack);
    await callProcedure(await nobody(), 'auth.forgotPassword', { email: person.email });
    return { ...person, token: findLinkToken(await newest(person.email, RESET_SUBJECT)) };
  };

  it('returns the same response whether or not an account with the email address exists', async () => {
    const { email } = await registerAccount(stack);
    const unknown = createEmailAddress();
    const answers = [];
    for (const address of [email, unknown, email.toUpperCase()])
      answers.push(await callProcedure(await nobody(), 'auth.forgotPassword', { email: address }));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 200, data: null });
    expect(await stack.mailsTo(unknown)).toEqual([]);
    expect((await stack.mailsTo(email)).filter(({ subject }) => subject === RESET_SUBJECT)).not.toEqual([]);
  });

  it('replaces the password, ends every session and notifies the account owner', async () => {
    const { email, token, signIn } = await forgotten();
    const { browser } = await signIn();
    expect((await callProcedure(await nobody(), 'auth.checkResetLink', { token })).data).toEqual({ state: 'usable' });
    expect(
      await callProcedure(await nobody(), 'auth.resetPassword', { token, password: 'new-quiet-otters' }),
    ).toMatchObject({
      status: 200,
    });
    expect(await isSignedIn(browser)).toBe(false);
    expect((await signIn()).status).toBe(401);
    expect((await signIn('new-quiet-otters')).status).toBe(200);
    expect(await newest(email, 'Your password was changed')).toBeDefined();
    expect((await callProcedure(await nobody(), 'auth.checkResetLink', { token })).data).toEqual({ state: 'used' });
  });

  it('works only once, even if eight browsers use the link at the same time', async () => {
    const { token, signIn } = await forgotten();
    const passwords = Array.from({ length: 8 }, (_, at) => `new-quiet-otters-${at}`);
    const answers = await Promise.all(
      passwords.map(async (password) => callProcedure(await nobody(), 'auth.resetPassword', { token, password })),
    );
    const winners = answers.flatMap(({ status }, at) => (status === 200 ? [passwords[at] ?? ''] : []));
    expect(winners).toHaveLength(1);
    expect(answers.filter(({ failure }) => failure === 'LINK_INVALID')).toHaveLength(7);
    const results = await Promise.all(passwords.map(async (password) => (await signIn(password)).status));
    expect(passwords.filter((_, at) => results[at] === 200)).toEqual(winners);
  });

  it('invalidates all other reset links of the account', async () => {
    const { email, token } = await forgotten();
    await callProcedure(await nobody(), 'auth.forgotPassword', { email });
    const second = findLinkToken(await newest(email, RESET_SUBJECT));
    expect(
      await callProcedure(await nobody(), 'auth.resetPassword', { token: second, password: 'new-quiet-otters' }),
    ).toMatchObject({ status: 200 });
    expect(
      await callProcedure(await nobody(), 'auth.resetPassword', { token, password: 'other-quiet-otters' }),
    ).toMatchObject({
      failure: 'LINK_INVALID',
    });
  });

  it('is refused an hour after the link was sent', async () => {
    const { token } = await forgotten();
    await stack.advance(3_600_000);
    expect(
      await callProcedure(await nobody(), 'auth.resetPassword', { token, password: 'new-quiet-otters' }),
    ).toMatchObject({
      failure: 'LINK_INVALID',
    });
  });

  it('rejects a common password and keeps the link valid', async () => {
    const { token } = await forgotten();
    expect(await callProcedure(await nobody(), 'auth.resetPassword', { token, password: 'password123' })).toMatchObject(
      {
        failure: 'PASSWORD_COMMON',
      },
    );
    expect(await callProcedure(await nobody(), 'auth.resetPassword', { token, password: 'short' })).toMatchObject({
      message: 'Password must be at least 8 characters',
    });
    expect(
      await callProcedure(await nobody(), 'auth.resetPassword', { token, password: 'new-quiet-otters' }),
    ).toMatchObject({
      status: 200,
    });
  });

  it('is refused if the account’s email address has changed since the link was sent', async () => {
    const { token, id } = await forgotten();
    await stack.deps.db.updateTable('person').set({ email: createEmailAddress() }).where('id', '=', id).execute();
    expect(
      await callProcedure(await nobody(), 'auth.resetPassword', { token, password: 'new-quiet-otters' }),
    ).toMatchObject({
      failure: 'LINK_INVALID',
    });
  });

  it('ends sessions that are started with the old password at the same time', async () => {
    const { token, signIn, email } = await forgotten();
    const [, ...browsers] = await Promise.all([
      nobody().then((browser) => callProcedure(browser, 'auth.resetPassword', { token, password: 'new-quiet-otters' })),
      ...Array.from({ length: 5 }, async () => (await signIn()).browser),
    ]);
    expect(await Promise.all(browsers.map(isSignedIn))).toEqual([false, false, false, false, false]);
    expect(
      (
        await stack
          .asBrowser(null)
          .then((browser) => browser('POST', '/api/auth/login', { email, password: 'new-quiet-otters' }))
      ).statusCode,
    ).toBe(200);
  });

  it('gives the account to the owner of the email address and removes an impostor’s access', async () => {
    // An impostor signs up at the provider with another person's address.
    const email = createEmailAddress();
    const intruder = await nobody();
    await signInThroughProvider(intruder, { name: 'Mallory', email, verified: false });
    await callProcedure(intruder, 'auth.completeWelcome', { fullName: 'Mallory', userType: 'brand' });
    await callProcedure(intruder, 'auth.changeEmail', { email: createEmailAddress() });

    await callProcedure(await nobody(), 'auth.forgotPassword', { email });
    await callProcedure(await nobody(), 'auth.resetPassword', {
      token: findLinkToken(await newest(email, RESET_SUBJECT)),
      password: 'new-quiet-otters',
    });
    expect(await isSignedIn(intruder)).toBe(false);
    expect(await signInThroughProvider(await nobody(), { name: 'Mallory', email, verified: false })).toBe(
      '/auth?problem=exists',
    );
    const row = await stack.deps.db
      .selectFrom('person')
      .select(['pendingEmail', 'emailVerifiedAt'])
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ pendingEmail: null, emailVerifiedAt: expect.any(Date) as Date });
  });

  it('removes factors, codes and calendar feeds that are older than the confirmation of the email address', async () => {
    const user = await newBrand(stack.deps, { emailVerified: false });
    const { id, workspaceId } = user;
    const { db } = stack.deps;
    const at = stack.deps.now();
    // No procedure adds them before the confirmation, but an older version may have.
    await addBuilderPasskey(stack.deps, id);
    await db
      .insertInto('recoveryCode')
      .values({ personId: id, codeHash: 'a'.repeat(64), createdAt: at })
      .execute();
    await db
      .insertInto('calendarFeed')
      .values({ workspaceId, personId: id, tokenHash: 'b'.repeat(64), createdAt: at })
      .execute();
    await callProcedure(await nobody(), 'auth.forgotPassword', { email: user.email });
    const token = findLinkToken(await newest(user.email, RESET_SUBJECT));
    expect(
      await callProcedure(await nobody(), 'auth.resetPassword', { token, password: 'new-quiet-otters' }),
    ).toMatchObject({ status: 200 });
    const counts = await Promise.all(
      (['passkey', 'recoveryCode', 'calendarFeed', 'session'] as const).map(
        async (table) => (await db.selectFrom(table).select('personId').where('personId', '=', id).execute()).length,
      ),
    );
    expect(counts).toEqual([0, 0, 0, 0]);
    expect(await rowOf(id)).toMatchObject({ hasFactor: false, factorSince: null });
  });
});

describe('a password', () => {
  it('can be changed by a user who has just signed in, which renews the session id and ends the other sessions', async () => {
    const { signIn, email } = await registerAccount(stack);
    const [here, elsewhere] = [(await signIn()).browser, (await signIn()).browser];
    const before = await stack.deps.db.selectFrom('session').select('idHash').execute();
    expect(
      await callProcedure(here, 'auth.changePassword', {
        password: 'new-quiet-otters',
      }),
    ).toMatchObject({ status: 200 });
    expect([await isSignedIn(here), await isSignedIn(elsewhere)]).toEqual([true, false]);
    const [own] = (await queryProcedure(here, 'auth.sessions')).data as { id: string }[];
    expect(before.map(({ idHash }) => idHash)).not.toContain(own?.id);
    expect([(await signIn()).status, (await signIn('new-quiet-otters')).status]).toEqual([401, 200]);
    expect(await newest(email, 'Your password was changed')).toBeDefined();
  });

  it('is changed only once when several sessions change it at the same time', async () => {
    const { signIn } = await registerAccount(stack);
    const browsers = await Promise.all([signIn(), signIn(), signIn(), signIn()]);
    const answers = await Promise.all(
      browsers.map(({ browser }, at) =>
        callProcedure(browser, 'auth.changePassword', {
          password: `new-quiet-otters-${at}`,
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await Promise.all(browsers.map(({ browser }) => isSignedIn(browser)))).filter(Boolean)).toHaveLength(1);
  });

  it('can be set by a user who signed in at the OpenID provider', async () => {
    const browser = await nobody();
    const email = createEmailAddress();
    await signInThroughProvider(browser, { name: 'Ada', email });
    await callProcedure(browser, 'auth.completeWelcome', { fullName: 'Ada', userType: 'brand' });
    expect(await callProcedure(browser, 'auth.changePassword', { password: 'password123' })).toMatchObject({
      failure: 'PASSWORD_COMMON',
    });
    expect(await callProcedure(browser, 'auth.changePassword', { password: 'a-first-password' })).toMatchObject({
      status: 200,
    });
    expect(await isSignedIn(browser)).toBe(true);
    expect(
      (await (await nobody())('POST', '/api/auth/login', { email, password: 'a-first-password' })).statusCode,
    ).toBe(200);
  });
});
