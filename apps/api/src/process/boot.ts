/** Opens and closes the dependencies of a process. The server, the commands and tests use it. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Env } from '../config/env.ts';
import type { Deps } from '../core/deps.ts';
import { armCrash, watchFaultsFile } from '../core/faults.ts';
import { openJobWatch } from '../core/job-watch.ts';
import type { JobHandlers } from '../core/jobs.ts';
import { openListener } from '../core/listener.ts';
import { openLive } from '../core/live.ts';
import { openMetrics } from '../core/metrics.ts';
import { createProcessMemory } from '../core/process-memory.ts';
import { openDb, openPool } from '../db/client.ts';
import { openStandbyPool } from '../db/standby.ts';
import { assertDatabaseFits } from '../db/requirements.ts';
import { setRoleTimeouts, migrateDatabase } from '../db/migrate.ts';
import { openLinkGateway } from '../gateways/links.ts';
import { openMailGateway } from '../gateways/mail.ts';
import { openOpenIdGateway } from '../gateways/openid.ts';
import { openPlaceGateway } from '../gateways/places.ts';
import { openFileStore } from '../gateways/files.ts';
import { openPictureStore } from '../gateways/pictures.ts';
import { openPushGateway } from '../gateways/push.ts';
import { openStripe } from '../gateways/stripe.ts';

export interface BootedDeps extends Deps {
  close(): Promise<void>;
}

/**
 * Creates all dependencies of a process. Connections are opened on first use. Tests and seeds pass their own clock
 * as `now`.
 */
export function boot(env: Env, log: FastifyBaseLogger, now: () => Date = createClock(env)): BootedDeps {
  for (const folder of ['media', 'files']) mkdirSync(join(env.DATA_DIR, folder), { recursive: true });
  armCrash(env.CRASH_AT);
  const onError = (error: Error) => log.error({ err: error }, 'idle database connection failed');
  const connections = {
    isPooled: usesPooler(env),
    isPrepared: env.DATABASE_PREPARED === 'on',
    connectionMs: env.TIMING.connectionMs,
  };
  const pool = openPool(env.DATABASE_URL, env.DATABASE_POOL, onError, connections);
  const standbys =
    env.DATABASE_REPLICA_URL === ''
      ? undefined
      : openPool(env.DATABASE_REPLICA_URL, env.DATABASE_POOL, onError, connections);
  const db = openDb(pool);
  const stale =
    standbys === undefined
      ? db
      : openDb(
          openStandbyPool(standbys, pool, env.TIMING.behindMs, (why) =>
            log.warn({ err: why }, 'no standby responds; reading from the primary'),
          ),
        );
  const mail = openMailGateway(env);
  const listener = openListener(env.DATABASE_DIRECT_URL, log, env.TIMING.restartMs);
  const jobs = openJobWatch(listener);
  let handlers: Promise<(deps: Deps) => JobHandlers> | undefined;
  const live = openLive(listener, { pool, log, timing: env.TIMING });
  const metrics = openMetrics({
    pools: { primary: pool, ...(standbys && { standby: standbys }) },
    countStreams: () => live.countAllStreams(),
  });
  const booted: BootedDeps = {
    env,
    log,
    metrics,
    memory: createProcessMemory({ env, pool, metrics }),
    pool,
    db,
    transactionGuard: null,
    jobs,
    // Load the handlers only for the first job, because they import nearly every module.
    handlers: async (deps) =>
      (await (handlers ??= import('./handlers.ts').then(({ createJobHandlers }) => createJobHandlers)))(deps),
    live,
    stale,
    stripe: openStripe(env),
    mail,
    push: openPushGateway(env),
    links: openLinkGateway(env),
    openId: openOpenIdGateway(env),
    places: openPlaceGateway(env),
    pictures: openPictureStore(env),
    files: openFileStore(env),
    now,
    async close() {
      mail.close();
      await live.close();
      await listener.close();
      await db.destroy();
      if (stale !== db) await stale.destroy();
    },
  };
  return booted;
}

/**
 * Checks and migrates the database. Behind a pooler, also sets the session timeouts of the database role. Throws the
 * first error.
 */
export async function prepareDatabase({ env, pool, log }: BootedDeps): Promise<void> {
  // Migrations run without timeouts, because migrating a large table can take long, and other processes wait until
  // it is done.
  const direct = openPool(
    env.DATABASE_DIRECT_URL,
    2,
    (error) => log.error({ err: error }, 'the migration lost its connection'),
    { isBounded: false, name: 'marquee-migration' },
  );
  try {
    await assertDatabaseFits(direct);
    await migrateDatabase(direct, {
      onWait: (migration, attempt) => log.warn({ migration, attempt }, 'a migration waits for a lock on its tables'),
    });
    // Fail at startup if PostgreSQL does not support this time zone, instead of at the first charge.
    await direct.query('select now() at time zone $1', [env.COMPANY_TIME_ZONE]);
    if (!usesPooler(env) || (await setRoleTimeouts(direct, pool))) return;
  } finally {
    await direct.end();
  }
  log.warn(
    'sessions of DATABASE_URL have no time-outs: set them for its role (docs/operations.md), then let the pooler connect anew',
  );
}

const usesPooler = (env: Env) => env.DATABASE_DIRECT_URL !== env.DATABASE_URL;

const createClock = (env: Env): (() => Date) =>
  env.FAULTS_FILE === '' ? () => new Date() : watchFaultsFile(env.FAULTS_FILE);
