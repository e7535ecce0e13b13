/** Runs every check, whatever the ones before it say, and ends with one line that adds their own reports up. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnGuarded } from './guarded.mjs';
import { ROOT } from './install.mjs';
import { onStop } from './signals.mjs';

interface Counts {
  passed: number;
  failed: number;
}

/** Nx without its service, its cloud and its screen: plain lines, and nothing that outlives the command. */
const NX_ENV = { NX_DAEMON: 'false', NX_NO_CLOUD: 'true', NX_TUI: 'false' };
const E2E = join(ROOT, 'apps/web-e2e');

/** `npm test`: lint, structure, types, unit and integration tests, browser tests; ends the process. */
export async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'marquee-counts-'));
  let running: ReturnType<typeof spawnGuarded> | undefined;
  onStop(async (code) => {
    await running?.stop();
    rmSync(folder, { recursive: true, force: true });
    process.exit(code);
  });
  const run = async (script: string, args: readonly string[], env: Record<string, string>, cwd = ROOT) => {
    running = spawnGuarded(process.execPath, [join(ROOT, 'node_modules', script), ...args], {
      cwd,
      env: { ...process.env, ...env },
    });
    return running.ended;
  };

  const all = [
    await checks(run),
    await tests(run, join(folder, 'tests.json')),
    await browserTests(run, join(folder, 'browser.json')),
  ];
  rmSync(folder, { recursive: true });
  const sum = (key: keyof Counts) => all.reduce((total, counts) => total + counts[key], 0);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
  process.exit(sum('failed') > 0 ? 1 : 0);
}

type Run = (script: string, args: readonly string[], env: Record<string, string>, cwd?: string) => Promise<number>;

/** Lint with structure, and types, of every project; each that fails counts as one. */
async function checks(run: Run): Promise<Counts> {
  // Nx notes here what became of each task.
  const notes = join(ROOT, '.nx/cache/run.json');
  rmSync(notes, { force: true });
  const code = await run(
    'nx/dist/bin/nx.js',
    ['run-many', '-t', 'lint', 'typecheck', '--skip-nx-cache', '--outputStyle=static'],
    NX_ENV,
  );
  const { tasks = [] } = (readJson(notes) ?? {}) as { tasks?: { status: number }[] };
  return verdict({ passed: 0, failed: tasks.filter(({ status }) => status !== 0).length }, code);
}

async function tests(run: Run, counts: string): Promise<Counts> {
  const reporters = ['--reporter=default', `--reporter=${join(ROOT, 'tools/ci-reporter.ts')}`];
  const code = await run('vitest/vitest.mjs', ['run', ...reporters], { COUNTS_FILE: counts });
  return verdict(readJson(counts) as Counts | undefined, code);
}

async function browserTests(run: Run, report: string): Promise<Counts> {
  if (!existsSync(join(E2E, 'playwright.config.ts'))) return { passed: 0, failed: 0 };
  const code = await run(
    '@playwright/test/cli.js',
    ['test', '--reporter=line,json'],
    { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    E2E,
  );
  const { stats, errors = [] } = (readJson(report) ?? {}) as {
    stats?: { expected: number; flaky: number; unexpected: number };
    errors?: unknown[];
  };
  // A test that passed only when it was tried again passed.
  return verdict(stats && { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length }, code);
}

/** A runner that failed without saying what failed, or that ended without a report, is itself a failure. */
function verdict(counts: Counts | undefined, code: number): Counts {
  if (counts === undefined) return { passed: 0, failed: 1 };
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

function readJson(file: string): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
