/**
 * Runs a command of this folder: `node tools/run.mjs <command>`, as the scripts of package.json do. Before that, it
 * installs missing packages and switches to the Node version of the lockfile.
 */
import { ensureInstalled, reexecWithPinnedNode, exitWithMessage } from './install.mjs';

/**
 * Modules of the commands, each with a function `main`. They can only be imported after the packages are installed.
 */
const COMMANDS = {
  start: './start.ts',
  test: './test.ts',
  serve: './serve.ts',
  seed: './seed.ts',
  schema: './schema.ts',
  admin: './admin.ts',
  soak: './soak/soak.ts',
  'check:money': './check-money.ts',
  'evaluate:matching': './matching/evaluate.ts',
  bench: './bench/bench.ts',
  'bench:lighthouse': './bench/lighthouse.ts',
  'bench:live': './bench/live.ts',
  'bench:filters': './bench/filters.ts',
};

const [, , command = ''] = process.argv;
if (!Object.hasOwn(COMMANDS, command))
  exitWithMessage(`Usage: node tools/run.mjs <command>. The commands are ${Object.keys(COMMANDS).join(', ')}.`);
await ensureInstalled();
await reexecWithPinnedNode();
// Removes the command's name, because the command reads its own arguments from index 2.
process.argv.splice(2, 1);
const { main } = await import(COMMANDS[/** @type {keyof typeof COMMANDS} */ (command)]);
await main();
