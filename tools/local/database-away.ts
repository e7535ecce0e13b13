import { join } from 'node:path';
import pg from 'pg';
import { findRunningPostgresUrl } from './postgres.ts';

/**
 * Makes the database of the product in `dataDir` refuse all connections, as during a failover, or accept them again.
 * Throws if the product's PostgreSQL does not run.
 */
export async function setDatabaseAway(dataDir: string, isAway: boolean): Promise<void> {
  const url = findRunningPostgresUrl(join(dataDir, 'postgres'));
  if (url === undefined) throw new Error(`No PostgreSQL runs in ${dataDir}`);
  // Connects to another database, because the product's one may refuse connections.
  const [name, other] = [new URL(url).pathname.slice(1), Object.assign(new URL(url), { pathname: '/template1' })];
  const admin = new pg.Client({ connectionString: other.href });
  await admin.connect();
  try {
    await admin.query(`alter database ${name} allow_connections ${String(!isAway)}`);
    if (isAway) await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  } finally {
    await admin.end();
  }
}
