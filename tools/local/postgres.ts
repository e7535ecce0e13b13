/**
 * Runs a PostgreSQL server for a data folder, with the binaries from an npm package. The machine needs no
 * installation and no system account.
 */
import { spawnSync } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawnGuarded } from '../guarded.mjs';
import { takeLock } from '../lock.mjs';
import {
  CLEAN_ENV,
  findClusterFolder,
  findPostgresPaths,
  changeOwner,
  PostgresFailure,
  readFileIfThere,
  readPidFile,
  type PostgresPaths,
} from './postgres-paths.ts';

export { PostgresFailure } from './postgres-paths.ts';

interface PostgresOptions {
  /** Folder of the server, which contains the cluster, its password and its log. */
  dir: string;
  /** Set to false for tests. The server is then faster and deletes its data at `stop()`. */
  durable?: boolean;
  /** Port, or 0 for a free one. */
  port?: number;
}

export interface RunningPostgres {
  /** Connection string of the superuser for the database `postgres`. */
  url: string;
  port: number;
  /** Resolves when the server has ended for any reason. */
  ended: Promise<unknown>;
  stop(): Promise<void>;
}

const DURABLE_SETTINGS = {
  // Do not log routine checkpoints, which happen every five minutes.
  log_checkpoints: 'off',
};
const NOT_DURABLE_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  log_checkpoints: 'off',
};

const START_TIMEOUT_MS = 120_000;
const MAX_LOG_BYTES = 5_000_000;

/**
 * Starts the server of a data folder, and creates the cluster on the first start. The server listens on 127.0.0.1
 * only. Its password is generated once and stored in the folder. The server ends with this process, even if this
 * process is killed. A server that an earlier start left behind is stopped before the new one starts. Throws
 * PostgresFailure if the server cannot start.
 */
