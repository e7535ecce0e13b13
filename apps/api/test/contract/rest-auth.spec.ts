/**
 * Tests the account calls of the REST API: current user, signing in and out, and registration (requirements R7.1 to
 * R7.5).
 */
import { describe, expect, it } from 'vitest';
import { newBrand, newCreator, BUILDER_PASSWORD } from '../../src/demo/builders.ts';
import { anyErrorName, anyUuid, createRefusal, REFUSED_SIGNED_OUT, toStatusAndBody } from '../support/responses.ts';
import { useStack } from '../support/stack.ts';

const stack = useStack();

let counter = 0;
const newEmail = () => `someone-${counter++}@example.test`;
const form = (fields: object = {}) => ({
  fullName: 'Zoë van Dijk',
  email: newEmail(),
  userType: 'influencer',
  password: 'quiet-otters-7',
  ...fields,
});

const post = async (url: string, body?: unknown, cookies: Record<string, string> = {}) =>
  stack.app.inject({ method: 'POST', url, cookies, ...(body === undefined ? {} : { payload: body as object }) });
const get = async (url: string, cookies: Record<string, string> = {}) =>
  stack.app.inject({ method: 'GET', url, cookies });

/** Signs in and returns the cookies that the browser would send from then on. */
async function signIn(email: string, cookies: Record<string, string> = {}): Promise<Record<string, string>> {
  const response = await post('/api/auth/login', { email, password: BUILDER_PASSWORD }, cookies);
  expect(response.statusCode).toBe(200);
  return Object.fromEntries(response.cookies.map(({ name, value }) => [name, value]));
}

describe('POST /api/auth/register', () => {
  it('creates and returns an account without signing in', async () => {
    const fields = form();
    const response = await post('/api/auth/register', fields);
    expect(toStatusAndBody(response)).toEqual({
      status: 201,
      body: {
        id: anyUuid(),
        username: expect.stringMatching(/^zoe_van_dijk(_\d+)?$/),
        fullName: 'Zoë van Dijk',
        email: fields.email,
        userType: 'influencer',
        profileImageUrl: null,
      },
    });
    expect(response.cookies).toEqual([]);
    expect((await post('/api/auth/login', { email: fields.email, password: fields.password })).statusCode).toBe(200);
  });

  it.each([
    ['an empty form because of the email', {}, 'Please enter a valid email address'],
    ['an invalid email', form({ email: 'zoe@' }), 'Please enter a valid email address'],
    [
      'an email with a line break',
      form({ email: 'zoe@example.test\nbcc: x@example.test' }),
      'Please enter a valid email address',
    ],
    ['a short password', form({ password: '1234567' }), 'Password must be at least 8 characters'],
    [
      'a short password before a missing name',
      form({ password: 'short', fullName: '' }),
      'Password must be at least 8 characters',
    ],
    ['a one-letter name', form({ fullName: 'Z' }), 'Please enter your full name'],
    ['a one-emoji name', form({ fullName: '😀' }), 'Please enter your full name'],
    ['a blank name', form({ fullName: '     ' }), 'Please enter your full name'],
    ['a name with NUL', form({ fullName: 'Zoë\0van Dijk' }), 'Full name contains characters that cannot be used'],
    ['a missing account type', form({ userType: undefined }), 'Please select account type'],
    ['an unknown account type', form({ userType: 'admin' }), 'Please select account type'],
    ['a list as the account type', form({ userType: ['brand'] }), 'Please select account type'],
    ['a common password', form({ password: 'password123' }), 'This password is too common. Please choose another one'],
  ])('refuses %s', async (_, fields, sentence) => {
    expect(toStatusAndBody(await post('/api/auth/register', fields))).toEqual(
      createRefusal(400, sentence, anyErrorName()),
    );
  });

  it('refuses the email address of an existing account, regardless of case and surrounding spaces', async () => {
    const { email } = await newBrand(stack.deps, { email: `Taken-${newEmail()}` });
    for (const same of [email, email.toUpperCase(), ` ${email.toLowerCase()} `]) {
      expect(toStatusAndBody(await post('/api/auth/register', form({ email: same })))).toEqual(
        createRefusal(409, 'An account with this email already exists', 'EMAIL_TAKEN'),
      );
    }
  });

  it('accepts only one of eight simultaneous registrations with the same email', async () => {
    const email = newEmail();
    const statuses = await Promise.all(
      Array.from({ length: 8 }, async () => (await post('/api/auth/register', form({ email }))).statusCode),
    );
    expect(statuses.toSorted((one, other) => one - other)).toEqual([201, 409, 409, 409, 409, 409, 409, 409]);
  });

  it('gives people with the same name different usernames, even if they register simultaneously', async () => {
    const bodies = await Promise.all(
      Array.from({ length: 4 }, async () =>
        (await post('/api/auth/register', form({ fullName: 'Same Name' }))).json<{ username: string }>(),
      ),
    );
    expect(bodies.map((body) => body.username).toSorted()).toEqual([
      'same_name',
      'same_name_2',
      'same_name_3',
      'same_name_4',
    ]);
  });

  it.each([
    ['Admin Marquee Films', /^creator(_\d+)?$/],
    ['API', /^api_\d+$/],
    ['Find Influencers', /^find_influencers_\d+$/],
    ['Check Out', /^check_out$/],
    ['日本', /^creator(_\d+)?$/],
    ['Åsa!', /^asa$/],
  ])(
    'derives a username from the name %s that does not clash with a path of the web app',
    async (fullName, username) => {
      expect((await post('/api/auth/register', form({ fullName }))).json()).toMatchObject({
        fullName,
        username: expect.stringMatching(username) as string,
      });
    },
  );

  it('ignores fields in the body that the server controls', async () => {
    const response = await post(
      '/api/auth/register',
      form({
        id: '01234567-89ab-4cde-8f01-23456789abcd',
        username: 'root',
        role: 'admin',
        isAdmin: true,
        payoutsEnabled: true,
        stripeAccountId: 'acct_x',
        profileImageUrl: 'https://evil.example/x.png',
        password_hash: 'x',
        createdAt: '1999-01-01',
      }),
    );
    expect(response.json()).toMatchObject({
      username: expect.stringMatching(/^zoe_van_dijk/) as string,
      profileImageUrl: null,
    });
    const row = await stack.deps.db
      .selectFrom('person')
      .innerJoin('workspace', 'workspace.id', 'person.id')
      .selectAll('person')
      .select(['workspace.payoutsEnabled', 'workspace.stripeAccountId', 'workspace.userType'])
      .where('person.id', '=', response.json<{ id: string }>().id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ payoutsEnabled: false, stripeAccountId: null, userType: 'influencer' });
    expect(row.passwordHash).toMatch(/^\$argon2id\$/);
    expect(row.createdAt.getFullYear()).toBeGreaterThan(2000);
  });
});

