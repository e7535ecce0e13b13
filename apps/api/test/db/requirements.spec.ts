/** Tests which databases a server refuses to start with, before it has written anything to them. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { openPool } from '../../src/db/client.ts';
import { assertDatabaseFits, measureClockSkew } from '../../src/db/requirements.ts';
import { getDatabaseUrl } from '../support/global-setup.ts';

const { url } = inject('pg');
const admin = new pg.Client({ connectionString: url });
const names = { utf8: '', ascii: '' };
const role = `outsider_${randomUUID().replaceAll('-', '')}`;

beforeAll(async () => {
  await admin.connect();
  for (const [key, encoding] of [
    ['utf8', 'UTF8'],
    ['ascii', 'SQL_ASCII'],
  ] as const) {
    names[key] = `marquee_${randomUUID().replaceAll('-', '')}`;
    await admin.query(`create database ${names[key]} template template0 encoding '${encoding}' locale 'C'`);
  }
  await admin.query(`create role ${role} login password 'outside'`);
});

afterAll(async () => {
  for (const name of Object.values(names)) await admin.query(`drop database ${name}`);
  await admin.query(`drop role ${role}`);
  await admin.end();
});

async function withPool<T>(address: string, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = openPool(address, 1, () => {});
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}
const at = (name: string) => getDatabaseUrl(url, name);

it('accepts an empty UTF8 database', async () => {
  await withPool(at(names.utf8), (pool) => expect(assertDatabaseFits(pool)).resolves.toBeUndefined());
});

it('tells the operator to create a UTF8 database in place of one with SQL_ASCII', async () => {
  await withPool(at(names.ascii), (pool) =>
    expect(assertDatabaseFits(pool)).rejects.toThrow(
      "its encoding is SQL_ASCII, which cannot store every name. Create a database with: create database marquee encoding 'UTF8' template template0.",
    ),
  );
});

it('names an extension that PostgreSQL does not have', async () => {
  await withPool(at(names.utf8), (pool) =>
    expect(assertDatabaseFits(pool, { extensions: ['citext', 'no_such_extension'] })).rejects.toThrow(
      /^PostgreSQL does not have the extension no_such_extension\. Install /,
    ),
  );
});

it('tells the operator which extensions a superuser has to create if the role may not', async () => {
  const address = Object.assign(new URL(at(names.utf8)), { username: role, password: 'outside' });
  await withPool(address.href, (pool) =>
    expect(assertDatabaseFits(pool)).rejects.toThrow(/Let a superuser run: create extension btree_gin; create ext/),
  );
});

it.each([
  [-31, 'ahead of'],
  [31, 'behind'],
])('refuses a database whose clock differs by %i s', async (seconds, how) => {
  const now = () => Date.now() + seconds * 1000;
  await withPool(at(names.utf8), (pool) =>
    expect(assertDatabaseFits(pool, { now })).rejects.toThrow(`its clock is 31 s ${how} the clock of this machine.`),
  );
});

it('accepts and measures a difference of 20 s', async () => {
  await withPool(at(names.utf8), async (pool) => {
    const now = () => Date.now() - 20_000;
    await assertDatabaseFits(pool, { now });
    expect(Math.round((await measureClockSkew(pool, now)) / 1000)).toBe(20);
  });
});
