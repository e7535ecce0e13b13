import { describe, expect, it } from 'vitest';
import {
  DEFAULT_WINDOWS,
  BOOKING_ACTIONS,
  BOOKING_STATUSES,
  MAX_CANCELLATION_REQUESTS,
  MAX_SPLIT_PROPOSALS,
  MAX_DISPUTE_STATEMENTS,
  PAYMENT_STATES,
  BOOKING_REFUSALS,
  findRefusal,
  type BookingAction,
  type BookingFacts,
  type BookingRefusal,
  type Side,
} from './index.ts';

const NOW = new Date('2026-03-10T12:00:00Z');
const BEFORE = '2026-03-10T11:59:59.000Z';
const AFTER = '2026-03-10T12:00:01.000Z';
const DAYS_AGO = (days: number) => new Date(NOW.getTime() - days * 86_400_000).toISOString();

const FRESH: BookingFacts = {
  status: 'pending',
  paymentState: 'authorized',
  cancelReason: null,
  windows: DEFAULT_WINDOWS,
  createdAt: BEFORE,
  acceptBy: AFTER,
  acceptedAt: null,
  resumedAt: null,
  pausedAt: null,
  payBy: null,
  leadDays: 0,
  acceptExtendedAt: null,
  captureBefore: null,
  dueAt: null,
  reviewBy: null,
  reviewedAt: null,
  releaseAt: null,
  payoutBlockedBy: null,
  refundReturned: false,
  cancellation: null,
  cancellationsAsked: { creator: 0, brand: 0 },
  problemsReported: 0,
  dispute: null,
  chargeback: null,
};
const ACCEPTED = { ...FRESH, status: 'accepted', paymentState: 'held', acceptedAt: BEFORE } as const;
const WORKING = { ...ACCEPTED, status: 'in_progress', dueAt: AFTER } as const;
const COMPLETED = { ...WORKING, status: 'completed', releaseAt: AFTER } as const;
const ASKED = { ...WORKING, cancellation: { askedBy: 'brand', answerBy: AFTER } } as const;
const PROBLEM = {
  ...COMPLETED,
  paymentState: 'disputed',
  dispute: {
    kind: 'problem',
    openedBy: 'brand',
    claimant: 'brand',
    answerBy: AFTER,
    answered: false,
    offered: true,
    offerCreatorCents: 5_000,
    offers: 1,
    statements: { creator: 0, brand: 1 },
  },
} as const;
const DISAGREED = { ...PROBLEM, dispute: { ...PROBLEM.dispute, kind: 'cancellation', openedBy: 'creator' } } as const;

