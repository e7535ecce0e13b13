/**
 * Tests the rules that hold for every path of the REST API (requirements R7.1 to R7.35): access, checks before the
 * call, and response headers.
 */
import type { WorkspaceId } from '@marquee/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { newBooking, newBrand } from '../../src/demo/builders.ts';
import { REST_ROUTES } from '../../src/http/rest.ts';
import {
  ADDRESS_NOT_FOUND,
  REFUSED_OTHER_SITE,
  createRefusal,
  REFUSED_SIGNED_OUT,
  toStatusAndBody,
  UNKNOWN_ID,
} from '../support/responses.ts';
import { useStack } from '../support/stack.ts';

const stack = useStack();

let cookies: Record<string, string>;
let brandId: WorkspaceId;
/** Fills in the parameters of `path` with ids that exist. */
let addressOf: (path: string) => string;
beforeAll(async () => {
  const { id, packageId, creator, brand } = await newBooking(stack.deps);
  brandId = brand.workspaceId;
  cookies = await cookiesOf(brand.email);
  addressOf = (path) => {
    const subject = path.includes('bookings') ? id : path.includes('influencer') ? creator.workspaceId : packageId;
    return path.replace(':username', creator.username).replace(/:(id|packageId)/, subject);
  };
});

async function cookiesOf(email: string): Promise<Record<string, string>> {
  const { BUILDER_PASSWORD } = await import('../../src/demo/builders.ts');
  const response = await stack.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email, password: BUILDER_PASSWORD },
  });
  return Object.fromEntries(response.cookies.map(({ name, value }) => [name, value]));
}

const all = REST_ROUTES.map((route) => [route.method, route.path] as const);
const unsafe = all.filter(([method]) => method !== 'GET');
const needsUser = REST_ROUTES.filter((route) => route.refuses.includes(401) && !route.path.endsWith('/login')).map(
  (route) => [route.method, route.path] as const,
);
const send = (method: (typeof all)[number][0], path: string, headers: Record<string, string> = {}, payload?: string) =>
  stack.app.inject({ method, url: addressOf(path), headers, ...(payload === undefined ? {} : { payload }) });

it('serves exactly the documented paths in the REST API', () => {
  expect(all.map((route) => route.join(' ')).toSorted()).toEqual([
    'DELETE /api/packages/:id',
    'GET /api/auth/me',
    'GET /api/auth/user',
    'GET /api/bookings/:id',
    'GET /api/dashboard/stats',
    'GET /api/influencers/:id',
    'GET /api/packages/:id',
    'GET /api/packages/influencer/:id',
    'GET /api/profile/:username',
    'GET /api/profile/:username/packages',
    'GET /api/profile/:username/stats',
    'GET /api/questionnaire/:packageId',
    'PATCH /api/bookings/:id/status',
    'POST /api/auth/login',
    'POST /api/auth/logout',
    'POST /api/auth/register',
    'POST /api/create-payment-intent',
    'POST /api/packages',
    'POST /api/questionnaire',
    'PUT /api/packages/:id',
  ]);
});

describe('a signed-out caller', () => {
  it.each(needsUser)('gets the same 401 from %s %s for every id', async (method, path) => {
    expect(toStatusAndBody(await send(method, path))).toEqual(REFUSED_SIGNED_OUT);
    expect(toStatusAndBody(await stack.app.inject({ method, url: path }))).toEqual(REFUSED_SIGNED_OUT);
  });

  it('gets a 401 from every path that is not public', () => {
    expect(
      all
        .filter((route) => !needsUser.some((each) => each.join() === route.join()))
        .map((route) => route.join(' '))
        .toSorted(),
    ).toEqual([
      'GET /api/influencers/:id',
      'GET /api/packages/:id',
      'GET /api/packages/influencer/:id',
      'GET /api/profile/:username',
      'GET /api/profile/:username/packages',
      'GET /api/profile/:username/stats',
      'GET /api/questionnaire/:packageId',
      'POST /api/auth/login',
      'POST /api/auth/logout',
      'POST /api/auth/register',
    ]);
  });
});

