/** Tests package options: how they are stored, chosen, paid item by item, and kept by the booking. */
import { DEFAULT_CHOICE, hasVaryingPrice, type PackageChoice } from '@marquee/money';
import type { PackageOptionsForm, Question } from '@marquee/validation';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import type { SessionUser } from '../../../src/core/ctx.ts';
import { setFaultHooks } from '../../../src/core/faults.ts';
import { inTransaction } from '../../../src/core/unit-of-work.ts';
import {
  createChoice,
  SAMPLE_CUSTOMER,
  newBooking,
  newBrand,
  newCreator,
  newPackage,
  newPayableCreator,
  newQuestions,
} from '../../../src/demo/builders.ts';
import { checkMoneyAfterAll } from '../../support/money-checks.ts';
import { ONE_DAY_MS, getBookingMoney, getRefusalCode } from '../../support/booking-money.ts';
import { useStack } from '../../support/stack.ts';

const stack = useStack();
checkMoneyAfterAll(stack);
afterEach(() => setFaultHooks({}));

const QUESTIONS: Question[] = [
  { id: 'q_looks', type: 'number', question: 'How many looks?', required: true },
  { id: 'q_raw', type: 'boolean', question: 'Do you need the raw footage?', required: false },
];

const OPTIONS: PackageOptionsForm = {
  revisions: 1,
  tiers: [
    { name: 'Standard', price: '200', deliveryDays: 7, revisions: 2, features: ['2 Reels'] },
    { name: 'Premium', price: '350.50', deliveryDays: 10, revisions: 3, features: ['4 Reels', 'Drone footage'] },
  ],
  addOns: [{ id: 'story', title: 'One more Story', price: '25', extraDays: 1, maxQuantity: 5 }],
  quantity: { max: 3, extraDays: 2 },
  rights: [
    { id: 'ads', scope: 'paid_ads', channels: 'Instagram', termDays: 90, exclusivityDays: 30, price: '80' },
    { id: 'own', scope: 'organic', channels: 'All channels', termDays: null, exclusivityDays: 0, price: '0' },
  ],
  express: { price: '40', deliveryDays: 2 },
  answerPrices: [
    { questionId: 'q_looks', when: { above: 3, each: true }, price: '50' },
    { questionId: 'q_raw', when: { is: 'yes' }, price: '30' },
  ],
};

const FORM = {
  name: 'Outfit Reel',
  description: 'Three looks in one Reel.',
  price: '100',
  deliveryDays: 5,
  features: [],
};

/** Creates a package for $100.00 with every kind of option. */
async function newOffer() {
  const creator = await newPayableCreator(stack.deps);
  const own = stack.as(creator).packages;
  const { id } = await own.create(FORM);
  await newQuestions(stack.deps, creator, id, QUESTIONS);
  const pack = await own.save({ ...FORM, id, options: OPTIONS });
  return { creator, own, pack };
}

const ANSWERS = { q_looks: '3' };
const order = (
  brand: SessionUser,
  packageId: string,
  choice?: Partial<PackageChoice>,
  answers: object | null = ANSWERS,
) =>
  stack.as(brand).payments.openCheckout({
    packageId,
    brandUserId: brand.id,
    customer: SAMPLE_CUSTOMER,
    ...(answers && { answers: answers as Record<string, string> }),
    ...(choice && { choice: createChoice(choice) }),
  });

