import { describe, expect, it } from 'vitest';
import { formatChange, formatComparedPeriods, formatLongInterval, formatShortInterval } from './periods.ts';

describe('the labels of periods', () => {
  it('name months, weeks and days from the dates of a period', () => {
    const week = { from: '2027-03-08', to: '2027-03-14' };
    expect([formatShortInterval(week, '12m'), formatShortInterval(week, '13w')]).toEqual(['Mar', 'Mar 8']);
    expect(formatLongInterval(week, '12m')).toBe('March 2027');
    expect(formatLongInterval(week, '13w')).toBe('Mar 8 – 14, 2027');
    expect(formatLongInterval({ from: '2027-03-08', to: '2027-03-08' }, '30d')).toBe('Mar 8, 2027');
  });

  it('compare a value with the value of the previous period, unless the previous value is 0 or negative', () => {
    expect(formatChange(150, 100)).toBe('+50%');
    expect(formatChange(1, 3)).toBe('−67%');
    expect(formatChange(1_000, 1_001)).toBe('−<1%');
    expect(formatChange(-5, 10)).toBe('−150%');
    expect([formatChange(7, 7), formatChange(7, 0), formatChange(0, -3)]).toEqual(['No change', null, null]);
  });

  it('state both periods of a comparison', () => {
    expect(
      formatComparedPeriods({ from: '2027-03-01', to: '2027-03-14' }, { from: '2026-03-01', to: '2026-03-14' }),
    ).toBe('Mar 1 – 14, 2027, compared with Mar 1 – 14, 2026');
  });
});
