/**
 * Books every movement of a booking's money by double entry. Each transaction sums to zero. Debits are positive.
 * - processor: money that the payment provider holds for us (an asset). Its own fees are the operator's costs and
 *   not booked here.
 * - held: captured money that the creator has not earned yet, money that is owed back to the brand, and the fee not
 *   yet earned (owed)
 * - creator: earnings of creators that are not paid yet (owed)
 * - fee: the platform's revenue, recognized only on release
 * - surplus: payments that belong to no booking and are owed back (owed)
 * - chargeback: money that a card's bank took and we contest (an asset until it is won or lost)
 * - loss: the platform's cost of a lost chargeback (a cost)
 * - outside: payments of the operator to brands by other means, because their cards' banks returned refunds (owed to
 *   the operator)
 * For a booking whose money has settled, held, creator, surplus and chargeback are zero and processor = fee − loss +
 * outside. Incoming and outgoing amounts match: captured + loss = (transferred − reversed) + refunded + fee +
 * charged back and lost.
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

/** Books a charge. The provider holds the total, and all of it is still owed. */
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

/** Books the price as the creator's earning after completion (decisions.md, "Mark as Completed"). */
export const bookEarning = (tx: Transaction<Database>, booking: BookingAmounts, at: Date) =>
  insertLedgerTransaction(tx, { bookingId: booking.id, kind: 'earn', stripeObjectId: null, at }, [
    { account: 'held', amountCents: booking.priceCents },
    { account: 'creator', amountCents: -booking.priceCents, userId: booking.creatorId },
  ]);

/**
 * Books a refund or split of completed work: the part of the price that the creator does not keep belongs to the brand
 * again.
 */
export const bookUnearning = (tx: Transaction<Database>, booking: BookingAmounts, division: PaymentSplit, at: Date) =>
  insertLedgerTransaction(tx, { bookingId: booking.id, kind: 'unearn', stripeObjectId: null, at }, [
    { account: 'creator', amountCents: booking.priceCents - division.creatorCents, userId: booking.creatorId },
    { account: 'held', amountCents: division.creatorCents - booking.priceCents },
  ]);

/** Books a refund, full or partial, to the brand. */
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

/** Books the payment to the creator and recognizes the platform's fee. */
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

/** Books a payment that belongs to no booking. */
export const bookSurplus = (
  tx: Transaction<Database>,
  surplus: { bookingId: string; chargeId: string; amountCents: number },
  at: Date,
) =>
  insertLedgerTransaction(tx, { bookingId: surplus.bookingId, kind: 'surplus', stripeObjectId: surplus.chargeId, at }, [
    { account: 'processor', amountCents: surplus.amountCents },
    { account: 'surplus', amountCents: -surplus.amountCents },
  ]);

/** Books the refund of a surplus payment. */
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

/** Books a chargeback that is not decided yet. */
export const bookChargeback = (tx: Transaction<Database>, taken: ChargebackAmount, at: Date) =>
  insertLedgerTransaction(
    tx,
    { bookingId: taken.bookingId, kind: 'chargeback', stripeObjectId: taken.stripeDisputeId, at },
    [
      { account: 'chargeback', amountCents: taken.amountCents },
      { account: 'processor', amountCents: -taken.amountCents },
    ],
  );

/** Books a won chargeback. */
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
 * Books a lost chargeback. All amounts that are still owed on the booking, including the creator's earning, are no
 * longer owed. Amounts that were already paid out are the platform's loss. Returns the loss, or null without booking
 * anything if the bank took less than is owed.
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
 * Books the reversal of a creator's payout after a chargeback. It is owed to the creator until the chargeback is lost.
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

/** Books the repeated payment to the creator after a won chargeback. */
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

/** Books a reversal after a lost chargeback, which reduces the loss. */
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

/** A refund in the ledger. */
interface BookedRefund {
  bookingId: string;
  /** The refund's id at Stripe. */
  refundId: string;
  amountCents: number;
  /** The account that paid it: a booking's payment or a surplus payment. */
  account: 'held' | 'surplus';
  isReturned: boolean;
  isReplaced: boolean;
}

/** Returns a refund by its Stripe id, or undefined if it is not booked. */
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
 * Books a refund that the card's bank returned. It is owed again (`isOwed`), unless the bank has given it to the brand
 * through a chargeback. In that case it reduces the chargeback's loss.
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

/** Whether a returned refund is still owed, that is, neither replaced nor covered by a chargeback. */
export async function isRefundStillOwed(
  tx: Transaction<Database>,
  { bookingId, amountCents, account, isReturned, isReplaced }: BookedRefund,
): Promise<boolean> {
  const balances = await findBookingBalances(tx, bookingId);
  return isReturned && !isReplaced && -balances[account] >= amountCents;
}

/** Books that the operator paid a returned refund by other means. The provider's money then belongs to the operator. */
export const bookReplacedRefund = (
  tx: Transaction<Database>,
  { bookingId, refundId, amountCents, account }: BookedRefund,
  at: Date,
) =>
  insertLedgerTransaction(tx, { bookingId, kind: 'refund_replaced', stripeObjectId: refundId, at }, [
    { account, amountCents },
    { account: 'outside', amountCents: -amountCents },
  ]);

/** Computes the daily sums of past days for reports. */
export const closeLedgerDays = async (deps: Pick<Deps, 'db' | 'now'>): Promise<void> => {
  await runCloseLedgerDays(deps.db, deps.now());
};
