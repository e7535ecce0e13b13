/** What matching is for: a fitting creator in fewer looks, and a share for newcomers. At a small size. */
import { NEWCOMER_EVERY } from '@marquee/matching';
import { describe, expect, it } from 'vitest';
import { compareLooks, simulateYear } from './evaluate.ts';

describe('matching', () => {
  it('leads to a fitting creator in fewer looks than popularity, whatever the seed', () => {
    for (const seed of [1, 2, 3]) {
      const { factor, onFirstPage } = compareLooks({ seed, brands: 150, creators: 300 });
      expect(factor).toBeGreaterThan(1.2);
      expect(onFirstPage.match).toBeGreaterThan(onFirstPage.popularity);
    }
  });

  it('gives the same figures for the same seed', () => {
    const size = { seed: 5, brands: 40, creators: 150 };
    expect(compareLooks(size)).toEqual(compareLooks(size));
    expect(compareLooks({ ...size, seed: 6 })).not.toEqual(compareLooks(size));
  });

  it('gives newcomers their share of the places, and more looks and bookings than without the rule', () => {
    const size = { seed: 1, creators: 150, brandsADay: 20, days: 120 };
    const [kept, not] = [simulateYear({ ...size, order: 'kept' }), simulateYear({ ...size, order: 'score' })];
    expect(kept.places).toBeGreaterThanOrEqual(100 / NEWCOMER_EVERY);
    expect(kept.places).toBeGreaterThan(not.places);
    expect(kept.exposure).toBeGreaterThan(not.exposure);
    // Brands do not pay for it with bookings that do not come about.
    expect(kept.orders).toBeGreaterThan(not.orders * 0.95);
  });
});
