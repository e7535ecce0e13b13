/** Tests which accounts a platform may create and pay, and Stripe's payouts to bank accounts. */
import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { DAY_SECONDS } from '../store/clock.ts';
import { getStripeError, createPaidIntent, startStandIn } from '../test-kit.ts';

const FULL = { card_payments: { requested: true }, transfers: { requested: true } };
const TRANSFERS = { transfers: { requested: true } };
const recipient = (country: string): Stripe.AccountCreateParams => ({
  type: 'express',
  country,
  capabilities: TRANSFERS,
  tos_acceptance: { service_agreement: 'recipient' },
});

describe('the accounts API of the Stripe stand-in', () => {
  it('creates accounts in supported countries with the agreement that applies there', async () => {
    const { stripe } = await startStandIn();
    const lisbon = await stripe.accounts.create({ type: 'express', country: 'PT', capabilities: FULL });
    expect(lisbon).toMatchObject({ country: 'PT', default_currency: 'eur' });
    const tokyo = await stripe.accounts.create(recipient('JP'));
    expect(tokyo).toMatchObject({ country: 'JP', default_currency: 'jpy' });
    expect(tokyo.tos_acceptance).toMatchObject({ service_agreement: 'recipient' });
  });

  it.each<[string, Stripe.AccountCreateParams, RegExp]>([
    ['an unknown country', { country: 'Portugal'.slice(0, 1) }, /Country 'P' is unknown/],
    ['a country without Stripe', { country: 'CU', capabilities: FULL }, /CU is not currently supported by Stripe/],
    [
      'transfers without card payments abroad under the full agreement',
      { country: 'PT', capabilities: TRANSFERS },
      /without the `card/,
    ],
    ['the recipient agreement at home', recipient('US'), /not supported for platforms in US creating accounts in US/],
    ['the recipient agreement in the same region', recipient('PT'), /platforms in US creating accounts in PT/],
    ['cards under the recipient agreement', { ...recipient('JP'), capabilities: FULL }, /`card_payments` capability/],
    ['a country that needs approval', recipient('BR'), /Your platform needs approval/],
    ["another country's currency", { country: 'PT', capabilities: FULL, default_currency: 'gbp' }, /`gbp` is not/],
  ])('refuses %s', async (_why, params, message) => {
    const { stripe } = await startStandIn();
    expect((await getStripeError(stripe.accounts.create({ type: 'express', ...params }))).message).toMatch(message);
  });

  it("applies the rules of the platform's own country", async () => {
    const { stripe } = await startStandIn({ platformCountry: 'DE' });
    await stripe.accounts.create({ type: 'express', capabilities: TRANSFERS });
    const abroad = { type: 'express', country: 'US' } as const;
    await stripe.accounts.create({ ...abroad, capabilities: FULL });
    expect((await getStripeError(stripe.accounts.create({ ...abroad, capabilities: TRANSFERS }))).message).toMatch(
      /in US/,
    );
    expect((await getStripeError(stripe.accounts.create(recipient('JP')))).message).toMatch(/platforms in DE/);
  });

  it('refuses transfers outside the region under the full agreement', async () => {
    const { stripe, control } = await startStandIn();
    const { id } = await stripe.accounts.create({ type: 'express', country: 'JP', capabilities: FULL });
    await control.setAccount(id, 'active');
    const source_transaction = (await createPaidIntent(stripe)).latest_charge as string;
    const refusal = await getStripeError(
      stripe.transfers.create({ amount: 100, currency: 'usd', destination: id, source_transaction }),
    );
    expect(refusal.message).toMatch(/accounts located in JP when the account is under the `full` service agreement/);
  });
});

describe('the payout simulation of the Stripe stand-in', () => {
  async function sent(params: Stripe.AccountCreateParams) {
    const on = await startStandIn();
    const { id } = await on.stripe.accounts.create(params);
    await on.control.setAccount(id, 'active');
    const source_transaction = (await createPaidIntent(on.stripe)).latest_charge as string;
    await on.stripe.transfers.create({ amount: 5000, currency: 'usd', destination: id, source_transaction });
    return { ...on, id };
  }

  it('pays out one day later under the recipient agreement', async () => {
    const { control, id } = await sent(recipient('JP'));
    await control.advance(2 * DAY_SECONDS + 1);
    await expect(control.payOut(id)).rejects.toThrow('Nothing of account');
    await control.advance(DAY_SECONDS);
    expect(await control.payOut(id)).toMatchObject({ amount: 5000, status: 'paid' });
    await expect(control.payOut(id)).rejects.toThrow('Nothing of account');
  });

  it('stops payouts after a failed one until the bank account is replaced', async () => {
    const { stripe, control, id } = await sent({ type: 'express', capabilities: TRANSFERS });
    await control.advance(2 * DAY_SECONDS + 1);
    const payout = await control.payOut(id);
    await control.failPayout(payout.id, 'no_account');
    expect(await stripe.payouts.retrieve(payout.id, {}, { stripeAccount: id })).toMatchObject({
      status: 'failed',
      failure_code: 'no_account',
    });
    expect((await getStripeError(stripe.payouts.retrieve(payout.id))).code).toBe('resource_missing');
    const failureEvent = (await control.events()).find(({ type }) => type === 'payout.failed');
    expect(failureEvent).toMatchObject({ account: id, data: { object: { id: payout.id } } });
    await expect(control.payOut(id)).rejects.toThrow('no bank account that can be paid');
    await control.replaceBank(id);
    expect(await control.payOut(id)).toMatchObject({ amount: 5000, status: 'paid' });
  });
});
