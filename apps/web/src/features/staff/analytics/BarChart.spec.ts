import { describe, expect, it } from 'vitest';
import { formatAxisDollars, listTicks } from './BarChart.tsx';

describe('the axis of a bar chart', () => {
  it('has round values that include zero, the smallest and the largest value', () => {
    expect(listTicks(0, 763_600)).toEqual([0, 200_000, 400_000, 600_000, 800_000]);
    expect(listTicks(0, 1)).toEqual([0, 1]);
    expect(listTicks(-500, 1_000)).toEqual([-500, 0, 500, 1_000]);
  });

  it('shortens amounts', () => {
    expect([0, 250_000, -4_900].map(formatAxisDollars)).toEqual(['$0', '$2.5K', '-$49']);
  });
});
