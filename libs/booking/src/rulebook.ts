/**
 * The actions that each party can take on a booking, and the reasons for refusing them. Services throw the failure
 * code that `findRefusal` returns. Pages disable the button and show the same message.
 */
import type { BookingFacts } from './booking-facts.ts';
import { isReportingResults } from './publications.ts';
import { canMoveStatus, type BookingStatus, type Side } from './states.ts';
import { computeExtendedAcceptBy } from './windows.ts';
import { findStalledDeadlines } from './stalled-deadlines.ts';

export const MAX_CANCELLATION_REQUESTS = 3;
/** Maximum number of times that a creator can propose a split in one dispute. */
export const MAX_SPLIT_PROPOSALS = 10;
/** Maximum number of problem reports per booking. Each report stops the payout until it is settled. */
export const MAX_PROBLEM_REPORTS = 3;
/** Maximum number of statements by each party in a dispute. Longer exchanges belong in messages. */
export const MAX_DISPUTE_STATEMENTS = 20;

/** Error messages by failure code, for refused actions on a booking. */
export const BOOKING_REFUSALS = {
  BOOKING_NOT_FOUND: "This booking doesn't exist or you don't have access to it.",
  BOOKING_NOT_YOURS_TO_MOVE: 'Only the creator of this booking can change its status',
  BOOKING_MOVE_REFUSED: 'This booking has changed. Reload the page to see its current status.',
  BOOKING_NOT_ACCEPTABLE:
    'The deadline to accept this booking has passed. The booking is being cancelled, and the card is not charged.',
  BOOKING_NOT_CHARGED: 'The card is still being charged. Please try again in a moment.',
  BOOKING_FROZEN: 'The payment is on hold until the dispute is resolved',
  PAYMENT_DONE: 'This booking has already been paid or cancelled',
  DELIVERY_REFUSED: 'You can send and review deliverables from the start of the work until the payment is settled',
  PRODUCT_REFUSED: 'A product can be sent only after the booking is accepted and before the work is completed',
  RESULTS_REFUSED: 'You can add posts and metrics once the work has started, unless the booking was refunded',
  WITHDRAWAL_REFUSED: 'You can withdraw an order only until the creator accepts it',
  EXTENSION_REFUSED: 'The deadline to accept this booking cannot be extended',
  RELEASE_REFUSED: 'This payment cannot be released now',
  PROBLEM_REFUSED: 'You can report a problem only until the payout is released',
  PROBLEMS_SPENT: `You can report a problem at most ${MAX_PROBLEM_REPORTS} times per booking`,
  CANCELLATION_REFUSED: 'This is not possible at the moment. Reload the page to see how you can cancel this booking.',
  CANCELLATION_OPEN: 'There is an open cancellation request. Answer or withdraw it first.',
  CANCELLATION_CLOSED: 'This cancellation request is no longer open',
  CANCELLATIONS_SPENT: `You can request a cancellation at most ${MAX_CANCELLATION_REQUESTS} times per booking`,
  DISPUTE_CLOSED: 'This dispute is closed',
  DISPUTE_STEP_REFUSED: 'This action is not available in this dispute',
  DISPUTE_OFFER_CHANGED: 'The offer has changed. Reload the page to see the current one.',
  DISPUTE_OFFERS_SPENT: `You can make at most ${MAX_SPLIT_PROPOSALS} offers in a dispute`,
  DISPUTE_STATEMENTS_SPENT: `You can add at most ${MAX_DISPUTE_STATEMENTS} statements`,
} as const;

export type BookingRefusal = keyof typeof BOOKING_REFUSALS;

export const isBookingRefusal = (failure: string): failure is BookingRefusal =>
  Object.hasOwn(BOOKING_REFUSALS, failure);

interface BookingRule {
  /** The only side that may take the action, or undefined if both may. */
  readonly side?: Side;
  /** The failure code if the other side tries the action. The default is BOOKING_NOT_FOUND. */
  readonly othersRefusal?: BookingRefusal;
  readonly refusal: (booking: BookingFacts, side: Side, now: Date) => BookingRefusal | null;
}

