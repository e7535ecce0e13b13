/**
 * Manages a creator's Stripe account: the payout country, the onboarding, and replacing an account that was created
 * for the wrong country.
 */
import type { Actor } from '../../../core/actor.ts';
import type { Deps } from '../../../core/deps.ts';
import { getWorkspacePath } from '@marquee/contracts';
import type { UserCtx } from '../../../core/ctx.ts';
import { Failure } from '../../../core/failures.ts';
import { enforceRateLimit } from '../../../core/rate-limits.ts';
import { ISO_COUNTRY_CODES, findPayoutRoute } from '../../../config/payout-countries.ts';
import { recordAction } from '../../../core/workspace-actions.ts';
import { inTransaction } from '../../../core/unit-of-work.ts';
import { StripeGaveUpError, StripeRefusedError } from '../../../gateways/stripe-errors.ts';
import { unpublishPackages } from '../../catalog/packages/packages.service.ts';
import { syncPayoutAccount } from '../settlements/payout-accounts.service.ts';
import { recordPayoutChange } from '../settlements/payout-changes.service.ts';
import { resolveReturnedPayouts } from './returned.service.ts';
import {
  countReturnedPayouts,
  findPayoutSetup,
  insertFormerPayoutAccount,
  lockPayoutSetupForCountryChange,
  setNextAccountAttempt,
  setPayoutCountry,
  setStripeAccount,
  sumBlockedPayouts,
} from './payouts.sql.ts';

/** Lists all countries with their payout route. `route` is null if creators there cannot be paid. */
export const listPayoutCountries = (deps: Deps) =>
  ISO_COUNTRY_CODES.map((code) => ({ code, route: findPayoutRoute(deps.env, code) }));

/**
 * Returns the caller's payout country, whether payouts to it are possible, and the amount (in cents) of the payouts
 * that are blocked until the setup is complete.
 */
export async function getPayoutSetup(deps: Deps, actor: Actor) {
  const [account, { blockedCents }, returned] = await Promise.all([
    findPayoutSetup(deps.db, actor.workspaceId),
    sumBlockedPayouts(deps.db, actor.workspaceId),
    countReturnedPayouts(deps.db, actor.workspaceId),
  ]);
  return {
    started: account.stripeAccountId !== null,
    payoutsEnabled: account.payoutsEnabled,
    country: account.payoutCountry,
    /** Whether we can pay creators in the chosen country, or null until a country is chosen. */
    isPayable: account.payoutCountry === null ? null : findPayoutRoute(deps.env, account.payoutCountry) !== null,
    /** True if a bank returned a payout and the creator has not added another bank account since. */
    isBankRefused: returned > 0,
    blockedCents,
  };
}

/**
 * Sets the caller's payout country. If the caller's Stripe account is in another country and unverified, it is
 * abandoned. This is safe because an unverified account has never received money. If payouts to the country are
 * impossible, the caller's packages are deactivated. If a bank account was known, payouts wait for a while. Throws
 * PAYOUT_COUNTRY_FIXED if Stripe has verified the account, PAYOUTS_FROZEN, PAYMENT_UNAVAILABLE or TOO_MANY_REQUESTS.
 */
export async function changePayoutCountry(deps: Deps, actor: Actor, { country }: { country: string }) {
  await enforceRateLimit(deps, 'account change', actor.id);
  assertNotFrozen(await findPayoutSetup(deps.db, actor.workspaceId));
  await refreshPayoutAccount(deps, actor);
  await inTransaction(deps, async (tx) => {
    const before = await lockPayoutSetupForCountryChange(tx.db, actor.workspaceId);
    if (before.payoutCountry === country) return;
    if (before.stripeAccountId !== null) {
      if (before.payoutsEnabled || before.payoutDetailsSubmitted) throw new Failure('PAYOUT_COUNTRY_FIXED');
      await insertFormerPayoutAccount(tx.db, {
        stripeAccountId: before.stripeAccountId,
        creatorId: actor.workspaceId,
        country: before.payoutCountry ?? deps.env.PLATFORM_COUNTRY,
        leftAt: deps.now(),
      });
    }
    if (before.payoutBanks.length > 0)
      await recordPayoutChange(tx, deps, actor.workspaceId, { kind: 'country', detail: country });
    await setPayoutCountry(tx.db, actor.workspaceId, country);
    await recordAction(tx.db, { kind: 'payout.country_changed', actor, data: { country }, at: deps.now() });
    if (findPayoutRoute(deps.env, country) === null) await unpublishPackages(tx.db, actor.workspaceId, deps.now());
  });
  return getPayoutSetup(deps, actor);
}

