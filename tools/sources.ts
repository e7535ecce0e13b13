/** Reads the files of the repository for the checks. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './install.mjs';

/** Text file. `path` is relative to the repository and uses `/`. */
export interface Source {
  path: string;
  text: string;
}

export interface SourceProblem {
  path: string;
  line: number;
  message: string;
}

/** Folders that contain no sources. */
const SKIPPED_FOLDERS = new Set([
  '.data',
  '.git',
  '.locks',
  '.nx',
  'coverage',
  'dist',
  'node_modules',
  'playwright-report',
  'test-results',
]);

/** Returns the paths of all files below a folder of the repository. The folder '' is the repository itself. */
export function listFiles(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return SKIPPED_FOLDERS.has(entry.name) ? [] : listFiles(path);
    return [path];
  });
}

/** Reads the files below a folder whose paths match `pattern`. */
export const readSources = (folder: string, pattern: RegExp): Source[] =>
  listFiles(folder)
    .filter((path) => pattern.test(path))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));

export const getLineNumber = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

/** Prints problems, or `fine` if there are none, and sets the exit code of the process. */
export function reportProblems(name: string, problems: readonly SourceProblem[], fine: string): void {
  for (const { path, line, message } of problems) console.error(`${path}:${line}: ${message}`);
  console.log(`${name}: ${problems.length === 0 ? fine : `${problems.length} problems.`}`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
