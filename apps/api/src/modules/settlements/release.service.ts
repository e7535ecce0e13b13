/**
 * Pays the creator. Handles the brand's approval, the settlement slot, the transfer, and payouts that are on hold.
 */
import { computeReleaseReminderAt, type PayoutBlockedReason } from '@marquee/booking';
import type { Transaction } from 'kysely';
import type { UserCtx } from '../../core/ctx.ts';
import type { Deps } from '../../core/deps.ts';
import { Failure } from '../../core/failures.ts';
import { crashAt } from '../../core/faults.ts';
import { awaitJob } from '../../core/await-job.ts';
import { enqueueJob } from '../../core/queue.ts';
import type { Database } from '../../db/schema.ts';
import { inTransaction } from '../../db/transaction.ts';
import { StripeRefusedError } from '../../gateways/stripe.ts';
import { getBooking } from '../bookings/bookings.service.ts';
import { lockBooking, updateBooking, type LockedBooking } from '../bookings/bookings.sql.ts';
import { approveSentVersions } from '../bookings/deliveries.sql.ts';
import { recordAndNotify } from '../bookings/notifications.service.ts';
import { assertAllowed, lockOwnBooking } from '../bookings/rules.service.ts';
import { openException } from '../ledger/exceptions.service.ts';
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
  findOpenSettlement,
  listBlockedReleases,
  lockPayoutSetup,
  setNextTransferAttempt,
  setSettlementBlocked,
} from './settlements.sql.ts';

/**
 * Approves the completed work for the calling brand and releases the payout. Does nothing if the payout is already
 * released or being released. Throws BOOKING_NOT_FOUND (also for the creator), or RELEASE_REFUSED if the work is not
 * completed or the money has been moved.
 */
export async function approveWork(ctx: UserCtx, bookingId: string) {
  await inTransaction(ctx.db, async (tx) => {
    const booking = await lockOwnBooking(tx, ctx, bookingId);
    if (booking.brandId !== ctx.user.workspaceId) throw new Failure('BOOKING_NOT_FOUND');
    if (booking.paymentState === 'releasing' || booking.paymentState === 'released') return;
    await assertAllowed(tx, ctx, booking, 'approve');
    await approveLockedBooking(tx, ctx, booking);
  });
  await awaitJob(ctx, 'settlements.release', { bookingId });
  return getBooking(ctx, bookingId);
}

/**
 * Approves the completed work of a locked booking and releases the payout. The caller checks permissions. Throws
 * RELEASE_REFUSED.
 */
export async function approveLockedBooking(
  tx: Transaction<Database>,
  ctx: UserCtx,
  booking: LockedBooking,
): Promise<void> {
  const settling: SettlementDecision = { by: 'brand', decidedBy: ctx.user, now: ctx.now() };
  // Records the approval before the events that follow from it.
  await recordAndNotify(tx, {
    kind: 'booking.approved',
    bookingId: booking.id,
    actor: ctx.user,
    at: settling.now,
    data: {},
  });
  if (!(await claimRelease(tx, booking, settling))) throw new Failure('RELEASE_REFUSED');
  await updateBooking(tx, booking.id, { approvedAt: settling.now });
  await approveSentVersions(tx, booking.id, settling.now);
}

/**
 * Job: releases the payout if the brand has not reacted by the deadline. If the deadline has moved, enqueues itself
 * for the new one.
 */
export async function releaseIfDue(deps: Deps, bookingId: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const booking = await lockBooking(tx, bookingId);
    if (booking?.paymentState !== 'held' || booking.releaseAt === null) return;
    if (booking.releaseAt > deps.now())
      await enqueueJob(tx, 'settlements.release_due', { bookingId }, { runAt: booking.releaseAt });
    else await claimRelease(tx, booking, { by: 'timer', decidedBy: null, now: deps.now() });
  });
}

/**
 * Claims the settlement slot of a locked booking for a release. Returns false if the money is not available or the
 * slot is taken.
 */
const claimRelease = async (
  tx: Transaction<Database>,
  booking: LockedBooking,
  settling: SettlementDecision,
): Promise<boolean> =>
  booking.status === 'completed' &&
  booking.paymentState === 'held' &&
  (await claimSettlement(tx, booking, createFullReleaseSplit(booking), settling));

/** Job: reminds the brand that the payout will be released automatically, once for each `day`. */
export async function remindBrandOfRelease(deps: Deps, bookingId: string, day: number): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const booking = await lockBooking(tx, bookingId);
    const { status, paymentState, releaseAt, remindedDay } = booking ?? {};
    if (!booking || status !== 'completed' || paymentState !== 'held' || !releaseAt) return;
    const now = deps.now();
    if (releaseAt <= now || (remindedDay ?? 0) >= day) return;
    const due = computeReleaseReminderAt(releaseAt, day, booking.windows);
    // The release deadline has moved.
    if (due > now) return enqueueJob(tx, 'settlements.remind', { bookingId, day }, { runAt: due });
    await updateBooking(tx, bookingId, { remindedDay: day });
    await recordAndNotify(tx, {
      kind: 'booking.reminded',
      bookingId,
      actor: null,
      at: now,
      data: { day, releaseAt: releaseAt.toISOString(), creatorCents: booking.priceCents },
      about: `${bookingId}:${day}`,
    });
  });
}

