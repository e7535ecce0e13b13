/**
 * Tests the app behind a connection pooler in transaction mode: where it stores session settings, and for which
 * connections it bypasses the pooler.
 */
import { sql } from 'kysely';
import pg from 'pg';
import { expect, it } from 'vitest';
import { parseEnv } from '../../src/config/env.ts';
import { BUILDER_PASSWORD, newBooking, newBrand } from '../../src/demo/builders.ts';
import { openDb, openPool, SESSION_TIMEOUTS } from '../../src/db/client.ts';
import { buildServer } from '../../src/http/server.ts';
import { boot, prepareDatabase, type BootedDeps } from '../../src/process/boot.ts';
import { startWorker } from '../../src/process/worker.ts';
import { useStack, toEnvVariables } from '../support/stack.ts';
import { waitFor } from '../support/wait.ts';

const stack = useStack();

/**
 * Boots the app against the stack's database, with one URL as the pooler's and one as the direct URL, and calls
 * `work`.
 */
async function behindPooler(
  work: (deps: BootedDeps) => Promise<void>,
  more: Record<string, string> = {},
): Promise<void> {
  const own = new URL(stack.deps.env.DATABASE_URL);
  own.searchParams.set('fallback_application_name', 'own');
  const { DATABASE_PREPARED: _, ...variables } = toEnvVariables(stack.deps.env);
  const env = parseEnv({ ...variables, DATABASE_DIRECT_URL: own.href, ...more });
  const deps = boot(env, stack.deps.log);
  try {
    await work(deps);
  } finally {
    await deps.close();
  }
}

const settingsOf = async (pool: pg.Pool) => {
  const { rows } = await pool.query<{ name: string; setting: string; source: string }>(
    'select name, setting, source from pg_settings where name = any($1)',
    [Object.keys(SESSION_TIMEOUTS)],
  );
  return Object.fromEntries(rows.map(({ name, setting, source }) => [name, { ms: Number(setting), source }]));
};
const all = (source: string) =>
  Object.fromEntries(Object.entries(SESSION_TIMEOUTS).map(([name, ms]) => [name, { ms, source }]));

it('stores the session timeouts in the database role, because a connection pooler does not pass them on', async () => {
  expect(await settingsOf(stack.deps.pool)).toEqual(all('client'));

  await Promise.all([1, 2, 3, 4].map(() => behindPooler(prepareDatabase)));
  await behindPooler(async (deps) => {
    expect(await settingsOf(deps.pool)).toEqual(all('database user'));
    // Connections for migrations have no time limits, although the role has them.
    const unbounded = openPool(deps.env.DATABASE_DIRECT_URL, 1, () => {}, { isBounded: false });
    expect(Object.values(await settingsOf(unbounded)).map(({ ms }) => ms)).toEqual([0, 0, 0]);
    await unbounded.end();
  });
});

/** Signs in several users at once and returns the number of named statements on all connections of the pool. */
async function countStatementNames(deps: BootedDeps): Promise<number> {
  const server = await buildServer(deps);
  try {
    const brands = await Promise.all([1, 2, 3, 4].map(() => newBrand(deps)));
    const answers = await Promise.all(
      brands.map(({ email }) =>
        server.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password: BUILDER_PASSWORD } }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
  } finally {
    await server.close();
  }
  const { rows: limits } = await deps.pool.query('select from rate_limit');
  expect(limits).not.toEqual([]);
  const clients = await Promise.all(Array.from({ length: deps.pool.totalCount }, () => deps.pool.connect()));
  const names = await Promise.all(clients.map((client) => client.query('select from pg_prepared_statements')));
  for (const client of clients) client.release();
  return names.reduce((sum, { rows }) => sum + rows.length, 0);
}

it('names no statement for sign-ins behind a pooler, not even those of the rate limiter', async () => {
  await behindPooler(async (deps) => expect(await countStatementNames(deps)).toBe(0), { RATE_LIMIT: 'on' });
});

it('names statements behind a pooler only if the operator sets DATABASE_PREPARED', async () => {
  await behindPooler(async (deps) => expect(await countStatementNames(deps)).toBeGreaterThan(0), {
    RATE_LIMIT: 'on',
    DATABASE_PREPARED: 'on',
  });
});

it('replaces a connection whose query has timed out', async () => {
  const pool = new pg.Pool({ connectionString: stack.deps.env.DATABASE_URL, max: 1, query_timeout: 100 });
  pool.on('error', () => {});
  const db = openDb(pool);
  try {
    await expect(sql`select pg_sleep(${5})`.execute(db)).rejects.toThrow('Query read timeout');
    await expect(sql<{ one: number }>`select ${1}::int as one`.execute(db)).resolves.toMatchObject({
      rows: [{ one: 1 }],
    });
  } finally {
    await db.destroy();
  }
});

it('makes the worker bypass the pooler to listen for notifications', async () => {
  await stack.stopWorker();
  await behindPooler(async (deps) => {
    const worker = await startWorker(deps);
    try {
      await waitFor(async () => {
        const { rows } = await deps.pool.query<{ name: string }>(
          `select application_name as name from pg_stat_activity
           where datname = current_database() and query ilike 'listen%'`,
        );
        expect(rows.map(({ name }) => name)).toContain('marquee-listener');
      });
      // A job charges the card, which shows that the worker runs jobs.
      const { id, asCreator } = await newBooking(deps, { status: 'accepted' });
      await expect(asCreator.bookings.byId({ id })).resolves.toMatchObject({ paymentState: 'held' });
    } finally {
      await worker.stop();
    }
  });
  await stack.startWorker();
});
