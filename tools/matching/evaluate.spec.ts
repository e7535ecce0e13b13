/**
 * Tests on a small market that matching finds a suitable creator within fewer views, and that newcomers get a share
 * of the views.
 */
import { describe, expect, it } from 'vitest';
import { compareListOrders, simulateYear } from './evaluate.ts';

describe('matching', () => {
  it('finds a suitable creator in fewer views than sorting by popularity, for every seed', () => {
    for (const seed of [1, 2, 3]) {
      const { factor, onFirstPage } = compareListOrders({ seed, brands: 150, creators: 300 });
      expect(factor).toBeGreaterThan(1.2);
      expect(onFirstPage.match).toBeGreaterThan(onFirstPage.popularity);
    }
  });

  it('returns the same results for the same seed', () => {
    const size = { seed: 5, brands: 40, creators: 150 };
    expect(compareListOrders(size)).toEqual(compareListOrders(size));
    expect(compareListOrders({ ...size, seed: 6 })).not.toEqual(compareListOrders(size));
  });

  it('gives newcomers more views through reserved positions and loses less than 5% of all orders', () => {
    const size = { seed: 1, creators: 150, brandsADay: 20, days: 120, proven: 5 };
    const [withKeptPlaces, withoutKeptPlaces] = [
      simulateYear({ ...size, order: 'kept' }),
      simulateYear({ ...size, order: 'score' }),
    ];
    // Every list with a newcomer above the minimum score must have a newcomer in the first six positions.
    expect(withKeptPlaces.inFirstSix).toBe(100);
    expect(withoutKeptPlaces.inFirstSix).toBeLessThan(90);
    expect(withKeptPlaces.exposure).toBeGreaterThan(withoutKeptPlaces.exposure);
    expect(withKeptPlaces.orders).toBeGreaterThan(withoutKeptPlaces.orders * 0.95);
  });
});