describe('the options of a package', () => {
  it('are returned with a single package, but neither in lists nor by the REST API', async () => {
    const { creator, own, pack } = await newOffer();
    const whole = await stack.as(null).packages.byId({ id: pack.id });
    expect(whole.pricesVary).toBe(true);
    expect(whole.options).toMatchObject({ tiers: [{ priceCents: 20_000 }, { priceCents: 35_050 }], revisions: 1 });
    expect(hasVaryingPrice(whole.options)).toBe(true);
    const listed = [
      ...(await own.listByCreator({ id: creator.id })),
      ...(await stack.as(null).profiles.packages({ username: creator.username })),
    ];
    expect(listed).toHaveLength(2);
    for (const each of listed) {
      expect(each).not.toHaveProperty('options');
      expect(each).toMatchObject({ pricesVary: true, priceCents: 10_000 });
    }
    const plain = await newPackage(stack.deps, creator);
    expect(plain).toMatchObject({ options: null, pricesVary: false });
    const visitor = await stack.asBrowser(null);
    const rest = async (id: string) =>
      Object.keys((await visitor('GET', `/api/packages/${id}`)).json<Record<string, unknown>>());
    expect((await rest(pack.id)).toSorted()).toEqual((await rest(plain.id)).toSorted());
    expect(await rest(pack.id)).not.toContain('options');
  });

  it('stay unchanged if a save omits them, can be removed, are copied to a duplicate, and have an append-only history', async () => {
    const { own, pack } = await newOffer();
    expect((await own.save({ ...FORM, id: pack.id, name: 'Renamed' })).options).toEqual(pack.options);
    expect(await own.duplicate({ id: pack.id })).toMatchObject({ options: pack.options, pricesVary: true });
    expect(await own.save({ ...FORM, id: pack.id, options: null })).toMatchObject({ options: null, pricesVary: false });
    const only = { ...OPTIONS, tiers: [], addOns: [], quantity: null, express: null, answerPrices: [] };
    const free = { ...only, rights: OPTIONS.rights.slice(1) };
    for (const options of [only, free]) {
      const saved = await own.save({ ...FORM, id: pack.id, options });
      expect(saved.pricesVary).toBe(hasVaryingPrice(saved.options));
    }
    const versions = await stack.deps.db
      .selectFrom('packageOptions')
      .select('options')
      .where('packageId', '=', pack.id)
      .orderBy('seq')
      .execute();
    expect(versions.map(({ options }) => options?.rights.length ?? null)).toEqual([2, null, 2, 1]);
    for (const change of [sql`update package_options set since = now()`, sql`delete from package_options`])
      await expect(change.execute(stack.deps.db)).rejects.toThrow(
        /append-only|permission|not be changed|insufficient/i,
      );
    await own.remove({ id: pack.id });
  });

  it.each<[string, Partial<PackageOptionsForm>, string]>([
    [
      'a tier that does not cost more',
      { tiers: [{ ...tierOf(0), price: '100' }] },
      'Standard must cost more than Basic',
    ],
    [
      'tiers in the wrong order',
      { tiers: [tierOf(0), { ...tierOf(1), price: '150' }] },
      'Premium must cost more than Standard',
    ],
    [
      'an express delivery that is not faster',
      { express: { price: '40', deliveryDays: 5 } },
      'Express delivery must take fewer days than the fastest tier, which takes 5',
    ],
    [
      'a price for a removed answer',
      { answerPrices: [{ questionId: 'q_raw', when: { is: 'maybe' }, price: '5' }] },
      'This answer no longer exists: Do you need the raw footage?',
    ],
    [
      'a price for a removed question',
      { answerPrices: [{ questionId: 'q_gone', when: { is: 'yes' }, price: '5' }] },
      'This question no longer exists. Remove the price, or choose another question.',
    ],
  ])('cannot contain %s', async (_, change, sentence) => {
    const { own, pack } = await newOffer();
    await expect(own.save({ ...FORM, id: pack.id, options: { ...OPTIONS, ...change } })).rejects.toThrow(sentence);
  });

  it('keep the price that they were made for if a form that leaves them out was opened before', async () => {
    const { own, pack } = await newOffer();
    const tiers = [{ ...tierOf(0), price: '150' }, tierOf(1)];
    await own.save({ ...FORM, id: pack.id, options: { ...OPTIONS, tiers } });
    const edit = { ...FORM, id: pack.id, price: '140' };
    await expect(own.save({ ...edit, base: { ...FORM, options: OPTIONS } })).rejects.toMatchObject({
      failure: 'EDIT_STALE',
    });
    expect((await own.byId({ id: pack.id })).priceCents).toBe(10_000);
    const saved = await own.save({ ...edit, base: { ...FORM, options: { ...OPTIONS, tiers } } });
    expect([saved.priceCents, saved.options?.tiers[0]?.priceCents]).toEqual([14_000, 15_000]);
  });

  it('are validated by database constraints, and every tier must cost more than the package', async () => {
    const { own, pack } = await newOffer();
    expect(await getRefusalCode(own.save({ ...FORM, id: pack.id, price: '200' }))).toBe('PACKAGE_OPTIONS_MISFIT');
    const { options } = pack;
    for (const wrong of [
      { ...options, addOns: Array.from({ length: 11 }, () => options?.addOns[0]) },
      { ...options, tiers: undefined },
      { ...options, express: { priceCents: 10_000_001, deliveryDays: 1 } },
      { ...options, express: { priceCents: '5', deliveryDays: 1 } },
      [],
    ])
      await expect(
        stack.deps.db
          .updateTable('package')
          .set({ options: JSON.stringify(wrong) })
          .where('id', '=', pack.id)
          .execute(),
      ).rejects.toThrow(/package_options_form|non-array|cannot get array length/);
  });
});

