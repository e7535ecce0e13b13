import { describe, expect, it } from 'vitest';
import {
  computeResponseStats,
  formatResponseStats,
  formatResponseStatsDetails,
  type ResponseFacts,
} from './response-stats.ts';

const at = (hours: number) => new Date(Date.UTC(2026, 2, 1) + hours * 3_600_000);
const NOW = at(1_000);
/** A booking that was paid at hour 0, accepted after `hours` and due at hour 100. */
const accepted = (hours: number, rest: Partial<ResponseFacts> = {}): ResponseFacts => ({
  status: 'in_progress',
  cancelReason: null,
  authorizedAt: at(0),
  acceptedAt: at(hours),
  cancelledAt: null,
  dueAt: at(100),
  reviewBy: null,
  pausedAt: null,
  completedAt: at(99),
  resumedAt: null,
  ...rest,
});
const ended = (cancelReason: ResponseFacts['cancelReason'], hours: number): ResponseFacts =>
  accepted(0, {
    status: 'cancelled',
    cancelReason,
    acceptedAt: null,
    cancelledAt: at(hours),
    dueAt: null,
    completedAt: null,
  });
const FOUR = [2, 4, 6, 8].map((hours) => accepted(hours));

describe('a creator’s response statistics', () => {
  it('are null for fewer than five answered or expired orders', () => {
    expect(computeResponseStats([], NOW)).toBeNull();
    expect(computeResponseStats([...FOUR, ended('withdrawn', 1), ended('unpaid', 1)], NOW)).toBeNull();
    expect(
      computeResponseStats([...FOUR, { ...ended(null, 0), status: 'pending', cancelledAt: null }], NOW),
    ).toBeNull();
    expect(computeResponseStats([...FOUR, accepted(10)], NOW)).not.toBeNull();
  });

  it('count a declined order as answered, and an expired one as unanswered', () => {
    const clock = computeResponseStats([...FOUR, ended('declined', 30), ended('not_accepted', 72)], NOW);
    expect(clock).toEqual({ requests: 6, answered: 5, medianMinutes: 360, delivered: null });
    expect(formatResponseStats(clock!)).toBe('Usually replies within 6 hours');
  });

  it('contain no median response time if the creator answered fewer than five orders', () => {
    const clock = computeResponseStats([...FOUR.slice(1), ended('not_accepted', 72), ended('not_accepted', 72)], NOW);
    expect(clock).toMatchObject({ requests: 5, answered: 3, medianMinutes: null });
    expect(formatResponseStats(clock!)).toBe('Answers 3 of 5 requests');
  });

  it.each([
    ['completed at the due date', accepted(1, { completedAt: at(100) }), { due: 5, onTime: 5 }],
    ['completed later', accepted(1, { completedAt: at(101) }), { due: 5, onTime: 4 }],
    ['overdue now', accepted(1, { completedAt: null }), { due: 5, onTime: 4 }],
    [
      'completed during a late review, which moved the due date',
      accepted(1, { completedAt: at(110), dueAt: at(110), reviewBy: at(110) }),
      { due: 5, onTime: 5 },
    ],
    [
      'overdue now, even with the delay of a late review',
      accepted(1, { completedAt: null, reviewBy: at(101) }),
      { due: 5, onTime: 4 },
    ],
    ['not due because of a late review', accepted(1, { completedAt: null, dueAt: at(401), reviewBy: at(400) }), null],
    ['not due yet', accepted(1, { completedAt: null, dueAt: at(1_001) }), null],
    ['cancelled because it was overdue', { ...ended('overdue', 200), acceptedAt: at(1) }, { due: 5, onTime: 4 }],
    ['late after a pause', accepted(1, { completedAt: at(300), resumedAt: at(90) }), null],
    ['cancelled by agreement', { ...ended('agreed', 50), acceptedAt: at(1) }, null],
  ])('count deliveries correctly with work that is %s', (_, booking, delivered) => {
    expect(computeResponseStats([...FOUR, booking], NOW)?.delivered ?? null).toEqual(delivered);
  });

  it.each([
    [30, '1 hour'],
    [60, '1 hour'],
    [47 * 60, '47 hours'],
    [72 * 60, '3 days'],
  ])('format a median response time of %i minutes as %s', (medianMinutes, words) => {
    const clock = { requests: 9, answered: 9, medianMinutes, delivered: { due: 8, onTime: 7 } };
    expect(formatResponseStats(clock)).toBe(`Usually replies within ${words} · 88% on time`);
    expect(formatResponseStatsDetails(clock)).toBe('Answered 9 of 9 requests. Completed 7 of 8 bookings on time.');
  });
});
