import { describe, expect, it } from 'vitest';
import {
  BOOKING_ACTIONS,
  BOOKING_STATUSES,
  CANCEL_REASONS,
  DEFAULT_WINDOWS,
  PAYMENT_STATES,
  QUESTIONS,
  reachableStates,
  SIDES,
} from './index.ts';

const STATES = reachableStates(DEFAULT_WINDOWS);
const named = STATES.map((state) => [`${state.status} / ${state.paymentState} / ${state.question}`, state] as const);

describe('the states that a booking can be in', () => {
  it.each(named)('%s: says what happens if nobody acts, and until when', (_, { next, may, staffDecides }) => {
    for (const { waitingFor, text, at, label, limit } of next) {
      expect(text).toMatch(/^[A-Z].*\.$/);
      // It is over, or it has a moment of its own, or a limit of who has to act.
      if (waitingFor === 'nobody') expect([at, limit]).toEqual([null, null]);
      else expect(limit).toMatch(/\w.{10,}/);
      if (at !== null) expect(label).toMatch(/\w/);
      // Who is waited for can do something, or it is the machine, the bank or staff.
      if (waitingFor === 'creator' || waitingFor === 'brand')
        expect([waitingFor, at === null]).not.toEqual(['brand', true]);
    }
    if (staffDecides) expect(next.some(({ at }) => at !== null)).toBe(true);
    for (const side of SIDES) expect(new Set(may[side]).size).toBe(may[side].length);
  });

  it('have a moment wherever somebody is waited for, but for a payout that its creator cannot receive', () => {
    const without = STATES.filter(({ next }) =>
      next.some(({ waitingFor, at }) => (waitingFor === 'brand' || waitingFor === 'creator') && at === null),
    );
    expect(new Set(without.map(({ question }) => question))).toEqual(new Set(['payout_setup']));
  });

  it('have money in them only where it is frozen, moved by a machine, or has a moment', () => {
    for (const { paymentState, next } of STATES) {
      if (paymentState !== 'held' && paymentState !== 'authorized') continue;
      for (const { at, waitingFor } of next) expect([at === null, waitingFor]).not.toEqual([true, 'nobody']);
      if (paymentState === 'held') expect(next.every(({ at }) => at !== null)).toBe(true);
    }
  });

  it('are reached by every action, and are every status, payment state, question and reason that there is', () => {
    const all = <T>(values: readonly (readonly T[])[]) => new Set(values.flat());
    expect(all(STATES.map(({ may }) => [...may.creator, ...may.brand]))).toEqual(new Set(BOOKING_ACTIONS));
    expect(all(STATES.map(({ status }) => [status]))).toEqual(new Set(BOOKING_STATUSES));
    expect(all(STATES.map(({ paymentState }) => [paymentState]))).toEqual(new Set(PAYMENT_STATES));
    expect(all(STATES.map(({ question }) => [question]))).toEqual(new Set(QUESTIONS));
    expect(all(STATES.map(({ cancelReasons }) => cancelReasons))).toEqual(new Set(CANCEL_REASONS));
  });

  it('never hold money of a booking that is over', () => {
    expect(STATES.filter(({ status, paymentState }) => status === 'cancelled' && paymentState === 'held')).toEqual([]);
  });

  it('have an open request or dispute only where lists look for one', () => {
    const where = (is: (question: string) => boolean, of: (state: (typeof STATES)[number]) => string) =>
      new Set(STATES.filter(({ question }) => is(question)).map(of));
    expect(
      where(
        (question) => question === 'cancellation_asked',
        ({ status }) => status,
      ),
    ).toEqual(new Set(['accepted', 'in_progress']));
    expect(
      where(
        (question) => /^(problem_|cancellation_(answer|decision))/.test(question),
        ({ paymentState }) => paymentState,
      ),
    ).toEqual(new Set(['disputed']));
  });

  it('follow the operator’s windows', () => {
    const words = reachableStates({ ...DEFAULT_WINDOWS, acceptHours: 48 }).flatMap(({ next }) => next);
    expect(words.some(({ limit }) => limit?.startsWith('48 hours after the payment'))).toBe(true);
  });
});
