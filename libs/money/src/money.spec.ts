import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cents,
  decimal,
  feeOf,
  formatDollars,
  formatWholeDollars,
  MAX_PRICE,
  MIN_PRICE,
  parseDollars,
  parsePrice,
  priceWithin,
  quote,
  splitOf,
} from './index.ts';

/** The fee computed a second way, in exact integers: the whole cent, plus one when the rest is half a cent or more. */
function exactFee(price: number): number {
  const hundredths = BigInt(price) * 15n;
  return Number(hundredths / 100n + (hundredths % 100n >= 50n ? 1n : 0n));
}

const price = fc.integer({ min: MIN_PRICE, max: MAX_PRICE });

describe('the fee', () => {
  it('is 15% of the price, half a cent rounded up, and adds up, for every cent up to $1,000', () => {
    for (let amount = 0; amount <= 100_000; amount++) {
      const { priceCents, feeCents, totalCents } = quote(cents(amount));
      if (feeCents !== exactFee(amount) || priceCents + feeCents !== totalCents) {
        expect.fail(`at ${amount} cents: fee ${feeCents}, total ${totalCents}`);
      }
    }
  });

  it('holds for any price up to the largest', () => {
    fc.assert(
      fc.property(price, (amount) => {
        const { priceCents, feeCents, totalCents } = quote(cents(amount));
        expect(feeCents).toBe(exactFee(amount));
        expect(totalCents - feeCents).toBe(priceCents);
        expect(Number.isSafeInteger(totalCents)).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });

  it('never falls when the price rises', () => {
    fc.assert(
      fc.property(price, price, (a, b) => {
        const [low, high] = a < b ? [a, b] : [b, a];
        expect(feeOf(cents(low))).toBeLessThanOrEqual(feeOf(cents(high)));
      }),
    );
  });

  it.each([
    [10_000, 1_500, 11_500], // spec §1's example: $100 → $15 → $115
    [100, 15, 115],
    [103, 15, 118], // 15.45
    [110, 17, 127], // 16.50 rounds up
    [19_900, 2_985, 22_885],
    [10_000_000, 1_500_000, 11_500_000],
  ])('%i cents → fee %i, total %i', (amount, fee, total) => {
    expect(quote(cents(amount))).toEqual({ priceCents: amount, feeCents: fee, totalCents: total });
  });
});

describe('dividing a payment', () => {
  const part = price.chain((whole) =>
    fc.tuple(fc.constant(cents(whole)), fc.integer({ min: 0, max: whole }).map(cents)),
  );

  it.each([
    [10_000, 5_000, 750, 5_750],
    [10_000, 0, 0, 11_500],
    [10_000, 10_000, 1_500, 0],
    [103, 1, 0, 117], // 0.15 of a cent
    [103, 10, 2, 106], // 1.5 rounds up
    [110, 109, 16, 2],
  ])('of a package of %i, the creator keeping %i: fee %i, refund %i', (whole, kept, feeCents, refundCents) => {
    expect(splitOf(cents(whole), cents(kept))).toEqual({ creatorCents: kept, feeCents, refundCents });
  });

  it('gives out to the cent what was paid, and takes the fee of what is released', () => {
    fc.assert(
      fc.property(part, ([whole, kept]) => {
        const { creatorCents, feeCents, refundCents } = splitOf(whole, kept);
        expect(creatorCents + feeCents + refundCents).toBe(quote(whole).totalCents);
        expect([creatorCents, feeCents]).toEqual([kept, exactFee(kept)]);
        expect(Math.min(feeCents, refundCents)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('never refunds more when the creator keeps more', () => {
    fc.assert(
      fc.property(
        part.filter(([whole, kept]) => kept < whole),
        ([whole, kept]) => {
          expect(splitOf(whole, cents(kept + 1)).refundCents).toBeLessThan(splitOf(whole, kept).refundCents);
        },
      ),
    );
  });

  it('refuses more than the price and less than nothing', () => {
    expect(() => splitOf(cents(100), cents(101))).toThrow(RangeError);
    expect(() => splitOf(cents(100), cents(-1))).toThrow(RangeError);
  });
});

describe('parsing a price', () => {
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
  ])('%j → %s', (text, expected) => {
    expect(parsePrice(text)).toBe(expected);
  });

  it('reads back what it wrote, for any amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), (amount) => {
        expect(parseDollars(decimal(amount))).toBe(amount);
      }),
    );
  });
});

describe('writing money', () => {
  it.each([
    [0, '0.00', '$0.00', '$0'],
    [5, '0.05', '$0.05', '$0'],
    [19_900, '199.00', '$199.00', '$199'],
    [19_950, '199.50', '$199.50', '$200'],
    [123_456_789, '1234567.89', '$1,234,567.89', '$1,234,568'],
    [-1_250, '-12.50', '-$12.50', '-$13'],
  ])('%i', (amount, text, dollars, whole) => {
    expect(decimal(amount)).toBe(text);
    expect(formatDollars(amount)).toBe(dollars);
    expect(formatWholeDollars(amount)).toBe(whole);
  });
});

it('refuses a fraction of a cent', () => {
  expect(() => cents(0.5)).toThrow(RangeError);
  expect(() => cents(Number.NaN)).toThrow(RangeError);
});

describe('the price within a total', () => {
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
    [11_500_000, MAX_PRICE],
  ])('of %i is %i', (total, price) => {
    expect(priceWithin(cents(total))).toBe(price);
  });

  it('is the highest that does not go over it, for any total', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2_000_000_000 }), (total) => {
        const price = priceWithin(cents(total));
        expect(quote(price).totalCents).toBeLessThanOrEqual(total);
        expect(quote(cents(price + 1)).totalCents).toBeGreaterThan(total);
      }),
    );
  });

  it('finds every price again by its total', () => {
    fc.assert(
      fc.property(fc.integer({ min: MIN_PRICE, max: MAX_PRICE }), (price) => {
        expect(priceWithin(quote(cents(price)).totalCents)).toBe(price);
      }),
    );
  });
});