/** Throws PAYOUTS_FROZEN if the user reported a change that they did not make. */
export function assertNotFrozen({ reportedAt }: { reportedAt: Date | null }): void {
  if (reportedAt !== null) throw new Failure('PAYOUTS_FROZEN');
}

/** Re-reads the caller's account from Stripe, because the stored copy may be outdated. */
async function refreshPayoutAccount(deps: Deps, actor: Actor): Promise<void> {
  const { stripeAccountId } = await findPayoutSetup(deps.db, actor.workspaceId);
  if (stripeAccountId === null) return;
  try {
    await syncPayoutAccount(deps, stripeAccountId);
  } catch (error) {
    // For example, the caller was signed out in the meantime.
    if (error instanceof Failure) throw error;
    deps.log.error({ err: error }, 'payout account could not be read');
    throw new Failure('PAYMENT_UNAVAILABLE', 'We could not check your account at Stripe. Please try again.');
  }
}

/**
 * Returns the id of the caller's Stripe account. Creates the account if there is none. If Stripe refuses to create
 * it, the next attempt needs a new idempotency key, because Stripe would repeat the refusal for the old one.
 */
async function ensureStripeAccount(deps: Deps, actor: Actor): Promise<string> {
  const { stripeAccountId, stripeAccountAttempt, payoutCountry } = await findPayoutSetup(deps.db, actor.workspaceId);
  if (stripeAccountId !== null) return stripeAccountId;
  if (payoutCountry === null) throw new Failure('PAYOUT_COUNTRY_MISSING');
  const route = findPayoutRoute(deps.env, payoutCountry);
  if (route === null) throw new Failure('PAYOUT_COUNTRY_UNPAYABLE');
  let accountId: string;
  try {
    accountId = await deps.stripe.createAccount(actor, { country: payoutCountry, ...route }, stripeAccountAttempt);
  } catch (error) {
    if (error instanceof StripeRefusedError || error instanceof StripeGaveUpError)
      await setNextAccountAttempt(deps.db, actor.workspaceId, stripeAccountAttempt);
    throw error;
  }
  const storedId = await inTransaction(deps, async (tx) => {
    await recordAction(tx.db, { kind: 'payout.account_opened', actor, data: {}, at: deps.now() });
    return setStripeAccount(tx.db, actor.workspaceId, { stripeAccountId: accountId, country: payoutCountry });
  });
  if (!storedId) throw new Error(`The country of user ${actor.workspaceId} was changed while the account was made`);
  return accountId;
}

/**
 * Starts or continues Stripe's onboarding. Returns the URL to which the creator is redirected. Throws
 * PAYOUT_COUNTRY_MISSING, PAYOUT_COUNTRY_UNPAYABLE, PAYOUTS_FROZEN or PAYMENT_UNAVAILABLE.
 */
export async function startPayoutSetup(ctx: UserCtx): Promise<{ url: string }> {
  const dashboard = `${ctx.deps.env.PUBLIC_URL}${getWorkspacePath(ctx.user.isHome ? null : ctx.user.username)}/dashboard`;
  assertNotFrozen(await findPayoutSetup(ctx.deps.db, ctx.user.workspaceId));
  try {
    const accountId = await ensureStripeAccount(ctx.deps, ctx.actor);
    return {
      url: await ctx.deps.stripe.createOnboardingLink(
        accountId,
        `${dashboard}?payouts=return`,
        `${dashboard}?payouts=refresh`,
      ),
    };
  } catch (error) {
    if (error instanceof Failure) throw error;
    ctx.deps.log.error({ err: error }, 'payout setup failed');
    throw new Failure('PAYMENT_UNAVAILABLE', 'We could not open the payout setup. Please try again in a moment.');
  }
}

/**
 * Re-reads the account from Stripe when the creator returns from the onboarding, because the webhook may arrive
 * later.
 */
export async function refreshPayoutSetup(deps: Deps, actor: Actor) {
  const { stripeAccountId } = await findPayoutSetup(deps.db, actor.workspaceId);
  if (stripeAccountId !== null) {
    await syncPayoutAccount(deps, stripeAccountId);
    await resolveReturnedPayouts(deps, stripeAccountId);
  }
  return getPayoutSetup(deps, actor);
}
