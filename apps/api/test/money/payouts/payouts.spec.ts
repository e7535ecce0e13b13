/**
 * Tests that a creator's payouts page matches the ledger and Stripe (safety.md M12), and explains blocked payouts.
 */
import type { SessionUser } from '../../../src/core/ctx.ts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { newBooking, newBrand, newCreator, newPayableCreator } from '../../../src/demo/builders.ts';
import { useStack } from '../../support/stack.ts';

const stack = useStack();
const payouts = (user: SessionUser) => stack.as(user).payouts;
const accountOf = async (user: SessionUser) =>
  (
    await stack.deps.db
      .selectFrom('workspace')
      .select('stripeAccountId')
      .where('id', '=', user.workspaceId)
      .executeTakeFirstOrThrow()
  ).stripeAccountId ?? '';

/** Compares the totals of the payouts page with the ledger and with Stripe's transfers. */
async function expectEqualToLedger(creator: SessionUser) {
  const { stages, paidOutCents } = await payouts(creator).summary();
  const at = (stage: string) => stages.find((each) => each.stage === stage)?.cents ?? 0;
  const { rows } = await sql<{ owed: number; unearned: number }>`
    select coalesce(-(select sum(amount_cents) from ledger_entry where account = 'creator' and workspace_id = ${creator.id}), 0)::int8 as owed,
      (select coalesce(sum(price_cents), 0)::int8 from booking where creator_id = ${creator.id}
        and status <> 'completed' and payment_state in ('held', 'disputed')) as unearned`.execute(stack.deps.db);
  expect(at('on_hold') + at('on_the_way') + at('blocked') + at('reversed')).toBe(
    (rows[0]?.owed ?? 0) + (rows[0]?.unearned ?? 0),
  );

  const account = await accountOf(creator);
  const transfers = (await stack.stripe.objects('transfer')).filter((transfer) => transfer.destination === account);
  expect(paidOutCents).toBe(transfers.reduce((sum, transfer) => sum + transfer.amount - transfer.amount_reversed, 0));
  expect(at('paid_out')).toBe(paidOutCents);
  const listed = (await payouts(creator).list({})).items;
  expect(stages.map(({ count }) => count).reduce((sum, count) => sum + count, 0)).toBe(listed.length);
}

const stageOf = async (creator: SessionUser, id: string) =>
  (await payouts(creator).list({})).items.find((payout) => payout.id === id)?.stage;

