import { describe, expect, it } from 'vitest';
import {
  DEFAULT_ROUNDS,
  deliverableLabel,
  deliverableState,
  isLastApproval,
  MOST_VERSIONS,
  roundsLeft,
  sendingRefusal,
  verdictRefusal,
  WORK_ENDS,
  workEnd,
  type Verdict,
} from './deliveries.ts';

const versions = (...verdicts: (Verdict | null)[]) => verdicts.map((verdict) => ({ verdict }));

describe('a deliverable', () => {
  it('stands where its latest version stands', () => {
    expect(deliverableState([])).toBe('open');
    expect(deliverableState(versions(null))).toBe('sent');
    expect(deliverableState(versions('changes'))).toBe('changes');
    expect(deliverableState(versions('changes', null))).toBe('sent');
    expect(deliverableState(versions('changes', 'approved'))).toBe('approved');
  });

  it('can be sent until it is approved, and so often', () => {
    expect(sendingRefusal([])).toBeNull();
    expect(sendingRefusal(versions(null))).toBeNull();
    expect(sendingRefusal(versions('changes'))).toBeNull();
    expect(sendingRefusal(versions('approved'))).toBe('DELIVERABLE_APPROVED');
    expect(sendingRefusal(versions(...Array<null>(MOST_VERSIONS - 1).fill(null)))).toBeNull();
    expect(sendingRefusal(versions(...Array<null>(MOST_VERSIONS).fill(null)))).toBe('VERSIONS_SPENT');
  });

  it('has the rounds of changes that the package says, or the usual ones', () => {
    expect(roundsLeft([], null)).toBe(DEFAULT_ROUNDS);
    expect(roundsLeft(versions('changes', null, null), null)).toBe(DEFAULT_ROUNDS - 1);
    expect(roundsLeft([], 0)).toBe(0);
    expect(roundsLeft(versions('changes', 'changes'), 1)).toBe(0);
  });

  it('is decided by its latest version alone', () => {
    const approve = (number: number) => ({ number, verdict: 'approved' as const });
    const change = (number: number) => ({ number, verdict: 'changes' as const });
    expect(verdictRefusal([], approve(1), null)).toBe('DELIVERABLE_MOVED_ON');
    expect(verdictRefusal(versions(null), approve(1), null)).toBeNull();
    expect(verdictRefusal(versions(null, null), approve(1), null)).toBe('DELIVERABLE_MOVED_ON');
    expect(verdictRefusal(versions('changes'), approve(1), null)).toBe('DELIVERABLE_MOVED_ON');
    expect(verdictRefusal(versions('approved'), change(1), null)).toBe('DELIVERABLE_APPROVED');
    expect(verdictRefusal(versions(null), change(1), 0)).toBe('ROUNDS_SPENT');
    // Without rounds it can still be approved.
    expect(verdictRefusal(versions(null), approve(1), 0)).toBeNull();
  });

  it('is the last one when all others are approved', () => {
    expect(isLastApproval([])).toBe(true);
    expect(isLastApproval([versions('changes', 'approved')])).toBe(true);
    expect(isLastApproval([versions('approved'), versions(null)])).toBe(false);
    expect(isLastApproval([[]])).toBe(false);
  });
});

describe('what became of the deliverables of a booking that has ended', () => {
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
  ] as const)('%s, %s, approved at %s: %s', (status, paymentState, approvedAt, end) => {
    expect(workEnd({ status, paymentState, approvedAt })).toBe(end);
  });

  it('never says that something waits, and says “Approved” of everything sent where the brand approved the work', () => {
    for (const end of Object.keys(WORK_ENDS) as (keyof typeof WORK_ENDS)[])
      for (const state of ['open', 'sent', 'changes', 'approved'] as const)
        expect(deliverableLabel(state, end)).not.toMatch(/waiting|requested|yet|^sent$/i);
    expect(deliverableLabel('sent', 'approved')).toBe('Approved');
    expect(deliverableLabel('sent', 'released')).toBe('Accepted');
    expect(deliverableLabel('sent', 'refunded')).toBe('Not approved');
    expect(deliverableLabel('sent', null)).toBe('Waiting for approval');
  });
});
