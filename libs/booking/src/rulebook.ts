/**
 * The actions of each party on a booking and the reasons for refusing them. The services throw the result of
 * `findRefusal`. Pages disable buttons by it, and both show the same sentence.
 */
import type { BookingFacts } from './booking-facts.ts';
import { isReportingResults } from './publications.ts';
import { canMoveStatus, type BookingStatus, type Side } from './states.ts';
import { computeExtendedAcceptBy } from './windows.ts';
import { findStalledDeadlines } from './stalled-deadlines.ts';

/** Maximum number of cancellation requests per party. */
export const MAX_CANCELLATION_REQUESTS = 3;
/** Maximum number of splits that a creator can propose in one dispute. */
export const MAX_SPLIT_PROPOSALS = 10;
/** Maximum number of problem reports per booking. Each one stops the payout until it is settled. */
export const MAX_PROBLEM_REPORTS = 3;
/** Maximum number of statements in a dispute. Longer exchanges belong in messages. */
export const MAX_DISPUTE_STATEMENTS = 20;

/** The reasons for refusing an action, in sentences for users. */
export const BOOKING_REFUSALS = {
  BOOKING_NOT_FOUND: "This booking doesn't exist or you don't have access to it.",
  BOOKING_NOT_YOURS_TO_MOVE: 'Only the creator of this booking can change its status',
  BOOKING_MOVE_REFUSED: 'The booking has moved on. Reload the page to see where it stands.',
  BOOKING_NOT_ACCEPTABLE: 'The time to accept this booking is over. It is being cancelled; the card is not charged.',
  BOOKING_NOT_CHARGED: 'The card is still being charged. Please try again in a moment.',
  BOOKING_FROZEN: 'The money of this booking is frozen until the dispute is decided',
  PAYMENT_DONE: 'This booking has already been paid or cancelled',
  DELIVERY_REFUSED: 'Deliverables can be sent and decided from the start of the work until its payment is settled',
  PRODUCT_REFUSED: 'A product is sent between the acceptance and the end of the work',
  RESULTS_REFUSED: 'Posts and their figures are noted from the start of the work on, unless the money went back',
  WITHDRAWAL_REFUSED: 'An order can be withdrawn until the creator accepts it',
  EXTENSION_REFUSED: 'The creator cannot be given more time for this booking',
  RELEASE_REFUSED: 'This payment cannot be released now',
  PROBLEM_REFUSED: 'A problem can be reported until the payout is released',
  PROBLEMS_SPENT: `A problem can be reported at most ${MAX_PROBLEM_REPORTS} times`,
  CANCELLATION_REFUSED: 'This booking cannot be cancelled this way now',
  CANCELLATION_OPEN: 'There is an open request to cancel this booking. It has to be answered or withdrawn first.',
  CANCELLATION_CLOSED: 'This request to cancel is not open any more',
  CANCELLATIONS_SPENT: `Each side can ask to cancel a booking at most ${MAX_CANCELLATION_REQUESTS} times`,
  DISPUTE_CLOSED: 'This dispute is closed',
  DISPUTE_STEP_REFUSED: 'This cannot be done in this dispute',
  DISPUTE_OFFER_CHANGED: 'The offer has changed. Reload the page to see it.',
  DISPUTE_OFFERS_SPENT: `At most ${MAX_SPLIT_PROPOSALS} offers can be made in a dispute`,
  DISPUTE_STATEMENTS_SPENT: `Each side can add at most ${MAX_DISPUTE_STATEMENTS} statements`,
} as const;

export type BookingRefusal = keyof typeof BOOKING_REFUSALS;

export const isBookingRefusal = (failure: string): failure is BookingRefusal =>
  Object.hasOwn(BOOKING_REFUSALS, failure);

interface BookingRule {
  /** The only side that may take the action. Undefined if both may. */
  readonly side?: Side;
  /** The failure for the other side. By default, the booking does not exist for it. */
  readonly othersRefusal?: BookingRefusal;
  readonly refusal: (booking: BookingFacts, side: Side, now: Date) => BookingRefusal | null;
}

const hasPassed = (moment: string | null, now: Date): boolean => moment !== null && Date.parse(moment) <= now.getTime();

/** The creator's moves in the table of spec §4. */
const createMoveRule = (
  to: BookingStatus,
  also: (booking: BookingFacts, now: Date) => BookingRefusal | null = () => null,
): BookingRule => ({
  side: 'creator',
  othersRefusal: 'BOOKING_NOT_YOURS_TO_MOVE',
  refusal: (booking, _side, now) => {
    // Creators cannot see unpaid orders (docs/decisions.md "Create intent").
    if (booking.status === 'pending' && booking.paymentState === 'requires_payment') return 'BOOKING_NOT_FOUND';
    if (!canMoveStatus(booking.status, to)) return 'BOOKING_MOVE_REFUSED';
    if (booking.cancellation !== null) return 'CANCELLATION_OPEN';
    if (booking.paymentState === 'disputed') return 'BOOKING_FROZEN';
    return also(booking, now);
  },
});

