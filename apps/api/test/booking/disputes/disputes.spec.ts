/**
 * Tests reported problems and disputed cancellation requests: how they freeze a booking and are answered, settled or
 * decided.
 */
import { describe, expect, it } from 'vitest';
import { newAdmin, newBooking, newCreator, type NewBookingOptions } from '../../../src/demo/builders.ts';
import type { DisputeDecision } from '../../../src/modules/booking/disputes/decisions.service.ts';
import { checkMoneyAfterAll } from '../../support/money-checks.ts';
import {
  ONE_DAY_MS,
  listEventKinds,
  listExceptionStates,
  ONE_HOUR_MS,
  getBookingMoney,
  MONEY_IF_PAID,
  PRICE_CENTS,
  MONEY_IF_REFUNDED,
  getRefusalCode,
  MONEY_IF_SPLIT,
} from '../../support/booking-money.ts';
import { useStack } from '../../support/stack.ts';

const stack = useStack();
checkMoneyAfterAll(stack);
const PROBLEM = 'The Reel shows last year’s jacket.';

/** Creates a completed booking with a problem that the brand has reported. */
async function withProblem(options: NewBookingOptions = {}) {
  const booking = await newBooking(stack.deps, { status: 'completed', ...options });
  const reported = await booking.asBrand.disputes.reportProblem({
    id: booking.id,
    problem: PROBLEM,
    desiredOutcome: 'partial_refund',
  });
  return { ...booking, reported, disputeId: reported.dispute?.id ?? '' };
}

/** Creates a booking in progress with a cancellation request by the brand that the creator disputes. */
async function withDisputedCancellation() {
  const booking = await newBooking(stack.deps, { status: 'in_progress' });
  await booking.asBrand.cancellations.request({ id: booking.id, reason: 'It takes too long.' });
  const disputed = await booking.asCreator.cancellations.answer({
    id: booking.id,
    answer: 'dispute',
    statement: 'It is nearly done.',
  });
  return { ...booking, disputed, disputeId: disputed.dispute?.id ?? '' };
}

async function decide(
  decision: Omit<DisputeDecision, 'reason' | 'priceCentsToCreator'> & { creatorCents?: number },
): Promise<string> {
  const { decideDispute } = await import('../../../src/modules/booking/disputes/decisions.service.ts');
  const admin = await newAdmin(stack.deps, { fullName: 'Ada Staff' });
  const { creatorCents, ...rest } = decision;
  return getRefusalCode(
    decideDispute(stack.deps, admin, {
      ...rest,
      reason: 'The brief asked for this year’s jacket.',
      ...(creatorCents && { priceCentsToCreator: creatorCents }),
    }),
  );
}

describe('a dispute without a decision by staff', () => {
  it('is listed as an exception for staff from 7 days after the answer deadline until the dispute is closed', async () => {
    const { id, asBrand } = await newBooking(stack.deps, { status: 'completed' });
    const reported = await asBrand.disputes.reportProblem({
      id,
      problem: 'Half of it is missing.',
      desiredOutcome: null,
    });
    expect(reported.nextStep).toMatchObject({ label: 'Answer by' });
    await stack.pass(7 * ONE_DAY_MS + ONE_HOUR_MS);
    expect((await asBrand.bookings.byId({ id })).nextStep).toMatchObject({
      label: 'Decided by',
      at: new Date(Number(reported.dispute?.answerBy) + 7 * ONE_DAY_MS).toISOString(),
    });
    await stack.pass(7 * ONE_DAY_MS - 2 * ONE_HOUR_MS);
    expect(await listExceptionStates(stack, id)).toEqual([]);
    await stack.pass(2 * ONE_HOUR_MS);
    expect(await listExceptionStates(stack, id)).toEqual([['dispute_undecided', 'open']]);
    await asBrand.disputes.withdraw({ id });
    expect(await listExceptionStates(stack, id)).toEqual([['dispute_undecided', 'resolved']]);
  });
});

