/**
 * Tests the alerts and the dashboard in tools/monitoring against the metrics of a running process. promtool, which is
 * part of Prometheus, also checks and tests the rules if it is installed.
 */
import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { newAdmin, newCreator, newPackage } from '../../src/demo/builders.ts';
import { startMetricsServer } from '../../src/process/metrics-server.ts';
import { findFreePort } from '@marquee/tools/local/postgres';
import { reportProcess } from '../../src/modules/staff/health/health.service.ts';
import { useStack } from '../support/stack.ts';
import { startTracedProduct } from '../support/traced-product.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const MONITORING = join(ROOT, 'tools/monitoring');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const run = promisify(execFile);
const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

const stack = useStack();

/** Starts /metrics for the stack's process and returns its text. */
async function readMetrics(): Promise<string> {
  const port = await findFreePort();
  const stop = await startMetricsServer({ ...stack.deps, env: { ...stack.deps.env, METRICS_PORT: port } });
  try {
    return await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  } finally {
    await stop();
  }
}

/** Returns the names of the metrics, including those of the series of a histogram. */
const listMetricNames = (text: string) =>
  new Set(
    [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [name, `${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  );

/** Metrics of other exporters, which the runbook names. */
const EXPORTER_METRICS = /^(up|node_filesystem_\w+|probe_ssl_\w+)$/;
const listUsedMetrics = (text: string) =>
  new Set([...text.matchAll(/\b(?:marquee|process|nodejs|node_filesystem|probe_ssl)_\w+\b/g)].map(([name]) => name));

it('exposes every metric in the alerts and in the dashboard', async () => {
  await reportProcess(stack.deps);
  const exposed = listMetricNames(await readMetrics());
  for (const file of ['alerts.yml', 'dashboard.json']) {
    const used = [...listUsedMetrics(read(`tools/monitoring/${file}`))];
    expect(used.length, file).toBeGreaterThan(5);
    expect(
      used.filter((name) => !exposed.has(name) && !EXPORTER_METRICS.test(name)),
      file,
    ).toEqual([]);
  }
});

it('has a section in the runbook and a test for every alert, and an alert for every section', () => {
  const alerts = [...read('tools/monitoring/alerts.yml').matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  const links = [...read('tools/monitoring/alerts.yml').matchAll(/runbook: docs\/runbook\.md#(\w+)/g)].map(
    ([, anchor]) => anchor,
  );
  const sections = [...read('docs/runbook.md').matchAll(/^## (\w+)$/gm)].map(([, name]) => name);
  expect(alerts.length).toBeGreaterThan(8);
  expect(sections).toEqual(alerts);
  expect(links).toEqual(alerts.map((name) => name?.toLowerCase()));
  const tests = read('tools/monitoring/alerts.test.yml');
  for (const name of alerts) expect(tests, name).toMatch(new RegExp(`alertname: ${name}\\n\\s+exp_alerts`));
});

it('counts the calls of a procedure in a batch one by one, and puts addresses without a route under one label', async () => {
  const { id } = await newPackage(stack.deps, await newCreator(stack.deps));
  const input = encodeURIComponent(JSON.stringify({ 0: { id }, 1: null, 2: { id: 'none' } }));
  await stack.app.inject(`/trpc/packages.byId,payments.config,packages.byId?batch=1&input=${input}`);
  await stack.app.inject(`/api/packages/${id}`);
  for (const path of ['/nothing/a', '/nothing/b', '/%zz']) await stack.app.inject(path);
  const text = await readMetrics();
  const countOf = (labels: string) =>
    Number(new RegExp(`^marquee_calls_total\\{${labels}\\} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
  // One call of the batch and one of the REST route, which calls the procedure, too.
  expect(countOf('kind="procedure",operation="packages.byId",outcome="ok"')).toBe(2);
  expect(countOf('kind="procedure",operation="packages.byId",outcome="refused"')).toBe(1);
  expect(countOf('kind="procedure",operation="payments.config",outcome="ok"')).toBe(1);
  expect(countOf('kind="route",operation="GET /api/packages/:id",outcome="ok"')).toBe(1);
  expect(countOf('kind="route",operation="GET unknown",outcome="refused"')).toBeGreaterThanOrEqual(2);
  expect(text).not.toContain(id);
  expect(text).not.toContain('/nothing/a');
});

it('logs an error, runs without metrics and shows it on the health page if METRICS_PORT is in use', async () => {
  const port = await findFreePort();
  const other = createServer();
  await once(other.listen(port, '127.0.0.1'), 'listening');
  const staff = stack.as(await newAdmin(stack.deps));
  const listRefused = async () =>
    (await staff.health.report()).processes.filter(({ isMetricsPortRefused }) => isMetricsPortRefused);
  expect(await listRefused()).toEqual([]);
  try {
    const product = await startTracedProduct(stack, { METRICS_PORT: String(port) });
    try {
      expect((await fetch(`${product.url}/api/auth/user`)).status).toBe(401);
      expect(await listRefused()).toHaveLength(1);
      expect(product.logged()).toContain('the metrics cannot be served at METRICS_PORT');
    } finally {
      await product.stop();
    }
  } finally {
    other.close();
  }
});

it.runIf(hasPromtool)('writes alert rules that promtool accepts, and passes their tests', async () => {
  await run('promtool', ['check', 'rules', 'alerts.yml'], { cwd: MONITORING });
  await run('promtool', ['test', 'rules', 'alerts.test.yml'], { cwd: MONITORING });
});
