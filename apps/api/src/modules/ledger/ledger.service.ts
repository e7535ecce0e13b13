/**
 * Double entry: every movement of a booking's money, each transaction summing to zero. Debits are positive.
 *
 * - processor: money the payment provider holds for us (an asset).
 * Its own fees are the operator's costs and not booked here.
 * - held: captured money that nobody has earned yet, what is owed back to the brand, and the fee not yet earned (owed)
 * - creator: what creators have earned and have not been paid (owed)
 * - fee: the platform's revenue, recognised on release and only then
 * - surplus: money that came in for no booking and is owed back (owed)
 * - chargeback: money that a card's bank took and we contest (an asset, until it is won or lost)
 * - loss: what a lost chargeback cost the platform (a cost)
 * - outside: what the operator paid brands from elsewhere because
 * their cards' banks sent refunds back (owed to the operator)
 *
 * For a booking whose money has settled, held, creator, surplus and chargeback are
 * zero and processor = fee − loss + outside. What came in is what went out: captured
 * + loss = (transferred − reversed) + refunded + fee + charged back and lost.
 */
import type { PaymentSplit } from '@marquee/money';
import type { Transaction } from 'kysely';
import type { Deps } from '../../core/deps.ts';
import type { Issuer } from '../../core/issuer.ts';
import type { Database, LedgerAccount, LedgerKind } from '../../db/schema.ts';
import {
  runCloseLedgerDays,
  findBookingBalances,
  insertLedgerTransaction,
  listTransactionsByStripeObject,
} from './ledger.sql.ts';

interface BookingAmounts {
  id: string;
  creatorId: string;
  priceCents: number;
  feeCents: number;
  totalCents: number;
}

/** The card was charged: the provider holds the total for us, all of it still owed. */
export const bookCapture = (
  tx: Transaction<Database>,
  booking: BookingAmounts,
  charge: { chargeId: string; paidWith: string | null },
  at: Date,
  issuer: Issuer,
) =>
  insertLedgerTransaction(
    tx,
    { bookingId: booking.id, kind: 'capture', stripeObjectId: charge.chargeId, at },
    [
      { account: 'processor', amountCents: booking.totalCents },
      { account: 'held', amountCents: -booking.totalCents },
    ],
    { issuer, paidWith: charge.paidWith },
  );

/** The work is completed: the price is the creator's from now (decisions, "Mark as Completed"). */
export const bookEarning = (tx: Transaction<Database>, booking: BookingAmounts, at: Date) =>
  insertLedgerTransaction(tx, { bookingId: booking.id, kind: 'earn', stripeObjectId: null, at }, [
    { account: 'held', amountCents: booking.priceCents },
    { account: 'creator', amountCents: -booking.priceCents, userId: booking.creatorId },
  ]);

/** Completed work is refunded or split: the part of the price that the creator does not keep is the brand's again. */
export const bookUnearning = (tx: Transaction<Database>, booking: BookingAmounts, division: PaymentSplit, at: Date) =>
  insertLedgerTransaction(tx, { bookingId: booking.id, kind: 'unearn', stripeObjectId: null, at }, [
    { account: 'creator', amountCents: booking.priceCents - division.creatorCents, userId: booking.creatorId },
    { account: 'held', amountCents: division.creatorCents - booking.priceCents },
  ]);

/** The brand got its money back, or its part of it. */
export const bookRefund = (
  tx: Transaction<Database>,
  booking: BookingAmounts,
  division: PaymentSplit,
  refundId: string,
  at: Date,
  issuer: Issuer,
) =>
  insertLedgerTransaction(
    tx,
    { bookingId: booking.id, kind: 'refund', stripeObjectId: refundId, at },
    [
      { account: 'held', amountCents: division.refundCents },
      { account: 'processor', amountCents: -division.refundCents },
    ],
    { issuer },
  );