describe('a problem that the brand reports with completed work', () => {
  it('freezes the payout and gives the creator 7 days to answer', async () => {
    const { id, asCreator, reported } = await withProblem();
    expect(reported).toMatchObject({ status: 'completed', paymentState: 'disputed', releaseAt: null });
    expect(reported.dispute).toMatchObject({
      kind: 'problem',
      desiredOutcome: 'partial_refund',
      statements: [{ text: PROBLEM }],
    });
    expect(reported.nextStep).toMatchObject({ waitingFor: 'creator', at: reported.dispute?.answerBy.toISOString() });
    await stack.pass(6 * ONE_DAY_MS);
    expect(await asCreator.bookings.byId({ id })).toMatchObject({
      paymentState: 'disputed',
      nextStep: { waitingFor: 'creator' },
    });
    const answered = await asCreator.disputes.addStatement({ id, text: 'It is this year’s, in another colour.' });
    expect(answered.nextStep).toMatchObject({ waitingFor: 'platform', label: 'Decided by' });
    expect(answered.dispute?.statements.map(({ text }) => text)).toEqual([
      PROBLEM,
      'It is this year’s, in another colour.',
    ]);
    expect(await getBookingMoney(stack, id)).toMatchObject({ refunds: [], transfers: [] });
  });

  it('can be reported only by the brand, only between completion and payout, and once at a time', async () => {
    const { id, asBrand, asCreator } = await newBooking(stack.deps, { status: 'completed' });
    expect(await getRefusalCode(asCreator.disputes.reportProblem({ id, problem: PROBLEM, desiredOutcome: null }))).toBe(
      'BRANDS_ONLY',
    );
    await expect(asBrand.disputes.reportProblem({ id, problem: '  ', desiredOutcome: null })).rejects.toThrow(
      'Please describe the problem',
    );
    await asBrand.disputes.reportProblem({ id, problem: PROBLEM, desiredOutcome: null });
    expect(await getRefusalCode(asBrand.disputes.reportProblem({ id, problem: PROBLEM, desiredOutcome: null }))).toBe(
      'PROBLEM_REFUSED',
    );
    expect(await getRefusalCode(asBrand.settlements.approve({ id }))).toBe('RELEASE_REFUSED');
    const other = await newBooking(stack.deps, { status: 'completed' });
    await other.asBrand.settlements.approve({ id: other.id });
    expect(
      await getRefusalCode(
        other.asBrand.disputes.reportProblem({ id: other.id, problem: PROBLEM, desiredOutcome: null }),
      ),
    ).toBe('PROBLEM_REFUSED');
    const working = await newBooking(stack.deps, { status: 'in_progress' });
    expect(
      await getRefusalCode(
        working.asBrand.disputes.reportProblem({ id: working.id, problem: PROBLEM, desiredOutcome: null }),
      ),
    ).toBe('PROBLEM_REFUSED');
  });

  it('can be reported at most three times, so that the payout cannot be delayed forever', async () => {
    const { id, asBrand } = await newBooking(stack.deps, { status: 'completed' });
    for (let time = 0; time < 3; time++) {
      await asBrand.disputes.reportProblem({ id, problem: PROBLEM, desiredOutcome: null });
      await asBrand.disputes.withdraw({ id });
    }
    expect(await getRefusalCode(asBrand.disputes.reportProblem({ id, problem: PROBLEM, desiredOutcome: null }))).toBe(
      'PROBLEMS_SPENT',
    );
    await stack.pass(6 * ONE_DAY_MS);
    expect(await asBrand.bookings.byId({ id })).toMatchObject({ status: 'completed', paymentState: 'released' });
  });

  it('pauses the payout period, which resumes where it stopped when the brand withdraws the report', async () => {
    const { id, asBrand, asCreator } = await newBooking(stack.deps, { status: 'completed' });
    await stack.pass(3 * ONE_DAY_MS);
    const before = await asBrand.bookings.byId({ id });
    const left = Number(before.releaseAt) - stack.deps.now().getTime();
    await asBrand.disputes.reportProblem({ id, problem: PROBLEM, desiredOutcome: 'redo' });
    await stack.pass(4 * ONE_DAY_MS);
    expect(await getRefusalCode(asCreator.disputes.withdraw({ id }))).toBe('DISPUTE_STEP_REFUSED');
    const withdrawn = await asBrand.disputes.withdraw({ id });
    expect(withdrawn).toMatchObject({ paymentState: 'held', nextStep: { waitingFor: 'brand' } });
    expect(Math.abs(Number(withdrawn.releaseAt) - stack.deps.now().getTime() - left)).toBeLessThan(5_000);
    await stack.pass(left + ONE_HOUR_MS);
    expect(await asBrand.bookings.byId({ id })).toMatchObject({ paymentState: 'released' });
    expect(await getBookingMoney(stack, id)).toEqual(MONEY_IF_PAID);
  });

  it('leads to a full refund if the creator agrees, while the booking stays completed and earns the creator nothing', async () => {
    const { id, asBrand, asCreator } = await withProblem();
    expect((await asCreator.profiles.dashboard()).totalEarningsCents).toBe(PRICE_CENTS);
    expect(await getRefusalCode(asBrand.disputes.agreeToRefund({ id }))).toBe('DISPUTE_STEP_REFUSED');
    expect(await asCreator.disputes.agreeToRefund({ id })).toMatchObject({
      status: 'completed',
      paymentState: 'refunded',
      dispute: { outcome: 'refund_agreed' },
    });
    expect(await getBookingMoney(stack, id)).toEqual(MONEY_IF_REFUNDED);
    expect(await asCreator.profiles.dashboard()).toMatchObject({ totalEarningsCents: 0, completedBookings: 0 });
    expect((await asBrand.profiles.dashboard()).totalSpentCents).toBe(0);
  });

  it('leads to a split of the price if the brand accepts the creator’s latest offer', async () => {
    const { id, asBrand, asCreator } = await withProblem();
    for (const amount of ['0', '0.00', '1e2', '199.00', '250', '-5']) {
      await expect(asCreator.disputes.proposeSplit({ id, creatorAmount: amount })).rejects.toThrow();
    }
    await asCreator.disputes.proposeSplit({ id, creatorAmount: '150.00' });
    const offered = await asCreator.disputes.proposeSplit({ id, creatorAmount: '100.00' });
    expect(offered).toMatchObject({
      paymentState: 'disputed',
      dispute: { offerCreatorCents: 10_000 },
      nextStep: { waitingFor: 'brand' },
    });
    expect(await getRefusalCode(asBrand.disputes.acceptSplit({ id, creatorCents: 15_000 }))).toBe(
      'DISPUTE_OFFER_CHANGED',
    );
    expect(await getRefusalCode(asCreator.disputes.acceptSplit({ id, creatorCents: 10_000 }))).toBe('BRANDS_ONLY');
    expect(await asBrand.disputes.acceptSplit({ id, creatorCents: 10_000 })).toMatchObject({
      status: 'completed',
      paymentState: 'split',
      settledCreatorCents: 10_000,
      settledFeeCents: 1_500,
      settledRefundCents: 11_385,
    });
    expect(await getBookingMoney(stack, id)).toEqual(MONEY_IF_SPLIT);
    expect((await asCreator.profiles.dashboard()).totalEarningsCents).toBe(10_000);
    expect((await asBrand.profiles.dashboard()).totalSpentCents).toBe(11_500);
  });

  it.each<[DisputeDecision['decision'], number, string, object]>([
    ['release', 0, 'released', MONEY_IF_PAID],
    ['refund', 0, 'refunded', MONEY_IF_REFUNDED],
    ['split', 10_000, 'split', MONEY_IF_SPLIT],
  ])(
    'can be decided by staff with the outcome “%s” once the creator has answered',
    async (decision, creatorCents, paymentState, money) => {
      const { id, asBrand, asCreator, disputeId } = await withProblem();
      expect(await decide({ disputeId, decision, creatorCents })).toBe('DISPUTE_NOT_DECIDABLE');
      await asCreator.disputes.addStatement({ id, text: 'See the brief.' });
      expect(await decide({ disputeId, decision, creatorCents })).toBe('nothing');
      const decided = await asBrand.bookings.byId({ id });
      expect(decided).toMatchObject({
        status: 'completed',
        paymentState,
        dispute: { outcome: decision, decisionReason: 'The brief asked for this year’s jacket.' },
      });
      expect(await getBookingMoney(stack, id)).toEqual(money);
      expect(await decide({ disputeId, decision: 'refund' })).toBe('DISPUTE_CLOSED');
      // The two sides do not see the name of the staff member.
      expect(JSON.stringify(decided)).not.toContain('Ada Staff');
      const action = await stack.deps.db
        .selectFrom('adminAction')
        .selectAll()
        .where('subjectId', '=', disputeId)
        .executeTakeFirstOrThrow();
      expect(action).toMatchObject({ action: 'dispute.decided', after: { decision } });
    },
  );

  it('can be decided by staff after 7 days without an answer', async () => {
    const { id, asBrand, disputeId } = await withProblem();
    await stack.pass(7 * ONE_DAY_MS + ONE_HOUR_MS);
    expect(await asBrand.bookings.byId({ id })).toMatchObject({ nextStep: { waitingFor: 'platform' } });
    expect((await listEventKinds(stack, id)).at(-1)).toBe('dispute.unanswered');
    expect(await decide({ disputeId, decision: 'split', creatorCents: PRICE_CENTS })).toBe('SPLIT_INVALID');
    expect(await decide({ disputeId, decision: 'refund' })).toBe('nothing');
    expect(await getBookingMoney(stack, id)).toEqual(MONEY_IF_REFUNDED);
  });

  it('cannot be decided by a staff member on either side of the booking, and outsiders cannot take part', async () => {
    const admin = await newAdmin(stack.deps, { fullName: 'Ada Staff' });
    const { id, asCreator, disputeId } = await withProblem({ brand: admin });
    await asCreator.disputes.addStatement({ id, text: 'See the brief.' });
    const { decideDispute } = await import('../../../src/modules/booking/disputes/decisions.service.ts');
    expect(
      await getRefusalCode(decideDispute(stack.deps, admin, { disputeId, decision: 'refund', reason: 'Mine' })),
    ).toBe('DISPUTE_STEP_REFUSED');
    const stranger = stack.as(await newCreator(stack.deps));
    expect(await getRefusalCode(stranger.disputes.addStatement({ id, text: 'Hello' }))).toBe('BOOKING_NOT_FOUND');
    expect(await getRefusalCode(stranger.disputes.proposeSplit({ id, creatorAmount: '10' }))).toBe('BOOKING_NOT_FOUND');
  });
});

