/** Tests the HTTP server itself: health checks, headers, limits, the pages of the web app, and error responses. */
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { Agent, request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS } from '@marquee/time';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { VERSION } from '../../src/config/version.ts';
import { boot, type BootedDeps } from '../../src/process/boot.ts';
import { newBrand, newCreator, newPackage, BUILDER_PASSWORD } from '../../src/demo/builders.ts';
import { buildServer, drainServer } from '../../src/http/server.ts';
import { runHousekeeping } from '../../src/modules/staff/housekeeping/housekeeping.service.ts';
import { ADDRESS_NOT_FOUND, UNKNOWN_ID, createRefusal, toStatusAndBody } from '../support/responses.ts';
import { useStack } from '../support/stack.ts';
import { waitFor } from '../support/wait.ts';

const stack = useStack();
const get = (url: string, app: FastifyInstance = stack.app) => app.inject({ method: 'GET', url });
const json = { 'content-type': 'application/json' };

/** Returns the script sources that a policy allows. */
const scriptsOf = (policy: unknown) => /script-src ([^;]*)/.exec(String(policy))?.[1]?.split(' ');

describe('the health check', () => {
  it('reports that the server is up and ready', async () => {
    expect(toStatusAndBody(await get('/healthz'))).toEqual({ status: 200, body: { status: 'up' } });
    expect(toStatusAndBody(await get('/readyz'))).toEqual({ status: 200, body: { status: 'ready', version: VERSION } });
  });

  it('reports that the server is not ready while the database is down, and no response reveals the cause', async () => {
    const pack = await newPackage(stack.deps, await newCreator(stack.deps));
    const browser = await stack.asBrowser(await newBrand(stack.deps));
    await stack.stopWorker();
    const name = new URL(stack.deps.env.DATABASE_URL).pathname.slice(1);
    const admin = new pg.Client({ connectionString: inject('pg').url });
    await admin.connect();
    await admin.query(`alter database ${name} allow_connections false`);
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    try {
      const answers = [
        await get('/readyz'),
        await get(`/api/packages/${pack.id}`),
        await browser('GET', '/api/auth/user'),
        await browser('POST', '/api/packages', {}),
        await get(`/trpc/packages.byId?input=${encodeURIComponent(JSON.stringify({ id: pack.id }))}`),
      ];
      expect((await get('/healthz')).statusCode).toBe(200);
      expect(answers.map((answer) => answer.statusCode)).toEqual([503, 503, 503, 503, 503]);
      for (const answer of answers)
        expect(answer.body).not.toMatch(/marquee_|postgres|connection|ECONN|at .*\.ts|stack|select|node_modules/i);
      const sentence = 'Marquee is briefly unavailable. Please try again in a few seconds.';
      expect(answers.slice(1, 4).map((answer) => toStatusAndBody(answer))).toEqual(
        Array.from({ length: 3 }, () => createRefusal(503, sentence, 'DATABASE_AWAY')),
      );
      expect(answers.map(({ headers }) => headers['retry-after'])).toEqual(answers.map(() => '5'));
      expect(answers[4]?.json()).toEqual({
        error: {
          message: sentence,
          code: -32603,
          data: {
            code: 'SERVICE_UNAVAILABLE',
            httpStatus: 503,
            failure: 'DATABASE_AWAY',
            reference: answers[4]?.headers['x-request-id'],
          },
        },
      });
    } finally {
      await admin.query(`alter database ${name} allow_connections true`);
      await admin.end();
    }
    expect((await get('/readyz')).statusCode).toBe(200);
    expect((await browser('GET', '/api/auth/user')).statusCode).toBe(200);
    await stack.startWorker();
  });
});

