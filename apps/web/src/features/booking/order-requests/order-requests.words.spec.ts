import { describe, expect, it } from 'vitest';
import { describeProgress, type ApprovalProgress } from './order-requests.words.ts';

const PEOPLE = ['Ada', 'Ben', 'Cleo', 'Dan', 'Eve'].map((name) => ({ id: name, name }));
const approvals = (count: number) => PEOPLE.slice(0, count).map((person) => ({ ...person, at: '2026-01-01' }));

describe('the progress of an approval', () => {
  it.each<[string, ApprovalProgress, string]>([
    [
      'names the only approver',
      { needed: 1, counted: [], uncounted: [], missing: 1, waitingFor: PEOPLE.slice(0, 1) },
      'Waiting for Ada.',
    ],
    [
      'says that one of several approvers is enough',
      { needed: 1, counted: [], uncounted: [], missing: 1, waitingFor: PEOPLE },
      'Waiting for Ada, Ben, Cleo, or 2 others.',
    ],
    [
      'does not count the approval of a member who has left',
      {
        needed: 2,
        counted: approvals(1),
        uncounted: approvals(2).slice(1),
        missing: 1,
        waitingFor: PEOPLE.slice(2, 3),
      },
      '1 of 2 approvals. The approval of Ben does not count, because they can no longer approve orders. Waiting for Cleo.',
    ],
    [
      'says how many of the approvers are missing',
      { needed: 2, counted: [], uncounted: [], missing: 2, waitingFor: PEOPLE.slice(0, 3) },
      '0 of 2 approvals. Waiting for 2 of Ada, Ben, and Cleo.',
    ],
    [
      'says that the order can be placed if no approval is missing',
      { needed: 1, counted: approvals(1), uncounted: [], missing: 0, waitingFor: [] },
      'No more approvals are needed. Any approver can now place the order.',
    ],
  ])('%s', (_, progress, text) => {
    expect(describeProgress(progress)).toBe(text);
  });
});
