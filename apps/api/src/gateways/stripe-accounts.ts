/** Connected accounts of payees: onboarding, bank accounts and payouts. */
import type { WorkspaceId } from '@marquee/contracts';
import type { Stripe } from 'stripe';
import { classifyStripeErrors } from './stripe-errors.ts';
import { toId } from './stripe-ids.ts';

/** Returns the calls for the payout accounts of workspaces. */
export const createAccountCalls = (stripe: Stripe) => ({
  /** Creates a connected account. It can receive transfers after its owner has completed Stripe's onboarding. */
  createAccount: async (
    user: { workspaceId: WorkspaceId; email: string },
    to: { country: string; agreement: 'full' | 'recipient'; withCards: boolean },
    attempt: number,
  ): Promise<string> => {
    const account = await classifyStripeErrors(
      stripe.accounts.create(
        {
          email: user.email,
          country: to.country,
          controller: {
            fees: { payer: 'application' },
            losses: { payments: 'application' },
            stripe_dashboard: { type: 'express' },
          },
          capabilities: {
            transfers: { requested: true },
            ...(to.withCards && { card_payments: { requested: true } }),
          },
          ...(to.agreement === 'recipient' && { tos_acceptance: { service_agreement: to.agreement } }),
          metadata: { workspaceId: user.workspaceId },
        },
        // The idempotency key contains the country, because a stored response for another country must not be
        // reused.
        { idempotencyKey: `user:${user.workspaceId}:account:${to.country}:${attempt}` },
      ),
    );
    return account.id;
  },

  canReceiveTransfers: async (accountId: string): Promise<boolean> => {
    const account = await classifyStripeErrors(stripe.accounts.retrieve(accountId));
    return account.capabilities?.transfers === 'active';
  },

  /** Returns the details of a connected account, and the list of details that Stripe still requires. */
  readAccount: async (
    accountId: string,
  ): Promise<{
    detailsSubmitted: boolean;
    agreement: 'full' | 'recipient';
    disabledReason: string | null;
    requirements: string[];
  }> => {
    const account = await classifyStripeErrors(stripe.accounts.retrieve(accountId));
    const { details_submitted: detailsSubmitted, requirements, tos_acceptance: terms } = account;
    return {
      detailsSubmitted,
      // Stripe omits the agreement if it is the default, `full`.
      agreement: terms?.service_agreement === 'recipient' ? 'recipient' : 'full',
      disabledReason: requirements?.disabled_reason ?? null,
      requirements: [...new Set([...(requirements?.past_due ?? []), ...(requirements?.currently_due ?? [])])],
    };
  },

  /**
   * Lists the bank accounts and debit cards for a connected account's payouts, and whether the bank has rejected them.
   * The first one gets the payouts. The others are for other currencies, or can be made the first one at Stripe.
   * `fingerprint` identifies the account at the bank, so that removing it and adding it again is not a change.
   */
  listBanks: async (
    accountId: string,
  ): Promise<{ id: string; fingerprint: string; last4: string; isRefused: boolean }[]> => {
    const banks = (await classifyStripeErrors(stripe.accounts.retrieve(accountId))).external_accounts?.data ?? [];
    const first = banks.find((one) => one.default_for_currency === true) ?? banks[0];
    return banks
      .toSorted((one, other) => Number(other === first) - Number(one === first))
      .map(({ id, fingerprint, last4, status }) => ({
        id,
        fingerprint: fingerprint ?? id,
        last4,
        isRefused: status === 'errored',
      }));
  },

  /**
   * Returns a payout from a connected account to its bank. `failureCode` is Stripe's code, or null if the payout
   * has not failed.
   */
  retrievePayout: async (
    id: string,
    accountId: string,
  ): Promise<{ amount: number; currency: string; bankId: string | null; failureCode: string | null }> => {
    const payout = await classifyStripeErrors(stripe.payouts.retrieve(id, {}, { stripeAccount: accountId }));
    return {
      amount: payout.amount,
      currency: payout.currency,
      bankId: payout.destination === null ? null : toId(payout.destination),
      failureCode: payout.status === 'failed' ? (payout.failure_code ?? 'could_not_process') : null,
    };
  },

  /** Returns a one-time link to the Express dashboard of an account that has completed onboarding. */
  createLoginLink: async (accountId: string): Promise<string> =>
    (await classifyStripeErrors(stripe.accounts.createLoginLink(accountId))).url,

  /**
   * Returns a one-time link to Stripe's onboarding. Stripe redirects to `returnUrl` afterwards, or to `refreshUrl`
   * if the link has expired.
   */
  createOnboardingLink: async (accountId: string, returnUrl: string, refreshUrl: string): Promise<string> => {
    const link = await classifyStripeErrors(
      stripe.accountLinks.create({
        account: accountId,
        type: 'account_onboarding',
        return_url: returnUrl,
        refresh_url: refreshUrl,
      }),
    );
    return link.url;
  },
});