describe('every response', () => {
  it.each([
    '/healthz',
    '/api/auth/user',
    '/api/nothing',
    '/trpc/auth.session',
    '/nothing',
    '/api/docs/',
    '/media/nothing.webp',
    '/@someone',
  ])('has the security headers on %s', async (url) => {
    const { headers } = await get(url);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'permissions-policy': expect.stringContaining('camera=(), microphone=(), geolocation=()') as string,
    });
    expect(headers['content-security-policy']).toMatch(/frame-ancestors 'none'|sandbox/);
    expect(scriptsOf(headers['content-security-policy']) ?? []).not.toContain("'unsafe-inline'");
    expect(scriptsOf(headers['content-security-policy']) ?? []).not.toContain("'unsafe-eval'");
    expect(headers['x-powered-by']).toBeUndefined();
  });

  it('has a content security policy that allows scripts only from this server and Stripe, and nothing else from other sites by default', async () => {
    const policy = String((await get('/nothing')).headers['content-security-policy']);
    expect(scriptsOf(policy)).toEqual(["'self'", new URL(stack.deps.env.STRIPE_JS_URL).origin]);
    for (const rule of ["default-src 'self'", "object-src 'none'", "base-uri 'none'", "form-action 'self'"])
      expect(policy.split(';')).toContain(rule);
  });
});

describe('a production server', () => {
  let app: FastifyInstance;
  beforeAll(async () => {
    const env = {
      ...stack.deps.env,
      NODE_ENV: 'production' as const,
      PUBLIC_URL: 'https://marquee.example',
      TRUST_PROXY: 1,
      STRIPE_JS_URL: '',
    };
    app = await buildServer({ ...stack.deps, env });
  });
  afterAll(() => app.close());
  const signIn = async (headers: Record<string, string>) => {
    const { email } = await newBrand(stack.deps);
    return app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email, password: BUILDER_PASSWORD },
      headers: { 'x-forwarded-proto': 'https', ...headers },
    });
  };

  it('keeps the session in a cookie that is sent only over HTTPS and set only by this host', async () => {
    const response = await signIn({});
    const safe = { secure: true, httpOnly: true, sameSite: 'Lax', path: '/' };
    expect(response.cookies).toMatchObject([
      { name: '__Host-marquee', ...safe },
      { name: '__Host-marquee-device', ...safe },
    ]);
    for (const cookie of response.cookies) expect(cookie).not.toHaveProperty('domain');
  });

  it('sends a Strict-Transport-Security header and allows scripts from Stripe’s servers', async () => {
    const { headers } = await get('/healthz', app);
    expect(headers['strict-transport-security']).toMatch(/^max-age=\d{8}/);
    expect(scriptsOf(headers['content-security-policy'])).toEqual([
      "'self'",
      'https://js.stripe.com',
      'https://*.js.stripe.com',
    ]);
    expect(headers['content-security-policy']).toContain("connect-src 'self' https://api.stripe.com;");
  });

  it('compares the Origin header with its configured URL, not with the Host header', async () => {
    expect((await signIn({ origin: 'https://marquee.example' })).statusCode).toBe(200);
    expect((await signIn({ origin: 'https://evil.example', host: 'evil.example' })).statusCode).toBe(403);
    expect((await signIn({ origin: 'http://marquee.example' })).statusCode).toBe(403);
    const plain = { 'x-forwarded-proto': 'http', origin: 'http://evil.example', host: 'evil.example' };
    expect((await signIn(plain)).statusCode).toBe(403);
  });
});

