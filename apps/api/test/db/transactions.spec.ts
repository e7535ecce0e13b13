/** Tests how a transaction is retried when PostgreSQL aborts it, and what happens to a read-only connection. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { inTransaction } from '../../src/core/unit-of-work.ts';
import { useStack } from '../support/stack.ts';

const stack = useStack();

const raise = (code: string) => sql.raw(`do $$ begin raise exception 'on purpose' using errcode = '${code}'; end $$`);

it.each(['40001', '40P01'])(
  'retries a transaction up to three times after the SQLSTATE %s and writes nothing twice',
  async (code) => {
    await sql`create table if not exists tried (n int)`.execute(stack.deps.db);
    await sql`truncate tried`.execute(stack.deps.db);
    const run = (failures: number) => {
      let tries = 0;
      return inTransaction(stack.deps, async (tx) => {
        await sql`insert into tried values (1)`.execute(tx.db);
        if (tries++ < failures) await raise(code).execute(tx.db);
        return tries;
      });
    };
    expect(await run(3)).toBe(4);
    expect((await sql`select n from tried`.execute(stack.deps.db)).rows).toHaveLength(1);
    await expect(run(4)).rejects.toMatchObject({ code });
    expect((await sql`select n from tried`.execute(stack.deps.db)).rows).toHaveLength(1);
  },
);

it('does not retry a transaction after an error that is neither a deadlock nor a serialization failure', async () => {
  let tries = 0;
  const work = inTransaction(stack.deps, async (tx) => {
    tries++;
    await raise('23505').execute(tx.db);
  });
  await expect(work).rejects.toMatchObject({ code: '23505' });
  expect(tries).toBe(1);
});

it('completes two transactions that deadlock', async () => {
  await sql`create table if not exists pair (id int primary key, n int)`.execute(stack.deps.db);
  await sql`insert into pair values (1, 0), (2, 0) on conflict do nothing`.execute(stack.deps.db);
  const add = (first: number, second: number) =>
    inTransaction(stack.deps, async (tx) => {
      await sql`update pair set n = n + 1 where id = ${first}`.execute(tx.db);
      await new Promise((resolve) => {
        setTimeout(resolve, 100);
      });
      await sql`update pair set n = n + 1 where id = ${second}`.execute(tx.db);
    });
  await Promise.all([add(1, 2), add(2, 1)]);
  expect((await sql<{ n: number }>`select n from pair order by id`.execute(stack.deps.db)).rows).toEqual([
    { n: 2 },
    { n: 2 },
  ]);
});

it('closes a connection that has become read-only, for example after a failover', async () => {
  const pids = new Set<number>();
  await stack.deps.db.connection().execute(async (db) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
    pids.add(rows[0]?.pid ?? 0);
    // Simulates a failover after which the connected server is a standby.
    await sql`set default_transaction_read_only = on`.execute(db);
    await expect(sql`create table no_place (n int)`.execute(db)).rejects.toMatchObject({ code: '25006' });
  });
  const [pid] = pids;
  await expect
    .poll(async () => (await sql`select 1 from pg_stat_activity where pid = ${pid}`.execute(stack.deps.db)).rows)
    .toEqual([]);
});
