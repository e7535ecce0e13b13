/** Tests chargebacks before, during and after the payout, both won and lost. */
import { PAYOUT_HOLD_HOURS } from '@marquee/booking';
import type { Kysely } from 'kysely';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  newAdmin,
  newBooking,
  newCreator,
  newPackage,
  newPayableCreator,
  setUpPayouts,
} from '../../../src/demo/builders.ts';
import type { Database } from '../../../src/db/schema.ts';
import { sendChargebackResponse } from '../../../src/modules/money/chargebacks/responses.service.ts';
import { checkMoneyAfterAll } from '../../support/money-checks.ts';
import {
  getBalances,
  ONE_DAY_MS,
  listEventKinds,
  listExceptionStates,
  FEE_CENTS,
  PRICE_CENTS,
  getRefusalCode,
  getStripeRecords,
  TOTAL_CENTS,
} from '../../support/booking-money.ts';
import { waitForLock } from '../../support/locks.ts';
import { useStack } from '../../support/stack.ts';

const stack = useStack();
checkMoneyAfterAll(stack);

// Gives the platform a balance. A payout that is repeated after a won chargeback uses it until Stripe releases the
// returned funds.
beforeAll(async () => {
  const creator = await newPayableCreator(stack.deps);
  const { id: packageId } = await newPackage(stack.deps, creator, { priceCents: 10_000_000 });
  const { id, asBrand } = await newBooking(stack.deps, { creator, packageId, status: 'completed' });
  await asBrand.settlements.approve({ id });
  await stack.pass(3 * ONE_DAY_MS);
});

async function chargeBack(id: string) {
  const { chargeId } = await getStripeRecords(stack, id);
  const dispute = await stack.stripe.dispute(chargeId);
  await stack.settle();
  return dispute.id;
}
async function close(disputeId: string, outcome: 'won' | 'lost'): Promise<void> {
  await stack.stripe.closeDispute(disputeId, outcome);
  await stack.settle();
}
const moneyOf = async (id: string) => {
  const { refunds, transfers, reversed } = await getStripeRecords(stack, id);
  return { refunds, transfers, reversed, ledger: await getBalances(stack, id) };
};
const NOTHING = { refunds: [], transfers: [], reversed: 0 };

describe.each(['accepted', 'in_progress', 'completed'] as const)(
  'a chargeback before the payout, while the booking is %s',
  (status) => {
    it('blocks every action on the booking until the chargeback is won', async () => {
      const { id, asBrand, asCreator } = await newBooking(stack.deps, { status });
      const disputeId = await chargeBack(id);
      const frozen = await asCreator.bookings.byId({ id });
      expect(frozen).toMatchObject({ status, paymentState: 'disputed', nextStep: { waitingFor: 'platform' } });
      expect(await getRefusalCode(asBrand.settlements.approve({ id }))).toBe('RELEASE_REFUSED');
      expect(await getRefusalCode(asBrand.cancellations.request({ id, reason: 'x' }))).toBe('CANCELLATION_REFUSED');
      if (status === 'in_progress')
        expect(await getRefusalCode(asCreator.bookings.move({ id, status: 'completed' }))).toBe('BOOKING_FROZEN');
      await stack.advance(6 * ONE_DAY_MS);
      await stack.settle();
      expect(await moneyOf(id)).toMatchObject(NOTHING);
      await close(disputeId, 'won');
      const after = await asBrand.bookings.byId({ id });
      // The payout window passed during the chargeback, so completed work is paid out at once.
      expect(after).toMatchObject({ status, paymentState: status === 'completed' ? 'released' : 'held' });
    });

    it('leaves nothing to pay out when the chargeback is lost', async () => {
      const { id, asBrand, asCreator } = await newBooking(stack.deps, { status });
      await close(await chargeBack(id), 'lost');
      expect(await asBrand.bookings.byId({ id })).toMatchObject(
        status === 'completed'
          ? { status: 'completed', paymentState: 'refunded' }
          : { status: 'cancelled', cancelReason: 'charged_back', paymentState: 'refunded' },
      );
      expect(await moneyOf(id)).toEqual({ ...NOTHING, ledger: {} });
      expect((await asCreator.profiles.dashboard()).totalEarningsCents).toBe(0);
      expect(await listExceptionStates(stack, id)).toEqual([['chargeback_lost', 'open']]);
      await stack.advance(10 * ONE_DAY_MS);
      await stack.settle();
      expect(await moneyOf(id)).toEqual({ ...NOTHING, ledger: {} });
    });
  },
);

