import { describe, expect, it } from 'vitest';
import { listIntervals, PERIODS } from './analytics.ts';

describe('the intervals of a period', () => {
  it('follow each other without gaps, and end today', () => {
    for (let at = Date.UTC(2027, 0, 1); at < Date.UTC(2028, 3, 1); at += 86_400_000) {
      const today = new Date(at).toISOString().slice(0, 10);
      for (const span of PERIODS) {
        const { pieces, before } = listIntervals(span, today);
        expect(pieces.at(-1)?.to).toBe(today);
        for (const [index, piece] of pieces.entries()) {
          expect(piece.from <= piece.to).toBe(true);
          const next = pieces[index + 1];
          if (next) expect(Date.parse(next.from) - Date.parse(piece.to)).toBe(86_400_000);
        }
        expect(before.from <= before.to && before.to < (pieces[0]?.from ?? '')).toBe(true);
      }
    }
  });

  it('are days for 30 days, weeks for 13 weeks, and calendar months for 12 months', () => {
    expect(listIntervals('30d', '2027-03-01').pieces[0]).toEqual({ from: '2027-01-31', to: '2027-01-31' });
    expect(listIntervals('30d', '2027-03-01').before).toEqual({ from: '2027-01-01', to: '2027-01-30' });
    expect(listIntervals('13w', '2027-03-01').pieces.at(-1)).toEqual({ from: '2027-02-23', to: '2027-03-01' });
    const year = listIntervals('12m', '2027-03-14');
    expect(year.pieces[0]).toEqual({ from: '2026-04-01', to: '2026-04-30' });
    expect(year.pieces[11]).toEqual({ from: '2027-03-01', to: '2027-03-14' });
    expect(year.before).toEqual({ from: '2025-04-01', to: '2026-03-14' });
    // The comparison period ends on February 28, because 2027 has no February 29.
    expect(listIntervals('12m', '2028-02-29').before).toEqual({ from: '2026-03-01', to: '2027-02-28' });
  });
});