export async function startPostgres({ dir, durable = true, port = 0 }: PostgresOptions): Promise<RunningPostgres> {
  mkdirSync(dir, { recursive: true });
  const home = realpathSync(dir);
  const lock = takeLock(join(home, 'lock'));
  if ('holder' in lock) throw new PostgresFailure(`Process ${lock.holder} already runs PostgreSQL in ${home}.`);

  try {
    await stopOrphan(findClusterFolder(home));
    const place = findPostgresPaths(home);
    const password = await createCluster(home, place, durable);
    const server = await launchServer(home, place, durable, port);
    return {
      url: `postgres://postgres:${password}@127.0.0.1:${server.port}/postgres`,
      port: server.port,
      ended: server.ended,
      async stop() {
        await server.stop();
        if (!durable) removeCluster(home);
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Returns the URL of the running server of a data folder, or undefined if none is running. */
export function findRunningPostgresUrl(dir: string): string | undefined {
  if (!existsSync(dir)) return undefined;
  const home = realpathSync(dir);
  const noted = readPidFile(findClusterFolder(home));
  const password = readFileIfThere(join(home, 'password'));
  if (password === undefined || !noted?.ready || !isRunning(noted.pid)) return undefined;
  return `postgres://postgres:${password}@127.0.0.1:${noted.port}/postgres`;
}

/** Deletes the database of a data folder, wherever its cluster is. Stops a server that was left behind. */
export async function removePostgres(dir: string): Promise<void> {
  if (!existsSync(dir)) return;
  const home = realpathSync(dir);
  await stopOrphan(findClusterFolder(home));
  removeCluster(home);
}

function removeCluster(home: string): void {
  const cluster = findClusterFolder(home);
  const parent = dirname(cluster);
  rmSync(parent === home ? cluster : parent, { recursive: true, force: true });
  for (const name of ['password', 'location', 'postgres.log']) rmSync(join(home, name), { force: true });
}

/** Creates the cluster if it does not exist, and returns the superuser's password. */
async function createCluster(
  home: string,
  { account, initdb, cluster }: PostgresPaths,
  durable: boolean,
): Promise<string> {
  const secret = join(home, 'password');
  const storedPassword = readFileIfThere(secret);
  if (existsSync(join(cluster, 'PG_VERSION'))) {
    if (storedPassword !== undefined) return storedPassword;
    throw new PostgresFailure(`The password of the database in ${cluster} is missing (${secret}).`);
  }
  const password = storedPassword ?? randomBytes(24).toString('hex');
  writeFileSync(secret, password, { mode: 0o600 });

  // Create the cluster under a temporary name, so that an interrupted start does not leave an incomplete cluster
  // behind.
  const newCluster = `${cluster}.new`;
  const passwordFile = `${cluster}.password`;
  rmSync(newCluster, { recursive: true, force: true });
  mkdirSync(newCluster, { mode: 0o700 });
  changeOwner(newCluster, account);
  writeFileSync(passwordFile, password, { mode: 0o600 });
  changeOwner(passwordFile, account);
  const { child, ended } = spawnGuarded(
    initdb,
    [
      '-D',
      newCluster,
      '-U',
      'postgres',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      // These options make sort order and case rules the same on every machine.
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      ...(durable ? [] : ['--no-sync']),
    ],
    { ...account, cwd: sep, env: CLEAN_ENV, stdout: 'ignore', stderr: 'pipe' },
  );
  let output = '';
  child.stderr?.on('data', (text) => {
    output += String(text);
  });
  const code = await ended;
  rmSync(passwordFile, { force: true });
  if (code !== 0)
    throw new PostgresFailure(
      `PostgreSQL could not create a database in ${cluster}: ${findServerError(output) || `code ${code}`}`,
    );
  renameSync(newCluster, cluster);
  return password;
}

/**
 * Stops a server of this cluster that is still running after the process that started it and its guard were killed.
 * If the process ID in the PID file now belongs to another program, it removes the file instead, because PostgreSQL
 * would refuse to start.
 */
async function stopOrphan(cluster: string): Promise<void> {
  const noted = readPidFile(cluster);
  if (noted === undefined || !isRunning(noted.pid)) return;
  if (!isServerOfCluster(noted.pid, cluster)) {
    rmSync(join(cluster, 'postmaster.pid'));
    return;
  }
  for (const [signal, patience] of [
    ['SIGINT', 15_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    try {
      process.kill(noted.pid, signal);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return;
      throw new PostgresFailure(`A PostgreSQL server of another user (process ${noted.pid}) runs in ${cluster}.`);
    }
    for (const deadline = Date.now() + patience; Date.now() < deadline; await sleep(20))
      if (!isRunning(noted.pid)) return;
  }
  throw new PostgresFailure(`A PostgreSQL server (process ${noted.pid}) runs in ${cluster} and cannot be stopped.`);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  return true;
}

function isServerOfCluster(pid: number, cluster: string): boolean {
  const args = existsSync('/proc/self/cmdline')
    ? readFileIfThere(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ')
    : spawnSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).stdout;
  return args?.includes(` -D ${cluster} `) ?? false;
}

interface LaunchedServer {
  port: number;
  ended: Promise<number>;
  stop(): Promise<void>;
}

async function launchServer(
  home: string,
  place: PostgresPaths,
  durable: boolean,
  port: number,
): Promise<LaunchedServer> {
  for (let attempt = 1; ; attempt += 1) {
    const chosenPort = port === 0 ? await findFreePort() : port;
    const result = await launchOnPort(chosenPort, home, place, durable);
    if (typeof result !== 'string') return result;
    // Retry if another program has taken the free port, or if processes of a killed server have not ended yet.
    const passing = (port === 0 && result.includes('TCP/IP sockets')) || result.includes('is still in use');
    if (!passing || attempt === 10)
      throw new PostgresFailure(`PostgreSQL does not start in ${place.cluster}: ${result}`);
    await sleep(200);
  }
}

/**
 * Starts the server and waits until it accepts connections. Returns an error message if the server does not start.
 */
async function launchOnPort(
  port: number,
  home: string,
  { account, postgres, cluster }: PostgresPaths,
  durable: boolean,
): Promise<LaunchedServer | string> {
  const settings = {
    ...(durable ? DURABLE_SETTINGS : NOT_DURABLE_SETTINGS),
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
  };
  const logFile = join(home, 'postgres.log');
  if (existsSync(logFile) && statSync(logFile).size > MAX_LOG_BYTES) rmSync(logFile);
  const log = openSync(logFile, 'a', 0o600);
  const from = statSync(logFile).size;
  const server = spawnGuarded(
    postgres,
    ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      ...account,
      cwd: sep,
      env: CLEAN_ENV,
      stdout: log,
      stderr: log,
      // On SIGINT, PostgreSQL closes all connections, writes all data and stops.
      signal: 'INT',
      patience: 30,
    },
  );
  closeSync(log);

  for (const deadline = Date.now() + START_TIMEOUT_MS; Date.now() < deadline; await sleep(10)) {
    const noted = readPidFile(cluster);
    if (noted?.ready && noted.port === port) return { port, ended: server.ended, stop: () => server.stop() };
    if (server.child.exitCode !== null || server.child.signalCode !== null)
      return findServerError(readFileSync(logFile).subarray(from).toString()) || 'it ended without a word';
  }
  await server.stop();
  return `it was not ready after ${START_TIMEOUT_MS / 1000} seconds`;
}

/**
 * Port range below the ports that systems use for outgoing connections, because an outgoing connection could take a
 * port before the server listens on it.
 */
const PORT_RANGE = { from: 10_000, count: 22_000 };

export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = PORT_RANGE.from + randomInt(PORT_RANGE.count);
    if (await isPortFree(port)) return port;
  }
  throw new Error('There is no free port');
}

const isPortFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/**
 * Returns PostgreSQL's error messages from its output without timestamps, or the last three lines if there are none.
 */
function findServerError(text: string): string {
  const lines = text.trim().split('\n');
  const named = lines.flatMap((line) => /(?:FATAL|PANIC|ERROR|DETAIL|HINT|error): +(.*)/.exec(line)?.[1] ?? []);
  return (named.length > 0 ? named : lines.slice(-3)).join(' ').trim();
}