describe.each(unsafe)('%s %s', (method, path) => {
  it('rejects requests from other sites, recognized by Sec-Fetch-Site or Origin, before any other check', async () => {
    for (const site of ['cross-site', 'same-site'])
      expect(toStatusAndBody(await send(method, path, { 'sec-fetch-site': site }))).toEqual(REFUSED_OTHER_SITE);
    for (const origin of [
      'https://evil.example',
      'null',
      `${stack.deps.env.PUBLIC_URL}.evil.example`,
      'http://127.0.0.1:1',
      '',
    ]) {
      expect(toStatusAndBody(await send(method, path, { origin }))).toEqual(REFUSED_OTHER_SITE);
    }
    // Sec-Fetch-Site takes precedence over an Origin that matches.
    expect(
      toStatusAndBody(await send(method, path, { 'sec-fetch-site': 'cross-site', origin: stack.deps.env.PUBLIC_URL })),
    ).toEqual(REFUSED_OTHER_SITE);
  });

  it('accepts requests from Marquee’s own pages, and requests with neither Sec-Fetch-Site nor Origin', async () => {
    for (const headers of [
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
      { origin: stack.deps.env.PUBLIC_URL },
      {},
    ]) {
      expect(toStatusAndBody(await send(method, path, headers))).not.toEqual(REFUSED_OTHER_SITE);
    }
  });

  it('rejects every content type except JSON with 415', async () => {
    const notJson = createRefusal(415, 'Send JSON (Content-Type: application/json)');
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/xml',
      'application/jsonp',
      'application/octet-stream',
      'text/json',
      '*/*',
      'json',
      '',
    ]) {
      expect([
        type,
        toStatusAndBody(await send(method, path, { 'content-type': type }, '{"email":"a@example.test"}')),
      ]).toEqual([type, notJson]);
    }
    expect((await send(method, path, { 'content-type': 'Application/JSON; charset=UTF-8' }, '{}')).statusCode).not.toBe(
      415,
    );
  });

  it('rejects oversized and malformed bodies', async () => {
    const json = { 'content-type': 'application/json' };
    expect(toStatusAndBody(await send(method, path, json, `{"name":"${'x'.repeat(102_400)}"}`))).toEqual(
      createRefusal(413, 'The request is too large'),
    );
    for (const payload of [
      '{',
      '{"a":}',
      "{'a':1}",
      '{"a":1}}',
      'undefined',
      '{"a":NaN}',
      '\u0000',
      '\ufeff\ufeff{}',
      '{"__proto__":{"isAdmin":true}}',
    ]) {
      expect([payload, toStatusAndBody(await send(method, path, json, payload))]).toEqual([
        payload,
        createRefusal(400, 'The request is not valid JSON', 'PARSE_ERROR'),
      ]);
    }
  });
});

