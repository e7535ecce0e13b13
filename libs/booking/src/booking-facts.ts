/** What the rules of a booking look at. The server reads it from the rows, the page has it from the server. */
import type { Windows } from './windows.ts';
import type { CancelReason, BookingStatus, DisputeKind, PaymentState, Side } from './states.ts';

/** Where a booking stands. Times are ISO text, as on the wire. */
export interface BookingProgress {
  readonly status: BookingStatus;
  readonly paymentState: PaymentState;
  readonly cancelReason: CancelReason | null;
  readonly windows: Windows;
  readonly createdAt: string;
  /** Of an order that holds a counted place: paid until then. Null: within the operator's time. */
  readonly payBy: string | null;
  /** Days from the order to the first day on which the creator could start. */
  readonly leadDays: number;
  readonly acceptBy: string | null;
  readonly acceptedAt: string | null;
  /** When accepted or begun work last went on after a request to cancel, a dispute or a chargeback. */
  readonly resumedAt: string | null;
  readonly dueAt: string | null;
  readonly releaseAt: string | null;
  /** The payout is decided but the creator cannot receive it yet. */
  readonly payoutBlocked: boolean;
  /** A card's bank sent a refund back, and it is not paid another way yet. */
  readonly refundReturned: boolean;
  /** The open request to cancel. */
  readonly cancellation: { readonly askedBy: Side; readonly answerBy: string } | null;
  /** The open dispute. `answered`: the side that did not open it has said something, or let its time go by. */
  readonly dispute: {
    readonly kind: DisputeKind;
    readonly openedBy: Side;
    readonly answerBy: string;
    readonly answered: boolean;
    readonly offered: boolean;
  } | null;
  readonly chargeback: 'open' | 'won' | 'lost' | null;
}

/** Everything that the rulebook looks at. */
export interface BookingFacts extends BookingProgress {
  /** When the card's authorisation lapses at its bank, if the bank said so. */
  readonly captureBefore: string | null;
  /** When the brand gave more time to accept; it may do so once. */
  readonly acceptExtendedAt: string | null;
  /** How often each side has asked to cancel. */
  readonly cancellationsAsked: Readonly<Record<Side, number>>;
  /** How often the brand has reported a problem with completed work. */
  readonly problemsReported: number;
  readonly dispute:
    | (NonNullable<BookingProgress['dispute']> & {
        /** Who wants the booking undone. */
        readonly claimant: Side;
        /** The creator's part of the price in the offer that stands, in cents. */
        readonly offerCreatorCents: number | null;
        readonly offers: number;
        /** How many statements each side has made. */
        readonly statements: Readonly<Record<Side, number>>;
      })
    | null;
}
