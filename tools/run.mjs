/**
 * Runs a command of this folder (`node tools/run.mjs <command>`), as the scripts in package.json do. Before that, it
 * installs missing packages and switches to the lockfile's Node version.
 */
import { ensureInstalled, reexecWithPinnedNode, exitWithMessage } from './install.mjs';

/**
 * Modules of the commands. Each exports a function `main`. They cannot be imported before the packages are
 * installed.
 */
const COMMANDS = {
  start: './start.ts',
  test: './test.ts',
  check: './check.ts',
  serve: './serve.ts',
  seed: './seed.ts',
  schema: './schema.ts',
  admin: './admin.ts',
  backup: './backup.ts',
  restore: './restore.ts',
  notices: './notices.ts',
  release: './release.ts',
  'drill:restore': './drills/restore.ts',
  abuse: './abuse/abuse.ts',
  soak: './soak/soak.ts',
  'check:money': './check-money.ts',
  'evaluate:matching': './matching/evaluate.ts',
  bench: './bench/bench.ts',
  'bench:lighthouse': './bench/lighthouse.ts',
  'bench:live': './bench/live.ts',
  'bench:filters': './bench/filters.ts',
  'bench:tracing': './bench/tracing.ts',
};

const [, , command = ''] = process.argv;
if (!Object.hasOwn(COMMANDS, command))
  exitWithMessage(`Usage: node tools/run.mjs <command>. The commands are ${Object.keys(COMMANDS).join(', ')}.`);
await ensureInstalled();
await reexecWithPinnedNode();
// Remove the command's name, because commands expect their own arguments from index 2.
process.argv.splice(2, 1);
const { main } = await import(COMMANDS[/** @type {keyof typeof COMMANDS} */ (command)]);
await main();
