/**
 * Double entry: every movement of a booking's money, each transaction summing to zero. Debits are positive.
 *
 * - processor: money the payment provider holds for us (an asset)
 * - held: captured money that nobody has earned yet, and the fee not yet earned (owed)
 * - creator: what creators have earned and have not been paid (owed)
 * - fee: the platform's revenue, recognised on release and only then
 */
import type { Transaction } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { insertTransaction } from './ledger.sql.ts';

interface Amounts {
  id: string;
  creatorId: string;
  priceCents: number;
  feeCents: number;
  totalCents: number;
}

/** The card was charged: the provider holds the total for us, all of it still owed. */
export const bookCapture = (tx: Transaction<Database>, booking: Amounts, chargeId: string, at: Date) =>
  insertTransaction(tx, { bookingId: booking.id, kind: 'capture', stripeObjectId: chargeId, at }, [
    { account: 'processor', amountCents: booking.totalCents },
    { account: 'held', amountCents: -booking.totalCents },
  ]);

/** The work is completed: the price is the creator's from now (decisions, "Mark as Completed"). */
export const bookEarning = (tx: Transaction<Database>, booking: Amounts, at: Date) =>
  insertTransaction(tx, { bookingId: booking.id, kind: 'earn', stripeObjectId: null, at }, [
    { account: 'held', amountCents: booking.priceCents },
    { account: 'creator', amountCents: -booking.priceCents, userId: booking.creatorId },
  ]);

/** The creator was paid, and the platform's fee is recognised. */
export const bookRelease = (tx: Transaction<Database>, booking: Amounts, transferId: string, at: Date) =>
  insertTransaction(tx, { bookingId: booking.id, kind: 'release', stripeObjectId: transferId, at }, [
    { account: 'creator', amountCents: booking.priceCents, userId: booking.creatorId },
    { account: 'processor', amountCents: -booking.priceCents },
    { account: 'held', amountCents: booking.feeCents },
    { account: 'fee', amountCents: -booking.feeCents },
  ]);
