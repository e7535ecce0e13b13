/**
 * Brings the database up to this version: first the migrations that it does not have yet, then the functions, views
 * and triggers whose files have changed. docs/upgrades.md describes the rules for both.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import pg from 'pg';
import { compareVersions, UPGRADES_FROM, VERSION, WORKS_WITH } from '../config/version.ts';
import { openDb, SESSION_PLANNING, SESSION_TIMEOUTS } from './client.ts';
import type { Database } from './schema.ts';

/**
 * The folder with one file per migration (`0002_what_it_does.sql`). The baseline is a folder of files. The build
 * copies both folders of this file next to the bundle (vite.config.ts).
 */
const MIGRATIONS_DIR = join(import.meta.dirname, 'migrations');
/** The folder with the functions, views and triggers. Each file can be applied any number of times. */
const REPEATABLE_DIR = join(import.meta.dirname, 'repeatable');

/** First line of a migration that cannot run in a transaction, because it creates or drops an index concurrently. */
export const NO_TRANSACTION = '-- no transaction';

/**
 * The time in milliseconds for which a migration waits for a lock on a table. Every statement that needs the table
 * waits behind the migration, so the migration gives up soon and tries again.
 */
const LOCK_TIMEOUT_MS = 2000;
const LOCK_ATTEMPTS = 60;
const LOCK_PAUSE_MS = 1000;
const TURN_PAUSE_MS = 200;
/** Codes of PostgreSQL for an exceeded lock_timeout, and for a deadlock. */
const LOCK_SQLSTATES: readonly unknown[] = ['55P03', '40P01'];

/** Thrown if this version cannot use the database. The message names both versions and what to install. */
export class UnknownSchemaError extends Error {
  override name = 'UnknownSchema';
}

export interface MigrateOptions {
  /** Called when a migration gives up waiting for a lock, before it tries again. */
  onWait?: (file: string, attempt: number) => void;
  /** Overrides the folders, the version and the pause after a lock in tests. */
  source?: Partial<MigrationSource>;
}

interface MigrationSource {
  migrationsDir: string;
  repeatableDir: string;
  version: string;
  worksWith: string;
  upgradesFrom: string;
  pauseMs: number;
}

const OWN_SOURCE: MigrationSource = {
  migrationsDir: MIGRATIONS_DIR,
  repeatableDir: REPEATABLE_DIR,
  version: VERSION,
  worksWith: WORKS_WITH,
  upgradesFrom: UPGRADES_FROM,
  pauseMs: LOCK_PAUSE_MS,
};

/**
 * Brings the database up to this version. Several processes may call this at once, because a lock makes them take
 * turns. Changes nothing if a newer version has already migrated the database and still works with this one. `pool`
 * must connect to PostgreSQL directly, not through a pooler, and allow two connections. Throws UnknownSchemaError if
 * this version cannot use the database. If a migration fails, throws its error; the migrations before it stay.
 */
export async function migrateDatabase(pool: pg.Pool, { onWait, source }: MigrateOptions = {}): Promise<void> {
  const own = { ...OWN_SOURCE, ...source };
  const migrations = readFiles(own.migrationsDir);
  const turn = await pool.connect();
  try {
    await awaitTurn(turn);
    if ((await findPlan(pool, own, migrations)) === 'leave') return;
    const retry = (name: string, run: () => Promise<void>) => retryLocked(run, own.pauseMs, (n) => onWait?.(name, n));
    const db = openDb(pool).withoutPlugins();
    for (const { name } of await listPending(pool, migrations))
      await retry(name, () => runMigration(db, migrations, name));
    for (const file of await listChanged(pool, readFiles(own.repeatableDir)))
      await retry(file.name, () => applyRepeatable(db, file));
    await pool.query(
      `insert into release (version, works_with, started_at) values ($1, $2, now())
        on conflict (version) do nothing`,
      [own.version, own.worksWith],
    );
  } finally {
    // Closes the connection, which releases the lock also after an error.
    turn.release(true);
  }
}

