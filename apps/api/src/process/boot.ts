/**
 * Opens what a process of the product needs, in order, and closes
 * it in the other: the server, commands and tests share it.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Env } from '../config/env.ts';
import type { Deps } from '../core/deps.ts';
import { armCrash, followFaults } from '../core/faults.ts';
import { openJobWatch } from '../core/job-watch.ts';
import { openDb, openPool, sessionUrl } from '../db/client.ts';
import { openMail } from '../gateways/mail.ts';
import { openOpenId } from '../gateways/openid.ts';
import { openPictures } from '../gateways/pictures.ts';
import { openStripe } from '../gateways/stripe.ts';

export interface Booted extends Deps {
  close(): Promise<void>;
}

/**
 * Opens database and Stripe client. Nothing is connected until
 * it is used. `now` is the clock, replaced by tests and seeds.
 */
export function boot(env: Env, log: FastifyBaseLogger, now: () => Date = clockOf(env)): Booted {
  mkdirSync(join(env.DATA_DIR, 'media'), { recursive: true });
  armCrash(env.CRASH_AT);
  const pool = openPool(env.DATABASE_URL, env.DATABASE_POOL, (error) =>
    log.error({ err: error }, 'idle database connection failed'),
  );
  const db = openDb(pool);
  const jobs = openJobWatch(sessionUrl(env), pool, log, env.TIMING.restartMs);
  return {
    env,
    log,
    pool,
    db,
    jobs,
    stripe: openStripe(env),
    mail: openMail(env),
    openId: openOpenId(env),
    pictures: openPictures(env),
    now,
    async close() {
      await jobs.close();
      await db.destroy();
    },
  };
}

const clockOf = (env: Env): (() => Date) => (env.FAULTS_FILE === '' ? () => new Date() : followFaults(env.FAULTS_FILE));
