import { describe, expect, it } from 'vitest';
import { compared, longLabel, shortLabel } from './periods.ts';

describe('figures over time, in words', () => {
  it('call months, weeks and days by their names, in every zone', () => {
    const week = { from: '2027-03-08', to: '2027-03-14' };
    expect([shortLabel(week, '12m'), shortLabel(week, '13w')]).toEqual(['Mar', 'Mar 8']);
    expect(longLabel(week, '12m')).toBe('March 2027');
    expect(longLabel(week, '13w')).toBe('Mar 8, 2027 – Mar 14, 2027');
    expect(longLabel({ from: '2027-03-08', to: '2027-03-08' }, '30d')).toBe('Mar 8, 2027');
  });

  it('compare with what was before, and claim nothing without it', () => {
    expect(compared(150, 100)).toBe('50% more than');
    expect(compared(1, 3)).toBe('67% less than');
    expect(compared(1_000, 1_001)).toBe('less than 1% less than');
    expect(compared(-5, 10)).toBe('150% less than');
    expect([compared(7, 7), compared(7, 0), compared(0, -3)]).toEqual(['as much as', null, null]);
  });
});
