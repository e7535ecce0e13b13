/**
 * Compares `listReachableStates` with the states that are found by exploring the rules. The exploration applies
 * every action of the parties and staff, and every event of timers, jobs, the payment provider and the card's bank.
 */
import { describe, expect, it } from 'vitest';
import {
  BOOKING_ACTIONS,
  BOOKING_STATUSES,
  canPerformAction,
  CANCEL_REASONS,
  listDecisionKinds,
  DEFAULT_WINDOWS,
  computeDueAt,
  isChargedState,
  getOtherSide,
  PAYMENT_STATES,
  OPEN_ISSUES,
  listReachableStates,
  SIDES,
  formatBookingState,
  getBookingState,
  type BookingAction,
  type BookingFacts,
  type BookingStatus,
  type CancelReason,
  type PaymentState,
  type ReachableState,
  type Side,
  type BookingState,
  type Windows,
} from './index.ts';
import {
  SAMPLE_DEADLINE,
  toReachableState,
  createSampleBooking,
  isDecidableByStaff,
  SAMPLE_TIMES,
  SAMPLE_ORDERED_AT,
} from './reachable-states.ts';

/** A booking during the exploration, with the data that its later states depend on. */
interface Model extends BookingFacts {
  /** The payment state before the chargeback. */
  readonly stateBefore: PaymentState | null;
  readonly settles: 'release' | 'refund' | 'split' | null;
}

type Change = (booking: Model, side: Side) => Partial<Model>;

const ordered = (windows: Windows): Model => ({
  ...createSampleBooking(windows),
  acceptBy: null,
  acceptedAt: null,
  dueAt: null,
  releaseAt: null,
  stateBefore: null,
  settles: null,
});

const refunded = (reason: CancelReason): Partial<Model> => ({
  status: 'cancelled',
  cancelReason: reason,
  paymentState: 'refunding',
  settles: 'refund',
  cancellation: null,
  dispute: null,
});
const refundedAs = (booking: Model, reason: 'agreed' | 'decided'): Partial<Model> =>
  booking.status === 'completed' ? { paymentState: 'refunding', settles: 'refund', dispute: null } : refunded(reason);
const goesOn: Change = ({ status }) => ({
  paymentState: 'held',
  dispute: null,
  ...(status === 'completed' && { releaseAt: SAMPLE_DEADLINE }),
});
const SHARED: Partial<Model> = { paymentState: 'refunding', settles: 'split', dispute: null };

/** The effect of each action of a party. */
const EFFECTS: Record<BookingAction, Change> = {
  pay: () => ({ paymentState: 'authorized', acceptBy: SAMPLE_DEADLINE }),
  withdraw: () => ({ status: 'cancelled', cancelReason: 'withdrawn' }),
  extend_acceptance: () => ({ acceptBy: SAMPLE_DEADLINE }),
  accept: () => ({ status: 'accepted', paymentState: 'capturing', acceptedAt: SAMPLE_ORDERED_AT.toISOString() }),
  decline: () => ({ status: 'cancelled', cancelReason: 'declined' }),
  start: () => ({ status: 'in_progress', dueAt: computeDueAt(SAMPLE_ORDERED_AT, 2).toISOString() }),
  complete: () => ({ status: 'completed', releaseAt: SAMPLE_DEADLINE }),
  deliver: () => ({}),
  note_results: () => ({}),
  send_product: () => ({}),
  // Confirming the arrival of the product only changes the due date, which the exploration ignores.
  receive_product: () => ({}),
  // Requesting changes postpones the payout of completed work.
  ask_for_changes: ({ status }) => (status === 'completed' ? { releaseAt: SAMPLE_DEADLINE } : {}),
  // The brand approves the last deliverable.
  approve_delivery: () => ({
    status: 'completed',
    releaseAt: SAMPLE_DEADLINE,
    paymentState: 'releasing',
    settles: 'release',
  }),
  approve: () => ({ paymentState: 'releasing', settles: 'release' }),
  report_problem: (_, side) => ({
    paymentState: 'disputed',
    releaseAt: null,
    dispute: disputeOf('problem', side, side),
  }),
  ask_to_cancel: (_, side) => ({ cancellation: { askedBy: side, answerBy: SAMPLE_DEADLINE } }),
  agree_to_cancel: () => refunded('agreed'),
  disagree_to_cancel: (_, side) => ({
    cancellation: null,
    paymentState: 'disputed',
    dispute: disputeOf('cancellation', side, getOtherSide(side)),
  }),
  withdraw_cancellation: () => ({ cancellation: null }),
  cancel_not_started: () => refunded('not_started'),
  cancel_overdue: () => refunded('overdue'),
  add_statement: ({ dispute }, side) => ({
    dispute: dispute && { ...dispute, answered: dispute.answered || dispute.openedBy !== side },
  }),
  withdraw_dispute: goesOn,
  agree_to_refund: (booking) => refundedAs(booking, 'agreed'),
  offer_split: ({ dispute }) => ({
    dispute: dispute && { ...dispute, answered: true, offered: true, offerCreatorCents: 1 },
  }),
  accept_split: () => SHARED,
};