const rows: readonly [BookingAction, Side, string, BookingFacts, BookingRefusal | null][] = [
  ['pay', 'brand', 'an unpaid order', { ...FRESH, paymentState: 'requires_payment' }, null],
  ['pay', 'brand', 'a paid order', FRESH, 'PAYMENT_DONE'],
  [
    'pay',
    'brand',
    'a cancelled order',
    { ...FRESH, status: 'cancelled', paymentState: 'requires_payment' },
    'PAYMENT_DONE',
  ],

  ['withdraw', 'brand', 'an order before its acceptance', FRESH, null],
  ['withdraw', 'brand', 'an unpaid order', { ...FRESH, paymentState: 'requires_payment', acceptBy: null }, null],
  ['withdraw', 'brand', 'an order after the deadline', { ...FRESH, acceptBy: BEFORE }, null],
  ['withdraw', 'brand', 'an accepted booking', { ...ACCEPTED, paymentState: 'capturing' }, 'WITHDRAWAL_REFUSED'],
  ['withdraw', 'brand', 'a cancelled order', { ...FRESH, status: 'cancelled' }, 'WITHDRAWAL_REFUSED'],
  ['withdraw', 'creator', "the brand's order", FRESH, 'BOOKING_NOT_FOUND'],
  ['extend_acceptance', 'brand', 'an order before its acceptance', FRESH, null],
  ['extend_acceptance', 'brand', 'an order after the deadline', { ...FRESH, acceptBy: BEFORE }, 'EXTENSION_REFUSED'],
  ['extend_acceptance', 'brand', 'a second time', { ...FRESH, acceptExtendedAt: BEFORE }, 'EXTENSION_REFUSED'],
  [
    'extend_acceptance',
    'brand',
    'an authorization about to expire',
    { ...FRESH, captureBefore: AFTER },
    'EXTENSION_REFUSED',
  ],
  ['extend_acceptance', 'brand', 'an accepted booking', ACCEPTED, 'EXTENSION_REFUSED'],

  ['accept', 'creator', 'an order before the deadline', FRESH, null],
  [
    'accept',
    'creator',
    'an order at the deadline',
    { ...FRESH, acceptBy: NOW.toISOString() },
    'BOOKING_NOT_ACCEPTABLE',
  ],
  ['accept', 'creator', 'an accepted booking', ACCEPTED, 'BOOKING_MOVE_REFUSED'],
  ['accept', 'brand', 'its own order', FRESH, 'BOOKING_NOT_YOURS_TO_MOVE'],
  ['accept', 'creator', 'an unpaid order', { ...FRESH, paymentState: 'requires_payment' }, 'BOOKING_NOT_FOUND'],
  ['decline', 'creator', 'an order', FRESH, null],
  ['decline', 'creator', 'an order after the deadline', { ...FRESH, acceptBy: BEFORE }, null],
  ['decline', 'creator', 'an accepted booking', ACCEPTED, 'BOOKING_MOVE_REFUSED'],
  ['start', 'creator', 'an accepted booking', ACCEPTED, null],
  ['start', 'creator', 'while the card is charged', { ...ACCEPTED, paymentState: 'capturing' }, 'BOOKING_NOT_CHARGED'],
  ['start', 'creator', 'during a cancellation request', { ...ASKED, status: 'accepted' }, 'CANCELLATION_OPEN'],
  ['start', 'creator', 'while the money is frozen', { ...ACCEPTED, paymentState: 'disputed' }, 'BOOKING_FROZEN'],
  ['complete', 'creator', 'work under way', WORKING, null],
  ['complete', 'creator', 'during a cancellation request', ASKED, 'CANCELLATION_OPEN'],
  ['complete', 'creator', 'work that never began', ACCEPTED, 'BOOKING_MOVE_REFUSED'],

  ['deliver', 'creator', 'work under way', WORKING, null],
  ['deliver', 'creator', 'completed work', COMPLETED, null],
  ['deliver', 'creator', 'while a problem is open', PROBLEM, null],
  ['deliver', 'creator', 'work that never began', ACCEPTED, 'DELIVERY_REFUSED'],
  ['deliver', 'creator', 'work that is paid', { ...COMPLETED, paymentState: 'released' }, 'DELIVERY_REFUSED'],
  ['deliver', 'brand', 'work that it ordered', WORKING, 'BOOKING_NOT_FOUND'],
  ['send_product', 'brand', 'accepted work', ACCEPTED, null],
  ['send_product', 'brand', 'completed work', COMPLETED, 'PRODUCT_REFUSED'],
  ['send_product', 'creator', 'work under way', WORKING, 'BOOKING_NOT_FOUND'],
  ['receive_product', 'creator', 'work under way', WORKING, null],
  ['receive_product', 'creator', 'an order', FRESH, 'PRODUCT_REFUSED'],
  ['receive_product', 'creator', 'refunded work', { ...ACCEPTED, paymentState: 'refunding' }, 'PRODUCT_REFUSED'],
  ['note_results', 'creator', 'work under way', WORKING, null],
  ['note_results', 'creator', 'paid work', { ...COMPLETED, paymentState: 'released' }, null],
  ['note_results', 'creator', 'accepted work', ACCEPTED, 'RESULTS_REFUSED'],
  ['note_results', 'creator', 'refunded work', { ...COMPLETED, paymentState: 'refunded' }, 'RESULTS_REFUSED'],
  ['note_results', 'brand', 'its booking', WORKING, 'BOOKING_NOT_FOUND'],
  ['ask_for_changes', 'brand', 'work under way', WORKING, null],
  ['ask_for_changes', 'brand', 'while a problem is open', PROBLEM, null],
  ['ask_for_changes', 'brand', 'a cancelled booking', { ...FRESH, status: 'cancelled' }, 'DELIVERY_REFUSED'],
  ['ask_for_changes', 'creator', 'their own work', WORKING, 'BOOKING_NOT_FOUND'],
  ['approve_delivery', 'brand', 'work under way', WORKING, null],
  ['approve_delivery', 'brand', 'completed work', COMPLETED, null],
  ['approve_delivery', 'brand', 'during a cancellation request', ASKED, 'CANCELLATION_OPEN'],
  ['approve_delivery', 'brand', 'while the money is frozen', PROBLEM, 'BOOKING_FROZEN'],
  ['approve_delivery', 'brand', 'work that is paid', { ...COMPLETED, paymentState: 'released' }, 'DELIVERY_REFUSED'],
  ['approve_delivery', 'creator', 'their own work', WORKING, 'BOOKING_NOT_FOUND'],

  ['approve', 'brand', 'completed work', COMPLETED, null],
  ['approve', 'brand', 'work under way', WORKING, 'RELEASE_REFUSED'],
  ['approve', 'brand', 'disputed work', PROBLEM, 'RELEASE_REFUSED'],
  ['approve', 'creator', 'their own work', COMPLETED, 'BOOKING_NOT_FOUND'],
  ['report_problem', 'brand', 'completed work', COMPLETED, null],
  [
    'report_problem',
    'brand',
    'after the release time',
    { ...COMPLETED, releaseAt: NOW.toISOString() },
    'PROBLEM_REFUSED',
  ],
  ['report_problem', 'brand', 'during an open dispute', PROBLEM, 'PROBLEM_REFUSED'],
  ['report_problem', 'brand', 'a third time', { ...COMPLETED, problemsReported: 2 }, null],
  ['report_problem', 'brand', 'a fourth time', { ...COMPLETED, problemsReported: 3 }, 'PROBLEMS_SPENT'],
  ['report_problem', 'creator', 'their own work', COMPLETED, 'BOOKING_NOT_FOUND'],

  ['ask_to_cancel', 'brand', 'an accepted booking', ACCEPTED, null],
  ['ask_to_cancel', 'creator', 'work under way', WORKING, null],
  ['ask_to_cancel', 'brand', 'an order', FRESH, 'CANCELLATION_REFUSED'],
  ['ask_to_cancel', 'brand', 'completed work', COMPLETED, 'CANCELLATION_REFUSED'],
  [
    'ask_to_cancel',
    'brand',
    'while the card is charged',
    { ...ACCEPTED, paymentState: 'capturing' },
    'BOOKING_NOT_CHARGED',
  ],
  ['ask_to_cancel', 'brand', 'during a cancellation request', ASKED, 'CANCELLATION_OPEN'],
  [
    'ask_to_cancel',
    'brand',
    'for the fourth time',
    { ...WORKING, cancellationsAsked: { creator: 0, brand: MAX_CANCELLATION_REQUESTS } },
    'CANCELLATIONS_SPENT',
  ],
  [
    'ask_to_cancel',
    'creator',
    'after the brand used up its own requests',
    { ...WORKING, cancellationsAsked: { creator: 0, brand: MAX_CANCELLATION_REQUESTS } },
    null,
  ],
  ['agree_to_cancel', 'creator', 'the brand’s request', ASKED, null],
  ['agree_to_cancel', 'brand', 'its own request', ASKED, 'CANCELLATION_CLOSED'],
  ['agree_to_cancel', 'creator', 'no request', WORKING, 'CANCELLATION_CLOSED'],
  ['agree_to_cancel', 'creator', 'while the bank decides', { ...ASKED, chargeback: 'open' }, 'CANCELLATION_REFUSED'],
  ['disagree_to_cancel', 'creator', 'the brand’s request', ASKED, null],
  [
    'disagree_to_cancel',
    'creator',
    'after the deadline',
    { ...ASKED, cancellation: { askedBy: 'brand', answerBy: BEFORE } },
    'CANCELLATION_CLOSED',
  ],
  ['withdraw_cancellation', 'brand', 'its own request', ASKED, null],
  ['withdraw_cancellation', 'creator', "the brand's request", ASKED, 'CANCELLATION_CLOSED'],
  ['cancel_not_started', 'brand', '7 days after the acceptance', { ...ACCEPTED, acceptedAt: DAYS_AGO(7) }, null],
  [
    'cancel_not_started',
    'brand',
    '6 days after the acceptance',
    { ...ACCEPTED, acceptedAt: DAYS_AGO(6) },
    'CANCELLATION_REFUSED',
  ],
  [
    'cancel_not_started',
    'brand',
    'work that resumed 2 days ago',
    { ...ACCEPTED, acceptedAt: DAYS_AGO(9), resumedAt: DAYS_AGO(2) },
    'CANCELLATION_REFUSED',
  ],
  [
    'cancel_not_started',
    'brand',
    'during a cancellation request',
    { ...ACCEPTED, acceptedAt: DAYS_AGO(9), cancellation: ASKED.cancellation },
    'CANCELLATION_OPEN',
  ],
  ['cancel_not_started', 'brand', 'started work', { ...WORKING, acceptedAt: DAYS_AGO(9) }, 'CANCELLATION_REFUSED'],
  ['cancel_not_started', 'creator', 'their own work', { ...ACCEPTED, acceptedAt: DAYS_AGO(9) }, 'BOOKING_NOT_FOUND'],
  ['cancel_overdue', 'brand', '3 days after the due date', { ...WORKING, dueAt: DAYS_AGO(3) }, null],
  ['cancel_overdue', 'brand', '2 days after the due date', { ...WORKING, dueAt: DAYS_AGO(2) }, 'CANCELLATION_REFUSED'],
  [
    'cancel_overdue',
    'brand',
    'work that resumed 2 days ago',
    { ...WORKING, dueAt: DAYS_AGO(9), resumedAt: DAYS_AGO(2) },
    'CANCELLATION_REFUSED',
  ],
  [
    'cancel_overdue',
    'brand',
    'during its own cancellation request',
    { ...ASKED, dueAt: DAYS_AGO(9) },
    'CANCELLATION_OPEN',
  ],
  [
    'cancel_overdue',
    'brand',
    'during the creator’s cancellation request',
    { ...ASKED, dueAt: DAYS_AGO(9), cancellation: { askedBy: 'creator', answerBy: AFTER } },
    null,
  ],
  [
    'cancel_overdue',
    'brand',
    'work that is late because of a review that is still open',
    { ...WORKING, dueAt: DAYS_AGO(9), reviewBy: DAYS_AGO(7) },
    'CANCELLATION_REFUSED',
  ],
  [
    'cancel_overdue',
    'brand',
    'work that was overdue before the open review became late',
    { ...WORKING, dueAt: DAYS_AGO(9), reviewBy: DAYS_AGO(6) },
    null,
  ],
  [
    'cancel_overdue',
    'brand',
    'work whose review became late before the creator asked to cancel',
    {
      ...ASKED,
      dueAt: DAYS_AGO(9),
      reviewBy: DAYS_AGO(7),
      pausedAt: DAYS_AGO(5),
      cancellation: { askedBy: 'creator', answerBy: AFTER },
    },
    null,
  ],
  ['cancel_overdue', 'creator', 'their own late work', { ...WORKING, dueAt: DAYS_AGO(3) }, 'BOOKING_NOT_FOUND'],

  ['add_statement', 'creator', 'an open dispute', PROBLEM, null],
  ['add_statement', 'creator', 'no dispute', COMPLETED, 'DISPUTE_CLOSED'],
  [
    'add_statement',
    'brand',
    'after 20 statements',
    { ...PROBLEM, dispute: { ...PROBLEM.dispute, statements: { creator: 0, brand: MAX_DISPUTE_STATEMENTS } } },
    'DISPUTE_STATEMENTS_SPENT',
  ],
  ['withdraw_dispute', 'brand', 'its report', PROBLEM, null],
  ['withdraw_dispute', 'creator', "the brand's report", PROBLEM, 'DISPUTE_STEP_REFUSED'],
  ['withdraw_dispute', 'brand', 'while the bank decides', { ...PROBLEM, chargeback: 'open' }, 'DISPUTE_STEP_REFUSED'],
  ['agree_to_refund', 'creator', "the brand's report", PROBLEM, null],
  ['agree_to_refund', 'brand', 'its own report', PROBLEM, 'DISPUTE_STEP_REFUSED'],
  ['offer_split', 'creator', 'a reported problem', PROBLEM, null],
  ['offer_split', 'creator', 'a disputed cancellation', DISAGREED, 'DISPUTE_STEP_REFUSED'],
  ['offer_split', 'brand', 'its own report', PROBLEM, 'BOOKING_NOT_FOUND'],
  [
    'offer_split',
    'creator',
    'for the eleventh time',
    { ...PROBLEM, dispute: { ...PROBLEM.dispute, offers: MAX_SPLIT_PROPOSALS } },
    'DISPUTE_OFFERS_SPENT',
  ],
  ['accept_split', 'brand', 'an offer', PROBLEM, null],
  [
    'accept_split',
    'brand',
    'no offer',
    { ...PROBLEM, dispute: { ...PROBLEM.dispute, offerCreatorCents: null } },
    'DISPUTE_OFFER_CHANGED',
  ],
  ['accept_split', 'creator', 'their own offer', PROBLEM, 'BOOKING_NOT_FOUND'],
];