describe('a server that is shutting down', () => {
  it('finishes running requests and then closes keep-alive connections', async () => {
    const app = await buildServer(stack.deps);
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    const email = (await newBrand(stack.deps)).email;
    const agent = new Agent({ keepAlive: true });
    const answer = new Promise<number | undefined>((resolve, reject) => {
      const body = JSON.stringify({ email, password: BUILDER_PASSWORD });
      request(`${address}/api/auth/login`, { method: 'POST', agent, headers: json }, (response) => {
        response.resume().once('end', () => resolve(response.statusCode));
      })
        .once('error', reject)
        .end(body);
    });
    await once(app.server, 'request');
    // By default, Fastify would wait for its keep-alive timeout, which is longer than this test may take.
    await app.close();
    expect(await answer).toBe(200);
    agent.destroy();
  });

  it('answers requests until the proxy has noticed the shutdown', async () => {
    const app = await buildServer(stack.deps);
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    const agent = new Agent({ keepAlive: true, maxSockets: 4 });
    const ask = (path: string) =>
      new Promise<IncomingMessage>((resolve, reject) => {
        request(`${address}${path}`, { agent }, (response) => response.resume().once('end', () => resolve(response)))
          .once('error', reject)
          .end();
      });
    const responses: { status: number; closes: boolean }[] = [];
    // Simulates a proxy, which keeps sending requests until the health check has failed twice.
    let refusals = 0;
    const proxy = (async () => {
      while (refusals < 2) {
        const [answer] = await Promise.all([ask('/api/auth/user'), ask('/api/auth/user'), ask('/trpc/auth.session')]);
        responses.push({ status: answer.statusCode ?? 0, closes: answer.headers.connection === 'close' });
        if ((await ask('/healthz')).statusCode === 503) refusals++;
      }
    })();
    await waitFor(() => expect(responses.length).toBeGreaterThan(2));
    expect(responses.at(-1)).toEqual({ status: 401, closes: false });
    const ended = drainServer(app, 1_000).then(() => app.close());
    await proxy;
    await ended;
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([401]));
    expect(responses.at(-1)).toEqual({ status: 401, closes: true });
    agent.destroy();
  });
});

describe('the tRPC endpoint', () => {
  const batch = (size: number) =>
    get(`/trpc/${Array.from({ length: size }, () => 'auth.session').join(',')}?batch=1&input={}`);

  it('answers a batch of ten calls but rejects a batch of eleven', async () => {
    const ten = await batch(10);
    expect([ten.statusCode, ten.json<unknown[]>().length]).toEqual([200, 10]);
    const eleven = await batch(11);
    expect(eleven.statusCode).toBe(400);
    expect(eleven.body).toContain('The request is not valid');
  });

  it.each([
    'multipart/form-data; boundary=x',
    'application/octet-stream',
    'text/plain',
    'application/x-www-form-urlencoded',
  ])('refuses the content type %s with 415', async (type) => {
    for (const path of ['auth.signIn', 'auth.signOut', 'auth.signIn,auth.signOut?batch=1', 'nothing']) {
      const response = await stack.app.inject({
        method: 'POST',
        url: `/trpc/${path}`,
        headers: { 'content-type': type },
        payload: '--x\r\n\r\n--x--',
      });
      expect([path, toStatusAndBody(response)]).toEqual([
        path,
        createRefusal(415, 'Send JSON (Content-Type: application/json)'),
      ]);
    }
  });

  it.each<[string, string, number]>([
    ['malformed JSON', '{', 400],
    ['an input of the wrong type', '[]', 400],
    ['null', 'null', 400],
    ['a body that is too large', `"${'x'.repeat(102_400)}"`, 413],
  ])('rejects %s without revealing internals', async (_, payload, status) => {
    const response = await stack.app.inject({ method: 'POST', url: '/trpc/auth.signIn', headers: json, payload });
    expect(response.statusCode).toBe(status);
    expect(response.body).not.toMatch(/stack|node_modules|\.ts|zod|issues|SyntaxError|Unexpected/i);
  });

  it('returns the failure code of a refused call', async () => {
    expect(
      (await get(`/trpc/packages.byId?input=${encodeURIComponent(JSON.stringify({ id: UNKNOWN_ID }))}`)).json(),
    ).toEqual({
      error: {
        message: 'Package not found',
        code: -32004,
        data: { code: 'NOT_FOUND', httpStatus: 404, failure: 'PACKAGE_NOT_FOUND' },
      },
    });
  });

  it('either signs the user in or reports SIGNED_OUT if one batch contains a sign-out and a sign-in', async () => {
    const { email } = await newBrand(stack.deps);
    const browser = await stack.asBrowser({ email });
    const response = await browser('POST', '/trpc/auth.signOut,auth.signIn?batch=1', {
      1: { email, password: BUILDER_PASSWORD },
    });
    const [out, into] =
      response.json<[{ result?: unknown }, { result?: unknown; error?: { data: { failure: string } } }]>();
    expect(out.result).toBeDefined();
    expect(into.result !== undefined || into.error?.data.failure === 'SIGNED_OUT').toBe(true);
  });
});

