/** Runs calls of procedures in transactions that are rolled back, so that calls on the same objects do not interfere. */
import pg from 'pg';
import { openDb } from '../../src/db/client.ts';
import type { Deps } from '../../src/core/deps.ts';
import type { JobWatch } from '../../src/core/job-watch.ts';
import { createProcessMemory } from '../../src/core/process-memory.ts';

type Query = (text: unknown, values?: unknown) => Promise<unknown>;

export interface RolledBack {
  /**
   * Runs `work` with dependencies whose writes are undone afterwards, and returns its result. `countWrites` returns
   * how many rows were written so far.
   */
  run<T>(work: (deps: Deps, countWrites: () => Promise<number>) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/**
 * Opens one connection to the database of `deps`. Transactions that the product opens become savepoints in the
 * transaction of the test, so that the product itself runs unchanged.
 */
export async function openRolledBack(deps: Deps): Promise<RolledBack> {
  const client = new pg.Client({ connectionString: deps.env.DATABASE_URL });
  await client.connect();
  // The client runs one statement at a time.
  let last: Promise<unknown> = Promise.resolve();
  const query: Query = (text, values) => {
    const run = () => (client.query as unknown as Query).call(client, text, values);
    return (last = last.then(run, run));
  };
  let savepoints = 0;
  // Kysely identifies a connection by its client object, so each connection of the pool gets one of its own.
  const connect = () => {
    const savepoint = `s${(savepoints += 1)}`;
    const translated: Query = (text, values) => {
      if (typeof text !== 'string') return query(text, values);
      if (/^(begin|start transaction)/i.test(text)) return query(`savepoint ${savepoint}`);
      if (/^commit/i.test(text)) return query(`release savepoint ${savepoint}`);
      if (/^rollback/i.test(text)) return query(`rollback to savepoint ${savepoint}`);
      return query(text, values);
    };
    return Promise.resolve({ query: translated, release: () => undefined });
  };
  const pool = { connect, query, on: () => undefined, end: () => Promise.resolve() } as unknown as pg.Pool;
  const db = openDb(pool);
  const memory = createProcessMemory({ ...deps, pool });
  // No worker sees the jobs of a transaction that is never committed, so callers do not wait for them.
  const jobs: JobWatch = { ...deps.jobs, isListening: () => true, wait: () => Promise.resolve('done') };
  const countWrites = async () => {
    const { rows } = (await query(`
      select coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0)::int as writes
      from pg_stat_xact_user_tables`)) as { rows: { writes: number }[] };
    return rows[0]?.writes ?? 0;
  };
  return {
    async run(work) {
      await query('begin');
      try {
        return await work({ ...deps, pool, db, stale: db, jobs, memory }, countWrites);
      } finally {
        // Otherwise the statistics of this transaction could be counted in the next one.
        await query('rollback');
        await query('select pg_stat_force_next_flush()');
      }
    },
    close: () => client.end(),
  };
}
