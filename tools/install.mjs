/**
 * What every command does before anything else: install the packages of the lockfile, and go on with the Node of the
 * lockfile. It runs on whatever Node the system has, in a folder without packages, so it uses neither.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawnGuarded } from './guarded.mjs';
import { waitForLock } from './lock.mjs';
import { onStop } from './signals.mjs';

/** The folder of the repository. */
export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

const MODULES = join(ROOT, 'node_modules');
const STAMP = join(MODULES, '.marquee-lock');
const NODE_MAJOR = 24;

/** Installs the lockfile's packages when node_modules has others; says so, and ends the process when that fails. */
export async function ensureInstalled() {
  if (isInstalled()) return;
  // Two starts at once must not install over each other. The lock is beside node_modules, which npm deletes.
  const lock = await waitForLock(join(ROOT, '.locks', 'install'), {
    onWait: (holder) => console.log(`Waiting for process ${holder}, which is installing packages…`),
  });
  if (isInstalled()) return lock.release();

  console.log('Installing packages (a minute or two, once)…');
  const npm = spawnGuarded(process.platform === 'win32' ? 'npm.cmd' : 'npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: ROOT,
    env: { ...process.env, PATH: getSystemPath() },
    // There is nothing to finish: the next start installs from the beginning.
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

/** Goes on with the lockfile's Node, in another process when this is another one; does not return then. */
export async function reexecWithPinnedNode() {
  const node = join(MODULES, '.bin', 'node');
  if (!existsSync(node)) {
    // The lockfile has a Node for Linux only; elsewhere the system's is used.
    if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR) return;
    exitWithMessage(`Marquee needs Node ${NODE_MAJOR} or newer; this is ${process.version}.`);
  }
  if (realpathSync(node) === realpathSync(process.execPath)) return;

  // The channel tells the other process when this one is gone, however that comes about (see signals.mjs).
  const child = spawn(node, process.argv.slice(1), { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  onStop(() => child.kill('SIGTERM'));
  child.once('error', (error) => exitWithMessage(`Node ${NODE_MAJOR} in node_modules does not run: ${error.message}`));
  child.once('exit', (code) => process.exit(code ?? 1));
  await new Promise(() => {});
}

/**
 * Ends the process with a sentence for the person who started it.
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
 * Whether npm's own note in node_modules names the lockfile's
 * packages: a developer's `npm install` needs no second one.
 */
function isInstalledByNpm() {
  const note = join(MODULES, '.package-lock.json');
  if (!existsSync(note)) return false;
  const wanted = readPackages(join(ROOT, 'package-lock.json'));
  const found = readPackages(note);
  return (
    Object.entries(wanted).every(([path, { version, optional, devOptional }]) => {
      // Packages for other systems are left out; the repository itself is not in the note.
      if (!(path in found)) return path === '' || optional === true || devOptional === true;
      return found[path]?.version === version;
    }) && Object.keys(found).every((path) => path in wanted)
  );
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean, devOptional?: boolean }>}
 */
const readPackages = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

/** The PATH without node_modules: npm must not run on a Node that it is about to delete. */
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
