/**
 * Books every movement of a booking's money by double entry. Each transaction sums to zero. Debits are positive.
 * - processor: money that the payment provider holds for us (an asset). The provider's fees are the operator's costs
 *   and not booked here.
 * - held: captured money that the creator has not earned yet, money to be refunded to the brand, and the fee that is
 *   not recognized yet (a liability)
 * - creator: earnings that are not paid to their payee yet (a liability). The payee is the creator or, for the share of
 *   an agency, the agency. Each payee has transactions of their own.
 * - fee: the platform's revenue, recognized only on release
 * - surplus: payments that belong to no booking and have to be refunded (a liability)
 * - chargeback: money that a cardholder's bank took and that we contest (an asset until it is won or lost)
 * - loss: the platform's loss from lost chargebacks (a cost)
 * - outside: returned refunds that the operator paid to brands by other means (a liability to the operator)
 * For a booking whose money has settled, held, creator, surplus and chargeback are zero and processor = fee − loss +
 * outside. Incoming and outgoing amounts match: captured + loss = (transferred − reversed) + refunded + fee +
 * charged back and lost.
 */
import type { WorkspaceId } from '@marquee/contracts';
import { computeAgencyShare, type PaymentSplit } from '@marquee/money';
import type { Transaction } from 'kysely';
import type { Deps } from '../../../core/deps.ts';
import type { Issuer } from '../../../core/issuer.ts';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import type { Database, LedgerKind } from '../../../db/schema.ts';
import {
  runCloseLedgerDays,
  findBookingBalances,
  insertLedgerTransaction,
  listOwedByPayee,
  listTransactionsByStripeObject,
} from './ledger.sql.ts';

/** A part of a payment that goes to one payee. */
export interface PayeePart {
  payeeWorkspaceId: string;
  cents: number;
}

/** The payees of a booking. The agency's share is a rate of everything that the creator receives. */
interface BookingPayees {
  creatorId: WorkspaceId;
  agencyId: string | null;
  agencyBps: number | null;
}

/**
 * Divides an amount that the creator of a booking receives between the creator and the agency that represented them
 * when the booking was accepted. Leaves out payees who get nothing.
 */
export function splitBetweenPayees(booking: BookingPayees, cents: number): PayeePart[] {
  const { creatorId, agencyId, agencyBps } = booking;
  const agencyCents = agencyId === null || agencyBps === null ? 0 : computeAgencyShare(cents, agencyBps);
  return [
    { payeeWorkspaceId: creatorId, cents: cents - agencyCents },
    ...(agencyId === null ? [] : [{ payeeWorkspaceId: agencyId, cents: agencyCents }]),
  ].filter((part) => part.cents > 0);
}

interface BookingAmounts extends BookingPayees {
  id: string;
  priceCents: number;
  feeCents: number;
  totalCents: number;
}

