/**
 * Runs a PostgreSQL server from the operating system's packages, which, unlike those of npm, contain pg_dump and
 * pg_basebackup of the server's version.
 */
import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { spawnGuarded } from '../guarded.mjs';
import { CLEAN_ENV, changeOwner, findAccount, PostgresFailure } from './postgres-paths.ts';
import { findFreePort } from './postgres.ts';

const VERSIONS_FOLDER = '/usr/lib/postgresql';

export interface InstalledPostgres {
  /** Connection string of the superuser for the database `postgres`. */
  url: string;
  cluster: string;
  /** Ends the server and its connections at once, without a checkpoint, like a crash. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

/** Returns whether the operating system has PostgreSQL. Tests that need its programs are skipped without it. */
export const isPostgresInstalled = (): boolean => findFolder() !== undefined;

/** Returns the folder of the newest installed programs. Throws PostgresFailure if there are none. */
export function findInstalledPrograms(): string {
  const folder = findFolder();
  if (folder === undefined)
    throw new PostgresFailure('PostgreSQL is not installed on this machine: apt-get install postgresql');
  return folder;
}

function findFolder(): string | undefined {
  const versions = existsSync(VERSIONS_FOLDER) ? readdirSync(VERSIONS_FOLDER) : [];
  const folders = versions
    .toSorted((one, other) => Number(other) - Number(one))
    .map((version) => join(VERSIONS_FOLDER, version, 'bin'));
  return folders.find((each) => ['postgres', 'pg_dump'].every((name) => existsSync(join(each, name))));
}

/** Runs one of the installed programs as the server's user. Throws PostgresFailure if it fails. */
export function runInstalledProgram(name: string, dir: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(join(findInstalledPrograms(), name), args, {
    ...findAccount(dir),
    cwd: sep,
    env: CLEAN_ENV,
    encoding: 'utf8',
  });
  if (status !== 0) throw new PostgresFailure(`${name} ended with ${status}: ${stderr.trim()}`);
}

/** Creates a folder that belongs to the server's user. */
export function createServerFolder(dir: string): void {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  changeOwner(dir, findAccount(dir));
}

/**
 * Starts a server in the folder `cluster`, which is created if it does not exist. `settings` are those of
 * postgresql.conf. The server listens on 127.0.0.1, trusts every local user, and ends with this process. Throws
 * PostgresFailure if it does not start.
 */
export async function startInstalledPostgres(
  cluster: string,
  settings: Record<string, string> = {},
): Promise<InstalledPostgres> {
  const account = findAccount(cluster);
  if (!existsSync(cluster)) {
    createServerFolder(cluster);
    runInstalledProgram('initdb', cluster, [
      '-D',
      cluster,
      '-U',
      'postgres',
      '--auth=trust',
      '--encoding=UTF8',
      '--locale=C.UTF-8',
      '--no-sync',
    ]);
  }
  const port = await findFreePort();
  const all = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    timezone: 'UTC',
    max_connections: '200',
    ...settings,
  };
  writeFileSync(
    join(cluster, 'postgresql.auto.conf'),
    Object.entries(all)
      .map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`)
      .join(''),
  );
  const log = openSync(`${cluster}.log`, 'a');
  const { ended, stop, child } = spawnGuarded(join(findInstalledPrograms(), 'postgres'), ['-D', cluster], {
    ...account,
    cwd: sep,
    env: CLEAN_ENV,
    signal: 'INT',
    stdout: log,
    stderr: log,
  });
  closeSync(log);
  let isEnded = false;
  void ended.then(() => (isEnded = true));
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  while (!(await isReady(url))) {
    if (isEnded) throw new PostgresFailure(`PostgreSQL did not start; its log is ${cluster}.log.`);
    await sleep(50);
  }
  return {
    url,
    cluster,
    async crash() {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      await ended;
    },
    stop,
  };
}

/** Returns true if the server accepts connections and has finished its recovery. */
async function isReady(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ recovering: boolean }>('select pg_is_in_recovery() as recovering');
    return rows[0]?.recovering === false;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
