/**
 * Prepares every command by installing the lockfile's packages and switching to the lockfile's Node version. This
 * file starts on the system's Node in a folder without packages, so it must not depend on any package.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawnGuarded } from './guarded.mjs';
import { waitForLock } from './lock.mjs';
import { onStop } from './signals.mjs';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

const MODULES = join(ROOT, 'node_modules');
const STAMP = join(MODULES, '.marquee-lock');
const NODE_MAJOR = 24;

/** Installs the lockfile's packages if node_modules does not match it. Ends the process if that fails. */
export async function ensureInstalled() {
  if (isInstalled()) return;
  // Two commands that start at the same time must not install at once. The lock is outside node_modules, because npm
  // deletes that folder.
  const lock = await waitForLock(join(ROOT, '.locks', 'install'), {
    onWait: (holder) => console.log(`Waiting for process ${holder}, which is installing packages…`),
  });
  if (isInstalled()) return lock.release();

  console.log('Installing packages (a minute or two, once)…');
  const npm = spawnGuarded(process.platform === 'win32' ? 'npm.cmd' : 'npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: ROOT,
    env: { ...process.env, PATH: getSystemPath() },
    // Kill an aborted installation after one second. It does not need to finish, because the next start installs
    // everything again.
    patience: 1,
    stdout: 'pipe',
    stderr: 'pipe',
  });
  let output = '';
  npm.child.stdout?.on('data', (text) => (output += text));
  npm.child.stderr?.on('data', (text) => (output += text));
  /** @type {number | undefined} */
  let stopped;
  const forget = onStop((code) => {
    stopped = code;
    void npm.stop();
  });
  const code = await npm.ended;
  forget();
  if (stopped === undefined && code === 0) writeFileSync(STAMP, hashLockfile());
  lock.release();
  if (stopped !== undefined) process.exit(stopped);
  if (code !== 0) exitWithMessage(`The packages could not be installed.\n${findNpmError(output, code)}`);
}

/**
 * Runs the command again with the lockfile's Node, if this process uses another Node. In that case, it does not
 * return, and this process exits with the code of the new one.
 */
export async function reexecWithPinnedNode() {
  const node = join(MODULES, '.bin', 'node');
  if (!existsSync(node)) {
    // The lockfile contains Node for Linux only. Other systems use their own.
    if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR) return;
    exitWithMessage(`Marquee needs Node ${NODE_MAJOR} or newer; this is ${process.version}.`);
  }
  if (realpathSync(node) === realpathSync(process.execPath)) return;

  // The IPC channel closes when this process ends for any reason, which stops the child (see signals.mjs).
  const child = spawn(node, process.argv.slice(1), { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  onStop(() => child.kill('SIGTERM'));
  child.once('error', (error) => exitWithMessage(`Node ${NODE_MAJOR} in node_modules does not run: ${error.message}`));
  child.once('exit', (code) => process.exit(code ?? 1));
  await new Promise(() => {});
}

/**
 * Prints a message for the user and ends the process with code 1.
 * @param {string} sentence
 * @returns {never}
 */
export function exitWithMessage(sentence) {
  console.error(sentence);
  process.exit(1);
}

const hashLockfile = () =>
  createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex');

function isInstalled() {
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hashLockfile()) return true;
  if (!isInstalledByNpm()) return false;
  writeFileSync(STAMP, hashLockfile());
  return true;
}

/**
 * Returns true if npm's own list in node_modules matches the lockfile, for example after a manual `npm ci`, so that
 * no second installation is needed.
 */
function isInstalledByNpm() {
  const note = join(MODULES, '.package-lock.json');
  if (!existsSync(note)) return false;
  const lockedPackages = readPackages(join(ROOT, 'package-lock.json'));
  const installedPackages = readPackages(note);
  return (
    Object.entries(lockedPackages).every(([path, { version, optional, devOptional }]) => {
      // The packages of the repository get the version of each release, and need no installation.
      if (!path.includes('node_modules/')) return true;
      // npm leaves out packages for other systems.
      if (!(path in installedPackages)) return optional === true || devOptional === true;
      return installedPackages[path]?.version === version;
    }) && Object.keys(installedPackages).every((path) => path in lockedPackages)
  );
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean, devOptional?: boolean }>}
 */
const readPackages = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

/**
 * Returns the PATH without node_modules, because npm must not run on the Node in node_modules, which it is about to
 * delete.
 */
const getSystemPath = () =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((path) => !path.includes('node_modules'))
    .join(delimiter);

/** @param {string} output @param {number} code */
function findNpmError(output, code) {
  if (code === 127) return 'npm is not on the PATH.';
  const lines = output.trim().split('\n');
  const errors = lines
    .filter((line) => /^npm (error|ERR!)/.test(line))
    .map((line) => line.replace(/^npm (error|ERR!) ?/, ''));
  return (errors.length > 0 ? errors : lines).slice(-15).join('\n');
}
