/**
 * Runs the checks and tests, whatever the ones before them say, and ends with one line that adds their own reports up.
 * `npm test` is what a change must pass; `npm run test:deep` is what takes long; with both words, one after the other,
 * and what both have once.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { SAID, type TestReport } from './ci-reporter.ts';
import { spawnGuarded } from './guarded.mjs';
import { refuse, ROOT } from './install.mjs';
import { onStop } from './signals.mjs';
import { startTestProduct, type TestProduct } from './test-product.ts';

const USAGE = 'Usage: node tools/run.mjs test [quick] [deep]';
/** Nx without its service, its cloud and its screen: plain lines, and nothing that outlives the command. */
const NX_ENV = { NX_DAEMON: 'false', NX_NO_CLOUD: 'true', NX_TUI: 'false' };
const E2E = join(ROOT, 'apps/web-e2e');
const SLOWEST = 10;
/** Spec files that do more when DEEP is set (apps/api/test/deep.ts), and all that are killed. */
const DEEP_FILES = ['crash', 'hostile', 'planted', 'simulation'].map((name) => `test/${name}.spec.ts`);
const SOAK = ['--minutes', '5', '--seed', '1'];

/** What one runner said. `flaky`: browser tests that passed only when they were tried again, with what failed first. */
interface Report extends TestReport {
  flaky: string[];
}

const NOTHING: Report = { passed: 0, failed: 0, files: [], flaky: [], wrong: [] };

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
  const isDeep = wanted.includes('deep');
  // The deep run has the browser tests as well and judges them harder, and the longest files in full: once is enough.
  if (!isDeep || wanted.includes('quick')) all.push(await quick(runs, folder, isDeep));
  if (isDeep) all.push(await deep(runs, folder));
  rmSync(folder, { recursive: true });
  const { passed, failed, wrong } = sumOf(all);
  // The end of a long log is what is read, and sometimes all that is kept.
  if (wrong.length > 0) console.log(`\nWrong:\n${wrong.map((each) => `  ${each}`).join('\n')}`);
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed > 0 ? 1 : 0);
}

/**
 * Everything that a change can break. The checks and the building and seeding of the browser's product need the whole
 * machine, side by side; then come the tests, which wait for Stripe, jobs and the database a third of their time.
 */
async function quick(runs: Runs, folder: string, isDeepNext: boolean): Promise<Report> {
  const began = performance.now();
  const product = isDeepNext ? undefined : runs.product();
  const parts = [await timed('format, lint, structure, types', () => checks(runs))];
  await product;
  const left = isDeepNext ? DEEP_FILES.map((file) => `--exclude=**/${file}`) : [];
  parts.push(await timed('unit and integration tests', () => tests(runs, join(folder, 'quick.json'), left)));
  if (product !== undefined)
    parts.push(await timed('browser tests', () => browserTests(runs, join(folder, 'quick-browser.json'), product)));
  return summary('npm test', began, parts);
}

/**
 * What takes long: each planted bug, crash point, nasty input, many histories, a soak, and whether anything is flaky.
 */
async function deep(runs: Runs, folder: string): Promise<Report> {
  const began = performance.now();
  const product = runs.product();
  // It waits more than it works.
  const soaking = spoken((say) => timed('soak', () => soak(runs, say)));
  const tested = await timed('deep tests', () => tests(runs, join(folder, 'deep.json'), DEEP_FILES, '1'));
  const soaked = await soaking;
  const browser = await timed('browser tests, where flaky is failed', async () => {
    const report = await browserTests(runs, join(folder, 'deep-browser.json'), product, '1');
    const { length } = report.flaky;
    const wrong = [...report.wrong, ...report.flaky.map((each) => `passed only when tried again: ${each}`)];
    return { ...report, passed: report.passed - length, failed: report.failed + length, wrong };
  });
  return summary('npm run test:deep', began, [tested, soaked, browser]);
}

type Say = (text: string) => void;

