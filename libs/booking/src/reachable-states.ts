/**
 * Lists every state that a booking can reach, for the page /how-money-moves. The allowed actions and the next step
 * of each state are computed from the rules. reachable-states.spec.ts checks that the rules lead to exactly these
 * states.
 */
import type { BookingFacts } from './booking-facts.ts';
import { describeNextStep, findOpenIssue, type BookingNextStep, type OpenIssue } from './next-step.words.ts';
import { BOOKING_ACTIONS, canPerformAction, type BookingAction } from './rulebook.ts';
import { getOtherSide, type BookingStatus, type CancelReason, type PaymentState, type Side } from './states.ts';
import type { Windows } from './windows.ts';
import { addDaysToDate, addHoursToDate } from '@marquee/time';

export const SAMPLE_ORDERED_AT = new Date('2026-01-01T00:00:00Z');
export const SAMPLE_DEADLINE = addDaysToDate(SAMPLE_ORDERED_AT, 2).toISOString();
/** Two sample times: one before every deadline, and one after all of them. */
export const SAMPLE_TIMES = [addHoursToDate(SAMPLE_ORDERED_AT, 1), addDaysToDate(SAMPLE_ORDERED_AT, 3_650)] as const;

/**
 * Returns a booking on which the samples are based, with the acceptance time and the main deadlines filled in.
 * Callers override its status and payment state.
 */
export const createSampleBooking = (windows: Windows): BookingFacts => ({
  status: 'pending',
  paymentState: 'requires_payment',
  cancelReason: null,
  windows,
  createdAt: SAMPLE_ORDERED_AT.toISOString(),
  acceptBy: SAMPLE_DEADLINE,
  acceptedAt: SAMPLE_ORDERED_AT.toISOString(),
  resumedAt: null,
  pausedAt: null,
  payBy: null,
  leadDays: 0,
  dueAt: SAMPLE_DEADLINE,
  reviewBy: null,
  reviewedAt: null,
  releaseAt: SAMPLE_DEADLINE,
  payoutBlockedBy: null,
  refundReturned: false,
  cancellation: null,
  dispute: null,
  chargeback: null,
  captureBefore: null,
  acceptExtendedAt: null,
  cancellationsAsked: { creator: 0, brand: 0 },
  problemsReported: 0,
});

type SampleDetails = Partial<BookingFacts>;

const withCancellationRequest = (side: Side): SampleDetails => ({
  cancellation: { askedBy: side, answerBy: SAMPLE_DEADLINE },
});

const SAMPLE_PROBLEM: NonNullable<BookingFacts['dispute']> = {
  kind: 'problem',
  openedBy: 'brand',
  claimant: 'brand',
  answerBy: SAMPLE_DEADLINE,
  answered: false,
  offered: false,
  offerCreatorCents: null,
  offers: 0,
  statements: { creator: 0, brand: 0 },
};
const SAMPLE_SPLIT_PROPOSAL = { ...SAMPLE_PROBLEM, answered: true, offered: true, offerCreatorCents: 1 };
/** Returns the dispute that `side` opened by refusing the other side's cancellation request. */
const withRefusedCancellation = (side: Side, answered = false): SampleDetails => ({
  dispute: { ...SAMPLE_PROBLEM, kind: 'cancellation', openedBy: side, claimant: getOtherSide(side), answered },
});

const WORK_VARIANTS: SampleDetails[] = [
  {},
  withCancellationRequest('creator'),
  withCancellationRequest('brand'),
  withRefusedCancellation('creator'),
  withRefusedCancellation('brand'),
];
const REFUND_CANCEL_REASONS: CancelReason[] = [
  'not_started',
  'not_answered',
  'decided',
  'agreed',
  'overdue_ended',
  'overdue',
];
const UNPAID_CANCEL_REASONS: CancelReason[] = ['superseded', 'unpaid', 'withdrawn'];
const UNCHARGED_CANCEL_REASONS: CancelReason[] = ['not_accepted', 'declined', 'payment_failed', 'withdrawn'];
const VOIDED_CANCEL_REASONS = [...new Set([...UNPAID_CANCEL_REASONS, ...UNCHARGED_CANCEL_REASONS])];
const withCancelReasons = (reasons: readonly CancelReason[], details?: SampleDetails): SampleDetails[] =>
  reasons.map((cancelReason) => ({ cancelReason, ...details }));

/**
 * The status, payment state and sample bookings of each state, in the order of a booking's life. A state has several
 * samples if bookings in that state differ in their allowed actions or next steps.
 */