/**
 * Takes the lock that makes processes take turns. A process that waits must not do so in a statement, because creating
 * an index concurrently waits for every statement that started earlier.
 */
async function awaitTurn(turn: pg.PoolClient): Promise<void> {
  for (;;) {
    const { rows } = await turn.query<{ taken: boolean }>(
      "select pg_try_advisory_lock(hashtextextended('marquee migrations', 0)) as taken",
    );
    if (rows[0]?.taken === true) return;
    await sleep(TURN_PAUSE_MS);
  }
}

interface SqlFile {
  name: string;
  text: string;
}

/** Returns the SQL files of a folder by name. A subfolder counts as one file. */
function readFiles(folder: string): SqlFile[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() || entry.name.endsWith('.sql'))
    .map((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory()
        ? {
            name: entry.name,
            text: readFiles(path)
              .map(({ text }) => text)
              .join('\n'),
          }
        : { name: entry.name.slice(0, -'.sql'.length), text: readFileSync(path, 'utf8') };
    })
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/** Returns a hash of the statements of a file. It does not change with comments and white space. */
export const hashStatements = (text: string): string =>
  createHash('sha256').update(text.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ').trim()).digest('hex').slice(0, 16);

/**
 * Returns whether this version migrates the database, or leaves it as it is because a newer version has done so.
 * Throws UnknownSchemaError if this version cannot use the database.
 */
async function findPlan(pool: pg.Pool, own: MigrationSource, known: SqlFile[]): Promise<'migrate' | 'leave'> {
  if (!(await hasTable(pool, 'kysely_migration'))) return 'migrate';
  const { rows: applied } = await pool.query<{ name: string }>('select name from kysely_migration order by name');
  const unknown = applied.find(({ name }) => known.every((each) => each.name !== name));
  if (applied.length > 0 && !(await hasTable(pool, 'release')))
    throw new UnknownSchemaError(
      `A version before 1.0.0 created this database. Marquee ${own.version} cannot upgrade it. Let DATABASE_URL name a new, empty database.`,
    );
  const newest = await findNewestRelease(pool);
  if (newest !== undefined && compareVersions(newest.version, own.version) > 0) {
    if (compareVersions(newest.worksWith, own.version) <= 0) return 'leave';
    throw new UnknownSchemaError(
      `Marquee ${newest.version} has upgraded this database, which needs ${newest.worksWith} or later. This is ${own.version}. Install ${newest.version}.`,
    );
  }
  if (unknown !== undefined)
    throw new UnknownSchemaError(
      `This database has the migration ${unknown.name}, which Marquee ${own.version} does not know. Another build of ${newest?.version ?? own.version} created it. Install that build.`,
    );
  if (newest !== undefined && compareVersions(newest.version, own.upgradesFrom) < 0)
    throw new UnknownSchemaError(
      `Marquee ${newest.version} created this database. ${own.version} can upgrade it from ${own.upgradesFrom} or later. Install ${own.upgradesFrom} first, start it once, then install ${own.version}.`,
    );
  return 'migrate';
}

async function hasTable(pool: pg.Pool, name: string): Promise<boolean> {
  const { rows } = await pool.query<{ oid: string | null }>('select to_regclass($1) as oid', [name]);
  return rows[0]?.oid != null;
}

async function findNewestRelease(pool: pg.Pool): Promise<{ version: string; worksWith: string } | undefined> {
  const { rows } = await pool.query<{ version: string; worksWith: string }>(
    'select version, works_with as "worksWith" from release',
  );
  return rows.toSorted((one, other) => compareVersions(other.version, one.version))[0];
}

async function listPending(pool: pg.Pool, migrations: SqlFile[]): Promise<SqlFile[]> {
  if (!(await hasTable(pool, 'kysely_migration'))) return migrations;
  const { rows } = await pool.query<{ name: string }>('select name from kysely_migration');
  return migrations.filter(({ name }) => rows.every((row) => row.name !== name));
}

async function listChanged(pool: pg.Pool, files: SqlFile[]): Promise<SqlFile[]> {
  const { rows } = await pool.query<{ name: string; hash: string }>('select name, hash from repeatable_file');
  const hashes = new Map(rows.map(({ name, hash }) => [name, hash]));
  return files.filter(({ name, text }) => hashes.get(name) !== hashStatements(text));
}

/** Runs the one migration `name`, which is the next. Kysely records it in the same transaction. */
async function runMigration(db: Kysely<Database>, files: SqlFile[], name: string): Promise<void> {
  const disableTransactions = files.some((file) => file.name === name && file.text.startsWith(NO_TRANSACTION));
  const migrator = new Migrator({
    db,
    disableTransactions,
    provider: {
      getMigrations: () =>
        Promise.resolve(Object.fromEntries(files.map((file) => [file.name, toMigration(file.text)]))),
    },
  });
  const { error } = await migrator.migrateTo(name);
  if (error !== undefined) throw error instanceof Error ? error : new Error(`${name} failed`, { cause: error });
}

const toMigration = (text: string): Migration => ({
  async up(db) {
    if (text.startsWith(NO_TRANSACTION)) {
      // PostgreSQL runs several statements that are sent together in one transaction.
      for (const statement of text.split(/;$/m)) if (statement.trim() !== '') await sql.raw(statement).execute(db);
      return;
    }
    await applyBounded(db, text);
  },
});

/** Runs the statements of a file in the transaction `db`. Functions may name others that the same file creates later. */
async function applyBounded(db: Kysely<Database>, text: string): Promise<void> {
  await sql.raw(`set local lock_timeout = ${LOCK_TIMEOUT_MS}; set local check_function_bodies = off`).execute(db);
  await sql.raw(text).execute(db);
}

async function applyRepeatable(db: Kysely<Database>, { name, text }: SqlFile): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await applyBounded(tx, text);
    await sql`insert into repeatable_file (name, hash) values (${name}, ${hashStatements(text)})
      on conflict (name) do update set hash = excluded.hash`.execute(tx);
  });
}

