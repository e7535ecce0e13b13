/** Tables of settlements, chargebacks, the ledger, its documents, and Stripe's side as we know it. */
import type { PaymentState } from '@marquee/booking';
import type { ColumnType, Generated } from 'kysely';
import type { TimeColumn, OptionalTimeColumn, JsonColumn } from './schema.columns.ts';

/**
 * The single decision about a booking's money, for which release, refund and split compete. The row is inserted
 * before Stripe is called.
 */
export interface SettlementTable {
  bookingId: string;
  kind: 'release' | 'refund' | 'split';
  /** Null if a timer decided. */
  decidedBy: string | null;
  creatorCents: number;
  feeCents: number;
  refundCents: number;
  /**
   * Counts definite refusals. Stripe repeats a refusal for the same idempotency key, so the next attempt needs
   * another key.
   */
  attempt: Generated<number>;
  blockedReason: 'payout_setup' | null;
  stripeTransferId: string | null;
  /** The Stripe account that was paid. Also null for payouts that are older than this column. */
  paidAccountId: ColumnType<string | null, string | null | undefined, string | null>;
  claimedAt: TimeColumn;
  settledAt: OptionalTimeColumn;
  stripeRefundId: string | null;
  refundedAt: OptionalTimeColumn;
  refundAttempt: Generated<number>;
  /** Set if a lost chargeback took the money before this settlement could move it. */
  voidedAt: OptionalTimeColumn;
}

/** One complete comparison of the ledger with Stripe. */
export interface ReconciliationRunTable {
  id: Generated<string>;
  source: 'job' | 'command';
  startedAt: TimeColumn;
  /** The last booking that a running comparison has processed. */
  afterBooking: ColumnType<string | null, string | null | undefined, string | null>;
  finishedAt: OptionalTimeColumn;
  /** Number of ledger movements that were compared with Stripe. */
  movements: Generated<number>;
  /** Number of movements that do not match, and of transactions that do not sum to zero. */
  differences: Generated<number>;
  /** The amount owed to brands and creators for bookings, and the number of these bookings. */
  heldCents: Generated<number>;
  heldBookings: Generated<number>;
}

/** A Stripe account that its owner replaced because its country was wrong. It is never paid again. */
export interface FormerPayoutAccountTable {
  stripeAccountId: string;
  userId: string;
  country: string;
  leftAt: TimeColumn;
}

/** A Stripe payout that the creator's bank sent back. It may hold the money of several bookings, or parts of it. */
export interface ReturnedPayoutTable {
  stripePayoutId: string;
  stripeAccountId: string;
  creatorId: string;
  /** In the smallest unit of `currency`, which is Stripe's lowercase code. */
  amount: number;
  currency: string;
  /** Stripe's code for the reason. */
  failureCode: string;
  /** The bank account that rejected the payout. */
  bankId: string | null;
  foundAt: TimeColumn;
  /** When the creator added another bank account. */
  resolvedAt: OptionalTimeColumn;
}

/** A problem that staff have to look at. There is one open row per kind and subject. */
export interface MoneyExceptionTable {
  id: Generated<string>;
  kind: string;
  bookingId: string | null;
  /** The id of a booking or of a Stripe object. */
  subject: string;
  data: JsonColumn<object>;
  openedAt: TimeColumn;
  resolvedAt: OptionalTimeColumn;
  resolution: string | null;
  resolvedBy: string | null;
}

/** A charge that the cardholder's bank reversed. It is not a dispute between the two sides. */
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
  /** The deadline after which the bank ignores responses. Null if Stripe does not name one. */
  respondBy: OptionalTimeColumn;
  /** When staff asked to send the response, and their note for it. */
  responseAskedAt: OptionalTimeColumn;
  responseNote: Generated<string | null>;
  /** When Stripe accepted the response. */
  respondedAt: OptionalTimeColumn;
  /** Why Stripe rejected the response. */
  responseRefused: Generated<string | null>;
}

/**
 * Why a payment is surplus: a second intent paid for the booking, the booking was cancelled, or the amount does not
 * match.
 */
export type SurplusReason = 'second_intent' | 'booking_cancelled' | 'amount';

/** Money that was received but belongs to no booking. It is refunded within a minute. */
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
  /** The Stripe object that moved the money, or null for a movement between our own accounts. */
  stripeObjectId: string | null;
  creatorId: Generated<string | null>;
  at: TimeColumn;
  /** The id of the database transaction that wrote the row. */
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
  /** The owner of the money. Set on the `creator` account only. */
  userId: string | null;
  /** Debits are positive and credits negative. The entries of a transaction sum to zero. */
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

/** A movement that the ledger and Stripe both have with the same amount. */
export interface ReconciliationMatchTable {
  stripeObjectId: string;
  matchedAt: TimeColumn;
}

export type DocumentKind = 'receipt' | 'payout' | 'credit_note' | 'agreement';

/**
 * A receipt, payout statement, credit note or agreement. Rows are append-only, and documents.sql.ts numbers them
 * without gaps.
 */
export interface LedgerDocumentTable {
  id: Generated<string>;
  kind: DocumentKind;
  year: number;
  number: number;
  bookingId: string;
  brandId: Generated<string | null>;
  transactionId: string;
  issuedAt: TimeColumn;
  /** The code with which anyone can verify the document (`/verify`). */
  code: Generated<string>;
  /** Details of people and the operator at the time of issue (`DocumentFacts` in receipts.sql.ts). */
  facts: JsonColumn<object>;
}

/** A month in which a creator received or returned money. */
export interface CreatorStatementTable {
  creatorId: string;
  month: string;
  code: Generated<string>;
}

/** A creator's record of completed work as of one day. */
export interface WorkRecordTable {
  id: Generated<string>;
  creatorId: string;
  /** A day such as '2027-03-14' in the operator's time zone. */
  day: string;
  madeAt: TimeColumn;
  code: Generated<string>;
  /** The contents and the issuer (`WorkRecordFacts` in work-records.sql.ts). */
  facts: JsonColumn<object>;
}
