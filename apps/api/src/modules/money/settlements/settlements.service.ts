/** Settles a booking's money exactly once, by release, refund or split. The callers choose between these. */
import type { CancelReason, PaymentState, SettledBy } from '@marquee/booking';
import { toCents, computeSplit, type PaymentSplit } from '@marquee/money';
import type { Transaction } from 'kysely';
import type { Deps } from '../../../core/deps.ts';
import type { EventActor } from '../../../core/events.ts';
import { crashAt } from '../../../core/faults.ts';
import { getIssuer } from '../../../core/issuer.ts';
import { inTransaction, type UnitOfWork } from '../../../core/unit-of-work.ts';
import type { Database } from '../../../db/schema.ts';
import { StripeRefusedError } from '../../../gateways/stripe-errors.ts';
import { findAgencyPart } from '../../identity/agencies/agencies.service.ts';
import {
  findOpenChargeback,
  lockBooking,
  updateBooking,
  type LockedBooking,
} from '../../booking/bookings/bookings.sql.ts';
import { recordAndNotify } from '../../booking/bookings/notifications.service.ts';
import { openException, resolveException } from '../ledger/exceptions.service.ts';
import { bookRefund, bookRelease, bookUnearning, splitBetweenPayees } from '../ledger/ledger.service.ts';
import { notifyAgency } from './agency-mails.service.ts';
import { createStripeObjectOnce } from './effects.service.ts';
import {
  findOpenSettlement,
  insertSettlement,
  listOpenTransfers,
  setNextRefundAttempt,
  setSettlementRefunded,
  setSettlementSettled,
  setStateBeforeChargeback,
  updateTransfer,
} from './settlements.sql.ts';

/** The cause of a settlement. `decidedBy` is the member or staff member who decided, or null for a timer. */
export interface SettlementDecision {
  by: SettledBy;
  decidedBy: EventActor | null;
  now: Date;
}

export const createFullReleaseSplit = (booking: LockedBooking): PaymentSplit => ({
  creatorCents: booking.priceCents,
  feeCents: booking.feeCents,
  refundCents: 0,
});
export const createFullRefundSplit = (booking: LockedBooking): PaymentSplit => ({
  creatorCents: 0,
  feeCents: 0,
  refundCents: booking.totalCents,
});
/**
 * Returns a split in which the creator receives `creatorCents` of the price. The platform keeps the corresponding
 * part of the fee, and the brand receives the rest.
 */
export const createPartialSplit = (booking: LockedBooking, creatorCents: number): PaymentSplit =>
  computeSplit(booking, toCents(creatorCents));

/**
 * Claims the settlement slot of a locked booking whose money is held. The caller closes an open dispute in the same
 * transaction. Returns false if the money has been moved, a chargeback has frozen it, the slot is taken, or the
 * creator would be paid for work that is not completed (safety.md M5).
 */
export async function claimSettlement(
  tx: UnitOfWork,
  booking: LockedBooking,
  division: PaymentSplit,
  settling: SettlementDecision,
): Promise<boolean> {
  if (booking.paymentState !== 'held' && booking.paymentState !== 'disputed') return false;
  if (division.creatorCents > 0 && booking.status !== 'completed') return false;
  if (await findOpenChargeback(tx.db, booking.id)) return false;
  const kind = division.refundCents === 0 ? 'release' : division.creatorCents === 0 ? 'refund' : 'split';
  const claimed = await insertSettlement(
    tx.db,
    {
      bookingId: booking.id,
      kind,
      decidedByPersonId: settling.decidedBy?.id ?? null,
      ...division,
      claimedAt: settling.now,
    },
    splitBetweenPayees(booking, division.creatorCents),
  );
  if (!claimed) return false;

  await updateBooking(tx.db, booking.id, { paymentState: kind === 'release' ? 'releasing' : 'refunding' });
  if (booking.status === 'completed' && kind !== 'release') await bookUnearning(tx, booking, division, settling.now);
  // Does not name the staff member in the event, because both sides should see only that staff decided. The admin
  // log contains the name.
  const at = { bookingId: booking.id, actor: settling.by === 'staff' ? null : settling.decidedBy, at: settling.now };
  const { by } = settling;
  if (kind === 'release')
    await recordAndNotify(tx, {
      kind: 'payment.release_decided',
      ...at,
      data: {
        creatorCents: division.creatorCents,
        by,
        ...(await findAgencyPart(tx.db, booking, division.creatorCents)),
      },
    });
  else if (kind === 'refund')
    await recordAndNotify(tx, {
      kind: 'payment.refund_decided',
      ...at,
      data: { refundCents: division.refundCents, by },
    });
  else await recordAndNotify(tx, { kind: 'payment.split_decided', ...at, data: { ...division, by } });
  tx.enqueue(kind === 'release' ? 'settlements.release' : 'settlements.refund', { bookingId: booking.id });
  if (kind === 'release') tx.enqueue('reviews.open', { bookingId: booking.id });
  return true;
}

