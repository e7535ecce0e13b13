import { describe, expect, it } from 'vitest';
import {
  computeAcceptBy,
  BOOKING_STATUSES,
  canMoveStatus,
  DEFAULT_WINDOWS,
  listDecisionKinds,
  computeDueAt,
  computeExtendedAcceptBy,
  listMovesFrom,
  describeNextStep,
  computeOverdueAt,
  PAYMENT_STATES,
  type BookingProgress,
  type BookingStatus,
} from './index.ts';

/** The status changes of requirements R4.3 to R4.6. */
const SPEC: readonly [BookingStatus, string, BookingStatus][] = [
  ['pending', 'Accept Booking', 'accepted'],
  ['pending', 'Decline Booking', 'cancelled'],
  ['accepted', 'Start Working', 'in_progress'],
  ['in_progress', 'Mark as Completed', 'completed'],
];

describe('status changes by the creator', () => {
  const pairs = BOOKING_STATUSES.flatMap((from) => BOOKING_STATUSES.map((to) => [from, to] as const));

  it.each(pairs)('are possible only if the requirements list them: %s → %s', (from, to) => {
    expect(canMoveStatus(from, to)).toBe(SPEC.some(([a, , b]) => a === from && b === to));
  });
});

it.each(SPEC)('shows a booking that is %s with the button "%s", which leads to %s', (from, label, to) => {
  expect(listMovesFrom(from)).toContainEqual({ to, label });
});

it('shows an ended booking without buttons', () => {
  expect(listMovesFrom('completed')).toEqual([]);
  expect(listMovesFrom('cancelled')).toEqual([]);
});

describe('the creator’s time to accept a booking', () => {
  const authorized = new Date('2026-03-10T12:00:00Z');

  it('is 72 hours', () => {
    expect(computeAcceptBy(authorized, new Date('2026-03-17T12:00:00Z'), DEFAULT_WINDOWS).toISOString()).toBe(
      '2026-03-13T12:00:00.000Z',
    );
    expect(computeAcceptBy(authorized, null, DEFAULT_WINDOWS).toISOString()).toBe('2026-03-13T12:00:00.000Z');
  });

  it('ends a day before the card authorization expires, if that is earlier', () => {
    expect(computeAcceptBy(authorized, new Date('2026-03-12T12:00:00Z'), DEFAULT_WINDOWS).toISOString()).toBe(
      '2026-03-11T12:00:00.000Z',
    );
  });
});

describe('an extension of the creator’s time to accept', () => {
  const acceptBefore = new Date('2026-03-13T12:00:00Z');

  it('adds 72 hours', () => {
    expect(computeExtendedAcceptBy(acceptBefore, null, DEFAULT_WINDOWS)?.toISOString()).toBe(
      '2026-03-16T12:00:00.000Z',
    );
  });

  it('ends a day before the card authorization expires', () => {
    expect(
      computeExtendedAcceptBy(acceptBefore, new Date('2026-03-16T12:00:00Z'), DEFAULT_WINDOWS)?.toISOString(),
    ).toBe('2026-03-15T12:00:00.000Z');
    expect(computeExtendedAcceptBy(acceptBefore, new Date('2026-03-14T12:00:00Z'), DEFAULT_WINDOWS)).toBeNull();
  });
});

it('lets a brand cancel three days after the work was due', () => {
  expect(computeOverdueAt(new Date('2026-03-15T12:00:00Z'), DEFAULT_WINDOWS).toISOString()).toBe(
    '2026-03-18T12:00:00.000Z',
  );
});

it('lets staff split the payment of completed work only', () => {
  expect(BOOKING_STATUSES.filter((status) => listDecisionKinds(status).includes('split'))).toEqual(['completed']);
});

it('makes work due after the package’s delivery days', () => {
  expect(computeDueAt(new Date('2026-03-10T12:00:00Z'), 5).toISOString()).toBe('2026-03-15T12:00:00.000Z');
});

