import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { DAY_SECONDS } from '../store/clock.ts';
import { getStripeError, createPaidIntent, startStandIn } from '../test-kit.ts';

const express = {
  type: 'express',
  capabilities: { transfers: { requested: true } },
} satisfies Stripe.AccountCreateParams;
const chargeOf = (intent: Stripe.PaymentIntent) => intent.latest_charge as string;

async function ableAccount({ stripe, control }: Awaited<ReturnType<typeof startStandIn>>) {
  const account = await stripe.accounts.create(express);
  await control.setAccount(account.id, 'active');
  return account.id;
}

describe('the transfers API of the Stripe stand-in', () => {
  it('transfers the money of a charge before it is available', async () => {
    const on = await startStandIn();
    const { stripe } = on;
    const destination = await ableAccount(on);
    const paid = await createPaidIntent(stripe, { transfer_group: 'b1' });
    const source = { currency: 'usd', destination, source_transaction: chargeOf(paid) };
    const transfer = await stripe.transfers.create({ ...source, amount: 10_000, metadata: { booking: 'b1' } });
    expect(transfer).toMatchObject({ transfer_group: 'b1', reversed: false, amount_reversed: 0, source_type: 'card' });
    expect((await stripe.transfers.list({ transfer_group: 'b1' })).data.map((one) => one.id)).toEqual([transfer.id]);
    expect((await stripe.transfers.list({ destination })).data).toHaveLength(1);
    const more = await getStripeError(stripe.transfers.create({ ...source, amount: 1501 }));
    expect(more.message).toBe(
      'Transfers using this transaction as a source must not exceed the source amount of $115.00. (There is already a transfer using this source, amounting to $100.00.)',
    );
    await stripe.transfers.create({ ...source, amount: 1500 });
    const expanded = await stripe.transfers.retrieve(transfer.id, {
      expand: ['source_transaction', 'balance_transaction'],
    });
    expect(expanded.source_transaction).toMatchObject({ object: 'charge', amount: 11_500 });
    expect(expanded.balance_transaction).toMatchObject({ amount: -10_000, type: 'transfer', fee: 0 });
  });

  it('refuses a transfer to an account that cannot receive it', async () => {
    const { stripe, control } = await startStandIn();
    const account = await stripe.accounts.create(express);
    const paid = await createPaidIntent(stripe);
    const params = { amount: 100, currency: 'usd', destination: account.id, source_transaction: chargeOf(paid) };
    const refusal = await getStripeError(stripe.transfers.create(params));
    expect(refusal).toMatchObject({ statusCode: 400, code: 'insufficient_capabilities_for_transfer' });
    await control.setAccount(account.id, 'active');
    await stripe.transfers.create(params);
    await control.setAccount(account.id, 'restricted', ['individual.id_number']);
    expect((await stripe.accounts.retrieve(account.id)).requirements?.currently_due).toEqual(['individual.id_number']);
    expect((await getStripeError(stripe.transfers.create(params))).code).toBe('insufficient_capabilities_for_transfer');
    const nobody = await getStripeError(stripe.transfers.create({ ...params, destination: 'acct_nobody' }));
    expect(nobody).toMatchObject({ code: 'resource_missing', statusCode: 400, param: 'destination' });
  });

  it('requires available money for a transfer without a source charge', async () => {
    const on = await startStandIn();
    const { stripe, control } = on;
    const params = { amount: 5000, currency: 'usd', destination: await ableAccount(on) };
    await createPaidIntent(stripe);
    expect((await getStripeError(stripe.transfers.create(params))).code).toBe('balance_insufficient');
    await control.advance(2 * DAY_SECONDS + 1);
    expect((await stripe.balance.retrieve()).available[0]?.amount).toBe(11_136);
    await stripe.transfers.create(params);
    expect((await stripe.balance.retrieve()).available[0]?.amount).toBe(6136);
    await createPaidIntent(stripe, { payment_method: 'pm_card_bypassPending' });
    expect((await stripe.balance.retrieve()).available[0]?.amount).toBe(6136 + 11_136);
  });

  it('refuses a source charge that was never captured', async () => {
    const on = await startStandIn();
    const { stripe } = on;
    const authorized = await stripe.paymentIntents.create({
      amount: 500,
      currency: 'usd',
      confirm: true,
      capture_method: 'manual',
      payment_method: 'pm_card_visa',
      allowed_payment_method_types: ['card'],
    });
    const params = {
      amount: 100,
      currency: 'usd',
      destination: await ableAccount(on),
      source_transaction: chargeOf(authorized),
    };
    expect((await getStripeError(stripe.transfers.create(params))).param).toBe('source_transaction');
  });

  it('reverses a transfer in parts, up to its amount', async () => {
    const on = await startStandIn();
    const { stripe } = on;
    const paid = await createPaidIntent(stripe);
    const transfer = await stripe.transfers.create({
      amount: 1000,
      currency: 'usd',
      destination: await ableAccount(on),
      source_transaction: chargeOf(paid),
    });
    const first = await stripe.transfers.createReversal(transfer.id, { amount: 300, metadata: { why: 'dispute' } });
    expect(first).toMatchObject({ object: 'transfer_reversal', amount: 300, transfer: transfer.id });
    expect(await stripe.transfers.retrieve(transfer.id)).toMatchObject({ amount_reversed: 300, reversed: false });
    expect((await getStripeError(stripe.transfers.createReversal(transfer.id, { amount: 701 }))).param).toBe('amount');
    await stripe.transfers.createReversal(transfer.id);
    const after = await stripe.transfers.retrieve(transfer.id);
    expect(after).toMatchObject({ amount_reversed: 1000, reversed: true });
    expect(after.reversals.data).toHaveLength(2);
    expect((await stripe.transfers.listReversals(transfer.id)).data.map((one) => one.amount)).toEqual([700, 300]);
    expect((await getStripeError(stripe.transfers.createReversal(transfer.id))).statusCode).toBe(400);
  });
});

