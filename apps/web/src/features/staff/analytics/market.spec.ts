import { toCsv } from '@marquee/money';
import { describe, expect, it } from 'vitest';
import {
  formatAnswerTime,
  toCohortTable,
  formatDisputeRate,
  toMarketTable,
  NO_VALUE,
  formatTakeRate,
  type MarketInterval,
} from './market.ts';

const piece: MarketInterval = {
  from: '2027-03-01',
  to: '2027-03-31',
  ordered: 9,
  paid: 8,
  accepted: 4,
  acceptedSeconds: 4 * 9.5 * 3_600,
  declined: 1,
  unanswered: 2,
  completed: 3,
  disputed: 1,
  creators: 5,
  brands: 6,
  capturedCents: 46_000,
  releasedCents: 23_000,
  feesCents: 3_000,
};

describe('the marketplace metrics', () => {
  it('are formatted as rates, or as a placeholder if there is nothing to divide by', () => {
    expect([formatTakeRate(piece), formatDisputeRate(piece), formatAnswerTime(piece)]).toEqual([
      '13.0%',
      '25.0',
      '9.5 hours',
    ]);
    const none = { ...piece, accepted: 0, acceptedSeconds: 0, releasedCents: 0 };
    expect([formatTakeRate(none), formatDisputeRate(none), formatAnswerTime(none)]).toEqual([
      NO_VALUE,
      NO_VALUE,
      NO_VALUE,
    ]);
  });

  it.each([
    [20, '1 min'],
    [40 * 60, '40 min'],
    [3_599, '1.0 hours'],
    [47 * 3_600, '47.0 hours'],
    [60 * 3_600, '2.5 days'],
  ])('format a response time of %i seconds as %s', (seconds, words) => {
    expect(formatAnswerTime({ ...piece, accepted: 2, acceptedSeconds: 2 * seconds })).toBe(words);
  });

  it('are exported as CSV with all columns', () => {
    const [head = [], ...rows] = toMarketTable([piece]);
    expect(toCsv(rows, 'comma')).toBe('\uFEFF2027-03-01,2027-03-31,9,8,4,136800,1,2,3,1,5,6,460.00,230.00,30.00\r\n');
    expect([head.length, rows[0]?.length]).toEqual([15, 15]);
    const cohorts = [
      { month: '2027-02', brands: 3, later: [2] },
      { month: '2027-03', brands: 1, later: [] },
    ];
    expect(toCohortTable(cohorts)).toEqual([
      ['First month', 'Brands', 'Month 1'],
      ['2027-02', '3', '2'],
      ['2027-03', '1', ''],
    ]);
  });
});
