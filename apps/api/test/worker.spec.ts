/** A worker whose database goes away while jobs run. */
import pg from 'pg';
import { expect, inject, it, vi } from 'vitest';
import { useStack } from './stack.ts';

const stack = useStack({}, { log: 'info' });

it('goes on when the database was away for as long as several jobs took to end', async () => {
  const name = new URL(stack.deps.env.DATABASE_URL).pathname.slice(1);
  const admin = new pg.Client({ connectionString: inject('pg').url });
  await admin.connect();
  await stack.idle();
  // They end one after another, all while the database is away: the queue then counts one end more than there was.
  for (const ms of [400, 800, 1_200, 1_600])
    await stack.stripe.arm({ kind: 'slow', ms, match: { method: 'GET', path: '/v1/accounts/*' }, times: 1 });
  try {
    for (const account of ['acct_1', 'acct_2', 'acct_3', 'acct_4'])
      await stack.deps.pool.query(
        `select graphile_worker.add_job('settlements.sync_account', json_build_object('accountId', $1::text), job_key => $1, max_attempts => 32767)`,
        [account],
      );
    await vi.waitFor(async () => {
      const { rows } = await stack.deps.pool.query(
        'select from graphile_worker._private_jobs where locked_at is not null',
      );
      expect(rows).toHaveLength(4);
    });
    await admin.query(`alter database ${name} allow_connections false`);
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    await vi.waitFor(
      () => expect(stack.logged.filter((line) => line.includes('Failed to fail jobs'))).toHaveLength(4),
      {
        timeout: 10_000,
      },
    );
  } finally {
    await admin.query(`alter database ${name} allow_connections true`);
    await admin.end();
  }
  await vi.waitFor(
    async () => {
      const { rows } = await stack.deps.pool.query<{ tries: number }>(
        `select min(attempts)::int as tries from graphile_worker._private_jobs join graphile_worker._private_tasks on task_id = _private_tasks.id
         where identifier = 'settlements.sync_account'`,
      );
      expect(rows[0]?.tries).toBeGreaterThan(1);
    },
    { timeout: 15_000, interval: 200 },
  );
}, 40_000);
