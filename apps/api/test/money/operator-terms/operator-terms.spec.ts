/**
 * Tests the operator's fee and deadlines: staff set them, each booking keeps those of its order, and all screens and
 * calculations use the same ones.
 */
import { randomUUID } from 'node:crypto';
import { DEFAULT_OPERATOR_TERMS, DEFAULT_WINDOWS, type OperatorTerms, type Windows } from '@marquee/booking';
import { toCents, computeSplit } from '@marquee/money';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import {
  createUserCaller,
  confirmCard,
  SAMPLE_CUSTOMER,
  newAdmin,
  newBooking,
  newBrand,
  newPackage,
  newPayableCreator,
} from '../../../src/demo/builders.ts';
import { checkMoneyAfterAll } from '../../support/money-checks.ts';
import { ONE_DAY_MS, ONE_HOUR_MS, getBookingMoney, PRICE_CENTS, getRefusalCode } from '../../support/booking-money.ts';
import { useStack } from '../../support/stack.ts';

const stack = useStack();
checkMoneyAfterAll(stack);

const asAdmin = async () => createUserCaller(stack.deps, await newAdmin(stack.deps));
const asVisitor = () => createUserCaller(stack.deps, null);

/** Sets new terms that differ from the current ones. */
async function setTerms(change: { feeBps?: number; windows?: Partial<Windows> }): Promise<OperatorTerms> {
  const admin = await asAdmin();
  const [current] = (await admin.operatorTerms.list({})).items;
  if (current === undefined) throw new Error('There are no terms');
  const terms = { feeBps: change.feeBps ?? current.feeBps, windows: { ...current.windows, ...change.windows } };
  await admin.operatorTerms.change({ number: current.number, reason: 'A test of the terms', ...terms });
  return terms;
}

