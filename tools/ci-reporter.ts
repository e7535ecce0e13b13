/** Writes what a test run counted to the file that COUNTS_FILE names, for tools/test.ts. */
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule, TestRunEndReason } from 'vitest/node';
import { ROOT } from './install.mjs';

export interface TestReport {
  passed: number;
  failed: number;
  /** Paths below the repository, and how long each took in all. */
  files: { file: string; seconds: number }[];
}

export default class CountsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[], reason: TestRunEndReason): void {
    const states = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state));
    const count = (state: string) => states.filter((each) => each === state).length;
    // A file that does not load, or an error outside of every test, fails no test; each still is a failure.
    const outside = modules.filter((module) => module.errors().length > 0).length + unhandled.length;
    const failed = count('failed') + outside;
    const file = process.env['COUNTS_FILE'];
    if (file === undefined) throw new Error('COUNTS_FILE is not set');
    const report: TestReport = {
      passed: count('passed'),
      failed: failed === 0 && reason !== 'passed' ? 1 : failed,
      files: modules.map((module) => {
        const { collectDuration, setupDuration, duration } = module.diagnostic();
        return { file: relative(ROOT, module.moduleId), seconds: (collectDuration + setupDuration + duration) / 1000 };
      }),
    };
    writeFileSync(file, JSON.stringify(report));
  }
}
