/** Writes the results of a test run to the file in COUNTS_FILE, from which tools/test.ts reads them. */
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule, TestRunEndReason } from 'vitest/node';
import { ROOT } from './install.mjs';

export interface TestReport {
  passed: number;
  failed: number;
  /** Test files with their total duration. Paths are relative to the repository. */
  files: { file: string; seconds: number }[];
  /** Failed tests, each with its location and error messages. */
  wrong: string[];
}

/** Maximum length of an error message in the report. The output of the test run contains the full message. */
export const MAX_ERROR_CHARACTERS = 600;

export default class CountsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[], reason: TestRunEndReason): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const states = tests.map((test) => test.result().state);
    const count = (state: string) => states.filter((each) => each === state).length;
    // A file that does not load, or an error outside all tests, counts as a failure even if no test has failed.
    const outside = modules.filter((module) => module.errors().length > 0).length + unhandled.length;
    const failed = count('failed') + outside;
    const file = process.env['COUNTS_FILE'];
    if (file === undefined) throw new Error('COUNTS_FILE is not set');
    const report: TestReport = {
      passed: count('passed'),
      failed: failed === 0 && reason !== 'passed' ? 1 : failed,
      files: modules.map((module) => {
        const { collectDuration, setupDuration, duration } = module.diagnostic();
        return { file: getModulePath(module), seconds: (collectDuration + setupDuration + duration) / 1000 };
      }),
      wrong: [
        ...tests
          .filter((test) => test.result().state === 'failed')
          .map((test) => formatErrors(`${getModulePath(test.module)} > ${test.fullName}`, test.result().errors ?? [])),
        ...modules
          .filter((module) => module.errors().length > 0)
          .map((module) => formatErrors(getModulePath(module), module.errors())),
        ...unhandled.map((error) => formatErrors('outside of every test', [error as { message: string }])),
      ],
    };
    writeFileSync(file, JSON.stringify(report));
  }
}

const getModulePath = (module: TestModule) => relative(ROOT, module.moduleId);
const formatErrors = (name: string, errors: readonly { message: string }[]) =>
  `${name}: ${errors.map(({ message }) => message.slice(0, MAX_ERROR_CHARACTERS)).join('; ')}`;
