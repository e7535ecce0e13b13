/**
 * Runs the checks and tests, whatever the ones before them say, and ends with one line that adds their own reports up.
 * `npm test` is what a change must pass; `npm run test:deep` is what takes long; with both words, one after the other.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';
import type { TestReport } from './ci-reporter.ts';
import { spawnGuarded } from './guarded.mjs';
import { refuse, ROOT } from './install.mjs';
import { onStop } from './signals.mjs';

const USAGE = 'Usage: node tools/test.mjs [quick] [deep]';
/** Nx without its service, its cloud and its screen: plain lines, and nothing that outlives the command. */
const NX_ENV = { NX_DAEMON: 'false', NX_NO_CLOUD: 'true', NX_TUI: 'false' };
const E2E = join(ROOT, 'apps/web-e2e');
const SLOWEST = 10;
/** Spec files that do more when DEEP is set (apps/api/test/deep.ts). */
const DEEP_FILES = ['crash', 'hostile', 'planted', 'simulation'].map((name) => `apps/api/test/${name}`);
const SOAK = ['--minutes', '5', '--seed', '1'];

/** What one runner said. `flaky`: browser tests that passed only when they were tried again. */
interface Report extends TestReport {
  flaky: string[];
}

const NOTHING: Report = { passed: 0, failed: 0, files: [], flaky: [] };

/** `npm test` and its siblings; ends the process. */
export async function main(): Promise<void> {
  const wanted = process.argv.slice(2);
  if (wanted.some((word) => word !== 'quick' && word !== 'deep')) refuse(USAGE);
  const folder = mkdtempSync(join(tmpdir(), 'marquee-reports-'));
  const runs = new Runs();
  onStop(async (code) => {
    await runs.stop();
    rmSync(folder, { recursive: true, force: true });
    process.exit(code);
  });

  const all: Report[] = [];
  if (wanted.length === 0 || wanted.includes('quick')) all.push(await quick(runs, folder));
  if (wanted.includes('deep')) all.push(await deep(runs, folder));
  rmSync(folder, { recursive: true });
  const { passed, failed } = sumOf(all);
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed > 0 ? 1 : 0);
}

/** Everything that a change can break. The browser's product is built and seeded while the other tests run. */
async function quick(runs: Runs, folder: string): Promise<Report> {
  const began = performance.now();
  const parts = await sideBySide(
    [
      { name: 'format, lint, structure, types', run: (say) => checks(runs, say) },
      {
        name: 'unit and integration tests',
        run: (say) => tests(runs, say, join(folder, 'quick.json')),
      },
    ],
    [{ name: 'browser tests', run: (say) => browserTests(runs, say, join(folder, 'quick-browser.json')) }],
  );
  return summary('npm test', began, parts);
}

/** What takes long: each planted bug, crash point, nasty input, many histories, a soak, and whether anything is flaky. */
async function deep(runs: Runs, folder: string): Promise<Report> {
  const began = performance.now();
  const parts = await sideBySide(
    [
      { name: 'deep tests', run: (say) => tests(runs, say, join(folder, 'deep.json'), DEEP_FILES) },
      {
        name: 'browser tests, where flaky is failed',
        async run(say) {
          const report = await browserTests(runs, say, join(folder, 'deep-browser.json'));
          const { length } = report.flaky;
          return { ...report, passed: report.passed - length, failed: report.failed + length };
        },
      },
    ],
    [{ name: 'soak', run: (say) => soak(runs, say) }],
  );
  return summary('npm run test:deep', began, parts);
}

interface Part {
  name: string;
  run: (say: Say) => Promise<Report>;
}
interface Done {
  name: string;
  seconds: number;
  report: Report;
}
type Say = (text: string) => void;

/** Two rows of parts at the same time, in each one after the other. The second row speaks when the first has ended. */
async function sideBySide(front: readonly Part[], back: readonly Part[]): Promise<Done[]> {
  let held: string[] | undefined = [];
  const inOrder = async (parts: readonly Part[], say: Say) => {
    const done: Done[] = [];
    for (const { name, run } of parts) {
      const began = performance.now();
      const report = await run(say);
      done.push({ name, seconds: (performance.now() - began) / 1000, report });
    }
    return done;
  };
  const write: Say = (text) => process.stdout.write(text);
  const [first, second] = await Promise.all([
    inOrder(front, write).finally(() => {
      for (const text of held ?? []) write(text);
      held = undefined;
    }),
    inOrder(back, (text) => (held === undefined ? write(text) : held.push(text))),
  ]);
  return [...first, ...second];
}

/** Says how long each part took, which files were the slowest, and what was flaky. Returns all parts as one. */
function summary(command: string, began: number, parts: readonly Done[]): Report {
  const all = sumOf(parts.map(({ report }) => report));
  console.log(`\n${command}: ${((performance.now() - began) / 1000).toFixed(0)} s`);
  for (const { name, seconds, report } of parts)
    console.log(`  ${name}: ${seconds.toFixed(0)} s, ${report.failed === 0 ? 'fine' : `${report.failed} wrong`}`);
  console.log(`The ${SLOWEST} slowest files:`);
  for (const { file, seconds } of all.files.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST))
    console.log(`  ${seconds.toFixed(1)} s  ${file}`);
  if (all.flaky.length > 0) console.log('Passed only when tried again:');
  for (const name of all.flaky) console.log(`  ${name}`);
  return all;
}