/** Runs what is beside something else, and shows in one piece what it said. */
async function spoken(run: (say: Say) => Promise<Done>): Promise<Done> {
  const lines: string[] = [];
  const done = await run((text) => lines.push(text));
  process.stdout.write(`\n${done.name}:\n${lines.join('')}`);
  return done;
}

interface Done {
  name: string;
  seconds: number;
  report: Report;
}

async function timed(name: string, run: () => Promise<Report>): Promise<Done> {
  const began = performance.now();
  const report = await run();
  return { name, seconds: (performance.now() - began) / 1000, report };
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
    (sum, { passed, failed, files, flaky, wrong }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      files: [...sum.files, ...files],
      flaky: [...sum.flaky, ...flaky],
      wrong: [...sum.wrong, ...wrong],
    }),
    NOTHING,
  );

/** The processes that run now. */
class Runs {
  readonly #stopping = new AbortController();
  readonly #running = new Set<Promise<unknown>>();

  /** Runs a script with Node; what it writes is shown, or handed to `say`. Returns its exit code. */
  async node(script: string, args: readonly string[], env: Record<string, string>, cwd = ROOT, say?: Say) {
    const stdio = say === undefined ? 'inherit' : 'pipe';
    const { child, ended } = spawnGuarded(process.execPath, [join(ROOT, script), ...args], {
      cwd,
      env: { ...process.env, ...env },
      stdout: stdio,
      stderr: stdio,
      until: this.#stopping.signal,
    });
    if (say !== undefined)
      for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', say);
    return this.#keep(ended);
  }

  /** Starts the product for the browser tests. Null, with a word about it, when it could not be started. */
  product(): Promise<TestProduct | null> {
    const starting = startTestProduct(this.#stopping.signal).catch((error: unknown) => {
      console.error(`The product could not be started for the browser tests: ${String(error)}`);
      return null;
    });
    return this.#keep(starting);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.allSettled(this.#running);
  }

  async #keep<T>(running: Promise<T>): Promise<T> {
    this.#running.add(running);
    return running.finally(() => this.#running.delete(running));
  }
}

/** The format, and lint with structure and types of every project; each that fails counts as one. */
async function checks(runs: Runs): Promise<Report> {
  const format = await runs.node('node_modules/oxfmt/bin/oxfmt', ['--check'], {});
  // Nx notes here what became of each task.
  const notes = join(ROOT, '.nx/cache/run.json');
  rmSync(notes, { force: true });
  // What a developer checked a moment ago need not be checked again; a CI trusts nothing that it has not seen.
  const fresh = process.env['CI'] === undefined ? [] : ['--skip-nx-cache'];
  const code = await runs.node(
    'node_modules/nx/dist/bin/nx.js',
    ['run-many', '-t', 'lint', 'typecheck', '--outputStyle=static', ...fresh],
    NX_ENV,
  );
  const { tasks = [] } = (readJson(notes) ?? {}) as { tasks?: { taskId: string; status: number }[] };
  const wrong = tasks.filter(({ status }) => status !== 0).map(({ taskId }) => taskId);
  return sumOf([verdict(NOTHING, format, 'format'), verdict({ ...NOTHING, failed: wrong.length, wrong }, code, 'nx')]);
}

/**
 * Unit and integration tests: all but what `which` leaves out, or those that it names. `deep`: '1' for all they have.
 */
async function tests(runs: Runs, counts: string, which: readonly string[], deep: '' | '1' = ''): Promise<Report> {
  const reporters = ['--reporter=default', `--reporter=${join(ROOT, 'tools/ci-reporter.ts')}`];
  const env = { COUNTS_FILE: counts, DEEP: deep };
  const code = await runs.node('node_modules/vitest/vitest.mjs', ['run', ...which, ...reporters], env);
  const report = readJson(counts) as TestReport | undefined;
  return verdict(report && { ...report, flaky: [] }, code, 'vitest');
}

