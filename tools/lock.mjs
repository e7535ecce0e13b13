/**
 * Locks a path for one process on this machine. The lock is a folder with a file that names its owner. A process can
 * take over the lock of a dead process. This file is plain JavaScript, because the installer uses it before any
 * package is installed.
 */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Takes the lock at `path`, or returns the ID of the running process that holds it.
 * @param {string} path
 * @returns {{ release: () => void } | { holder: number }}
 */
export function takeLock(path) {
  mkdirSync(dirname(path), { recursive: true });
  const mine = `${process.pid} ${findProcessStart(process.pid)}`;
  // Create the folder with its owner under a temporary name and then rename it, so that the lock never exists
  // without an owner.
  const newFolder = mkdtempSync(`${path}.`);
  writeFileSync(join(newFolder, 'owner'), mine);
  for (;;) {
    try {
      renameSync(newFolder, path);
      return { release: () => releaseLock(path, mine) };
    } catch (error) {
      if (!isAlreadyThere(error)) {
        rmSync(newFolder, { recursive: true, force: true });
        throw error;
      }
    }
    const owner = readOwner(path);
    const holder = owner === undefined ? undefined : findLivingOwner(owner);
    if (holder !== undefined) {
      rmSync(newFolder, { recursive: true, force: true });
      return { holder };
    }
    if (owner !== undefined) discardDeadLock(path, owner);
  }
}

/**
 * Waits until the lock at `path` is free and takes it.
 * @param {string} path
 * @param {{ onWait?: (holder: number) => void, signal?: AbortSignal }} [options] `onWait` is called once if another
 * process holds the lock. `signal` aborts the wait.
 */
export async function waitForLock(path, { onWait, signal } = {}) {
  for (let wasReported = false; ; wasReported = true) {
    signal?.throwIfAborted();
    const lock = takeLock(path);
    if ('release' in lock) return lock;
    if (!wasReported) onWait?.(lock.holder);
    await new Promise((done) => setTimeout(done, 200));
  }
}

/** @param {unknown} error */
function isAlreadyThere(error) {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOTEMPTY' || code === 'EEXIST' || code === 'EPERM' || code === 'EACCES';
}

/** @param {string} path */
function readOwner(path) {
  try {
    return readFileSync(join(path, 'owner'), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** @param {string} path @param {string} mine */
function releaseLock(path, mine) {
  if (readOwner(path) === mine) rmSync(path, { recursive: true, force: true });
}

/**
 * Removes the lock of a dead owner by moving its folder away. If another process has just taken over the lock, the
 * moved folder names that process and is moved back.
 * @param {string} path @param {string} owner
 */
function discardDeadLock(path, owner) {
  const aside = `${path}.${randomBytes(4).toString('hex')}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  if (readOwner(aside) === owner) rmSync(aside, { recursive: true, force: true });
  else renameSync(aside, path);
}

/** @param {string} owner */
function findLivingOwner(owner) {
  const [pid = '', ...start] = owner.split(' ');
  return findProcessStart(Number(pid)) === start.join(' ') ? Number(pid) : undefined;
}

/**
 * Returns the start time of a process as text, or undefined if it is not running. A process ID alone does not
 * identify a process, because containers and restarts reuse IDs.
 * @param {number} pid
 */
function findProcessStart(pid) {
  if (!Number.isInteger(pid) || pid < 1) return undefined;
  if (process.platform === 'linux') {
    try {
      // The second field is the command name in parentheses, which may contain spaces. The start time is the 22nd
      // field.
      const [state, ...fields] = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
      return state === 'Z' || state === 'X' ? undefined : fields[18];
    } catch {
      return undefined;
    }
  }
  if (process.platform === 'win32') {
    try {
      process.kill(pid, 0);
      return 'running';
    } catch {
      return undefined;
    }
  }
  const { stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.trim() || undefined;
}
