/** A card's bank may send a refund back days later: the card is closed, say. The money is owed again, and a person has to pay it another way. */
import type { Transaction } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { lockBooking } from '../bookings/bookings.sql.ts';
import { recordAndTell } from '../bookings/notices.service.ts';
import { openException } from '../ledger/exceptions.service.ts';
import { bookReplacedRefund, bookReturnedRefund, findBookedRefund } from '../ledger/ledger.service.ts';

/** The refund job: re-reads one from Stripe and notes, once, that it was sent back. */
export async function syncRefund(deps: Deps, refundId: string): Promise<void> {
  const { isReturned, why, effect } = await deps.stripe.retrieveRefund(refundId);
  if (!isReturned || effect === null) return;
  await inTransaction(deps.db, async (tx) => {
    const refund = await findBookedRefund(tx, refundId);
    // We asked for it, and its own answer has not been written down yet: that comes first.
    if (!refund) throw new Error(`Refund ${refundId} was returned before it was booked`);
    await lockBooking(tx, refund.bookingId);
    if ((await findBookedRefund(tx, refundId))?.isReturned !== false) return;
    const { bookingId, amountCents } = refund;
    const at = deps.now();
    await bookReturnedRefund(tx, refund, at);
    await openException(tx, { kind: 'refund_returned', bookingId, subject: refundId, data: { amountCents, reason: why }, at });
    await recordAndTell(tx, { kind: 'payment.refund_returned', bookingId, actorId: null, at, data: { amountCents }, about: refundId });
    deps.log.error({ bookingId, refundId, why }, 'a refund was sent back');
  });
}

/** Notes, once, that the operator has paid a returned refund from elsewhere. */
export async function recordReplacement(tx: Transaction<Database>, refundId: string, at: Date): Promise<void> {
  const refund = await findBookedRefund(tx, refundId);
  if (!refund?.isReturned || refund.isReplaced) return;
  const { bookingId, amountCents } = refund;
  await bookReplacedRefund(tx, refund, at);
  await recordAndTell(tx, { kind: 'payment.refund_replaced', bookingId, actorId: null, at, data: { amountCents }, about: refundId });
}
