/**
 * Handles chargebacks, in which the cardholder's bank reverses a payment. While the bank decides, the booking's
 * money is frozen (`disputed`) and a completed payout to the creator is reversed. After a won chargeback, the
 * booking continues. After a lost one, no money is left to pay out. Disputes between the brand and the creator are
 * handled in module disputes.
 */
import { isChargedState } from '@marquee/booking';
import type { Deps } from '../../../core/deps.ts';
import { getIssuer } from '../../../core/issuer.ts';
import { crashAt } from '../../../core/faults.ts';
import { inTransaction, type UnitOfWork } from '../../../core/unit-of-work.ts';
import { StripeRefusedError } from '../../../gateways/stripe-errors.ts';
import type { StripeDisputeData } from '../../../gateways/stripe-chargebacks.ts';
import { findAgencyPart } from '../../identity/agencies/agencies.service.ts';
import { pauseWork, resumeWork } from '../../booking/bookings/deadlines.service.ts';
import { lockBooking, updateBooking, type LockedBooking } from '../../booking/bookings/bookings.sql.ts';
import { closeOvertakenCancellation, resumeCancellation } from '../../booking/cancellations/cancellations.service.ts';
import {
  findBookingByCharge,
  findChargeback,
  insertChargeback,
  updateChargeback,
  type Chargeback,
} from './chargebacks.sql.ts';
import { closeChargedBackDispute } from '../../booking/disputes/disputes.service.ts';
import { recordAndNotify } from '../../booking/bookings/notifications.service.ts';
import { openException, resolveException } from '../ledger/exceptions.service.ts';
import {
  bookChargeback,
  bookChargebackLost,
  bookChargebackWon,
  bookRecovery,
  bookReversal,
} from '../ledger/ledger.service.ts';
import { notifyAgency } from '../settlements/agency-mails.service.ts';
import { createStripeObjectOnce } from '../settlements/effects.service.ts';
import { recordRefund, recordTransfer } from '../settlements/settlements.service.ts';
import {
  findOpenSettlement,
  findSettlementRefundId,
  listOpenTransfers,
  listTransfers,
  setNextTransferAttempt,
  setSettlementVoided,
  updateTransfer,
  type SettlementTransfer,
} from '../settlements/settlements.sql.ts';
import { restorePayouts } from './restored-payouts.service.ts';

/**
 * Job: re-reads a chargeback from Stripe and takes the next step, which is to freeze the money, reverse the payouts,
 * close the chargeback or pay the payees again. Works in any state and for webhooks in any order.
 */
export async function syncChargeback(deps: Deps, stripeDisputeId: string): Promise<void> {
  const dispute = await deps.stripe.retrieveDispute(stripeDisputeId);
  // In an inquiry, the bank only asks for information and moves no money.
  if (dispute.state === 'inquiry') return;
  const booking = await findBookingByCharge(deps.db, dispute);
  if (!booking) return reportUnknownChargeback(deps, dispute);
  if (!(await freezeBooking(deps, booking.id, dispute))) return;
  crashAt('chargeback.after_freeze');
  if (dispute.state !== 'won') await reversePayouts(deps, booking.id);
  if (dispute.state === 'won') await closeWonChargeback(deps, booking.id);
  if (dispute.state === 'lost') await closeLostChargeback(deps, booking.id);
  if (dispute.state === 'won') await restorePayouts(deps, booking.id);
}

/**
 * Handles a chargeback of a charge that belongs to no booking. If the payment names a booking, it is a surplus
 * payment, and the chargeback is reported to staff. Otherwise the charge is from a different system, and the
 * chargeback is only logged.
 */
async function reportUnknownChargeback(deps: Deps, dispute: StripeDisputeData): Promise<void> {
  const intent = dispute.intentId === null ? null : await deps.stripe.retrieveIntent(dispute.intentId);
  if (!intent?.bookingId) return deps.log.warn({ disputeId: dispute.id }, 'ignored a chargeback of an unknown charge');
  await inTransaction(deps, (tx) =>
    openException(tx.db, {
      kind: 'chargeback_unexpected',
      bookingId: null,
      subject: dispute.id,
      at: deps.now(),
      data: { amountCents: dispute.amount, chargeId: dispute.chargeId, named: intent.bookingId },
    }),
  );
}

