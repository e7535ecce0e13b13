import { describe, expect, it } from 'vitest';
import { checkedAt, evidenceOf, PROOF_DAYS, type ConfirmedProof } from './evidence.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const NOW = new Date('2027-03-01T12:00:00Z');
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS);

const claimed = { platform: 'instagram', handle: '@lina', followers: 10_000 } as const;
const proof = (change: Partial<ConfirmedProof> = {}): ConfirmedProof => ({
  ...claimed,
  confirmedAt: daysAgo(10),
  ...change,
});

describe('a follower figure', () => {
  it('is checked where a picture showed at least as many of the same account', () => {
    expect(checkedAt(claimed, [proof()], NOW)).toEqual(daysAgo(10));
    expect(checkedAt(claimed, [proof({ followers: 10_001 })], NOW)).toEqual(daysAgo(10));
    expect(checkedAt(claimed, [proof({ confirmedAt: daysAgo(10).toISOString() })], NOW)).toEqual(daysAgo(10));
  });

  it.each([
    ['no picture', []],
    ['a picture of fewer', [proof({ followers: 9_999 })]],
    ['a picture of another account', [proof({ handle: '@lina.two' })]],
    ['a picture of another platform', [proof({ platform: 'tiktok' })]],
    ['a picture of a year ago', [proof({ confirmedAt: daysAgo(PROOF_DAYS) })]],
  ])('is self-declared with %s', (_, proofs) => expect(checkedAt(claimed, proofs, NOW)).toBeNull());

  it('is checked to the last day of the year', () => {
    expect(checkedAt(claimed, [proof({ confirmedAt: daysAgo(PROOF_DAYS - 1) })], NOW)).not.toBeNull();
  });

  it('says of how many accounts a picture was checked', () => {
    const [checked, declared] = [{ checkedAt: NOW }, { checkedAt: null }];
    expect(evidenceOf([checked, checked])).toBe('all');
    expect(evidenceOf([checked, declared])).toBe('some');
    expect(evidenceOf([declared])).toBe('none');
    expect(evidenceOf([])).toBe('none');
  });
});
