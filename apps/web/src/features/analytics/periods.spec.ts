import { describe, expect, it } from 'vitest';
import { formatChange, formatLongInterval, formatShortInterval } from './periods.ts';

describe('the labels of periods', () => {
  it('name months, weeks and days from the dates of a period', () => {
    const week = { from: '2027-03-08', to: '2027-03-14' };
    expect([formatShortInterval(week, '12m'), formatShortInterval(week, '13w')]).toEqual(['Mar', 'Mar 8']);
    expect(formatLongInterval(week, '12m')).toBe('March 2027');
    expect(formatLongInterval(week, '13w')).toBe('Mar 8, 2027 – Mar 14, 2027');
    expect(formatLongInterval({ from: '2027-03-08', to: '2027-03-08' }, '30d')).toBe('Mar 8, 2027');
  });

  it('compare a value with the value of the previous period, unless the previous value is 0 or negative', () => {
    expect(formatChange(150, 100)).toBe('50% more than');
    expect(formatChange(1, 3)).toBe('67% less than');
    expect(formatChange(1_000, 1_001)).toBe('less than 1% less than');
    expect(formatChange(-5, 10)).toBe('150% less than');
    expect([formatChange(7, 7), formatChange(7, 0), formatChange(0, -3)]).toEqual(['as much as', null, null]);
  });
});
