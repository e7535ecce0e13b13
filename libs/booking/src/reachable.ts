/**
 * Every state that a booking can be in, explored from the rules: what people may do (rulebook), what the timers and the
 * jobs do, what the payment provider, the card's bank and staff do. /how-money-moves shows it, and a test holds what
 * really happens to it.
 */
import type { BookingFacts } from './facts.ts';
import { nextStep, QUESTIONS, questionOf, type NextStep, type Question } from './next-step.ts';
import { BOOKING_ACTIONS, canDo, type BookingAction } from './rulebook.ts';
import {
  BOOKING_STATUSES,
  decisionsFor,
  otherSide,
  PAYMENT_STATES,
  SIDES,
  type BookingStatus,
  type CancelReason,
  type PaymentState,
  type Side,
} from './states.ts';
import { dueAt, daysAfter, hoursAfter, type Windows } from './windows.ts';

/** What is explored: the facts, and what decides where the money goes when it is free again. */
interface Model extends BookingFacts {
  /** Where the money was when the card's bank took it. */
  readonly stateBefore: PaymentState | null;
  readonly settles: 'release' | 'refund' | 'split' | null;
}

type Change = (booking: Model, side: Side) => Partial<Model>;

/** Everything begins here; how long each thing takes does not matter, only what comes before what. */
const BEGIN = new Date('2026-01-01T00:00:00Z');
/** Before every deadline, and after all of them. */
const MOMENTS = [hoursAfter(BEGIN, 1), daysAfter(BEGIN, 3_650)] as const;
const LATER = daysAfter(BEGIN, 2).toISOString();

const ordered = (windows: Windows): Model => ({
  status: 'pending',
  paymentState: 'requires_payment',
  cancelReason: null,
  windows,
  createdAt: BEGIN.toISOString(),
  acceptBy: null,
  acceptedAt: null,
  resumedAt: null,
  payBy: null,
  leadDays: 0,
  dueAt: null,
  releaseAt: null,
  payoutBlocked: false,
  refundReturned: false,
  cancellation: null,
  dispute: null,
  chargeback: null,
  captureBefore: null,
  acceptExtendedAt: null,
  cancellationsAsked: { creator: 0, brand: 0 },
  problemsReported: 0,
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
  ...(status === 'completed' && { releaseAt: LATER }),
});
const SHARED: Partial<Model> = { paymentState: 'refunding', settles: 'split', dispute: null };