describe('POST /api/auth/login', () => {
  it('signs in with the email address in any case and returns the user', async () => {
    const creator = await newCreator(stack.deps);
    const response = await post('/api/auth/login', { email: creator.email.toUpperCase(), password: BUILDER_PASSWORD });
    expect(toStatusAndBody(response)).toEqual({
      status: 200,
      body: {
        id: creator.id,
        username: creator.username,
        fullName: creator.fullName,
        email: creator.email,
        userType: 'influencer',
        profileImageUrl: null,
      },
    });
    expect(response.cookies[0]).toMatchObject({ name: 'marquee', httpOnly: true, sameSite: 'Lax', path: '/' });
  });

  it('gives the same error for an unknown email and a wrong password', async () => {
    const { email } = await newBrand(stack.deps);
    const wrong = createRefusal(401, 'Invalid email or password. Please try again.', 'CREDENTIALS_WRONG');
    expect(toStatusAndBody(await post('/api/auth/login', { email, password: 'not-the-password' }))).toEqual(wrong);
    expect(toStatusAndBody(await post('/api/auth/login', { email, password: `${BUILDER_PASSWORD} ` }))).toEqual(wrong);
    expect(toStatusAndBody(await post('/api/auth/login', { email: newEmail(), password: BUILDER_PASSWORD }))).toEqual(
      wrong,
    );
  });

  it.each([
    [{}, 'Please enter a valid email address'],
    [{ email: 'no address', password: '' }, 'Please enter a valid email address'],
    [{ email: { $ne: null }, password: { $ne: null } }, 'Please enter a valid email address'],
    [{ email: 'maya@example.test', password: '' }, 'Password is required'],
    [{ email: 'maya@example.test' }, 'Password is required'],
    [{ email: 'maya@example.test', password: ['x'] }, 'Password is required'],
  ])('refuses the body %j', async (body, sentence) => {
    expect(toStatusAndBody(await post('/api/auth/login', body))).toEqual(createRefusal(400, sentence));
  });

  it('ends the browser’s previous session and starts a new one', async () => {
    const [first, second] = [await newBrand(stack.deps), await newCreator(stack.deps)];
    const before = await signIn(first.email);
    const after = await signIn(second.email, before);
    expect(after['marquee']).not.toBe(before['marquee']);
    expect(toStatusAndBody(await get('/api/auth/user', before))).toEqual(REFUSED_SIGNED_OUT);
    expect((await get('/api/auth/user', after)).json()).toMatchObject({ id: second.id });
  });

  it('does not adopt a session id from the visitor’s cookie', async () => {
    const { email } = await newBrand(stack.deps);
    const planted = { marquee: 'planted-by-someone-else.c2lnbmF0dXJl' };
    const cookies = await signIn(email, planted);
    expect(cookies['marquee']).not.toBe(planted.marquee);
    expect(toStatusAndBody(await get('/api/auth/user', planted))).toEqual(REFUSED_SIGNED_OUT);
  });

  it('does not store the session id from the cookie in the database', async () => {
    const { email, id } = await newBrand(stack.deps);
    const cookies = await signIn(email);
    const rows = await stack.deps.db.selectFrom('session').selectAll().where('personId', '=', id).execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(cookies['marquee']?.split('.')[0]);
  });
});

