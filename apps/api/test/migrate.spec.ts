/** What starting does to a database: it creates the schema once, and refuses a database of another version. */
import pg from 'pg';
import { beforeAll, afterAll, expect, inject, it } from 'vitest';
import { openPool } from '../src/db/client.ts';
import { migrate, UnknownSchema } from '../src/db/migrate.ts';
import { databaseUrl } from './global-setup.ts';

const { url } = inject('pg');
const name = `marquee_migrate_${process.pid}`;
const admin = new pg.Client({ connectionString: url });
let pool: pg.Pool;

beforeAll(async () => {
  await admin.connect();
  await admin.query(`create database ${name}`);
  pool = openPool(databaseUrl(url, name), 2, () => {});
});
afterAll(async () => {
  await pool.end();
  await admin.query(`drop database ${name} with (force)`);
  await admin.end();
});

it('creates the schema in an empty database, and changes nothing at the next start', async () => {
  await migrate(pool);
  await migrate(pool);
  const { rows } = await pool.query<{ name: string }>('select name from kysely_migration');
  expect(rows).toEqual([{ name: expect.stringMatching(/^0001_baseline_[0-9a-f]{12}$/) }]);
});

it('refuses a database with a migration that this version does not know, and says what to do', async () => {
  await pool.query(
    "insert into kysely_migration (name, timestamp) values ('0083_booking_search', '2026-11-25T00:00:00Z')",
  );
  await expect(migrate(pool)).rejects.toThrow(UnknownSchema);
  await expect(migrate(pool)).rejects.toThrow(/Delete the data folder/);
});
