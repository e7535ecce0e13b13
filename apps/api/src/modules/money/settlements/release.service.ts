/**
 * Pays the creator and the creator's agency. Handles the brand's approval, the settlement slot, the transfers, and
 * payouts that are on hold.
 */
import type { Actor } from '../../../core/actor.ts';
import { computeReleaseReminderAt, type PaymentState, type PayoutBlockedReason } from '@marquee/booking';
import type { Deps } from '../../../core/deps.ts';
import { Failure } from '../../../core/failures.ts';
import { crashAt } from '../../../core/faults.ts';
import { awaitJob } from '../../../core/await-job.ts';
import { inTransaction, type UnitOfWork } from '../../../core/unit-of-work.ts';
import { StripeRefusedError } from '../../../gateways/stripe-errors.ts';
import { findAgencyPart } from '../../identity/agencies/agencies.service.ts';
import { getBooking } from '../../booking/bookings/bookings.service.ts';
import { lockBooking, updateBooking, type LockedBooking } from '../../booking/bookings/bookings.sql.ts';
import { approveSentVersions } from '../../booking/deliverables/deliverables.sql.ts';
import { recordAndNotify } from '../../booking/bookings/notifications.service.ts';
import { assertAllowed, lockOwnBooking } from '../../booking/bookings/rules.service.ts';
import { openException } from '../ledger/exceptions.service.ts';
import { notifyAgency } from './agency-mails.service.ts';
import { createStripeObjectOnce } from './effects.service.ts';
import { syncPayoutAccount } from './payout-accounts.service.ts';
import {
  claimSettlement,
  reportStripeRefusal,
  recordTransfer,
  createFullReleaseSplit,
  type SettlementDecision,
} from './settlements.service.ts';
import {
  listBlockedTransfers,
  listTransfersHeldByReport,
  listOpenTransfers,
  listUnrestoredChargebacks,
  lockPayoutSetup,
  setNextTransferAttempt,
  updateTransfer,
  type SettlementTransfer,
} from './settlements.sql.ts';

/**
 * Approves the completed work for the calling brand and releases the payout. Does nothing if the payout is already
 * released or being released. Throws BOOKING_NOT_FOUND (also for the creator), or RELEASE_REFUSED if the work is not
 * completed or the money has been moved.
 */
export async function approveWork(deps: Deps, actor: Actor, bookingId: string) {
  await inTransaction(deps, async (tx) => {
    const booking = await lockOwnBooking(tx.db, actor, bookingId);
    if (booking.brandId !== actor.workspaceId) throw new Failure('BOOKING_NOT_FOUND');
    if (booking.paymentState === 'releasing' || booking.paymentState === 'released') return;
    await assertAllowed(tx.db, deps, actor, booking, 'approve');
    await approveLockedBooking(tx, deps, actor, booking);
  });
  await awaitJob(deps, 'settlements.release', { bookingId });
  return getBooking(deps, actor, bookingId);
}

/**
 * Approves the completed work of a locked booking and releases the payout. The caller checks permissions. Throws
 * RELEASE_REFUSED.
 */
export async function approveLockedBooking(
  tx: UnitOfWork,
  deps: Deps,
  actor: Actor,
  booking: LockedBooking,
): Promise<void> {
  const settling: SettlementDecision = { by: 'brand', decidedBy: actor, now: deps.now() };
  // Records the approval before the events that follow from it.
  await recordAndNotify(tx, {
    kind: 'booking.approved',
    bookingId: booking.id,
    actor,
    at: settling.now,
    data: {},
  });
  if (!(await claimRelease(tx, booking, settling))) throw new Failure('RELEASE_REFUSED');
  await updateBooking(tx.db, booking.id, { approvedAt: settling.now });
  await approveSentVersions(tx.db, booking.id, settling.now);
}

/**
 * Job: releases the payout if the brand has not reacted by the deadline. If the deadline has moved, enqueues itself
 * for the new one.
 */
export async function releaseIfDue(deps: Deps, bookingId: string): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const booking = await lockBooking(tx.db, bookingId);
    if (booking?.paymentState !== 'held' || booking.releaseAt === null) return;
    if (booking.releaseAt > deps.now())
      tx.enqueue('settlements.release_due', { bookingId }, { runAt: booking.releaseAt });
    else await claimRelease(tx, booking, { by: 'timer', decidedBy: null, now: deps.now() });
  });
}

