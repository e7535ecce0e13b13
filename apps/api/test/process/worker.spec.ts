/** Tests a worker that loses its database, is stopped, or runs a long job. */
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, expect, inject, it } from 'vitest';
import { inTransaction } from '../../src/core/unit-of-work.ts';
import { openStack, SHORT_TIMING, useStack } from '../support/stack.ts';
import { waitFor } from '../support/wait.ts';

const stack = useStack({}, { log: 'info' });
/** More jobs than a worker runs at once. */
const MANY = 20;

/** Enqueues jobs that ask Stripe for unknown accounts and therefore fail. */
const enqueueMany = (name: string, count: number) =>
  inTransaction(stack.deps, (tx) => {
    for (let at = 0; at < count; at++) tx.enqueue('settlements.sync_account', { accountId: `${name}_${at}` });
  });
const slowDown = (ms: number, times: number) =>
  stack.stripe.arm({ kind: 'slow', ms, match: { method: 'GET', path: '/v1/accounts/*' }, times });
/** Lists the jobs whose account starts with `name`. */
const jobs = async (name = '') =>
  (
    await sql<{ attempts: number; isTaken: boolean }>`
      select attempts, leased_until is not null as is_taken from job
      where key like ${`settlements.sync_account:${name}%`}`.execute(stack.deps.db)
  ).rows;
const taken = async (name = '') => (await jobs(name)).filter(({ isTaken }) => isTaken).length;
const isLogged = (words: string) => stack.logged.some((line) => line.includes(words));

afterEach(async () => {
  await stack.stripe.disarm();
  await sql`delete from job where name = 'settlements.sync_account'`.execute(stack.deps.db);
  await stack.idle();
  stack.logged.length = 0;
});

it('continues with all jobs after a database outage during which some of them ended', async () => {
  const name = new URL(stack.deps.env.DATABASE_URL).pathname.slice(1);
  const admin = new pg.Client({ connectionString: inject('pg').url });
  await admin.connect();
  await stack.idle();
  // The jobs finish one after another while the database is down.
  for (const ms of [400, 800, 1_200, 1_600]) await slowDown(ms, 1);
  try {
    await enqueueMany('acct_away', MANY);
    await waitFor(async () => expect(await taken()).toBeGreaterThan(3));
    await admin.query(`alter database ${name} allow_connections false`);
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    await waitFor(() => expect(stack.logged.filter((line) => line.includes('job failed')).length).toBeGreaterThan(3));
    expect(isLogged('the worker cannot reach the queue; retrying')).toBe(true);
  } finally {
    await admin.query(`alter database ${name} allow_connections true`);
    await admin.end();
  }
  await waitFor(async () => {
    const all = await jobs('acct_away');
    expect([all.length, Math.min(...all.map(({ attempts }) => attempts))]).toEqual([MANY, 2]);
  });
});

it('takes no more jobs when the worker is being stopped, and finishes the running ones', async () => {
  await stack.idle();
  await slowDown(3_000, MANY);
  await enqueueMany('acct_slow', MANY);
  await waitFor(async () => expect(await taken('acct_slow')).toBeGreaterThan(3));
  await stack.stopWorker();
  // Only the jobs of this test. The queue may still contain failed jobs of the previous test, if the worker was
  // storing their failures during the cleanup.
  const all = await jobs('acct_slow');
  expect(all).toHaveLength(MANY);
  expect(all.filter(({ isTaken }) => isTaken)).toEqual([]);
  expect(all.filter(({ attempts }) => attempts === 0).length).toBeGreaterThan(0);
  await stack.startWorker();
});

it('keeps trying when the worker cannot read the job queue', async () => {
  const { pool } = stack.deps;
  await stack.idle();
  const blocker = await pool.connect();
  try {
    await blocker.query('begin');
    await blocker.query('lock table job in access exclusive mode');
    await waitFor(async () => {
      const { rows } = await blocker.query<{ pid: number }>(
        `select pid from pg_stat_activity
         where datname = current_database() and application_name = 'marquee-queue' and wait_event_type = 'Lock'`,
      );
      expect(rows).not.toHaveLength(0);
      for (const { pid } of rows) await blocker.query('select pg_cancel_backend($1)', [pid]);
    });
  } finally {
    await blocker.query('rollback');
    blocker.release();
  }
  await waitFor(() => expect(isLogged('the worker cannot reach the queue; retrying')).toBe(true));
  await enqueueMany('acct_after', 1);
  await waitFor(async () => expect((await jobs('acct_after'))[0]?.attempts).toBeGreaterThan(0));
});

it('runs a job that a crashed worker had taken once its lease expires', async () => {
  await stack.stopWorker();
  await enqueueMany('acct_dead', 1);
  await sql`update job set attempts = 1, leased_until = now() + interval '1 second'
    where name = 'settlements.sync_account'`.execute(stack.deps.db);
  await stack.startWorker();
  await waitFor(async () => expect((await jobs('acct_dead'))[0]?.attempts).toBeGreaterThan(1));
});

it('renews the lease of a job that runs longer than the lease', async () => {
  await stack.idle();
  await slowDown(2 * (SHORT_TIMING.leaseMs ?? 0), 1);
  await enqueueMany('acct_long', 1);
  await waitFor(async () => expect(await taken('acct_long')).toBe(1));
  for (const until = performance.now() + 1.5 * (SHORT_TIMING.leaseMs ?? 0); performance.now() < until;)
    expect(await jobs('acct_long')).toMatchObject([{ attempts: 1, isTaken: true }]);
  await waitFor(() => expect(isLogged('job failed')).toBe(true));
});

it('takes new jobs without waiting for the worker’s next poll', async () => {
  const { stack: patient, close } = await openStack({ TIMING: JSON.stringify({ ...SHORT_TIMING, pollMs: 25_000 }) });
  try {
    const { pool } = patient.deps;
    for (let turn = 0; turn < 6; turn++) {
      // Commits two transactions immediately after each other.
      for (const email of [`first${turn}@nobody.test`, `next${turn}@nobody.test`]) {
        await inTransaction(patient.deps, (tx) => tx.enqueue('auth.forgot_password', { email }));
        await waitFor(async () => {
          const { rows } = await pool.query(`select from job where key like '%' || $1`, [email]);
          expect(rows).toEqual([]);
        });
      }
    }
  } finally {
    await close();
  }
});
