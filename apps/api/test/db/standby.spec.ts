/**
 * Tests a real standby next to a real primary: which reads it serves, and what happens when it lags, is down, or is
 * the only server left.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres, type RunningPostgres } from '@marquee/tools/local/postgres';
import { startStandby } from '@marquee/tools/local/standby';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseEnv } from '../../src/config/env.ts';
import { openLog } from '../../src/config/log.ts';
import type { SessionUser } from '../../src/core/ctx.ts';
import { createUserCaller, newBrand, newCreator, newPackage } from '../../src/demo/builders.ts';
import { boot, prepareDatabase, type BootedDeps } from '../../src/process/boot.ts';
import { waitFor } from '../support/wait.ts';

const dir = mkdtempSync(join(tmpdir(), 'marquee-standby-'));
// If the tests run as root, PostgreSQL runs as another user, which needs access to this folder.
chmodSync(dir, 0o711);
const standbyDir = join(dir, 'standby');
/**
 * Maximum lag at which the app still reads from the standby. The value is high enough for an up-to-date standby, and
 * short enough for a test to wait until it has passed.
 */
const BEHIND_MS = 1_500;

let primary: RunningPostgres;
let standby: RunningPostgres;
let deps: BootedDeps;
let creator: SessionUser;
let brand: SessionUser;
let packageId: string;
const logged: string[] = [];

beforeAll(async () => {
  primary = await startPostgres({ dir: join(dir, 'primary') });
  standby = await startStandby(primary.url, standbyDir);
  const env = parseEnv({
    NODE_ENV: 'test',
    DATABASE_URL: primary.url,
    DATABASE_REPLICA_URL: standby.url,
    DATA_DIR: dir,
    STRIPE_SECRET_KEY: 'sk_test_local',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_local',
    STRIPE_WEBHOOK_SECRET: 'whsec_local',
    RATE_LIMIT: 'off',
    // On a slow machine, connecting takes longer than users would wait.
    TIMING: JSON.stringify({ behindMs: BEHIND_MS, connectionMs: 60_000 }),
  });
  deps = boot(env, openLog({ LOG_LEVEL: 'warn' }, { write: (line) => void logged.push(line) }));
  await prepareDatabase(deps);
  creator = await newCreator(deps);
  brand = await newBrand(deps);
  packageId = (await newPackage(deps, creator)).id;
  await waitFor(async () => expect(await onStandby(nameInTables)).toBe(NAME));
});

afterAll(async () => {
  await deps.close();
  await standby.stop().catch(() => {});
  await primary.stop().catch(() => {});
  rmSync(dir, { recursive: true, force: true });
});

/** Runs a query directly on the standby and returns its first value. */
async function onStandby(text: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: standby.url });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(text);
    return Object.values(rows[0] ?? {})[0];
  } finally {
    await client.end();
  }
}

const nameInTables = 'select name from package';
const NAME = 'One Reel and three Stories';
const rename = (name: string) => deps.pool.query('update package set name = $1', [name]);

/** Returns the package name that a user gets from the package page, the profile and the search. */
async function told(user: SessionUser | null): Promise<string[]> {
  const api = createUserCaller(deps, user);
  const [page, profile, search] = await Promise.all([
    api.packages.byId({ id: packageId }),
    api.profiles.packages({ username: creator.username }),
    api.discovery.search({}),
  ]);
  return [page.name, ...profile.map(({ name }) => name), ...search.items.map((item) => item.package.name)];
}

it('serves visitors and searches from a lagging standby, but neither the creator of the package nor the pages from which a brand books', async () => {
  await onStandby('select pg_wal_replay_pause()');
  await waitFor(async () => expect(await onStandby('select pg_get_wal_replay_pause_state()')).toBe('paused'));
  await rename('New name');

  expect(await told(null)).toEqual([NAME, NAME, NAME]);
  expect(await told(brand)).toEqual(['New name', 'New name', NAME]);
  expect(await told(creator)).toEqual(['New name', 'New name', 'New name']);
});

it('serves all reads from the primary while the standby lags too far behind', async () => {
  await waitFor(async () => expect(await told(null)).toEqual(['New name', 'New name', 'New name']));
  expect(logged.join('\n')).toContain('no standby responds');

  await onStandby('select pg_wal_replay_resume()');
  // Waits until queries run on the standby again.
  await waitFor(async () => {
    const { rows } = await sqlOnStale<{ standby: boolean }>('select pg_is_in_recovery() as standby');
    expect(rows).toEqual([{ standby: true }]);
  });
  expect(await told(null)).toEqual(['New name', 'New name', 'New name']);
});

/** Runs a query on the app's connection to the standby. */
const sqlOnStale = <T>(text: string) => sql.raw<T>(text).execute(deps.stale);

it('rejects accidental writes to a standby', async () => {
  await expect(sqlOnStale(`update package set name = 'written'`)).rejects.toMatchObject({ code: '25006' });
  expect(await told(creator)).not.toContain('written');
});

it('fails no request while a standby stops and starts again', async () => {
  expect(await told(null)).toHaveLength(3);
  // Some of these calls use connections to the standby that break in the middle of a query.
  const requests = Array.from({ length: 30 }, () => told(null));
  await standby.stop();
  for (const answer of await Promise.all(requests)) expect(answer).toEqual(['New name', 'New name', 'New name']);
  expect(await told(null)).toEqual(['New name', 'New name', 'New name']);

  standby = await startPostgres({ dir: standbyDir, port: standby.port });
  await waitFor(async () => {
    const { rows } = await sqlOnStale<{ standby: boolean }>('select pg_is_in_recovery() as standby');
    expect(rows).toEqual([{ standby: true }]);
  });
});

it('serves public pages from a standby while the primary is down', async () => {
  await primary.stop();
  expect(await told(null)).toEqual(['New name', 'New name', 'New name']);
  // Public pages also load if the connection to the standby breaks, as during a failover.
  const requests = Array.from({ length: 30 }, () => told(null));
  await onStandby(`select count(pg_terminate_backend(pid)) from pg_stat_activity where application_name = 'marquee'`);
  for (const answer of await Promise.all(requests)) expect(answer).toEqual(['New name', 'New name', 'New name']);
  await expect(told(creator)).rejects.toThrow();
});