/** The creator was paid, and the platform's fee is recognised. */
export const bookRelease = (
  tx: Transaction<Database>,
  booking: BookingAmounts,
  division: PaymentSplit,
  transferId: string,
  at: Date,
  issuer: Issuer,
) =>
  insertLedgerTransaction(
    tx,
    { bookingId: booking.id, kind: 'release', stripeObjectId: transferId, at },
    [
      { account: 'creator', amountCents: division.creatorCents, userId: booking.creatorId },
      { account: 'processor', amountCents: -division.creatorCents },
      { account: 'held', amountCents: division.feeCents },
      { account: 'fee', amountCents: -division.feeCents },
    ],
    { issuer },
  );

/** A payment came in that belongs to no booking. */
export const bookSurplus = (
  tx: Transaction<Database>,
  surplus: { bookingId: string; chargeId: string; amountCents: number },
  at: Date,
) =>
  insertLedgerTransaction(tx, { bookingId: surplus.bookingId, kind: 'surplus', stripeObjectId: surplus.chargeId, at }, [
    { account: 'processor', amountCents: surplus.amountCents },
    { account: 'surplus', amountCents: -surplus.amountCents },
  ]);

/** It was given back. */
export const bookSurplusRefund = (
  tx: Transaction<Database>,
  surplus: { bookingId: string; refundId: string; amountCents: number },
  at: Date,
) =>
  insertLedgerTransaction(
    tx,
    { bookingId: surplus.bookingId, kind: 'surplus_refund', stripeObjectId: surplus.refundId, at },
    [
      { account: 'surplus', amountCents: surplus.amountCents },
      { account: 'processor', amountCents: -surplus.amountCents },
    ],
  );

interface ChargebackAmount {
  bookingId: string;
  stripeDisputeId: string;
  amountCents: number;
}

/** A card's bank took a charge back, for now. */
export const bookChargeback = (tx: Transaction<Database>, taken: ChargebackAmount, at: Date) =>
  insertLedgerTransaction(
    tx,
    { bookingId: taken.bookingId, kind: 'chargeback', stripeObjectId: taken.stripeDisputeId, at },
    [
      { account: 'chargeback', amountCents: taken.amountCents },
      { account: 'processor', amountCents: -taken.amountCents },
    ],
  );

/** The bank gave it back. */
export const bookChargebackWon = (tx: Transaction<Database>, taken: ChargebackAmount, at: Date) =>
  insertLedgerTransaction(
    tx,
    { bookingId: taken.bookingId, kind: 'chargeback_won', stripeObjectId: taken.stripeDisputeId, at },
    [
      { account: 'processor', amountCents: taken.amountCents },
      { account: 'chargeback', amountCents: -taken.amountCents },
    ],
  );

/**
 * The bank keeps it. What was still owed on the booking is owed no longer, the
 * creator's earning included; what had left already is the platform's loss. Returns
 * the loss, or null (and books nothing) when the bank took less than is owed.
 */
export async function bookChargebackLost(
  tx: Transaction<Database>,
  taken: ChargebackAmount,
  creatorId: string,
  at: Date,
): Promise<number | null> {
  const { held, creator } = await findBookingBalances(tx, taken.bookingId);
  const lossCents = taken.amountCents + held + creator;
  if (lossCents < 0) return null;
  const entries: { account: LedgerAccount; amountCents: number; userId?: string }[] = [
    { account: 'chargeback', amountCents: -taken.amountCents },
    { account: 'held', amountCents: -held },
    { account: 'creator', amountCents: -creator, userId: creatorId },
    { account: 'loss', amountCents: lossCents },
  ];
  await insertLedgerTransaction(
    tx,
    { bookingId: taken.bookingId, kind: 'chargeback_lost', stripeObjectId: taken.stripeDisputeId, at },
    entries.filter(({ amountCents }) => amountCents !== 0),
  );
  return lossCents;
}

interface ReversedPayout {
  bookingId: string;
  creatorId: string;
  amountCents: number;
  stripeObjectId: string;
}

/**
 * What a creator had been paid came back after a chargeback: it is owed to the creator until the chargeback is lost.
 */