describe('the set of operator terms', () => {
  it('starts with the documented values', async () => {
    expect(await asVisitor().operatorTerms.current()).toEqual({ ...DEFAULT_OPERATOR_TERMS, hasTrustPage: true });
  });

  it('takes effect as soon as a staff member changes it, and the change is logged with that staff member and the reason', async () => {
    const admin = await newAdmin(stack.deps, { fullName: 'Ada Staff' });
    const caller = createUserCaller(stack.deps, admin);
    const [before] = (await caller.operatorTerms.list({})).items;
    const terms = { feeBps: 1_250, windows: { ...DEFAULT_WINDOWS, acceptHours: 48 } };
    await caller.operatorTerms.change({ number: before?.number ?? 0, reason: 'Spring', ...terms });
    expect(await asVisitor().operatorTerms.current()).toEqual({ ...terms, hasTrustPage: true });
    const { items } = await caller.operatorTerms.list({});
    expect(items[0]).toMatchObject({ number: (before?.number ?? 0) + 1, setByName: 'Ada Staff', reason: 'Spring' });
    expect(items).toHaveLength((before?.number ?? 0) + 1);
    const [action] = (await caller.admin.audit({ action: 'operator_terms.set' })).items;
    expect(action).toMatchObject({
      actorPersonId: admin.id,
      reason: 'Spring',
      before: { feeBps: 1_500, acceptHours: 72 },
      after: { feeBps: 1_250, acceptHours: 48 },
    });
  });

  it('can be changed by only one of several simultaneous requests, and only to different values', async () => {
    const admin = await asAdmin();
    const [current] = (await admin.operatorTerms.list({})).items;
    if (current === undefined) throw new Error('There are no terms');
    const { number, feeBps, windows } = current;
    const change = (fee: number) =>
      getRefusalCode(admin.operatorTerms.change({ number, reason: 'Two at once', feeBps: fee, windows }));
    expect(await change(feeBps)).toBe('ADMIN_ACTION_STALE');
    const answers = await Promise.all([1_100, 1_200, 1_300, 1_400].map(change));
    expect(answers.filter((answer) => answer !== 'ADMIN_ACTION_STALE')).toHaveLength(1);
    expect((await admin.operatorTerms.list({})).items[0]?.number).toBe(number + 1);
  });

  it.each([
    [{ feeBps: 3_001 }],
    [{ feeBps: -1 }],
    [{ feeBps: 12.5 }],
    [{ windows: { acceptHours: 23 } }],
    [{ windows: { acceptHours: 145 } }],
    [{ windows: { releaseDays: 2.5 } }],
    [{ windows: { startDays: 20, startEndDays: 20 } }],
    [{ windows: { overdueDays: 14, overdueEndDays: 10 } }],
  ])('rejects the change %j', async (change) => {
    await expect(setTerms(change)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('cannot be changed or deleted in the database, and a booking must refer to existing terms', async () => {
    const { db } = stack.deps;
    await expect(sql`update operator_terms set fee_bps = 1`.execute(db)).rejects.toThrow();
    await expect(sql`delete from operator_terms`.execute(db)).rejects.toThrow();
    const { id } = await newBooking(stack.deps);
    for (const change of [
      sql`fee_bps = 1`,
      sql`fee_cents = fee_cents + 1`,
      sql`windows = '{}'`,
      sql`terms_number = 99`,
    ])
      await expect(sql`update booking set ${change} where id = ${id}`.execute(db)).rejects.toThrow();
  });
});

describe('a booking', () => {
  it('keeps the fee and deadlines under which it was ordered until it is paid out', async () => {
    const { feeBps, windows } = await setTerms({ feeBps: 1_000, windows: { releaseDays: 4, acceptHours: 30 } });
    const early = await newBooking(stack.deps, { status: 'completed' });
    await setTerms({ feeBps: 2_000, windows: { releaseDays: 9, acceptHours: 90 } });
    const late = await newBooking(stack.deps);

    const before = await early.asBrand.bookings.byId({ id: early.id });
    expect(before).toMatchObject({ feeBps, windows, feeCents: PRICE_CENTS / 10, totalCents: (PRICE_CENTS * 11) / 10 });
    expect(Number(before.releaseAt) - Number(before.completedAt)).toBe(4 * ONE_DAY_MS);
    const after = await late.asBrand.bookings.byId({ id: late.id });
    expect(after).toMatchObject({ feeBps: 2_000, feeCents: PRICE_CENTS / 5 });
    expect(Number(after.acceptBy) - Number(after.authorizedAt)).toBe(90 * ONE_HOUR_MS);

    await stack.pass(4 * ONE_DAY_MS + ONE_HOUR_MS);
    await stack.settle();
    const fee = PRICE_CENTS / 10;
    expect(await getBookingMoney(stack, early.id)).toEqual({
      refunds: [],
      transfers: [PRICE_CENTS],
      ledger: { processor: fee, fee: -fee },
    });
  });

  it('is split at the fee rate of its order, even if the operator changes the rate later', async () => {
    const { feeBps } = await setTerms({ feeBps: 725 });
    const { id, asBrand, asCreator } = await newBooking(stack.deps, { status: 'completed' });
    await setTerms({ feeBps: 1_900 });
    await asBrand.disputes.reportProblem({ id, problem: 'Half of it is missing.', desiredOutcome: 'partial_refund' });
    const half = await asCreator.disputes.proposeSplit({ id, creatorAmount: '99.50' });
    await asBrand.disputes.acceptSplit({ id, creatorCents: half.dispute?.offerCreatorCents ?? 0 });
    await stack.settle();
    const { creatorCents, feeCents, refundCents } = computeSplit({ priceCents: PRICE_CENTS, feeBps }, toCents(9_950));
    expect(await getBookingMoney(stack, id)).toEqual({
      refunds: [refundCents],
      transfers: [creatorCents],
      ledger: { processor: feeCents, fee: -feeCents },
    });
  });

  it.each([
    [0, {}],
    [3_000, { processor: 5_970, fee: -5_970 }],
  ])('is paid out correctly at a fee of %i basis points', async (feeBps, ledger) => {
    await setTerms({ feeBps });
    const { id, asBrand } = await newBooking(stack.deps, { status: 'completed' });
    expect(await asBrand.settlements.approve({ id })).toMatchObject({
      paymentState: 'released',
      totalCents: PRICE_CENTS + (PRICE_CENTS * feeBps) / 10_000,
    });
    await stack.settle();
    expect(await getBookingMoney(stack, id)).toEqual({ refunds: [], transfers: [PRICE_CENTS], ledger });
  });

  it('can be split even if the fee on the creator’s share is less than half a cent', async () => {
    await setTerms({ feeBps: 1_501 });
    const { id, asBrand, asCreator } = await newBooking(stack.deps, { status: 'completed' });
    await asBrand.disputes.reportProblem({
      id,
      problem: 'Nearly all of it is missing.',
      desiredOutcome: 'partial_refund',
    });
    await asCreator.disputes.proposeSplit({ id, creatorAmount: '0.03' });
    expect(await asBrand.disputes.acceptSplit({ id, creatorCents: 3 })).toMatchObject({ paymentState: 'split' });
    expect((await getBookingMoney(stack, id)).transfers).toEqual([3]);
  });

  it('is paid under the terms of its checkout, even if the operator changes them before the payment', async () => {
    await setTerms({ feeBps: 1_600 });
    const creator = await newPayableCreator(stack.deps);
    const brand = await newBrand(stack.deps);
    const { id: packageId } = await newPackage(stack.deps, creator);
    const asBrand = createUserCaller(stack.deps, brand);
    const order = { packageId, brandUserId: brand.id, customer: SAMPLE_CUSTOMER };
    const opened = await asBrand.payments.openCheckout(order);
    await setTerms({ feeBps: 2_600 });
    const again = await asBrand.payments.openCheckout(order);
    expect(again).toMatchObject({ bookingId: opened.bookingId, totalCents: opened.totalCents });
    await confirmCard(stack.deps, again.clientSecret);
    await asBrand.payments.confirmReturn({ id: opened.bookingId });
    expect(await asBrand.bookings.byId({ id: opened.bookingId })).toMatchObject({
      paymentState: 'authorized',
      feeBps: 1_600,
    });
  });

  it('costs as much as the search, the comparison and the landing page show', async () => {
    const { feeBps } = await setTerms({ feeBps: 2_345 });
    const creator = await newPayableCreator(stack.deps, { fullName: `Rate ${randomUUID().slice(0, 8)}` });
    const { id } = await newPackage(stack.deps, creator);
    const [compared] = await asVisitor().discovery.compare({ ids: [id] });
    const { id: bookingId, asBrand } = await newBooking(stack.deps, { creator, packageId: id });
    const booking = await asBrand.bookings.byId({ id: bookingId });
    expect(compared?.package).toMatchObject({ feeBps, feeCents: booking.feeCents, totalCents: booking.totalCents });
    const dollars = Math.ceil(booking.totalCents / 100);
    const results = await asVisitor().discovery.search({ query: creator.fullName, maxBudget: dollars });
    expect(results.items.map((item) => item.package.totalCents)).toContain(booking.totalCents);
    expect((await asVisitor().discovery.search({ query: creator.fullName, maxBudget: dollars - 2 })).items).toEqual([]);
    for (const item of (await asVisitor().discovery.landing()).featured) expect(item.package.feeBps).toBe(feeBps);
  });
});
