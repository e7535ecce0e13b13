import { describe, expect, it } from 'vitest';
import {
  DEFAULT_REVISION_ROUNDS,
  getDeliverableLabel,
  getDeliverableState,
  isLastToApprove,
  MAX_VERSIONS,
  countRoundsLeft,
  findSendRefusal,
  findVerdictRefusal,
  WORK_OUTCOME_SENTENCES,
  getWorkOutcome,
  type Verdict,
} from './deliveries.ts';

const versions = (...verdicts: (Verdict | null)[]) => verdicts.map((verdict) => ({ verdict }));

describe('a deliverable', () => {
  it('has the state of its latest version', () => {
    expect(getDeliverableState([])).toBe('open');
    expect(getDeliverableState(versions(null))).toBe('sent');
    expect(getDeliverableState(versions('changes'))).toBe('changes');
    expect(getDeliverableState(versions('changes', null))).toBe('sent');
    expect(getDeliverableState(versions('changes', 'approved'))).toBe('approved');
  });

  it('accepts new versions until it is approved or has the maximum number of versions', () => {
    expect(findSendRefusal([])).toBeNull();
    expect(findSendRefusal(versions(null))).toBeNull();
    expect(findSendRefusal(versions('changes'))).toBeNull();
    expect(findSendRefusal(versions('approved'))).toBe('DELIVERABLE_APPROVED');
    expect(findSendRefusal(versions(...Array<null>(MAX_VERSIONS - 1).fill(null)))).toBeNull();
    expect(findSendRefusal(versions(...Array<null>(MAX_VERSIONS).fill(null)))).toBe('VERSIONS_SPENT');
  });

  it('has the number of rounds of changes that the package states, or the default', () => {
    expect(countRoundsLeft([], null)).toBe(DEFAULT_REVISION_ROUNDS);
    expect(countRoundsLeft(versions('changes', null, null), null)).toBe(DEFAULT_REVISION_ROUNDS - 1);
    expect(countRoundsLeft([], 0)).toBe(0);
    expect(countRoundsLeft(versions('changes', 'changes'), 1)).toBe(0);
  });

  it('accepts a verdict only on its latest version', () => {
    const approve = (number: number) => ({ number, verdict: 'approved' as const });
    const change = (number: number) => ({ number, verdict: 'changes' as const });
    expect(findVerdictRefusal([], approve(1), null)).toBe('DELIVERABLE_MOVED_ON');
    expect(findVerdictRefusal(versions(null), approve(1), null)).toBeNull();
    expect(findVerdictRefusal(versions(null, null), approve(1), null)).toBe('DELIVERABLE_MOVED_ON');
    expect(findVerdictRefusal(versions('changes'), approve(1), null)).toBe('DELIVERABLE_MOVED_ON');
    expect(findVerdictRefusal(versions('approved'), change(1), null)).toBe('DELIVERABLE_APPROVED');
    expect(findVerdictRefusal(versions(null), change(1), 0)).toBe('ROUNDS_SPENT');
    // Even if no rounds of changes are left, the brand can still approve a version.
    expect(findVerdictRefusal(versions(null), approve(1), 0)).toBeNull();
  });

  it('is the last deliverable to approve if all others are approved', () => {
    expect(isLastToApprove([])).toBe(true);
    expect(isLastToApprove([versions('changes', 'approved')])).toBe(true);
    expect(isLastToApprove([versions('approved'), versions(null)])).toBe(false);
    expect(isLastToApprove([[]])).toBe(false);
  });
});

describe('the work outcome of a booking', () => {
  const at = new Date('2026-03-10T12:00:00Z');
  it.each([
    ['completed', 'released', at, 'approved'],
    ['completed', 'releasing', at, 'approved'],
    ['completed', 'released', null, 'released'],
    ['completed', 'refunding', null, 'refunded'],
    ['completed', 'refunded', null, 'refunded'],
    ['cancelled', 'refunded', null, 'cancelled'],
    ['cancelled', 'voided', null, 'cancelled'],
    ['completed', 'split', null, 'split'],
    ['completed', 'held', null, null],
    ['completed', 'disputed', null, null],
    ['in_progress', 'held', null, null],
  ] as const)('that is %s, with the payment %s, approved at %s, is %s', (status, paymentState, approvedAt, end) => {
    expect(getWorkOutcome({ status, paymentState, approvedAt })).toBe(end);
  });

  it('determines the labels of its deliverables, none of which says that a step is pending', () => {
    for (const end of Object.keys(WORK_OUTCOME_SENTENCES) as (keyof typeof WORK_OUTCOME_SENTENCES)[])
      for (const state of ['open', 'sent', 'changes', 'approved'] as const)
        expect(getDeliverableLabel(state, end)).not.toMatch(/waiting|requested|yet|^sent$/i);
    expect(getDeliverableLabel('sent', 'approved')).toBe('Approved');
    expect(getDeliverableLabel('sent', 'released')).toBe('Accepted');
    expect(getDeliverableLabel('sent', 'refunded')).toBe('Not approved');
    expect(getDeliverableLabel('sent', null)).toBe('Waiting for approval');
  });
});
