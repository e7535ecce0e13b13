import { describe, expect, it } from 'vitest';
import { computeSendAt, getEmailFrequency, computeNextDigestAt, notificationSettings } from './notification.ts';

const sent = (at: string, from: number, to: number, zone: string | null) =>
  computeSendAt(new Date(at), { from, to }, zone).toISOString();

describe('quiet hours', () => {
  it('delay emails until they end, even past midnight, and do not delay emails at other hours', () => {
    expect(sent('2026-11-23T21:59:59.000Z', 22, 7, null)).toBe('2026-11-23T21:59:59.000Z');
    expect(sent('2026-11-23T22:00:00.000Z', 22, 7, null)).toBe('2026-11-24T07:00:00.000Z');
    expect(sent('2026-11-24T06:59:59.999Z', 22, 7, null)).toBe('2026-11-24T07:00:00.000Z');
    expect(sent('2026-11-24T07:00:00.000Z', 22, 7, null)).toBe('2026-11-24T07:00:00.000Z');
    expect(sent('2026-11-24T12:30:00.000Z', 12, 13, null)).toBe('2026-11-24T13:00:00.000Z');
    expect(computeSendAt(new Date(0), null, null)).toEqual(new Date(0));
  });

  it('follow the recipient’s time zone, including days of 23 or 25 hours and half-hour offsets', () => {
    // On March 28, 2027, clocks in Berlin change from 01:59 to 03:00, so the hour in which the quiet hours end does
    // not exist.
    expect(sent('2027-03-27T23:30:00.000Z', 22, 2, 'Europe/Berlin')).toBe('2027-03-28T01:00:00.000Z');
    // On October 31, 2027, clocks in Berlin are set back, so the time from 02:00 to 02:59 occurs twice. Both hours
    // are quiet.
    expect(sent('2027-10-31T00:10:00.000Z', 22, 3, 'Europe/Berlin')).toBe('2027-10-31T02:00:00.000Z');
    expect(sent('2026-11-23T20:00:00.000Z', 22, 7, 'Asia/Kolkata')).toBe('2026-11-24T01:30:00.000Z');
  });

  it('are full hours, and end at a different hour than they begin', () => {
    const quiet = (from: unknown, to: unknown) =>
      notificationSettings.safeParse({ off: [], daily: [], pushOff: [], quiet: { from, to } }).success;
    expect([quiet(22, 7), quiet(7, 7), quiet(-1, 3), quiet(2, 24), quiet(2.5, 3)]).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
    expect(notificationSettings.safeParse({ off: ['money'], quiet: null }).success).toBe(false);
    expect(notificationSettings.safeParse({ off: ['offers', 'offers'], quiet: null }).success).toBe(false);
  });
});

describe('the daily email', () => {
  const next = (at: string, zone: string | null) => computeNextDigestAt(new Date(at), zone).toISOString();

  it('is sent at 8 AM in the recipient’s time zone', () => {
    expect(next('2026-11-23T07:59:59.000Z', null)).toBe('2026-11-23T08:00:00.000Z');
    expect(next('2026-11-23T08:00:00.000Z', null)).toBe('2026-11-24T08:00:00.000Z');
    expect(next('2026-11-23T08:30:00.000Z', null)).toBe('2026-11-24T08:00:00.000Z');
    expect(next('2026-11-23T12:00:00.000Z', 'Asia/Kolkata')).toBe('2026-11-24T02:30:00.000Z');
    // On March 28, 2027, the night in Berlin is one hour shorter.
    expect(next('2027-03-27T23:30:00.000Z', 'Europe/Berlin')).toBe('2027-03-28T06:00:00.000Z');
  });

  it('can be chosen per group, but not for a group without emails', () => {
    const settings = { off: ['offers' as const], daily: ['reviews' as const] };
    expect([
      getEmailFrequency(settings, 'offers'),
      getEmailFrequency(settings, 'reviews'),
      getEmailFrequency(settings, 'money'),
    ]).toEqual(['none', 'daily', 'each']);
    const isGood = (off: string[], daily: string[]) =>
      notificationSettings.safeParse({ off, daily, pushOff: [], quiet: null }).success;
    expect([isGood(['offers'], ['reviews']), isGood(['offers'], ['offers']), isGood([], ['messages'])]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
