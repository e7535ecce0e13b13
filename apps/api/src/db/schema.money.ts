/** Tables of settlements, chargebacks, the ledger and its documents, and copies of Stripe's data. */
import type { PaymentState, PayoutBlockedReason } from '@marquee/booking';
import type { ColumnType, Generated } from 'kysely';
import type { TimeColumn, OptionalTimeColumn, JsonColumn } from './schema.columns.ts';

/**
 * The settlement of a booking's money. A booking has at most one row, which is inserted before Stripe is called, so
 * only one of release, refund and split can happen.
 */
export interface SettlementTable {
  bookingId: string;
  kind: 'release' | 'refund' | 'split';
  /** Null if a timer triggered the settlement. */
  decidedByPersonId: string | null;
  /** The creator's part of the price, including the share of an agency. */
  creatorCents: number;
  feeCents: number;
  refundCents: number;
  claimedAt: TimeColumn;
  /** Set when the refund was made and the creator was paid. The transfer to an agency may follow later. */
  settledAt: OptionalTimeColumn;
  stripeRefundId: string | null;
  refundedAt: OptionalTimeColumn;
  refundAttempt: Generated<number>;
  /** Set if the money was lost to a chargeback before this settlement could move it. */
  voidedAt: OptionalTimeColumn;
}

/** The transfer of a settlement's money to one payee: the creator or the agency that represents the creator. */
export interface SettlementTransferTable {
  id: Generated<string>;
  bookingId: string;
  payeeId: string;
  amountCents: number;
  claimedAt: TimeColumn;
  blockedReason: Generated<PayoutBlockedReason | null>;
  /** Set if the money was lost to a chargeback before the transfer was made. */
  voidedAt: OptionalTimeColumn;
  stripeTransferId: Generated<string | null>;
  /** The Stripe account that received the transfer. */
  paidAccountId: Generated<string | null>;
  paidAt: OptionalTimeColumn;
  /**
   * The number of requests that Stripe definitely refused. It is part of the idempotency key, because Stripe would
   * repeat the refusal for the same key.
   */
  attempt: Generated<number>;
  /** The reversal after a chargeback. It is always of the whole amount. */
  stripeReversalId: Generated<string | null>;
  reversalAttempt: Generated<number>;
  reversalRefusedAt: OptionalTimeColumn;
  /** The second transfer, after the chargeback was won. */
  restoredTransferId: Generated<string | null>;
  restoreAttempt: Generated<number>;
}

/** A complete comparison of the ledger with Stripe. */
export interface ReconciliationRunTable {
  id: Generated<string>;
  source: 'job' | 'command';
  startedAt: TimeColumn;
  /** The last booking that an unfinished comparison has checked. */
  afterBooking: ColumnType<string | null, string | null | undefined, string | null>;
  finishedAt: OptionalTimeColumn;
  /** The number of ledger movements compared with Stripe. */
  movements: Generated<number>;
  /** The number of movements that do not match, plus the number of transactions that do not add up to zero. */
  differences: Generated<number>;
  /** The amount owed to brands and creators at the time of the comparison. */
  heldCents: Generated<number>;
  heldBookings: Generated<number>;
  /** The amount paid out to creators so far. */
  releasedCents: Generated<number>;
  /** The number of exceptions that were open at the end of the check. */
  openExceptions: Generated<number>;
}

/** A Stripe account that was replaced because it was in the wrong country. It never receives another payment. */
/** A change to where a creator's payouts go, after which payouts wait. */
export interface PayoutChangeTable {
  id: Generated<string>;
  creatorId: string;
  kind: PayoutChangeKind;
  /** The new country or the last digits of the new bank account. */
  detail: string;
  at: TimeColumn;
}

/** `first_setup` is recorded only if it makes payouts wait. */
export type PayoutChangeKind = 'country' | 'bank_account' | 'bank_added' | 'first_setup';

export interface FormerPayoutAccountTable {
  stripeAccountId: string;
  creatorId: string;
  country: string;
  leftAt: TimeColumn;
}

/**
 * A Stripe payout that the creator's bank returned. It may contain the money of several bookings, or only part of
 * it.
 */
export interface ReturnedPayoutTable {
  stripePayoutId: string;
  stripeAccountId: string;
  creatorId: string;
  /** The returned amount in the smallest unit of `currency`, which is a lowercase code as used by Stripe. */
  amount: number;
  currency: string;
  /** Stripe's code for the reason why the bank returned the payout. */
  failureCode: string;
  /** The bank account that rejected the payout. */
  bankId: string | null;
  foundAt: TimeColumn;
  /** The time when the creator added another bank account. */
  resolvedAt: OptionalTimeColumn;
}

/** A problem with money that staff have to resolve. At most one exception is open per kind and subject. */
export interface MoneyExceptionTable {
  id: Generated<string>;
  kind: string;
  bookingId: string | null;
  /** The id of a booking, of a settlement's transfer or of a Stripe object. */
  subject: string;
  data: JsonColumn<object>;
  openedAt: TimeColumn;
  resolvedAt: OptionalTimeColumn;
  resolution: string | null;
  resolvedByPersonId: string | null;
}