describe.each(['/api/auth/user', '/api/auth/me'])('GET %s', (url) => {
  it('returns the signed-in user without secrets', async () => {
    const brand = await newBrand(stack.deps, { fullName: 'Acme Tea' });
    const response = await get(url, await signIn(brand.email));
    expect(toStatusAndBody(response)).toEqual({
      status: 200,
      body: {
        id: brand.id,
        username: brand.username,
        fullName: 'Acme Tea',
        email: brand.email,
        userType: 'brand',
        profileImageUrl: null,
      },
    });
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.body).not.toMatch(/password|hash|argon2|stripe|acct_/i);
  });

  it('refuses a missing, a made-up and a tampered session cookie', async () => {
    const { marquee = '' } = await signIn((await newBrand(stack.deps)).email);
    expect(toStatusAndBody(await get(url))).toEqual(REFUSED_SIGNED_OUT);
    expect(toStatusAndBody(await get(url, { marquee: 'x' }))).toEqual(REFUSED_SIGNED_OUT);
    expect(
      toStatusAndBody(await get(url, { marquee: `${marquee.slice(0, -2)}${marquee.endsWith('AA') ? 'BB' : 'AA'}` })),
    ).toEqual(REFUSED_SIGNED_OUT);
  });

  it('returns the account’s current account type, even if the type has changed since the sign-in', async () => {
    const brand = await newBrand(stack.deps);
    const cookies = await signIn(brand.email);
    await stack.deps.db
      .updateTable('workspace')
      .set({ userType: 'influencer' })
      .where('id', '=', brand.workspaceId)
      .execute();
    expect((await get(url, cookies)).json()).toMatchObject({ userType: 'influencer' });
  });
});

describe('a session', () => {
  it('ends after 7 days without use', async () => {
    const cookies = await signIn((await newBrand(stack.deps)).email);
    await stack.deps.db
      .updateTable('session')
      .set({ lastSeenAt: new Date(Date.now() - 7 * 24 * 3_600_000) })
      .execute();
    expect(toStatusAndBody(await get('/api/auth/user', cookies))).toEqual(REFUSED_SIGNED_OUT);
  });

  it('ends after 30 days, even if it is used', async () => {
    const cookies = await signIn((await newBrand(stack.deps)).email);
    await stack.deps.db
      .updateTable('session')
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .execute();
    expect(toStatusAndBody(await get('/api/auth/user', cookies))).toEqual(REFUSED_SIGNED_OUT);
  });
});

describe.each<['POST' | 'GET', string, object]>([
  ['POST', '/api/auth/logout', { statusCode: 200, body: '{"success":true}' }],
  ['GET', '/api/logout', { statusCode: 302, headers: { location: '/' } }],
])('%s %s', (method, url, answer) => {
  it('permanently ends the current session, but no other session', async () => {
    const { email, id } = await newBrand(stack.deps);
    const [here, elsewhere] = [await signIn(email), await signIn(email)];
    expect(await stack.app.inject({ method, url, cookies: here })).toMatchObject(answer);
    expect(toStatusAndBody(await get('/api/auth/user', here))).toEqual(REFUSED_SIGNED_OUT);
    expect((await get('/api/auth/user', elsewhere)).json()).toMatchObject({ id });
  });

  it('succeeds for a signed-out caller', async () => {
    expect(await stack.app.inject({ method, url })).toMatchObject(answer);
    expect(await stack.app.inject({ method, url, cookies: { marquee: 'long-gone.x' } })).toMatchObject(answer);
  });
});
