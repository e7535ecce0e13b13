/**
 * Checks docs/security.md: each requirement is listed once, and the evidence of each row exists. Evidence is a file in
 * backticks, followed by a text in curly quotes that the file contains, such as the title of a test or a setting. A
 * requirement without evidence has a dated reason.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The number of requirements of level 1 and 2 in each chapter of ASVS 5.0. */
export const REQUIREMENTS_BY_CHAPTER: Record<number, number> = {
  1: 27,
  2: 11,
  3: 19,
  4: 10,
  5: 9,
  6: 32,
  7: 18,
  8: 7,
  9: 7,
  10: 29,
  11: 13,
  12: 9,
  13: 13,
  14: 9,
  15: 13,
  16: 16,
  17: 7,
};

const ROW_PATTERN = /^\| (\d+)\.(\d+)\.(\d+) \| ([12]) \| ([^|]+) \| (.+) \|$/;
const EVIDENCE_PATTERN = /`([^`]+)`(?: “([^”]+)”)?/g;
/** A file and a text of it, outside the rows of requirements. */
const QUOTE_PATTERN = /`([^`]+)` “([^”]+)”/g;
const REASON_PATTERN = /^(Does not apply|Not met|Partly met) \(\d{4}-\d{2}-\d{2}\): \S/;

export interface SecurityReport {
  problems: string[];
  /** The number of rows by their first words: 'met', or the kind of reason. */
  counts: Record<string, number>;
}

/** Checks the text of docs/security.md. `read` returns the content of a file of the repository, or undefined. */
export function checkSecurity(text: string, read: (path: string) => string | undefined): SecurityReport {
  const problems: string[] = [];
  const counts: Record<string, number> = {};
  const namesByChapter = new Map<number, Set<string>>();
  for (const [at, line] of text.split('\n').entries()) {
    if (!/^\| \d/.test(line)) {
      for (const [, path = '', words = ''] of line.matchAll(QUOTE_PATTERN))
        if (read(path)?.includes(words) !== true) problems.push(`line ${at + 1}: ${path} does not contain “${words}”`);
      continue;
    }
    const row = ROW_PATTERN.exec(line);
    if (row === null) {
      problems.push(`line ${at + 1}: this is not a row with a number, a level, words and evidence`);
      continue;
    }
    const [, chapter = '', section = '', number = '', , , evidence = ''] = row;
    const name = `${chapter}.${section}.${number}`;
    const ofChapter = namesByChapter.get(Number(chapter)) ?? new Set();
    if (ofChapter.has(name)) problems.push(`${name} is listed twice`);
    namesByChapter.set(Number(chapter), ofChapter.add(name));
    const reason = REASON_PATTERN.exec(evidence)?.[1];
    const kind = reason ?? 'met';
    counts[kind] = (counts[kind] ?? 0) + 1;
    const files = [...evidence.matchAll(EVIDENCE_PATTERN)];
    if (reason === undefined && (files.length === 0 || !evidence.startsWith('`')))
      problems.push(`${name} names neither a file nor a dated reason`);
    for (const [, path = '', words] of files) {
      const content = read(path);
      if (content === undefined) problems.push(`${name}: there is no file ${path}`);
      else if (words !== undefined && !content.includes(words))
        problems.push(`${name}: ${path} does not contain “${words}”`);
    }
  }
  for (const [chapter, count] of Object.entries(REQUIREMENTS_BY_CHAPTER)) {
    const listedCount = namesByChapter.get(Number(chapter))?.size ?? 0;
    if (listedCount !== count)
      problems.push(`chapter ${chapter} has ${count} requirements, but ${listedCount} are listed`);
  }
  return { problems, counts };
}

const ROOT = join(import.meta.dirname, '..');
const FILE = 'docs/security.md';

function readRepositoryFile(path: string): string | undefined {
  const file = join(ROOT, path);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { problems, counts } = checkSecurity(readRepositoryFile(FILE) ?? '', readRepositoryFile);
  for (const problem of problems) console.error(`${FILE}: ${problem}`);
  const summary = Object.entries(counts).map(([kind, count]) => `${count} ${kind.toLowerCase()}`);
  console.log(`Security requirements: ${summary.join(', ')}; ${problems.length} problems.`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