describe('the payouts page', () => {
  it('lists payouts by stage and matches the ledger', async () => {
    const creator = await newPayableCreator(stack.deps);
    const working = await newBooking(stack.deps, { creator, status: 'in_progress' });
    const finished = await newBooking(stack.deps, { creator, status: 'completed' });
    const paid = await newBooking(stack.deps, { creator, status: 'completed' });
    await paid.asBrand.settlements.approve({ id: paid.id });
    const refunded = await newBooking(stack.deps, { creator, status: 'completed' });
    await refunded.asBrand.disputes.reportProblem({ id: refunded.id, problem: 'Nothing was posted.' });
    await refunded.asCreator.disputes.agreeToRefund({ id: refunded.id });
    const split = await newBooking(stack.deps, { creator, status: 'completed' });
    await split.asBrand.disputes.reportProblem({ id: split.id, problem: 'Half of it is missing.' });
    await split.asCreator.disputes.proposeSplit({ id: split.id, creatorAmount: '50.00' });
    await split.asBrand.disputes.acceptSplit({ id: split.id, creatorCents: 5_000 });
    await newBooking(stack.deps, { creator });
    await stack.idle();

    expect(await Promise.all([working, finished, paid, refunded, split].map(({ id }) => stageOf(creator, id)))).toEqual(
      ['on_hold', 'on_hold', 'paid_out', undefined, 'paid_out'],
    );
    expect(await payouts(creator).summary()).toMatchObject({
      paidOutCents: 24_900,
      account: { state: 'active', requirements: [] },
    });
    await expectEqualToLedger(creator);
    expect((await payouts(creator).list({ stage: 'on_hold' })).items.map(({ id }) => id)).toEqual([
      finished.id,
      working.id,
    ]);
  });

  it('does not show payouts of other creators', async () => {
    const { id } = await newBooking(stack.deps, { status: 'completed' });
    const stranger = await newCreator(stack.deps);
    expect((await payouts(stranger).list({})).items.map((payout) => payout.id)).not.toContain(id);
  });

  it('shows a blocked payout, which is paid out once the creator finishes the Stripe setup', async () => {
    const creator = await newCreator(stack.deps);
    const { id, asBrand } = await newBooking(stack.deps, { creator, status: 'completed' });
    await asBrand.settlements.approve({ id });
    await stack.idle();
    expect(await stageOf(creator, id)).toBe('blocked');
    expect((await payouts(creator).summary()).account.state).toBe('none');
    await expectEqualToLedger(creator);

    await payouts(creator).setCountry({ country: 'US' });
    await payouts(creator).startSetup();
    await payouts(creator).refreshSetup();
    const unfinished = (await payouts(creator).summary()).account;
    expect(unfinished).toMatchObject({ state: 'unfinished' });
    expect(unfinished.requirements).toContain('external_account');

    await stack.stripe.setAccount(await accountOf(creator), 'active');
    await stack.settle();
    expect(await stageOf(creator, id)).toBe('paid_out');
    expect((await payouts(creator).summary()).account).toMatchObject({
      state: 'active',
      disabledReason: null,
      requirements: [],
    });
    await expectEqualToLedger(creator);
  });

  it('shows why Stripe has restricted the creator’s account and what it requires', async () => {
    const creator = await newPayableCreator(stack.deps);
    await stack.stripe.setAccount(await accountOf(creator), 'restricted', ['individual.verification.document']);
    await stack.settle();
    const { account } = await payouts(creator).summary();
    expect(account).toMatchObject({ state: 'restricted', requirements: ['individual.verification.document'] });
    expect(account.disabledReason).toBeTruthy();
    const { id, asBrand } = await newBooking(stack.deps, { creator, status: 'completed' });
    await asBrand.settlements.approve({ id });
    await stack.idle();
    expect(await stageOf(creator, id)).toBe('blocked');
    await expectEqualToLedger(creator);
  });

  it('shows a payout that a chargeback reversed, and shows it as paid out again once the chargeback is won', async () => {
    const creator = await newPayableCreator(stack.deps);
    const { id, asBrand } = await newBooking(stack.deps, { creator, status: 'completed' });
    await asBrand.settlements.approve({ id });
    await stack.idle();
    const { stripeChargeId } = await stack.deps.db
      .selectFrom('booking')
      .select('stripeChargeId')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const chargeback = await stack.stripe.dispute(stripeChargeId ?? '');
    await stack.settle();
    expect(await stageOf(creator, id)).toBe('reversed');
    expect((await payouts(creator).summary()).paidOutCents).toBe(0);
    await expectEqualToLedger(creator);

    await stack.stripe.closeDispute(chargeback.id, 'won');
    await stack.settle();
    // After two days, Stripe can transfer the money that the bank returned.
    await stack.advance(3 * 24 * 3_600_000);
    await stack.idle();
    expect(await stageOf(creator, id)).toBe('paid_out');
    await expectEqualToLedger(creator);
  });
});

describe('the Stripe dashboard', () => {
  it('opens only for a creator who has finished the setup', async () => {
    const creator = await newCreator(stack.deps);
    const open = () => payouts(creator).openDashboard();
    await expect(open()).rejects.toMatchObject({ failure: 'PAYOUT_DASHBOARD_CLOSED' });
    await payouts(creator).setCountry({ country: 'US' });
    await payouts(creator).startSetup();
    await expect(open()).rejects.toMatchObject({ failure: 'PAYOUT_DASHBOARD_CLOSED' });
    await stack.stripe.setAccount(await accountOf(creator), 'active');
    await payouts(creator).refreshSetup();
    expect((await open()).url).toContain(await accountOf(creator));
    await expect(payouts(await newBrand(stack.deps)).openDashboard()).rejects.toMatchObject({
      failure: 'CREATORS_ONLY',
    });
  });
});