/** What each action of a person makes of a booking. */
const EFFECTS: Record<BookingAction, Change> = {
  pay: () => ({ paymentState: 'authorized', acceptBy: LATER }),
  withdraw: () => ({ status: 'cancelled', cancelReason: 'withdrawn' }),
  extend_acceptance: () => ({ acceptBy: LATER }),
  accept: () => ({ status: 'accepted', paymentState: 'capturing', acceptedAt: BEGIN.toISOString() }),
  decline: () => ({ status: 'cancelled', cancelReason: 'declined' }),
  start: () => ({ status: 'in_progress', dueAt: dueAt(BEGIN, 2).toISOString() }),
  complete: () => ({ status: 'completed', releaseAt: LATER }),
  deliver: () => ({}),
  note_results: () => ({}),
  send_product: () => ({}),
  // Begun work has its days from then.
  receive_product: () => ({}),
  // The payout of completed work waits for them.
  ask_for_changes: ({ status }) => (status === 'completed' ? { releaseAt: LATER } : {}),
  // Of the last deliverable.
  approve_delivery: () => ({ status: 'completed', releaseAt: LATER, paymentState: 'releasing', settles: 'release' }),
  approve: () => ({ paymentState: 'releasing', settles: 'release' }),
  report_problem: (_, side) => ({
    paymentState: 'disputed',
    releaseAt: null,
    dispute: disputeOf('problem', side, side),
  }),
  ask_to_cancel: (_, side) => ({ cancellation: { askedBy: side, answerBy: LATER } }),
  agree_to_cancel: () => refunded('agreed'),
  disagree_to_cancel: (_, side) => ({
    cancellation: null,
    paymentState: 'disputed',
    dispute: disputeOf('cancellation', side, otherSide(side)),
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
  answerBy: LATER,
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
/** Where a card's bank can take a payment back: it was charged. */
const isCharged = inState('held', 'releasing', 'released', 'refunding', 'refunded', 'split', 'disputed');
const isDecidable = ({ dispute, chargeback }: Model) => dispute?.answered === true && chargeback !== 'open';

/** What the clock, the jobs, the provider, the bank and staff do. */
const HAPPENINGS: readonly Happening[] = [
  // The clock.
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
  // A newer order at another price.
  { when: isPending('requires_payment'), change: lapsed('superseded') },
  // The jobs, and what the provider answers.
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
    change: ({ settles }) => ({ paymentState: settles === 'split' ? 'split' : 'released', payoutBlocked: false }),
  },
  { when: inState('releasing'), change: () => ({ payoutBlocked: true }) },
  // The card's bank: a refund that comes back, and a payment that is taken back.
  { when: inState('refunded', 'split', 'voided'), change: () => ({ refundReturned: true }) },
  { when: ({ refundReturned }) => refundReturned, change: () => ({ refundReturned: false }) },
  {
    when: (booking) => booking.chargeback === null && isCharged(booking),
    change: ({ paymentState }) => ({ chargeback: 'open', stateBefore: paymentState, paymentState: 'disputed' }),
  },
  {
    when: ({ chargeback }) => chargeback === 'open',
    change: ({ stateBefore }) => ({
      chargeback: 'won',
      // What was paid out was taken back meanwhile, and is paid again.
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
      payoutBlocked: false,
      ...(isOpenWork(booking) && { status: 'cancelled', cancelReason: 'charged_back' }),
    }),
  },
  // Staff.
  {
    when: (booking) => isDecidable(booking) && decisionsFor(booking.status).includes('release'),
    change: (booking, side) =>
      booking.status === 'completed'
        ? { paymentState: 'releasing', settles: 'release', dispute: null }
        : goesOn(booking, side),
  },
  { when: isDecidable, change: (booking) => refundedAs(booking, 'decided') },
  { when: (booking) => isDecidable(booking) && decisionsFor(booking.status).includes('split'), change: () => SHARED },
];

/** Everything after one thing has happened to a booking. */
function* after(booking: Model): Generator<Model> {
  for (const action of BOOKING_ACTIONS) {
    for (const side of SIDES) {
      if (MOMENTS.some((now) => canDo(action, booking, side, now)))
        yield { ...booking, ...EFFECTS[action](booking, side) };
    }
  }
  for (const { when, change } of HAPPENINGS) if (when(booking)) yield { ...booking, ...change(booking, 'brand') };
}

/** What tells two models apart: moments and counts do not. */
const keyOf = (booking: Model): string =>
  JSON.stringify([
    booking.status,
    booking.paymentState,
    booking.cancelReason,
    booking.payoutBlocked,
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

/** A state as it is named: where the work is, where the money is, what is open. */
export interface State {
  readonly status: BookingStatus;
  readonly paymentState: PaymentState;
  readonly question: Question;
}

export const stateOf = (booking: BookingFacts): State => ({
  status: booking.status,
  paymentState: booking.paymentState,
  question: questionOf(booking),
});

/** A state with what can happen in it. */
export interface ReachableState extends State {
  /** What each side may do, at some moment. */
  readonly may: Readonly<Record<Side, readonly BookingAction[]>>;
  /** What staff may decide. */
  readonly staffDecides: boolean;
  /** What happens if nobody acts; in words for everybody. */
  readonly next: readonly NextStep[];
  /** Why a booking can have been cancelled that is in this state. */
  readonly cancelReasons: readonly CancelReason[];
}

/** A state in one word, by which two are compared. */
export const stateName = ({ status, paymentState, question }: State): string => `${status}/${paymentState}/${question}`;

/** Exploring takes some milliseconds, and nearly everybody asks for the operator's present windows. */
let latest: { readonly key: string; readonly states: readonly ReachableState[] } | undefined;

/** Every state that a booking with these windows can be in, in the order of a booking's life. */
export function reachableStates(windows: Windows): readonly ReachableState[] {
  const key = JSON.stringify(windows);
  if (latest?.key !== key) latest = { key, states: explore(windows) };
  return latest.states;
}

function explore(windows: Windows): readonly ReachableState[] {
  const seen = new Map<string, Model>();
  const open: Model[] = [ordered(windows)];
  for (let booking = open.pop(); booking !== undefined; booking = open.pop()) {
    const key = keyOf(booking);
    if (seen.has(key)) continue;
    seen.set(key, booking);
    open.push(...after(booking));
  }
  const groups = Map.groupBy(seen.values(), (booking) => stateName(stateOf(booking)));
  return [...groups.values()].map(toState).toSorted(byLife);
}

function toState(models: readonly Model[]): ReachableState {
  const [first] = models;
  if (first === undefined) throw new Error('A state without bookings');
  const may = (side: Side) =>
    BOOKING_ACTIONS.filter((action) =>
      models.some((booking) => MOMENTS.some((now) => canDo(action, booking, side, now))),
    );
  return {
    ...stateOf(first),
    may: { creator: may('creator'), brand: may('brand') },
    staffDecides: models.some(isDecidable),
    next: uniqueSteps(models.flatMap((booking) => MOMENTS.map((now) => nextStep(booking, undefined, now)))),
    cancelReasons: [...new Set(models.flatMap(({ cancelReason }) => cancelReason ?? []))],
  };
}

const uniqueSteps = (steps: readonly NextStep[]): NextStep[] => [
  ...new Map(steps.map((step) => [step.text, step])).values(),
];

const byLife = (a: State, b: State): number =>
  BOOKING_STATUSES.indexOf(a.status) - BOOKING_STATUSES.indexOf(b.status) ||
  QUESTIONS.indexOf(a.question) - QUESTIONS.indexOf(b.question) ||
  PAYMENT_STATES.indexOf(a.paymentState) - PAYMENT_STATES.indexOf(b.paymentState);