describe('a chargeback after the payout', () => {
  it('reverses the creator’s payout, and repeats the payout when the chargeback is won', async () => {
    const { id, asBrand, asCreator } = await newBooking(stack.deps, { status: 'completed' });
    await asBrand.settlements.approve({ id });
    await stack.advance(3 * ONE_DAY_MS);
    const disputeId = await chargeBack(id);
    expect(await asCreator.bookings.byId({ id })).toMatchObject({ paymentState: 'disputed' });
    expect(await moneyOf(id)).toEqual({
      refunds: [],
      transfers: [PRICE_CENTS],
      reversed: PRICE_CENTS,
      ledger: { creator: -PRICE_CENTS, fee: -FEE_CENTS, chargeback: TOTAL_CENTS },
    });
    // The money still counts as earned while the chargeback is open.
    expect((await asCreator.profiles.dashboard()).totalEarningsCents).toBe(PRICE_CENTS);
    await close(disputeId, 'won');
    expect(await asBrand.bookings.byId({ id })).toMatchObject({ paymentState: 'released' });
    expect(await moneyOf(id)).toEqual({
      refunds: [],
      transfers: [PRICE_CENTS, PRICE_CENTS],
      reversed: PRICE_CENTS,
      ledger: { processor: FEE_CENTS, fee: -FEE_CENTS },
    });
    expect(await listEventKinds(stack, id)).toEqual(
      expect.arrayContaining([
        'payment.charged_back',
        'payment.reversed',
        'payment.chargeback_won',
        'payment.restored',
      ]),
    );
  });

  it('repeats the payout only when the hold after a change of the bank account has ended', async () => {
    const creator = await newPayableCreator(stack.deps);
    const { id, asBrand } = await newBooking(stack.deps, { creator, status: 'completed' });
    await asBrand.settlements.approve({ id });
    await stack.advance(3 * ONE_DAY_MS);
    const disputeId = await chargeBack(id);
    const { stripeAccountId } = await stack.deps.db
      .selectFrom('workspace')
      .select('stripeAccountId')
      .where('id', '=', creator.workspaceId)
      .executeTakeFirstOrThrow();
    await stack.stripe.replaceBank(stripeAccountId ?? '');
    await stack.settle();
    await close(disputeId, 'won');
    expect((await moneyOf(id)).transfers).toEqual([PRICE_CENTS]);
    await stack.pass(PAYOUT_HOLD_HOURS * 3_600_000 + 60_000);
    expect((await moneyOf(id)).transfers).toEqual([PRICE_CENTS, PRICE_CENTS]);
  });

  it('repeats the payout as soon as staff release the payouts that the creator froze', async () => {
    const { id, asBrand, creator } = await newBooking(stack.deps, { status: 'completed' });
    await asBrand.settlements.approve({ id });
    const disputeId = await chargeBack(id);
    await stack.deps.db
      .updateTable('workspace')
      .set({ reportedAt: stack.deps.now() })
      .where('id', '=', creator.workspaceId)
      .execute();
    await close(disputeId, 'won');
    expect((await moneyOf(id)).transfers).toEqual([PRICE_CENTS]);
    await stack.as(await newAdmin(stack.deps)).admin.releasePayouts({ id: creator.id, reason: 'Checked by phone' });
    await stack.settle();
    expect((await moneyOf(id)).transfers).toEqual([PRICE_CENTS, PRICE_CENTS]);
  });

  it('repeats the payout if staff release the payouts at the moment at which the chargeback is won', async () => {
    const { id, asBrand, creator } = await newBooking(stack.deps, { status: 'completed' });
    await asBrand.settlements.approve({ id });
    const disputeId = await chargeBack(id);
    const freeze = (tx: Kysely<Database>, reportedAt: Date | null) =>
      tx.updateTable('workspace').set({ reportedAt }).where('id', '=', creator.workspaceId).execute();
    await freeze(stack.deps.db, stack.deps.now());
    await stack.deps.db.transaction().execute(async (db) => {
      // Staff find no won chargeback yet, and their transaction ends after the chargeback was won.
      await freeze(db, null);
      await stack.stripe.closeDispute(disputeId, 'won');
      await waitForLock(stack);
    });
    await expect.poll(async () => (await moneyOf(id)).transfers).toEqual([PRICE_CENTS, PRICE_CENTS]);
  });

  it('costs Marquee its fee and the creator the price when the chargeback is lost', async () => {
    const { id, asBrand, asCreator } = await newBooking(stack.deps, { status: 'completed' });
    await asBrand.settlements.approve({ id });
    await close(await chargeBack(id), 'lost');
    expect(await asBrand.bookings.byId({ id })).toMatchObject({ status: 'completed', paymentState: 'refunded' });
    expect(await moneyOf(id)).toEqual({
      refunds: [],
      transfers: [PRICE_CENTS],
      reversed: PRICE_CENTS,
      ledger: { fee: -FEE_CENTS, loss: FEE_CENTS },
    });
    expect((await asCreator.profiles.dashboard()).totalEarningsCents).toBe(0);
  });

  it('costs Marquee the full amount and is listed for staff if the payout cannot be reversed', async () => {
    const { id, asBrand, asCreator } = await newBooking(stack.deps, { status: 'completed' });
    await asBrand.settlements.approve({ id });
    await stack.stripe.arm({
      kind: 'error',
      status: 400,
      match: { method: 'POST', path: '/v1/transfers/*/reversals' },
      times: 9,
    });
    const disputeId = await chargeBack(id);
    await stack.stripe.disarm();
    expect(await listExceptionStates(stack, id)).toEqual([['reversal_refused', 'open']]);
    await close(disputeId, 'lost');
    expect(await moneyOf(id)).toEqual({
      refunds: [],
      transfers: [PRICE_CENTS],
      reversed: 0,
      ledger: { processor: -PRICE_CENTS, fee: -FEE_CENTS, loss: TOTAL_CENTS },
    });
    expect((await asCreator.profiles.dashboard()).totalEarningsCents).toBe(PRICE_CENTS);
    expect((await listExceptionStates(stack, id)).map(([kind]) => kind).toSorted()).toEqual([
      'chargeback_lost',
      'reversal_refused',
    ]);
  });

  it('reverses the creator’s share of a split price when the chargeback is lost', async () => {
    const { id, asBrand, asCreator } = await newBooking(stack.deps, { status: 'completed' });
    await asBrand.disputes.reportProblem({ id, problem: 'Short', desiredOutcome: null });
    await asCreator.disputes.proposeSplit({ id, creatorAmount: '100' });
    await asBrand.disputes.acceptSplit({ id, creatorCents: 10_000 });
    await close(await chargeBack(id), 'lost');
    expect(await moneyOf(id)).toEqual({
      refunds: [11_385],
      transfers: [10_000],
      reversed: 10_000,
      ledger: { fee: -1_500, loss: 1_500 },
    });
  });
});

