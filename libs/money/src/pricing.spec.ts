import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  MAX_DELIVERY_DAYS,
  MAX_PRICE_CENTS,
  MIN_PRICE_CENTS,
  DEFAULT_CHOICE,
  hasVaryingPrice,
  computeSale,
  TIER_NAMES,
  type AnsweredQuestion,
  type PackageChoice,
  type PricedPackage,
  type PackageOptions,
  type ComputedSale,
} from './index.ts';

const NONE: PackageOptions = {
  revisions: null,
  tiers: [],
  addOns: [],
  quantity: null,
  rights: [],
  express: null,
  answerPrices: [],
};

const price = fc.integer({ min: MIN_PRICE_CENTS, max: 500_000 });
const days = fc.integer({ min: 2, max: 60 });

/** Generates packages with every kind of option. Each tier costs more than the one before. */
const offered: fc.Arbitrary<PricedPackage & { options: PackageOptions }> = fc
  .record({
    priceCents: price,
    deliveryDays: days,
    steps: fc.array(price, { maxLength: 2 }),
    addOns: fc.array(
      fc.record({ priceCents: price, extraDays: fc.nat(5), maxQuantity: fc.integer({ min: 1, max: 5 }) }),
      {
        maxLength: 4,
      },
    ),
    quantity: fc.option(fc.record({ max: fc.integer({ min: 2, max: 5 }), extraDays: fc.nat(5) })),
    rights: fc.array(fc.nat(500_000), { maxLength: 3 }),
    express: fc.option(price),
    rules: fc.array(fc.record({ above: fc.nat(10), each: fc.boolean(), priceCents: price }), { maxLength: 3 }),
  })
  .map(({ steps, addOns, rights, express, rules, ...rest }) => ({
    ...rest,
    features: ['1 Reel'],
    options: {
      revisions: 1,
      tiers: steps.map((_, at) => ({
        name: (['Standard', 'Premium'] as const)[at] ?? 'Premium',
        priceCents: rest.priceCents + steps.slice(0, at + 1).reduce((sum, step) => sum + step, 0),
        deliveryDays: rest.deliveryDays + at,
        revisions: at + 2,
        features: ['1 Reel', `${at + 1} Stories`],
      })),
      addOns: addOns.map((each, at) => ({ ...each, id: `a${at}`, title: `Add-on ${at}` })),
      quantity: rest.quantity,
      rights: rights.map((priceCents, at) => ({
        id: `r${at}`,
        scope: 'paid_ads' as const,
        channels: 'Instagram',
        termDays: 90,
        exclusivityDays: 0,
        priceCents,
      })),
      express: express === null ? null : { priceCents: express, deliveryDays: 1 },
      answerPrices: rules.map(({ priceCents, ...when }) => ({ questionId: 'q_looks', when, priceCents })),
    },
  }));

/** Generates choices that the package may or may not offer. */
const anyChoice: fc.Arbitrary<PackageChoice> = fc.record({
  tier: fc.constantFrom(...TIER_NAMES),
  quantity: fc.integer({ min: 0, max: 6 }),
  addOns: fc.array(
    fc.record({ id: fc.constantFrom('a0', 'a1', 'a2', 'a9'), quantity: fc.integer({ min: 0, max: 6 }) }),
    {
      maxLength: 3,
    },
  ),
  rightsId: fc.option(fc.constantFrom('r0', 'r1', 'r9')),
  isExpress: fc.boolean(),
});

const answerLooks = (value: string): AnsweredQuestion[] => [
  { questionId: 'q_looks', question: 'How many looks?', value, shown: value },
];
const anyLooks = fc.integer({ min: 0, max: 30 }).map((count) => answerLooks(String(count)));

const isOffered = ({ options }: PricedPackage & { options: PackageOptions }, choice: PackageChoice): boolean =>
  (choice.tier === 'Basic' || options.tiers.some(({ name }) => name === choice.tier)) &&
  choice.quantity >= 1 &&
  choice.quantity <= (options.quantity?.max ?? 1) &&
  (!choice.isExpress || options.express !== null) &&
  (choice.rightsId === null || options.rights.some(({ id }) => id === choice.rightsId)) &&
  new Set(choice.addOns.map(({ id }) => id)).size === choice.addOns.length &&
  choice.addOns.every(({ id, quantity }) =>
    options.addOns.some((each) => each.id === id && quantity >= 1 && quantity <= each.maxQuantity),
  );

function sold(pack: PricedPackage, choice: PackageChoice, answered: readonly AnsweredQuestion[] = []): ComputedSale {
  const result = computeSale(pack, choice, answered);
  if ('message' in result) throw new Error(result.message);
  return result.sale;
}

