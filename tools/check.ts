/**
 * Runs the checks of `npm run check`: formatting, lint, types, and rules for the whole repository. Nx keeps the result
 * of each check until one of its inputs changes.
 */
import { join } from 'node:path';
import { spawnGuarded } from './guarded.mjs';
import { ROOT } from './install.mjs';
import { onStop } from './signals.mjs';

/** Nx targets of the checks. The root package.json has those whose names begin with `check-`. They read all files. */
const CHECK_TARGETS = [
  'lint',
  'typecheck',
  'check-dependencies',
  'check-documents',
  'check-format',
  'check-migrations',
  'check-nouns',
  'check-security',
  'check-structure',
  'check-translation',
];

/** Arguments of Nx that run all checks. */
export const CHECK_ARGUMENTS = ['run-many', '-t', ...CHECK_TARGETS, '--outputStyle=static'];

export const NX_SCRIPT = 'node_modules/nx/dist/bin/nx.js';
/**
 * Runs Nx without its daemon, cloud service and terminal interface. Its output is plain lines, and no process is
 * left running.
 */
export const NX_ENV = { NX_DAEMON: 'false', NX_NO_CLOUD: 'true', NX_TUI: 'false' };

/** Runs `npm run check`, and ends the process. */
export async function main(): Promise<void> {
  console.log('The first run takes a minute or two. Later runs repeat only the checks that a change can affect.');
  const { ended, stop } = spawnGuarded(process.execPath, [join(ROOT, NX_SCRIPT), ...CHECK_ARGUMENTS], {
    cwd: ROOT,
    env: { ...process.env, ...NX_ENV },
  });
  onStop(() => void stop());
  process.exit(await ended);
}
