/** Tests sign-in through a real OpenID provider: the code flow, first sign-in, linking accounts, and errors. */
import type { PersonId } from '@marquee/contracts';
import { describe, expect, it } from 'vitest';
import { newAdmin, newBrand, newCreator } from '../../../src/demo/builders.ts';
import {
  queryProcedure,
  visitProvider,
  callProcedure,
  isSignedIn,
  createEmailAddress,
  registerAccount,
  signInThroughProvider,
  useAccounts,
} from '../../support/accounts.ts';
import type { TestBrowser } from '../../support/stack.ts';
import { createTimeCode } from '../../support/totp.ts';

const { stack, nobody } = useAccounts();
const userOf = async (browser: TestBrowser) =>
  (await browser('GET', '/api/auth/user')).json<{ id?: string; email?: string; userType?: string }>();
const identitiesOf = (personId: PersonId) =>
  stack.deps.db.selectFrom('externalIdentity').selectAll().where('personId', '=', personId).execute();

/** Completes a first sign-in, including the choice of the account type. */
async function newcomer(person = { name: 'Ada Nilsson', email: createEmailAddress() }, userType = 'brand') {
  const browser = await nobody();
  expect(await signInThroughProvider(browser, person)).toBe('/welcome');
  const welcome = await callProcedure(browser, 'auth.completeWelcome', { fullName: person.name, userType });
  expect(welcome).toMatchObject({ status: 200 });
  return { browser, person, id: (welcome.data as { id: string }).id };
}

describe('GET /api/login', () => {
  it('asks the provider for a code with PKCE, state and nonce', async () => {
    const browser = await nobody();
    const answer = await browser('GET', '/api/login?next=/packages');
    expect(answer.statusCode).toBe(302);
    const url = new URL(String(answer.headers['location']));
    expect(url.origin).toBe(stack.openId.issuer);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      scope: 'openid email profile',
      client_id: 'marquee-local',
      redirect_uri: `${stack.deps.env.PUBLIC_URL}/api/callback`,
      state: expect.stringMatching(/^.{40,}$/) as string,
      nonce: expect.stringMatching(/^.{40,}$/) as string,
      code_challenge: expect.stringMatching(/^.{40,}$/) as string,
    });
    expect(answer.cookies).toMatchObject([
      { name: 'marquee-sign-in', httpOnly: true, sameSite: 'Lax', path: '/api/callback', maxAge: 600 },
    ]);
  });

  it('redirects from any other host to the public host, because the provider sends the user back to the public host', async () => {
    const answer = await stack.app.inject({
      method: 'GET',
      url: '/api/login?next=/packages',
      headers: { host: '127.0.0.1:1' },
    });
    expect(answer.headers.location).toBe(`${stack.deps.env.PUBLIC_URL}/api/login?next=/packages`);
  });
});

