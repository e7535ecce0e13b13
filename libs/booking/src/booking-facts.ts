/** The data that the booking rules depend on. The server reads it from the database and sends it to the page. */
import type { Windows } from './windows.ts';
import type { CancelReason, BookingStatus, DisputeKind, PaymentState, Side } from './states.ts';

/** The progress of a booking. Times are ISO text, as in the API. */
export interface BookingProgress {
  readonly status: BookingStatus;
  readonly paymentState: PaymentState;
  readonly cancelReason: CancelReason | null;
  readonly windows: Windows;
  readonly createdAt: string;
  /** The payment deadline of an order that uses a limited slot. Null if the operator's time limit applies. */
  readonly payBy: string | null;
  /** Days from the order to the first day on which the creator could start. */
  readonly leadDays: number;
  readonly acceptBy: string | null;
  readonly acceptedAt: string | null;
  /** When work last resumed after a cancellation request, a dispute or a chargeback. */
  readonly resumedAt: string | null;
  readonly dueAt: string | null;
  readonly releaseAt: string | null;
  /** The payout is due, but the creator's account cannot receive it yet. */
  readonly payoutBlocked: boolean;
  /** The card's bank returned a refund that has not been paid another way yet. */
  readonly refundReturned: boolean;
  /** The pending cancellation request. */
  readonly cancellation: { readonly askedBy: Side; readonly answerBy: string } | null;
  /** The open dispute. `answered` is true if the other party has responded or missed its deadline. */
  readonly dispute: {
    readonly kind: DisputeKind;
    readonly openedBy: Side;
    readonly answerBy: string;
    readonly answered: boolean;
    readonly offered: boolean;
  } | null;
  readonly chargeback: 'open' | 'won' | 'lost' | null;
}

/** All data that the rules depend on. */
export interface BookingFacts extends BookingProgress {
  /** When the card's authorization expires at its bank, if the bank has stated a time. */
  readonly captureBefore: string | null;
  /** When the brand extended the time to accept, which is possible once. */
  readonly acceptExtendedAt: string | null;
  /** The number of cancellation requests by each party. */
  readonly cancellationsAsked: Readonly<Record<Side, number>>;
  /** The number of problem reports by the brand. */
  readonly problemsReported: number;
  readonly dispute:
    | (NonNullable<BookingProgress['dispute']> & {
        /** The party that wants the booking reversed. */
        readonly claimant: Side;
        /** The creator's part of the price in the proposed split, in cents. */
        readonly offerCreatorCents: number | null;
        readonly offers: number;
        /** The number of statements by each party. */
        readonly statements: Readonly<Record<Side, number>>;
      })
    | null;
}