/** A charge that the cardholder's bank reversed. This is not a dispute between brand and creator. */
export interface ChargebackTable {
  stripeDisputeId: string;
  bookingId: string;
  amountCents: number;
  reason: string;
  stateBefore: PaymentState;
  openedAt: TimeColumn;
  closedAt: OptionalTimeColumn;
  outcome: 'won' | 'lost' | null;
  /** The deadline for a response to the bank, or null if Stripe does not name one. */
  respondBy: OptionalTimeColumn;
  /** The time when staff requested that the response be sent. */
  responseAskedAt: OptionalTimeColumn;
  responseNote: Generated<string | null>;
  /** The time when Stripe accepted the response. */
  respondedAt: OptionalTimeColumn;
  /** The reason why Stripe rejected the response. */
  responseRefused: Generated<string | null>;
}

/**
 * The reason why a payment is surplus: a second intent was paid, the booking was cancelled, or the amount does not
 * match.
 */
export type SurplusReason = 'second_intent' | 'booking_cancelled' | 'amount';

/** A payment that belongs to no booking. It is refunded within a minute. */
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
  /** The Stripe object that moved the money, or null for a movement between internal accounts. */
  stripeObjectId: string | null;
  /** The payee whose money the transaction moves: the booking's creator (set by a trigger) or the creator's agency. */
  creatorId: Generated<string | null>;
  at: TimeColumn;
  /** The id of the database transaction that inserted the row. */
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
  /** The creator who owns the money. Set only on the `creator` account. */
  workspaceId: string | null;
  /** Debits are positive and credits negative. The entries of a transaction add up to zero. */
  amountCents: number;
}

export interface StripeEventTable {
  id: string;
  type: string;
  /** The time of the event at Stripe. */
  createdAt: TimeColumn;
  receivedAt: TimeColumn;
  /** `list` means that reconciliation found the event in Stripe's list before its webhook arrived. */
  source: 'webhook' | 'list';
}

export interface ReconciliationPositionTable {
  stream: string;
  position: JsonColumn<object>;
  at: TimeColumn;
}

/** A money movement that is in the ledger and at Stripe with the same amount. */
export interface ReconciliationMatchTable {
  stripeObjectId: string;
  matchedAt: TimeColumn;
}

export type DocumentKind = 'receipt' | 'payout' | 'credit_note' | 'agreement';

/**
 * A receipt, payout statement, credit note or agreement. Documents are never changed. documents.sql.ts numbers them
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
  /** The code with which anyone can verify the document on /verify. */
  code: Generated<string>;
  /**
   * The details that the document shows of both parties and the operator, as of its issue (`DocumentFacts` in
   * receipts.sql.ts).
   */
  facts: JsonColumn<object>;
}

/** A month in which money was paid to a creator or reversed. Each one has a statement. */
export interface CreatorStatementTable {
  creatorId: string;
  month: string;
  code: Generated<string>;
}

/** A snapshot of a creator's completed work on one day. */
export interface WorkRecordTable {
  id: Generated<string>;
  creatorId: string;
  /** The day in the operator's time zone, for example '2027-03-14'. */
  day: string;
  madeAt: TimeColumn;
  code: Generated<string>;
  /** The content of the work record and its issuer (`WorkRecordFacts` in work-records.sql.ts). */
  facts: JsonColumn<object>;
}

/** A card that a brand has saved for later payments. */
export interface SavedCardTable {
  id: Generated<string>;
  brandId: string;
  stripePaymentMethodId: string;
  /** The card network, such as 'visa'. */
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
  /** Identifies the card number at Stripe, so that the same card is not listed twice. */
  fingerprint: string;
  addedByPersonId: string;
  addedAt: TimeColumn;
  /** The version of the consent sentence that was shown. */
  consentVersion: string;
  removedAt: OptionalTimeColumn;
  /** The person who removed it, or null if it was removed at Stripe or with the account. */
  removedByPersonId: ColumnType<string | null, string | null | undefined, string | null>;
}

/** How an attempt to pay with a saved card ended. */
export type CardPaymentOutcome = 'authorized' | 'authentication_required' | 'declined';

/** An attempt to pay for a booking with a saved card. Its id is the idempotency key of the request to Stripe. */
export interface CardPaymentTable {
  id: Generated<string>;
  bookingId: string;
  cardId: string;
  stripePaymentMethodId: string;
  /** True if the payer is not present to answer the bank's questions. */
  offSession: boolean;
  startedAt: TimeColumn;
  /** Null until Stripe has definitely answered. */
  outcome: ColumnType<CardPaymentOutcome | null, CardPaymentOutcome | null | undefined, CardPaymentOutcome>;
  finishedAt: OptionalTimeColumn;
}
