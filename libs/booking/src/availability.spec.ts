import { describe, expect, it } from 'vitest';
import { computeAvailability, isOccupyingStatus, formatOrdinal } from './availability.ts';
import { BOOKING_STATUSES } from './states.ts';

const TODAY = '2026-03-10';
const OPEN = { maxBookings: null, leadDays: 0, timeOff: [] };
const IDLE = { taken: 0, ahead: 0, dueDays: [] };

describe('the availability of a creator', () => {
  it.each([
    ['allows an order if no limits are set', OPEN, { taken: 500, ahead: 0, dueDays: [] }, 'free', null, TODAY],
    [
      'allows an order if one of two slots is free',
      { ...OPEN, maxBookings: 2 },
      { taken: 1, ahead: 0, dueDays: [] },
      'free',
      null,
      TODAY,
    ],
    [
      'is full with no known next free day if no work has begun',
      { ...OPEN, maxBookings: 2 },
      { taken: 2, ahead: 0, dueDays: [] },
      'full',
      null,
      TODAY,
    ],
    [
      'is full until the first due date',
      { ...OPEN, maxBookings: 2 },
      { taken: 2, ahead: 0, dueDays: ['2026-03-20', '2026-03-14'] },
      'full',
      '2026-03-14',
      TODAY,
    ],
    [
      'is full until the second due date if the limit was lowered by one',
      { ...OPEN, maxBookings: 1 },
      { taken: 2, ahead: 0, dueDays: ['2026-03-14', '2026-03-20'] },
      'full',
      '2026-03-20',
      TODAY,
    ],
    [
      'is full with no known next free day if the work is late',
      { ...OPEN, maxBookings: 1 },
      { taken: 1, ahead: 0, dueDays: ['2026-03-09'] },
      'full',
      null,
      TODAY,
    ],
    [
      'is full until the end of a time off during which a slot becomes free',
      { ...OPEN, maxBookings: 1, timeOff: [{ first: '2026-03-12', last: '2026-03-15' }] },
      { taken: 1, ahead: 0, dueDays: ['2026-03-14'] },
      'full',
      '2026-03-16',
      TODAY,
    ],
    [
      'is full if brands on the waiting list are ahead for the free slot',
      { ...OPEN, maxBookings: 2 },
      { taken: 1, ahead: 1, dueDays: ['2026-03-14'] },
      'full',
      null,
      TODAY,
    ],
    [
      'is full until the first due date, even if brands on the waiting list are ahead',
      { ...OPEN, maxBookings: 1 },
      { taken: 1, ahead: 2, dueDays: ['2026-03-14'] },
      'full',
      '2026-03-14',
      TODAY,
    ],
    ['lets work start after the lead days', { ...OPEN, leadDays: 3 }, IDLE, 'free', null, '2026-03-13'],
    [
      'lets work start after a time off that includes the earliest start',
      { ...OPEN, leadDays: 3, timeOff: [{ first: '2026-03-12', last: '2026-03-15' }] },
      IDLE,
      'free',
      null,
      '2026-03-16',
    ],
    [
      'is away until the end of two adjoining times off',
      {
        ...OPEN,
        timeOff: [
          { first: '2026-03-13', last: '2026-03-20' },
          { first: '2026-03-09', last: '2026-03-12' },
        ],
      },
      IDLE,
      'away',
      '2026-03-21',
      '2026-03-21',
    ],
    [
      'is away on the last day off',
      { ...OPEN, timeOff: [{ first: '2026-03-01', last: TODAY }] },
      IDLE,
      'away',
      '2026-03-11',
      '2026-03-11',
    ],
    [
      'allows an order on the first day after a time off',
      { ...OPEN, timeOff: [{ first: '2026-03-01', last: '2026-03-09' }] },
      IDLE,
      'free',
      null,
      TODAY,
    ],
    [
      'is away if work would start after more than ninety days',
      { ...OPEN, leadDays: 2, timeOff: [{ first: '2026-03-11', last: '2026-06-30' }] },
      IDLE,
      'away',
      '2026-07-01',
      '2026-07-01',
    ],
    [
      'is away if the creator has time off and no free slot',
      { ...OPEN, maxBookings: 1, timeOff: [{ first: TODAY, last: TODAY }] },
      { taken: 1, ahead: 0, dueDays: [] },
      'away',
      null,
      '2026-03-11',
    ],
  ] as const)('%s', (_, settings, occupancy, state, nextDay, startDay) => {
    expect(computeAvailability(settings, occupancy, TODAY)).toEqual({ state, nextDay, startDay });
  });

  it('counts pending, accepted and started bookings as used slots', () => {
    expect(BOOKING_STATUSES.filter(isOccupyingStatus)).toEqual(['pending', 'accepted', 'in_progress']);
  });
});

it('numbers places on the waiting list with ordinals such as 1st, 2nd and 3rd', () => {
  expect([1, 2, 3, 4, 11, 12, 13, 21, 42, 50].map(formatOrdinal)).toEqual([
    '1st',
    '2nd',
    '3rd',
    '4th',
    '11th',
    '12th',
    '13th',
    '21st',
    '42nd',
    '50th',
  ]);
});
