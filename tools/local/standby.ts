/**
 * Runs a standby of a local PostgreSQL server. A standby is a copy of the server's files that applies the server's
 * write-ahead log.
 */
import { chmodSync, cpSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { changeOwner } from './postgres-paths.ts';
import { startPostgres, type RunningPostgres } from './postgres.ts';

/**
 * Copies a running server to the empty folder `dir` and starts the copy as a standby. `url` must belong to the
 * server's superuser. The steps follow "Making a Base Backup Using the Low Level API" in PostgreSQL's documentation.
 * After a restart with `startPostgres`, the copy is still a standby of the server. Throws PostgresFailure if the
 * standby does not start.
 */
export async function startStandby(url: string, dir: string): Promise<RunningPostgres> {
  const { hostname, port, username, password } = new URL(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ folder: string }>(`select current_setting('data_directory') as folder`);
  const folder = rows[0]?.folder ?? '';
  const cluster = join(dir, 'cluster');
  mkdirSync(dir, { recursive: true });
  await client.query(`select pg_backup_start('standby', true)`);
  cpSync(folder, cluster, { recursive: true, filter: (file) => !/postmaster\.(pid|opts)$/.test(file) });
  const stopped = await client.query<{ label: string }>('select labelfile as label from pg_backup_stop(false)');
  await client.end();

  writeFileSync(join(cluster, 'backup_label'), stopped.rows[0]?.label ?? '');
  writeFileSync(join(cluster, 'standby.signal'), '');
  writeFileSync(
    join(cluster, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${hostname} port=${port} user=${username} password=${password}'\nwal_retrieve_retry_interval = '100ms'\n`,
  );
  writeFileSync(join(dir, 'password'), password, { mode: 0o600 });
  const { uid, gid } = statSync(folder);
  chmodSync(cluster, 0o700);
  changeOwner(cluster, uid === process.getuid?.() ? {} : { uid, gid });
  return startPostgres({ dir });
}
