/** Tests that a creator and the creator's agency are paid from one charge, each independently of the other. */
import { PAYOUT_HOLD_HOURS } from '@marquee/booking';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SessionUser } from '../../../src/core/ctx.ts';
import {
  newAdmin,
  newBooking,
  newCreator,
  newPackage,
  newPayableCreator,
  setUpPayouts,
} from '../../../src/demo/builders.ts';
import { releasePayment } from '../../../src/modules/money/settlements/release.service.ts';
import { newRepresentedCreator, represent } from '../../support/agencies.ts';
import {
  FEE_CENTS,
  getBalances,
  getStripeRecords,
  listEventKinds,
  listExceptionStates,
  ONE_DAY_MS,
  ONE_HOUR_MS,
  PRICE_CENTS,
  TOTAL_CENTS,
} from '../../support/booking-money.ts';
import { checkMoneyAfterAll } from '../../support/money-checks.ts';
import { useStack } from '../../support/stack.ts';
import { withOldFactor } from '../../support/accounts.ts';

const stack = useStack();
checkMoneyAfterAll(stack);

/** 15% of $199.00, rounded down, and the rest. */
const AGENCY_CENTS = 2_985;
const CREATOR_CENTS = 16_915;

// Gives the platform a balance, from which payouts are repeated after a won chargeback.
beforeAll(async () => {
  const creator = await newPayableCreator(stack.deps);
  const { id: packageId } = await newPackage(stack.deps, creator, { priceCents: 10_000_000 });
  const { id, asBrand } = await newBooking(stack.deps, { creator, packageId, status: 'completed' });
  await asBrand.settlements.approve({ id });
  await stack.pass(3 * ONE_DAY_MS);
});

const accountOf = async ({ workspaceId: id }: SessionUser) =>
  (await stack.deps.db.selectFrom('workspace').select('stripeAccountId').where('id', '=', id).executeTakeFirstOrThrow())
    .stripeAccountId;

/** Returns the amounts that each payee received at Stripe and still has. */
async function paidTo(bookingId: string, ...payees: SessionUser[]) {
  const transfers = (await stack.stripe.objects('transfer')).filter((each) => each.transfer_group === bookingId);
  const sums = [];
  for (const payee of payees) {
    const account = await accountOf(payee);
    const own = transfers.filter(({ destination }) => destination === account);
    sums.push(own.reduce((sum, { amount, amount_reversed }) => sum + amount - amount_reversed, 0));
  }
  return sums;
}

const partsOf = async (bookingId: string) =>
  stack.deps.db
    .selectFrom('settlementTransfer')
    .select(['id', 'payeeWorkspaceId', 'amountCents', 'blockedReason', 'stripeTransferId', 'paidAt', 'voidedAt'])
    .where('bookingId', '=', bookingId)
    .execute();

/** Creates a completed booking of a creator with an agency. */
async function newRepresentedBooking(given: { creator?: SessionUser; agency?: SessionUser; shareBps?: number } = {}) {
  const { creator, agency, consentId } = await newRepresentedCreator(stack, given);
  return { ...(await newBooking(stack.deps, { creator, status: 'completed' })), agency, consentId };
}

async function approve({ id, asBrand }: Awaited<ReturnType<typeof newRepresentedBooking>>) {
  await asBrand.settlements.approve({ id });
  await stack.settle();
}

type PayeeState = 'payable' | 'without setup' | 'held' | 'frozen';

async function newPayee(state: PayeeState): Promise<SessionUser> {
  const payee = state === 'without setup' ? await newCreator(stack.deps) : await newPayableCreator(stack.deps);
  const change = {
    payable: {},
    'without setup': {},
    held: { payoutsHeldUntil: new Date(stack.deps.now().getTime() + PAYOUT_HOLD_HOURS * ONE_HOUR_MS) },
    frozen: { reportedAt: stack.deps.now() },
  }[state];
  if (state === 'held' || state === 'frozen')
    await stack.deps.db.updateTable('workspace').set(change).where('id', '=', payee.workspaceId).execute();
  return payee;
}