/**
 * Cancels a locked booking before its work is completed, with a full refund. Returns false if the money cannot be
 * refunded.
 */
export async function cancelWithRefund(
  tx: UnitOfWork,
  booking: LockedBooking,
  reason: CancelReason,
  settling: SettlementDecision,
): Promise<boolean> {
  if (booking.status !== 'accepted' && booking.status !== 'in_progress') return false;
  if (!(await claimSettlement(tx, booking, createFullRefundSplit(booking), settling))) return false;
  await updateBooking(tx.db, booking.id, { status: 'cancelled', cancelReason: reason, cancelledAt: settling.now });
  await recordAndNotify(tx, {
    kind: 'booking.cancelled',
    bookingId: booking.id,
    actor: settling.by === 'staff' ? null : settling.decidedBy,
    at: settling.now,
    data: { from: booking.status, reason, refundCents: booking.totalCents },
  });
  return true;
}

/**
 * Sets the payment state of a locked booking. If a chargeback has frozen the booking, stores the state, which then
 * applies if the chargeback is won.
 */
async function setPaymentState(db: Transaction<Database>, bookingId: string, state: PaymentState): Promise<void> {
  if (!(await setStateBeforeChargeback(db, bookingId, state)))
    await updateBooking(db, bookingId, { paymentState: state });
}

/** Job: refunds the brand's share. For a split, enqueues the transfer of the creator's share after that. */
export async function refundPayment(deps: Deps, bookingId: string): Promise<void> {
  const open = await findOpenSettlement(deps.db, bookingId);
  if (open?.paymentState !== 'refunding' || open.refundedAt !== null) return;
  const { stripeChargeId: chargeId, refundCents } = open;
  if (chargeId === null) throw new Error(`Booking ${bookingId} is to be refunded and has no charge`);
  crashAt('refund.after_claim');
  let refundId: string;
  try {
    refundId = await createStripeObjectOnce(deps, {
      attempt: open.refundAttempt,
      since: open.claimedAt,
      find: () => deps.stripe.findRefund(chargeId, 'refund'),
      make: (attempt) => deps.stripe.createRefund({ bookingId, chargeId, refundCents, attempt }),
      countFailure: (attempt) => setNextRefundAttempt(deps.db, bookingId, attempt),
    });
  } catch (error) {
    if (error instanceof StripeRefusedError)
      await reportStripeRefusal(deps, 'refund_refused', { bookingId, subject: bookingId }, error);
    throw error;
  }
  crashAt('refund.after_stripe');
  await recordRefund(deps, bookingId, refundId);
}

