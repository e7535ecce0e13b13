import { describe, expect, it } from 'vitest';
import {
  computeAvailability,
  toDayInZone,
  countDaysBetween,
  isOccupyingStatus,
  formatOrdinal,
  getStartOfDay,
} from './availability.ts';
import { BOOKING_STATUSES } from './states.ts';

const TODAY = '2026-03-10';
const OPEN = { maxBookings: null, leadDays: 0, timeOff: [] };
const IDLE = { taken: 0, ahead: 0, dueDays: [] };

describe('whether an order can be placed', () => {
  it.each([
    ['nothing is set', OPEN, { taken: 500, ahead: 0, dueDays: [] }, 'free', null, TODAY],
    [
      'one of two places is left',
      { ...OPEN, maxBookings: 2 },
      { taken: 1, ahead: 0, dueDays: [] },
      'free',
      null,
      TODAY,
    ],
    ['none is left', { ...OPEN, maxBookings: 2 }, { taken: 2, ahead: 0, dueDays: [] }, 'full', null, TODAY],
    [
      'work is due',
      { ...OPEN, maxBookings: 2 },
      { taken: 2, ahead: 0, dueDays: ['2026-03-20', '2026-03-14'] },
      'full',
      '2026-03-14',
      TODAY,
    ],
    [
      'the limit was lowered: two have to end',
      { ...OPEN, maxBookings: 1 },
      { taken: 2, ahead: 0, dueDays: ['2026-03-14', '2026-03-20'] },
      'full',
      '2026-03-20',
      TODAY,
    ],
    [
      'what is due is late',
      { ...OPEN, maxBookings: 1 },
      { taken: 1, ahead: 0, dueDays: ['2026-03-09'] },
      'full',
      null,
      TODAY,
    ],
    [
      'the place is free in a time off',
      { ...OPEN, maxBookings: 1, timeOff: [{ first: '2026-03-12', last: '2026-03-15' }] },
      { taken: 1, ahead: 0, dueDays: ['2026-03-14'] },
      'full',
      '2026-03-16',
      TODAY,
    ],
    [
      'a place is left, and others wait for it',
      { ...OPEN, maxBookings: 2 },
      { taken: 1, ahead: 1, dueDays: ['2026-03-14'] },
      'full',
      null,
      TODAY,
    ],
    [
      'others wait: the next place is theirs, and when it comes is known',
      { ...OPEN, maxBookings: 1 },
      { taken: 1, ahead: 2, dueDays: ['2026-03-14'] },
      'full',
      '2026-03-14',
      TODAY,
    ],
    ['there is notice', { ...OPEN, leadDays: 3 }, IDLE, 'free', null, '2026-03-13'],
    [
      'work would begin in a time off',
      { ...OPEN, leadDays: 3, timeOff: [{ first: '2026-03-12', last: '2026-03-15' }] },
      IDLE,
      'free',
      null,
      '2026-03-16',
    ],
    [
      'today is off, and the days after that too',
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
      'the last day off',
      { ...OPEN, timeOff: [{ first: '2026-03-01', last: TODAY }] },
      IDLE,
      'away',
      '2026-03-11',
      '2026-03-11',
    ],
    [
      'the first day back',
      { ...OPEN, timeOff: [{ first: '2026-03-01', last: '2026-03-09' }] },
      IDLE,
      'free',
      null,
      TODAY,
    ],
    [
      'work would begin after more than ninety days',
      { ...OPEN, leadDays: 2, timeOff: [{ first: '2026-03-11', last: '2026-06-30' }] },
      IDLE,
      'away',
      '2026-07-01',
      '2026-07-01',
    ],
    [
      'away, and all is taken',
      { ...OPEN, maxBookings: 1, timeOff: [{ first: TODAY, last: TODAY }] },
      { taken: 1, ahead: 0, dueDays: [] },
      'away',
      null,
      '2026-03-11',
    ],
  ] as const)('%s', (_, settings, occupancy, state, nextDay, startDay) => {
    expect(computeAvailability(settings, occupancy, TODAY)).toEqual({ state, nextDay, startDay });
  });

  it('goes by what is not over: requests, accepted work and work under way', () => {
    expect(BOOKING_STATUSES.filter(isOccupyingStatus)).toEqual(['pending', 'accepted', 'in_progress']);
  });
});

describe('days', () => {
  it('are those of the time zone, also where the clock is changed', () => {
    const moment = new Date('2026-03-28T23:30:00Z');
    expect([null, 'Europe/Berlin', 'America/New_York'].map((zone) => toDayInZone(moment, zone))).toEqual([
      '2026-03-28',
      '2026-03-29',
      '2026-03-28',
    ]);
    expect(getStartOfDay('2026-03-29', 'Europe/Berlin').toISOString()).toBe('2026-03-28T23:00:00.000Z');
    expect(getStartOfDay('2026-03-30', 'Europe/Berlin').toISOString()).toBe('2026-03-29T22:00:00.000Z');
    expect(getStartOfDay('2026-03-29', 'Pacific/Kiritimati').toISOString()).toBe('2026-03-28T10:00:00.000Z');
    expect(getStartOfDay('2026-03-29', 'Asia/Kathmandu').toISOString()).toBe('2026-03-28T18:15:00.000Z');
    expect(getStartOfDay('2026-03-29', null).toISOString()).toBe('2026-03-29T00:00:00.000Z');
    expect(countDaysBetween('2026-03-28', '2026-04-01')).toBe(4);
  });

  it('have ordinals', () => {
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
});
