/**
 * Runs the checks and tests. A failed step does not keep the later ones from running. The last line of the output is
 * the sum of all reports. `npm test` (`quick`) runs everything that a change must pass, and `npm run test:deep`
 * (`deep`) the tests that take long. With both arguments, tests that belong to both runs run only once.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { buildApi, buildWeb } from './build.ts';
import { CHECK_ARGUMENTS, NX_ENV, NX_SCRIPT } from './check.ts';
import { MAX_ERROR_CHARACTERS, type TestReport } from './ci-reporter.ts';
import { spawnGuarded } from './guarded.mjs';
import { exitWithMessage, ROOT } from './install.mjs';
import { onStop } from './signals.mjs';
import { startTestProduct, type TestProduct } from './test-product.ts';

const USAGE = 'Usage: node tools/run.mjs test [quick] [deep]';
const E2E_DIR = join(ROOT, 'apps/web-e2e');
const MAX_SLOWEST_FILES = 10;
/** Spec files that take long and test rare cases. Only the deep tests run them. */
const DEEP_FILES = [
  'drills/restore.spec.ts',
  'test/contract/access-fuzz.spec.ts',
  'test/contract/hostile-inputs.spec.ts',
  'test/crashes/money-paths.spec.ts',
  'test/db/query-plans.spec.ts',
  'test/http/canary.spec.ts',
  'test/journeys/paid-once-despite-stripe-failures.spec.ts',
  'test/journeys/random-histories.spec.ts',
  'test/money/ledger/planted-bugs.spec.ts',
  'test/process/backups.spec.ts',
  'test/races/secured-accounts-deep.spec.ts',
  'test/upgrades/in-place.spec.ts',
];
/** A tenth of `npm run abuse`. */
const ABUSE_ARGUMENTS = ['--requests', '10000'];
const SOAK_ARGUMENTS = ['--minutes', '5', '--seed', '1'];

/**
 * Results of one test runner. `flaky` lists browser tests that passed only on a retry, with the error of the failed
 * attempt.
 */
interface TestRunReport extends TestReport {
  flaky: string[];
}

const EMPTY_REPORT: TestRunReport = { passed: 0, failed: 0, files: [], flaky: [], wrong: [] };

/** Runs `npm test` or `npm run test:deep`, and ends the process. */
export async function main(): Promise<void> {
  const requestedParts = process.argv.slice(2);
  if (requestedParts.some((word) => word !== 'quick' && word !== 'deep')) exitWithMessage(USAGE);
  const folder = mkdtempSync(join(tmpdir(), 'marquee-reports-'));
  const runs = new RunningProcesses();
  onStop(async (code) => {
    await runs.stop();
    rmSync(folder, { recursive: true, force: true });
    process.exit(code);
  });

  const all: TestRunReport[] = [];
  const isDeep = requestedParts.includes('deep');
  // If both runs are requested, the deep run includes the browser tests, so the quick run leaves them out.
  if (!isDeep || requestedParts.includes('quick')) all.push(await runQuickTests(runs, folder, isDeep));
  if (isDeep) all.push(await runDeepTests(runs, folder));
  rmSync(folder, { recursive: true });
  const sum = sumReports(all);
  console.log(formatVerdict(sum));
  process.exit(sum.failed > 0 ? 1 : 0);
}

/**
 * Returns the last lines of the output: the browser tests that passed only on a retry, the failures, and the verdict.
 * They stand at the end, because the end of a long log is often the only part that is read or kept.
 */
export function formatVerdict({ passed, failed, flaky, wrong }: TestRunReport): string {
  const list = (title: string, names: readonly string[]) =>
    names.length === 0 ? [] : [`\n${title}:`, ...names.map((name) => `  ${name}`)];
  return [
    ...list('Passed only when tried again', flaky),
    ...list('Wrong', wrong),
    `${passed} passed, ${failed} failed`,
  ].join('\n');
}