const sumOf = (reports: readonly Report[]): Report =>
  reports.reduce(
    (sum, { passed, failed, files, flaky }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      files: [...sum.files, ...files],
      flaky: [...sum.flaky, ...flaky],
    }),
    NOTHING,
  );

/** The processes that run now. */
class Runs {
  readonly #running = new Set<ReturnType<typeof spawnGuarded>>();

  /** Runs a script with Node; what it writes is handed to `say`. Returns its exit code. */
  async node(say: Say, script: string, args: readonly string[], env: Record<string, string>, cwd = ROOT) {
    const run = spawnGuarded(process.execPath, [join(ROOT, script), ...args], {
      cwd,
      env: { ...process.env, ...env },
      stdout: 'pipe',
      stderr: 'pipe',
    });
    for (const stream of [run.child.stdout, run.child.stderr]) stream?.setEncoding('utf8').on('data', say);
    this.#running.add(run);
    const code = await run.ended;
    this.#running.delete(run);
    return code;
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#running].map((run) => run.stop()));
  }
}

/** The format, and lint with structure and types of every project; each that fails counts as one. */
async function checks(runs: Runs, say: Say): Promise<Report> {
  const format = await runs.node(say, 'node_modules/oxfmt/bin/oxfmt', ['--check'], {});
  // Nx notes here what became of each task.
  const notes = join(ROOT, '.nx/cache/run.json');
  rmSync(notes, { force: true });
  // What a developer checked a moment ago need not be checked again; a CI trusts nothing that it has not seen.
  const fresh = process.env['CI'] === undefined ? [] : ['--skip-nx-cache'];
  const code = await runs.node(
    say,
    'node_modules/nx/dist/bin/nx.js',
    ['run-many', '-t', 'lint', 'typecheck', '--outputStyle=static', ...fresh],
    NX_ENV,
  );
  const { tasks = [] } = (readJson(notes) ?? {}) as { tasks?: { status: number }[] };
  const failed = tasks.filter(({ status }) => status !== 0).length;
  return sumOf([verdict(NOTHING, format), verdict({ ...NOTHING, failed }, code)]);
}

/** Unit and integration tests: all of them, or `files` in full. */
async function tests(runs: Runs, say: Say, counts: string, files: readonly string[] = []): Promise<Report> {
  const reporters = ['--reporter=default', `--reporter=${join(ROOT, 'tools/ci-reporter.ts')}`];
  const env = { COUNTS_FILE: counts, DEEP: files.length > 0 ? '1' : '' };
  const code = await runs.node(say, 'node_modules/vitest/vitest.mjs', ['run', ...files, ...reporters], env);
  const report = readJson(counts) as TestReport | undefined;
  return verdict(report && { ...report, flaky: [] }, code);
}

async function browserTests(runs: Runs, say: Say, file: string): Promise<Report> {
  const code = await runs.node(
    say,
    'node_modules/@playwright/test/cli.js',
    ['test', '--reporter=dot,json'],
    { PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    E2E,
  );
  const report = readJson(file) as JSONReport | undefined;
  return verdict(report && browserReport(report), code);
}

/** A test that passed only when it was tried again passed, and is named. */
export function browserReport({ stats, errors, suites }: JSONReport): Report {
  const seconds = new Map<string, number>();
  const flaky: string[] = [];
  const read = (suite: JSONReportSuite) => {
    for (const spec of suite.specs) {
      for (const { status, results } of spec.tests) {
        const spent = results.reduce((sum, { duration }) => sum + duration / 1000, 0);
        seconds.set(spec.file, (seconds.get(spec.file) ?? 0) + spent);
        if (status === 'flaky') flaky.push(`apps/web-e2e/${spec.file}:${spec.line} ${spec.title}`);
      }
    }
    for (const inner of suite.suites ?? []) read(inner);
  };
  for (const suite of suites) read(suite);
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    files: [...seconds].map(([name, spent]) => ({ file: `apps/web-e2e/${name}`, seconds: spent })),
    flaky,
  };
}

/** Whole bookings under faults; one check, which holds or does not. */
async function soak(runs: Runs, say: Say): Promise<Report> {
  const code = await runs.node(say, 'tools/soak.mjs', SOAK, {});
  return code === 0 ? { ...NOTHING, passed: 1 } : { ...NOTHING, failed: 1 };
}

/** A runner that failed without saying what failed, or that ended without a report, is itself a failure. */
function verdict(report: Report | undefined, code: number): Report {
  if (report === undefined) return { ...NOTHING, failed: 1 };
  return code !== 0 && report.failed === 0 ? { ...report, failed: 1 } : report;
}

function readJson(file: string): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
