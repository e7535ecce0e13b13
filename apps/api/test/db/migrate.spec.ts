/** Tests that startup creates the schema once and refuses a database of another version. */
import pg from 'pg';
import { beforeAll, afterAll, expect, inject, it } from 'vitest';
import { openPool } from '../../src/db/client.ts';
import { migrateDatabase, UnknownSchemaError } from '../../src/db/migrate.ts';
import { getDatabaseUrl } from '../support/global-setup.ts';

const { url } = inject('pg');
const name = `marquee_migrate_${process.pid}`;
const admin = new pg.Client({ connectionString: url });
let pool: pg.Pool;

beforeAll(async () => {
  await admin.connect();
  await admin.query(`create database ${name}`);
  pool = openPool(getDatabaseUrl(url, name), 2, () => {});
});
afterAll(async () => {
  await pool.end();
  await admin.query(`drop database ${name} with (force)`);
  await admin.end();
});

it('creates the database schema only once, even if several processes start at the same time', async () => {
  const pools = [1, 2, 3].map(() => openPool(getDatabaseUrl(url, name), 2, () => {}));
  try {
    await Promise.all(pools.map(migrateDatabase));
  } finally {
    await Promise.all(pools.map((each) => each.end()));
  }
  await migrateDatabase(pool);
  const { rows } = await pool.query<{ name: string }>('select name from kysely_migration');
  expect(rows).toEqual([{ name: expect.stringMatching(/^0001_baseline_[0-9a-f]{12}$/) }]);
});

it('refuses to start on a database with an unknown migration, and explains what to do', async () => {
  await pool.query(
    "insert into kysely_migration (name, timestamp) values ('0083_booking_search', '2026-11-25T00:00:00Z')",
  );
  await expect(migrateDatabase(pool)).rejects.toThrow(UnknownSchemaError);
  await expect(migrateDatabase(pool)).rejects.toThrow(/Delete the data folder/);
});
