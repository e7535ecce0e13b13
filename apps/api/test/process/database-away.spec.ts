/**
 * Tests requests while PostgreSQL is stopped and started again. Every answer must be a success, or 503 with the header
 * Retry-After.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildWeb } from '@marquee/tools/build';
import { startPostgres } from '@marquee/tools/local/postgres';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPool } from '../../src/db/client.ts';
import { migrateDatabase } from '../../src/db/migrate.ts';
import { BUILDER_PASSWORD, newBrand, newCreator, newPackage } from '../../src/demo/builders.ts';
import { getDatabaseUrl } from '../support/global-setup.ts';
import { openStack, toReadOnlyUrl, type Stack, type TestBrowser } from '../support/stack.ts';

const WEB_DIR = join(dirname(import.meta.dirname), '../../web/dist');
const OUTAGE_MS = 1_500;
const MAX_RECOVERY_MS = 20_000;

let dir: string;
let server: Awaited<ReturnType<typeof startPostgres>>;
let stack: Stack;
let close: () => Promise<void>;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'marquee-away-'));
  await buildWeb(() => undefined, new AbortController().signal);
  server = await startPostgres({ dir });
  const admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
  await admin.query('create database away');
  await admin.end();
  const url = getDatabaseUrl(server.url, 'away');
  const pool = openPool(url, 2, () => {});
  await migrateDatabase(pool);
  await pool.end();
  ({ stack, close } = await openStack({ DATABASE_URL: url, DATABASE_REPLICA_URL: toReadOnlyUrl(url), WEB_DIR }));
});
afterAll(async () => {
  await close();
  await server.stop();
  rmSync(dir, { recursive: true, force: true });
});

it('answers every request with 503 and Retry-After while PostgreSQL is away, and recovers without a restart', async () => {
  const creator = await newCreator(stack.deps);
  const brand = await newBrand(stack.deps);
  const { id } = await newPackage(stack.deps, creator);
  const visitor = await stack.asBrowser(null);
  const user = await stack.asBrowser(brand);
  const read = encodeURIComponent(JSON.stringify({ id }));
  const batch = encodeURIComponent(JSON.stringify({ 0: { id }, 1: null }));
  const credentials = { email: brand.email, password: BUILDER_PASSWORD };
  const requests: Record<string, () => ReturnType<TestBrowser>> = {
    'a read of a visitor': () => visitor('GET', `/trpc/packages.byId?input=${read}`),
    'a read of a user': () => user('GET', '/trpc/auth.account'),
    'a batch of a user': () => user('GET', `/trpc/packages.byId,auth.account?batch=1&input=${batch}`),
    'a write of a visitor': () => visitor('POST', '/trpc/auth.forgotPassword', { email: brand.email }),
    'a write of a user': () => user('POST', '/trpc/savedItems.save', { kind: 'package', id }),
    'a sign-in': () => visitor('POST', '/api/auth/login', credentials),
    'a REST read': () => visitor('GET', `/api/packages/${id}`),
    'a REST read of a user': () => user('GET', '/api/auth/user'),
    'a page of a visitor': () => visitor('GET', `/profile/${creator.username}`),
    'a page of a user': () => user('GET', '/bookings'),
    'a file that is made from data': () => visitor('GET', `/profile/${creator.username}/card.png`),
  };

  const answers: { name: string; status: number; retryAfter: unknown; body: string }[] = [];
  const askAll = () =>
    Promise.all(
      Object.entries(requests).map(async ([name, ask]) => {
        const { statusCode, headers, body } = await ask();
        answers.push({ name, status: statusCode, retryAfter: headers['retry-after'], body });
        return statusCode;
      }),
    );
  const isWell = (statuses: readonly number[]) => statuses.every((status) => status < 300);

  expect(await askAll()).toEqual(Object.keys(requests).map(() => 200));
  const outage = { isOver: false };
  const asking = (async () => {
    while (!isWell(await askAll()) || !outage.isOver) await sleep(20);
  })();
  const { port } = server;
  await server.stop();
  await sleep(OUTAGE_MS);
  server = await startPostgres({ dir, port });
  outage.isOver = true;
  const recovered = await Promise.race([asking.then(() => true), sleep(MAX_RECOVERY_MS, false)]);

  const wrong = answers.filter(({ status, retryAfter }) => status >= 300 && (status !== 503 || retryAfter !== '5'));
  expect(wrong.map(({ name, status, body }) => `${name}: ${status} ${body.slice(0, 300)}`)).toEqual([]);
  for (const name of Object.keys(requests))
    expect(answers.filter((answer) => answer.name === name && answer.status === 503).length, name).toBeGreaterThan(0);
  const page = answers.find(({ name, status }) => name === 'a page of a user' && status === 503)?.body;
  expect(page).toContain('<meta http-equiv="refresh" content="5">');
  expect(page).toMatch(/Reference: [2-9C-Y]{4}-[2-9C-Y]{4}/);
  expect(recovered).toBe(true);
});
