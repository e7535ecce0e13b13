import { describe, expect, it } from 'vitest';
import {
  findCheckedAt,
  summarizeFollowerProofs,
  PROOF_VALIDITY_DAYS,
  type ConfirmedFollowerProof,
} from './follower-proof.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const NOW = new Date('2027-03-01T12:00:00Z');
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS);

const claimed = { platform: 'instagram', handle: '@lina', followers: 10_000 } as const;
const proof = (change: Partial<ConfirmedFollowerProof> = {}): ConfirmedFollowerProof => ({
  ...claimed,
  confirmedAt: daysAgo(10),
  ...change,
});

describe('a follower count', () => {
  it('is verified if a screenshot of the same account shows at least as many followers', () => {
    expect(findCheckedAt(claimed, [proof()], NOW)).toEqual(daysAgo(10));
    expect(findCheckedAt(claimed, [proof({ followers: 10_001 })], NOW)).toEqual(daysAgo(10));
    expect(findCheckedAt(claimed, [proof({ confirmedAt: daysAgo(10).toISOString() })], NOW)).toEqual(daysAgo(10));
  });

  it.each([
    ['no screenshot', []],
    ['a screenshot of fewer followers', [proof({ followers: 9_999 })]],
    ['a screenshot of another account', [proof({ handle: '@lina.two' })]],
    ['a screenshot of another platform', [proof({ platform: 'tiktok' })]],
    ['a screenshot from a year ago', [proof({ confirmedAt: daysAgo(PROOF_VALIDITY_DAYS) })]],
  ])('counts as self-reported with %s', (_, proofs) => expect(findCheckedAt(claimed, proofs, NOW)).toBeNull());

  it('stays verified for a year after staff confirmed the screenshot', () => {
    expect(findCheckedAt(claimed, [proof({ confirmedAt: daysAgo(PROOF_VALIDITY_DAYS - 1) })], NOW)).not.toBeNull();
  });

  it('is summarized for all of a creator’s accounts: none, some or all are verified', () => {
    const [checked, declared] = [{ checkedAt: NOW }, { checkedAt: null }];
    expect(summarizeFollowerProofs([checked, checked])).toBe('all');
    expect(summarizeFollowerProofs([checked, declared])).toBe('some');
    expect(summarizeFollowerProofs([declared])).toBe('none');
    expect(summarizeFollowerProofs([])).toBe('none');
  });
});
