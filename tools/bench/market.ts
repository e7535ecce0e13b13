/**
 * Opens a marketplace for the benchmarks, which is a database of a given size and our API code that uses it. The
 * database is filled once and reused by later runs.
 */
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { parseEnv } from '../../apps/api/src/config/env.ts';
import { openLog } from '../../apps/api/src/config/log.ts';
import type { SessionUser } from '../../apps/api/src/core/ctx.ts';
import type { Deps } from '../../apps/api/src/core/deps.ts';
import { openPool } from '../../apps/api/src/db/client.ts';
import { migrateDatabase, UnknownSchemaError } from '../../apps/api/src/db/migrate.ts';
import { createUserCaller, BUILDER_PASSWORD } from '../../apps/api/src/demo/builders.ts';
import { findSessionUser } from '../../apps/api/src/modules/identity/accounts/accounts.sql.ts';
import { hashPassword } from '../../apps/api/src/modules/identity/accounts/passwords.service.ts';
import { boot, prepareDatabase, type BootedDeps } from '../../apps/api/src/process/boot.ts';
import { startPostgres, type RunningPostgres } from '../local/postgres.ts';
import { LOCAL_KEYS } from '../local/services.ts';
import { BIG_BRAND_EMAIL, BIG_CREATOR_EMAIL, fillDatabase, STAFF_EMAIL } from './generate.ts';
import type { ProcedureRead, ReaderRole } from './reads.ts';

export interface BenchMarket {
  url: string;
  deps: BootedDeps;
  call(read: ProcedureRead): Promise<unknown>;
  close(): Promise<void>;
}

/** Starts the PostgreSQL server that contains one database per marketplace size, in a folder below `dataDir`. */
export function startBenchPostgres(dataDir: string): Promise<RunningPostgres> {
  const dir = join(dataDir, 'bench', 'postgres');
  mkdirSync(dir, { recursive: true });
  // If root starts PostgreSQL, it runs as another user, who must be able to enter this folder.
  chmodSync(join(dataDir, 'bench'), 0o711);
  return startPostgres({ dir });
}

/**
 * Opens the database with `packages` packages on `server`, whose URL belongs to a superuser. Creates and fills the
 * database if it does not exist, was not filled completely, or has another schema.
 */
export async function openBenchMarket(
  server: string,
  packages: number,
  dataDir: string,
  say: (line: string) => void,
): Promise<BenchMarket> {
  const name = `marquee_bench_${packages}`;
  const url = new URL(server);
  url.pathname = `/${name}`;
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  const { rows } = await admin.query<{ finished: boolean }>(
    `select shobj_description(oid, 'pg_database') = 'finished' as finished from pg_database where datname = $1`,
    [name],
  );
  const isThere = rows[0]?.finished === true && (await hasThisSchema(url.href));
  if (!isThere) {
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.query(`create database ${name}`);
  }
  const deps = bootOnDatabase(url.href, dataDir);
  await prepareDatabase(deps);
  if (!isThere) {
    say(`Filling ${name} …`);
    await fillDatabase(url.href, { packages, passwordHash: await hashPassword(BUILDER_PASSWORD, '127.0.0.1'), say });
    await admin.query(`comment on database ${name} is 'finished'`);
  }
  await admin.end();
  return { url: url.href, deps, call: await createProcedureReader(deps), close: () => deps.close() };
}

async function hasThisSchema(url: string): Promise<boolean> {
  const pool = openPool(url, 1, () => {});
  try {
    await migrateDatabase(pool);
    return true;
  } catch (error) {
    if (error instanceof UnknownSchemaError) return false;
    throw error;
  } finally {
    await pool.end();
  }
}

/** Returns a function that calls procedures directly, without HTTP, as a user with the read's role. */
export async function createProcedureReader(deps: Deps): Promise<(read: ProcedureRead) => Promise<unknown>> {
  const users = await findUsersByRole(deps);
  return ({ as, procedure, input }) => {
    const [router = '', step = ''] = procedure.split('.');
    const caller = createUserCaller(deps, users[as]) as unknown as Record<
      string,
      Record<string, (input: unknown) => Promise<unknown>>
    >;
    const call = caller[router]?.[step];
    if (call === undefined) throw new Error(`There is no procedure ${procedure}`);
    return call(input);
  };
}

function bootOnDatabase(databaseUrl: string, dataDir: string): BootedDeps {
  const env = parseEnv({
    NODE_ENV: 'test',
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(dataDir, 'bench'),
    ...LOCAL_KEYS,
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'silent',
    // Turn off the cache of search counts, so that each call computes its result.
    TIMING: JSON.stringify({ facetsMs: 0 }),
  });
  return boot(env, openLog(env));
}

async function findUsersByRole(deps: Pick<Deps, 'db'>): Promise<Record<ReaderRole, SessionUser | null>> {
  const emails = { creator: BIG_CREATOR_EMAIL, brand: BIG_BRAND_EMAIL, staff: STAFF_EMAIL };
  const usersByRole: Record<ReaderRole, SessionUser | null> = {
    visitor: null,
    creator: null,
    brand: null,
    staff: null,
  };
  for (const [role, email] of Object.entries(emails) as [Exclude<ReaderRole, 'visitor'>, string][]) {
    const { id, signInVersion } = await deps.db
      .selectFrom('person')
      .select(['id', 'signInVersion'])
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    const user = await findSessionUser(deps.db, id, signInVersion, null);
    if (!user) throw new Error(`${email} cannot sign in`);
    // Staff pages need a second factor.
    usersByRole[role] = { ...user, hasFactor: role === 'staff' };
  }
  return usersByRole;
}