/** Records, once, the refund that Stripe made for a settlement. */
export function recordRefund(deps: Deps, bookingId: string, refundId: string): Promise<void> {
  return inTransaction(deps, async (tx) => {
    const booking = await lockBooking(tx.db, bookingId);
    const open = await findOpenSettlement(tx.db, bookingId);
    if (!booking || !open || open.refundedAt !== null) return;
    const now = deps.now();
    await setSettlementRefunded(tx.db, bookingId, {
      stripeRefundId: refundId,
      refundedAt: now,
      isAll: open.kind === 'refund',
    });
    await updateBooking(tx.db, bookingId, { refundedAt: now });
    await bookRefund(tx, booking, open, refundId, now, getIssuer(deps));
    await recordAndNotify(tx, {
      kind: 'payment.refunded',
      bookingId,
      actor: null,
      at: now,
      data: { refundCents: open.refundCents },
    });
    await resolveException(tx.db, {
      kind: 'refund_refused',
      subject: bookingId,
      resolution: 'Stripe made the refund',
      resolvedByPersonId: null,
      at: now,
    });
    await setPaymentState(tx.db, bookingId, open.kind === 'refund' ? 'refunded' : 'releasing');
    if (open.kind === 'split') {
      tx.enqueue('settlements.release', { bookingId });
      tx.enqueue('reviews.open', { bookingId });
    }
  });
}

/**
 * Records, once, the transfer that Stripe made to a payee of a settlement. The transfer to the creator settles the
 * booking, and the fee is recognized as revenue. The transfer to an agency changes nothing for the booking's sides.
 */
export function recordTransfer(
  deps: Deps,
  { bookingId, payeeWorkspaceId }: { bookingId: string; payeeWorkspaceId: string },
  transferId: string,
): Promise<void> {
  return inTransaction(deps, async (tx) => {
    const booking = await lockBooking(tx.db, bookingId);
    const transfer = (await listOpenTransfers(tx.db, bookingId)).find(
      (open) => open.payeeWorkspaceId === payeeWorkspaceId,
    );
    if (!booking || !transfer) return;
    const now = deps.now();
    const { id, amountCents, creatorCents, kind, stripeAccountId: paidAccountId } = transfer;
    const isCreators = payeeWorkspaceId === booking.creatorId;
    const feeCents = isCreators ? transfer.feeCents : 0;
    await updateTransfer(tx.db, id, { stripeTransferId: transferId, paidAccountId, paidAt: now, blockedReason: null });
    await bookRelease(
      tx,
      { bookingId, payeeWorkspaceId, cents: amountCents, feeCents },
      transferId,
      now,
      getIssuer(deps),
    );
    for (const exception of ['payout_blocked', 'transfer_refused'] as const) {
      await resolveException(tx.db, {
        kind: exception,
        subject: id,
        resolution: 'The payout went out',
        resolvedByPersonId: null,
        at: now,
      });
    }
    if (isCreators) {
      await setSettlementSettled(tx.db, bookingId, now);
      await updateBooking(tx.db, bookingId, { releasedAt: now });
      await recordAndNotify(tx, {
        kind: 'payment.released',
        bookingId,
        actor: null,
        at: now,
        data: { creatorCents, feeCents, ...(await findAgencyPart(tx.db, booking, creatorCents)) },
      });
      await setPaymentState(tx.db, bookingId, kind === 'split' ? 'split' : 'released');
    } else await notifyAgency(tx, transfer, 'paid', now);
    // If the bank reversed the charge while the transfer was in progress, the transfer has to be reversed, too.
    const chargeback = await findOpenChargeback(tx.db, bookingId);
    if (chargeback) tx.enqueue('chargebacks.sync', { stripeDisputeId: chargeback.stripeDisputeId });
  });
}

/**
 * Opens an exception for staff because Stripe refuses a settlement's refund or one of its transfers. `subject` is the
 * booking or the transfer. The job keeps retrying.
 */
export function reportStripeRefusal(
  deps: Deps,
  kind: 'refund_refused' | 'transfer_refused',
  { bookingId, subject }: { bookingId: string; subject: string },
  error: StripeRefusedError,
): Promise<unknown> {
  deps.log.error({ bookingId, code: error.code }, kind);
  return inTransaction(deps, (tx) =>
    openException(tx.db, {
      kind,
      bookingId,
      subject,
      data: { code: error.code ?? null, message: error.message },
      at: deps.now(),
    }),
  );
}