describe('a first sign-in through the OpenID provider', () => {
  it.each(['influencer', 'brand'])(
    'asks for the account type and creates a confirmed account: %s',
    async (userType) => {
      const person = { name: 'Ada Nilsson', email: createEmailAddress() };
      const browser = await nobody();
      expect(await signInThroughProvider(browser, person, '/api/login?next=/bookings?status=accepted')).toBe(
        '/welcome',
      );
      expect(await isSignedIn(browser)).toBe(false);
      expect((await queryProcedure(browser, 'auth.welcome')).data).toEqual({
        fullName: 'Ada Nilsson',
        email: person.email,
        label: 'Replit',
        next: '/bookings?status=accepted',
      });

      expect(await callProcedure(browser, 'auth.completeWelcome', { fullName: 'Ada N.', userType })).toMatchObject({
        status: 200,
        data: { fullName: 'Ada N.', userType },
      });
      expect(await userOf(browser)).toMatchObject({ email: person.email, userType });
      const account = await stack.deps.db
        .selectFrom('person')
        .selectAll()
        .where('email', '=', person.email)
        .executeTakeFirstOrThrow();
      expect(account).toMatchObject({ passwordHash: null, emailVerifiedAt: expect.any(Date) as Date });
      expect(await stack.mailsTo(person.email)).toEqual([]);

      // The second sign-in does not ask for the account type again.
      const again = await nobody();
      expect(await signInThroughProvider(again, person)).toBe('/dashboard');
      expect(await userOf(again)).toMatchObject({ id: account.id });
    },
  );

  it('creates no account before the user has chosen a type', async () => {
    const email = createEmailAddress();
    await signInThroughProvider(await nobody(), { name: 'Ada', email });
    expect(await stack.deps.db.selectFrom('person').select('id').where('email', '=', email).execute()).toEqual([]);
  });

  it('asks the user to confirm an address that the provider has not verified', async () => {
    const person = { name: 'Sam', email: createEmailAddress(), verified: false };
    const browser = await nobody();
    await signInThroughProvider(browser, person);
    await callProcedure(browser, 'auth.completeWelcome', { fullName: 'Sam', userType: 'brand' });
    expect((await stack.mailsTo(person.email)).map(({ subject }) => subject)).toEqual(['Confirm your email address']);
    expect((await queryProcedure(browser, 'auth.account')).data).toMatchObject({
      emailVerifiedAt: null,
      hasPassword: false,
      external: { connected: { email: person.email } },
    });
  });

  it('accepts unusual addresses, and names with invisible characters', async () => {
    const email = createEmailAddress().replace('person', 'r&d/person').replace('example', 'xn--e1afmkfd');
    const browser = await nobody();
    expect(await signInThroughProvider(browser, { name: '\u2068Ada\u2069\u200e Nil\u00adsson', email })).toBe(
      '/welcome',
    );
    const { data } = await queryProcedure(browser, 'auth.welcome');
    expect(data).toMatchObject({ fullName: 'Ada Nilsson', email });
    expect(
      await callProcedure(browser, 'auth.completeWelcome', { fullName: 'Ada Nilsson', userType: 'brand' }),
    ).toMatchObject({ status: 200 });
    expect(await userOf(browser)).toMatchObject({ email });
  });

  it('accepts the text "true" as a confirmation of the address', async () => {
    const person = { name: 'Sam', email: createEmailAddress(), verified: 'text' } as const;
    const browser = await nobody();
    await signInThroughProvider(browser, person);
    await callProcedure(browser, 'auth.completeWelcome', { fullName: 'Sam', userType: 'brand' });
    expect(await stack.mailsTo(person.email)).toEqual([]);
  });

  it('creates only one account when the user submits the form eight times at once', async () => {
    const person = { name: 'Ada', email: createEmailAddress() };
    const browser = await nobody();
    await signInThroughProvider(browser, person);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        callProcedure(browser, 'auth.completeWelcome', { fullName: 'Ada', userType: 'brand' }),
      ),
    );
    expect(
      new Set(answers.filter(({ status }) => status === 200).map(({ data }) => (data as { id: string }).id)).size,
    ).toBe(1);
    expect(
      await stack.deps.db.selectFrom('person').select('id').where('email', '=', person.email).execute(),
    ).toHaveLength(1);
  });

  it('requires a name, an account type and a recent sign-in at the provider', async () => {
    const browser = await nobody();
    await signInThroughProvider(browser, { name: '', email: createEmailAddress() });
    expect(await callProcedure(browser, 'auth.completeWelcome', { fullName: '', userType: 'brand' })).toMatchObject({
      status: 400,
      message: 'Please enter your full name',
    });
    expect(await callProcedure(browser, 'auth.completeWelcome', { fullName: 'Ada', userType: 'admin' })).toMatchObject({
      status: 400,
      message: 'Please select account type',
    });
    expect(
      await callProcedure(await nobody(), 'auth.completeWelcome', { fullName: 'Ada', userType: 'brand' }),
    ).toMatchObject({
      failure: 'WELCOME_EXPIRED',
    });
  });

  it('ignores all fields sent by the page except the name and the account type', async () => {
    const person = { name: 'Ada', email: createEmailAddress() };
    const browser = await nobody();
    await signInThroughProvider(browser, person);
    await callProcedure(browser, 'auth.completeWelcome', {
      fullName: 'Ada',
      userType: 'brand',
      email: 'other@example.test',
      emailVerified: true,
      passwordHash: 'x',
    });
    expect(await userOf(browser)).toMatchObject({ email: person.email });
  });
});

