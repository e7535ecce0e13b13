import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import type pg from 'pg';
import { openDb, SESSION_TIMEOUTS, SESSION_PLANNING } from './client.ts';

/**
 * The folder with the migrations. The baseline consists of all `schema/*.sql` files, sorted by name. Each later
 * change is a file in `schema/migrations` (`0002_what_it_does.sql`). The build copies the folder next to the bundle
 * (vite.config.ts).
 */
const SCHEMA_DIR = join(import.meta.dirname, 'schema');

const readSql = (folder: string): { name: string; text: string }[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
    .map((file) => ({ name: file.slice(0, -'.sql'.length), text: readFileSync(join(folder, file), 'utf8') }));

const toMigration = (text: string): Migration => ({
  async up(db) {
    await sql.raw(text).execute(db);
  },
});

/**
 * Returns all migrations by name. The name of the baseline contains a hash of its statements without comments. A
 * database with a different baseline is therefore detected when the server starts, not at the first query.
 */
function readMigrations(): Record<string, Migration> {
  const baseline = readSql(SCHEMA_DIR)
    .map(({ text }) => text)
    .join('\n');
  const statements = baseline.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ');
  const hash = createHash('sha256').update(statements).digest('hex').slice(0, 12);
  const later = join(SCHEMA_DIR, 'migrations');
  return {
    [`0001_baseline_${hash}`]: toMigration(baseline),
    ...Object.fromEntries((existsSync(later) ? readSql(later) : []).map(({ name, text }) => [name, toMigration(text)])),
  };
}

/** Thrown if the database has migrations that this version of the app does not know. */
export class UnknownSchemaError extends Error {
  override name = 'UnknownSchema';

  constructor() {
    super(
      'it was created by another version of Marquee, which this one cannot update. Delete the data folder (.data, unless DATA_DIR names another one), or let DATABASE_URL name a new, empty database, and start again.',
    );
  }
}

/**
 * Runs all pending migrations. Several processes may call this at once, because a lock makes them take turns. `pool`
 * must connect to PostgreSQL directly, not through a pooler. Throws UnknownSchemaError if the database has
 * migrations that this version of the app does not know. If a migration fails, throws its error.
 */
export async function migrateDatabase(pool: pg.Pool): Promise<void> {
  const migrations = readMigrations();
  await assertKnownSchema(pool, migrations);
  const migrator = new Migrator({
    db: openDb(pool).withoutPlugins(),
    provider: { getMigrations: () => Promise.resolve(migrations) },
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error instanceof Error ? error : new Error('A migration failed', { cause: error });
}

async function assertKnownSchema(pool: pg.Pool, migrations: Record<string, Migration>): Promise<void> {
  const { rows: tables } = await pool.query<{ made: string | null }>("select to_regclass('kysely_migration') as made");
  if (tables[0]?.made == null) return;
  const { rows: appliedMigrations } = await pool.query<{ name: string }>('select name from kysely_migration');
  if (appliedMigrations.some(({ name }) => !(name in migrations))) throw new UnknownSchemaError();
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