describe('the next step of a booking', () => {
  const NOW = new Date('2026-03-12T12:00:00Z');
  const ACCEPTED = '2026-03-10T12:00:00.000Z';
  const DUE = '2026-03-20T00:00:00.000Z';
  const base: BookingProgress = {
    status: 'pending',
    paymentState: 'authorized',
    cancelReason: null,
    windows: DEFAULT_WINDOWS,
    createdAt: '2026-03-10T12:00:00.000Z',
    acceptBy: '2026-03-13T12:00:00.000Z',
    acceptedAt: '2026-03-11T12:00:00.000Z',
    resumedAt: null,
    pausedAt: null,
    reviewBy: null,
    reviewedAt: null,
    payBy: null,
    leadDays: 0,
    dueAt: '2026-03-20T12:00:00.000Z',
    releaseAt: '2026-03-25T12:00:00.000Z',
    payoutBlockedBy: null,
    refundReturned: false,
    cancellation: null,
    dispute: null,
    chargeback: null,
  };

  const ANSWER_BY = '2026-03-21T12:00:00.000Z';
  const DECIDED_BY = '2026-03-28T12:00:00.000Z';
  const PROBLEM = { kind: 'problem', openedBy: 'brand', answerBy: ANSWER_BY, answered: false, offered: false } as const;

  it.each([
    [{ paymentState: 'requires_payment' }, 'brand', '2026-03-11T12:00:00.000Z'],
    [{}, 'creator', base.acceptBy],
    [{ status: 'accepted', paymentState: 'capturing' }, 'platform', null],
    [{ status: 'accepted', paymentState: 'held' }, 'creator', '2026-03-18T12:00:00.000Z'],
    [
      { status: 'accepted', paymentState: 'held', acceptedAt: '2026-03-04T12:00:00.000Z' },
      'creator',
      '2026-03-18T12:00:00.000Z',
    ],
    [
      { status: 'accepted', paymentState: 'held', resumedAt: '2026-03-17T12:00:00.000Z' },
      'creator',
      '2026-03-20T12:00:00.000Z',
    ],
    [
      { status: 'in_progress', paymentState: 'held', dueAt: '2026-03-12T12:00:00.000Z' },
      'creator',
      '2026-04-11T12:00:00.000Z',
    ],
    [{ status: 'in_progress', paymentState: 'held' }, 'creator', base.dueAt],
    [{ status: 'completed', paymentState: 'held' }, 'brand', base.releaseAt],
    [{ status: 'completed', paymentState: 'releasing' }, 'platform', null],
    [{ status: 'completed', paymentState: 'releasing', payoutBlockedBy: 'payout_setup' }, 'creator', null],
    [{ status: 'completed', paymentState: 'released' }, 'nobody', null],
    [{ status: 'cancelled', paymentState: 'authorized', cancelReason: 'declined' }, 'platform', null],
    [{ status: 'cancelled', paymentState: 'voided', cancelReason: 'declined' }, 'nobody', null],
    [
      { status: 'in_progress', paymentState: 'held', cancellation: { askedBy: 'brand', answerBy: ANSWER_BY } },
      'creator',
      ANSWER_BY,
    ],
    [
      { status: 'accepted', paymentState: 'held', cancellation: { askedBy: 'creator', answerBy: ANSWER_BY } },
      'brand',
      ANSWER_BY,
    ],
    [{ status: 'completed', paymentState: 'disputed', dispute: PROBLEM }, 'creator', ANSWER_BY],
    [
      { status: 'completed', paymentState: 'disputed', dispute: { ...PROBLEM, answered: true } },
      'platform',
      DECIDED_BY,
    ],
    [
      { status: 'completed', paymentState: 'disputed', dispute: { ...PROBLEM, answered: true, offered: true } },
      'brand',
      DECIDED_BY,
    ],
    [
      {
        status: 'in_progress',
        paymentState: 'disputed',
        dispute: { ...PROBLEM, kind: 'cancellation', openedBy: 'creator' },
      },
      'brand',
      ANSWER_BY,
    ],
    [{ status: 'completed', paymentState: 'disputed', chargeback: 'open' }, 'platform', null],
    [{ status: 'completed', paymentState: 'refunded', chargeback: 'lost' }, 'nobody', null],
    [{ status: 'cancelled', paymentState: 'refunding', cancelReason: 'agreed' }, 'platform', null],
    [{ status: 'cancelled', paymentState: 'refunded', cancelReason: 'overdue' }, 'nobody', null],
    [{ status: 'completed', paymentState: 'split' }, 'nobody', null],
    [{ status: 'completed', paymentState: 'split', refundReturned: true }, 'platform', null],
    [{ status: 'accepted', paymentState: 'held', refundReturned: true }, 'creator', '2026-03-18T12:00:00.000Z'],
    [{ status: 'cancelled', paymentState: 'voided', cancelReason: 'declined', refundReturned: true }, 'platform', null],
    [{ status: 'completed', paymentState: 'refunded', refundReturned: true, chargeback: 'lost' }, 'nobody', null],
  ] as const)('for %o has to be taken by "%s", with the deadline %s', (change, waitingFor, at) => {
    expect(describeNextStep({ ...base, ...change }, undefined, NOW)).toMatchObject({ waitingFor, at });
  });

  it('contains the time since which the creator has been late with the start or the delivery', () => {
    const accepted = { ...base, status: 'accepted', paymentState: 'held', acceptedAt: ACCEPTED } as const;
    const working = { ...base, status: 'in_progress', paymentState: 'held', dueAt: DUE } as const;
    const sinceOf = (booking: typeof accepted | typeof working, now: string) =>
      describeNextStep(booking, 'creator', new Date(now)).overdueSince;
    expect(sinceOf(accepted, '2026-03-17T11:59:59.999Z')).toBeNull();
    expect(sinceOf(accepted, '2026-03-17T12:00:00.000Z')).toBe('2026-03-17T12:00:00.000Z');
    expect(sinceOf(working, '2026-03-19T23:59:59.999Z')).toBeNull();
    expect(sinceOf(working, '2026-03-20T00:00:00.000Z')).toBe(DUE);
    expect(sinceOf({ ...working, paymentState: 'disputed', chargeback: 'open' } as never, DUE)).toBeNull();
  });

  it.each([
    [{ paymentState: 'requires_payment' }, 'brand', /^If you do not pay/],
    [{}, 'creator', /^If you do not accept/],
    [{}, 'brand', /^If the creator does not accept.* your card/],
    [{ status: 'accepted', paymentState: 'held' }, 'creator', /If you do not start/],
    [{ status: 'in_progress', paymentState: 'held' }, 'creator', /until you mark/],
    [{ status: 'completed', paymentState: 'held' }, 'brand', /^If you do nothing/],
    [{ status: 'completed', paymentState: 'held' }, 'creator', /released to you/],
    [
      { status: 'completed', paymentState: 'releasing', payoutBlockedBy: 'payout_setup' },
      'creator',
      /Finish your payout setup/,
    ],
    [{ status: 'completed', paymentState: 'released' }, 'creator', /^You were paid/],
    [{ status: 'cancelled', paymentState: 'voided', cancelReason: 'not_accepted' }, 'creator', /^You did not accept/],
    [
      { status: 'in_progress', paymentState: 'held' },
      'brand',
      /3 days overdue, you can cancel and are refunded in full\.$/,
    ],
    [
      { status: 'accepted', paymentState: 'held', cancellation: { askedBy: 'creator', answerBy: ANSWER_BY } },
      'brand',
      /^The creator has asked to cancel this booking\. If you do not answer in time, it is cancelled and you are refunded in full\.$/,
    ],
    [
      { status: 'accepted', paymentState: 'held', cancellation: { askedBy: 'creator', answerBy: ANSWER_BY } },
      'creator',
      /^You have asked to cancel this booking\. If the brand does not answer in time/,
    ],
    [
      { status: 'completed', paymentState: 'disputed', dispute: PROBLEM },
      'creator',
      /If you do not respond in time, Marquee decides without your response\.$/,
    ],
    [
      { status: 'completed', paymentState: 'disputed', dispute: { ...PROBLEM, answered: true } },
      'brand',
      /pay the creator, refund you, or split it/,
    ],
    [
      {
        status: 'in_progress',
        paymentState: 'disputed',
        dispute: { ...PROBLEM, kind: 'cancellation', answered: true },
      },
      'creator',
      /the booking continues/,
    ],
    [
      { status: 'cancelled', paymentState: 'refunded', cancelReason: 'overdue' },
      'brand',
      /^The work was overdue, and you cancelled\. You were refunded/,
    ],
    [
      { status: 'cancelled', paymentState: 'refunded', cancelReason: 'agreed', refundReturned: true },
      'brand',
      /^Your bank returned the refund/,
    ],
  ] as const)('with %o addresses the %s as "you": %s', (change, viewer, words) => {
    expect(describeNextStep({ ...base, ...change }, viewer, NOW).text).toMatch(words);
  });

  it('never refers to its viewer in the third person, and never mentions escrow', () => {
    for (const viewer of [undefined, 'creator', 'brand'] as const) {
      for (const status of BOOKING_STATUSES) {
        for (const paymentState of PAYMENT_STATES) {
          const { text } = describeNextStep({ ...base, status, paymentState }, viewer, NOW);
          expect(text).toMatch(/^[A-Z].*\.$/);
          expect(text.toLowerCase()).not.toContain('escrow');
          if (viewer !== undefined) expect(text.toLowerCase()).not.toMatch(new RegExp(`the ${viewer}(?!’)`));
        }
      }
    }
  });
});