describe('a disputed cancellation request', () => {
  it('freezes the booking while the dispute is open', async () => {
    const { id, asBrand, asCreator, disputed } = await withDisputedCancellation();
    expect(disputed).toMatchObject({
      status: 'in_progress',
      paymentState: 'disputed',
      cancellation: null,
      nextStep: { waitingFor: 'brand' },
    });
    expect(disputed.dispute?.statements.map(({ text }) => text)).toEqual(['It takes too long.', 'It is nearly done.']);
    expect(await getRefusalCode(asCreator.bookings.move({ id, status: 'completed' }))).toBe('BOOKING_FROZEN');
    expect(await getRefusalCode(asBrand.cancellations.request({ id, reason: 'Again' }))).toBe('CANCELLATION_REFUSED');
    expect(await getRefusalCode(asCreator.disputes.proposeSplit({ id, creatorAmount: '100' }))).toBe(
      'DISPUTE_STEP_REFUSED',
    );
    await stack.pass(4 * ONE_DAY_MS);
    expect(await asBrand.bookings.byId({ id })).toMatchObject({ status: 'in_progress', paymentState: 'disputed' });
  });

  it('lets the booking continue when the brand withdraws the request', async () => {
    const { id, asBrand, asCreator } = await withDisputedCancellation();
    expect(await asBrand.disputes.withdraw({ id })).toMatchObject({ status: 'in_progress', paymentState: 'held' });
    expect(await asCreator.bookings.move({ id, status: 'completed' })).toMatchObject({ status: 'completed' });
  });

  it('ends in a full refund when the creator agrees to the cancellation after all', async () => {
    const { id, asBrand, asCreator } = await withDisputedCancellation();
    expect(await getRefusalCode(asBrand.disputes.agreeToRefund({ id }))).toBe('DISPUTE_STEP_REFUSED');
    expect(await asCreator.disputes.agreeToRefund({ id })).toMatchObject({
      status: 'cancelled',
      cancelReason: 'agreed',
      paymentState: 'refunded',
    });
    expect(await getBookingMoney(stack, id)).toEqual(MONEY_IF_REFUNDED);
  });

  it('can be decided by staff, who continue or cancel the booking but cannot split the price', async () => {
    const first = await withDisputedCancellation();
    await first.asBrand.disputes.addStatement({ id: first.id, text: 'We are in a hurry.' });
    expect(await decide({ disputeId: first.disputeId, decision: 'split', creatorCents: 10_000 })).toBe(
      'DISPUTE_STEP_REFUSED',
    );
    expect(await decide({ disputeId: first.disputeId, decision: 'release' })).toBe('nothing');
    expect(await first.asBrand.bookings.byId({ id: first.id })).toMatchObject({
      status: 'in_progress',
      paymentState: 'held',
    });
    expect(await getBookingMoney(stack, first.id)).toMatchObject({ refunds: [], transfers: [] });

    // Found by the soak test (seed 303): the work is later completed and disputed a second time.
    await first.asCreator.bookings.move({ id: first.id, status: 'completed' });
    const problem = await first.asBrand.disputes.reportProblem({
      id: first.id,
      problem: PROBLEM,
      desiredOutcome: null,
    });
    await first.asCreator.disputes.addStatement({ id: first.id, text: 'See the brief.' });
    expect(await decide({ disputeId: problem.dispute?.id ?? '', decision: 'split', creatorCents: 10_000 })).toBe(
      'nothing',
    );
    expect(await getBookingMoney(stack, first.id)).toEqual(MONEY_IF_SPLIT);

    const second = await withDisputedCancellation();
    await stack.pass(8 * ONE_DAY_MS);
    expect(await decide({ disputeId: second.disputeId, decision: 'refund' })).toBe('nothing');
    expect(await second.asBrand.bookings.byId({ id: second.id })).toMatchObject({
      status: 'cancelled',
      cancelReason: 'decided',
      paymentState: 'refunded',
    });
    expect(await getBookingMoney(stack, second.id)).toEqual(MONEY_IF_REFUNDED);
  });
});
