/** Pays creators and agencies again after the brand's bank decided a chargeback in their favor. */
import type { Deps } from '../../../core/deps.ts';
import { getIssuer } from '../../../core/issuer.ts';
import { crashAt } from '../../../core/faults.ts';
import { inTransaction } from '../../../core/unit-of-work.ts';
import { StripeRefusedError } from '../../../gateways/stripe-errors.ts';
import { findAgencyPart } from '../../identity/agencies/agencies.service.ts';
import { lockBooking, updateBooking } from '../../booking/bookings/bookings.sql.ts';
import { findChargeback, type Chargeback } from './chargebacks.sql.ts';
import { recordAndNotify } from '../../booking/bookings/notifications.service.ts';
import { openException, resolveException } from '../ledger/exceptions.service.ts';
import { bookRestore } from '../ledger/ledger.service.ts';
import { notifyAgency } from '../settlements/agency-mails.service.ts';
import { createStripeObjectOnce } from '../settlements/effects.service.ts';
import { findPayoutHold } from '../settlements/release.service.ts';
import {
  listTransfers,
  lockPayoutSetup,
  setNextTransferAttempt,
  updateTransfer,
  type SettlementTransfer,
} from '../settlements/settlements.sql.ts';

/**
 * Pays the reversed amounts to their payees again. Does nothing for an amount that was already paid again. A payee who
 * cannot be paid does not hold back the other.
 */
export async function restorePayouts(deps: Deps, bookingId: string): Promise<void> {
  const chargeback = await findChargeback(deps.db, bookingId);
  if (!chargeback) return;
  const errors: unknown[] = [];
  const retries: number[] = [];
  for (const transfer of await listTransfers(deps.db, bookingId)) {
    try {
      const retryAt = await restorePayout(deps, chargeback, transfer);
      if (retryAt !== null) retries.push(retryAt.getTime());
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
  const { stripeDisputeId } = chargeback;
  if (retries.length > 0)
    await inTransaction(deps, (tx) =>
      tx.enqueue('chargebacks.sync', { stripeDisputeId }, { runAt: new Date(Math.min(...retries)) }),
    );
}

/**
 * Pays the reversed amount to one payee again. If the payout is on hold for some time, returns when to try again. If it
 * is on hold after a report, returns null, because staff have to release it (`resumeHeldPayouts`). Otherwise returns
 * null.
 */
async function restorePayout(deps: Deps, chargeback: Chargeback, transfer: SettlementTransfer): Promise<Date | null> {
  const { id, bookingId, payeeWorkspaceId, amountCents, stripeAccountId: accountId } = transfer;
  const { stripeDisputeId: disputeId } = chargeback;
  if (transfer.stripeReversalId === null || transfer.restoredTransferId !== null || accountId === null) return null;
  const payoutHold = findPayoutHold(transfer, deps.now());
  if (payoutHold?.reason === 'payouts_frozen') {
    if (await areStillFrozen(deps, { bookingId, payeeWorkspaceId })) return null;
    throw new Error(`The payouts of the payee of booking ${bookingId} were released this moment`);
  }
  if (payoutHold?.until != null) return payoutHold.until;
  let transferId: string;
  try {
    transferId = await createStripeObjectOnce(deps, {
      attempt: transfer.restoreAttempt,
      since: chargeback.closedAt ?? chargeback.openedAt,
      find: () => deps.stripe.findTransfer({ bookingId, payeeWorkspaceId }, 'restore'),
      make: (attempt) =>
        deps.stripe.restoreTransfer({ disputeId, bookingId, payeeWorkspaceId, accountId, amountCents, attempt }),
      countFailure: (attempt) => setNextTransferAttempt(deps.db, id, 'restoreAttempt', attempt),
    });
  } catch (error) {
    if (error instanceof StripeRefusedError) {
      const data = { amountCents, payeeWorkspaceId, code: error.code ?? null, message: error.message };
      await inTransaction(deps, (tx) =>
        openException(tx.db, { kind: 'restore_refused', bookingId, subject: id, data, at: deps.now() }),
      );
    }
    throw error;
  }
  crashAt('restore.after_stripe');
  await recordRestoredPayout(deps, transfer, transferId);
  return null;
}

/**
 * Returns whether a payee's payouts are frozen. Waits for staff who release them at the same time, because their
 * transaction may have listed the payouts to repeat before the chargeback was won.
 */
const areStillFrozen = (deps: Deps, payout: { bookingId: string; payeeWorkspaceId: string }): Promise<boolean> =>
  inTransaction(deps, async (tx) => {
    const account = await lockPayoutSetup(tx.db, payout);
    return account !== undefined && account.reportedAt !== null;
  });

/** Records, once, that a payee was paid again. */
function recordRestoredPayout(
  deps: Deps,
  { id, bookingId, payeeWorkspaceId }: SettlementTransfer,
  transferId: string,
): Promise<void> {
  return inTransaction(deps, async (tx) => {
    const booking = await lockBooking(tx.db, bookingId);
    const now = deps.now();
    const chargeback = await findChargeback(tx.db, bookingId);
    const transfer = (await listTransfers(tx.db, bookingId)).find((each) => each.id === id);
    if (!booking || !chargeback || !transfer || transfer.restoredTransferId !== null) return;
    const { amountCents: cents, creatorCents } = transfer;
    await updateTransfer(tx.db, id, { restoredTransferId: transferId });
    await bookRestore(tx, { bookingId, payeeWorkspaceId, cents, stripeObjectId: transferId }, now, getIssuer(deps));
    if (payeeWorkspaceId === booking.creatorId) {
      await updateBooking(tx.db, bookingId, { paymentState: chargeback.stateBefore });
      await recordAndNotify(tx, {
        kind: 'payment.restored',
        bookingId,
        actor: null,
        at: now,
        data: { creatorCents, ...(await findAgencyPart(tx.db, booking, creatorCents)) },
      });
    } else await notifyAgency(tx, transfer, 'restored', now);
    await resolveException(tx.db, {
      kind: 'restore_refused',
      subject: id,
      resolution: 'Stripe made the transfer',
      resolvedByPersonId: null,
      at: now,
    });
  });
}