/**
 * Runs everything that a change can break. The checks run at the same time as starting and seeding Marquee for the
 * browser tests. The tests start afterwards, and spend a third of their time waiting for Stripe, jobs and the
 * database.
 */
async function runQuickTests(runs: RunningProcesses, folder: string, isDeepNext: boolean): Promise<TestRunReport> {
  const began = performance.now();
  // Nx writes the result of a run to one file, so the build must not run at the same time as the checks.
  const built = await runTimed('build', () => runBuild(runs));
  const product = isDeepNext ? undefined : runs.product();
  const results = [built, await runTimed('format, lint, structure, types', () => runChecks(runs))];
  await product;
  const excludedFiles = DEEP_FILES.map((file) => `--exclude=**/${file}`);
  results.push(
    await runTimed('unit and integration tests', () => runTests(runs, join(folder, 'quick.json'), excludedFiles)),
  );
  if (product !== undefined)
    results.push(
      await runTimed('browser tests', () => runBrowserTests(runs, join(folder, 'quick-browser.json'), product)),
    );
  return printSummary('npm test', began, results);
}

/**
 * Runs the tests that take long: planted bugs, crash points, random histories, random calls, query plans, upgrades, a
 * soak, hostile requests, a rolling release, and the browser tests, in which a flaky test counts as failed.
 */
async function runDeepTests(runs: RunningProcesses, folder: string): Promise<TestRunReport> {
  const began = performance.now();
  const product = runs.product();
  // The soak runs at the same time as the tests, because it is mostly idle.
  const soaking = runBuffered((say) => runTimed('soak', () => runSoak(runs, say)));
  const tested = await runTimed('deep tests', () => runTests(runs, join(folder, 'deep.json'), DEEP_FILES));
  const soaked = await soaking;
  const abused = await runTimed('hostile requests', () => runAbuse(runs));
  const rolled = await runTimed('rolling release', () => runRollingRelease(runs));
  const browser = await runTimed('browser tests, where flaky is failed', async () => {
    const report = await runBrowserTests(runs, join(folder, 'deep-browser.json'), product, '1');
    const { length } = report.flaky;
    const wrong = [...report.wrong, ...report.flaky.map((each) => `passed only when tried again: ${each}`)];
    return { ...report, passed: report.passed - length, failed: report.failed + length, flaky: [], wrong };
  });
  return printSummary('npm run test:deep', began, [tested, soaked, abused, rolled, browser]);
}

type Say = (text: string) => void;

/** Runs a part of the tests concurrently with others, and prints its output in one piece at the end. */
async function runBuffered(run: (say: Say) => Promise<TimedReport>): Promise<TimedReport> {
  const lines: string[] = [];
  const outcome = await run((text) => lines.push(text));
  process.stdout.write(`\n${outcome.name}:\n${lines.join('')}`);
  return outcome;
}

interface TimedReport {
  name: string;
  seconds: number;
  report: TestRunReport;
}

async function runTimed(name: string, run: () => Promise<TestRunReport>): Promise<TimedReport> {
  const began = performance.now();
  const report = await run();
  return { name, seconds: (performance.now() - began) / 1000, report };
}

/** Prints the duration of each part and the slowest files. Returns the sum of all parts. */
function printSummary(command: string, began: number, parts: readonly TimedReport[]): TestRunReport {
  const all = sumReports(parts.map(({ report }) => report));
  console.log(`\n${command}: ${((performance.now() - began) / 1000).toFixed(0)} s`);
  for (const { name, seconds, report } of parts)
    console.log(`  ${name}: ${seconds.toFixed(0)} s, ${report.failed === 0 ? 'fine' : `${report.failed} wrong`}`);
  console.log(`The ${MAX_SLOWEST_FILES} slowest files:`);
  for (const { file, seconds } of all.files.toSorted((a, b) => b.seconds - a.seconds).slice(0, MAX_SLOWEST_FILES))
    console.log(`  ${seconds.toFixed(1)} s  ${file}`);
  return all;
}