describe('the rate limiter', () => {
  const limited = useStack({ RATE_LIMIT: 'on' });
  const TOO_MANY = createRefusal(429, 'Too many attempts. Please wait a moment and try again.');
  let second: { deps: BootedDeps; app: FastifyInstance };
  beforeAll(async () => {
    const deps = boot(limited.deps.env, limited.deps.log);
    second = { deps, app: await buildServer(deps) };
  });
  afterAll(async () => {
    await second.app.close();
    await second.deps.close();
  });
  const post = async (url: string, payload: object, headers: Record<string, string> = {}, app = limited.app) =>
    toStatusAndBody(await app.inject({ method: 'POST', url, payload, headers }));

  it('refuses every sign-in to an account after ten failures from the same network, in every process and even with the right password', async () => {
    const [{ email }, other] = [await newBrand(limited.deps), await newBrand(limited.deps)];
    for (let attempt = 0; attempt < 10; attempt++) {
      expect(await post('/api/auth/login', { email, password: `wrong-${attempt}` })).toMatchObject({ status: 401 });
    }
    expect(await post('/api/auth/login', { email, password: BUILDER_PASSWORD })).toEqual(TOO_MANY);
    expect(await post('/api/auth/login', { email: email.toUpperCase(), password: BUILDER_PASSWORD })).toEqual(TOO_MANY);
    expect(await post('/api/auth/login', { email, password: BUILDER_PASSWORD }, {}, second.app)).toEqual(TOO_MANY);
    expect(await post('/api/auth/login', { email: other.email, password: BUILDER_PASSWORD })).toMatchObject({
      status: 200,
    });
  });

  it('limits registrations per IP address and ignores X-Forwarded-For from an unknown proxy', async () => {
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 21; attempt++) {
      const fields = {
        fullName: 'Many Times',
        email: `many-${attempt}@example.test`,
        userType: 'brand',
        password: 'password123',
      };
      statuses.push((await post('/api/auth/register', fields, { 'x-forwarded-for': `10.0.0.${attempt}` })).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 400), 429]);
  });

  it('limits checkouts per brand instead of per IP address', async () => {
    const [one, other] = [await newBrand(limited.deps), await newBrand(limited.deps)];
    const order = async (brand: typeof one) => {
      const browser = await limited.asBrowser(brand);
      return async () =>
        toStatusAndBody(
          await browser('POST', '/api/create-payment-intent', { packageId: UNKNOWN_ID, brandUserId: brand.id }),
        );
    };
    const [orderOne, orderOther] = [await order(one), await order(other)];
    for (let attempt = 0; attempt < 60; attempt++) expect((await orderOne()).status).toBe(404);
    expect(await orderOne()).toEqual(TOO_MANY);
    expect((await orderOther()).status).toBe(404);
  });

  it('stores no readable IP address or email address in the database', async () => {
    const rows = await limited.deps.pool.query<{ key: string }>('select key from rate_limit');
    expect(rows.rows.length).toBeGreaterThan(2);
    for (const { key } of rows.rows) expect(key).not.toMatch(/@|127\.0\.0\.1|10\.0\.0/);
  });
});