describe('a chargeback with unusual timing', () => {
  it('reverses and repeats the payout exactly once despite duplicate, late and shuffled webhooks and lost responses', async () => {
    const { id, asBrand } = await newBooking(stack.deps, { status: 'completed' });
    await asBrand.settlements.approve({ id });
    await stack.advance(3 * ONE_DAY_MS);
    await stack.stripe.webhookFaults({ duplicates: 4, shuffleMs: 300 });
    await stack.stripe.arm(
      { kind: 'lose_response', match: { method: 'POST', path: '/v1/transfers/*/reversals' }, times: 2 },
      { kind: 'error', status: 500, stored: true, executed: true, match: { method: 'POST', path: '/v1/transfers' } },
    );
    const disputeId = await chargeBack(id);
    await close(disputeId, 'won');
    await stack.stripe.webhookFaults({ duplicates: 0, shuffleMs: 0 });
    await expect
      .poll(async () => (await asBrand.bookings.byId({ id })).paymentState, { interval: 200 })
      .toBe('released');
    expect(await moneyOf(id)).toEqual({
      refunds: [],
      transfers: [PRICE_CENTS, PRICE_CENTS],
      reversed: PRICE_CENTS,
      ledger: { processor: FEE_CENTS, fee: -FEE_CENTS },
    });
    await stack.stripe.disarm();
  });

  it('is settled at once if it is already lost when its first webhook arrives', async () => {
    const { id, asBrand } = await newBooking(stack.deps, { status: 'completed' });
    await asBrand.settlements.approve({ id });
    await stack.stripe.pauseWebhooks();
    const { chargeId } = await getStripeRecords(stack, id);
    const dispute = await stack.stripe.dispute(chargeId);
    await stack.stripe.closeDispute(dispute.id, 'lost');
    await stack.stripe.resumeWebhooks();
    await stack.settle();
    expect(await moneyOf(id)).toEqual({
      refunds: [],
      transfers: [PRICE_CENTS],
      reversed: PRICE_CENTS,
      ledger: { fee: -FEE_CENTS, loss: FEE_CENTS },
    });
  });

  it.each(['won', 'lost'] as const)(
    'blocks an agreed refund, which is made only if the chargeback is won (here: %s)',
    async (outcome) => {
      const { id, asBrand, asCreator } = await newBooking(stack.deps, { status: 'accepted' });
      await asBrand.cancellations.request({ id, reason: 'Rain' });
      await stack.stripe.arm({ kind: 'error', status: 503, match: { method: 'POST', path: '/v1/refunds' }, times: 60 });
      const agreeing = asCreator.cancellations.answer({ id, answer: 'agree' });
      await expect.poll(async () => (await asBrand.bookings.byId({ id })).paymentState).toBe('refunding');
      const { chargeId } = await getStripeRecords(stack, id);
      const dispute = await stack.stripe.dispute(chargeId);
      await stack.stripe.webhooksIdle();
      await expect.poll(async () => (await asBrand.bookings.byId({ id })).paymentState).toBe('disputed');
      await stack.stripe.disarm();
      await agreeing;
      await close(dispute.id, outcome);
      await expect.poll(async () => (await asBrand.bookings.byId({ id })).paymentState).toBe('refunded');
      await stack.idle();
      expect(await moneyOf(id)).toEqual({ ...NOTHING, refunds: outcome === 'won' ? [TOTAL_CENTS] : [], ledger: {} });
    },
  );

  it.each(['refund', 'split'] as const)('can be followed by a %s after the chargeback is won', async (outcome) => {
    const { id, asBrand, asCreator } = await newBooking(stack.deps, { status: 'completed' });
    await close(await chargeBack(id), 'won');
    await asBrand.disputes.reportProblem({ id, problem: 'Short', desiredOutcome: null });
    if (outcome === 'refund') await asCreator.disputes.agreeToRefund({ id });
    else {
      await asCreator.disputes.proposeSplit({ id, creatorAmount: '100' });
      await asBrand.disputes.acceptSplit({ id, creatorCents: 10_000 });
    }
    await stack.settle();
    expect(await asBrand.bookings.byId({ id })).toMatchObject({
      paymentState: outcome === 'refund' ? 'refunded' : 'split',
    });
    expect(await moneyOf(id)).toMatchObject(
      outcome === 'refund' ? { refunds: [TOTAL_CENTS], transfers: [] } : { refunds: [11_385], transfers: [10_000] },
    );
  });

  it.each(['won', 'lost'] as const)(
    'blocks a payout that is waiting for the creator’s payout setup, and allows it only if the chargeback is won (here: %s)',
    async (outcome) => {
      const creator = await newCreator(stack.deps);
      const { id, asBrand } = await newBooking(stack.deps, { status: 'completed', creator });
      await asBrand.settlements.approve({ id });
      const disputeId = await chargeBack(id);
      await setUpPayouts(stack.deps, creator);
      await stack.settle();
      expect(await moneyOf(id)).toMatchObject(NOTHING);
      await close(disputeId, outcome);
      expect(await moneyOf(id)).toEqual(
        outcome === 'won'
          ? { ...NOTHING, transfers: [PRICE_CENTS], ledger: { processor: FEE_CENTS, fee: -FEE_CENTS } }
          : { ...NOTHING, ledger: {} },
      );
    },
  );

  it('pauses a dispute between brand and creator, and ends that dispute when the chargeback is lost', async () => {
    const { id, asBrand, asCreator } = await newBooking(stack.deps, { status: 'completed' });
    await asBrand.disputes.reportProblem({ id, problem: 'Short', desiredOutcome: null });
    const disputeId = await chargeBack(id);
    expect(await getRefusalCode(asBrand.disputes.withdraw({ id }))).toBe('DISPUTE_STEP_REFUSED');
    expect(await getRefusalCode(asCreator.disputes.agreeToRefund({ id }))).toBe('DISPUTE_STEP_REFUSED');
    await close(disputeId, 'lost');
    expect(await asBrand.bookings.byId({ id })).toMatchObject({
      paymentState: 'refunded',
      dispute: { outcome: 'charged_back' },
    });
    expect(await moneyOf(id)).toEqual({ ...NOTHING, ledger: {} });
  });
});

