/**
 * Tests payouts in other countries: eligible creators and payout routes, the warning before a package is published,
 * and payouts that a bank returns.
 */
import { DAY_MS } from '@marquee/time';
import { describe, expect, it } from 'vitest';
import type { SessionUser } from '../../../src/core/ctx.ts';
import { newBooking, newCreator, newPackage, newPayableCreator, setUpPayouts } from '../../../src/demo/builders.ts';
import { openStack, useStack } from '../../support/stack.ts';

const stack = useStack({}, { mailbox: true });
const payouts = (user: SessionUser) => stack.as(user).payouts;
const accountsOf = async (creator: SessionUser) =>
  (await stack.stripe.objects('account')).filter((account) => account.metadata?.['workspaceId'] === creator.id);
const accountOf = async (creator: SessionUser) => (await accountsOf(creator)).at(-1)?.id ?? '';

/** Creates a booking of this creator that is ordered, completed and approved. */
async function paidBooking(creator: SessionUser) {
  const booking = await newBooking(stack.deps, { creator, status: 'completed' });
  await booking.asBrand.settlements.approve({ id: booking.id });
  await stack.settle();
  return booking;
}

describe('a creator', () => {
  it.each([
    ['Portugal', 'PT', 'full', 0, { card_payments: 'active', transfers: 'active' }],
    ['Japan', 'JP', 'recipient', 24, { transfers: 'active' }],
  ])('can be paid in %s', async (_name, country, agreement, delayHours, capabilities) => {
    const creator = await newCreator(stack.deps);
    await setUpPayouts(stack.deps, creator, country);
    const [account] = await accountsOf(creator);
    expect(account).toMatchObject({ country, capabilities });
    expect(account?.tos_acceptance?.service_agreement ?? 'full').toBe(agreement);
    expect((await payouts(creator).summary()).account).toMatchObject({
      state: 'active',
      country,
      route: { agreement, delayHours },
      canChangeCountry: false,
    });

    const { id } = await paidBooking(creator);
    expect((await payouts(creator).list({})).items).toMatchObject([{ id, stage: 'paid_out' }]);
    const paid = await stack.deps.db
      .selectFrom('settlementTransfer')
      .select('paidAccountId')
      .where('bookingId', '=', id)
      .executeTakeFirstOrThrow();
    expect(paid.paidAccountId).toBe(account?.id);
    await stack.advance(3 * DAY_MS + 1_000);
    expect((await stack.stripe.payOut(account?.id ?? '')).amount).toBe(19_900);
  });

  it('cannot start the payout setup before choosing a country, but can publish packages', async () => {
    const creator = await newCreator(stack.deps);
    expect(await payouts(creator).setup()).toMatchObject({ country: null, isPayable: null });
    await expect(payouts(creator).startSetup()).rejects.toMatchObject({ failure: 'PAYOUT_COUNTRY_MISSING' });
    expect((await newPackage(stack.deps, creator)).isActive).toBe(true);
  });

  it('cannot publish packages in a country without payouts', async () => {
    const creator = await newCreator(stack.deps);
    expect(await payouts(creator).setCountry({ country: 'CU' })).toMatchObject({ country: 'CU', isPayable: false });
    await expect(newPackage(stack.deps, creator)).rejects.toMatchObject({ failure: 'PAYOUT_COUNTRY_UNPAYABLE' });
    await expect(payouts(creator).startSetup()).rejects.toMatchObject({ failure: 'PAYOUT_COUNTRY_UNPAYABLE' });
    expect(await accountsOf(creator)).toEqual([]);

    const draft = await newPackage(stack.deps, creator, { isActive: false });
    await expect(stack.as(creator).packages.setActive({ id: draft.id, isActive: true })).rejects.toMatchObject({
      failure: 'PAYOUT_COUNTRY_UNPAYABLE',
    });
    await payouts(creator).setCountry({ country: 'PT' });
    expect((await stack.as(creator).packages.setActive({ id: draft.id, isActive: true })).isActive).toBe(true);
    // Choosing an unsupported country deactivates the packages.
    await payouts(creator).setCountry({ country: 'CU' });
    expect((await stack.as(creator).packages.byId({ id: draft.id })).isActive).toBe(false);
  });

  it('has no active package if they choose an unsupported country while activating a package', async () => {
    for (let round = 0; round < 8; round++) {
      const creator = await newCreator(stack.deps);
      const { id } = await newPackage(stack.deps, creator);
      const { packages } = stack.as(creator);
      await packages.setActive({ id, isActive: false });
      await Promise.allSettled([
        packages.setActive({ id, isActive: true }),
        payouts(creator).setCountry({ country: 'CU' }),
        packages.setActive({ id, isActive: true }),
      ]);
      expect((await packages.byId({ id })).isActive).toBe(false);
    }
  });

  it('can choose from a list of countries with their payout routes', async () => {
    const creator = await newCreator(stack.deps);
    const countries = await payouts(creator).countries();
    const routeTo = (code: string) => countries.find((each) => each.code === code)?.route;
    expect(countries).toHaveLength(249);
    expect(routeTo('US')).toEqual({ agreement: 'full', delayHours: 0, minimum: null, withCards: false });
    expect(routeTo('TH')).toMatchObject({ agreement: 'recipient', minimum: { amount: 600, currency: 'THB' } });
    expect(routeTo('CU')).toBeNull();
    await expect(payouts(creator).setCountry({ country: 'XX' })).rejects.toThrow('Please choose a country');
  });
});