/** Books a charge. The payment provider holds the total, all of which is owed to the brand or the creator. */
export const bookCapture = (
  tx: UnitOfWork,
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

/** Books the price as the earning of the creator, and of the creator's agency, after the work is completed. */
export async function bookEarning(tx: UnitOfWork, booking: BookingAmounts, at: Date): Promise<void> {
  for (const { payeeWorkspaceId, cents } of splitBetweenPayees(booking, booking.priceCents))
    await insertLedgerTransaction(
      tx,
      { bookingId: booking.id, kind: 'earn', payeeWorkspaceId, stripeObjectId: null, at },
      [
        { account: 'held', amountCents: cents },
        { account: 'creator', amountCents: -cents },
      ],
    );
}

/**
 * Books that the payees do not keep the full price of completed work, because of a refund or split. The rest of the
 * price moves back to `held`, because it is owed to the brand.
 */
export async function bookUnearning(
  tx: UnitOfWork,
  booking: BookingAmounts,
  division: PaymentSplit,
  at: Date,
): Promise<void> {
  const shares = splitBetweenPayees(booking, division.creatorCents);
  for (const { payeeWorkspaceId, cents } of splitBetweenPayees(booking, booking.priceCents)) {
    const lessCents = cents - (shares.find((part) => part.payeeWorkspaceId === payeeWorkspaceId)?.cents ?? 0);
    if (lessCents === 0) continue;
    await insertLedgerTransaction(
      tx,
      { bookingId: booking.id, kind: 'unearn', payeeWorkspaceId, stripeObjectId: null, at },
      [
        { account: 'creator', amountCents: lessCents },
        { account: 'held', amountCents: -lessCents },
      ],
    );
  }
}

/** Books a full or partial refund to the brand. */
export const bookRefund = (
  tx: UnitOfWork,
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

/** Books the payout to a payee. `feeCents` is the platform's fee, which is recognized when the creator is paid. */
export const bookRelease = (
  tx: UnitOfWork,
  { bookingId, payeeWorkspaceId, cents, feeCents }: PayeePart & { bookingId: string; feeCents: number },
  transferId: string,
  at: Date,
  issuer: Issuer,
) =>
  insertLedgerTransaction(
    tx,
    { bookingId, kind: 'release', payeeWorkspaceId, stripeObjectId: transferId, at },
    [
      { account: 'creator', amountCents: cents },
      { account: 'processor', amountCents: -cents },
      { account: 'held', amountCents: feeCents },
      { account: 'fee', amountCents: -feeCents },
    ],
    { issuer },
  );

export const bookSurplus = (
  tx: UnitOfWork,
  surplus: { bookingId: string; chargeId: string; amountCents: number },
  at: Date,
) =>
  insertLedgerTransaction(tx, { bookingId: surplus.bookingId, kind: 'surplus', stripeObjectId: surplus.chargeId, at }, [
    { account: 'processor', amountCents: surplus.amountCents },
    { account: 'surplus', amountCents: -surplus.amountCents },
  ]);

export const bookSurplusRefund = (
  tx: UnitOfWork,
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

/** Books a chargeback that the bank has not decided yet. */
export const bookChargeback = (tx: UnitOfWork, taken: ChargebackAmount, at: Date) =>
  insertLedgerTransaction(
    tx,
    { bookingId: taken.bookingId, kind: 'chargeback', stripeObjectId: taken.stripeDisputeId, at },
    [
      { account: 'chargeback', amountCents: taken.amountCents },
      { account: 'processor', amountCents: -taken.amountCents },
    ],
  );

export const bookChargebackWon = (tx: UnitOfWork, taken: ChargebackAmount, at: Date) =>
  insertLedgerTransaction(
    tx,
    { bookingId: taken.bookingId, kind: 'chargeback_won', stripeObjectId: taken.stripeDisputeId, at },
    [
      { account: 'processor', amountCents: taken.amountCents },
      { account: 'chargeback', amountCents: -taken.amountCents },
    ],
  );

/**
 * Books a lost chargeback. Amounts that were still owed to the brand or the payees for the booking are no longer owed.
 * Amounts that were already paid out are the platform's loss. Returns the loss, or null without booking anything if
 * the bank took less than is owed.
 */
export async function bookChargebackLost(
  tx: UnitOfWork,
  taken: ChargebackAmount,
  creatorId: WorkspaceId,
  at: Date,
): Promise<number | null> {
  const { bookingId } = taken;
  const { held } = await findBookingBalances(tx.db, bookingId);
  const owed = await listOwedByPayee(tx.db, bookingId);
  const creatorCents = owed.find(({ payeeWorkspaceId }) => payeeWorkspaceId === creatorId)?.cents ?? 0;
  const otherPayees = owed.filter(({ payeeWorkspaceId }) => payeeWorkspaceId !== creatorId);
  const lossCents = taken.amountCents + held - owed.reduce((sum, { cents }) => sum + cents, 0);
  if (lossCents < 0) return null;
  // The amount that is not owed to the agency has a transaction of its own, because a transaction has one payee.
  for (const { payeeWorkspaceId, cents } of otherPayees)
    await insertLedgerTransaction(
      tx,
      { bookingId, kind: 'chargeback_lost', payeeWorkspaceId, stripeObjectId: null, at },
      [
        { account: 'creator', amountCents: cents },
        { account: 'loss', amountCents: -cents },
      ],
    );
  await insertLedgerTransaction(
    tx,
    { bookingId, kind: 'chargeback_lost', stripeObjectId: taken.stripeDisputeId, at, payeeWorkspaceId: creatorId },
    [
      { account: 'chargeback', amountCents: -taken.amountCents },
      { account: 'held', amountCents: -held },
      { account: 'creator', amountCents: creatorCents },
      { account: 'loss', amountCents: taken.amountCents + held - creatorCents },
    ],
  );
  return lossCents;
}

interface ReversedPayout extends PayeePart {
  bookingId: string;
  stripeObjectId: string;
}

/**
 * Books the reversal of a payout after a chargeback. The reversed amount is owed to the payee until the chargeback is
 * lost.
 */
export const bookReversal = (tx: UnitOfWork, { cents, ...back }: ReversedPayout, at: Date, issuer: Issuer) =>
  insertLedgerTransaction(
    tx,
    { ...back, kind: 'reversal', at },
    [
      { account: 'processor', amountCents: cents },
      { account: 'creator', amountCents: -cents },
    ],
    { issuer },
  );

/** Books the second payout to a payee. The first one was reversed because of a chargeback, which we have won. */
export const bookRestore = (tx: UnitOfWork, { cents, ...back }: ReversedPayout, at: Date, issuer: Issuer) =>
  insertLedgerTransaction(
    tx,
    { ...back, kind: 'restore', at },
    [
      { account: 'creator', amountCents: cents },
      { account: 'processor', amountCents: -cents },
    ],
    { issuer },
  );

/**
 * Books that a reversed payout reduces the platform's loss from a lost chargeback. The amount is no longer owed to
 * the payee.
 */
export const bookRecovery = (tx: UnitOfWork, { cents, ...back }: ReversedPayout, at: Date) =>
  insertLedgerTransaction(tx, { ...back, kind: 'recovery', at }, [
    { account: 'creator', amountCents: cents },
    { account: 'loss', amountCents: -cents },
  ]);

interface BookedRefund {
  bookingId: string;
  refundId: string;
  amountCents: number;
  /** The ledger account of the refund: `held` for a booking, `surplus` for a surplus payment. */
  account: 'held' | 'surplus';
  isReturned: boolean;
  isReplaced: boolean;
}

/** Returns a refund by its id at Stripe, or undefined if it is not booked. */
export async function findBookedRefund(db: Transaction<Database>, refundId: string): Promise<BookedRefund | undefined> {
  const booked = await listTransactionsByStripeObject(db, refundId);
  const refundEntry = booked.find(({ kind }) => kind === 'refund' || kind === 'surplus_refund');
  const has = (searchedKind: LedgerKind) => booked.some(({ kind }) => kind === searchedKind);
  return (
    refundEntry && {
      bookingId: refundEntry.bookingId,
      refundId,
      amountCents: refundEntry.amountCents,
      account: refundEntry.kind === 'refund' ? 'held' : 'surplus',
      isReturned: has('refund_returned'),
      isReplaced: has('refund_replaced'),
    }
  );
}

/**
 * Books a refund that the cardholder's bank returned. If `isOwed`, the amount is owed to the brand again. Otherwise,
 * the brand already got it through a chargeback, and the returned money reduces the platform's loss.
 */
export const bookReturnedRefund = (
  tx: UnitOfWork,
  { bookingId, refundId, amountCents, account }: BookedRefund,
  isOwed: boolean,
  at: Date,
) =>
  insertLedgerTransaction(tx, { bookingId, kind: 'refund_returned', stripeObjectId: refundId, at }, [
    { account: 'processor', amountCents },
    { account: isOwed ? account : 'loss', amountCents: -amountCents },
  ]);

/**
 * Whether a returned refund is still owed to the brand. It is not if the operator has paid it by other means, or if
 * the brand got the amount through a chargeback.
 */
export async function isRefundStillOwed(
  db: Transaction<Database>,
  { bookingId, amountCents, account, isReturned, isReplaced }: BookedRefund,
): Promise<boolean> {
  const balances = await findBookingBalances(db, bookingId);
  return isReturned && !isReplaced && -balances[account] >= amountCents;
}

/**
 * Books that the operator paid a returned refund by other means. The returned money at the payment provider then
 * belongs to the operator.
 */
export const bookReplacedRefund = (
  tx: UnitOfWork,
  { bookingId, refundId, amountCents, account }: BookedRefund,
  at: Date,
) =>
  insertLedgerTransaction(tx, { bookingId, kind: 'refund_replaced', stripeObjectId: refundId, at }, [
    { account, amountCents },
    { account: 'outside', amountCents: -amountCents },
  ]);

/** Stores the ledger totals of past days for reports. */
export const closeLedgerDays = async (deps: Pick<Deps, 'db' | 'now'>): Promise<void> => {
  await runCloseLedgerDays(deps.db, deps.now());
};
