/**
 * Repeatable random choices. Each actor has a source of their own, so that their choices depend on the seed and not
 * on the timing of other actors.
 */
import { createRandom } from '@marquee/stripe-stand-in/random';

export interface RandomChoices {
  /** Returns a number from 0 up to, but not including, 1. */
  number(): number;
  /** Returns an integer between `least` and `most`, inclusive. */
  whole(least: number, most: number): number;
  pick<T>(from: readonly T[]): T;
  /** Returns true with the probability `of`. */
  chance(of: number): boolean;
}

export function createRandomChoices(seed: number, actor: number): RandomChoices {
  const number = createRandom(seed * 10_007 + actor);
  const whole = (least: number, most: number) => least + Math.floor(number() * (most - least + 1));
  return {
    number,
    whole,
    pick<T>(from: readonly T[]): T {
      if (from.length === 0) throw new RangeError('There is nothing to pick from');
      return from[whole(0, from.length - 1)] as T;
    },
    chance: (of) => number() < of,
  };
}

export class Tally {
  readonly #counts = new Map<string, number>();

  add(name: string, times = 1): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + times);
  }

  lines(): string[] {
    return [...this.#counts]
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([name, count]) => `  ${name}: ${count}`);
  }

  get kinds(): number {
    return this.#counts.size;
  }

  get total(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
  }
}
