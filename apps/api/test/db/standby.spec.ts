/** A real standby beside a real primary: what it answers, and what happens when it is behind, away, or all there is. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres, type RunningPostgres } from '@marquee/tools/local/postgres';
import { startStandby } from '@marquee/tools/local/standby';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { parseEnv } from '../../src/config/env.ts';
import { openLog } from '../../src/config/log.ts';
import type { SessionUser } from '../../src/core/ctx.ts';
import { createUserCaller, newBrand, newCreator, newPackage } from '../../src/demo/builders.ts';
import { boot, prepareDatabase, type BootedDeps } from '../../src/process/boot.ts';

const dir = mkdtempSync(join(tmpdir(), 'marquee-standby-'));
// Root's server runs as another user, who must get through to the cluster.
chmodSync(dir, 0o711);
const standbyDir = join(dir, 'standby');
/** Long enough for a standby that is near, short enough to wait for one that is not. */
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
    TIMING: JSON.stringify({ behindMs: BEHIND_MS }),
  });
  deps = boot(env, openLog({ LOG_LEVEL: 'warn' }, { write: (line) => void logged.push(line) }));
  await prepareDatabase(deps);
  creator = await newCreator(deps);
  brand = await newBrand(deps);
  packageId = (await newPackage(deps, creator)).id;
  await vi.waitFor(async () => expect(await onStandby(nameInTables)).toBe(NAME), 10_000);
}, 60_000);

afterAll(async () => {
  await deps.close();
  await standby.stop().catch(() => {});
  await primary.stop().catch(() => {});
  rmSync(dir, { recursive: true, force: true });
});

/** A query on the standby itself. */
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

/** What each of them is told the package is called, on its page and in the search. */
async function told(user: SessionUser | null): Promise<string[]> {
  const api = createUserCaller(deps, user);
  const [page, profile, search] = await Promise.all([
    api.packages.byId({ id: packageId }),
    api.profiles.packages({ username: creator.username }),
    api.discovery.creators({}),
  ]);
  return [page.name, ...profile.map(({ name }) => name), ...search.items.map((item) => item.package.name)];
}

it('answers visitors, and brands that search; never its author, nor whoever is about to book', async () => {
  await onStandby('select pg_wal_replay_pause()');
  await vi.waitFor(async () => expect(await onStandby('select pg_get_wal_replay_pause_state()')).toBe('paused'));
  await rename('New name');

  expect(await told(null)).toEqual([NAME, NAME, NAME]);
  expect(await told(brand)).toEqual(['New name', 'New name', NAME]);
  expect(await told(creator)).toEqual(['New name', 'New name', 'New name']);
});

it('is passed over when it is far behind, until it has come nearer', async () => {
  await vi.waitFor(async () => expect(await told(null)).toEqual(['New name', 'New name', 'New name']), {
    timeout: 10_000,
    interval: 200,
  });
  expect(logged.join('\n')).toContain('no standby answers');

  await onStandby('select pg_wal_replay_resume()');
  // Something that only the standby can know: what it is told there itself.
  await vi.waitFor(
    async () => {
      const { rows } = await sqlOnStale<{ standby: boolean }>('select pg_is_in_recovery() as standby');
      expect(rows).toEqual([{ standby: true }]);
    },
    { timeout: 10_000, interval: 200 },
  );
  expect(await told(null)).toEqual(['New name', 'New name', 'New name']);
});

/** What the stale reads' connection answers. */
const sqlOnStale = <T>(text: string) => sql.raw<T>(text).execute(deps.stale);

it('refuses what is written by mistake', async () => {
  await expect(sqlOnStale(`update package set name = 'written'`)).rejects.toMatchObject({ code: '25006' });
  expect(await told(creator)).not.toContain('written');
});

it('ends, and nobody notices; it comes back, and answers again', async () => {
  expect(await told(null)).toHaveLength(3);
  // Connections are open and lent at this moment, and break under their queries.
  const asked = Array.from({ length: 30 }, () => told(null));
  await standby.stop();
  for (const answer of await Promise.all(asked)) expect(answer).toEqual(['New name', 'New name', 'New name']);
  expect(await told(null)).toEqual(['New name', 'New name', 'New name']);

  standby = await startPostgres({ dir: standbyDir, port: standby.port });
  await vi.waitFor(
    async () => {
      const { rows } = await sqlOnStale<{ standby: boolean }>('select pg_is_in_recovery() as standby');
      expect(rows).toEqual([{ standby: true }]);
    },
    { timeout: 10_000, interval: 200 },
  );
});

it('shows public pages while the primary is away', async () => {
  await primary.stop();
  expect(await told(null)).toEqual(['New name', 'New name', 'New name']);
  // Also when the connection to the standby breaks, as it does when another one takes over.
  const asked = Array.from({ length: 30 }, () => told(null));
  await onStandby(`select count(pg_terminate_backend(pid)) from pg_stat_activity where application_name = 'marquee'`);
  for (const answer of await Promise.all(asked)) expect(answer).toEqual(['New name', 'New name', 'New name']);
  await expect(told(creator)).rejects.toThrow();
});