describe('GET /api/logout', () => {
  const signedIn = async () => (await stack.app.inject({ method: 'GET', url: '/api/auth/user', cookies })).statusCode;

  it.each([['/api/logout'], ['/api/logout/'], ['/api/logout?x=1'], ['/api/%6Cogout']])(
    'rejects a sign-out from another site’s page at %s',
    async (url) => {
      for (const headers of [
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { origin: 'https://evil.example' },
      ]) {
        expect(toStatusAndBody(await stack.app.inject({ method: 'GET', url, cookies, headers }))).toEqual(
          REFUSED_OTHER_SITE,
        );
        expect((await stack.app.inject({ method: 'HEAD', url, cookies, headers })).statusCode).toBe(403);
      }
      expect(await signedIn()).toBe(200);
    },
  );

  it('accepts a sign-out from Marquee’s own pages', async () => {
    const own = await cookiesOf((await newBrand(stack.deps)).email);
    const response = await stack.app.inject({
      method: 'GET',
      url: '/api/logout',
      cookies: own,
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    expect([response.statusCode, response.headers.location]).toEqual([302, '/']);
    expect(toStatusAndBody(await stack.app.inject({ method: 'GET', url: '/api/auth/user', cookies: own }))).toEqual(
      REFUSED_SIGNED_OUT,
    );
  });
});

describe('a request without a body', () => {
  it('may have the JSON content type', async () => {
    const json = { 'content-type': 'application/json' };
    expect(toStatusAndBody(await send('POST', '/api/auth/logout', json, ''))).toEqual({
      status: 200,
      body: { success: true },
    });
    expect(toStatusAndBody(await send('DELETE', '/api/packages/:id', json, ''))).toEqual(REFUSED_SIGNED_OUT);
    expect(toStatusAndBody(await send('POST', '/api/auth/login', json, ''))).toEqual(
      createRefusal(400, 'Please enter a valid email address'),
    );
  });
});

describe('a JSON body that is not an object', () => {
  it.each([
    ['/api/auth/login', 'Please enter a valid email address'],
    ['/api/auth/register', 'Please enter a valid email address'],
    ['/api/create-payment-intent', 'The ID must be text'],
  ])('is rejected by %s with the same error as an empty object', async (url, sentence) => {
    for (const payload of ['[]', 'null', '5', '"text"', 'true', '{}', `[{"email":"a@example.test"}]`]) {
      const response = await stack.app.inject({
        method: 'POST',
        url,
        cookies,
        headers: { 'content-type': 'application/json' },
        payload,
      });
      expect(toStatusAndBody(response)).toEqual(createRefusal(400, sentence));
    }
  });
});

describe('an unknown path or method', () => {
  it.each([
    '/api',
    '/api/',
    '/api/nothing',
    '/api/auth',
    '/api/packages',
    '/api/packages/a/b',
    '/api/bookings',
    '/api/profile',
    '/api/users',
    '/api/v1/packages',
    '/api/Packages/1',
    '/api/webhooks',
    '/api/login/x',
    '/api/packages//x',
    `/api/${'x'.repeat(3_000)}`,
  ])('gets a JSON 404 below /api: %s', async (url) => {
    for (const method of ['GET', 'PUT', 'OPTIONS'] as const) {
      const response = await stack.app.inject({ method, url, cookies });
      expect([method, toStatusAndBody(response)]).toEqual([method, ADDRESS_NOT_FOUND]);
      expect(response.headers['content-type']).toMatch(/^application\/json/);
    }
  });

  it('gets a JSON 404 if the path exists but not with that method', async () => {
    for (const [method, url] of [
      ['DELETE', '/api/auth/user'],
      ['POST', '/api/auth/me'],
      ['PUT', '/api/questionnaire'],
      ['GET', '/api/create-payment-intent'],
    ] as const) {
      expect(toStatusAndBody(await stack.app.inject({ method, url, cookies }))).toEqual(ADDRESS_NOT_FOUND);
    }
  });

  it('gets a 400 if the path cannot be URL-decoded', async () => {
    for (const url of ['/api/packages/%', '/api/packages/%zz', '/api/profile/%E0%A4%A', '/%C3%28']) {
      expect(toStatusAndBody(await stack.app.inject({ method: 'GET', url }))).toEqual(
        createRefusal(400, 'The request is not valid'),
      );
    }
  });
});

describe('a response', () => {
  it.each(all)('is marked as not cacheable for %s %s, whether or not the request succeeds', async (method, path) => {
    expect((await send(method, path)).headers['cache-control']).toBe('no-store');
    const own = path.endsWith('/logout') ? {} : { cookies };
    expect((await stack.app.inject({ method, url: path, ...own })).headers['cache-control']).toBe('no-store');
  });

  it.each(all.filter(([method]) => method === 'GET'))('contains no hash or secret for %s %s', async (method, path) => {
    const response = await stack.app.inject({ method, url: addressOf(path), cookies });
    expect([200, 404]).toContain(response.statusCode);
    expect(response.body).not.toMatch(/argon2|password|hash|_secret_|pi_|acct_|whsec_|sk_test|session/i);
  });

  it('is the same with and without a trailing slash', async () => {
    const [plain, slash] = await Promise.all(
      ['', '/'].map((end) => stack.app.inject({ method: 'GET', url: `/api/auth/user${end}`, cookies })),
    );
    expect(plain?.json()).toMatchObject({ id: brandId });
    expect(slash?.json()).toEqual(plain?.json());
  });
});

describe('the name of an error', () => {
  it.each([
    ['a broken rule of the input', 'POST', '/api/auth/login', { email: 'x', password: '' }, 400, 'INVALID_INPUT'],
    ['text that is not JSON', 'POST', '/api/auth/login', '{', 400, 'PARSE_ERROR'],
    ['wrong credentials', 'POST', '/api/auth/login', { email: 'a@b.test', password: 'x' }, 401, 'CREDENTIALS_WRONG'],
    ['a call without a session', 'GET', '/api/auth/user', undefined, 401, 'SIGNED_OUT'],
    ['a package that does not exist', 'GET', `/api/packages/${UNKNOWN_ID}`, undefined, 404, 'PACKAGE_NOT_FOUND'],
    ['a creator who does not exist', 'GET', '/api/profile/nobody-here', undefined, 404, 'USER_NOT_FOUND'],
    ['an unknown address', 'GET', '/api/nothing', undefined, 404, 'NOT_FOUND'],
  ] as const)('is in the field "code" for %s', async (_, method, url, payload, status, code) => {
    const response = await stack.app.inject({
      method,
      url,
      ...(payload !== undefined && { payload, headers: { 'content-type': 'application/json' } }),
    });
    const { error, message, code: name } = response.json<{ error: string; message: string; code: string }>();
    expect([response.statusCode, name, message]).toEqual([status, code, error]);
  });

  it('is the name of the failure for a brand that calls for a creator', async () => {
    const answer = await stack.app.inject({ method: 'POST', url: '/api/packages', cookies, payload: {} });
    expect(answer.json()).toMatchObject({ code: 'CREATORS_ONLY' });
  });
});
