import { expect, it } from 'vitest';
import { checkRequirements } from './requirements.ts';

const DOCUMENT =
  '| no. | fact |\n|---|---|\n| R4.2 | Bookings can be cancelled (R4.3). |\n| R4.3 | A refund is complete. |\n';
const listProblems = (document: string, text: string) =>
  checkRequirements(document, [{ path: 'a.ts', text }]).map(({ path, line, message }) => `${path}:${line} ${message}`);

it('accepts references to requirements that the document defines', () => {
  expect(listProblems(DOCUMENT, '/** Cancels a booking (requirements R4.2 and R4.3). */')).toEqual([]);
});

it('refuses a reference to a requirement that the document does not define', () => {
  expect(listProblems(DOCUMENT, '/** Cancels a booking\n * (requirements R4.20). */')).toEqual([
    'a.ts:2 refers to R4.20, which docs/requirements.md does not define',
  ]);
  expect(listProblems(DOCUMENT.replace('| R4.3 |', '| R4.4 |'), '')).toEqual([
    'docs/requirements.md:3 refers to R4.3, which docs/requirements.md does not define',
  ]);
});

it('refuses a number that the document defines twice', () => {
  expect(listProblems(`${DOCUMENT}| R4.2 | Another fact. |`, '')).toEqual([
    'docs/requirements.md:1 defines R4.2 twice',
  ]);
});