/**
 * Records a new chargeback and freezes the booking's money. If the chargeback does not match our data about the
 * payment, reports it to staff and returns false.
 */
function freezeBooking(deps: Deps, bookingId: string, dispute: StripeDisputeData): Promise<boolean> {
  return inTransaction(deps, async (tx) => {
    const booking = await lockBooking(tx.db, bookingId);
    if (!booking) return false;
    const chargeback = await findChargeback(tx.db, bookingId);
    if (chargeback?.stripeDisputeId === dispute.id) return true;
    // We have not stored yet that the card was charged, so the job has to fail and be retried.
    if (booking.paymentState === 'capturing')
      throw new Error(`Booking ${bookingId} is charged back while it is being charged`);
    const now = deps.now();
    const isExpected = !chargeback && isChargedState(booking.paymentState);
    if (!isExpected || dispute.amount > booking.totalCents) {
      await openException(tx.db, {
        kind: 'chargeback_unexpected',
        bookingId,
        subject: dispute.id,
        at: now,
        data: {
          amountCents: dispute.amount,
          paymentState: booking.paymentState,
          earlier: chargeback?.stripeDisputeId ?? null,
        },
      });
      return false;
    }
    await insertChargeback(tx.db, {
      stripeDisputeId: dispute.id,
      bookingId,
      amountCents: dispute.amount,
      reason: dispute.reason,
      stateBefore: booking.paymentState,
      openedAt: now,
      outcome: null,
      respondBy: dispute.respondBy,
    });
    await updateBooking(tx.db, bookingId, { paymentState: 'disputed' });
    await pauseWork(tx.db, booking, now);
    await bookChargeback(tx, { bookingId, stripeDisputeId: dispute.id, amountCents: dispute.amount }, now);
    await recordAndNotify(tx, {
      kind: 'payment.charged_back',
      bookingId,
      actor: null,
      at: now,
      data: { amountCents: dispute.amount },
    });
    deps.log.warn({ bookingId, disputeId: dispute.id }, 'chargeback opened');
    return true;
  });
}

/**
 * Reverses each payout once, pro rata because each one is reversed as a whole. If Stripe refuses one, for example
 * because the account's balance does not cover it, reports that payee's debt to staff. The other payout is not touched.
 */
async function reversePayouts(deps: Deps, bookingId: string): Promise<void> {
  await recordLostStripeAnswers(deps, bookingId);
  const chargeback = await findChargeback(deps.db, bookingId);
  if (!chargeback) return;
  for (const transfer of await listTransfers(deps.db, bookingId)) {
    const { id, stripeTransferId: transferId, amountCents } = transfer;
    if (transferId === null || transfer.stripeReversalId !== null || transfer.reversalRefusedAt !== null) continue;
    const { stripeDisputeId: disputeId } = chargeback;
    let reversalId: string;
    try {
      reversalId = await createStripeObjectOnce(deps, {
        attempt: transfer.reversalAttempt,
        since: chargeback.openedAt,
        find: () => deps.stripe.findReversal(transferId, disputeId),
        make: (attempt) => deps.stripe.reverseTransfer({ disputeId, transferId, amountCents, attempt }),
        countFailure: (attempt) => setNextTransferAttempt(deps.db, id, 'reversalAttempt', attempt),
      });
    } catch (error) {
      if (!(error instanceof StripeRefusedError)) throw error;
      await recordRefusedReversal(deps, transfer, error);
      continue;
    }
    crashAt('reversal.after_stripe');
    await recordReversal(deps, transfer, reversalId);
  }
}

/**
 * Records a refund or transfers that Stripe made just before the money was frozen, in case Stripe's response was lost.
 */
