/**
 * Handles refunds that the card's bank returns days later, for example because the card is closed. The money is owed
 * to the brand again, and staff have to pay it another way.
 */
import type { Deps } from '../../../core/deps.ts';
import { inTransaction, type UnitOfWork } from '../../../core/unit-of-work.ts';
import { findOpenChargeback, lockBooking } from '../../booking/bookings/bookings.sql.ts';
import { recordAndNotify } from '../../booking/bookings/notifications.service.ts';
import { openException } from '../ledger/exceptions.service.ts';
import {
  bookReplacedRefund,
  bookReturnedRefund,
  findBookedRefund,
  isRefundStillOwed,
} from '../ledger/ledger.service.ts';
import { isChargebackLost, isOwnCharge } from './settlements.sql.ts';

/** Job: re-reads a refund from Stripe and records, once, that the bank returned it. */
export async function syncRefund(deps: Deps, refundId: string): Promise<void> {
  const { isReturned, why, effect, chargeId } = await deps.stripe.retrieveRefund(refundId);
  if (!isReturned || effect === null) return;
  await inTransaction(deps, async (tx) => {
    const booked = await findBookedRefund(tx.db, refundId);
    if (!booked) {
      // Other software may use the same Stripe account and the same metadata keys.
      if (chargeId === null || !(await isOwnCharge(tx.db, chargeId)))
        return deps.log.warn({ refundId }, 'ignored the return of an unknown refund');
      // The refund must be recorded before its return. Throws, so that the job is retried.
      throw new Error(`Refund ${refundId} was returned before it was booked`);
    }
    await lockBooking(tx.db, booked.bookingId);
    const refund = await findBookedRefund(tx.db, refundId);
    if (!refund || refund.isReturned) return;
    const { bookingId, amountCents, account } = refund;
    const at = deps.now();
    deps.log.error({ bookingId, refundId, why }, 'refund returned by the bank');
    // After a lost chargeback, the brand already has the money.
    const isOwed = account === 'surplus' || !(await isChargebackLost(tx.db, bookingId));
    await bookReturnedRefund(tx, refund, isOwed, at);
    if (!isOwed) return;
    await openException(tx.db, {
      kind: 'refund_returned',
      bookingId,
      subject: refundId,
      data: { amountCents, reason: why },
      at,
    });
    await recordAndNotify(tx, {
      kind: 'payment.refund_returned',
      bookingId,
      actor: null,
      at,
      data: { amountCents },
      about: refundId,
    });
  });
}

/** Records, once, that the operator paid a returned refund by other means. Does nothing if it is no longer owed. */
export async function recordRefundReplacement(tx: UnitOfWork, refundId: string, at: Date): Promise<void> {
  const booked = await findBookedRefund(tx.db, refundId);
  if (!booked) return;
  await lockBooking(tx.db, booked.bookingId);
  const refund = await findBookedRefund(tx.db, refundId);
  if (!refund || !(await isRefundStillOwed(tx.db, refund))) return;
  const { bookingId, amountCents } = refund;
  await bookReplacedRefund(tx, refund, at);
  await recordAndNotify(tx, {
    kind: 'payment.refund_replaced',
    bookingId,
    actor: null,
    at,
    data: { amountCents },
    about: refundId,
  });
  // A chargeback of less than the owed amount could not be closed until this was recorded.
  const chargeback = await findOpenChargeback(tx.db, bookingId);
  if (chargeback) tx.enqueue('chargebacks.sync', { stripeDisputeId: chargeback.stripeDisputeId });
}
