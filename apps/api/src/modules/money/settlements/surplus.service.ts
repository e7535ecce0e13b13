/** Records surplus payments, which belong to no booking, and refunds them within a minute (safety.md M3). */
import { recordAndNotify } from '../../booking/bookings/notifications.service.ts';
import type { Deps } from '../../../core/deps.ts';
import { crashAt } from '../../../core/faults.ts';
import { inTransaction, type UnitOfWork } from '../../../core/unit-of-work.ts';
import type { SurplusReason } from '../../../db/schema.ts';
import type { PaymentIntentData } from '../../../gateways/stripe-payments.ts';
import { openException, resolveException } from '../ledger/exceptions.service.ts';
import { bookSurplus, bookSurplusRefund } from '../ledger/ledger.service.ts';
import { createStripeObjectOnce } from './effects.service.ts';
import {
  findOpenSurplusPayment,
  insertSurplusPayment,
  setNextSurplusAttempt,
  setSurplusRefunded,
} from './settlements.sql.ts';

/** Records, once, a successful payment that belongs to no booking, and enqueues its refund. */
export async function recordSurplusPayment(
  tx: UnitOfWork,
  intent: PaymentIntentData,
  bookingId: string,
  reason: SurplusReason,
  at: Date,
): Promise<void> {
  const { id: intentId, chargeId, amountReceived: amountCents } = intent;
  if (chargeId === null) throw new Error(`Intent ${intentId} succeeded without a charge`);
  const isNew = await insertSurplusPayment(tx.db, {
    stripePaymentIntentId: intentId,
    bookingId,
    stripeChargeId: chargeId,
    amountCents,
    reason,
    foundAt: at,
    stripeRefundId: null,
  });
  if (!isNew) return;
  await bookSurplus(tx, { bookingId, chargeId, amountCents }, at);
  await recordAndNotify(tx, { kind: 'payment.surplus_found', bookingId, actor: null, at, data: { amountCents } });
  await openException(tx.db, {
    kind: 'surplus_payment',
    bookingId,
    subject: intentId,
    data: { amountCents, reason, chargeId },
    at,
  });
  tx.enqueue('settlements.refund_surplus', { paymentIntentId: intentId });
}

export async function refundSurplusPayment(deps: Deps, intentId: string): Promise<void> {
  const surplus = await findOpenSurplusPayment(deps.db, intentId);
  if (!surplus) return;
  const { bookingId, stripeChargeId: chargeId, amountCents } = surplus;
  const refundId = await createStripeObjectOnce(deps, {
    attempt: surplus.attempt,
    since: surplus.foundAt,
    find: () => deps.stripe.findRefund(chargeId, 'surplus'),
    make: (attempt) => deps.stripe.refundSurplus({ intentId, chargeId, amountCents, attempt }),
    countFailure: (attempt) => setNextSurplusAttempt(deps.db, intentId, attempt),
  });
  crashAt('surplus.after_stripe');
  await inTransaction(deps, async (tx) => {
    const now = deps.now();
    if (!(await setSurplusRefunded(tx.db, intentId, refundId, now))) return;
    await bookSurplusRefund(tx, { bookingId, refundId, amountCents }, now);
    await recordAndNotify(tx, {
      kind: 'payment.surplus_refunded',
      bookingId,
      actor: null,
      at: now,
      data: { amountCents },
    });
    await resolveException(tx.db, {
      kind: 'surplus_payment',
      subject: intentId,
      resolution: 'It was given back in full',
      resolvedByPersonId: null,
      at: now,
    });
  });
}
