import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatVerdict, parseBrowserReport } from './test.ts';

const error = { message: '\u001B[31mno such page\u001B[39m' };
const tests = (status: string, ...durations: number[]) => [
  { status, results: durations.map((duration) => (status === 'expected' ? { duration } : { duration, error })) },
];

describe('parseBrowserReport', () => {
  const report = parseBrowserReport({
    stats: { expected: 1, flaky: 1, unexpected: 1 },
    errors: [],
    suites: [
      {
        specs: [{ file: 'a.spec.ts', line: 3, title: 'holds', tests: tests('expected', 1_500) }],
        suites: [
          {
            specs: [
              { file: 'a.spec.ts', line: 9, title: 'holds at last', tests: tests('flaky', 2_000, 500) },
              { file: 'b.spec.ts', line: 1, title: 'never holds', tests: tests('unexpected', 100, 100) },
            ],
          },
        ],
      },
    ],
  });

  it('counts a test that passed on retry as passed and reports its first error', () => {
    expect(report).toMatchObject({
      passed: 2,
      failed: 1,
      flaky: ['apps/web-e2e/a.spec.ts:9 holds at last: no such page'],
    });
  });

  it('reports a failed test with its error message', () => {
    expect(report.wrong).toEqual(['apps/web-e2e/b.spec.ts:1 never holds: no such page']);
  });

  it('adds up the duration of all attempts for each file', () => {
    expect(report.files).toEqual([
      { file: 'apps/web-e2e/a.spec.ts', seconds: 4 },
      { file: 'apps/web-e2e/b.spec.ts', seconds: 0.2 },
    ]);
  });

  it('includes the main content of the page on which an attempt failed', () => {
    const folder = mkdtempSync(join(tmpdir(), 'marquee-report-'));
    const path = join(folder, 'error-context.md');
    writeFileSync(
      path,
      '# Error details\n\n```\nno such page\n```\n\n# Page snapshot\n\n```yaml\n- generic:\n  - banner: Marquee\n  - main [ref=e5]:\n    - heading "Bookings"\n```\n\n# Test source\n',
    );
    const failed = { duration: 1, error, attachments: [{ name: 'error-context', path }] };
    const { flaky } = parseBrowserReport({
      stats: { expected: 0, flaky: 1, unexpected: 0 },
      errors: [],
      suites: [
        {
          specs: [
            {
              file: 'a.spec.ts',
              line: 9,
              title: 'holds at last',
              tests: [{ status: 'flaky', results: [failed, { duration: 1 }] }],
            },
          ],
        },
      ],
    });
    rmSync(folder, { recursive: true });
    expect(flaky).toEqual([
      'apps/web-e2e/a.spec.ts:9 holds at last: no such page\nThe page showed:\n  - main [ref=e5]:\n    - heading "Bookings"\n',
    ]);
  });
});

describe('formatVerdict', () => {
  it('lists the browser tests that needed a second try and the failures before the verdict', () => {
    const report = {
      passed: 3,
      failed: 1,
      files: [],
      flaky: ['a.spec.ts:9 holds at last'],
      wrong: ['b.spec.ts:1 breaks'],
    };
    expect(formatVerdict(report).split('\n')).toEqual([
      '',
      'Passed only when tried again:',
      '  a.spec.ts:9 holds at last',
      '',
      'Wrong:',
      '  b.spec.ts:1 breaks',
      '3 passed, 1 failed',
    ]);
  });

  it('is one line if everything passed at the first try', () => {
    expect(formatVerdict({ passed: 3, failed: 0, files: [], flaky: [], wrong: [] })).toBe('3 passed, 0 failed');
  });
});
