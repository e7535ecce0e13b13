/** What creators see of their payouts, what keeps an account from being paid, and trying again. */
import { inTransaction } from '../../db/transaction.ts';
import type { Deps } from '../../core/deps.ts';
import { recordAdminAction } from '../../core/events.ts';
import { Failure } from '../../core/failures.ts';
import { enqueue } from '../../core/jobs.ts';
import { afterOf, pageOf } from '../../core/paging.ts';
import type { UserCtx } from '../../core/trpc.ts';
import { StripeRefused } from '../../gateways/stripe.ts';
import {
  findPayoutAccount,
  listPayoutMonths,
  listPayouts,
  lockPayout,
  PAYOUT_STAGES,
  setPayoutAccount,
  sumPayouts,
  sumTransferred,
  type PayoutStage,
} from './payouts.sql.ts';

/** none: never begun. unfinished: begun. pending: Stripe checks what was given. restricted: Stripe wants more. */
export type PayoutAccountState = 'none' | 'unfinished' | 'pending' | 'restricted' | 'active';

interface PayoutAccount {
  stripeAccountId: string | null;
  payoutsEnabled: boolean;
  payoutDetailsSubmitted: boolean;
  payoutDisabledReason: string | null;
  payoutRequirements: string[];
}

/** How far a creator's account at Stripe is, and what Stripe asks for. */
export function payoutAccountOf(account: PayoutAccount): {
  state: PayoutAccountState;
  disabledReason: string | null;
  requirements: string[];
} {
  return {
    state: stateOf(account),
    disabledReason: account.payoutDisabledReason,
    requirements: account.payoutRequirements,
  };
}

function stateOf(account: PayoutAccount): PayoutAccountState {
  if (account.stripeAccountId === null) return 'none';
  if (account.payoutsEnabled) return 'active';
  if (!account.payoutDetailsSubmitted) return 'unfinished';
  return account.payoutRequirements.length > 0 ? 'restricted' : 'pending';
}

/**
 * The calling creator's account and totals (cents); `paidOutCents`
 * is what the ledger says was transferred, less reversals.
 */
export async function payoutSummary(ctx: UserCtx) {
  const [account, sums, paidOutCents, months] = await Promise.all([
    findPayoutAccount(ctx.db, ctx.user.id),
    sumPayouts(ctx.db, ctx.user.id),
    sumTransferred(ctx.db, ctx.user.id),
    listPayoutMonths(ctx.db, ctx.user.id),
  ]);
  const stages = PAYOUT_STAGES.map((stage) => sums.find((sum) => sum.stage === stage) ?? { stage, cents: 0, count: 0 });
  return { account: payoutAccountOf(account), stages, paidOutCents, months };
}

/** One page of the calling creator's payouts, per booking. */
export const payoutsPage = async (
  ctx: UserCtx,
  input: { stage?: PayoutStage | undefined; cursor?: string | undefined },
) =>
  pageOf(await listPayouts(ctx.db, ctx.user.id, input.stage ?? null, afterOf(input.cursor)), (row) => row.acceptedAt);

/**
 * A one-time link into the creator's dashboard at Stripe. Fails with
 * PAYOUT_DASHBOARD_CLOSED (setup not finished) or PAYMENT_UNAVAILABLE.
 */
export async function openPayoutDashboard(ctx: UserCtx): Promise<{ url: string }> {
  const account = await findPayoutAccount(ctx.db, ctx.user.id);
  if (account.stripeAccountId === null || !account.payoutDetailsSubmitted) throw new Failure('PAYOUT_DASHBOARD_CLOSED');
  try {
    return { url: await ctx.stripe.createLoginLink(account.stripeAccountId) };
  } catch (error) {
    if (error instanceof StripeRefused) throw new Failure('PAYOUT_DASHBOARD_CLOSED');
    ctx.log.error({ err: error }, 'payout dashboard failed');
    throw new Failure(
      'PAYMENT_UNAVAILABLE',
      'Your Stripe dashboard could not be opened. Please try again in a moment.',
    );
  }
}

/**
 * Stores what Stripe says keeps an account from being paid,
 * for people to read; whether it can be paid is syncAccount's.
 */
export async function noteRequirements(deps: Deps, accountId: string): Promise<void> {
  const { detailsSubmitted, disabledReason, requirements } = await deps.stripe.readAccount(accountId);
  await setPayoutAccount(deps.db, accountId, {
    payoutDetailsSubmitted: detailsSubmitted,
    payoutDisabledReason: disabledReason,
    payoutRequirements: requirements,
  });
}

/**
 * Staff has a blocked payout tried again: the account is read anew, and the transfer is made if it can be.
 * Fails with ADMIN_SUBJECT_NOT_FOUND or PAYOUT_NOT_BLOCKED.
 */
export async function retryPayout(
  ctx: UserCtx,
  { id: bookingId, reason }: { id: string; reason: string },
): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const payout = await lockPayout(tx, bookingId);
    if (!payout) throw new Failure('ADMIN_SUBJECT_NOT_FOUND');
    if (payout.blockedReason === null || payout.settledAt !== null || payout.voidedAt !== null)
      throw new Failure('PAYOUT_NOT_BLOCKED');
    if (payout.stripeAccountId !== null)
      await enqueue(tx, 'payments.sync_account', { accountId: payout.stripeAccountId });
    await enqueue(tx, 'payments.release', { bookingId });
    await recordAdminAction(tx, {
      actorId: ctx.user.id,
      action: 'payout.retried',
      subjectKind: 'booking',
      subjectId: bookingId,
      subjectLabel: payout.packageName,
      reason,
      before: { blockedReason: payout.blockedReason },
      after: { blockedReason: payout.blockedReason },
      at: ctx.now(),
    });
  });
}
