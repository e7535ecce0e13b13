import { describe, expect, it } from 'vitest';
import { computeReviewBy, computeReviewDelay, formatHours } from './review-time.ts';

const windows = { releaseDays: 5 };
const at = (day: number, hour = 0, minute = 0) => new Date(Date.UTC(2026, 2, day, hour, minute));
const compute = (sentAt: Date[], decidedAt: Date, ...countedUntil: (Date | null)[]) =>
  computeReviewDelay({ sentAt, decidedAt, countedUntil, windows }).hours;

describe('the time of a review', () => {
  it('is the time after which completed work is paid', () => {
    expect(computeReviewBy(at(1), windows)).toEqual(at(6));
  });

  it('is exceeded only after the promised time', () => {
    expect(compute([at(1)], at(3))).toBe(0);
    expect(compute([at(1)], at(6))).toBe(0);
    expect(compute([at(1)], at(6, 0, 1))).toBe(1);
    expect(compute([at(1)], at(9))).toBe(72);
  });

  it('counts an hour that has begun in full', () => {
    expect(compute([at(1)], at(6, 2, 1))).toBe(3);
  });

  it('counts a time once if several versions are late', () => {
    // Both were sent on the first day. The first one is decided three days late, the second one four days late.
    expect(compute([at(1), at(1)], at(9))).toBe(72);
    expect(compute([at(1)], at(10), at(9))).toBe(24);
  });

  it('counts an hour that has begun once, however many versions are decided in it', () => {
    const first = computeReviewDelay({ sentAt: [at(1), at(1)], decidedAt: at(6, 0, 10), countedUntil: [], windows });
    expect(first).toEqual({ hours: 1, countedUntil: at(6, 1) });
    expect(compute([at(1)], at(6, 0, 20), first.countedUntil)).toBe(0);
    expect(compute([at(1)], at(6, 1, 20), first.countedUntil)).toBe(1);
  });

  it('starts with the version that waits longest', () => {
    expect(compute([at(4), at(1)], at(10))).toBe(96);
  });

  it('leaves out the time before a paused booking resumed', () => {
    expect(compute([at(1)], at(10), null, at(8))).toBe(48);
    expect(compute([at(1)], at(10), null, at(12))).toBe(0);
  });

  it('is formatted in days and hours', () => {
    expect(formatHours(1)).toBe('1 hour');
    expect(formatHours(24)).toBe('1 day');
    expect(formatHours(74)).toBe('3 days and 2 hours');
  });
});