/** Removes what keeps a payee from being paid. */
async function free(payee: SessionUser, state: PayeeState): Promise<void> {
  if (state === 'without setup') await setUpPayouts(stack.deps, payee);
  if (state === 'held') await stack.pass((PAYOUT_HOLD_HOURS + 1) * ONE_HOUR_MS);
  if (state === 'frozen') {
    const staff = stack.as(await newAdmin(stack.deps));
    await staff.admin.releasePayouts({ id: payee.workspaceId, reason: 'Checked.' });
  }
  await stack.settle();
}

describe('a booking of a creator with an agency', () => {
  it('is paid to both by two transfers of the same charge, which add up to the price', async () => {
    const booking = await newRepresentedBooking();
    const { id, creator, agency, asBrand, asCreator } = booking;
    await approve(booking);
    expect(await paidTo(id, creator, agency)).toEqual([CREATOR_CENTS, AGENCY_CENTS]);
    const { chargeId } = await getStripeRecords(stack, id);
    const transfers = (await stack.stripe.objects('transfer')).filter((each) => each.transfer_group === id);
    expect(transfers.map(({ source_transaction }) => source_transaction)).toEqual([chargeId, chargeId]);
    expect(await getBalances(stack, id)).toEqual({ processor: FEE_CENTS, fee: -FEE_CENTS });

    // Both see their own part, and the brand sees one payout of the price.
    expect((await asCreator.profiles.dashboard()).totalEarningsCents).toBe(CREATOR_CENTS);
    expect((await stack.as(agency).profiles.dashboard()).totalEarningsCents).toBe(AGENCY_CENTS);
    for (const [payee, cents] of [
      [creator, CREATOR_CENTS],
      [agency, AGENCY_CENTS],
    ] as const) {
      const { paidOutCents, stages } = await stack.as(payee).payouts.summary();
      expect(paidOutCents).toBe(cents);
      expect(stages.find(({ stage }) => stage === 'paid_out')).toMatchObject({ cents, count: 1 });
      expect((await stack.as(payee).payouts.list({})).items).toMatchObject([
        { id, creatorCents: cents, stage: 'paid_out', hasStatement: true },
      ]);
      expect(await stack.as(payee).receipts.payoutStatement({ id })).toMatchObject({
        netCents: cents,
        creator: { username: payee.username },
        lines: [
          {
            priceCents: PRICE_CENTS,
            agency: {
              name: payee === agency ? creator.workspaceName : agency.workspaceName,
              shareBps: 1_500,
              isOwnShare: payee === agency,
            },
          },
        ],
      });
    }
    const seen = JSON.stringify([await asBrand.bookings.byId({ id }), await asBrand.receipts.byBooking({ id })]);
    expect(seen).not.toContain(agency.workspaceName);
    expect(seen).not.toMatch(/"agency":\{/);
    expect(seen).not.toContain(String(CREATOR_CENTS));
  });

  it.each<[PayeeState, PayeeState]>([
    ['payable', 'without setup'],
    ['payable', 'held'],
    ['payable', 'frozen'],
    ['without setup', 'payable'],
    ['held', 'payable'],
    ['frozen', 'payable'],
    ['without setup', 'held'],
    ['held', 'without setup'],
  ])('pays each payee as soon as possible (creator: %s, agency: %s)', async (creatorState, agencyState) => {
    const booking = await newRepresentedBooking({
      creator: await newPayee(creatorState),
      agency: await newPayee(agencyState),
    });
    const { id, creator, agency, asBrand } = booking;
    await approve(booking);
    expect(await paidTo(id, creator, agency)).toEqual([
      creatorState === 'payable' ? CREATOR_CENTS : 0,
      // A report of the creator holds all payouts of the booking.
      agencyState === 'payable' && creatorState !== 'frozen' ? AGENCY_CENTS : 0,
    ]);
    // The brand's booking depends on the creator only.
    expect((await asBrand.bookings.byId({ id })).paymentState).toBe(
      creatorState === 'payable' ? 'released' : 'releasing',
    );
    for (const [payee, state] of [
      [creator, creatorState],
      [agency, agencyState],
    ] as const) {
      const { stages } = await stack.as(payee).payouts.summary();
      const stage = state === 'payable' && creatorState !== 'frozen' ? 'paid_out' : 'blocked';
      expect(stages.find(({ count }) => count > 0)?.stage).toBe(stage);
    }
    await free(agency, agencyState);
    expect((await paidTo(id, agency))[0]).toBe(creatorState === 'frozen' ? 0 : AGENCY_CENTS);
    await free(creator, creatorState);
    expect(await paidTo(id, creator, agency)).toEqual([CREATOR_CENTS, AGENCY_CENTS]);
    expect((await asBrand.bookings.byId({ id })).paymentState).toBe('released');
    expect(await getBalances(stack, id)).toEqual({ processor: FEE_CENTS, fee: -FEE_CENTS });
    expect((await listExceptionStates(stack, id)).filter(([, state]) => state === 'open')).toEqual([]);
    expect((await listEventKinds(stack, id)).filter((kind) => kind === 'payment.released')).toHaveLength(1);
  });

  it('is paid once to each by many simultaneous workers', async () => {
    const booking = await newRepresentedBooking();
    const { id, creator, agency, asBrand } = booking;
    await stack.stopWorker();
    const approving = asBrand.settlements.approve({ id });
    await expect.poll(async () => (await partsOf(id)).length).toBe(2);
    await Promise.allSettled(
      Array.from({ length: 8 }, (_, n) =>
        releasePayment(stack.deps, {
          bookingId: id,
          ...(n % 2 === 0 && { payeeWorkspaceId: n % 4 === 0 ? creator.workspaceId : agency.workspaceId }),
        }),
      ),
    );
    await stack.startWorker();
    await approving;
    await stack.settle();
    expect((await getStripeRecords(stack, id)).transfers.toSorted((one, other) => one - other)).toEqual(
      [CREATOR_CENTS, AGENCY_CENTS].toSorted((one, other) => one - other),
    );
    expect(await getBalances(stack, id)).toEqual({ processor: FEE_CENTS, fee: -FEE_CENTS });
  });

  it('pays the agency although Stripe refuses the transfer to the creator, and lists only that one', async () => {
    const booking = await newRepresentedBooking();
    const { id, creator, agency, asBrand } = booking;
    await stack.stopWorker();
    const approving = asBrand.settlements.approve({ id });
    await expect.poll(async () => (await partsOf(id)).length).toBe(2);
    await stack.stripe.arm({ kind: 'error', status: 400, match: { method: 'POST', path: '/v1/transfers' } });
    await expect(releasePayment(stack.deps, { bookingId: id })).rejects.toThrow();
    expect(await paidTo(id, creator, agency)).toEqual([0, AGENCY_CENTS]);
    const { rows } = await stack.deps.pool.query<{ subject: string; kind: string }>(
      'select subject, kind from money_exception where booking_id = $1',
      [id],
    );
    const own = (await partsOf(id)).find(({ payeeWorkspaceId }) => payeeWorkspaceId === creator.workspaceId);
    expect(rows).toEqual([{ subject: own?.id, kind: 'transfer_refused' }]);
    await stack.startWorker();
    await approving;
    await stack.settle();
    expect(await paidTo(id, creator, agency)).toEqual([CREATOR_CENTS, AGENCY_CENTS]);
    expect(await listExceptionStates(stack, id)).toEqual([['transfer_refused', 'resolved']]);
  });

  it('divides a split of the payment at the same rate', async () => {
    const { id, creator, agency, asBrand, asCreator } = await newRepresentedBooking();
    await asBrand.disputes.reportProblem({ id, problem: 'Short', desiredOutcome: null });
    await asCreator.disputes.proposeSplit({ id, creatorAmount: '100.03' });
    await asBrand.disputes.acceptSplit({ id, creatorCents: 10_003 });
    await stack.settle();
    expect(await paidTo(id, creator, agency)).toEqual([8_503, 1_500]);
    expect((await asCreator.profiles.dashboard()).totalEarningsCents).toBe(8_503);
    expect((await stack.as(agency).profiles.dashboard()).totalEarningsCents).toBe(1_500);
    expect(await getBalances(stack, id)).toEqual({ processor: 1_500, fee: -1_500 });
  });

  it('makes no payout if the brand is refunded in full', async () => {
    const { id, agency, asBrand, asCreator } = await newRepresentedBooking();
    await asBrand.disputes.reportProblem({ id, problem: 'Nothing', desiredOutcome: 'full_refund' });
    await asCreator.disputes.agreeToRefund({ id });
    await stack.settle();
    expect(await getStripeRecords(stack, id)).toMatchObject({ refunds: [TOTAL_CENTS], transfers: [] });
    expect(await getBalances(stack, id)).toEqual({});
    expect((await stack.as(agency).payouts.list({})).items).toEqual([]);
    expect((await stack.as(agency).profiles.dashboard()).totalEarningsCents).toBe(0);
  });

  it('has one transfer if the share is zero or rounds down to zero', async () => {
    const booking = await newRepresentedBooking({ shareBps: 0 });
    await approve(booking);
    expect((await getStripeRecords(stack, booking.id)).transfers).toEqual([PRICE_CENTS]);
    expect(await partsOf(booking.id)).toMatchObject([
      { payeeWorkspaceId: booking.creator.workspaceId, amountCents: PRICE_CENTS },
    ]);
  });

  it('lets an agency delete its account only when it is paid', async () => {
    const agency = await newCreator(stack.deps);
    const booking = await newRepresentedBooking({ agency });
    await approve(booking);
    await expect(
      stack.as(withOldFactor(agency)).personalData.deleteAccount({ confirmation: 'DELETE' }),
    ).rejects.toMatchObject({
      failure: 'ACCOUNT_IN_USE',
    });
    await setUpPayouts(stack.deps, agency);
    await stack.settle();
    await stack.as(withOldFactor(agency)).personalData.deleteAccount({ confirmation: 'DELETE' });
    expect((await booking.asCreator.agencies.overview()).current).toBeNull();
  });
});

describe('a chargeback of a booking of a creator with an agency', () => {
  async function chargeBack(id: string) {
    const { chargeId } = await getStripeRecords(stack, id);
    const dispute = await stack.stripe.dispute(chargeId);
    await stack.settle();
    return async (outcome: 'won' | 'lost') => {
      await stack.stripe.closeDispute(dispute.id, outcome);
      await stack.settle();
    };
  }

  it.each(['won', 'lost'] as const)('reverses both payouts (here: %s)', async (outcome) => {
    const booking = await newRepresentedBooking();
    const { id, creator, agency, asBrand } = booking;
    await approve(booking);
    await stack.pass(3 * ONE_DAY_MS);
    const close = await chargeBack(id);
    expect(await paidTo(id, creator, agency)).toEqual([0, 0]);
    expect(await getBalances(stack, id)).toEqual({
      creator: -PRICE_CENTS,
      fee: -FEE_CENTS,
      chargeback: TOTAL_CENTS,
    });
    await close(outcome);
    const isWon = outcome === 'won';
    expect((await asBrand.bookings.byId({ id })).paymentState).toBe(isWon ? 'released' : 'refunded');
    expect(await paidTo(id, creator, agency)).toEqual(isWon ? [CREATOR_CENTS, AGENCY_CENTS] : [0, 0]);
    expect(await getBalances(stack, id)).toEqual(
      isWon ? { processor: FEE_CENTS, fee: -FEE_CENTS } : { fee: -FEE_CENTS, loss: FEE_CENTS },
    );
    expect((await stack.as(agency).profiles.dashboard()).totalEarningsCents).toBe(isWon ? AGENCY_CENTS : 0);
    expect((await stack.as(creator).profiles.dashboard()).totalEarningsCents).toBe(isWon ? CREATOR_CENTS : 0);
  });

  it.each<['creator' | 'agency', 'won' | 'lost']>([
    ['agency', 'lost'],
    ['creator', 'lost'],
    ['agency', 'won'],
  ])('lists the debt of the %s alone if its balance does not cover the reversal (%s)', async (debtor, outcome) => {
    const booking = await newRepresentedBooking();
    const { id, creator, agency } = booking;
    await approve(booking);
    await stack.pass(3 * ONE_DAY_MS);
    const own = (await partsOf(id)).find(({ payeeWorkspaceId }) => payeeWorkspaceId === booking[debtor].workspaceId);
    await stack.stripe.arm({
      kind: 'error',
      status: 400,
      match: { method: 'POST', path: `/v1/transfers/${own?.stripeTransferId}/reversals` },
      times: 9,
    });
    const close = await chargeBack(id);
    await stack.stripe.disarm();
    const owed = debtor === 'agency' ? AGENCY_CENTS : CREATOR_CENTS;
    expect(await paidTo(id, creator, agency)).toEqual(debtor === 'agency' ? [0, AGENCY_CENTS] : [CREATOR_CENTS, 0]);
    const open = await stack.deps.pool.query<{ subject: string; data: object }>(
      "select subject, data from money_exception where booking_id = $1 and kind = 'reversal_refused'",
      [id],
    );
    expect(open.rows).toMatchObject([
      { subject: own?.id, data: { amountCents: owed, payeeWorkspaceId: booking[debtor].workspaceId } },
    ]);
    await close(outcome);
    if (outcome === 'won') {
      expect(await paidTo(id, creator, agency)).toEqual([CREATOR_CENTS, AGENCY_CENTS]);
      expect(await listExceptionStates(stack, id)).toEqual([['reversal_refused', 'resolved']]);
    } else {
      expect((await getBalances(stack, id))['loss']).toBe(FEE_CENTS + owed);
      expect((await stack.as(booking[debtor]).profiles.dashboard()).totalEarningsCents).toBe(owed);
    }
  });

  it.each(['won', 'lost'] as const)(
    'takes the part that still waits for the agency’s setup only if it is lost (%s)',
    async (outcome) => {
      const booking = await newRepresentedBooking({ agency: await newCreator(stack.deps) });
      const { id, creator, agency, asBrand } = booking;
      await approve(booking);
      await stack.pass(3 * ONE_DAY_MS);
      const close = await chargeBack(id);
      await setUpPayouts(stack.deps, agency);
      await stack.settle();
      expect(await paidTo(id, creator, agency)).toEqual([0, 0]);
      await close(outcome);
      expect(await paidTo(id, creator, agency)).toEqual(outcome === 'won' ? [CREATOR_CENTS, AGENCY_CENTS] : [0, 0]);
      expect((await asBrand.bookings.byId({ id })).paymentState).toBe(outcome === 'won' ? 'released' : 'refunded');
      expect(await getBalances(stack, id)).toEqual(
        outcome === 'won' ? { processor: FEE_CENTS, fee: -FEE_CENTS } : { fee: -FEE_CENTS, loss: FEE_CENTS },
      );
    },
  );

  it('repeats the payout of each payee when their own hold has ended', async () => {
    const booking = await newRepresentedBooking();
    const { id, creator, agency, asBrand } = booking;
    await approve(booking);
    await stack.pass(3 * ONE_DAY_MS);
    const close = await chargeBack(id);
    const heldUntil = new Date(stack.deps.now().getTime() + 2 * ONE_DAY_MS);
    await stack.deps.db
      .updateTable('workspace')
      .set({ payoutsHeldUntil: heldUntil })
      .where('id', '=', agency.workspaceId)
      .execute();
    await close('won');
    expect(await paidTo(id, creator, agency)).toEqual([CREATOR_CENTS, 0]);
    expect((await asBrand.bookings.byId({ id })).paymentState).toBe('released');
    await stack.pass(3 * ONE_DAY_MS);
    expect(await paidTo(id, creator, agency)).toEqual([CREATOR_CENTS, AGENCY_CENTS]);
  });
});

it('pays an agency that represents two creators a share of each, and its own bookings in full', async () => {
  const { creator: ada, agency } = await newRepresentedCreator(stack);
  const ben = await newPayableCreator(stack.deps, { fullName: 'Ben Sato' });
  await represent(stack, agency, ben, 1_000);
  for (const creator of [ada, ben, agency]) {
    const { id, asBrand } = await newBooking(stack.deps, { creator, status: 'completed' });
    await asBrand.settlements.approve({ id });
  }
  await stack.settle();
  expect((await stack.as(agency).profiles.dashboard()).totalEarningsCents).toBe(AGENCY_CENTS + 1_990 + PRICE_CENTS);
  expect(
    (await stack.as(agency).payouts.list({})).items
      .map(({ creatorCents }) => creatorCents)
      .toSorted((one, other) => one - other),
  ).toEqual([AGENCY_CENTS, 1_990, PRICE_CENTS].toSorted((one, other) => one - other));
});