async function browserTests(
  runs: Runs,
  file: string,
  starting: Promise<TestProduct | null>,
  deep: '' | '1' = '',
): Promise<Report> {
  const product = await starting;
  if (product === null) return failure('the product for the browser tests');
  const code = await runs.node(
    'node_modules/@playwright/test/cli.js',
    ['test', '--reporter=line,json'],
    { ...product.env, PLAYWRIGHT_JSON_OUTPUT_FILE: file, DEEP: deep },
    E2E,
  );
  await product.stop();
  const report = readJson(file) as BrowserRun | undefined;
  return verdict(report && browserReport(report), code, 'playwright');
}

/** What we read of Playwright's report. */
interface BrowserRun {
  stats: { expected: number; flaky: number; unexpected: number };
  errors: unknown[];
  suites: Suite[];
}
interface Suite {
  specs: {
    file: string;
    line: number;
    title: string;
    tests: { status: string; results: Result[] }[];
  }[];
  suites?: Suite[];
}
interface Result {
  duration: number;
  error?: { message?: string };
  attachments?: { name: string; path?: string }[];
}

/** A test that passed only when it was tried again passed, and is named. */
export function browserReport({ stats, errors, suites }: BrowserRun): Report {
  const seconds = new Map<string, number>();
  const flaky: string[] = [];
  const wrong = (errors as { message?: string }[]).map((error) => said('playwright', error));
  const read = (suite: Suite) => {
    for (const spec of suite.specs) {
      for (const { status, results } of spec.tests) {
        const spent = results.reduce((sum, { duration }) => sum + duration / 1000, 0);
        seconds.set(spec.file, (seconds.get(spec.file) ?? 0) + spent);
        const name = `apps/web-e2e/${spec.file}:${spec.line} ${spec.title}`;
        if (status === 'flaky')
          flaky.push(
            told(
              name,
              results.find(({ error }) => error !== undefined),
            ),
          );
        if (status === 'unexpected') wrong.push(told(name, results.at(-1)));
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
    wrong,
  };
}

// Playwright's messages are coloured also where nobody sees colours.
const said = (name: string, error: { message?: string } | undefined) =>
  `${name}: ${stripVTControlCharacters(error?.message ?? 'failed').slice(0, SAID)}`;

/** What a try that failed said, and what its page showed then: the log is often all that is left of it. */
const told = (name: string, result: Result | undefined) =>
  [said(name, result?.error), ...pageOf(result)].join('\nThe page showed:\n');

/** How much of a page is told. */
const SHOWN = 3_000;

/** The screen within the page's frame, as Playwright noted it; nothing where it noted none. */
function pageOf(result: Result | undefined): string[] {
  const path = result?.attachments?.find(({ name }) => name === 'error-context')?.path;
  if (path === undefined || !existsSync(path)) return [];
  const [, page] = /^# Page snapshot\s+```yaml\n([^]*?)^```/m.exec(readFileSync(path, 'utf8')) ?? [];
  if (page === undefined) return [];
  return [page.slice(Math.max(page.search(/^ *- main\b/m), 0)).slice(0, SHOWN)];
}

/** Whole bookings under faults; one check, which holds or does not. */
async function soak(runs: Runs, say: Say): Promise<Report> {
  const code = await runs.node('tools/run.mjs', ['soak', ...SOAK], {}, ROOT, say);
  return code === 0 ? { ...NOTHING, passed: 1 } : failure('the soak');
}

/** A runner that failed without saying what failed, or that ended without a report, is itself a failure. */
function verdict(report: Report | undefined, code: number, runner: string): Report {
  if (report === undefined) return failure(`${runner} ended without a report`);
  return code !== 0 && report.failed === 0 ? sumOf([report, failure(`${runner} ended with ${code}`)]) : report;
}

const failure = (what: string): Report => ({ ...NOTHING, failed: 1, wrong: [what] });

function readJson(file: string): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
