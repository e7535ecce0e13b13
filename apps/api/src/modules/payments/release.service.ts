/** Paying the creator: who decides, the one settlement slot, the transfer, and the payout setup it may have to wait for. */
import type { Transaction } from 'kysely';
import type { Database } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';
import { record } from '../../events.ts';
import { Failure } from '../../failures.ts';
import { crashAt } from '../../faults.ts';
import { awaitJob, enqueue } from '../../jobs.ts';
import type { UserCtx } from '../../trpc.ts';
import { bookingOf } from '../bookings/bookings.service.ts';
import { tellParties } from '../bookings/notices.service.ts';
import { lockBooking, updateBooking, type LockedBooking } from '../bookings/bookings.sql.ts';
import { bookRelease } from '../ledger/ledger.service.ts';
import { StripeRefused } from './payments.gateway.ts';
import {
  findOpenRelease, findPayoutSetup, insertSettlement, listBlockedReleases, lockPayoutSetup, setNextAttempt, setPayoutsEnabled, setSettled,
  setSettlementBlocked, setStripeAccount, sumBlockedPayouts,
} from './payments.sql.ts';

/**
 * The brand approves the completed work: the payout is released now. Approving twice is a no-op.
 * Fails with BOOKING_NOT_FOUND (also for the creator) or RELEASE_REFUSED (not completed, or the money is elsewhere).
 */
export async function approveWork(ctx: UserCtx, bookingId: string) {
  await ctx.db.transaction().execute(async (tx) => {
    const booking = await lockBooking(tx, bookingId);
    if (booking?.brandId !== ctx.user.id) throw new Failure('BOOKING_NOT_FOUND');
    if (booking.paymentState === 'releasing' || booking.paymentState === 'released') return;
    if (!(await claimRelease(tx, booking, ctx.user.id, ctx.now()))) throw new Failure('RELEASE_REFUSED');
    await updateBooking(tx, booking.id, { approvedAt: ctx.now() });
  });
  await awaitJob(ctx.db, 'payments.release', { bookingId });
  return bookingOf(ctx, bookingId);
}

/** The timer after completion: releases when the brand did nothing, or waits again when its time has not come. */
export async function releaseDue(deps: Deps, bookingId: string): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const booking = await lockBooking(tx, bookingId);
    if (booking?.paymentState !== 'held' || booking.releaseAt === null) return;
    if (booking.releaseAt > deps.now()) await enqueue(tx, 'payments.release_due', { bookingId }, { runAt: booking.releaseAt });
    else await claimRelease(tx, booking, null, deps.now());
  });
}

/** Claims the settlement slot of a locked booking for a release; false when the money is not there or the slot is taken. */
async function claimRelease(tx: Transaction<Database>, booking: LockedBooking, decidedBy: string | null, now: Date): Promise<boolean> {
  if (booking.status !== 'completed' || booking.paymentState !== 'held') return false;
  const claimed = await insertSettlement(tx, {
    bookingId: booking.id, kind: 'release', decidedBy, creatorCents: booking.priceCents, feeCents: booking.feeCents, claimedAt: now,
  });
  if (!claimed) return false;
  await updateBooking(tx, booking.id, { paymentState: 'releasing' });
  const at = { bookingId: booking.id, actorId: decidedBy, at: now };
  if (decidedBy !== null) await record(tx, { kind: 'booking.approved', ...at, data: {} });
  await record(tx, { kind: 'payment.release_decided', ...at, data: { creatorCents: booking.priceCents } });
  await enqueue(tx, 'payments.release', { bookingId: booking.id });
  return true;
}

/** Stripe keeps an idempotency key for a day; after half of one we look for the transfer before asking for it. */
const KEY_TRUSTED_MS = 12 * 3_600_000;