const SAMPLE_STATES: readonly [BookingStatus, PaymentState, SampleDetails[]][] = [
  ['pending', 'requires_payment', [{}]],
  ['pending', 'authorized', [{}]],
  ['accepted', 'capturing', [{}]],
  ['accepted', 'held', [{}]],
  ['accepted', 'held', [withCancellationRequest('brand'), withCancellationRequest('creator')]],
  ['accepted', 'disputed', [withRefusedCancellation('creator'), withRefusedCancellation('brand')]],
  ['accepted', 'disputed', [withRefusedCancellation('creator', true), withRefusedCancellation('brand', true)]],
  ['accepted', 'disputed', WORK_VARIANTS.map((details) => ({ ...details, chargeback: 'open' }))],
  ['in_progress', 'held', [{}]],
  ['in_progress', 'held', [withCancellationRequest('brand'), withCancellationRequest('creator')]],
  ['in_progress', 'disputed', [withRefusedCancellation('creator'), withRefusedCancellation('brand')]],
  ['in_progress', 'disputed', [withRefusedCancellation('creator', true), withRefusedCancellation('brand', true)]],
  ['in_progress', 'disputed', WORK_VARIANTS.map((details) => ({ ...details, chargeback: 'open' }))],
  ['completed', 'held', [{}]],
  ['completed', 'releasing', [{}]],
  ['completed', 'released', [{}]],
  ['completed', 'refunding', [{}]],
  ['completed', 'refunded', [{}]],
  ['completed', 'split', [{}]],
  ['completed', 'disputed', [{ dispute: SAMPLE_PROBLEM }]],
  ['completed', 'disputed', [{ dispute: SAMPLE_SPLIT_PROPOSAL }]],
  ['completed', 'disputed', [{ dispute: { ...SAMPLE_PROBLEM, answered: true } }]],
  ['completed', 'releasing', [{ payoutBlockedBy: 'payout_setup' }]],
  ['completed', 'releasing', [{ payoutBlockedBy: 'payout_change' }]],
  ['completed', 'releasing', [{ payoutBlockedBy: 'payment_check' }]],
  ['completed', 'releasing', [{ payoutBlockedBy: 'payouts_frozen' }]],
  ['completed', 'refunded', [{ refundReturned: true }]],
  ['completed', 'split', [{ refundReturned: true }]],
  ['completed', 'disputed', [{ chargeback: 'open' }, { chargeback: 'open', dispute: SAMPLE_PROBLEM }]],
  ['completed', 'refunded', [{ chargeback: 'lost' }]],
  ['cancelled', 'requires_payment', withCancelReasons(UNPAID_CANCEL_REASONS)],
  ['cancelled', 'authorized', withCancelReasons(UNCHARGED_CANCEL_REASONS)],
  ['cancelled', 'refunding', withCancelReasons(REFUND_CANCEL_REASONS)],
  ['cancelled', 'refunded', withCancelReasons(REFUND_CANCEL_REASONS)],
  ['cancelled', 'voided', withCancelReasons(VOIDED_CANCEL_REASONS)],
  ['cancelled', 'refunded', withCancelReasons(REFUND_CANCEL_REASONS, { refundReturned: true })],
  ['cancelled', 'voided', withCancelReasons(VOIDED_CANCEL_REASONS, { refundReturned: true })],
  ['cancelled', 'disputed', withCancelReasons(REFUND_CANCEL_REASONS, { chargeback: 'open' })],
  ['cancelled', 'refunded', withCancelReasons(['charged_back', ...REFUND_CANCEL_REASONS], { chargeback: 'lost' })],
];

export interface BookingState {
  readonly status: BookingStatus;
  readonly paymentState: PaymentState;
  readonly openIssue: OpenIssue;
}

export const getBookingState = (booking: BookingFacts): BookingState => ({
  status: booking.status,
  paymentState: booking.paymentState,
  openIssue: findOpenIssue(booking),
});

export interface ReachableState extends BookingState {
  /** The actions that each side can take at some time in this state. */
  readonly may: Readonly<Record<Side, readonly BookingAction[]>>;
  /** Whether staff can decide a dispute in this state. */
  readonly staffDecides: boolean;
  /** The possible next steps if neither party acts, worded for staff. */
  readonly next: readonly BookingNextStep[];
  /** The possible reasons for the cancellation. Empty if the booking is not cancelled. */
  readonly cancelReasons: readonly CancelReason[];
}

/** Returns a string that identifies a state. */
export const formatBookingState = ({ status, paymentState, openIssue: question }: BookingState): string =>
  `${status}/${paymentState}/${question}`;

/** Returns every state that a booking with the time limits `windows` can be in, in the order of a booking's life. */
export const listReachableStates = (windows: Windows): readonly ReachableState[] =>
  SAMPLE_STATES.map(([status, paymentState, bookings]) =>
    toReachableState(
      bookings.map((details) => ({ ...createSampleBooking(windows), status, paymentState, ...details })),
    ),
  );

/**
 * Returns the state that all of `bookings` are in, with the actions and next steps that any of them has. Throws if
 * the list is empty.
 */
export function toReachableState(bookings: readonly BookingFacts[]): ReachableState {
  const [first] = bookings;
  if (first === undefined) throw new Error('A state without bookings');
  const may = (side: Side) =>
    BOOKING_ACTIONS.filter((action) =>
      bookings.some((booking) => SAMPLE_TIMES.some((now) => canPerformAction(action, booking, side, now))),
    );
  const steps = bookings.flatMap((booking) => SAMPLE_TIMES.map((now) => describeNextStep(booking, undefined, now)));
  return {
    ...getBookingState(first),
    may: { creator: may('creator'), brand: may('brand') },
    staffDecides: bookings.some(isDecidableByStaff),
    next: [...new Map(steps.map((step) => [step.text, step])).values()],
    cancelReasons: [...new Set(bookings.flatMap(({ cancelReason }) => cancelReason ?? []))],
  };
}

/**
 * Whether staff can decide a booking's dispute: the other party has responded or missed the deadline, and no
 * chargeback is open.
 */
export const isDecidableByStaff = ({ dispute, chargeback }: BookingFacts) =>
  dispute?.answered === true && chargeback !== 'open';