async function retryLocked(run: () => Promise<void>, pauseMs: number, onWait: (attempt: number) => void) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await run();
      return;
    } catch (error) {
      const isLocked = error instanceof pg.DatabaseError && LOCK_SQLSTATES.includes(error.code);
      if (!isLocked || attempt === LOCK_ATTEMPTS) throw error;
      onWait(attempt);
      await sleep(pauseMs);
    }
  }
}

/**
 * Sets `SESSION_TIMEOUTS` and `SESSION_PLANNING` on the database role of `direct`. They apply to sessions that a
 * pooler opens after this call. Returns whether the sessions of `pooled` have these settings. They may be missing if
 * the pooler uses another role or still has older connections.
 */
export async function setRoleTimeouts(direct: pg.Pool, pooled: pg.Pool): Promise<boolean> {
  const bounds = Object.entries({ ...SESSION_TIMEOUTS, ...SESSION_PLANNING });
  const alter = bounds.map(
    ([name, ms]) => `execute format('alter role current_user in database %I set ${name} = ${ms}', current_database());`,
  );
  // The lock makes processes take turns, because PostgreSQL rejects concurrent changes to a role.
  await direct.query(`do $$ begin
    perform pg_advisory_xact_lock(hashtextextended('session bounds', 0));
    if not exists (
      select from pg_db_role_setting join pg_database on pg_database.oid = setdatabase
      where datname = current_database() and setrole = current_user::regrole
        and setconfig @> array[${bounds.map(([name, ms]) => `'${name}=${ms}'`).join(', ')}]
    ) then ${alter.join(' ')} end if;
  end $$`);
  const { rows } = await pooled.query<{ name: string; setting: string }>(
    'select name, setting from pg_settings where name = any($1)',
    [bounds.map(([name]) => name)],
  );
  return bounds.every(([name, ms]) => rows.some((row) => row.name === name && row.setting === String(ms)));
}
