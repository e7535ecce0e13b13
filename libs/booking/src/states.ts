/** Defines the statuses and payment states of a booking, the possible status changes, and their labels. */

/** The five statuses (requirements R4.7). */
export const BOOKING_STATUSES = ['pending', 'accepted', 'in_progress', 'completed', 'cancelled'] as const;
export type BookingStatus = (typeof BOOKING_STATUSES)[number];

interface StatusMove {
  readonly to: BookingStatus;
  readonly label: string;
}

/** The status changes that the creator can make (requirements R4.3 to R4.6), in the order of their buttons. */
export const STATUS_MOVES = {
  pending: [
    { to: 'accepted', label: 'Accept Booking' },
    { to: 'cancelled', label: 'Decline Booking' },
  ],
  accepted: [{ to: 'in_progress', label: 'Start Working' }],
  in_progress: [{ to: 'completed', label: 'Mark as Completed' }],
  completed: [],
  cancelled: [],
} as const satisfies Record<BookingStatus, readonly StatusMove[]>;

export const listMovesFrom = (status: BookingStatus): readonly StatusMove[] => STATUS_MOVES[status];

export const canMoveStatus = (from: BookingStatus, to: BookingStatus): boolean =>
  listMovesFrom(from).some((move) => move.to === to);

/**
 * The reasons for a cancellation. Before the acceptance: the creator declined (`declined`), the brand withdrew the
 * order (`withdrawn`), a deadline passed (`not_accepted`, `unpaid`), a newer order replaced this one (`superseded`),
 * or the card could not be charged (`payment_failed`). After the acceptance, with a full refund: both parties agreed
 * (`agreed`), a party did not answer a cancellation request (`not_answered`), the work was not started
 * (`not_started`, by the brand or a timer), the delivery was overdue (`overdue` by the brand, `overdue_ended` by a
 * timer), or staff decided a dispute (`decided`). `charged_back` means that the card's bank reversed the payment.
 */
export const CANCEL_REASONS = [
  'declined',
  'withdrawn',
  'not_accepted',
  'unpaid',
  'superseded',
  'payment_failed',
  'agreed',
  'not_answered',
  'not_started',
  'overdue',
  'overdue_ended',
  'decided',
  'charged_back',
] as const;
export type CancelReason = (typeof CANCEL_REASONS)[number];

/** The reasons that a creator can choose for declining an order. The first one is the default. */
export const DECLINE_REASONS = [
  'not_this_time',
  'no_time',
  'not_a_fit',
  'unclear_brief',
  'too_much',
  'product',
] as const;
export type DeclineReason = (typeof DECLINE_REASONS)[number];

/** The payment states. A booking's payment state says where its money is. */
export const PAYMENT_STATES = [
  'requires_payment',
  'authorized',
  'capturing',
  'held',
  'releasing',
  'released',
  'refunding',
  'refunded',
  'split',
  'voided',
  'disputed',
] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

/**
 * Why a payout that is due is on hold. `payout_setup`: the creator's Stripe account cannot receive it yet.
 * `payout_change`: the payout account was changed, and payouts wait for `PAYOUT_HOLD_HOURS`. `payment_check`: a saved
 * card paid from a new device, and the payout waits as long after the payment. `payouts_frozen`: the creator reported a
 * change that they did not make, and staff have not released the payouts yet.
 */
export type PayoutBlockedReason = 'payout_setup' | 'payout_change' | 'payment_check' | 'payouts_frozen';

/** Hours for which payouts wait after the payout account was changed, or a saved card paid from a new device. */
export const PAYOUT_HOLD_HOURS = 72;

/** The payment states in which the card has been charged, so that a chargeback is possible. */
const CHARGED_STATES: readonly PaymentState[] = [
  'held',
  'releasing',
  'released',
  'refunding',
  'refunded',
  'split',
  'disputed',
];
export const isChargedState = (state: PaymentState): boolean => CHARGED_STATES.includes(state);

export const DISPUTE_KINDS = ['problem', 'cancellation'] as const;
export type DisputeKind = (typeof DISPUTE_KINDS)[number];

/** The outcome that a brand can ask for in a problem report. It is not binding. */
export const DESIRED_OUTCOMES = ['redo', 'partial_refund', 'full_refund'] as const;
export type DesiredOutcome = (typeof DESIRED_OUTCOMES)[number];

/**
 * The possible decisions of a dispute. `release` lets unfinished work continue and pays the creator for completed
 * work.
 */
const DECISION_KINDS = ['release', 'refund', 'split'] as const;
export type DecisionKind = (typeof DECISION_KINDS)[number];

/**
 * Lists the decisions that staff can make about a booking's dispute. A split needs completed work, because creators
 * are never paid before completion (docs/safety.md M5).
 */
export const listDecisionKinds = (status: BookingStatus): readonly DecisionKind[] =>
  status === 'completed' ? DECISION_KINDS : ['release', 'refund'];

export const SIDES = ['creator', 'brand'] as const;
export type Side = (typeof SIDES)[number];

export const getOtherSide = (side: Side): Side => (side === 'creator' ? 'brand' : 'creator');