describe('the payout country', () => {
  it('can be corrected with a new Stripe account until the creator has submitted their details', async () => {
    const creator = await newCreator(stack.deps);
    await payouts(creator).setCountry({ country: 'JP' });
    await payouts(creator).startSetup();
    const [wrong] = await accountsOf(creator);
    await setUpPayouts(stack.deps, creator, 'PT');
    const [, right] = await accountsOf(creator);
    expect([wrong?.country, right?.country]).toEqual(['JP', 'PT']);

    // Later changes to the old account have no effect here.
    await stack.stripe.setAccount(wrong?.id ?? '', 'active');
    await paidBooking(creator);
    const transfers = await stack.stripe.objects('transfer');
    expect(transfers.filter(({ destination }) => destination === wrong?.id)).toEqual([]);
    expect(transfers.filter(({ destination }) => destination === right?.id)).toHaveLength(1);
    const left = await stack.deps.db
      .selectFrom('formerPayoutAccount')
      .select(['stripeAccountId', 'country'])
      .where('creatorId', '=', creator.workspaceId)
      .execute();
    expect(left).toEqual([{ stripeAccountId: wrong?.id, country: 'JP' }]);
  });

  it('cannot be changed once Stripe has the creator’s details, even if the webhook has not arrived', async () => {
    const creator = await newCreator(stack.deps);
    await payouts(creator).setCountry({ country: 'PT' });
    await payouts(creator).startSetup();
    await stack.stripe.pauseWebhooks();
    try {
      await stack.stripe.setAccount(await accountOf(creator), 'restricted');
      await expect(payouts(creator).setCountry({ country: 'ES' })).rejects.toMatchObject({
        failure: 'PAYOUT_COUNTRY_FIXED',
      });
    } finally {
      await stack.stripe.resumeWebhooks();
    }
    expect((await payouts(creator).setup()).country).toBe('PT');
  });

  it('is the country of the creator’s Stripe account, even if it is changed while the setup starts', async () => {
    const creator = await newCreator(stack.deps);
    await payouts(creator).setCountry({ country: 'PT' });
    await Promise.allSettled([
      payouts(creator).startSetup(),
      payouts(creator).setCountry({ country: 'ES' }),
      payouts(creator).startSetup(),
    ]);
    await payouts(creator).startSetup();
    const { stripeAccountId } = await stack.deps.db
      .selectFrom('workspace')
      .select('stripeAccountId')
      .where('id', '=', creator.workspaceId)
      .executeTakeFirstOrThrow();
    const account = (await stack.stripe.objects('account')).find(({ id }) => id === stripeAccountId);
    expect(account?.country).toBe('ES');
  });
});

describe('a payout that the bank returns', () => {
  it('is shown to the creator with the reason and sent again to another bank account', async () => {
    const creator = await newPayableCreator(stack.deps);
    await paidBooking(creator);
    await stack.advance(2 * DAY_MS + 1_000);
    const account = await accountOf(creator);
    const payout = await stack.stripe.payOut(account);
    await stack.settle();
    expect((await payouts(creator).summary()).returned).toEqual([]);

    await stack.stripe.failPayout(payout.id, 'no_account');
    await stack.settle();
    const { returned } = await payouts(creator).summary();
    expect(returned).toMatchObject([{ id: payout.id, amount: 19_900, currency: 'usd', failureCode: 'no_account' }]);
    expect((await payouts(creator).setup()).isBankRefused).toBe(true);
    const [mail] = await stack.mailsTo(creator.email);
    expect(mail?.subject).toMatch(/^Update your bank account: a payout of .* failed$/);
    expect(mail?.text).toContain('$199.00');
    expect(mail?.text).toContain('the bank did not find an account with these details');
    const listed = () =>
      stack.deps.db
        .selectFrom('moneyException')
        .select('resolvedAt')
        .where('kind', '=', 'payout_returned')
        .where('subject', '=', payout.id)
        .execute();
    expect(await listed()).toEqual([{ resolvedAt: null }]);

    // Refreshing the setup before the bank account is replaced changes nothing.
    await payouts(creator).refreshSetup();
    expect((await payouts(creator).setup()).isBankRefused).toBe(true);
    await stack.stripe.replaceBank(account);
    await stack.settle();
    expect(await payouts(creator).setup()).toMatchObject({ isBankRefused: false });
    expect((await payouts(creator).summary()).returned).toEqual([]);
    expect((await listed())[0]?.resolvedAt).not.toBeNull();
    expect((await stack.stripe.payOut(account)).amount).toBe(19_900);
  });

  it('is reported to the creator in one email, even if Stripe repeats the webhook', async () => {
    const creator = await newPayableCreator(stack.deps);
    await paidBooking(creator);
    await stack.advance(2 * DAY_MS + 1_000);
    const payout = await stack.stripe.payOut(await accountOf(creator));
    await stack.stripe.webhookFaults({ duplicates: 3 });
    try {
      await stack.stripe.failPayout(payout.id, 'account_closed');
      await stack.settle();
    } finally {
      await stack.stripe.webhookFaults({ duplicates: 0 });
    }
    const mails = (await stack.mailsTo(creator.email)).filter(({ subject }) => subject.includes('a payout of'));
    expect(mails).toHaveLength(1);
  });
});

it('pays out to countries that depend on the operator’s own country and can be limited by a setting', async () => {
  const { stack: german, close } = await openStack({
    PLATFORM_COUNTRY: 'DE',
    PAYOUT_COUNTRIES: JSON.stringify({ FR: null }),
  });
  try {
    const creator = await newCreator(german.deps);
    const own = german.as(creator).payouts;
    expect(await own.setCountry({ country: 'JP' })).toMatchObject({ isPayable: false });
    expect(await own.setCountry({ country: 'FR' })).toMatchObject({ isPayable: false });
    await setUpPayouts(german.deps, creator, 'US');
    expect(await own.setup()).toMatchObject({ country: 'US', payoutsEnabled: true });
  } finally {
    await close();
  }
});
