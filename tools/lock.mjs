/**
 * A lock that one process on this machine holds, as a folder with its owner's name in it. The lock of a process that
 * died is taken over. Plain JavaScript: the installer needs it before anything is installed.
 */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Takes the lock at `path`, or says which living process has it.
 * @param {string} path
 * @returns {{ release: () => void } | { holder: number }}
 */
export function takeLock(path) {
  mkdirSync(dirname(path), { recursive: true });
  const mine = `${process.pid} ${findProcessStart(process.pid)}`;
  // Made aside with its owner in it and then renamed: there is no moment at which the lock has no owner.
  const made = mkdtempSync(`${path}.`);
  writeFileSync(join(made, 'owner'), mine);
  for (;;) {
    try {
      renameSync(made, path);
      return { release: () => releaseLock(path, mine) };
    } catch (error) {
      if (!isAlreadyThere(error)) {
        rmSync(made, { recursive: true, force: true });
        throw error;
      }
    }
    const owner = readOwner(path);
    const holder = owner === undefined ? undefined : findLivingOwner(owner);
    if (holder !== undefined) {
      rmSync(made, { recursive: true, force: true });
      return { holder };
    }
    if (owner !== undefined) discardDeadLock(path, owner);
  }
}

/**
 * Waits until the lock at `path` is free and takes it.
 * @param {string} path
 * @param {{ onWait?: (holder: number) => void, signal?: AbortSignal }} [options] `onWait` is told once, when somebody
 *   else has it; `signal` ends the waiting.
 */
export async function waitForLock(path, { onWait, signal } = {}) {
  for (let told = false; ; told = true) {
    signal?.throwIfAborted();
    const lock = takeLock(path);
    if ('release' in lock) return lock;
    if (!told) onWait?.(lock.holder);
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
 * Moves a dead owner's lock away. Another start may have done the same a moment earlier and hold the lock now; what was
 * moved then names that start, and is put back.
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
 * When a process started, as text; undefined when there is none. A number alone does not name a process: containers and
 * restarts use the same ones again.
 * @param {number} pid
 */
function findProcessStart(pid) {
  if (!Number.isInteger(pid) || pid < 1) return undefined;
  if (process.platform === 'linux') {
    try {
      // The second field, the name in brackets, may hold spaces; the start is the 22nd.
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