const disputeOf = (
  kind: 'problem' | 'cancellation',
  openedBy: Side,
  claimant: Side,
): NonNullable<BookingFacts['dispute']> => ({
  kind,
  openedBy,
  claimant,
  answerBy: SAMPLE_DEADLINE,
  answered: false,
  offered: false,
  offerCreatorCents: null,
  offers: 0,
  statements: { creator: 0, brand: 0 },
});

interface Happening {
  readonly when: (booking: Model) => boolean;
  readonly change: Change;
}

const isOpenWork = ({ status }: Model) => status === 'accepted' || status === 'in_progress';
const inState =
  (...states: PaymentState[]) =>
  ({ paymentState }: Model) =>
    states.includes(paymentState);
const isPending = (paymentState: PaymentState) => (booking: Model) =>
  booking.status === 'pending' && booking.paymentState === paymentState;
const isHeldAt = (status: BookingStatus) => (booking: Model) =>
  booking.status === status && booking.paymentState === 'held' && booking.cancellation === null;
const lapsed =
  (reason: CancelReason): Change =>
  () => ({ status: 'cancelled', cancelReason: reason });

/** The effects of timers, jobs, the payment provider, the card's bank and staff. */
const HAPPENINGS: readonly Happening[] = [
  // Events caused by timers.
  { when: isPending('requires_payment'), change: lapsed('unpaid') },
  { when: isPending('authorized'), change: lapsed('not_accepted') },
  {
    when: ({ cancellation, chargeback }) => cancellation !== null && chargeback !== 'open',
    change: () => refunded('not_answered'),
  },
  {
    when: ({ dispute }) => dispute?.answered === false,
    change: ({ dispute }) => ({ dispute: dispute && { ...dispute, answered: true } }),
  },
  { when: isHeldAt('accepted'), change: () => refunded('not_started') },
  { when: isHeldAt('in_progress'), change: () => refunded('overdue_ended') },
  { when: isHeldAt('completed'), change: () => ({ paymentState: 'releasing', settles: 'release' }) },
  // The brand places a newer order at another price.
  { when: isPending('requires_payment'), change: lapsed('superseded') },
  // Results of jobs and of the payment provider's responses.
  {
    when: (booking) => booking.status === 'cancelled' && inState('requires_payment', 'authorized')(booking),
    change: () => ({ paymentState: 'voided' }),
  },
  { when: inState('capturing'), change: () => ({ paymentState: 'held' }) },
  {
    when: inState('capturing'),
    change: () => ({ status: 'cancelled', cancelReason: 'payment_failed', paymentState: 'authorized' }),
  },
  {
    when: inState('refunding'),
    change: ({ settles }) => ({ paymentState: settles === 'split' ? 'releasing' : 'refunded' }),
  },
  {
    when: inState('releasing'),
    change: ({ settles }) => ({ paymentState: settles === 'split' ? 'split' : 'released', payoutBlockedBy: null }),
  },
  { when: inState('releasing'), change: () => ({ payoutBlockedBy: 'payout_setup' }) },
  { when: inState('releasing'), change: () => ({ payoutBlockedBy: 'payout_change' }) },
  { when: inState('releasing'), change: () => ({ payoutBlockedBy: 'payment_check' }) },
  { when: inState('releasing'), change: () => ({ payoutBlockedBy: 'payouts_frozen' }) },
  // Events caused by the card's bank, which can return a refund or open a chargeback.
  { when: inState('refunded', 'split', 'voided'), change: () => ({ refundReturned: true }) },
  { when: ({ refundReturned }) => refundReturned, change: () => ({ refundReturned: false }) },
  {
    when: (booking) => booking.chargeback === null && isChargedState(booking.paymentState),
    change: ({ paymentState }) => ({ chargeback: 'open', stateBefore: paymentState, paymentState: 'disputed' }),
  },
  {
    when: ({ chargeback }) => chargeback === 'open',
    change: ({ stateBefore }) => ({
      chargeback: 'won',
      // A reversed payout is paid again.
      paymentState: stateBefore === 'released' || stateBefore === 'split' ? 'releasing' : (stateBefore ?? 'held'),
      stateBefore: null,
    }),
  },
  {
    when: ({ chargeback }) => chargeback === 'open',
    change: (booking) => ({
      chargeback: 'lost',
      paymentState: 'refunded',
      stateBefore: null,
      cancellation: null,
      dispute: null,
      payoutBlockedBy: null,
      ...(isOpenWork(booking) && { status: 'cancelled', cancelReason: 'charged_back' }),
    }),
  },
  // Decisions by staff.
  {
    when: (booking) => isDecidableByStaff(booking) && listDecisionKinds(booking.status).includes('release'),
    change: (booking, side) =>
      booking.status === 'completed'
        ? { paymentState: 'releasing', settles: 'release', dispute: null }
        : goesOn(booking, side),
  },
  { when: isDecidableByStaff, change: (booking) => refundedAs(booking, 'decided') },
  {
    when: (booking) => isDecidableByStaff(booking) && listDecisionKinds(booking.status).includes('split'),
    change: () => SHARED,
  },
];

