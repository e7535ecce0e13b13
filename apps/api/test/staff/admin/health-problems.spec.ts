import { HOUR_MS } from '@marquee/time';
import { describe, expect, it } from 'vitest';
import type { HealthFigures } from '../../../src/modules/staff/health/health.service.ts';
import { findHealthProblems } from '../../../src/modules/staff/health/problems.service.ts';

const NOW = new Date('2026-11-28T12:00:00Z');
const CALLS = { calls: 1_000, failed: 0, unavailable: 0, p50Ms: 5, p95Ms: 20 };
const SPAN: HealthFigures['hour'] = {
  requests: CALLS,
  procedures: CALLS,
  jobs: CALLS,
  busiest: [],
  failing: [],
  webhooks: { received: 100, late: 0, missed: 1, longestDelaySeconds: 2 },
};
const CHECK = {
  finishedAt: new Date(NOW.getTime() - 9 * HOUR_MS),
  heldCents: 1,
  heldBookings: 1,
  releasedCents: 1,
  openExceptions: 0,
  differences: 0,
};
const createProcess = (role: 'web' | 'worker'): HealthFigures['processes'][number] => ({
  id: role,
  role,
  version: null,
  startedAt: NOW,
  seenAt: NOW,
  poolTotal: 1,
  poolIdle: 1,
  poolWaiting: 0,
  liveStreams: 0,
  isMetricsPortRefused: false,
});
const WELL: HealthFigures = {
  hour: SPAN,
  day: SPAN,
  periods: [],
  queue: { queued: 3, due: 1, oldestDueSeconds: 12, oldestName: 'mail.send' },
  failingJobs: [],
  openExceptions: { payout_blocked: 3 },
  lastCheck: CHECK,
  processes: [createProcess('web'), createProcess('worker')],
};
const withHour = (change: Partial<HealthFigures['hour']>): Partial<HealthFigures> => ({ hour: { ...SPAN, ...change } });

describe('findHealthProblems', () => {
  it('finds none while all is well, before the first nightly check, and without any request', () => {
    expect(findHealthProblems(WELL, NOW)).toEqual([]);
    expect(findHealthProblems({ ...WELL, lastCheck: null }, NOW)).toEqual([]);
    const quiet = { requests: { ...CALLS, calls: 0 }, webhooks: { ...SPAN.webhooks, received: 0 } };
    expect(findHealthProblems({ ...WELL, ...withHour(quiet) }, NOW)).toEqual([]);
  });

  it.each<[string, Partial<HealthFigures>, object]>([
    ['too many failed requests', withHour({ requests: { ...CALLS, failed: 20 } }), { kind: 'errors', amount: 0.02 }],
    [
      'a database that is away',
      withHour({ requests: { ...CALLS, unavailable: 400 } }),
      { kind: 'unavailable', amount: 0.4 },
    ],
    ['late webhooks', withHour({ webhooks: { ...SPAN.webhooks, late: 20 } }), { kind: 'webhooks_late', amount: 20 }],
    ['a stuck job', { queue: { ...WELL.queue, oldestDueSeconds: 301 } }, { kind: 'job_stuck', names: ['mail.send'] }],
    [
      'failing jobs',
      { failingJobs: [{ name: 'payments.capture', count: 2 }] },
      { kind: 'jobs_failing', amount: 2, names: ['payments.capture'] },
    ],
    [
      'a failed payout',
      { openExceptions: { transfer_refused: 1, payout_returned: 1 } },
      { kind: 'payouts_failed', amount: 2 },
    ],
    ['differences', { lastCheck: { ...CHECK, differences: 1 } }, { kind: 'differences', amount: 1 }],
    [
      'a missing check',
      { lastCheck: { ...CHECK, finishedAt: new Date(NOW.getTime() - 31 * HOUR_MS) } },
      { kind: 'check_missing' },
    ],
    ['a missing worker', { processes: WELL.processes.slice(0, 1) }, { kind: 'no_worker' }],
  ])('finds %s and nothing else', (_, change, problem) => {
    expect(findHealthProblems({ ...WELL, ...change }, NOW)).toEqual([expect.objectContaining(problem)]);
  });
});