/** The release job: transfers the creator's amount, or notes that it waits for the creator's payout setup. */
export async function releasePayment(deps: Deps, bookingId: string): Promise<void> {
  const open = await findOpenRelease(deps.db, bookingId);
  if (!open) return;
  const { stripeAccountId: accountId, stripeChargeId: chargeId } = open;
  if (accountId === null || !open.payoutsEnabled) {
    if (await block(deps, bookingId, open.creatorId)) return;
    throw new Error(`The payout setup of booking ${bookingId}'s creator was finished this moment`);
  }
  if (chargeId === null) throw new Error(`Booking ${bookingId} is to be released and has no charge`);

  crashAt('release.after_claim');
  const isOld = open.claimedAt.getTime() + KEY_TRUSTED_MS < deps.now().getTime();
  let transferId = isOld ? await deps.stripe.findTransfer(bookingId) : null;
  try {
    transferId ??= await deps.stripe.createTransfer({
      bookingId, chargeId, accountId, creatorCents: open.creatorCents, attempt: open.attempt,
    });
  } catch (error) {
    if (!(error instanceof StripeRefused)) throw error;
    await setNextAttempt(deps.db, bookingId, open.attempt);
    if (error.code !== 'insufficient_capabilities_for_transfer') throw error;
    // Stripe knows better than our copy: the account cannot receive at the moment.
    await syncAccount(deps, accountId);
    if (await block(deps, bookingId, open.creatorId)) return;
    // It says the account can, and refuses: the queue's pauses keep us from asking without end.
    throw error;
  }
  crashAt('release.after_stripe');

  const transfer = transferId;
  await deps.db.transaction().execute(async (tx) => {
    const booking = await lockBooking(tx, bookingId);
    if (booking?.paymentState !== 'releasing') return;
    const now = deps.now();
    await setSettled(tx, bookingId, transfer, now);
    await updateBooking(tx, bookingId, { paymentState: 'released', releasedAt: now });
    await bookRelease(tx, booking, transfer, now);
    await record(tx, {
      kind: 'payment.released', bookingId, actorId: null, at: now,
      data: { creatorCents: booking.priceCents, feeCents: booking.feeCents },
    });
    await tellParties(tx, bookingId, 'booking_paid_out', now);
  });
}

/**
 * Notes, once, that a payout waits; false when there is nothing to wait for. The setup is locked meanwhile, so the account
 * cannot become able unnoticed.
 */
function block(deps: Deps, bookingId: string, creatorId: string): Promise<boolean> {
  return deps.db.transaction().execute(async (tx) => {
    const booking = await lockBooking(tx, bookingId);
    const setup = await lockPayoutSetup(tx, creatorId);
    if (booking?.paymentState !== 'releasing') return true;
    if (setup?.payoutsEnabled) return false;
    const open = await findOpenRelease(tx, bookingId);
    if (open?.blockedReason === 'payout_setup') return true;
    await setSettlementBlocked(tx, bookingId, 'payout_setup');
    await record(tx, {
      kind: 'payment.release_blocked', bookingId, actorId: null, at: deps.now(), data: { reason: 'payout_setup' },
    });
    return true;
  });
}

/** Whether the caller can be paid, and what waits for it (cents). */
export async function payoutSetup(ctx: UserCtx) {
  const { stripeAccountId, payoutsEnabled } = await findPayoutSetup(ctx.db, ctx.user.id);
  const { blockedCents } = await sumBlockedPayouts(ctx.db, ctx.user.id);
  return { started: stripeAccountId !== null, payoutsEnabled, blockedCents };
}

/** Starts or continues Stripe's onboarding; returns the address to send the creator to. Fails with PAYMENT_UNAVAILABLE. */
export async function startPayoutSetup(ctx: UserCtx): Promise<{ url: string }> {
  const dashboard = `${ctx.env.PUBLIC_URL}/dashboard`;
  try {
    const { stripeAccountId } = await findPayoutSetup(ctx.db, ctx.user.id);
    const accountId = stripeAccountId ?? (await ctx.stripe.createAccount(ctx.user));
    if (stripeAccountId === null) await setStripeAccount(ctx.db, ctx.user.id, accountId);
    return { url: await ctx.stripe.createOnboardingLink(accountId, `${dashboard}?payouts=return`, `${dashboard}?payouts=refresh`) };
  } catch (error) {
    ctx.log.error({ err: error }, 'payout setup failed');
    throw new Failure('PAYMENT_UNAVAILABLE', 'The payout setup could not be opened. Please try again in a moment.');
  }
}

/** The creator came back from the onboarding: look at the account now instead of waiting for the webhook. */
export async function refreshPayoutSetup(ctx: UserCtx) {
  const { stripeAccountId } = await findPayoutSetup(ctx.db, ctx.user.id);
  if (stripeAccountId !== null) await syncAccount(ctx, stripeAccountId);
  return payoutSetup(ctx);
}

/**
 * Re-reads a connected account; payouts that waited for it go out once it can receive them. Several may do so at once
 * (webhook, return page, a refused transfer), and an older look must not have the last word: each looks again after it
 * has written, until what it wrote is what Stripe says.
 */
export async function syncAccount(deps: Deps, accountId: string): Promise<void> {
  let enabled = await deps.stripe.canReceiveTransfers(accountId);
  for (;;) {
    await applyAccount(deps, accountId, enabled);
    const written = enabled;
    enabled = await deps.stripe.canReceiveTransfers(accountId);
    if (enabled === written) return;
  }
}

async function applyAccount(deps: Deps, accountId: string, enabled: boolean): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const creator = await setPayoutsEnabled(tx, accountId, enabled);
    if (!creator || !enabled) return;
    for (const { bookingId } of await listBlockedReleases(tx, creator.id)) {
      await setSettlementBlocked(tx, bookingId, null);
      await enqueue(tx, 'payments.release', { bookingId });
    }
  });
}