const sumReports = (reports: readonly TestRunReport[]): TestRunReport =>
  reports.reduce(
    (sum, { passed, failed, files, flaky, wrong }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      files: [...sum.files, ...files],
      flaky: [...sum.flaky, ...flaky],
      wrong: [...sum.wrong, ...wrong],
    }),
    EMPTY_REPORT,
  );

/** Child processes that are running. `stop` ends all of them. */
class RunningProcesses {
  readonly #stopping = new AbortController();
  readonly #running = new Set<Promise<unknown>>();

  /**
   * Runs a script with Node and returns its exit code. Passes the output to `say`, or prints it if `say` is
   * undefined.
   */
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

  /** Builds the web app and the server. Throws StartRefusedError if that fails. */
  build(): Promise<unknown> {
    const say = (line: string) => console.log(line);
    return this.#keep(buildWeb(say, this.#stopping.signal).then(() => buildApi(say, this.#stopping.signal)));
  }

  /** Starts Marquee for the browser tests. If it does not start, prints the error and returns null. */
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

/** Builds the web app and the server, so that the later steps find them. */
async function runBuild(runs: RunningProcesses): Promise<TestRunReport> {
  return runs.build().then(
    () => EMPTY_REPORT,
    (error: unknown) => createFailureReport(String(error)),
  );
}

/** Runs the checks of `npm run check`. Each failed check counts as one failure. */
async function runChecks(runs: RunningProcesses): Promise<TestRunReport> {
  // File to which Nx writes the result of each task.
  const notes = join(ROOT, '.nx/cache/run.json');
  rmSync(notes, { force: true });
  // On a developer's machine, use Nx's cached results. In CI, run every check.
  const fresh = process.env['CI'] === undefined ? [] : ['--skip-nx-cache'];
  const code = await runs.node(NX_SCRIPT, [...CHECK_ARGUMENTS, ...fresh], NX_ENV);
  const { tasks = [] } = (readJson(notes) ?? {}) as { tasks?: { taskId: string; status: number }[] };
  const wrong = tasks.filter(({ status }) => status !== 0).map(({ taskId }) => taskId);
  return completeReport({ ...EMPTY_REPORT, failed: wrong.length, wrong }, code, 'nx');
}

/** Runs the unit and integration tests. `which` contains Vitest arguments that select or exclude spec files. */
async function runTests(runs: RunningProcesses, counts: string, which: readonly string[]): Promise<TestRunReport> {
  const reporters = ['--reporter=default', `--reporter=${join(ROOT, 'tools/ci-reporter.ts')}`];
  const env = { COUNTS_FILE: counts };
  const code = await runs.node('node_modules/vitest/vitest.mjs', ['run', ...which, ...reporters], env);
  const report = readJson(counts) as TestReport | undefined;
  return completeReport(report && { ...report, flaky: [] }, code, 'vitest');
}

async function runBrowserTests(
  runs: RunningProcesses,
  file: string,
  starting: Promise<TestProduct | null>,
  deep: '' | '1' = '',
): Promise<TestRunReport> {
  const product = await starting;
  if (product === null) return createFailureReport('the product for the browser tests');
  const code = await runs.node(
    'node_modules/@playwright/test/cli.js',
    ['test', '--reporter=line,json'],
    { ...product.env, PLAYWRIGHT_JSON_OUTPUT_FILE: file, DEEP: deep },
    E2E_DIR,
  );
  await product.stop();
  const report = readJson(file) as BrowserRun | undefined;
  return completeReport(report && parseBrowserReport(report), code, 'playwright');
}

/** The parts of Playwright's JSON report that this file uses. */
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

/** Converts Playwright's report. A test that passed on a retry counts as passed and is listed as flaky. */
export function parseBrowserReport({ stats, errors, suites }: BrowserRun): TestRunReport {
  const seconds = new Map<string, number>();
  const flaky: string[] = [];
  const wrong = (errors as { message?: string }[]).map((error) => formatFailure('playwright', error));
  const read = (suite: Suite) => {
    for (const spec of suite.specs) {
      for (const { status, results } of spec.tests) {
        const spent = results.reduce((sum, { duration }) => sum + duration / 1000, 0);
        seconds.set(spec.file, (seconds.get(spec.file) ?? 0) + spent);
        const name = `apps/web-e2e/${spec.file}:${spec.line} ${spec.title}`;
        if (status === 'flaky')
          flaky.push(
            describeFailedTry(
              name,
              results.find(({ error }) => error !== undefined),
            ),
          );
        if (status === 'unexpected') wrong.push(describeFailedTry(name, results.at(-1)));
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

// Remove the color codes that are always in Playwright's messages.
const formatFailure = (name: string, error: { message?: string } | undefined) =>
  `${name}: ${stripVTControlCharacters(error?.message ?? 'failed').slice(0, MAX_ERROR_CHARACTERS)}`;

/**
 * Describes a failed attempt with its error message and the content of its page, because often only the log of the
 * test run is kept.
 */
const describeFailedTry = (name: string, result: Result | undefined) =>
  [formatFailure(name, result?.error), ...readPageSnapshot(result)].join('\nThe page showed:\n');

/** Maximum number of characters to print from the page snapshot of a failed test. */
const MAX_PAGE_CHARACTERS = 3_000;

/**
 * Returns the main content of the page from the snapshot that Playwright attached to a failed attempt, or nothing if
 * there is no snapshot.
 */
function readPageSnapshot(result: Result | undefined): string[] {
  const path = result?.attachments?.find(({ name }) => name === 'error-context')?.path;
  if (path === undefined || !existsSync(path)) return [];
  const [, page] = /^# Page snapshot\s+```yaml\n([^]*?)^```/m.exec(readFileSync(path, 'utf8')) ?? [];
  if (page === undefined) return [];
  return [page.slice(Math.max(page.search(/^ *- main\b/m), 0)).slice(0, MAX_PAGE_CHARACTERS)];
}

/** Runs a soak, which simulates whole bookings under faults. It counts as one test. */
async function runSoak(runs: RunningProcesses, say: Say): Promise<TestRunReport> {
  const code = await runs.node('tools/run.mjs', ['soak', ...SOAK_ARGUMENTS], {}, ROOT, say);
  return code === 0 ? { ...EMPTY_REPORT, passed: 1 } : createFailureReport('the soak');
}

async function runRollingRelease(runs: RunningProcesses): Promise<TestRunReport> {
  const code = await runs.node('tools/run.mjs', ['soak', '--rolling', '--creators', '4', '--brands', '6'], {});
  return code === 0 ? { ...EMPTY_REPORT, passed: 1 } : createFailureReport('the rolling release');
}

async function runAbuse(runs: RunningProcesses): Promise<TestRunReport> {
  const code = await runs.node('tools/run.mjs', ['abuse', ...ABUSE_ARGUMENTS], {});
  return code === 0 ? { ...EMPTY_REPORT, passed: 1 } : createFailureReport('the hostile requests');
}

/**
 * Adds a failure to the report if the runner failed without naming a failed test. Returns a failure if the runner
 * ended without a report.
 */
function completeReport(report: TestRunReport | undefined, code: number, runner: string): TestRunReport {
  if (report === undefined) return createFailureReport(`${runner} ended without a report`);
  return code !== 0 && report.failed === 0
    ? sumReports([report, createFailureReport(`${runner} ended with ${code}`)])
    : report;
}

const createFailureReport = (what: string): TestRunReport => ({ ...EMPTY_REPORT, failed: 1, wrong: [what] });

function readJson(file: string): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