describe('the cardholder’s bank', () => {
  const opened = async () => {
    const booking = await newBooking(stack.deps, { status: 'completed' });
    const { items } = await booking.asBrand.deliveries.byBooking({ id: booking.id });
    const deliverableId = items[0]?.id ?? '';
    await booking.asCreator.deliveries.send({ deliverableId, number: 1, note: 'The first cut', links: [], files: [] });
    const staff = await newAdmin(stack.deps);
    return { ...booking, staff, asStaff: stack.as(staff), disputeId: await chargeBack(booking.id) };
  };
  const evidenceOf = async (id: string) => {
    const dispute = (await stack.stripe.objects('dispute')).find((each) => each.id === id);
    return { sent: dispute?.evidence_details.submission_count, evidence: dispute?.evidence };
  };

  it('receives the booking record and staff’s note exactly once, without private messages', async () => {
    const { id, disputeId, asStaff, brand, creator, asBrand } = await opened();
    await asBrand.messages.send({ to: { bookingId: id }, clientId: randomUUID(), text: 'Between us: lovely' });
    const open = await asStaff.admin.chargebacks({ show: 'open' });
    const row = open.items.find((each) => each.id === id);
    expect(row).toMatchObject({ amountCents: TOTAL_CENTS, respondedAt: null, responseRequestedAt: null });
    expect(row?.respondBy?.getTime()).toBeGreaterThan(stack.deps.now().getTime());
    const { unansweredChargebacks } = await asStaff.admin.overview();
    await asStaff.admin.answerChargeback({ id, note: 'The customer approved nothing and used it.' });
    await stack.settle();
    const { sent, evidence } = await evidenceOf(disputeId);
    expect(sent).toBe(1);
    expect(evidence).toMatchObject({ customer_name: brand.fullName, customer_email_address: brand.email });
    expect(evidence?.product_description).toContain(creator.fullName);
    expect(evidence?.access_activity_log).toContain('was charged');
    expect(evidence?.uncategorized_text).toMatch(/^The customer approved nothing and used it\.[^]*The first cut/);
    expect(JSON.stringify(evidence)).not.toContain('Between us');
    expect((await asStaff.admin.overview()).unansweredChargebacks).toBe(unansweredChargebacks - 1);
    expect(await getRefusalCode(asStaff.admin.answerChargeback({ id, note: 'Again' }))).toBe('ADMIN_ACTION_STALE');
    const { items } = await asStaff.admin.audit({ subjectId: id });
    expect(items.map(({ action, reason }) => [action, reason])).toEqual([
      ['chargeback.answered', 'The customer approved nothing and used it.'],
    ]);
    await close(disputeId, 'won');
    expect(await asBrand.bookings.byId({ id })).toMatchObject({ paymentState: 'held' });
  });

  it('receives our response only once, even if Stripe’s reply is lost and two staff members send the response at once', async () => {
    const { id, disputeId, asStaff } = await opened();
    const other = stack.as(await newAdmin(stack.deps));
    const presses = await Promise.allSettled(
      [asStaff, other].map((each) => each.admin.answerChargeback({ id, note: 'Both of us' })),
    );
    expect(presses.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await stack.settle();
    // Simulates a crash between Stripe's reply and our update.
    await stack.deps.db.updateTable('chargeback').set({ respondedAt: null }).where('bookingId', '=', id).execute();
    await sendChargebackResponse(stack.deps, id);
    expect((await evidenceOf(disputeId)).sent).toBe(1);
    const row = await stack.deps.db.selectFrom('chargeback').selectAll().where('bookingId', '=', id).executeTakeFirst();
    expect(row?.respondedAt).not.toBeNull();
  });

  it('receives no response after its decision, and the list of chargebacks shows staff the reason', async () => {
    const { id, disputeId, asStaff } = await opened();
    await stack.deps.db
      .updateTable('chargeback')
      .set({ responseRequestedAt: stack.deps.now() })
      .where('bookingId', '=', id)
      .execute();
    await stack.stripe.closeDispute(disputeId, 'lost');
    await sendChargebackResponse(stack.deps, id);
    await stack.settle();
    const done = await asStaff.admin.chargebacks({ show: 'done' });
    expect(done.items.find((each) => each.id === id)).toMatchObject({
      outcome: 'lost',
      respondedAt: null,
      responseRefused: 'The bank has decided already.',
    });
    expect(await getRefusalCode(asStaff.admin.answerChargeback({ id, note: 'Late' }))).toBe('ADMIN_ACTION_STALE');
    expect((await evidenceOf(disputeId)).sent).toBe(0);
  });
});