function tierOf(at: number): PackageOptionsForm['tiers'][number] {
  const tier = OPTIONS.tiers[at];
  if (!tier) throw new Error(`There is no tier ${at}`);
  return tier;
}

const EVERYTHING: PackageChoice = {
  tier: 'Premium',
  quantity: 2,
  addOns: [{ id: 'story', quantity: 3 }],
  rightsId: 'ads',
  isExpress: true,
};

describe('an order with options', () => {
  it('shows the exact amount of each item, and is charged and paid out with exact totals', async () => {
    const { creator, pack } = await newOffer();
    const { id, asBrand, asCreator } = await newBooking(stack.deps, {
      creator,
      packageId: pack.id,
      status: 'completed',
      choice: EVERYTHING,
      answers: { q_looks: '5', q_raw: 'yes' },
    });
    const lines = [
      ['package', 'Premium', 2, 35_050, 70_100],
      ['express', 'Express delivery', 1, 4_000, 4_000],
      ['add_on', 'One more Story', 3, 2_500, 7_500],
      ['rights', 'Paid ads, Instagram, 90 days', 1, 8_000, 8_000],
      ['answer', 'How many looks? 5 (more than 3)', 2, 5_000, 10_000],
      ['answer', 'Do you need the raw footage? Yes', 1, 3_000, 3_000],
    ];
    const priceCents = 102_600;
    const feeCents = 15_390;
    for (const side of [asBrand, asCreator]) {
      const booking = await side.bookings.byId({ id });
      expect(booking).toMatchObject({
        priceCents,
        feeCents,
        totalCents: priceCents + feeCents,
        // The delivery time consists of two days for express delivery, one for the Stories and two for the second
        // piece.
        deliveryDays: 5,
        features: ['4 Reels', 'Drone footage'],
        chosen: { tier: 'Premium', revisions: 3, rights: { termDays: 90, exclusivityDays: 30 }, isExpress: true },
      });
      expect(
        booking.chosen?.lines.map((line) => [line.kind, line.label, line.quantity, line.unitCents, line.totalCents]),
      ).toEqual(lines);
      expect(Date.parse(String(booking.dueAt)) - Date.parse(String(booking.startedAt))).toBe(5 * ONE_DAY_MS);
    }
    const rest = await (await stack.asBrowser(creator))('GET', `/api/bookings/${id}`);
    expect(rest.json()).toMatchObject({
      package: { price: '1026.00', deliveryDays: 5 },
      totalAmount: '1179.90',
      platformFee: '153.90',
      influencerAmount: '1026.00',
    });
    await asBrand.settlements.approve({ id });
    await stack.settle();
    expect(await getBookingMoney(stack, id)).toMatchObject({
      transfers: [priceCents],
      ledger: { processor: feeCents, fee: -feeCents },
    });
  });

  it('costs the base price of the package if a client that does not support options sends none', async () => {
    const { pack } = await newOffer();
    const brand = await newBrand(stack.deps);
    const { bookingId, ...amounts } = await order(brand, pack.id);
    expect(amounts).toMatchObject({ priceCents: 10_000, feeCents: 1_500, totalCents: 11_500 });
    expect(await stack.as(brand).bookings.byId({ id: bookingId })).toMatchObject({
      deliveryDays: 5,
      chosen: { lines: [{ label: 'Basic', totalCents: 10_000 }], choice: DEFAULT_CHOICE, revisions: 1 },
    });
    const plain = await newPackage(stack.deps, await newCreator(stack.deps));
    const { bookingId: plainId } = await order(brand, plain.id);
    expect((await stack.as(brand).bookings.byId({ id: plainId })).chosen).toBeNull();
  });

  it.each<[string, Partial<PackageChoice>]>([
    ['an add-on of another package', { addOns: [{ id: 'other', quantity: 1 }] }],
    ['too many units of an add-on', { addOns: [{ id: 'story', quantity: 6 }] }],
    [
      'an add-on twice',
      {
        addOns: [
          { id: 'story', quantity: 3 },
          { id: 'story', quantity: 3 },
        ],
      },
    ],
    ['rights that the package does not offer', { rightsId: 'other' }],
    ['a quantity that is too large', { quantity: 4 }],
  ])('is refused for %s', async (_, choice) => {
    const { pack } = await newOffer();
    const brand = await newBrand(stack.deps);
    expect(await getRefusalCode(order(brand, pack.id, choice))).toBe('CHOICE_INVALID');
    expect((await stack.as(brand).bookings.list({})).items).toEqual([]);
  });

  it('is refused if the package has no options, unless every choice is the default', async () => {
    const pack = await newPackage(stack.deps, await newCreator(stack.deps));
    const brand = await newBrand(stack.deps);
    for (const choice of [{ tier: 'Standard' as const }, { isExpress: true }, { quantity: 2 }])
      expect(await getRefusalCode(order(brand, pack.id, choice, null))).toBe('CHOICE_INVALID');
    expect((await order(brand, pack.id, DEFAULT_CHOICE, null)).priceCents).toBe(19_900);
  });

  it('stays the same if the brand repeats the request, and is replaced if the brand chooses different options', async () => {
    const { pack } = await newOffer();
    const brand = await newBrand(stack.deps);
    const first = await order(brand, pack.id, { tier: 'Standard' });
    // A request without options and answers keeps those of the open order.
    expect(await order(brand, pack.id, undefined, null)).toEqual(first);
    expect(await order(brand, pack.id, { tier: 'Standard' })).toEqual(first);
    // A different choice replaces the order even at the same price.
    const second = await order(brand, pack.id, { quantity: 2 });
    expect(second).toMatchObject({ priceCents: first.priceCents });
    expect(second.bookingId).not.toBe(first.bookingId);
    const third = await order(brand, pack.id, { quantity: 2 }, { q_looks: '4' });
    expect(third).toMatchObject({ priceCents: 25_000 });
    await stack.settle();
    for (const { bookingId } of [first, second])
      expect(await stack.as(brand).bookings.byId({ id: bookingId })).toMatchObject({
        status: 'cancelled',
        cancelReason: 'superseded',
        paymentState: 'voided',
      });
  });

  it('has the old price if the creator raises it during the checkout, and the new price if the brand orders again', async () => {
    const { own, pack } = await newOffer();
    const brand = await newBrand(stack.deps);
    const held = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    setFaultHooks({
      race: (point) => {
        if (point !== 'order.before_commit') return undefined;
        reached.resolve();
        return held.promise;
      },
    });
    const ordering = order(brand, pack.id, { tier: 'Standard' });
    await reached.promise;
    // The order's transaction has locked the package, so the creator's change waits for it.
    const dearer = { ...OPTIONS, tiers: [{ ...tierOf(0), price: '300' }, tierOf(1)] };
    const changing = own.save({ ...FORM, id: pack.id, options: dearer });
    await expect.poll(isWaiting).toBe(true);
    setFaultHooks({});
    held.resolve();
    const first = await ordering;
    expect(first.priceCents).toBe(20_000);
    expect((await changing).options?.tiers[0]?.priceCents).toBe(30_000);
    // The open order can still be paid at its old price. A repeated request uses the new price.
    expect((await stack.as(brand).payments.resumeCheckout({ id: first.bookingId })).priceCents).toBe(20_000);
    const again = await order(brand, pack.id, { tier: 'Standard' });
    expect(again).toMatchObject({ priceCents: 30_000 });
    expect(again.bookingId).not.toBe(first.bookingId);
  });

  it('keeps the chosen options while the brand is on the waiting list', async () => {
    const { creator, pack } = await newOffer();
    await stack.as(creator).availability.save({ maxBookings: 1, leadDays: 0, timeOff: [] });
    const other = await newBooking(stack.deps, { creator, packageId: pack.id, answers: ANSWERS });
    const brand = await newBrand(stack.deps);
    const entry = {
      packageId: pack.id,
      customer: SAMPLE_CUSTOMER,
      answers: ANSWERS,
      choice: createChoice({ tier: 'Standard' }),
    };
    await stack.as(brand).availability.joinWaitingList(entry);
    await other.asBrand.bookings.withdraw({ id: other.id });
    await stack.settle();
    expect((await order(brand, pack.id, undefined, null)).priceCents).toBe(20_000);
  });

  it('reminds both sides once, 14 days before the ordered usage rights end', async () => {
    const { creator, pack } = await newOffer();
    const { id, brand, asBrand } = await newBooking(stack.deps, {
      creator,
      packageId: pack.id,
      status: 'completed',
      choice: { rightsId: 'ads' },
      answers: ANSWERS,
    });
    await asBrand.settlements.approve({ id });
    const readMailTexts = async () =>
      (await asBrand.bookings.byId({ id })).timeline.filter(({ kind }) => kind === 'booking.rights_reminded');
    await stack.pass(75 * ONE_DAY_MS);
    expect(await readMailTexts()).toEqual([]);
    await stack.pass(2 * ONE_DAY_MS);
    const completedAt = (await asBrand.bookings.byId({ id })).completedAt as Date;
    expect(await readMailTexts()).toMatchObject([
      {
        actorWorkspaceId: null,
        data: {
          rights: 'Paid ads, Instagram, 90 days',
          endsAt: new Date(completedAt.getTime() + 90 * ONE_DAY_MS).toISOString(),
        },
      },
    ]);
    const mails = await stack.deps.db
      .selectFrom('mail')
      .select('personId')
      .where('bookingId', '=', id)
      .where('kind', '=', 'booking.rights_reminded')
      .execute();
    expect(mails).toHaveLength(2);
    expect(new Set(mails.map(({ personId }) => personId))).toEqual(new Set([brand.id, creator.id]));
    // A second run of the job does not repeat the reminder.
    await inTransaction(stack.deps, (tx) => tx.enqueue('bookings.remind_rights', { bookingId: id }));
    await stack.settle();
    expect(await readMailTexts()).toHaveLength(1);
  });

  it('is included in the data export of both sides', async () => {
    const { creator, pack } = await newOffer();
    const { brand } = await newBooking(stack.deps, {
      creator,
      packageId: pack.id,
      choice: { tier: 'Standard' },
      answers: ANSWERS,
    });
    for (const person of [creator, brand]) {
      const { bookings } = await stack.as(person).personalData.export();
      expect(bookings).toMatchObject([{ chosen: { tier: 'Standard' } }]);
    }
  });
});

/** Returns whether a query is waiting for a lock. */
async function isWaiting(): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    stack.deps.db,
  );
  return (rows[0]?.n ?? 0) > 0;
}