describe('a server with the built web app', () => {
  const dir = mkdtempSync(join(tmpdir(), 'marquee-web-'));
  mkdirSync(join(dir, 'assets'));
  writeFileSync(join(dir, 'index.html'), '<!doctype html><title>The page</title>');
  writeFileSync(join(dir, 'assets', 'app.js'), 'export {};');
  afterAll(() => rmSync(dir, { recursive: true }));
  const web = useStack({ WEB_DIR: dir }, { log: 'info' });

  it.each(['/', '/dashboard', '/profile/someone', '/no/such/page', '/index.html', '/apis', '/checkout?packageId=1'])(
    'returns index.html for %s, which the browser must revalidate',
    async (url) => {
      const response = await get(url, web.app);
      expect([response.statusCode, response.headers['content-type'], response.headers['cache-control']]).toEqual([
        200,
        'text/html',
        'no-cache',
      ]);
      expect(response.body).toContain('The page');
    },
  );

  it('lets browsers cache built files permanently, and returns a JSON 404 for unknown paths below /api and for POST requests to pages', async () => {
    const asset = await get('/assets/app.js', web.app);
    expect([asset.statusCode, asset.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
    for (const url of ['/api', '/api/nothing'])
      expect(toStatusAndBody(await get(url, web.app))).toEqual(ADDRESS_NOT_FOUND);
    expect(toStatusAndBody(await web.app.inject({ method: 'POST', url: '/dashboard', payload: {} }))).toEqual(
      ADDRESS_NOT_FOUND,
    );
  });

  it('serves the files of earlier releases, which their pages still load, and returns a JSON 404 for a missing file', async () => {
    const kept = join(web.deps.env.DATA_DIR, 'assets');
    expect(readFileSync(join(kept, 'app.js'), 'utf8')).toBe('export {};');
    writeFileSync(join(kept, 'earlier.js'), 'export const earlier = true;');
    const earlier = await get('/assets/earlier.js', web.app);
    expect([earlier.statusCode, earlier.body, earlier.headers['cache-control']]).toEqual([
      200,
      'export const earlier = true;',
      'public, max-age=31536000, immutable',
    ]);
    // A build in the same folder removes the files of the running release.
    rmSync(join(dir, 'assets', 'app.js'));
    expect((await get('/assets/app.js', web.app)).body).toBe('export {};');
    writeFileSync(join(dir, 'assets', 'app.js'), 'export {};');
    const missing = await get('/assets/missing.js', web.app);
    expect(toStatusAndBody(missing)).toEqual(ADDRESS_NOT_FOUND);
    expect(missing.headers['cache-control']).toBe('no-store');
  });

  it('starts even if its files cannot be kept for the next release, and logs why', async () => {
    // A folder cannot be copied as a file, not even by root.
    const folder = join(web.deps.env.WEB_DIR, 'assets', 'folder');
    mkdirSync(folder);
    web.logged.length = 0;
    const app = await buildServer(web.deps);
    expect((await get('/assets/app.js', app)).body).toBe('export {};');
    expect(web.logged.join('')).toContain('the scripts of this release cannot be kept');
    await app.close();
    rmdirSync(folder);
  });

  it('removes the files of earlier releases seven days after their last use, and keeps its own', async () => {
    const kept = join(web.deps.env.DATA_DIR, 'assets');
    const daysAgo = (days: number) => new Date(web.deps.now().getTime() - days * DAY_MS);
    for (const [name, days] of [
      ['old.js', 8],
      ['recent.js', 6],
      ['app.js', 8],
    ] as const) {
      writeFileSync(join(kept, name), '');
      utimesSync(join(kept, name), daysAgo(days), daysAgo(days));
    }
    await runHousekeeping(web.deps);
    expect(readdirSync(kept)).toEqual(expect.arrayContaining(['app.js', 'recent.js']));
    expect(readdirSync(kept)).not.toContain('old.js');
  });

  it('serves no file outside its folder', async () => {
    for (const url of [
      '/../package.json',
      '/..%2fpackage.json',
      '/assets/..%2f..%2f..%2fetc%2fpasswd',
      '/media/..%2f..%2fetc%2fpasswd',
      '/assets/%2e%2e/%2e%2e/x',
    ]) {
      const response = await get(url, web.app);
      expect(response.body).not.toMatch(/root:|"name"/);
      expect(response.statusCode).toBeLessThan(500);
    }
  });

  it('redirects /@username to the profile', async () => {
    const response = await get('/@maya', web.app);
    expect([response.statusCode, response.headers.location]).toEqual([301, '/profile/maya']);
    expect((await get('/@%2F%2Fevil.example', web.app)).headers.location).toBe('/profile/%2F%2Fevil.example');
  });
});