describe('an existing account', () => {
  it('is linked to the OpenID identity, and its owner notified, if both the provider and Marquee have verified the email address', async () => {
    const creator = await newCreator(stack.deps, { email: createEmailAddress() });
    const browser = await nobody();
    expect(await signInThroughProvider(browser, { name: 'Maya', email: creator.email.toUpperCase() })).toBe(
      '/dashboard',
    );
    expect(await userOf(browser)).toMatchObject({ id: creator.id });
    expect((await stack.mailsTo(creator.email)).map(({ subject }) => subject)).toEqual([
      'Replit is connected to your account',
    ]);
  });

  it('with a second factor is linked to the OpenID identity only after the second step', async () => {
    const brand = await newBrand(stack.deps, { email: createEmailAddress() });
    const setUp = await stack.asBrowser(brand);
    const { secret } = (await callProcedure(setUp, 'factors.beginAuthenticator')).data as { secret: string };
    const codeNow = () => createTimeCode(secret, stack.deps.now());
    expect((await callProcedure(setUp, 'factors.confirmAuthenticator', { code: codeNow() })).status).toBe(200);
    await stack.advance(30_000);
    const person = { name: 'Northwind', email: brand.email };
    const linkMails = async () =>
      (await stack.mailsTo(brand.email)).filter(({ subject }) => subject === 'Replit is connected to your account');

    const thief = await nobody();
    expect(await signInThroughProvider(thief, person)).toBe('/login?step=2&next=%2Fdashboard');
    const wrong = codeNow() === '000000' ? '000001' : '000000';
    expect(await callProcedure(thief, 'auth.completeSignIn', { step: { code: wrong } })).toMatchObject({
      failure: 'CODE_WRONG',
    });
    expect(await identitiesOf(brand.id)).toEqual([]);
    expect(await linkMails()).toEqual([]);

    const owner = await nobody();
    await signInThroughProvider(owner, person);
    expect((await callProcedure(owner, 'auth.completeSignIn', { step: { code: codeNow() } })).status).toBe(200);
    expect(await identitiesOf(brand.id)).toMatchObject([{ email: brand.email }]);
    expect(await linkMails()).toHaveLength(1);
    // An account with another identity is refused before the second step.
    await stack.deps.db
      .updateTable('externalIdentity')
      .set({ subject: 'another' })
      .where('personId', '=', brand.id)
      .execute();
    expect(await signInThroughProvider(await nobody(), person)).toBe('/auth?problem=another');
  });

  it.each([
    ['its address is unconfirmed, because anyone may have registered it', false, true],
    ['the provider has not verified the address, because anyone may have entered it there', true, false],
    ['neither side has verified the address', false, false],
  ])('is not linked to an OpenID identity when %s', async (_, emailVerified, verified) => {
    const brand = await newBrand(stack.deps, { email: createEmailAddress(), emailVerified });
    const browser = await nobody();
    expect(await signInThroughProvider(browser, { name: 'X', email: brand.email, verified })).toBe(
      '/auth?problem=exists',
    );
    expect(await isSignedIn(browser)).toBe(false);
    expect(await identitiesOf(brand.id)).toEqual([]);
  });

  it('can be linked to an OpenID identity in the settings after signing in with the password', async () => {
    const brand = await newBrand(stack.deps, { email: createEmailAddress() });
    const browser = await stack.asBrowser(brand);
    const person = { name: 'Other name', email: createEmailAddress(), verified: false };
    expect(await signInThroughProvider(browser, person, '/api/login?connect=1')).toBe('/settings/account?connected=1');
    expect((await queryProcedure(browser, 'auth.account')).data).toMatchObject({
      external: { label: 'Replit', connected: { email: person.email } },
    });
    const other = await nobody();
    expect(await signInThroughProvider(other, person)).toBe('/dashboard');
    expect(await userOf(other)).toMatchObject({ id: brand.id });
  });

  it('cannot be linked to an OpenID identity while its email address is unconfirmed, because an impostor may have registered it', async () => {
    const brand = await newBrand(stack.deps, { emailVerified: false });
    expect(
      await signInThroughProvider(
        await stack.asBrowser(brand),
        { name: 'X', email: createEmailAddress() },
        '/api/login?connect=1',
      ),
    ).toBe('/settings/account?problem=unverified');
    expect(await identitiesOf(brand.id)).toEqual([]);
  });

  it('cannot be linked to the OpenID identity of another account, or to a second OpenID identity', async () => {
    const { person } = await newcomer();
    const browser = await stack.asBrowser(await newBrand(stack.deps));
    expect(await signInThroughProvider(browser, person, '/api/login?connect=1')).toBe(
      '/settings/account?problem=taken',
    );
    expect(
      await signInThroughProvider(browser, { name: 'A', email: createEmailAddress() }, '/api/login?connect=1'),
    ).toBe('/settings/account?connected=1');
    expect(
      await signInThroughProvider(browser, { name: 'B', email: createEmailAddress() }, '/api/login?connect=1'),
    ).toBe('/settings/account?problem=another');
  });

  it('can be linked to an OpenID identity only from Marquee’s own pages', async () => {
    const browser = await stack.asBrowser(await newBrand(stack.deps));
    const answer = await browser('GET', '/api/login?connect=1', undefined, { 'sec-fetch-site': 'cross-site' });
    expect(answer.statusCode).toBe(403);
    expect((await (await nobody())('GET', '/api/login?connect=1')).headers['location']).toBe(
      '/login?next=%2Fsettings%2Faccount',
    );
  });

  it('is not linked to an OpenID identity if another user has signed in to the browser before the provider’s callback', async () => {
    const brand = await newBrand(stack.deps);
    const browser = await stack.asBrowser(brand);
    const back = await visitProvider(browser, '/api/login?connect=1', { name: 'X', email: createEmailAddress() });
    const other = await newBrand(stack.deps);
    await browser('POST', '/api/auth/login', { email: other.email, password: 'marquee-demo-2026' });
    expect((await browser('GET', back)).headers['location']).toBe('/settings/account?problem=expired');
    expect([...(await identitiesOf(brand.id)), ...(await identitiesOf(other.id))]).toEqual([]);
  });

  it('can unlink its OpenID identity only if it has a password', async () => {
    const { browser, id } = await newcomer();
    expect(await callProcedure(browser, 'auth.disconnect')).toMatchObject({ status: 409, failure: 'IDENTITY_LAST' });
    expect(await callProcedure(browser, 'auth.changePassword', { password: 'a-first-password' })).toMatchObject({
      status: 200,
    });
    expect(await callProcedure(browser, 'auth.disconnect')).toMatchObject({ status: 200 });
    expect(await identitiesOf(id)).toEqual([]);
  });
});