/**
 * Claims the settlement slot of a locked booking for a release. Returns false if the money is not available or the
 * slot is taken.
 */
const claimRelease = async (tx: UnitOfWork, booking: LockedBooking, settling: SettlementDecision): Promise<boolean> =>
  booking.status === 'completed' &&
  booking.paymentState === 'held' &&
  (await claimSettlement(tx, booking, createFullReleaseSplit(booking), settling));

/** Job: reminds the brand that the payout will be released automatically, once for each `day`. */
export async function remindBrandOfRelease(deps: Deps, bookingId: string, day: number): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const booking = await lockBooking(tx.db, bookingId);
    const { status, paymentState, releaseAt, remindedDay } = booking ?? {};
    if (!booking || status !== 'completed' || paymentState !== 'held' || !releaseAt) return;
    const now = deps.now();
    if (releaseAt <= now || (remindedDay ?? 0) >= day) return;
    const due = computeReleaseReminderAt(releaseAt, day, booking.windows);
    // The release deadline has moved.
    if (due > now) return tx.enqueue('settlements.remind', { bookingId, day }, { runAt: due });
    await updateBooking(tx.db, bookingId, { remindedDay: day });
    await recordAndNotify(tx, {
      kind: 'booking.reminded',
      bookingId,
      actor: null,
      at: now,
      data: {
        day,
        releaseAt: releaseAt.toISOString(),
        creatorCents: booking.priceCents,
        ...(await findAgencyPart(tx.db, booking, booking.priceCents)),
      },
      about: `${bookingId}:${day}`,
    });
  });
}

interface PayoutAccountState {
  stripeAccountId: string | null;
  payoutsEnabled: boolean;
  payoutsHeldUntil: Date | null;
  reportedAt: Date | null;
  paymentHeldUntil: Date | null;
}

/** Why a payee cannot be paid now. `until` is null if the hold ends only when the payee or staff act. */
interface PayoutHold {
  reason: PayoutBlockedReason;
  until: Date | null;
}

/** Returns why a payee cannot be paid now, or null if they can. */
export function findPayoutHold(
  { reportedAt, stripeAccountId, payoutsEnabled, payoutsHeldUntil, paymentHeldUntil }: PayoutAccountState,
  now: Date,
): PayoutHold | null {
  if (reportedAt !== null) return { reason: 'payouts_frozen', until: null };
  if (stripeAccountId === null || !payoutsEnabled) return { reason: 'payout_setup', until: null };
  if (payoutsHeldUntil !== null && payoutsHeldUntil > now) return { reason: 'payout_change', until: payoutsHeldUntil };
  if (paymentHeldUntil !== null && paymentHeldUntil > now) return { reason: 'payment_check', until: paymentHeldUntil };
  return null;
}

/** States of a payment in which the payees of its settlement can be paid. */
const PAYABLE_STATES: readonly PaymentState[] = ['releasing', 'released', 'split'];

/**
 * Job: transfers the shares of the payees, or only that of `payeeWorkspaceId`, or marks them as on hold. A payee who
 * cannot be paid does not hold back the other: both are tried before the job fails.
 */
