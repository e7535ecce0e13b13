/** Returns a creator's payouts and the state of their account, and lets staff retry a blocked payout. */
import type { Actor } from '../../../core/actor.ts';
import type { Deps } from '../../../core/deps.ts';
import { documentPageInput } from '@marquee/validation';
import { z } from 'zod';
import { recordAdminAction } from '../../../core/admin-actions.ts';
import { assertNotFrozen } from './accounts.service.ts';
import { findPayoutRoute } from '../../../config/payout-countries.ts';
import { Failure } from '../../../core/failures.ts';
import { parseCursor, formatCursor, toPage } from '../../../core/paging.ts';
import { inTransaction } from '../../../core/unit-of-work.ts';
import { StripeRefusedError } from '../../../gateways/stripe-errors.ts';
import {
  findPayoutSearchResumeCursor,
  findPayoutAccount,
  listPayoutMonths,
  listPayouts,
  listReturnedPayoutsByCreator,
  lockTransfers,
  PAYOUT_STAGES,
  sumPayoutsByStage,
  sumTransferredCents,
} from './payouts.sql.ts';

export const payoutsPageInput = documentPageInput.extend({ stage: z.enum(PAYOUT_STAGES).optional() });
type PayoutsPageInput = z.infer<typeof payoutsPageInput>;

/**
 * - `none`: The onboarding has not been started.
 * - `unfinished`: The onboarding has been started.
 * - `pending`: Stripe is checking the account.
 * - `restricted`: Stripe needs more information.
 */
type PayoutAccountState = 'none' | 'unfinished' | 'pending' | 'restricted' | 'active';

interface PayoutAccount {
  stripeAccountId: string | null;
  payoutsEnabled: boolean;
  payoutDetailsSubmitted: boolean;
  payoutDisabledReason: string | null;
  payoutRequirements: string[];
  payoutCountry: string | null;
  payoutAgreement: 'full' | 'recipient' | null;
  payoutsHeldUntil: Date | null;
  reportedAt: Date | null;
}

/** Returns the state of a creator's Stripe account and the information that Stripe still requires. */
function toPayoutAccountStatus(deps: Deps, account: PayoutAccount) {
  const { payoutCountry: country } = account;
  const route = country === null ? null : findPayoutRoute(deps.env, country);
  return {
    state: getPayoutAccountState(account),
    country,
    /**
     * The payout route to the country, or null if there is none or no country is chosen. An existing account keeps
     * its service agreement.
     */
    route: route && { ...route, agreement: account.payoutAgreement ?? route.agreement },
    /** True until Stripe has the creator's details. After that, another country would require another account. */
    canChangeCountry: !account.payoutsEnabled && !account.payoutDetailsSubmitted,
    disabledReason: account.payoutDisabledReason,
    requirements: account.payoutRequirements,
    /** The time until which payouts wait after a change, or null. */
    heldUntil:
      account.payoutsHeldUntil !== null && account.payoutsHeldUntil > deps.now() ? account.payoutsHeldUntil : null,
    isFrozen: account.reportedAt !== null,
  };
}

function getPayoutAccountState(account: PayoutAccount): PayoutAccountState {
  if (account.stripeAccountId === null) return 'none';
  if (account.payoutsEnabled) return 'active';
  if (!account.payoutDetailsSubmitted) return 'unfinished';
  return account.payoutRequirements.length > 0 ? 'restricted' : 'pending';
}

/**
 * Returns the calling creator's account and totals in cents. `paidOutCents` is the sum of transfers minus reversals
 * in the ledger. `returned` lists payouts that banks have sent back and that Stripe has not paid again.
 */
export async function getPayoutSummary(deps: Deps, actor: Actor) {
  const [account, sums, paidOutCents, months, returned] = await Promise.all([
    findPayoutAccount(deps.db, actor.workspaceId),
    sumPayoutsByStage(deps.db, actor.workspaceId),
    sumTransferredCents(deps.db, actor.workspaceId),
    listPayoutMonths(deps.db, actor.workspaceId),
    listReturnedPayoutsByCreator(deps.db, actor.workspaceId),
  ]);
  const stages = PAYOUT_STAGES.map((stage) => sums.find((sum) => sum.stage === stage) ?? { stage, cents: 0, count: 0 });
  return { account: toPayoutAccountStatus(deps, account), returned, stages, paidOutCents, months };
}

/**
 * Returns a page of the caller's payouts, one per booking. With a text search, each page examines a limited number
 * of payouts, so a page may be empty although there is a cursor for the next one.
 */
export async function getPayoutsPage(deps: Deps, actor: Actor, input: PayoutsPageInput) {
  const { stage = null, from = null, to = null, search = '' } = input;
  const filter = { stage, from, to, zone: deps.env.COMPANY_TIME_ZONE, words: search === '' ? null : search };
  const after = parseCursor(input.cursor);
  const page = toPage(await listPayouts(deps.db, actor.workspaceId, filter, after), (row) => row.acceptedAt);
  if (page.nextCursor !== null || filter.words === null) return page;
  const looked = await findPayoutSearchResumeCursor(deps.db, actor.workspaceId, filter, after);
  return { ...page, nextCursor: looked === undefined ? null : formatCursor(looked) };
}

/**
 * Creates a one-time link to the creator's Stripe dashboard. Throws PAYOUT_DASHBOARD_CLOSED if the onboarding is not
 * finished, PAYOUTS_FROZEN or PAYMENT_UNAVAILABLE.
 */
export async function openPayoutDashboard(deps: Deps, actor: Actor): Promise<{ url: string }> {
  const account = await findPayoutAccount(deps.db, actor.workspaceId);
  assertNotFrozen(account);
  if (account.stripeAccountId === null || !account.payoutDetailsSubmitted) throw new Failure('PAYOUT_DASHBOARD_CLOSED');
  try {
    return { url: await deps.stripe.createLoginLink(account.stripeAccountId) };
  } catch (error) {
    if (error instanceof StripeRefusedError) throw new Failure('PAYOUT_DASHBOARD_CLOSED');
    deps.log.error({ err: error }, 'payout dashboard failed');
    throw new Failure(
      'PAYMENT_UNAVAILABLE',
      'Your Stripe dashboard could not be opened. Please try again in a moment.',
    );
  }
}

/**
 * Lets staff retry the blocked payouts of a booking: re-reads the accounts and makes the transfers if possible. Throws
 * ADMIN_SUBJECT_NOT_FOUND or PAYOUT_NOT_BLOCKED.
 */
export async function retryPayout(
  deps: Deps,
  actor: Actor,
  { id: bookingId, reason }: { id: string; reason: string },
): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const transfers = await lockTransfers(tx.db, bookingId);
    if (transfers.length === 0) throw new Failure('ADMIN_SUBJECT_NOT_FOUND');
    const blocked = transfers.filter(({ blockedReason }) => blockedReason !== null);
    const [payout] = blocked;
    if (!payout) throw new Failure('PAYOUT_NOT_BLOCKED');
    for (const { stripeAccountId: accountId } of blocked)
      if (accountId !== null) tx.enqueue('settlements.sync_account', { accountId });
    tx.enqueue('settlements.release', { bookingId });
    await recordAdminAction(tx.db, {
      actorPersonId: actor.id,
      action: 'payout.retried',
      subjectKind: 'booking',
      subjectId: bookingId,
      subjectLabel: payout.packageName,
      reason,
      before: { blockedReason: payout.blockedReason },
      after: { blockedReason: payout.blockedReason },
      at: deps.now(),
    });
  });
}
