/**
 * Tests refunds that the card's bank returns days later. The money is owed again, and staff pay it in another way.
 */
import type { WorkspaceId } from '@marquee/contracts';
import { describe, expect, it } from 'vitest';
import { inTransaction } from '../../../src/core/unit-of-work.ts';
import { newAdmin, newBooking } from '../../../src/demo/builders.ts';
import { endUnpaidOrders } from '../../../src/modules/booking/bookings/moves.service.ts';
import { syncChargeback } from '../../../src/modules/money/chargebacks/chargebacks.service.ts';
import { recordRefundReplacement } from '../../../src/modules/money/settlements/returned-refunds.service.ts';
import { reconcile } from '../../../src/modules/money/reconciliation/reconciliation.service.ts';
import { checkMoneyAfterAll, listMoneyViolations } from '../../support/money-checks.ts';
import {
  getBalances,
  ONE_DAY_MS,
  listEventKinds,
  listExceptionStates,
  getRefusalCode,
  createStripeClient,
  getStripeRecords,
  TOTAL_CENTS,
} from '../../support/booking-money.ts';
import { useStack } from '../../support/stack.ts';

const stack = useStack();
checkMoneyAfterAll(stack);

/** Creates a fully refunded booking and returns it with the id of its refund. */
async function refunded() {
  const booking = await newBooking(stack.deps, { status: 'accepted' });
  await booking.asBrand.cancellations.request({ id: booking.id, reason: 'Rain' });
  await booking.asCreator.cancellations.answer({ id: booking.id, answer: 'agree' });
  await stack.settle();
  return { ...booking, refundId: await refundOf(booking.id) };
}
async function refundOf(bookingId: string): Promise<string> {
  const { chargeId } = await getStripeRecords(stack, bookingId);
  return (await stack.stripe.objects('refund')).find(({ charge }) => charge === chargeId)?.id ?? '';
}
async function openOf(refundId: string): Promise<string> {
  const { id } = await stack.deps.db
    .selectFrom('moneyException')
    .select('id')
    .where('subject', '=', refundId)
    .where('resolvedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return id;
}
const mailsAbout = (refundId: string, kind: string) =>
  stack.deps.db
    .selectFrom('mail')
    .select('personId')
    .where('kind', '=', kind)
    .where('subject', '=', refundId)
    .execute();

describe('a refund that the bank returns', () => {
  it('is owed to the brand again, reported to the brand and staff, and recorded once despite repeated webhooks', async () => {
    const { id, refundId, asBrand, brand } = await refunded();
    expect(await getBalances(stack, id)).toEqual({});
    await stack.advance(9 * ONE_DAY_MS);
    await stack.stripe.webhookFaults({ duplicates: 4, shuffleMs: 100 });
    await stack.stripe.failRefund(refundId, 'expired_or_canceled_card');
    await stack.settle();
    await stack.stripe.webhookFaults({ duplicates: 0, shuffleMs: 0 });
    expect(await getBalances(stack, id)).toEqual({ processor: TOTAL_CENTS, held: -TOTAL_CENTS });
    expect((await listEventKinds(stack, id)).filter((kind) => kind === 'payment.refund_returned')).toHaveLength(1);
    expect(await mailsAbout(refundId, 'payment.refund_returned')).toEqual([{ personId: brand.id }]);
    expect(await listExceptionStates(stack, id)).toEqual([['refund_returned', 'open']]);
    expect(await asBrand.bookings.byId({ id })).toMatchObject({
      paymentState: 'refunded',
      nextStep: { waitingFor: 'platform', text: expect.stringMatching(/^Your bank returned the refund/) as string },
    });
    expect(await listMoneyViolations(stack)).toEqual([]);
    expect(await asBrand.receipts.byBooking({ id })).toMatchObject({ netCents: TOTAL_CENTS });
  });

  it('can be marked once by staff as paid in another way', async () => {
    const { id, refundId, asBrand } = await refunded();
    await stack.stripe.failRefund(refundId);
    await stack.settle();
    const asAdmin = stack.as(await newAdmin(stack.deps));
    const exception = { id: await openOf(refundId), note: 'Sent by bank transfer on Monday.' };
    const said = await Promise.all([1, 2, 3].map(() => getRefusalCode(asAdmin.admin.resolveException(exception))));
    expect(said.toSorted()).toEqual(['ADMIN_ACTION_STALE', 'ADMIN_ACTION_STALE', 'nothing']);
    expect(await getBalances(stack, id)).toEqual({ processor: TOTAL_CENTS, outside: -TOTAL_CENTS });
    expect((await listEventKinds(stack, id)).at(-1)).toBe('payment.refund_replaced');
    const receipt = await asBrand.receipts.byBooking({ id });
    expect(receipt.netCents).toBe(0);
    expect(receipt.refunds.map(({ kind, amountCents }) => [kind, amountCents])).toEqual([
      ['refund', TOTAL_CENTS],
      ['refund_returned', -TOTAL_CENTS],
      ['refund_replaced', TOTAL_CENTS],
    ]);
    const [month] = await asAdmin.admin.revenue();
    expect(month?.heldCents).toBeGreaterThanOrEqual(0);
    expect(await listMoneyViolations(stack)).toEqual([]);
  });

  it('is recorded after the refund itself, even if Stripe’s response to the refund was lost', async () => {
    const booking = await newBooking(stack.deps, { status: 'accepted' });
    await booking.asBrand.cancellations.request({ id: booking.id, reason: 'Rain' });
    await stack.stripe.arm({ kind: 'lose_response', match: { method: 'POST', path: '/v1/refunds' }, times: 6 });
    await booking.asCreator.cancellations.answer({ id: booking.id, answer: 'agree' });
    await expect.poll(() => refundOf(booking.id)).not.toBe('');
    await stack.stripe.failRefund(await refundOf(booking.id));
    await stack.stripe.disarm();
    await expect
      .poll(async () => (await listEventKinds(stack, booking.id)).slice(-2))
      .toEqual(['payment.refunded', 'payment.refund_returned']);
    expect(await getBalances(stack, booking.id)).toEqual({ processor: TOTAL_CENTS, held: -TOTAL_CENTS });
  });

  it('is found by the reconciliation if the webhook is lost', async () => {
    const { id, refundId } = await refunded();
    await stack.stripe.webhookFaults({ dropRate: 1 });
    await stack.stripe.failRefund(refundId);
    await stack.stripe.webhooksIdle();
    await stack.stripe.webhookFaults({ dropRate: 0 });
    await reconcile(stack.deps);
    await stack.idle();
    expect(await getBalances(stack, id)).toEqual({ processor: TOTAL_CENTS, held: -TOTAL_CENTS });
  });

  it('does not affect the creator’s share of a split', async () => {
    const { id, asBrand, asCreator } = await newBooking(stack.deps, { status: 'completed' });
    await asBrand.disputes.reportProblem({ id, problem: 'Short', desiredOutcome: null });
    await asCreator.disputes.proposeSplit({ id, creatorAmount: '100' });
    await asBrand.disputes.acceptSplit({ id, creatorCents: 10_000 });
    await stack.settle();
    await stack.stripe.failRefund(await refundOf(id));
    await stack.settle();
    expect(await getBalances(stack, id)).toEqual({ processor: 1_500 + 11_385, fee: -1_500, held: -11_385 });
    expect(await getStripeRecords(stack, id)).toMatchObject({ transfers: [10_000], reversed: 0 });
  });

  it.each(['before', 'after'] as const)(
    'is not owed if the brand gets the money through a chargeback that is recorded %s the return',
    async (when) => {
      const { id, refundId } = await refunded();
      const { chargeId } = await getStripeRecords(stack, id);
      // The webhooks of the return and of the chargeback arrive in either order.
      if (when === 'before') await stack.stripe.pauseWebhooks();
      await stack.stripe.failRefund(refundId);
      await stack.idle();
      if (when === 'after') await stack.settle();
      const dispute = await stack.stripe.dispute(chargeId);
      await stack.stripe.closeDispute(dispute.id, 'lost');
      await syncChargeback(stack.deps, dispute.id);
      await stack.stripe.resumeWebhooks();
      await stack.settle();
      expect(await getBalances(stack, id)).toEqual({});
      expect((await mailsAbout(refundId, 'payment.refund_returned')).length).toBe(when === 'after' ? 1 : 0);
      expect(await listExceptionStates(stack, id)).toEqual(
        when === 'after'
          ? [
              ['refund_returned', 'resolved'],
              ['chargeback_lost', 'open'],
            ]
          : [['chargeback_lost', 'open']],
      );
      expect(await listMoneyViolations(stack)).toEqual([]);
      await expect(
        inTransaction(stack.deps, (tx) => recordRefundReplacement(tx, refundId, stack.deps.now())),
      ).resolves.toBeUndefined();
      expect(await getBalances(stack, id)).toEqual({});
    },
  );

  it('prevents the deletion of the brand’s account, but not of the creator’s', async () => {
    const { refundId, brand, creator } = await refunded();
    await stack.stripe.failRefund(refundId);
    await stack.settle();
    const leaves = (workspaceId: WorkspaceId) =>
      getRefusalCode(inTransaction(stack.deps, (tx) => endUnpaidOrders(tx, workspaceId, stack.deps.now())));
    expect(await leaves(brand.workspaceId)).toBe('ACCOUNT_IN_USE');
    expect(await leaves(creator.workspaceId)).toBe('nothing');
  });

  it('can belong to a surplus payment without changing the booking or its receipt', async () => {
    const { id, asBrand } = await newBooking(stack.deps, { status: 'accepted' });
    const second = await createStripeClient(stack).paymentIntents.create({
      amount: TOTAL_CENTS,
      currency: 'usd',
      payment_method: 'pm_card_visa',
      allowed_payment_method_types: ['card'],
      confirm: true,
      metadata: { bookingId: id },
    });
    await stack.settle();
    const refund = (await stack.stripe.objects('refund')).find(({ payment_intent }) => payment_intent === second.id);
    await stack.stripe.failRefund(refund?.id ?? '');
    await stack.settle();
    expect(await getBalances(stack, id)).toEqual({
      processor: 2 * TOTAL_CENTS,
      held: -TOTAL_CENTS,
      surplus: -TOTAL_CENTS,
    });
    expect(await listExceptionStates(stack, id)).toEqual([
      ['surplus_payment', 'resolved'],
      ['refund_returned', 'open'],
    ]);
    expect(await asBrand.receipts.byBooking({ id })).toMatchObject({ netCents: TOTAL_CENTS, refunds: [] });
    await stack
      .as(await newAdmin(stack.deps))
      .admin.resolveException({ id: await openOf(refund?.id ?? ''), note: 'By bank transfer.' });
    expect(await getBalances(stack, id)).toEqual({
      processor: 2 * TOTAL_CENTS,
      held: -TOTAL_CENTS,
      outside: -TOTAL_CENTS,
    });
  });
});