export const bookReversal = (
  tx: Transaction<Database>,
  { creatorId, amountCents, ...back }: ReversedPayout,
  at: Date,
  issuer: Issuer,
) =>
  insertLedgerTransaction(
    tx,
    { bookingId: back.bookingId, kind: 'reversal', stripeObjectId: back.stripeObjectId, at },
    [
      { account: 'processor', amountCents },
      { account: 'creator', amountCents: -amountCents, userId: creatorId },
    ],
    { issuer },
  );

/** It was paid again: the chargeback was won. */
export const bookRestore = (
  tx: Transaction<Database>,
  { creatorId, amountCents, ...back }: ReversedPayout,
  at: Date,
  issuer: Issuer,
) =>
  insertLedgerTransaction(
    tx,
    { bookingId: back.bookingId, kind: 'restore', stripeObjectId: back.stripeObjectId, at },
    [
      { account: 'creator', amountCents, userId: creatorId },
      { account: 'processor', amountCents: -amountCents },
    ],
    { issuer },
  );

/** It came back after the chargeback was lost: it makes the loss smaller. */
export const bookRecovery = (
  tx: Transaction<Database>,
  { creatorId, amountCents, ...back }: ReversedPayout,
  at: Date,
) =>
  insertLedgerTransaction(
    tx,
    { bookingId: back.bookingId, kind: 'recovery', stripeObjectId: back.stripeObjectId, at },
    [
      { account: 'creator', amountCents, userId: creatorId },
      { account: 'loss', amountCents: -amountCents },
    ],
  );

/** A refund as the ledger has it. */
interface BookedRefund {
  bookingId: string;
  /** Its id at Stripe. */
  refundId: string;
  amountCents: number;
  /** What it was paid from: a booking's own payment, or a surplus one. */
  account: 'held' | 'surplus';
  isReturned: boolean;
  isReplaced: boolean;
}

/** A refund by its id at Stripe; undefined when it was not booked. */
export async function findBookedRefund(tx: Transaction<Database>, refundId: string): Promise<BookedRefund | undefined> {
  const booked = await listTransactionsByStripeObject(tx, refundId);
  const made = booked.find(({ kind }) => kind === 'refund' || kind === 'surplus_refund');
  const has = (wanted: LedgerKind) => booked.some(({ kind }) => kind === wanted);
  return (
    made && {
      bookingId: made.bookingId,
      refundId,
      amountCents: made.amountCents,
      account: made.kind === 'refund' ? 'held' : 'surplus',
      isReturned: has('refund_returned'),
      isReplaced: has('refund_replaced'),
    }
  );
}

/**
 * The card's bank sent a refund back: the money is with the provider again. It is owed again (`isOwed`), unless the
 * same bank has given it to the brand by a chargeback, whose loss it makes smaller then.
 */
export const bookReturnedRefund = (
  tx: Transaction<Database>,
  { bookingId, refundId, amountCents, account }: BookedRefund,
  isOwed: boolean,
  at: Date,
) =>
  insertLedgerTransaction(tx, { bookingId, kind: 'refund_returned', stripeObjectId: refundId, at }, [
    { account: 'processor', amountCents },
    { account: isOwed ? account : 'loss', amountCents: -amountCents },
  ]);

/** Whether a returned refund is owed still: neither replaced nor taken by a chargeback. */
export async function isRefundStillOwed(
  tx: Transaction<Database>,
  { bookingId, amountCents, account, isReturned, isReplaced }: BookedRefund,
): Promise<boolean> {
  const balances = await findBookingBalances(tx, bookingId);
  return isReturned && !isReplaced && -balances[account] >= amountCents;
}

/** The operator paid it from elsewhere: it is owed no longer, and what the provider holds of it is the operator's. */
export const bookReplacedRefund = (
  tx: Transaction<Database>,
  { bookingId, refundId, amountCents, account }: BookedRefund,
  at: Date,
) =>
  insertLedgerTransaction(tx, { bookingId, kind: 'refund_replaced', stripeObjectId: refundId, at }, [
    { account, amountCents },
    { account: 'outside', amountCents: -amountCents },
  ]);

/** Sums the days that are over, for the reports. */
export const closeLedgerDays = async (deps: Pick<Deps, 'db' | 'now'>): Promise<void> => {
  await runCloseLedgerDays(deps.db, deps.now());
};