async function recordLostStripeAnswers(deps: Deps, bookingId: string): Promise<void> {
  const open = await findOpenSettlement(deps.db, bookingId);
  if (open && open.stripeChargeId !== null && open.refundCents > 0 && open.refundedAt === null) {
    const refundId = await deps.stripe.findRefund(open.stripeChargeId, 'refund');
    if (refundId !== null) await recordRefund(deps, bookingId, refundId);
  }
  for (const { payeeWorkspaceId } of await listOpenTransfers(deps.db, bookingId)) {
    const transferId = await deps.stripe.findTransfer({ bookingId, payeeWorkspaceId });
    if (transferId !== null) await recordTransfer(deps, { bookingId, payeeWorkspaceId }, transferId);
  }
}

function recordRefusedReversal(
  deps: Deps,
  { id, bookingId, payeeWorkspaceId, amountCents }: SettlementTransfer,
  error: StripeRefusedError,
): Promise<void> {
  return inTransaction(deps, async (tx) => {
    const now = deps.now();
    await updateTransfer(tx.db, id, { reversalRefusedAt: now });
    await openException(tx.db, {
      kind: 'reversal_refused',
      bookingId,
      subject: id,
      at: now,
      data: { amountCents, payeeWorkspaceId, code: error.code ?? null, message: error.message },
    });
  });
}

function recordReversal(
  deps: Deps,
  { id, bookingId, payeeWorkspaceId }: SettlementTransfer,
  reversalId: string,
): Promise<void> {
  return inTransaction(deps, async (tx) => {
    const booking = await lockBooking(tx.db, bookingId);
    const chargeback = await findChargeback(tx.db, bookingId);
    const transfer = (await listTransfers(tx.db, bookingId)).find((each) => each.id === id);
    if (!booking || !chargeback || !transfer || transfer.stripeReversalId !== null) return;
    const now = deps.now();
    const { amountCents: cents, creatorCents } = transfer;
    const back = { bookingId, payeeWorkspaceId, cents, stripeObjectId: reversalId };
    await updateTransfer(tx.db, id, { stripeReversalId: reversalId });
    await bookReversal(tx, back, now, getIssuer(deps));
    if (payeeWorkspaceId === booking.creatorId)
      await recordAndNotify(tx, {
        kind: 'payment.reversed',
        bookingId,
        actor: null,
        at: now,
        data: { creatorCents, ...(await findAgencyPart(tx.db, booking, creatorCents)) },
      });
    else await notifyAgency(tx, transfer, 'reversed', now);
    // The chargeback was decided while the reversal was under way.
    if (chargeback.outcome === 'lost') await bookRecovery(tx, back, now);
    if (chargeback.outcome === 'won') tx.enqueue('chargebacks.sync', { stripeDisputeId: chargeback.stripeDisputeId });
  });
}

function closeWonChargeback(deps: Deps, bookingId: string): Promise<void> {
  return inTransaction(deps, async (tx) => {
    const booking = await lockBooking(tx.db, bookingId);
    const chargeback = await findChargeback(tx.db, bookingId);
    if (!booking || !chargeback || chargeback.closedAt !== null) return;
    const now = deps.now();
    const { stripeDisputeId, amountCents, stateBefore } = chargeback;
    const transfers = await listTransfers(tx.db, bookingId);
    await updateChargeback(tx.db, stripeDisputeId, { closedAt: now, outcome: 'won' });
    await bookChargebackWon(tx, { bookingId, stripeDisputeId, amountCents }, now);
    await recordAndNotify(tx, {
      kind: 'payment.chargeback_won',
      bookingId,
      actor: null,
      at: now,
      data: { amountCents },
    });
    for (const { id } of transfers)
      await resolveException(tx.db, {
        kind: 'reversal_refused',
        subject: id,
        resolution: 'The chargeback was won',
        resolvedByPersonId: null,
        at: now,
      });
    const isCreatorReversed = transfers.some(
      ({ payeeWorkspaceId, stripeReversalId }) => payeeWorkspaceId === booking.creatorId && stripeReversalId !== null,
    );
    await updateBooking(tx.db, bookingId, { paymentState: isCreatorReversed ? 'releasing' : stateBefore });
    await resumeFrozenJobs(tx, booking, chargeback, now);
  });
}