describe('the booking rules', () => {
  it.each(rows)('allow or refuse the action %s by the %s as expected: %s', (action, side, _what, facts, refusal) => {
    expect(findRefusal(action, facts, side, NOW)).toBe(refusal);
  });

  it('have at least one allowed and one refused test case for every action', () => {
    for (const action of BOOKING_ACTIONS) {
      const results = rows.filter(([of]) => of === action).map(([, , , , refusal]) => refusal === null);
      expect([action, results.includes(true), results.includes(false)]).toEqual([action, true, true]);
    }
  });
});

/** The actions that are possible only while the payment is held. */
const MOVING: readonly BookingAction[] = [
  'approve',
  'cancel_not_started',
  'cancel_overdue',
  'ask_to_cancel',
  'start',
  'report_problem',
];

it('refuses each action that needs a held payment in any other payment state', () => {
  for (const status of BOOKING_STATUSES) {
    for (const paymentState of PAYMENT_STATES.filter((state) => state !== 'held')) {
      for (const action of MOVING) {
        const facts: BookingFacts = {
          ...COMPLETED,
          acceptedAt: DAYS_AGO(99),
          dueAt: DAYS_AGO(9),
          status,
          paymentState,
        };
        expect(findRefusal(action, facts, action === 'start' ? 'creator' : 'brand', NOW)).not.toBeNull();
      }
    }
  }
});

it('describes every refusal in a full sentence', () => {
  for (const words of Object.values(BOOKING_REFUSALS)) expect(words).toMatch(/^[A-Z].{15,}/);
});
