/**
 * Every state that a booking can be in, for /how-money-moves. Who may do what, and what happens if nobody acts, follows
 * from the rules. reachable.spec.ts compares this table with the states that the rules lead to.
 */
import type { BookingFacts } from './facts.ts';
import { nextStep, questionOf, type NextStep, type Question } from './next-step.ts';
import { BOOKING_ACTIONS, canDo, type BookingAction } from './rulebook.ts';
import { otherSide, type BookingStatus, type CancelReason, type PaymentState, type Side } from './states.ts';
import { daysAfter, hoursAfter, type Windows } from './windows.ts';

export const ORDERED_AT = new Date('2026-01-01T00:00:00Z');
export const DEADLINE = daysAfter(ORDERED_AT, 2).toISOString();
/** Before every deadline, and after all of them. */
export const MOMENTS = [hoursAfter(ORDERED_AT, 1), daysAfter(ORDERED_AT, 3_650)] as const;

/** A booking that was accepted and has every deadline. */
export const exampleBooking = (windows: Windows): BookingFacts => ({
  status: 'pending',
  paymentState: 'requires_payment',
  cancelReason: null,
  windows,
  createdAt: ORDERED_AT.toISOString(),
  acceptBy: DEADLINE,
  acceptedAt: ORDERED_AT.toISOString(),
  resumedAt: null,
  payBy: null,
  leadDays: 0,
  dueAt: DEADLINE,
  releaseAt: DEADLINE,
  payoutBlocked: false,
  refundReturned: false,
  cancellation: null,
  dispute: null,
  chargeback: null,
  captureBefore: null,
  acceptExtendedAt: null,
  cancellationsAsked: { creator: 0, brand: 0 },
  problemsReported: 0,
});

type Details = Partial<BookingFacts>;

const askedBy = (side: Side): Details => ({ cancellation: { askedBy: side, answerBy: DEADLINE } });

const problem: NonNullable<BookingFacts['dispute']> = {
  kind: 'problem',
  openedBy: 'brand',
  claimant: 'brand',
  answerBy: DEADLINE,
  answered: false,
  offered: false,
  offerCreatorCents: null,
  offers: 0,
  statements: { creator: 0, brand: 0 },
};
const offered = { ...problem, answered: true, offered: true, offerCreatorCents: 1 };
/** `side` did not agree to the other side's request to cancel. */
const refusedBy = (side: Side, answered = false): Details => ({
  dispute: { ...problem, kind: 'cancellation', openedBy: side, claimant: otherSide(side), answered },
});

const AT_WORK: Details[] = [{}, askedBy('creator'), askedBy('brand'), refusedBy('creator'), refusedBy('brand')];
const REFUNDED: CancelReason[] = ['not_started', 'not_answered', 'decided', 'agreed', 'overdue_ended', 'overdue'];
const UNPAID: CancelReason[] = ['superseded', 'unpaid', 'withdrawn'];
const UNCHARGED: CancelReason[] = ['not_accepted', 'declined', 'payment_failed', 'withdrawn'];
const VOIDED = [...new Set([...UNPAID, ...UNCHARGED])];
const because = (reasons: readonly CancelReason[], details?: Details): Details[] =>
  reasons.map((cancelReason) => ({ cancelReason, ...details }));

/**
 * The states in the order of a booking's life: work, money, and the bookings to look at. Several bookings are in one
 * state if they differ in who may do what or in what happens next.
 */
const STATES: readonly [BookingStatus, PaymentState, Details[]][] = [
  ['pending', 'requires_payment', [{}]],
  ['pending', 'authorized', [{}]],
  ['accepted', 'capturing', [{}]],
  ['accepted', 'held', [{}]],
  ['accepted', 'held', [askedBy('brand'), askedBy('creator')]],
  ['accepted', 'disputed', [refusedBy('creator'), refusedBy('brand')]],
  ['accepted', 'disputed', [refusedBy('creator', true), refusedBy('brand', true)]],
  ['accepted', 'disputed', AT_WORK.map((details) => ({ ...details, chargeback: 'open' }))],
  ['in_progress', 'held', [{}]],
  ['in_progress', 'held', [askedBy('brand'), askedBy('creator')]],
  ['in_progress', 'disputed', [refusedBy('creator'), refusedBy('brand')]],
  ['in_progress', 'disputed', [refusedBy('creator', true), refusedBy('brand', true)]],
  ['in_progress', 'disputed', AT_WORK.map((details) => ({ ...details, chargeback: 'open' }))],
  ['completed', 'held', [{}]],
  ['completed', 'releasing', [{}]],
  ['completed', 'released', [{}]],
  ['completed', 'refunding', [{}]],
  ['completed', 'refunded', [{}]],
  ['completed', 'split', [{}]],
  ['completed', 'disputed', [{ dispute: problem }]],
  ['completed', 'disputed', [{ dispute: offered }]],
  ['completed', 'disputed', [{ dispute: { ...problem, answered: true } }]],
  ['completed', 'releasing', [{ payoutBlocked: true }]],
  ['completed', 'refunded', [{ refundReturned: true }]],
  ['completed', 'split', [{ refundReturned: true }]],
  ['completed', 'disputed', [{ chargeback: 'open' }, { chargeback: 'open', dispute: problem }]],
  ['completed', 'refunded', [{ chargeback: 'lost' }]],
  ['cancelled', 'requires_payment', because(UNPAID)],
  ['cancelled', 'authorized', because(UNCHARGED)],
  ['cancelled', 'refunding', because(REFUNDED)],
  ['cancelled', 'refunded', because(REFUNDED)],
  ['cancelled', 'voided', because(VOIDED)],
  ['cancelled', 'refunded', because(REFUNDED, { refundReturned: true })],
  ['cancelled', 'voided', because(VOIDED, { refundReturned: true })],
  ['cancelled', 'disputed', because(REFUNDED, { chargeback: 'open' })],
  ['cancelled', 'refunded', because(['charged_back', ...REFUNDED], { chargeback: 'lost' })],
];

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

/** Returns every state that a booking with these windows can be in, in the order of a booking's life. */
export const reachableStates = (windows: Windows): readonly ReachableState[] =>
  STATES.map(([status, paymentState, bookings]) =>
    describeState(bookings.map((details) => ({ ...exampleBooking(windows), status, paymentState, ...details }))),
  );

/** Describes the state that all of these bookings are in. */
export function describeState(bookings: readonly BookingFacts[]): ReachableState {
  const [first] = bookings;
  if (first === undefined) throw new Error('A state without bookings');
  const may = (side: Side) =>
    BOOKING_ACTIONS.filter((action) =>
      bookings.some((booking) => MOMENTS.some((now) => canDo(action, booking, side, now))),
    );
  const steps = bookings.flatMap((booking) => MOMENTS.map((now) => nextStep(booking, undefined, now)));
  return {
    ...stateOf(first),
    may: { creator: may('creator'), brand: may('brand') },
    staffDecides: bookings.some(isDecidable),
    next: [...new Map(steps.map((step) => [step.text, step])).values()],
    cancelReasons: [...new Set(bookings.flatMap(({ cancelReason }) => cancelReason ?? []))],
  };
}

/** Whether staff can decide the dispute of a booking. */
export const isDecidable = ({ dispute, chargeback }: BookingFacts) =>
  dispute?.answered === true && chargeback !== 'open';
