/** Where the money is: settlements, chargebacks, the ledger, its documents, and Stripe’s side as we know it. */
import type { PaymentState } from '@marquee/booking';
import type { ColumnType, Generated } from 'kysely';
import type { TimeColumn, OptionalTimeColumn, JsonColumn } from './schema.columns.ts';

/** The one slot for which release, refund and split compete; claimed before Stripe is called. */
export interface SettlementTable {
  bookingId: string;
  kind: 'release' | 'refund' | 'split';
  /** Null: the timer decided. */
  decidedBy: string | null;
  creatorCents: number;
  feeCents: number;
  refundCents: number;
  /**
   * Counts definite refusals: Stripe repeats a refusal for as
   * long as it keeps the key, so the next try needs another one.
   */
  attempt: Generated<number>;
  blockedReason: 'payout_setup' | null;
  stripeTransferId: string | null;
  /** The account that was paid; null also for payouts from before this was kept. */
  paidAccountId: ColumnType<string | null, string | null | undefined, string | null>;
  claimedAt: TimeColumn;
  settledAt: OptionalTimeColumn;
  stripeRefundId: string | null;
  refundedAt: OptionalTimeColumn;
  refundAttempt: Generated<number>;
  /** A chargeback that was lost took the money before this could. */
  voidedAt: OptionalTimeColumn;
}

/** One time that the books were held against the provider's. */
export interface ReconciliationRunTable {
  id: Generated<string>;
  source: 'job' | 'command';
  startedAt: TimeColumn;
  /** The last booking that a running one has looked at. */
  afterBooking: ColumnType<string | null, string | null | undefined, string | null>;
  finishedAt: OptionalTimeColumn;
  /** Movements that the provider has, too, or should have. */
  movements: Generated<number>;
  /** Movements that do not fit, and transactions that do not sum to zero. */
  differences: Generated<number>;
  /** What was owed to brands and creators for bookings, and for how many. */
  heldCents: Generated<number>;
  heldBookings: Generated<number>;
}

/** An account at Stripe in a country that its owner has corrected. Nothing is paid to it. */
export interface FormerPayoutAccountTable {
  stripeAccountId: string;
  userId: string;
  country: string;
  leftAt: TimeColumn;
}

/**
 * A payout of Stripe's to a creator's bank that the bank sent back. It holds several bookings' money, or parts of it.
 */
export interface ReturnedPayoutTable {
  stripePayoutId: string;
  stripeAccountId: string;
  creatorId: string;
  /** In the smallest unit of `currency`, Stripe's lower-case word. */
  amount: number;
  currency: string;
  /** Stripe's word for the reason. */
  failureCode: string;
  /** The bank account that refused it. */
  bankId: string | null;
  foundAt: TimeColumn;
  /** When its owner had given another bank account. */
  resolvedAt: OptionalTimeColumn;
}

/** What a person has to look at; one open row per kind and subject. */
export interface MoneyExceptionTable {
  id: Generated<string>;
  kind: string;
  bookingId: string | null;
  /** A booking's id or an object at Stripe. */
  subject: string;
  data: JsonColumn<object>;
  openedAt: TimeColumn;
  resolvedAt: OptionalTimeColumn;
  resolution: string | null;
  resolvedBy: string | null;
}

/** A charge that its card's bank took back. Not a dispute between the two sides. */
export interface ChargebackTable {
  stripeDisputeId: string;
  bookingId: string;
  amountCents: number;
  reason: string;
  stateBefore: PaymentState;
  openedAt: TimeColumn;
  closedAt: OptionalTimeColumn;
  outcome: 'won' | 'lost' | null;
  reversedCents: Generated<number>;
  stripeReversalId: string | null;
  reversalAttempt: Generated<number>;
  reversalRefusedAt: OptionalTimeColumn;
  stripeTransferId: string | null;
  transferAttempt: Generated<number>;
  /** The bank hears nothing that comes later; null: Stripe does not say. */
  respondBy: OptionalTimeColumn;
  /** When staff asked to send the bank what is known, and what staff says besides. */
  responseAskedAt: OptionalTimeColumn;
  responseNote: Generated<string | null>;
  /** When Stripe had it. */
  respondedAt: OptionalTimeColumn;
  /** Why Stripe did not take it. */
  responseRefused: Generated<string | null>;
}

/** Another intent named the booking, the booking was cancelled, or the amount was not the booking's. */
export type SurplusReason = 'second_intent' | 'booking_cancelled' | 'amount';

/** Money that came in and belongs to no booking: given back within a minute. */
export interface SurplusPaymentTable {
  stripePaymentIntentId: string;
  bookingId: string;
  stripeChargeId: string;
  amountCents: number;
  reason: SurplusReason;
  foundAt: TimeColumn;
  attempt: Generated<number>;
  stripeRefundId: string | null;
  refundedAt: OptionalTimeColumn;
}

export interface LedgerTransactionTable {
  id: Generated<string>;
  bookingId: string;
  kind: LedgerKind;
  /** The Stripe object that moved the money; null for a movement between our own accounts. */
  stripeObjectId: string | null;
  /** The booking's creator. A trigger sets it. */
  creatorId: Generated<string | null>;
  at: TimeColumn;
  /** The database transaction that wrote it. */
  writtenIn: Generated<string>;
}

export type LedgerKind =
  | 'capture'
  | 'earn'
  | 'unearn'
  | 'refund'
  | 'release'
  | 'surplus'
  | 'surplus_refund'
  | 'chargeback'
  | 'chargeback_won'
  | 'chargeback_lost'
  | 'reversal'
  | 'restore'
  | 'recovery'
  | 'refund_returned'
  | 'refund_replaced';

export type LedgerAccount = 'processor' | 'held' | 'creator' | 'fee' | 'surplus' | 'chargeback' | 'loss' | 'outside';

export interface LedgerEntryTable {
  transactionId: string;
  account: LedgerAccount;
  /** Whose money, on the `creator` account. */
  userId: string | null;
  /** Debits are positive, credits negative; a transaction sums to zero. */
  amountCents: number;
}

export interface StripeEventTable {
  id: string;
  type: string;
  receivedAt: TimeColumn;
}

export interface ReconciliationPositionTable {
  stream: string;
  position: JsonColumn<object>;
  at: TimeColumn;
}

/** A movement that both books have, with the same amount. */
export interface ReconciliationMatchTable {
  stripeObjectId: string;
  matchedAt: TimeColumn;
}

export type DocumentKind = 'receipt' | 'payout' | 'credit_note' | 'agreement';

/** Append-only. Numbers have no gaps; documents.sql.ts gives them. */
export interface LedgerDocumentTable {
  id: Generated<string>;
  kind: DocumentKind;
  year: number;
  number: number;
  bookingId: string;
  /** The booking's brand. A trigger sets it. */
  brandId: Generated<string | null>;
  transactionId: string;
  issuedAt: TimeColumn;
  /** By which anybody can check the paper (`/verify`). */
  code: Generated<string>;
  /** What is fixed on it of people and the operator (receipts.sql.ts `DocumentFacts`). */
  facts: JsonColumn<object>;
}

/** A month in which money went to or came back from a creator. */
export interface CreatorStatementTable {
  creatorId: string;
  month: string;
  code: Generated<string>;
}

/** A creator's record of completed work, as it was on a day. */
export interface WorkRecordTable {
  id: Generated<string>;
  creatorId: string;
  /** In the operator's time zone, '2027-03-14'. */
  day: string;
  madeAt: TimeColumn;
  code: Generated<string>;
  /** What it says, and who issued it (work.sql.ts `WorkRecordFacts`). */
  facts: JsonColumn<object>;
}
