/**
 * Manages a creator's Stripe account: the payout country, the onboarding, and replacing an account that was created
 * for the wrong country.
 */
import { getWorkspacePath } from '@marquee/validation';
import type { UserCtx } from '../../../core/ctx.ts';
import { Failure } from '../../../core/failures.ts';
import { enforceRateLimit } from '../../../core/rate-limits.ts';
import { ISO_COUNTRY_CODES, findPayoutRoute } from '../../../config/payout-countries.ts';
import { recordAction } from '../../../core/workspace-actions.ts';
import { inTransaction } from '../../../db/transaction.ts';
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
export const listPayoutCountries = (ctx: UserCtx) =>
  ISO_COUNTRY_CODES.map((code) => ({ code, route: findPayoutRoute(ctx.env, code) }));

/**
 * Returns the caller's payout country, whether payouts to it are possible, and the amount (in cents) of the payouts
 * that are blocked until the setup is complete.
 */
export async function getPayoutSetup(ctx: UserCtx) {
  const [account, { blockedCents }, returned] = await Promise.all([
    findPayoutSetup(ctx.db, ctx.user.workspaceId),
    sumBlockedPayouts(ctx.db, ctx.user.workspaceId),
    countReturnedPayouts(ctx.db, ctx.user.workspaceId),
  ]);
  return {
    started: account.stripeAccountId !== null,
    payoutsEnabled: account.payoutsEnabled,
    country: account.payoutCountry,
    /** Whether we can pay creators in the chosen country, or null until a country is chosen. */
    isPayable: account.payoutCountry === null ? null : findPayoutRoute(ctx.env, account.payoutCountry) !== null,
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
export async function changePayoutCountry(ctx: UserCtx, { country }: { country: string }) {
  await enforceRateLimit(ctx, 'account change', ctx.user.id);
  assertNotFrozen(await findPayoutSetup(ctx.db, ctx.user.workspaceId));
  await refreshPayoutAccount(ctx);
  await inTransaction(ctx.db, async (tx) => {
    const before = await lockPayoutSetupForCountryChange(tx, ctx.user.workspaceId);
    if (before.payoutCountry === country) return;
    if (before.stripeAccountId !== null) {
      if (before.payoutsEnabled || before.payoutDetailsSubmitted) throw new Failure('PAYOUT_COUNTRY_FIXED');
      await insertFormerPayoutAccount(tx, {
        stripeAccountId: before.stripeAccountId,
        creatorId: ctx.user.workspaceId,
        country: before.payoutCountry ?? ctx.env.PLATFORM_COUNTRY,
        leftAt: ctx.now(),
      });
    }
    if (before.payoutBanks.length > 0)
      await recordPayoutChange(tx, ctx, ctx.user.workspaceId, { kind: 'country', detail: country });
    await setPayoutCountry(tx, ctx.user.workspaceId, country);
    await recordAction(tx, { kind: 'payout.country_changed', actor: ctx.user, data: { country }, at: ctx.now() });
    if (findPayoutRoute(ctx.env, country) === null) await unpublishPackages(tx, ctx.user.workspaceId, ctx.now());
  });
  return getPayoutSetup(ctx);
}

/** Throws PAYOUTS_FROZEN if the user reported a change that they did not make. */
export function assertNotFrozen({ payoutsFrozenAt }: { payoutsFrozenAt: Date | null }): void {
  if (payoutsFrozenAt !== null) throw new Failure('PAYOUTS_FROZEN');
}

/** Re-reads the caller's account from Stripe, because the stored copy may be outdated. */
async function refreshPayoutAccount(ctx: UserCtx): Promise<void> {
  const { stripeAccountId } = await findPayoutSetup(ctx.db, ctx.user.workspaceId);
  if (stripeAccountId === null) return;
  try {
    await syncPayoutAccount(ctx, stripeAccountId);
  } catch (error) {
    ctx.log.error({ err: error }, 'payout account could not be read');
    throw new Failure('PAYMENT_UNAVAILABLE', 'We could not check your account at Stripe. Please try again.');
  }
}

/**
 * Returns the id of the caller's Stripe account. Creates the account if there is none. If Stripe refuses to create
 * it, the next attempt needs a new idempotency key, because Stripe would repeat the refusal for the old one.
 */
async function ensureStripeAccount(ctx: UserCtx): Promise<string> {
  const { stripeAccountId, stripeAccountAttempt, payoutCountry } = await findPayoutSetup(ctx.db, ctx.user.workspaceId);
  if (stripeAccountId !== null) return stripeAccountId;
  if (payoutCountry === null) throw new Failure('PAYOUT_COUNTRY_MISSING');
  const route = findPayoutRoute(ctx.env, payoutCountry);
  if (route === null) throw new Failure('PAYOUT_COUNTRY_UNPAYABLE');
  let made: string;
  try {
    made = await ctx.stripe.createAccount(ctx.user, { country: payoutCountry, ...route }, stripeAccountAttempt);
  } catch (error) {
    if (error instanceof StripeRefusedError || error instanceof StripeGaveUpError)
      await setNextAccountAttempt(ctx.db, ctx.user.workspaceId, stripeAccountAttempt);
    throw error;
  }
  const kept = await inTransaction(ctx.db, async (tx) => {
    await recordAction(tx, { kind: 'payout.account_opened', actor: ctx.user, data: {}, at: ctx.now() });
    return setStripeAccount(tx, ctx.user.workspaceId, { stripeAccountId: made, country: payoutCountry });
  });
  if (!kept) throw new Error(`The country of user ${ctx.user.workspaceId} was changed while the account was made`);
  return made;
}

/**
 * Starts or continues Stripe's onboarding. Returns the URL to which the creator is redirected. Throws
 * PAYOUT_COUNTRY_MISSING, PAYOUT_COUNTRY_UNPAYABLE, PAYOUTS_FROZEN or PAYMENT_UNAVAILABLE.
 */
export async function startPayoutSetup(ctx: UserCtx): Promise<{ url: string }> {
  const dashboard = `${ctx.env.PUBLIC_URL}${getWorkspacePath(ctx.user.isHome ? null : ctx.user.username)}/dashboard`;
  assertNotFrozen(await findPayoutSetup(ctx.db, ctx.user.workspaceId));
  try {
    const accountId = await ensureStripeAccount(ctx);
    return {
      url: await ctx.stripe.createOnboardingLink(
        accountId,
        `${dashboard}?payouts=return`,
        `${dashboard}?payouts=refresh`,
      ),
    };
  } catch (error) {
    if (error instanceof Failure) throw error;
    ctx.log.error({ err: error }, 'payout setup failed');
    throw new Failure('PAYMENT_UNAVAILABLE', 'We could not open the payout setup. Please try again in a moment.');
  }
}

/**
 * Re-reads the account from Stripe when the creator returns from the onboarding, because the webhook may arrive
 * later.
 */
export async function refreshPayoutSetup(ctx: UserCtx) {
  const { stripeAccountId } = await findPayoutSetup(ctx.db, ctx.user.workspaceId);
  if (stripeAccountId !== null) {
    await syncPayoutAccount(ctx, stripeAccountId);
    await resolveReturnedPayouts(ctx, stripeAccountId);
  }
  return getPayoutSetup(ctx);
}