describe('a confirmation with the OpenID provider', () => {
  const confirmAt = async (browser: TestBrowser, back: string) => (await browser('GET', back)).headers['location'];
  const isConfirmed = async (browser: TestBrowser) =>
    ((await queryProcedure(browser, 'auth.confirmation')).data as { isConfirmed: boolean }).isConfirmed;

  it('asks for a new sign-in at the provider, and accepts it', async () => {
    const { browser, person } = await newcomer();
    await stack.advance(10 * 60_000);
    expect(await isConfirmed(browser)).toBe(false);
    let requestedParams: Record<string, string> = {};
    const back = await visitProvider(browser, '/api/login?confirm=1', person, (url) => {
      requestedParams = Object.fromEntries(url.searchParams);
    });
    expect(requestedParams).toMatchObject({ prompt: 'login', max_age: '600' });
    expect(await confirmAt(browser, back)).toBe('/login/confirmed');
    expect(await isConfirmed(browser)).toBe(true);
  });

  it.each<[string, number, (url: URL) => void]>([
    ['was more than ten minutes ago', 11 * 60, () => undefined],
    [
      'was more than ten minutes ago, and the browser asked for a longer time',
      11 * 60,
      (url) => url.searchParams.set('max_age', '86400'),
    ],
    [
      'has an unknown time',
      0,
      (url) => {
        for (const name of ['max_age', 'prompt']) url.searchParams.delete(name);
      },
    ],
  ])('is refused if the sign-in at the provider %s', async (_, ageS, change) => {
    const { browser, person } = await newcomer();
    await stack.advance(10 * 60_000);
    const signedInAt = Math.floor(Date.now() / 1000) - ageS;
    const back = await visitProvider(browser, '/api/login?confirm=1', { ...person, signedInAt }, change);
    expect(await confirmAt(browser, back)).toBe('/settings/account?problem=failed');
    expect(await isConfirmed(browser)).toBe(false);
  });
});