/**
 * Enqueues the jobs that could not run while the money was frozen. A job that is not due yet schedules itself again.
 */
async function resumeFrozenJobs(
  tx: UnitOfWork,
  booking: LockedBooking,
  { stateBefore: state }: Chargeback,
  now: Date,
): Promise<void> {
  const bookingId = booking.id;
  if ((await listOpenTransfers(tx.db, bookingId)).length > 0 && state !== 'refunding')
    tx.enqueue('settlements.release', { bookingId });
  if (state === 'refunding') tx.enqueue('settlements.refund', { bookingId });
  if (state === 'held') {
    tx.enqueue('settlements.release_due', { bookingId });
    await resumeWork(tx, booking, now);
  }
  await resumeCancellation(tx, bookingId);
}

/** Closes a lost chargeback and cancels unfinished work, because no money is left to pay for it. */
function closeLostChargeback(deps: Deps, bookingId: string): Promise<void> {
  return inTransaction(deps, async (tx) => {
    const booking = await lockBooking(tx.db, bookingId);
    const chargeback = await findChargeback(tx.db, bookingId);
    if (!booking || !chargeback || chargeback.closedAt !== null) return;
    const now = deps.now();
    const { stripeDisputeId, amountCents } = chargeback;
    const lossCents = await bookChargebackLost(tx, { bookingId, stripeDisputeId, amountCents }, booking.creatorId, now);
    if (lossCents === null) {
      // The bank took less than the amount that is still owed. The rest stays frozen until staff decide.
      await openException(tx.db, {
        kind: 'chargeback_unexpected',
        bookingId,
        subject: stripeDisputeId,
        at: now,
        data: { amountCents, outcome: 'lost' },
      });
      return;
    }
    await updateChargeback(tx.db, stripeDisputeId, { closedAt: now, outcome: 'lost' });
    await setSettlementVoided(tx.db, bookingId, now);
    // No money is left to decide about.
    await closeOvertakenCancellation(tx.db, bookingId, now);
    await closeChargedBackDispute(tx.db, bookingId, now);
    const isUnfinished = booking.status === 'accepted' || booking.status === 'in_progress';
    await updateBooking(tx.db, bookingId, {
      paymentState: 'refunded',
      refundedAt: now,
      ...(isUnfinished && { status: 'cancelled' as const, cancelReason: 'charged_back' as const, cancelledAt: now }),
    });
    await recordAndNotify(tx, {
      kind: 'payment.chargeback_lost',
      bookingId,
      actor: null,
      at: now,
      data: { amountCents, lossCents },
    });
    if (isUnfinished) {
      await recordAndNotify(tx, {
        kind: 'booking.lapsed',
        bookingId,
        actor: null,
        at: now,
        data: { from: booking.status, reason: 'charged_back' },
      });
    }
    await openException(tx.db, {
      kind: 'chargeback_lost',
      bookingId,
      subject: stripeDisputeId,
      at: now,
      data: { amountCents, lossCents },
    });
    const resolved = { resolution: 'A lost chargeback took the money', resolvedByPersonId: null, at: now };
    await resolveException(tx.db, { kind: 'refund_refused', subject: bookingId, ...resolved });
    for (const { id } of await listTransfers(tx.db, bookingId))
      for (const kind of ['payout_blocked', 'transfer_refused'] as const)
        await resolveException(tx.db, { kind, subject: id, ...resolved });
    const refundId = await findSettlementRefundId(tx.db, bookingId);
    if (refundId !== null) {
      await resolveException(tx.db, {
        kind: 'refund_returned',
        subject: refundId,
        resolution: 'A lost chargeback gave the brand its money',
        resolvedByPersonId: null,
        at: now,
      });
    }
  });
}
