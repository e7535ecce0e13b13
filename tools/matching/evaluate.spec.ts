/** What matching is for: a fitting creator in fewer looks, and a share for newcomers. At a small size. */
import { describe, expect, it } from 'vitest';
import { compareListOrders, simulateYear } from './evaluate.ts';

describe('matching', () => {
  it('finds a fitting creator in fewer looks than ranking by popularity, for every seed', () => {
    for (const seed of [1, 2, 3]) {
      const { factor, onFirstPage } = compareListOrders({ seed, brands: 150, creators: 300 });
      expect(factor).toBeGreaterThan(1.2);
      expect(onFirstPage.match).toBeGreaterThan(onFirstPage.popularity);
    }
  });

  it('gives the same figures for the same seed', () => {
    const size = { seed: 5, brands: 40, creators: 150 };
    expect(compareListOrders(size)).toEqual(compareListOrders(size));
    expect(compareListOrders({ ...size, seed: 6 })).not.toEqual(compareListOrders(size));
  });

  it('gives newcomers their share of the places, more looks than without the rule, and costs brands no orders', () => {
    const size = { seed: 1, creators: 150, brandsADay: 20, days: 120, proven: 5 };
    const [kept, not] = [simulateYear({ ...size, order: 'kept' }), simulateYear({ ...size, order: 'score' })];
    // Wherever one reaches the floor, one of the first six places is a newcomer's.
    expect(kept.inFirstSix).toBe(100);
    expect(not.inFirstSix).toBeLessThan(90);
    expect(kept.exposure).toBeGreaterThan(not.exposure);
    expect(kept.orders).toBeGreaterThan(not.orders * 0.95);
  });
});