describe('a suspended account', () => {
  const suspend = async (id: string) => stack.as(await newAdmin(stack.deps)).admin.suspendUser({ id, reason: 'Spam' });
  const refused = '/auth?problem=suspended';

  it('cannot be signed in to through its OpenID identity until the suspension is lifted', async () => {
    const { person, id } = await newcomer();
    await suspend(id);
    const browser = await nobody();
    expect(await signInThroughProvider(browser, person)).toBe(refused);
    expect(await isSignedIn(browser)).toBe(false);
    await stack.as(await newAdmin(stack.deps)).admin.liftSuspension({ id, reason: 'Talked to them' });
    expect(await signInThroughProvider(browser, person)).toBe('/dashboard');
  });

  it('is not linked to a new OpenID identity with the same email address, and no second account is created', async () => {
    const creator = await newCreator(stack.deps, { email: createEmailAddress() });
    await suspend(creator.id);
    const browser = await nobody();
    expect(await signInThroughProvider(browser, { name: 'Maya', email: creator.email })).toBe(refused);
    expect(await isSignedIn(browser)).toBe(false);
    expect((await queryProcedure(browser, 'auth.welcome')).data).toBeNull();
    expect(await identitiesOf(creator.id)).toEqual([]);
    // Without proof of owning the address, the visitor does not learn that the account is suspended.
    expect(await signInThroughProvider(await nobody(), { name: 'X', email: creator.email, verified: false })).toBe(
      '/auth?problem=exists',
    );
  });

  it('cannot finish linking an OpenID identity if the linking started before the suspension', async () => {
    const brand = await newBrand(stack.deps);
    const browser = await stack.asBrowser(brand);
    const back = await visitProvider(browser, '/api/login?connect=1', { name: 'X', email: createEmailAddress() });
    await suspend(brand.id);
    expect((await browser('GET', back)).headers['location']).toBe('/settings/account?problem=expired');
    expect(await identitiesOf(brand.id)).toEqual([]);
  });
});