describe('the refunds API of the Stripe stand-in', () => {
  it('refunds a charge in parts, up to the captured amount', async () => {
    const { stripe } = await startStandIn();
    const paid = await createPaidIntent(stripe);
    const first = await stripe.refunds.create({
      payment_intent: paid.id,
      amount: 1500,
      reason: 'requested_by_customer',
    });
    expect(first).toMatchObject({
      status: 'succeeded',
      amount: 1500,
      payment_intent: paid.id,
      charge: paid.latest_charge,
    });
    const tooMuch = await getStripeError(stripe.refunds.create({ payment_intent: paid.id, amount: 10_001 }));
    expect(tooMuch.message).toBe('Refund amount ($100.01) is greater than unrefunded amount on charge ($100.00)');
    await stripe.refunds.create({ charge: chargeOf(paid) });
    expect(await stripe.charges.retrieve(chargeOf(paid))).toMatchObject({ refunded: true, amount_refunded: 11_500 });
    expect((await getStripeError(stripe.refunds.create({ charge: chargeOf(paid) }))).code).toBe(
      'charge_already_refunded',
    );
    expect((await stripe.refunds.list({ payment_intent: paid.id })).data.map((one) => one.amount)).toEqual([
      10_000, 1500,
    ]);
    const total = (await stripe.balanceTransactions.list({ type: 'refund' })).data.reduce(
      (sum, txn) => sum + txn.amount,
      0,
    );
    expect(total).toBe(-11_500);
    const noted = await stripe.refunds.update(first.id, { metadata: { note: 'x' } });
    expect(noted.metadata).toEqual({ note: 'x' });
  });

  it('returns the money to the balance if the bank rejects a refund', async () => {
    const { stripe, control } = await startStandIn();
    const paid = await createPaidIntent(stripe);
    const refund = await stripe.refunds.create({ payment_intent: paid.id });
    expect(await control.failRefund(refund.id, 'expired_or_canceled_card')).toMatchObject({ status: 'failed' });
    expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({
      status: 'failed',
      failure_reason: 'expired_or_canceled_card',
    });
    const nets = (await stripe.balanceTransactions.list({ source: refund.id })).data.map((txn) => txn.net);
    expect(nets.toSorted((a, b) => a - b)).toEqual([-11_500, 11_500]);
    await expect(control.failRefund(refund.id)).rejects.toThrow('cannot fail');
  });

  it('refuses a refund without a captured charge', async () => {
    const { stripe } = await startStandIn();
    const intent = await stripe.paymentIntents.create({ amount: 500, currency: 'usd' });
    const error = await getStripeError(stripe.refunds.create({ payment_intent: intent.id }));
    expect(error.message).toBe(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`);
    expect((await getStripeError(stripe.refunds.create({}))).code).toBe('parameter_missing');
    expect((await getStripeError(stripe.refunds.create({ charge: 'ch_none' }))).code).toBe('resource_missing');
  });
});

describe('a dispute in the Stripe stand-in', () => {
  it('withdraws the money and blocks refunds until it is won', async () => {
    const { stripe, control } = await startStandIn();
    const paid = await createPaidIntent(stripe);
    const dispute = await control.dispute(chargeOf(paid), 'product_not_received');
    expect(dispute).toMatchObject({
      status: 'needs_response',
      amount: 11_500,
      reason: 'product_not_received',
      payment_intent: paid.id,
    });
    expect((await stripe.charges.retrieve(chargeOf(paid))).disputed).toBe(true);
    expect((await getStripeError(stripe.refunds.create({ payment_intent: paid.id }))).code).toBe('charge_disputed');
    expect(await control.closeDispute(dispute.id, 'won')).toMatchObject({ status: 'won' });
    const nets = (await stripe.disputes.retrieve(dispute.id)).balance_transactions.map((txn) => txn.net);
    expect(nets).toEqual([-13_000, 11_500]);
    await expect(control.closeDispute(dispute.id, 'lost')).rejects.toThrow('already closed');
    expect(await stripe.refunds.create({ payment_intent: paid.id })).toMatchObject({
      status: 'succeeded',
      amount: 11_500,
    });
  });

  it('blocks refunds after it is lost', async () => {
    const { stripe, control } = await startStandIn();
    const paid = await createPaidIntent(stripe);
    await control.closeDispute((await control.dispute(chargeOf(paid))).id, 'lost');
    expect((await getStripeError(stripe.refunds.create({ payment_intent: paid.id }))).code).toBe('charge_disputed');
  });

  it('is opened for the test card whose payments are always disputed, and is decided by the evidence', async () => {
    const { stripe } = await startStandIn();
    const paid = await createPaidIntent(stripe, { payment_method: 'pm_card_createDispute' });
    const [dispute] = (await stripe.disputes.list({ payment_intent: paid.id })).data;
    expect(dispute).toMatchObject({ reason: 'fraudulent', charge: paid.latest_charge });
    const closed = await stripe.disputes.update(dispute?.id ?? '', {
      evidence: { uncategorized_text: 'losing_evidence' },
      submit: true,
    });
    expect(closed.status).toBe('lost');
    const types = (
      await stripe.events.list({
        types: ['charge.dispute.created', 'charge.dispute.funds_withdrawn', 'charge.dispute.closed'],
      })
    ).data;
    expect(types).toHaveLength(3);
  });
});

describe('the accounts API of the Stripe stand-in', () => {
  it('onboards an account through a link that opens once', async () => {
    const { stripe } = await startStandIn();
    const account = await stripe.accounts.create({
      ...express,
      email: 'ada@example.com',
      country: 'US',
      metadata: { user: '7' },
    });
    expect(account).toMatchObject({
      type: 'express',
      payouts_enabled: false,
      details_submitted: false,
      capabilities: { transfers: 'inactive' },
    });
    const urls = { refresh_url: 'https://shop.test/again', return_url: 'https://shop.test/back' };
    const link = await stripe.accountLinks.create({ account: account.id, type: 'account_onboarding', ...urls });
    const opened = await fetch(link.url);
    expect(opened.headers.get('content-security-policy')).toContain("default-src 'none'");
    const html = await opened.text();
    expect(html).toContain('Finish onboarding');
    const press = async (name: string) =>
      (await fetch(`${opened.url}/${name}`, { method: 'POST', redirect: 'manual' })).headers.get('location');
    expect((await fetch(link.url, { redirect: 'manual' })).headers.get('location')).toBe(urls.refresh_url);
    expect(await press('leave')).toBe(urls.return_url);
    expect(await press('expire')).toBe(urls.refresh_url);
    expect((await stripe.accounts.retrieve(account.id)).payouts_enabled).toBe(false);
    expect(await press('finish')).toBe(urls.return_url);
    const after = await stripe.accounts.retrieve(account.id);
    expect(after).toMatchObject({
      payouts_enabled: true,
      charges_enabled: true,
      details_submitted: true,
      capabilities: { transfers: 'active' },
    });
    expect(after.requirements?.currently_due).toEqual([]);
    const [event] = (await stripe.events.list({ type: 'account.updated' })).data;
    expect(event).toMatchObject({ account: account.id, data: { previous_attributes: { payouts_enabled: false } } });
  });

  it('expires onboarding links, and refuses login links before onboarding', async () => {
    const { stripe, control } = await startStandIn();
    const account = await stripe.accounts.create({
      controller: { stripe_dashboard: { type: 'express' } },
      capabilities: { transfers: { requested: true } },
    });
    const link = await stripe.accountLinks.create({
      account: account.id,
      type: 'account_onboarding',
      refresh_url: 'https://shop.test/again',
      return_url: 'https://shop.test/back',
    });
    await control.advance(301);
    expect((await fetch(link.url, { redirect: 'manual' })).headers.get('location')).toBe('https://shop.test/again');
    expect((await getStripeError(stripe.accounts.createLoginLink(account.id))).statusCode).toBe(400);
    await control.setAccount(account.id, 'active');
    expect((await fetch((await stripe.accounts.createLoginLink(account.id)).url)).status).toBe(200);
    const bad = {
      account: account.id,
      type: 'account_onboarding',
      refresh_url: 'javascript:alert(1)',
      return_url: 'https://shop.test/back',
    } as const;
    expect((await getStripeError(stripe.accountLinks.create(bad))).code).toBe('url_invalid');
  });

  it('updates and lists accounts, and refuses unknown ones', async () => {
    const { stripe } = await startStandIn();
    const account = await stripe.accounts.create(express);
    const updated = await stripe.accounts.update(account.id, {
      business_profile: { url: 'https://ada.test' },
      metadata: { a: '1' },
    });
    expect(updated).toMatchObject({ business_profile: { url: 'https://ada.test' }, metadata: { a: '1' } });
    expect((await stripe.accounts.list()).data).toHaveLength(1);
    expect(await getStripeError(stripe.accounts.retrieve('acct_none'))).toMatchObject({
      statusCode: 403,
      code: 'account_invalid',
    });
  });
});