/** Yields every state of the booking that one action or event can lead to. */
function* after(booking: Model): Generator<Model> {
  for (const action of BOOKING_ACTIONS) {
    for (const side of SIDES) {
      if (SAMPLE_TIMES.some((now) => canPerformAction(action, booking, side, now)))
        yield { ...booking, ...EFFECTS[action](booking, side) };
    }
  }
  for (const { when, change } of HAPPENINGS) if (when(booking)) yield { ...booking, ...change(booking, 'brand') };
}

/** Returns a key that identifies a booking's state, without times and counts. */
const keyOf = (booking: Model): string =>
  JSON.stringify([
    booking.status,
    booking.paymentState,
    booking.cancelReason,
    booking.payoutBlockedBy,
    booking.refundReturned,
    booking.cancellation?.askedBy,
    booking.dispute && [
      booking.dispute.kind,
      booking.dispute.openedBy,
      booking.dispute.answered,
      booking.dispute.offered,
    ],
    booking.chargeback,
    booking.stateBefore,
    booking.settles,
  ]);

/** Explores all states that follow from a new order, and returns them in the order of a booking's life. */
function exploreStates(windows: Windows): readonly ReachableState[] {
  const statesByKey = new Map<string, Model>();
  const open: Model[] = [ordered(windows)];
  for (let booking = open.pop(); booking !== undefined; booking = open.pop()) {
    const key = keyOf(booking);
    if (statesByKey.has(key)) continue;
    statesByKey.set(key, booking);
    open.push(...after(booking));
  }
  const groups = Map.groupBy(statesByKey.values(), (booking) => formatBookingState(getBookingState(booking)));
  return [...groups.values()].map(toReachableState).toSorted(byLife);
}

const byLife = (a: BookingState, b: BookingState): number =>
  BOOKING_STATUSES.indexOf(a.status) - BOOKING_STATUSES.indexOf(b.status) ||
  OPEN_ISSUES.indexOf(a.openIssue) - OPEN_ISSUES.indexOf(b.openIssue) ||
  PAYMENT_STATES.indexOf(a.paymentState) - PAYMENT_STATES.indexOf(b.paymentState);

