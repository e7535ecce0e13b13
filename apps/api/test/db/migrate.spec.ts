/** Tests that startup creates and upgrades the schema, without long locks, and refuses databases that it cannot use. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { VERSION, WORKS_WITH } from '../../src/config/version.ts';
import { openPool } from '../../src/db/client.ts';
import { migrateDatabase, UnknownSchemaError, type MigrateOptions } from '../../src/db/migrate.ts';
import { getDatabaseUrl } from '../support/global-setup.ts';

const { url } = inject('pg');
const name = `marquee_migrate_${process.pid}`;
const admin = new pg.Client({ connectionString: url });
let pool: pg.Pool;

beforeAll(async () => {
  await admin.connect();
});
beforeEach(async () => {
  await admin.query(`create database ${name}`);
  pool = openPool(getDatabaseUrl(url, name), 3, () => {});
});
afterEach(async () => {
  await pool.end();
  await admin.query(`drop database ${name} with (force)`);
});
afterAll(() => admin.end());

const listNames = async (query: string) => (await pool.query<{ name: string }>(query)).rows.map((row) => row.name);
const listMigrations = () => listNames('select name from kysely_migration order by name');

it('creates the schema only once, even if several processes start at the same time', async () => {
  const pools = [1, 2, 3].map(() => openPool(getDatabaseUrl(url, name), 2, () => {}));
  try {
    await Promise.all(pools.map((each) => migrateDatabase(each)));
  } finally {
    await Promise.all(pools.map((each) => each.end()));
  }
  await migrateDatabase(pool);
  expect((await listMigrations())[0]).toBe('0001_baseline');
  const { rows } = await pool.query('select version, works_with from release');
  expect(rows).toEqual([{ version: VERSION, works_with: WORKS_WITH }]);
});

it('applies a function again only if its statements have changed', async () => {
  await migrateDatabase(pool);
  await pool.query("update repeatable_file set hash = 'another' where name = '01_shared'");
  await pool.query(`create or replace function refuse_change() returns trigger language plpgsql as 'begin end'`);
  await migrateDatabase(pool);
  const { rows } = await pool.query<{ source: string }>(
    "select prosrc as source from pg_proc where proname = 'refuse_change'",
  );
  expect(rows[0]?.source).toContain('append-only');
  const readRowVersion = async () =>
    (await pool.query<{ xmin: string }>("select xmin::text from pg_proc where proname = 'refuse_change'")).rows[0]
      ?.xmin;
  const before = await readRowVersion();
  await migrateDatabase(pool);
  expect(await readRowVersion()).toBe(before);
});

describe('with migrations of a later release', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'marquee-migrate-'));
    for (const each of ['migrations', 'repeatable']) mkdirSync(join(folder, each));
    write(
      'migrations/0001_first.sql',
      'create table release (version text primary key, works_with text, started_at timestamptz); create table repeatable_file (name text primary key, hash text); create table a (id int);',
    );
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const write = (path: string, text: string) => writeFileSync(join(folder, path), text);
  const migrate = (source: MigrateOptions['source'] = {}, onWait?: MigrateOptions['onWait']) =>
    migrateDatabase(pool, {
      ...(onWait && { onWait }),
      source: {
        migrationsDir: join(folder, 'migrations'),
        repeatableDir: join(folder, 'repeatable'),
        version: '1.0.0',
        worksWith: '1.0.0',
        upgradesFrom: '1.0.0',
        pauseMs: 1,
        ...source,
      },
    });

  it('keeps the migrations before the one that fails', async () => {
    await migrate();
    write('migrations/0002_good.sql', 'alter table a add column b int;');
    write('migrations/0003_bad.sql', 'alter table a add column c int; alter table missing add column d int;');
    await expect(migrate({ version: '1.1.0' })).rejects.toThrow('"missing" does not exist');
    expect(await listMigrations()).toEqual(['0001_first', '0002_good']);
    expect(
      await listNames("select attname as name from pg_attribute where attrelid = 'a'::regclass and attnum > 0"),
    ).toEqual(['id', 'b']);
    expect(await listNames('select version as name from release')).toEqual(['1.0.0']);
  });

  it('creates an index outside a transaction, also after a failed attempt', async () => {
    await migrate();
    await pool.query('insert into a values (1), (1)');
    write(
      'migrations/0002_index.sql',
      '-- no transaction\ndrop index concurrently if exists a_id;\ncreate unique index concurrently a_id on a (id);\n',
    );
    await expect(migrate()).rejects.toThrow('could not create unique index');
    await pool.query('delete from a');
    await pool.query('insert into a values (1)');
    await migrate();
    expect(
      await listNames(
        "select indexrelid::regclass::text as name from pg_index where indrelid = 'a'::regclass and indisvalid",
      ),
    ).toEqual(['a_id']);
  });

  it('finishes an index that is created concurrently while other processes wait for their turn', async () => {
    await migrate();
    write(
      'migrations/0002_index.sql',
      '-- no transaction\ndrop index concurrently if exists a_id;\ncreate index concurrently a_id on a (id);\n',
    );
    const others = [1, 2].map(() => openPool(getDatabaseUrl(url, name), 2, () => {}));
    const source = {
      migrationsDir: join(folder, 'migrations'),
      repeatableDir: join(folder, 'repeatable'),
      version: '1.0.0',
      worksWith: '1.0.0',
      upgradesFrom: '1.0.0',
    };
    try {
      await Promise.all([migrate(), ...others.map((each) => migrateDatabase(each, { source }))]);
    } finally {
      await Promise.all(others.map((each) => each.end()));
    }
    expect(await listMigrations()).toEqual(['0001_first', '0002_index']);
  });

  it('gives up waiting for a locked table and tries again, so that queries do not wait behind it', async () => {
    await migrate();
    write('migrations/0002_column.sql', 'alter table a add column b int;');
    const holder = new pg.Client({ connectionString: getDatabaseUrl(url, name) });
    await holder.connect();
    await holder.query('begin');
    await holder.query('lock table a in access share mode');
    const waits: string[] = [];
    await migrate({}, (file, attempt) => {
      waits.push(`${file} ${attempt}`);
      if (attempt === 1) void holder.query('commit');
    });
    await holder.end();
    expect(waits[0]).toBe('0002_column 1');
    expect(await listMigrations()).toEqual(['0001_first', '0002_column']);
  });

  it('lets an older version start that the newer one works with, and changes nothing', async () => {
    write('repeatable/01_a.sql', "create or replace function f() returns text language sql as $$ select 'new' $$;");
    write('migrations/0002_column.sql', 'alter table a add column b int;');
    await migrate({ version: '1.1.0', worksWith: '1.0.0' });
    rmSync(join(folder, 'migrations/0002_column.sql'));
    write('repeatable/01_a.sql', "create or replace function f() returns text language sql as $$ select 'old' $$;");
    await migrate({ version: '1.0.0' });
    expect(await listNames('select f() as name')).toEqual(['new']);
    expect(await listNames('select version as name from release')).toEqual(['1.1.0']);
  });

  it('refuses an older version that the newer one does not work with, and names both', async () => {
    write('migrations/0002_column.sql', 'alter table a add column b int;');
    await migrate({ version: '1.2.0', worksWith: '1.1.0' });
    rmSync(join(folder, 'migrations/0002_column.sql'));
    await expect(migrate({ version: '1.0.0' })).rejects.toThrow(
      new UnknownSchemaError(
        'Marquee 1.2.0 has upgraded this database, which needs 1.1.0 or later. This is 1.0.0. Install 1.2.0.',
      ),
    );
  });

  it('names the version to install in between if the database is too old', async () => {
    await migrate({ version: '1.9.0' });
    await expect(migrate({ version: '1.11.0', upgradesFrom: '1.10.0' })).rejects.toThrow(
      'Marquee 1.9.0 created this database. 1.11.0 can upgrade it from 1.10.0 or later. Install 1.10.0 first, start it once, then install 1.11.0.',
    );
    await migrate({ version: '1.10.0', upgradesFrom: '1.9.0' });
    await migrate({ version: '1.11.0', upgradesFrom: '1.10.0' });
  });

  it('refuses a migration of another build of the same version', async () => {
    write('migrations/0002_column.sql', 'alter table a add column b int;');
    await migrate();
    rmSync(join(folder, 'migrations/0002_column.sql'));
    await expect(migrate()).rejects.toThrow('has the migration 0002_column, which Marquee 1.0.0 does not know');
  });

  it('refuses a database from before 1.0.0 without advising to delete data', async () => {
    await pool.query('create table kysely_migration (name text, timestamp text)');
    await pool.query("insert into kysely_migration values ('0001_baseline_123456789abc', '')");
    await expect(migrate()).rejects.toThrow('A version before 1.0.0 created this database.');
    await expect(migrate()).rejects.toThrow(/Let DATABASE_URL name a new, empty database\.$/);
  });
});
