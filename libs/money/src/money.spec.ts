import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  toCents,
  formatDecimal,
  DEFAULT_FEE_BPS,
  computeFee,
  formatRate,
  MAX_FEE_BPS,
  parseRate,
  formatFeeIncluded,
  formatDollars,
  formatTotal,
  formatWholeDollars,
  MAX_PRICE_CENTS,
  MIN_PRICE_CENTS,
  parseDollars,
  parsePrice,
  toPlainAmount,
  findPriceWithin,
  computeQuote,
  computeSplit,
} from './index.ts';

/**
 * Computes the fee in a different way than the code under test: rounds down to whole cents, and adds one cent if the
 * remainder is half a cent or more.
 */
function exactFee(price: number, rate: number): number {
  const product = BigInt(price) * BigInt(rate);
  return Number(product / 10_000n + (product % 10_000n >= 5_000n ? 1n : 0n));
}

const price = fc.integer({ min: MIN_PRICE_CENTS, max: MAX_PRICE_CENTS });
const rate = fc.integer({ min: 0, max: MAX_FEE_BPS });

describe('the fee', () => {
  it('is 15% of the price, with half a cent rounded up, for every price up to $1,000', () => {
    for (let amount = 0; amount <= 100_000; amount++) {
      const { priceCents, feeCents, totalCents } = computeQuote(toCents(amount), DEFAULT_FEE_BPS);
      if (feeCents !== exactFee(amount, DEFAULT_FEE_BPS) || priceCents + feeCents !== totalCents) {
        expect.fail(`at ${amount} cents: fee ${feeCents}, total ${totalCents}`);
      }
    }
  });

  it('is rounded correctly for any price and any rate', () => {
    fc.assert(
      fc.property(price, rate, (amount, bps) => {
        const { priceCents, feeCents, totalCents } = computeQuote(toCents(amount), bps);
        expect(feeCents).toBe(exactFee(amount, bps));
        expect(totalCents - feeCents).toBe(priceCents);
        expect(Number.isSafeInteger(totalCents)).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });

  it('never falls when the price rises', () => {
    fc.assert(
      fc.property(price, price, rate, (a, b, bps) => {
        const [low, high] = a < b ? [a, b] : [b, a];
        expect(computeFee(toCents(low), bps)).toBeLessThanOrEqual(computeFee(toCents(high), bps));
      }),
    );
  });

  it.each([
    [10_000, 1_500, 11_500], // the example of requirements R1.4
    [100, 15, 115],
    [103, 15, 118], // 15.45
    [110, 17, 127], // 16.50 rounds up
    [19_900, 2_985, 22_885],
    [10_000_000, 1_500_000, 11_500_000],
  ])('for a price of %i cents is %i, with a total of %i', (amount, fee, total) => {
    expect(computeQuote(toCents(amount), 1500)).toEqual({
      priceCents: amount,
      feeBps: 1500,
      feeCents: fee,
      totalCents: total,
    });
  });
});

describe('a fee rate', () => {
  it.each([
    ['15', 1500],
    ['12.5', 1250],
    ['0.25', 25],
    ['0', 0],
    ['30', 3000],
    ['30.01', null],
    ['015', null],
    ['1e1', null],
    ['12.345', null],
    ['-1', null],
    ['', null],
  ])('entered as %j is parsed as %j basis points', (text, bps) => {
    expect(parseRate(text)).toBe(bps);
  });

  it.each([
    [1500, '15%'],
    [1250, '12.5%'],
    [1, '0.01%'],
  ])('of %i basis points is formatted as %s', (bps, text) => {
    expect(formatRate(bps)).toBe(text);
  });
});

describe('the split of a payment', () => {
  const anySplit = fc
    .tuple(price, rate)
    .chain(([whole, bps]) =>
      fc.tuple(
        fc.constant({ priceCents: toCents(whole), feeBps: bps }),
        fc.integer({ min: 0, max: whole }).map(toCents),
      ),
    );

  it.each([
    [10_000, 5_000, 750, 5_750],
    [10_000, 0, 0, 11_500],
    [10_000, 10_000, 1_500, 0],
    [103, 1, 0, 117], // 0.15 of a cent
    [103, 10, 2, 106], // 1.5 rounds up
    [110, 109, 16, 2],
  ])(
    'for a price of %i, of which the creator keeps %i, has a fee of %i and a refund of %i',
    (whole, creatorCents, feeCents, refundCents) => {
      expect(computeSplit({ priceCents: whole, feeBps: 1500 }, toCents(creatorCents))).toEqual({
        creatorCents: creatorCents,
        feeCents,
        refundCents,
      });
    },
  );

  it('adds up to the paid amount, and charges the fee only on the creator’s share', () => {
    fc.assert(
      fc.property(anySplit, ([whole, keptCents]) => {
        const { creatorCents, feeCents, refundCents } = computeSplit(whole, keptCents);
        expect(creatorCents + feeCents + refundCents).toBe(computeQuote(whole.priceCents, whole.feeBps).totalCents);
        expect([creatorCents, feeCents]).toEqual([keptCents, exactFee(keptCents, whole.feeBps)]);
        expect(Math.min(feeCents, refundCents)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('refunds less when the creator keeps more', () => {
    fc.assert(
      fc.property(
        anySplit.filter(([whole, creatorCents]) => creatorCents < whole.priceCents),
        ([whole, creatorCents]) => {
          expect(computeSplit(whole, toCents(creatorCents + 1)).refundCents).toBeLessThan(
            computeSplit(whole, creatorCents).refundCents,
          );
        },
      ),
    );
  });

  it('throws if the creator would keep more than the price or less than 0', () => {
    expect(() => computeSplit({ priceCents: 100, feeBps: 1500 }, toCents(101))).toThrow(RangeError);
    expect(() => computeSplit({ priceCents: 100, feeBps: 1500 }, toCents(-1))).toThrow(RangeError);
  });
});

describe('price parsing', () => {
  it.each([
    ['1', 100],
    ['1.5', 150],
    ['199.00', 19_900],
    ['0.99', null],
    ['0', null],
    ['100000', 10_000_000],
    ['100000.00', 10_000_000],
    ['100000.01', null],
    ['999999.99', null],
    ['12.345', null],
    ['1e9', null],
    ['0x10', null],
    [' 12 ', null],
    ['NaN', null],
    ['', null],
    ['-5', null],
    ['+5', null],
    ['1,000', null],
    ['$5', null],
    ['012', null],
    ['5.', null],
    ['.5', null],
    ['Infinity', null],
    ['١٢', null],
    ['12\n', null],
  ])('parses %j as %s', (text, expected) => {
    expect(parsePrice(text)).toBe(expected);
  });

  it.each([
    ['1,200', '1200'],
    [' $1,200.00 ', '1200.00'],
    ['$ 250', '250'],
    [' 250 ', '250'],
    ['100,000', '100000'],
    ['1,234,567.8', '1234567.8'],
    ['12,00', '12,00'],
    ['1,2000', '1,2000'],
    [',200', ',200'],
    ['1.200,50', '1.200,50'],
    ['$-5', '-5'],
    ['$$5', '$5'],
    ['', ''],
  ])('converts %j as typed in a form to %j', (typed, plain) => {
    expect(toPlainAmount(typed)).toBe(plain);
  });

  it('parses every formatted amount to the original value', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), (amount) => {
        expect(parseDollars(formatDecimal(amount))).toBe(amount);
      }),
    );
  });
});

describe('amount formatting', () => {
  it.each([
    [0, '0.00', '$0.00', '$0'],
    [5, '0.05', '$0.05', '$0'],
    [19_900, '199.00', '$199.00', '$199'],
    [19_950, '199.50', '$199.50', '$200'],
    [123_456_789, '1234567.89', '$1,234,567.89', '$1,234,568'],
    [-1_250, '-12.50', '-$12.50', '-$13'],
  ])('formats %i cents as the decimal %s, the amount %s and the whole dollars %s', (amount, text, dollars, whole) => {
    expect(formatDecimal(amount)).toBe(text);
    expect(formatDollars(amount)).toBe(dollars);
    expect(formatWholeDollars(amount)).toBe(whole);
  });
});

it('formats a total without cents if they are zero, and states the included fee in the note next to it', () => {
  expect([36_800, 22_885, 100].map(formatTotal)).toEqual(['$368', '$228.85', '$1']);
  expect([1_500, 1_250, 0].map(formatFeeIncluded)).toEqual(['15% fee included', '12.5% fee included', 'no fee']);
});

it('refuses to convert a fraction of a cent', () => {
  expect(() => toCents(0.5)).toThrow(RangeError);
  expect(() => toCents(Number.NaN)).toThrow(RangeError);
});

describe('the highest price within a total', () => {
  it.each([
    [0, 0],
    [1, 1],
    [100, 87],
    [115, 100],
    [116, 101],
    [118, 103],
    [119, 103],
    [120, 104],
    [11_500, 10_000],
    [11_499, 9_999],
    [11_501, 10_001],
    [11_500_000, MAX_PRICE_CENTS],
  ])('of %i cents is %i', (total, price) => {
    expect(findPriceWithin(toCents(total), 1500)).toBe(price);
  });

  it('keeps the total with the fee within the limit, which one more cent would exceed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2_000_000_000 }), rate, (total, bps) => {
        const price = findPriceWithin(toCents(total), bps);
        expect(computeQuote(price, bps).totalCents).toBeLessThanOrEqual(total);
        expect(computeQuote(toCents(price + 1), bps).totalCents).toBeGreaterThan(total);
      }),
    );
  });

  it('is the original price if the limit is the total of that price', () => {
    fc.assert(
      fc.property(fc.integer({ min: MIN_PRICE_CENTS, max: MAX_PRICE_CENTS }), rate, (amount, bps) => {
        expect(findPriceWithin(computeQuote(toCents(amount), bps).totalCents, bps)).toBe(amount);
      }),
    );
  });
});
