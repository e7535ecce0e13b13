/** Tests the figures on /admin/health, which all processes add to the database. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { DURATION_BOUNDS, openMetrics } from '../../../src/core/metrics.ts';
import { newAdmin, newBrand } from '../../../src/demo/builders.ts';
import {
  estimateQuantileMs,
  reportProcess,
  reportProcessEnd,
} from '../../../src/modules/staff/health/health.service.ts';
import { useStack } from '../../support/stack.ts';

const stack = useStack();
const HOUR_MS = 3_600_000;

/** Returns the dependencies of another process on the same database. */
const startProcess = () => ({
  ...stack.deps,
  metrics: openMetrics({ pools: { primary: stack.deps.pool }, countStreams: () => 0 }),
});

describe('the health report', () => {
  it('adds up the calls of several processes, and keeps them after a process has ended', async () => {
    const staff = stack.as(await newAdmin(stack.deps));
    const [one, other] = [startProcess(), startProcess()];
    for (const ms of [3, 10, 10, 700]) one.metrics.countCall('procedure', 'bookings.byId', 'ok', ms);
    one.metrics.countCall('procedure', 'bookings.byId', 'failed', 10);
    one.metrics.countCall('job', 'mail.send', 'ok', 50);
    other.metrics.countCall('procedure', 'bookings.byId', 'unavailable', 10);
    other.metrics.countCall('route', 'GET /api/packages/:id', 'refused', 2);
    await Promise.all([reportProcess(one), reportProcess(other)]);
    one.metrics.countCall('procedure', 'bookings.byId', 'ok', 10);
    await reportProcessEnd(one);

    const { hour, processes } = await staff.health.report();
    const call = hour.busiest.find(({ operation }) => operation === 'bookings.byId');
    expect(call).toMatchObject({ calls: 7, failed: 1, unavailable: 1 });
    expect(call?.p50Ms).toBeGreaterThan(5);
    expect(call?.p50Ms).toBeLessThanOrEqual(15);
    expect(call?.p95Ms).toBeGreaterThan(500);
    expect(hour.failing.map(({ operation }) => operation)).toEqual(['bookings.byId']);
    expect(hour.requests).toMatchObject({ calls: 1, failed: 0, unavailable: 0 });
    const ids = processes.map(({ id }) => id);
    expect(ids).toContain(other.metrics.processId);
    expect(ids).not.toContain(one.metrics.processId);
  });

  it('tells the last hour from the last day', async () => {
    const staff = stack.as(await newAdmin(stack.deps));
    const before = await staff.health.report();
    const process = startProcess();
    process.metrics.countCall('route', 'GET /*', 'ok', 1);
    await reportProcess(process);
    await stack.advance(2 * HOUR_MS);
    const { hour, day, processes } = await staff.health.report();
    expect(day.requests.calls).toBe(before.day.requests.calls + 1);
    expect(hour.requests.calls).toBe(0);
    expect(processes.map(({ id }) => id)).not.toContain(process.metrics.processId);
  });

  it('shows the oldest due job, and counts the calls of a failed report in the next one', async () => {
    const staff = stack.as(await newAdmin(stack.deps));
    await stack.stopWorker();
    await stack.as(null).auth.forgotPassword({ email: (await newBrand(stack.deps)).email });
    await sleep(20);
    const { queue } = await staff.health.report();
    expect(queue).toMatchObject({ oldestName: 'auth.forgot_password' });
    expect(queue.oldestDueSeconds).toBeGreaterThan(0);
    await stack.startWorker();

    const process = startProcess();
    process.metrics.countCall('job', 'pictures.drop', 'failed', 1);
    const broken = { ...process, db: stack.deps.stale };
    await expect(reportProcess(broken)).rejects.toThrow();
    await reportProcess(process);
    const { hour } = await staff.health.report();
    expect(hour.failing.find(({ operation }) => operation === 'pictures.drop')).toMatchObject({ calls: 1, failed: 1 });
  });

  it('names the jobs that fail again and again, and says that they need attention', async () => {
    const staff = stack.as(await newAdmin(stack.deps));
    await reportProcess({ ...stack.deps, env: { ...stack.deps.env, ROLE: 'all' } });
    expect((await staff.health.report()).problems).toEqual([]);
    await stack.stopWorker();
    const insertJob = (key: string, attempts: number) =>
      stack.deps.db
        .insertInto('job')
        .values({
          name: 'mail.send',
          key,
          payload: JSON.stringify({ mailId: key }),
          attempts,
          lastError: 'The mail server is away',
          runAt: new Date(Date.now() + HOUR_MS),
        })
        .execute();
    await insertJob('a', 3);
    await insertJob('b', 7);
    await insertJob('c', 2);
    const { failingJobs, problems } = await staff.health.report();
    expect(failingJobs).toEqual([{ name: 'mail.send', count: 2 }]);
    expect(problems).toEqual([{ kind: 'jobs_failing', amount: 2, names: ['mail.send'] }]);
    await reportProcess(stack.deps);
    const { text } = await stack.deps.metrics.renderMetrics();
    expect(text).toContain('marquee_failing_jobs{name="mail.send",severity="critical"} 2');
    expect(text).toContain('marquee_failing_jobs{name="payments.capture",severity="critical"} 0');
    expect(text).toContain('marquee_calls_total{kind="job",operation="payments.capture",outcome="failed"} 0');
    await stack.deps.db.deleteFrom('job').where('key', 'in', ['a', 'b', 'c']).execute();
    await stack.startWorker();
  });

  it('adds up the requests of each half hour of the last day', async () => {
    const staff = stack.as(await newAdmin(stack.deps));
    const before = await staff.health.report();
    const process = startProcess();
    process.metrics.countCall('route', 'GET /*', 'ok', 1);
    process.metrics.countCall('route', 'GET /*', 'unavailable', 1);
    await reportProcess(process);
    const sum = (key: 'calls' | 'errors', periods: typeof before.periods) =>
      periods.reduce((total, period) => total + period[key], 0);
    const { periods } = await staff.health.report();
    expect(sum('calls', periods)).toBe(sum('calls', before.periods) + 2);
    expect(sum('errors', periods)).toBe(sum('errors', before.periods) + 1);
    await stack.advance(26 * HOUR_MS);
    const later = (await staff.health.report()).periods;
    expect(later).toHaveLength(49);
    expect(sum('calls', later)).toBe(0);
  });

  it('is refused to everyone but staff', async () => {
    const brand = await newBrand(stack.deps);
    await expect(stack.as(brand).health.report()).rejects.toMatchObject({ failure: 'ADMINS_ONLY' });
  });
});

it('places a quantile within the bucket that contains it, and uses the last bound for everything slower', () => {
  const counts = (values: Record<number, number>) =>
    Array.from({ length: DURATION_BOUNDS.length + 1 }, (_, at) => values[at] ?? 0);
  expect(estimateQuantileMs(counts({}), 0.5)).toBe(0);
  expect(estimateQuantileMs(counts({ 0: 10 }), 0.5)).toBe(3);
  expect(estimateQuantileMs(counts({ 0: 1, 1: 1 }), 1)).toBe(15);
  expect(estimateQuantileMs(counts({ 12: 5 }), 0.95)).toBe(30_000);
});
