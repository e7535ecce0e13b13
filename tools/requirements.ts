/**
 * Checks references to docs/requirements.md, such as `R4.2`. The document defines each number in a row of its tables,
 * and other files refer to them in comments and texts.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const REQUIREMENTS_FILE = 'docs/requirements.md';

const DEFINITION_PATTERN = /^\| (R\d+\.\d+) \|/gm;
const REFERENCE_PATTERN = /\bR\d+\.\d+\b/g;

/**
 * Returns a problem for each number that the document defines twice, and for each reference to a number that the
 * document does not define.
 */
export function checkRequirements(
  document: string,
  sources: readonly { path: string; text: string }[],
): { path: string; line: number; message: string }[] {
  const defined = [...document.matchAll(DEFINITION_PATTERN)].map(([, number = '']) => number);
  const repeated = defined.filter((number, at) => defined.indexOf(number) !== at);
  const definedSet = new Set(defined);
  return [
    ...repeated.map((number) => ({ path: REQUIREMENTS_FILE, line: 1, message: `defines ${number} twice` })),
    ...[{ path: REQUIREMENTS_FILE, text: document }, ...sources].flatMap(({ path, text }) =>
      [...text.matchAll(REFERENCE_PATTERN)]
        .filter(([number]) => !definedSet.has(number))
        .map(({ 0: number, index }) => ({
          path,
          line: text.slice(0, index).split('\n').length,
          message: `refers to ${number}, which ${REQUIREMENTS_FILE} does not define`,
        })),
    ),
  ];
}

export const readRequirements = (root: string): string => readFileSync(join(root, REQUIREMENTS_FILE), 'utf8');