interface PayoutAccountState {
  stripeAccountId: string | null;
  payoutsEnabled: boolean;
  payoutsHeldUntil: Date | null;
  payoutsFrozenAt: Date | null;
}

/** Returns why a creator cannot be paid now, or null if they can. */
export function findPayoutHold(account: PayoutAccountState, now: Date): PayoutBlockedReason | null {
  if (account.payoutsFrozenAt !== null) return 'payouts_frozen';
  if (account.stripeAccountId === null || !account.payoutsEnabled) return 'payout_setup';
  return account.payoutsHeldUntil !== null && account.payoutsHeldUntil > now ? 'payout_change' : null;
}

/**
 * Job: transfers the creator's share, or marks it as on hold. A change of the payout account that is stored after this
 * job has read the account counts as a change after the transfer, which goes to the account from before the change.
 */
export async function releasePayment(deps: Deps, bookingId: string): Promise<void> {
  const open = await findOpenSettlement(deps.db, bookingId);
  if (open?.paymentState !== 'releasing') return;
  const { stripeAccountId: accountId, stripeChargeId: chargeId, creatorCents } = open;
  if (accountId === null || findPayoutHold(open, deps.now()) !== null) {
    // The process may have crashed after a transfer, before the hold began.
    const made = accountId === null ? null : await deps.stripe.findTransfer(bookingId);
    if (made !== null) return recordTransfer(deps, bookingId, made);
    if (await blockRelease(deps, bookingId, open.creatorId)) return;
    throw new Error(`The hold on the payout of booking ${bookingId} ended this moment`);
  }
  if (chargeId === null) throw new Error(`Booking ${bookingId} is to be released and has no charge`);

  crashAt('release.after_claim');
  let transferId: string;
  try {
    transferId = await createStripeObjectOnce(deps, {
      attempt: open.attempt,
      since: open.claimedAt,
      find: () => deps.stripe.findTransfer(bookingId),
      make: (attempt) => deps.stripe.createTransfer({ bookingId, chargeId, accountId, creatorCents, attempt }),
      countFailure: (attempt) => setNextTransferAttempt(deps.db, bookingId, attempt),
    });
  } catch (error) {
    if (!(error instanceof StripeRefusedError)) throw error;
    if (error.code !== 'insufficient_capabilities_for_transfer') {
      await reportStripeRefusal(deps, 'transfer_refused', bookingId, error);
      throw error;
    }
    // According to our copy, the account can be paid, but Stripe refuses the transfer. Re-reads the account from
    // Stripe.
    await syncPayoutAccount(deps, accountId);
    if (await blockRelease(deps, bookingId, open.creatorId)) return;
    // Stripe still reports that the account can be paid, so the job is retried. The queue's increasing delays limit
    // the number of retries.
    throw error;
  }
  crashAt('release.after_stripe');
  await recordTransfer(deps, bookingId, transferId);
}

/**
 * Marks a payout as on hold, once for each reason. Returns false if nothing holds it. Locks the creator's account, so
 * that a hold cannot begin or end at the same time.
 */
function blockRelease(deps: Deps, bookingId: string, creatorId: string): Promise<boolean> {
  return inTransaction(deps.db, async (tx) => {
    const booking = await lockBooking(tx, bookingId);
    const account = await lockPayoutSetup(tx, creatorId);
    if (booking?.paymentState !== 'releasing') return true;
    const now = deps.now();
    const reason = account === undefined ? 'payout_setup' : findPayoutHold(account, now);
    if (reason === null) return false;
    if (reason === 'payout_change')
      await enqueueJob(tx, 'settlements.release', { bookingId }, { runAt: account?.payoutsHeldUntil ?? null });
    const open = await findOpenSettlement(tx, bookingId);
    if (open?.blockedReason === reason) return true;
    await setSettlementBlocked(tx, bookingId, reason);
    await recordAndNotify(tx, {
      kind: 'payment.release_blocked',
      bookingId,
      actor: null,
      at: now,
      data: { reason, ...(open && { creatorCents: open.creatorCents }) },
      about: reason === 'payout_setup' ? bookingId : `${bookingId}:${reason}`,
    });
    // Only the creator can end this hold, so staff may have to help. The other holds have their own lists or end
    // automatically.
    if (reason === 'payout_setup')
      await openException(tx, {
        kind: 'payout_blocked',
        bookingId,
        subject: bookingId,
        at: now,
        data: { reason, creatorCents: open?.creatorCents, accountId: account?.stripeAccountId ?? null },
      });
    return true;
  });
}

/** Retries a creator's payouts that are on hold because of a change or a report, after the hold was removed. */
export async function resumeHeldPayouts(tx: Transaction<Database>, creatorId: string): Promise<void> {
  for (const { bookingId } of await listBlockedReleases(tx, creatorId, ['payout_change', 'payouts_frozen']))
    await enqueueJob(tx, 'settlements.release', { bookingId });
}
