import { describe, expect, it } from 'vitest';
import { computeCostPerThousandViews, sumMetrics, type MetricValues } from './index.ts';

const NONE: MetricValues = { views: null, likes: null, comments: null, shares: null, saves: null, clicks: null };

describe('the metrics of several posts', () => {
  it('are added up per metric, and a metric that no post reports is null', () => {
    expect(sumMetrics([])).toEqual(NONE);
    expect(
      sumMetrics([
        { ...NONE, views: 100, likes: 0 },
        { ...NONE, views: 50 },
      ]),
    ).toEqual({ ...NONE, views: 150, likes: 0 });
  });

  it('determine the cost per thousand views in cents, which is null without views', () => {
    expect(computeCostPerThousandViews(11_500, 40_000)).toBe(288);
    expect(computeCostPerThousandViews(11_500, 7)).toBe(1_642_857);
    expect([computeCostPerThousandViews(11_500, 0), computeCostPerThousandViews(11_500, null)]).toEqual([null, null]);
  });
});