export async function releasePayment(
  deps: Deps,
  { bookingId, payeeWorkspaceId }: { bookingId: string; payeeWorkspaceId?: string | undefined },
): Promise<void> {
  const open = await listOpenTransfers(deps.db, bookingId);
  const errors: unknown[] = [];
  for (const transfer of open) {
    if (payeeWorkspaceId !== undefined && transfer.payeeWorkspaceId !== payeeWorkspaceId) continue;
    try {
      await releaseTransfer(deps, transfer);
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}

/**
 * Makes one transfer of a settlement, or marks it as on hold. A change of the payout account that is stored after the
 * account was read counts as a change after the transfer, which goes to the account from before the change.
 */
async function releaseTransfer(deps: Deps, transfer: SettlementTransfer): Promise<void> {
  if (!PAYABLE_STATES.includes(transfer.paymentState)) return;
  const { bookingId, payeeWorkspaceId, stripeAccountId: accountId, stripeChargeId: chargeId, amountCents } = transfer;
  const payout = { bookingId, payeeWorkspaceId };
  if (accountId === null || findPayoutHold(transfer, deps.now()) !== null) {
    // The process may have crashed after a transfer, before the hold began.
    const transferId = accountId === null ? null : await deps.stripe.findTransfer(payout);
    if (transferId !== null) return recordTransfer(deps, payout, transferId);
    if (await blockTransfer(deps, transfer)) return;
    throw new Error(`The hold on the payout of booking ${bookingId} ended this moment`);
  }
  if (chargeId === null) throw new Error(`Booking ${bookingId} is to be released and has no charge`);

  crashAt('release.after_claim');
  let transferId: string;
  try {
    transferId = await createStripeObjectOnce(deps, {
      attempt: transfer.attempt,
      since: transfer.claimedAt,
      find: () => deps.stripe.findTransfer(payout),
      make: (attempt) => deps.stripe.createTransfer({ ...payout, chargeId, accountId, amountCents, attempt }),
      countFailure: (attempt) => setNextTransferAttempt(deps.db, transfer.id, 'attempt', attempt),
    });
  } catch (error) {
    if (!(error instanceof StripeRefusedError)) throw error;
    if (error.code !== 'insufficient_capabilities_for_transfer') {
      await reportStripeRefusal(deps, 'transfer_refused', { bookingId, subject: transfer.id }, error);
      throw error;
    }
    // According to our copy, the account can be paid, but Stripe refuses the transfer. Re-reads the account from
    // Stripe.
    await syncPayoutAccount(deps, accountId);
    if (await blockTransfer(deps, transfer)) return;
    // Stripe still reports that the account can be paid, so the job is retried. The queue's increasing delays limit
    // the number of retries.
    throw error;
  }
  crashAt('release.after_stripe');
  await recordTransfer(deps, payout, transferId);
  crashAt('release.after_payee');
}

/**
 * Marks a transfer as on hold, once for each reason. Returns false if nothing holds it. Locks the payee's account, so
 * that a hold cannot begin or end at the same time.
 */
function blockTransfer(deps: Deps, { id, bookingId, payeeWorkspaceId }: SettlementTransfer): Promise<boolean> {
  return inTransaction(deps, async (tx) => {
    const booking = await lockBooking(tx.db, bookingId);
    const account = await lockPayoutSetup(tx.db, { bookingId, payeeWorkspaceId });
    const transfer = (await listOpenTransfers(tx.db, bookingId)).find((open) => open.id === id);
    if (!booking || !transfer || !PAYABLE_STATES.includes(booking.paymentState)) return true;
    const now = deps.now();
    const hold =
      account === undefined ? ({ reason: 'payout_setup', until: null } as const) : findPayoutHold(account, now);
    if (hold === null) return false;
    const { reason, until } = hold;
    if (until !== null) tx.enqueue('settlements.release', { bookingId, payeeWorkspaceId }, { runAt: until });
    if (transfer.blockedReason === reason) return true;
    await updateTransfer(tx.db, id, { blockedReason: reason });
    const { creatorCents, amountCents } = transfer;
    if (payeeWorkspaceId === booking.creatorId)
      await recordAndNotify(tx, {
        kind: 'payment.release_blocked',
        bookingId,
        actor: null,
        at: now,
        data: { reason, creatorCents, ...(await findAgencyPart(tx.db, booking, creatorCents)) },
        about: reason === 'payout_setup' ? bookingId : `${bookingId}:${reason}`,
      });
    else await notifyAgency(tx, transfer, reason, now);
    // Only the payee can end this hold, so staff may have to help. The other holds have their own lists or end
    // automatically.
    if (reason === 'payout_setup')
      await openException(tx.db, {
        kind: 'payout_blocked',
        bookingId,
        subject: id,
        at: now,
        data: { reason, amountCents, payeeWorkspaceId, accountId: account?.stripeAccountId ?? null },
      });
    return true;
  });
}

/**
 * Retries the payouts to a workspace that are on hold because of a change or a report, and those of its bookings that
 * are on hold because of the report, after the hold was removed. These include payouts that are repeated after a won
 * chargeback.
 */
export async function resumeHeldPayouts(tx: UnitOfWork, payeeWorkspaceId: string): Promise<void> {
  for (const { bookingId } of await listBlockedTransfers(tx.db, payeeWorkspaceId, ['payout_change']))
    tx.enqueue('settlements.release', { bookingId, payeeWorkspaceId });
  for (const transfer of await listTransfersHeldByReport(tx.db, payeeWorkspaceId))
    tx.enqueue('settlements.release', transfer);
  for (const { stripeDisputeId } of await listUnrestoredChargebacks(tx.db, payeeWorkspaceId))
    tx.enqueue('chargebacks.sync', { stripeDisputeId });
}