const findCancellationAnswerRefusal: BookingRule['refusal'] = ({ cancellation, chargeback }, side, now) => {
  if (cancellation === null || cancellation.askedBy === side || hasPassed(cancellation.answerBy, now))
    return 'CANCELLATION_CLOSED';
  return chargeback === 'open' ? 'CANCELLATION_REFUSED' : null;
};

type OpenDispute = NonNullable<BookingFacts['dispute']>;

/** An action in an open dispute that divides the money. It is impossible while the card's bank holds the payment. */
const createDisputeRule =
  (refusal: (dispute: OpenDispute, side: Side) => BookingRefusal | null): BookingRule['refusal'] =>
  ({ dispute, chargeback }, side) => {
    if (dispute === null) return 'DISPUTE_CLOSED';
    return refusal(dispute, side) ?? (chargeback === 'open' ? 'DISPUTE_STEP_REFUSED' : null);
  };

const isBrandAllowedToCancelAlone = (booking: BookingFacts, now: Date): boolean => {
  const end = findStalledDeadlines(booking);
  return end !== null && end.aloneFrom <= now;
};

export const isPayable = ({ status, paymentState }: Pick<BookingFacts, 'status' | 'paymentState'>): boolean =>
  status === 'pending' && paymentState === 'requires_payment';

/**
 * Whether versions can be delivered: the work has begun and is not settled. This includes open disputes, which a
 * delivery may end.
 */
const isDeliveryOpen = ({ status, paymentState }: BookingFacts): boolean =>
  (status === 'in_progress' || status === 'completed') && (paymentState === 'held' || paymentState === 'disputed');

/** Whether the work is accepted and not completed, even if there is a dispute. */
const isWorkUnderWay = ({ status, paymentState }: BookingFacts): boolean =>
  (status === 'accepted' || status === 'in_progress') && paymentState !== 'refunding' && paymentState !== 'refunded';