describe('GET /api/callback', () => {
  const expired = '/auth?problem=expired';

  it('returns to the sign-in page or the settings with an error if the user cancelled at the provider', async () => {
    expect(await signInThroughProvider(await nobody(), null, '/api/login?next=/packages')).toBe(
      '/auth?problem=denied&next=%2Fpackages',
    );
    expect(
      await signInThroughProvider(await stack.asBrowser(await newBrand(stack.deps)), null, '/api/login?connect=1'),
    ).toBe('/settings/account?problem=denied');
  });

  it.each([
    '/api/callback',
    '/api/callback?code=x&state=y',
    '/api/callback?error=access_denied',
    '/api/callback?state=',
    '/api/callback?code[]=1&state[]=2',
  ])('rejects a callback without a sign-in in progress: %s', async (url) => {
    const answer = await (await nobody())('GET', url);
    expect([answer.statusCode, answer.headers['location']]).toEqual([302, expired]);
  });

  it('does not sign in a browser with another browser’s callback', async () => {
    const back = await visitProvider(await nobody(), '/api/login', { name: 'Mallory', email: createEmailAddress() });
    const victim = await nobody();
    await victim('GET', '/api/login');
    expect((await victim('GET', back)).headers['location']).toBe(expired);
    expect((await queryProcedure(victim, 'auth.welcome')).data).toBeNull();
  });

  it('accepts a callback only once', async () => {
    const { person } = await newcomer();
    const browser = await nobody();
    const back = await visitProvider(browser, '/api/login', person);
    const cookies = await browser('GET', back);
    expect(cookies.headers['location']).toBe('/dashboard');
    expect((await browser('GET', back)).headers['location']).toBe(expired);
  });

  it('rejects a callback ten minutes after the sign-in started', async () => {
    const browser = await nobody();
    const back = await visitProvider(browser, '/api/login', { name: 'Late', email: createEmailAddress() });
    await stack.advance(10 * 60_000);
    expect((await browser('GET', back)).headers['location']).toBe(expired);
  });

  it('rejects an unknown code and a tampered cookie', async () => {
    const browser = await nobody();
    const back = new URL(
      await visitProvider(browser, '/api/login', { name: 'X', email: createEmailAddress() }),
      'http://x',
    );
    back.searchParams.set('code', 'made-up');
    expect((await browser('GET', back.pathname + back.search)).headers['location']).toBe('/auth?problem=failed');

    const begin = await stack.app.inject({ method: 'GET', url: '/api/login' });
    const value = begin.cookies[0]?.value ?? '';
    const flow = JSON.parse(Buffer.from(value.split('.')[0] ?? '', 'base64url').toString()) as { state: string };
    const forged = `${Buffer.from(JSON.stringify({ ...flow, next: 'https://evil.example' })).toString('base64url')}.${value.split('.')[1]}`;
    const answer = await stack.app.inject({
      method: 'GET',
      url: `/api/callback?code=x&state=${flow.state}`,
      cookies: { 'marquee-sign-in': forged },
    });
    expect(answer.headers.location).toBe(expired);
  });

  it.each(['//evil.example', 'https://evil.example', '/\\evil.example', '/%0d%0aset-cookie:x', 'javascript:alert(1)'])(
    'never redirects to another site: %s',
    async (next) => {
      const { person } = await newcomer();
      const to = await signInThroughProvider(await nobody(), person, `/api/login?next=${encodeURIComponent(next)}`);
      expect(new URL(to, 'http://here').host).toBe('here');
    },
  );

  it('redirects to the page that the user requested before signing in', async () => {
    const { person } = await newcomer();
    expect(
      await signInThroughProvider(
        await nobody(),
        person,
        `/api/login?next=${encodeURIComponent('/bookings?status=accepted')}`,
      ),
    ).toBe('/bookings?status=accepted');
  });

  it('replaces the browser’s previous session', async () => {
    const { person } = await newcomer();
    const browser = await stack.asBrowser(await newBrand(stack.deps));
    const before = (await stack.deps.db.selectFrom('session').select('idHash').execute()).length;
    expect(await signInThroughProvider(browser, person)).toBe('/dashboard');
    expect(await userOf(browser)).toMatchObject({ email: person.email });
    expect(await stack.deps.db.selectFrom('session').select('idHash').execute()).toHaveLength(before);
  });
});

describe('GET /api/logout', () => {
  it('ends the session and clears the session cookie', async () => {
    const { browser } = await newcomer();
    const answer = await browser('GET', '/api/logout');
    expect([answer.statusCode, answer.headers['location']]).toEqual([302, '/']);
    expect(answer.cookies).toMatchObject([{ name: 'marquee', value: '', path: '/', expires: new Date(0) }]);
    expect(await isSignedIn(browser)).toBe(false);
  });

  it('clears the session cookie, as POST /api/auth/logout and the procedure auth.signOut do', async () => {
    const { signIn } = await registerAccount(stack);
    const cleared = [{ name: 'marquee', value: '', path: '/' }];
    expect((await (await signIn()).browser('POST', '/api/auth/logout')).cookies).toMatchObject(cleared);
    expect((await (await signIn()).browser('POST', '/trpc/auth.signOut', {})).cookies).toMatchObject(cleared);
  });
});

describe('the OpenID provider', () => {
  it('is reported as unavailable on the sign-in page if it does not respond or is not configured', async () => {
    const deps = stack.deps as { openId: unknown };
    const working = deps.openId;
    const { openOpenIdGateway } = await import('../../../src/gateways/openid.ts');
    deps.openId = openOpenIdGateway({ ...stack.deps.env, OIDC_ISSUER: 'http://127.0.0.1:9' });
    expect((await (await nobody())('GET', '/api/login?next=/packages')).headers['location']).toBe(
      '/auth?problem=unavailable&next=%2Fpackages',
    );
    deps.openId = null;
    const browser = await nobody();
    expect((await browser('GET', '/api/login')).headers['location']).toBe('/auth?problem=unavailable');
    deps.openId = working;
  });

  it('has the configured label on the sign-in page', async () => {
    expect((await queryProcedure(await nobody(), 'auth.external')).data).toEqual({ label: 'Replit' });
  });
});
