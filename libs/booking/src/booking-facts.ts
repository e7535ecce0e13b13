/**
 * The booking data that the rules depend on. The server loads it from the database, and the API sends it to the
 * pages.
 */
import type { Windows } from './windows.ts';
import type { CancelReason, BookingStatus, DisputeKind, PaymentState, PayoutBlockedReason, Side } from './states.ts';

/** The state and the deadlines of a booking. Times are ISO strings, as in the API. */
export interface BookingProgress {
  readonly status: BookingStatus;
  readonly paymentState: PaymentState;
  readonly cancelReason: CancelReason | null;
  readonly windows: Windows;
  readonly createdAt: string;
  /**
   * The payment deadline of an order to a creator with limited slots. Null for other orders, to which the operator's
   * time limit `unpaidHours` applies.
   */
  readonly payBy: string | null;
  /** Number of days from the order to the first day on which the creator could start. */
  readonly leadDays: number;
  readonly acceptBy: string | null;
  readonly acceptedAt: string | null;
  /**
   * The time when work last resumed after a cancellation request, a dispute or a chargeback. Null if it never
   * paused.
   */
  readonly resumedAt: string | null;
  /** The time when the open cancellation request, dispute or chargeback paused the work. Null if none is open. */
  readonly pausedAt: string | null;
  /** The due date without the delay of an open review. Use `findDueAt` to decide whether work is late. */
  readonly dueAt: string | null;
  /** The time after which the brand's open review moves the due date. Null if no version waits for the brand. */
  readonly reviewBy: string | null;
  /** The time when the brand last decided about a version, or null. */
  readonly reviewedAt: string | null;
  readonly releaseAt: string | null;
  /** Why a payout that is due is on hold, or null if it is not. */
  readonly payoutBlockedBy: PayoutBlockedReason | null;
  /** True if the card's bank returned a refund that the operator has not paid another way yet. */
  readonly refundReturned: boolean;
  readonly cancellation: { readonly askedBy: Side; readonly answerBy: string } | null;
  /**
   * The open dispute. `answered` is true if the party that did not open it has responded or missed the deadline.
   * `offered` is true if the creator has proposed a split.
   */
  readonly dispute: {
    readonly kind: DisputeKind;
    readonly openedBy: Side;
    readonly answerBy: string;
    readonly answered: boolean;
    readonly offered: boolean;
  } | null;
  readonly chargeback: 'open' | 'won' | 'lost' | null;
}

/** All data that the rules depend on, including data that only the server uses. */
export interface BookingFacts extends BookingProgress {
  /** The time when the card's authorization expires at the bank, or null if Stripe has not reported one. */
  readonly captureBefore: string | null;
  /**
   * The time when the brand extended the creator's deadline to accept, which is possible once. Null if it has not.
   */
  readonly acceptExtendedAt: string | null;
  readonly cancellationsAsked: Readonly<Record<Side, number>>;
  readonly problemsReported: number;
  readonly dispute:
    | (NonNullable<BookingProgress['dispute']> & {
        /** The party that wants the booking reversed. */
        readonly claimant: Side;
        /** The creator's share of the price in the proposed split, in cents. */
        readonly offerCreatorCents: number | null;
        readonly offers: number;
        /** Number of statements by each party. */
        readonly statements: Readonly<Record<Side, number>>;
      })
    | null;
}