describe('the price of an order', () => {
  it('has a single line for a package without options', () => {
    fc.assert(
      fc.property(price, days, (priceCents, deliveryDays) => {
        for (const options of [null, NONE]) {
          const sale = sold(
            { priceCents, deliveryDays, features: ['1 Reel'], options },
            DEFAULT_CHOICE,
            answerLooks('9'),
          );
          expect(sale).toEqual({
            lines: [{ kind: 'package', label: 'Package', quantity: 1, unitCents: priceCents, totalCents: priceCents }],
            priceCents,
            deliveryDays,
            features: ['1 Reel'],
            revisions: null,
            tier: null,
            rights: null,
            isExpress: false,
          });
        }
      }),
    );
  });

  it('is computed for every choice that the package offers, and any other choice is refused with a message', () => {
    fc.assert(
      fc.property(offered, anyChoice, anyLooks, (pack, choice, answered) => {
        const result = computeSale(pack, choice, answered);
        if (isOffered(pack, choice)) {
          // Each generated value is far below the maximum price and delivery time. Only an order that combines
          // several of them can exceed these limits.
          if ('message' in result)
            expect(result.message).toMatch(/^(An order can cost|The delivery time of an order can be) at most/);
        } else {
          expect(result).toEqual({ message: expect.stringMatching(/choose again\.$/) as unknown });
        }
      }),
      { numRuns: 500 },
    );
  });

  it('is the sum of its lines, and stays within the maximum price and delivery time', () => {
    fc.assert(
      fc.property(offered, anyChoice, anyLooks, (pack, choice, answered) => {
        const result = computeSale(pack, choice, answered);
        if ('message' in result) return;
        const { lines, priceCents, deliveryDays } = result.sale;
        for (const line of lines) expect(line.totalCents).toBe(line.quantity * line.unitCents);
        expect(priceCents).toBe(lines.reduce((sum, line) => sum + line.totalCents, 0));
        expect(priceCents).toBeGreaterThanOrEqual(pack.priceCents);
        expect(priceCents).toBeLessThanOrEqual(MAX_PRICE_CENTS);
        expect(deliveryDays).toBeGreaterThanOrEqual(1);
        expect(deliveryDays).toBeLessThanOrEqual(MAX_DELIVERY_DAYS);
        if (!hasVaryingPrice(pack.options)) expect(priceCents).toBe(pack.priceCents);
      }),
      { numRuns: 500 },
    );
  });

  it('never drops when the brand adds options', () => {
    const more: ((choice: PackageChoice) => PackageChoice)[] = [
      (choice) => ({ ...choice, tier: TIER_NAMES[TIER_NAMES.indexOf(choice.tier) + 1] ?? choice.tier }),
      (choice) => ({ ...choice, quantity: choice.quantity + 1 }),
      (choice) => ({ ...choice, addOns: choice.addOns.map((each) => ({ ...each, quantity: each.quantity + 1 })) }),
      (choice) => ({ ...choice, addOns: [...choice.addOns, { id: 'a3', quantity: 1 }] }),
      (choice) => ({ ...choice, rightsId: choice.rightsId ?? 'r0' }),
      (choice) => ({ ...choice, isExpress: true }),
    ];
    fc.assert(
      fc.property(
        offered,
        anyChoice,
        fc.nat(30),
        fc.nat(30),
        fc.constantFrom(...more),
        (pack, choice, count, further, add) => {
          const [less, greater] = [
            computeSale(pack, choice, answerLooks(String(count))),
            computeSale(pack, add(choice), answerLooks(String(count + further))),
          ];
          if ('sale' in less && 'sale' in greater)
            expect(greater.sale.priceCents).toBeGreaterThanOrEqual(less.sale.priceCents);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ['2', true, []],
    ['3', true, []],
    ['3.5', true, [1, 5_000]],
    ['5', true, [2, 10_000]],
    ['5', false, [1, 5_000]],
    ['many', true, []],
    ['', true, []],
  ])('includes a surcharge for more than 3 looks: %s looks, charged per look: %s', (value, each, expected) => {
    const options = { ...NONE, answerPrices: [{ questionId: 'q_looks', when: { above: 3, each }, priceCents: 5_000 }] };
    const { lines } = sold(
      { priceCents: 10_000, deliveryDays: 3, features: [], options },
      DEFAULT_CHOICE,
      answerLooks(value),
    );
    expect(lines.slice(1).flatMap((line) => [line.quantity, line.totalCents])).toEqual(expected);
    if (expected.length > 0) expect(lines[1]?.label).toBe(`How many looks? ${value} (more than 3)`);
  });

  it('is refused if an answer raises it above the maximum price, even if the answer is a huge number', () => {
    const options = {
      ...NONE,
      answerPrices: [{ questionId: 'q_looks', when: { above: 0, each: true }, priceCents: MAX_PRICE_CENTS }],
    };
    const pack = { priceCents: 10_000, deliveryDays: 3, features: [], options };
    for (const value of ['2', '999999999999999'])
      expect(computeSale(pack, DEFAULT_CHOICE, answerLooks(value))).toEqual({
        message: 'An order can cost at most $100,000.00 before the platform fee. Please reduce your order.',
      });
  });

  it('comes with the express delivery time, plus the extra days of add-ons and of the quantity', () => {
    const pack: PricedPackage = {
      priceCents: 10_000,
      deliveryDays: 10,
      features: [],
      options: {
        ...NONE,
        tiers: [{ name: 'Standard', priceCents: 20_000, deliveryDays: 14, revisions: 2, features: ['More'] }],
        addOns: [{ id: 'raw', title: 'Raw footage', priceCents: 1_000, extraDays: 2, maxQuantity: 3 }],
        quantity: { max: 3, extraDays: 4 },
        express: { priceCents: 3_000, deliveryDays: 2 },
      },
    };
    const choice: PackageChoice = {
      tier: 'Standard',
      quantity: 3,
      addOns: [{ id: 'raw', quantity: 3 }],
      rightsId: null,
      isExpress: true,
    };
    const sale = sold(pack, choice);
    expect(sale.deliveryDays).toBe(2 + 2 + 2 * 4);
    expect(sale.lines.map(({ label, totalCents }) => [label, totalCents])).toEqual([
      ['Standard', 60_000],
      ['Express delivery', 3_000],
      ['Raw footage', 3_000],
    ]);
    expect(sale).toMatchObject({ priceCents: 66_000, revisions: 2, features: ['More'], tier: 'Standard' });
  });
});
