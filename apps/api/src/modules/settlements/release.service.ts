/**
 * Paying the creator: who decides, the one settlement slot, the transfer, and the payout setup it may have to wait for.
 */
import { computeReleaseReminderAt } from '@marquee/booking';
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
import { makeOnce } from './effects.service.ts';
import { syncAccount } from './payout-accounts.service.ts';
import { claimSettlement, reportRefusal, recordTransfer, wholeRelease, type Settling } from './settlements.service.ts';
import { findOpenSettlement, lockPayoutSetup, setNextAttempt, setSettlementBlocked } from './settlements.sql.ts';

/**
 * The brand approves the completed work: the payout is released now. Approving twice is a no-op.
 * Fails with BOOKING_NOT_FOUND (also for the creator) or RELEASE_REFUSED (not completed, or the money is elsewhere).
 */
export async function approveWork(ctx: UserCtx, bookingId: string) {
  await inTransaction(ctx.db, async (tx) => {
    const booking = await lockOwnBooking(tx, ctx, bookingId);
    if (booking.brandId !== ctx.user.id) throw new Failure('BOOKING_NOT_FOUND');
    if (booking.paymentState === 'releasing' || booking.paymentState === 'released') return;
    await assertAllowed(tx, ctx, booking, 'approve');
    await approve(tx, ctx, booking);
  });
  await awaitJob(ctx, 'settlements.release', { bookingId });
  return getBooking(ctx, bookingId);
}

/**
 * Approves the completed work of a locked booking for its brand: the payout is released. Fails with RELEASE_REFUSED.
 * Whether it may is the caller's to ask.
 */
export async function approve(tx: Transaction<Database>, ctx: UserCtx, booking: LockedBooking): Promise<void> {
  const settling: Settling = { by: 'brand', decidedBy: ctx.user.id, now: ctx.now() };
  // The work's approval comes before what follows from it.
  await recordAndNotify(tx, {
    kind: 'booking.approved',
    bookingId: booking.id,
    actorId: ctx.user.id,
    at: settling.now,
    data: {},
  });
  if (!(await claimRelease(tx, booking, settling))) throw new Failure('RELEASE_REFUSED');
  await updateBooking(tx, booking.id, { approvedAt: settling.now });
  await approveSentVersions(tx, booking.id, settling.now);
}

/** The timer after completion: releases when the brand did nothing, or waits again when its time has not come. */
export async function releaseDue(deps: Deps, bookingId: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const booking = await lockBooking(tx, bookingId);
    if (booking?.paymentState !== 'held' || booking.releaseAt === null) return;
    if (booking.releaseAt > deps.now())
      await enqueueJob(tx, 'settlements.release_due', { bookingId }, { runAt: booking.releaseAt });
    else await claimRelease(tx, booking, { by: 'timer', decidedBy: null, now: deps.now() });
  });
}

/**
 * Claims the settlement slot of a locked booking for a release; false when the money is not free or the slot is taken.
 */
const claimRelease = async (tx: Transaction<Database>, booking: LockedBooking, settling: Settling): Promise<boolean> =>
  booking.status === 'completed' &&
  booking.paymentState === 'held' &&
  (await claimSettlement(tx, booking, wholeRelease(booking), settling));

/** Reminds the brand, once for each day, that completed work is paid for automatically when it does nothing. */
export async function remindBrand(deps: Deps, bookingId: string, day: number): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const booking = await lockBooking(tx, bookingId);
    const { status, paymentState, releaseAt, remindedDay } = booking ?? {};
    if (!booking || status !== 'completed' || paymentState !== 'held' || !releaseAt) return;
    const now = deps.now();
    if (releaseAt <= now || (remindedDay ?? 0) >= day) return;
    const due = computeReleaseReminderAt(releaseAt, day, booking.windows);
    // The release was moved.
    if (due > now) return enqueueJob(tx, 'settlements.remind', { bookingId, day }, { runAt: due });
    await updateBooking(tx, bookingId, { remindedDay: day });
    await recordAndNotify(tx, {
      kind: 'booking.reminded',
      bookingId,
      actorId: null,
      at: now,
      data: { day, releaseAt: releaseAt.toISOString(), creatorCents: booking.priceCents },
      about: `${bookingId}:${day}`,
    });
  });
}

/** The release job: transfers the creator's part, or notes that it waits for the creator's payout setup. */
export async function releasePayment(deps: Deps, bookingId: string): Promise<void> {
  const open = await findOpenSettlement(deps.db, bookingId);
  if (open?.paymentState !== 'releasing') return;
  const { stripeAccountId: accountId, stripeChargeId: chargeId, creatorCents } = open;
  if (accountId === null || !open.payoutsEnabled) {
    if (await block(deps, bookingId, open.creatorId)) return;
    throw new Error(`The payout setup of booking ${bookingId}'s creator was finished this moment`);
  }
  if (chargeId === null) throw new Error(`Booking ${bookingId} is to be released and has no charge`);

  crashAt('release.after_claim');
  let transferId: string;
  try {
    transferId = await makeOnce(deps, {
      attempt: open.attempt,
      since: open.claimedAt,
      find: () => deps.stripe.findTransfer(bookingId),
      make: (attempt) => deps.stripe.createTransfer({ bookingId, chargeId, accountId, creatorCents, attempt }),
      countFailure: (attempt) => setNextAttempt(deps.db, bookingId, attempt),
    });
  } catch (error) {
    if (!(error instanceof StripeRefusedError)) throw error;
    if (error.code !== 'insufficient_capabilities_for_transfer') {
      await reportRefusal(deps, 'transfer_refused', bookingId, error);
      throw error;
    }
    // Stripe knows better than our copy: the account cannot receive at the moment.
    await syncAccount(deps, accountId);
    if (await block(deps, bookingId, open.creatorId)) return;
    // It says the account can, and refuses: the queue's pauses keep us from asking without end.
    throw error;
  }
  crashAt('release.after_stripe');
  await recordTransfer(deps, bookingId, transferId);
}

/**
 * Notes, once, that a payout waits; false when there is nothing to wait for.
 * The setup is locked meanwhile, so the account cannot become able unnoticed.
 */
function block(deps: Deps, bookingId: string, creatorId: string): Promise<boolean> {
  return inTransaction(deps.db, async (tx) => {
    const booking = await lockBooking(tx, bookingId);
    const setup = await lockPayoutSetup(tx, creatorId);
    if (booking?.paymentState !== 'releasing') return true;
    if (setup?.payoutsEnabled) return false;
    const open = await findOpenSettlement(tx, bookingId);
    if (open?.blockedReason === 'payout_setup') return true;
    const now = deps.now();
    await setSettlementBlocked(tx, bookingId, 'payout_setup');
    await recordAndNotify(tx, {
      kind: 'payment.release_blocked',
      bookingId,
      actorId: null,
      at: now,
      data: { reason: 'payout_setup', ...(open && { creatorCents: open.creatorCents }) },
    });
    await openException(tx, {
      kind: 'payout_blocked',
      bookingId,
      subject: bookingId,
      at: now,
      data: { reason: 'payout_setup', creatorCents: open?.creatorCents, accountId: setup?.stripeAccountId ?? null },
    });
    return true;
  });
}
