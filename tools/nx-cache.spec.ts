/**
 * Tests the inputs of Nx's targets: after a change of a file, exactly the targets whose result could be different run
 * again. Nx says what it hashes for each task (`nx run-many --graph`), so no task has to run.
 */
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, matchesGlob } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { NX_ENV, NX_SCRIPT } from './check.ts';
import { ROOT } from './install.mjs';

interface Plans {
  graph: { nodes: Record<string, { data: { root: string } }> };
  /**
   * The inputs that Nx hashes for each task: `project:globs`, `workspace:[globs]` and parts that are not files of ours.
   */
  taskPlans: Record<string, string[]>;
}

const TARGETS = ['build', 'lint', 'test', 'typecheck', 'check-structure'];
let plans: Plans;

beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'marquee-nx-'));
  const file = join(folder, 'plans.json');
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(ROOT, NX_SCRIPT), 'run-many', '-t', ...TARGETS, `--graph=${file}`],
    { cwd: ROOT, env: { ...process.env, ...NX_ENV }, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`nx ended with ${status}: ${stderr}`);
  plans = JSON.parse(readFileSync(file, 'utf8')) as Plans;
  rmSync(folder, { recursive: true });
});

/** Returns the tasks whose results a change of `file` can affect, as a list of targets by project. */
function listAffected(file: string): Record<string, string[]> {
  const projects = Object.entries(plans.graph.nodes).map(([name, { data }]) => ({ name, root: data.root }));
  const owner = projects
    .filter(({ root }) => root === '.' || file.startsWith(`${root}/`))
    .toSorted((a, b) => b.root.length - a.root.length)[0]?.name;
  const hasFile = (globs: readonly string[]) =>
    globs.some((glob) => !glob.startsWith('!') && matchesGlob(file, glob)) &&
    !globs.some((glob) => glob.startsWith('!') && matchesGlob(file, glob.slice(1)));
  const hashes = (part: string) => {
    const [, name, globs = ''] = /^([^:]+):(.*)$/.exec(part) ?? [];
    if (name === 'workspace') return hasFile(globs.slice(1, -1).replaceAll('{workspaceRoot}/', '').split(','));
    return name === owner && hasFile(globs.split(','));
  };
  const affected: Record<string, string[]> = {};
  for (const [task, parts] of Object.entries(plans.taskPlans)) {
    if (!parts.some(hashes)) continue;
    const [, project = '', target = ''] = /^@marquee\/([^:]+):(.+)$/.exec(task) ?? [];
    affected[project] = [...(affected[project] ?? []), target].toSorted();
  }
  return affected;
}

const REPOSITORY = { root: ['check-structure'] };
const CHECKS = ['lint', 'typecheck'];
const TESTS = ['lint', 'test', 'typecheck'];
const ALL = ['build', 'lint', 'test', 'typecheck'];

describe('after a change, nx runs what can have another result', () => {
  it.each<[string, Record<string, string[]>]>([
    ['libs/money/src/money.spec.ts', { money: TESTS }],
    ['apps/api/src/core/ctx.ts', { api: ALL, web: TESTS, tools: TESTS, 'web-e2e': CHECKS }],
    ['apps/api/test/core/live.spec.ts', { api: TESTS }],
    // Specs of the API load pages, so they need the built web app.
    ['apps/web/src/App.tsx', { web: ALL, api: ['test'], 'web-e2e': CHECKS }],
    ['apps/web/src/lib/http.spec.ts', { web: TESTS }],
    ['apps/web-e2e/find.spec.ts', { 'web-e2e': CHECKS }],
    ['tools/start.ts', { tools: TESTS, api: TESTS, web: TESTS, 'web-e2e': CHECKS }],
    ['tools/lock.spec.ts', { tools: TESTS }],
    ['tools/stand-ins/mailbox/server.ts', { mailbox: CHECKS, tools: TESTS, api: TESTS, web: TESTS, 'web-e2e': CHECKS }],
    ['tools/stand-ins/stripe/store/store.spec.ts', { 'stripe-stand-in': TESTS }],
    ['docs/runbook.md', { api: ['test'] }],
    ['README.md', {}],
  ])('%s', (file, affected) => {
    expect(listAffected(file)).toEqual({ ...affected, ...REPOSITORY });
  });

  it('checks and tests the libraries and apps above a changed library, and builds the apps', () => {
    expect(listAffected('libs/money/src/money.ts')).toMatchObject({
      money: TESTS,
      booking: TESTS,
      validation: TESTS,
      api: ALL,
      web: ALL,
      tools: TESTS,
      'web-e2e': CHECKS,
    });
  });

  it('runs every check and test after a change of the lockfile', () => {
    const tasks = Object.values(listAffected('package-lock.json')).flat();
    expect(tasks).toHaveLength(Object.keys(plans.taskPlans).length);
  });

  it('lints and type-checks every project, and tests every project that has specs', () => {
    for (const [name, { data }] of Object.entries(plans.graph.nodes)) {
      if (data.root === '.') continue;
      const targets = Object.keys(plans.taskPlans).filter((task) => task.startsWith(`${name}:`));
      expect(targets).toEqual(expect.arrayContaining([`${name}:lint`, `${name}:typecheck`]));
      const hasSpecs =
        globSync('**/*.spec.{ts,tsx}', { cwd: join(ROOT, data.root), exclude: ['node_modules/**'] }).length > 0;
      if (name !== '@marquee/web-e2e') expect(targets.includes(`${name}:test`)).toBe(hasSpecs);
    }
  });
});
