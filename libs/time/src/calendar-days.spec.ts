import { describe, expect, it } from 'vitest';
import { countDaysBetween, getStartOfDay, toDayInZone } from './calendar-days.ts';

describe('calendar days', () => {
  it('begin and end at midnight in the given time zone, even when clocks change', () => {
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
});