const BOOKING_RULES = {
  pay: {
    side: 'brand',
    refusal: (booking) => (isPayable(booking) ? null : 'PAYMENT_DONE'),
  },
  withdraw: {
    side: 'brand',
    // While a booking is pending, nothing has been charged, so the default applies.
    refusal: ({ status }) => (status === 'pending' ? null : 'WITHDRAWAL_REFUSED'),
  },
  extend_acceptance: {
    side: 'brand',
    refusal: ({ status, paymentState, acceptBy, acceptExtendedAt, captureBefore, windows }, _side, now) => {
      const isWaiting = status === 'pending' && paymentState === 'authorized' && acceptBy !== null;
      if (!isWaiting || hasPassed(acceptBy, now) || acceptExtendedAt !== null) return 'EXTENSION_REFUSED';
      const lapses = captureBefore === null ? null : new Date(captureBefore);
      return computeExtendedAcceptBy(new Date(acceptBy), lapses, windows) === null ? 'EXTENSION_REFUSED' : null;
    },
  },
  accept: createMoveRule('accepted', ({ acceptBy }, now) =>
    hasPassed(acceptBy, now) ? 'BOOKING_NOT_ACCEPTABLE' : null,
  ),
  decline: createMoveRule('cancelled'),
  start: createMoveRule('in_progress', ({ paymentState }) => (paymentState === 'held' ? null : 'BOOKING_NOT_CHARGED')),
  complete: createMoveRule('completed'),
  deliver: {
    side: 'creator',
    refusal: (booking) => (isDeliveryOpen(booking) ? null : 'DELIVERY_REFUSED'),
  },
  send_product: {
    side: 'brand',
    refusal: (booking) => (isWorkUnderWay(booking) ? null : 'PRODUCT_REFUSED'),
  },
  receive_product: {
    side: 'creator',
    refusal: (booking) => (isWorkUnderWay(booking) ? null : 'PRODUCT_REFUSED'),
  },
  note_results: {
    side: 'creator',
    refusal: (booking) => (isReportingResults(booking) ? null : 'RESULTS_REFUSED'),
  },
  ask_for_changes: {
    side: 'brand',
    refusal: (booking) => (isDeliveryOpen(booking) ? null : 'DELIVERY_REFUSED'),
  },
  approve_delivery: {
    side: 'brand',
    // Approving the last deliverable pays the creator, so no other claim to the money may be open.
    refusal: (booking) => {
      if (!isDeliveryOpen(booking)) return 'DELIVERY_REFUSED';
      if (booking.cancellation !== null) return 'CANCELLATION_OPEN';
      return booking.paymentState === 'held' ? null : 'BOOKING_FROZEN';
    },
  },
  approve: {
    side: 'brand',
    refusal: ({ status, paymentState }) =>
      status === 'completed' && paymentState === 'held' ? null : 'RELEASE_REFUSED',
  },
  report_problem: {
    side: 'brand',
    refusal: ({ status, paymentState, releaseAt, problemsReported }, _side, now) => {
      const isOpen = status === 'completed' && paymentState === 'held' && releaseAt !== null;
      if (!isOpen || hasPassed(releaseAt, now)) return 'PROBLEM_REFUSED';
      return problemsReported < MAX_PROBLEM_REPORTS ? null : 'PROBLEMS_SPENT';
    },
  },
  ask_to_cancel: {
    refusal: ({ status, paymentState, cancellation, cancellationsAsked }, side) => {
      if (status !== 'accepted' && status !== 'in_progress') return 'CANCELLATION_REFUSED';
      if (paymentState === 'capturing') return 'BOOKING_NOT_CHARGED';
      if (paymentState !== 'held') return 'CANCELLATION_REFUSED';
      if (cancellation !== null) return 'CANCELLATION_OPEN';
      return cancellationsAsked[side] < MAX_CANCELLATION_REQUESTS ? null : 'CANCELLATIONS_SPENT';
    },
  },
  agree_to_cancel: { refusal: findCancellationAnswerRefusal },
  disagree_to_cancel: { refusal: findCancellationAnswerRefusal },
  withdraw_cancellation: {
    refusal: ({ cancellation }, side, now) =>
      cancellation?.askedBy === side && !hasPassed(cancellation.answerBy, now) ? null : 'CANCELLATION_CLOSED',
  },
  cancel_not_started: {
    side: 'brand',
    refusal: (booking, _side, now) => {
      if (booking.status !== 'accepted' || booking.paymentState !== 'held') return 'CANCELLATION_REFUSED';
      // The open cancellation request has to be answered before the creator can start.
      if (booking.cancellation !== null) return 'CANCELLATION_OPEN';
      return isBrandAllowedToCancelAlone(booking, now) ? null : 'CANCELLATION_REFUSED';
    },
  },
  cancel_overdue: {
    side: 'brand',
    refusal: (booking, side, now) => {
      if (booking.status !== 'in_progress' || booking.paymentState !== 'held') return 'CANCELLATION_REFUSED';
      // The creator has to withdraw its own cancellation request before completing the work.
      if (booking.cancellation?.askedBy === side) return 'CANCELLATION_OPEN';
      return isBrandAllowedToCancelAlone(booking, now) ? null : 'CANCELLATION_REFUSED';
    },
  },
  add_statement: {
    refusal: ({ dispute }, side) => {
      if (dispute === null) return 'DISPUTE_CLOSED';
      return dispute.statements[side] < MAX_DISPUTE_STATEMENTS ? null : 'DISPUTE_STATEMENTS_SPENT';
    },
  },
  withdraw_dispute: {
    refusal: createDisputeRule(({ claimant }, side) => (claimant === side ? null : 'DISPUTE_STEP_REFUSED')),
  },
  agree_to_refund: {
    refusal: createDisputeRule(({ claimant }, side) => (claimant === side ? 'DISPUTE_STEP_REFUSED' : null)),
  },
  offer_split: {
    side: 'creator',
    refusal: createDisputeRule(({ kind, offers }) => {
      if (kind !== 'problem') return 'DISPUTE_STEP_REFUSED';
      return offers < MAX_SPLIT_PROPOSALS ? null : 'DISPUTE_OFFERS_SPENT';
    }),
  },
  accept_split: {
    side: 'brand',
    refusal: createDisputeRule(({ offerCreatorCents }) =>
      offerCreatorCents === null ? 'DISPUTE_OFFER_CHANGED' : null,
    ),
  },
} as const satisfies Record<string, BookingRule>;

/** All actions on a booking. */
export type BookingAction = keyof typeof BOOKING_RULES;
export const BOOKING_ACTIONS = Object.keys(BOOKING_RULES) as BookingAction[];

/** The action that leads to a status, or null if no action of a person does. */
export const ACTIONS_BY_TARGET_STATUS = {
  pending: null,
  accepted: 'accept',
  in_progress: 'start',
  completed: 'complete',
  cancelled: 'decline',
} as const satisfies Record<BookingStatus, BookingAction | null>;

/**
 * Returns the reason why `side` may not take `action` now, or null if it may. The service throws it, and the page
 * shows it beside the disabled button.
 */
export function findRefusal(
  action: BookingAction,
  booking: BookingFacts,
  side: Side,
  now: Date,
): BookingRefusal | null {
  const rule: BookingRule = BOOKING_RULES[action];
  if (rule.side !== undefined && rule.side !== side) return rule.othersRefusal ?? 'BOOKING_NOT_FOUND';
  return rule.refusal(booking, side, now);
}

export const canPerformAction = (action: BookingAction, booking: BookingFacts, side: Side, now: Date): boolean =>
  findRefusal(action, booking, side, now) === null;