const hasPassed = (moment: string | null, now: Date): boolean => moment !== null && Date.parse(moment) <= now.getTime();

/** Returns the rule for a status change by the creator (requirements R4.3 to R4.6). */
const createMoveRule = (
  to: BookingStatus,
  also: (booking: BookingFacts, now: Date) => BookingRefusal | null = () => null,
): BookingRule => ({
  side: 'creator',
  othersRefusal: 'BOOKING_NOT_YOURS_TO_MOVE',
  refusal: (booking, _side, now) => {
    // Creators cannot see unpaid orders.
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

/**
 * Returns the rule for a dispute action that affects the money. Such an action is refused while a chargeback is
 * open, because the card's bank then holds the payment.
 */
const createDisputeRule =
  (refusal: (dispute: OpenDispute, side: Side) => BookingRefusal | null): BookingRule['refusal'] =>
  ({ dispute, chargeback }, side) => {
    if (dispute === null) return 'DISPUTE_CLOSED';
    return refusal(dispute, side) ?? (chargeback === 'open' ? 'DISPUTE_STEP_REFUSED' : null);
  };

const isBrandAllowedToCancelAlone = (booking: BookingFacts, now: Date): boolean => {
  const end = findStalledDeadlines(booking, now);
  return end !== null && end.aloneFrom <= now;
};

export const isPayable = ({ status, paymentState }: Pick<BookingFacts, 'status' | 'paymentState'>): boolean =>
  status === 'pending' && paymentState === 'requires_payment';

/**
 * Whether the creator can deliver versions: the work has begun and the payment is not settled. An open dispute does
 * not prevent a delivery, because a new version may resolve it.
 */
const isDeliveryOpen = ({ status, paymentState }: BookingFacts): boolean =>
  (status === 'in_progress' || status === 'completed') && (paymentState === 'held' || paymentState === 'disputed');

/** Whether the booking is accepted and not completed. An open dispute makes no difference. */
const isWorkUnderWay = ({ status, paymentState }: BookingFacts): boolean =>
  (status === 'accepted' || status === 'in_progress') && paymentState !== 'refunding' && paymentState !== 'refunded';

const BOOKING_RULES = {
  pay: {
    side: 'brand',
    refusal: (booking) => (isPayable(booking) ? null : 'PAYMENT_DONE'),
  },
  withdraw: {
    side: 'brand',
    // A pending booking can always be withdrawn, because its card has not been charged.
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
    // Approving the last deliverable pays the creator, so no cancellation request or dispute may be open.
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
      // The creator cannot start work while a cancellation request is open, so the brand cannot cancel because of
      // the late start.
      if (booking.cancellation !== null) return 'CANCELLATION_OPEN';
      return isBrandAllowedToCancelAlone(booking, now) ? null : 'CANCELLATION_REFUSED';
    },
  },
  cancel_overdue: {
    side: 'brand',
    refusal: (booking, side, now) => {
      if (booking.status !== 'in_progress' || booking.paymentState !== 'held') return 'CANCELLATION_REFUSED';
      // Only the brand's own cancellation request blocks this. A creator who asked to cancel can still withdraw the
      // request and complete the work.
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

export type BookingAction = keyof typeof BOOKING_RULES;

/** The actions with which a member gives up money of their side, which need the permission 'refunds.agree'. */
export const REFUND_ACTIONS: readonly BookingAction[] = [
  'ask_to_cancel',
  'agree_to_cancel',
  'agree_to_refund',
  'offer_split',
  'accept_split',
];

export const BOOKING_ACTIONS = Object.keys(BOOKING_RULES) as BookingAction[];

/** The creator's action that leads to each status. Null for `pending`, in which every booking starts. */
export const ACTIONS_BY_TARGET_STATUS = {
  pending: null,
  accepted: 'accept',
  in_progress: 'start',
  completed: 'complete',
  cancelled: 'decline',
} as const satisfies Record<BookingStatus, BookingAction | null>;

/** Returns the reason why `side` may not take `action` now, or null if it may. */
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
