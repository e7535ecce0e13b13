import { describe, expect, it } from 'vitest';
import { computeReviewBy, countReviewDelayHours, findDueAt, formatHours } from './review-time.ts';
import { findStalledDeadlines } from './stalled-deadlines.ts';
import { DEFAULT_WINDOWS } from './windows.ts';
import { addDaysToDate } from '@marquee/time';

const at = (day: number, hour = 0, minute = 0) => new Date(Date.UTC(2026, 2, day, hour, minute));
const count = (now: Date, pausedAt: Date | null = null) => countReviewDelayHours({ reviewBy: at(6), pausedAt }, now);

describe('the time of a review', () => {
  it('is the time after which completed work is paid', () => {
    expect(computeReviewBy(at(1), DEFAULT_WINDOWS)).toEqual(at(6));
  });

  it('is exceeded only after the promised time', () => {
    expect(count(at(3))).toBe(0);
    expect(count(at(6))).toBe(0);
    expect(count(at(6, 0, 1))).toBe(1);
    expect(count(at(9))).toBe(72);
  });

  it('is not exceeded if no version waits', () => {
    expect(countReviewDelayHours({ reviewBy: null, pausedAt: null }, at(30))).toBe(0);
  });

  it('counts an hour that has begun in full', () => {
    expect(count(at(6, 2, 1))).toBe(3);
  });

  it('does not count the time of a pause', () => {
    expect(count(at(10), at(8))).toBe(48);
    expect(count(at(7), at(8))).toBe(24);
    expect(count(at(10), at(5))).toBe(0);
  });

  it('is formatted in days and hours', () => {
    expect(formatHours(1)).toBe('1 hour');
    expect(formatHours(24)).toBe('1 day');
    expect(formatHours(74)).toBe('3 days and 2 hours');
  });
});

describe('the due date', () => {
  it('moves by the delay of a review that is still open', () => {
    const work = { status: 'in_progress', dueAt: at(8), reviewBy: at(6), pausedAt: null } as const;
    expect(findDueAt(work, at(6))).toEqual(at(8));
    expect(findDueAt(work, at(6, 0, 1))).toEqual(at(8, 1));
    expect(findDueAt(work, at(20))).toEqual(at(22));
    expect(findDueAt({ ...work, pausedAt: at(7) }, at(20))).toEqual(at(9));
    expect(findDueAt({ ...work, dueAt: null }, at(20))).toBeNull();
    expect(findDueAt({ ...work, status: 'completed' }, at(20))).toEqual(at(8));
  });

  it('moves by at most 30 days', () => {
    const work = { status: 'in_progress', dueAt: at(1), reviewBy: at(1), pausedAt: null } as const;
    expect(findDueAt(work, addDaysToDate(at(1), 400))).toEqual(addDaysToDate(at(1), 30));
  });
});

describe('the deadlines of overdue work', () => {
  const work = {
    status: 'in_progress',
    acceptedAt: at(1),
    resumedAt: null,
    pausedAt: null,
    dueAt: at(8),
    reviewBy: null,
    reviewedAt: null,
    leadDays: 0,
    windows: DEFAULT_WINDOWS,
  } as const;

  it('do not end the booking while a version waits for the brand', () => {
    expect(findStalledDeadlines(work, at(40))?.endsAt).toEqual(at(38));
    for (const reviewBy of [at(6), at(37), at(60)])
      for (const day of [20, 38, 45, 60]) {
        const end = findStalledDeadlines({ ...work, reviewBy }, at(day));
        expect(end?.endsAt.getTime()).toBeGreaterThan(at(day).getTime());
        expect(end?.remindAt.getTime()).toBeGreaterThan(at(day).getTime());
      }
  });

  it('end the booking in the end if the brand never decides', () => {
    expect(findStalledDeadlines({ ...work, reviewBy: at(6) }, at(400))?.endsAt).toEqual(at(68));
    expect(findStalledDeadlines({ ...work, reviewBy: at(60) }, at(400))?.endsAt).toEqual(at(100));
  });

  it('leave the creator ten days after a decision', () => {
    expect(findStalledDeadlines({ ...work, reviewedAt: at(37) }, at(40))?.endsAt).toEqual(at(47));
    expect(findStalledDeadlines({ ...work, reviewedAt: at(20) }, at(40))?.endsAt).toEqual(at(38));
  });

  it('let the brand cancel only work that was overdue before the review became late', () => {
    const aloneFrom = (reviewBy: Date, day: number) => findStalledDeadlines({ ...work, reviewBy }, at(day))?.aloneFrom;
    expect(aloneFrom(at(10), 30)).toEqual(at(31));
    expect(aloneFrom(at(11), 30)).toEqual(at(30));
    expect(aloneFrom(at(60), 30)).toEqual(at(11));
  });
});