const STATES = listReachableStates(DEFAULT_WINDOWS);
const named = STATES.map((state) => [`${state.status} / ${state.paymentState} / ${state.openIssue}`, state] as const);

describe('the reachable states of a booking', () => {
  it.each([DEFAULT_WINDOWS, { ...DEFAULT_WINDOWS, acceptHours: 48, releaseDays: 9 }])(
    'are the same as in an exploration of the rules, with the same actions and next steps',
    (windows) => {
      // Compares only whether each step has a time, because the sample times are arbitrary.
      const withoutTimes = (states: readonly ReachableState[]) =>
        states.map((state) => ({ ...state, next: state.next.map((step) => ({ ...step, at: step.at !== null })) }));
      expect(withoutTimes(listReachableStates(windows))).toEqual(withoutTimes(exploreStates(windows)));
    },
  );

  it.each(named)(
    'include %s, with a next step, its time limit and the possible actions',
    (_, { next, may, staffDecides }) => {
      for (const { waitingFor, text, at, label, limit } of next) {
        expect(text).toMatch(/^[A-Z].*\.$/);
        // The step of a finished booking has neither a deadline (`at`) nor a text that describes it (`limit`). Every
        // other step has a `limit`.
        if (waitingFor === 'nobody') expect([at, limit]).toEqual([null, null]);
        else expect(limit).toMatch(/\w.{10,}/);
        if (at !== null) expect(label).toMatch(/\w/);
        // A step that the brand has to take always has a time.
        if (waitingFor === 'creator' || waitingFor === 'brand')
          expect([waitingFor, at === null]).not.toEqual(['brand', true]);
      }
      if (staffDecides) expect(next.some(({ at }) => at !== null)).toBe(true);
      for (const side of SIDES) expect(new Set(may[side]).size).toBe(may[side].length);
    },
  );

  it('have a deadline if a party has to act, unless the creator has not finished the payout setup', () => {
    const without = STATES.filter(({ next }) =>
      next.some(({ waitingFor, at }) => (waitingFor === 'brand' || waitingFor === 'creator') && at === null),
    );
    expect(new Set(without.map(({ openIssue: question }) => question))).toEqual(new Set(['payout_setup']));
  });

  it('have a deadline whenever the payment is held', () => {
    for (const { paymentState, next } of STATES) {
      if (paymentState !== 'held' && paymentState !== 'authorized') continue;
      for (const { at, waitingFor } of next) expect([at === null, waitingFor]).not.toEqual([true, 'nobody']);
      if (paymentState === 'held') expect(next.every(({ at }) => at !== null)).toBe(true);
    }
  });

  it('include every action, status, payment state, open issue and cancellation reason', () => {
    const all = <T>(values: readonly (readonly T[])[]) => new Set(values.flat());
    expect(all(STATES.map(({ may }) => [...may.creator, ...may.brand]))).toEqual(new Set(BOOKING_ACTIONS));
    expect(all(STATES.map(({ status }) => [status]))).toEqual(new Set(BOOKING_STATUSES));
    expect(all(STATES.map(({ paymentState }) => [paymentState]))).toEqual(new Set(PAYMENT_STATES));
    expect(all(STATES.map(({ openIssue: question }) => [question]))).toEqual(new Set(OPEN_ISSUES));
    expect(all(STATES.map(({ cancelReasons }) => cancelReasons))).toEqual(new Set(CANCEL_REASONS));
  });

  it('never include a cancelled booking with a held payment', () => {
    expect(STATES.filter(({ status, paymentState }) => status === 'cancelled' && paymentState === 'held')).toEqual([]);
  });

  it('have an open cancellation request only in accepted or started bookings, and a dispute only with a disputed payment', () => {
    const where = (is: (question: string) => boolean, of: (state: (typeof STATES)[number]) => string) =>
      new Set(STATES.filter(({ openIssue: question }) => is(question)).map(of));
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

  it('state the operator’s time limits instead of the defaults', () => {
    const words = listReachableStates({ ...DEFAULT_WINDOWS, acceptHours: 48 }).flatMap(({ next }) => next);
    expect(words.some(({ limit }) => limit?.startsWith('48 hours after the payment'))).toBe(true);
  });
});
