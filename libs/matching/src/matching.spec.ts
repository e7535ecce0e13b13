import {
  DEFAULT_WEIGHTS,
  FOLLOWER_BANDS,
  MATCH_PART_NAMES,
  MAX_WEIGHT,
  BRAND_TONES,
  type MatchPart,
  type MatchWeights,
} from '@marquee/validation';
import { CREATOR_CATEGORIES, PLATFORM_NAMES } from '@marquee/contracts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  listCountedParts,
  isEligible,
  isNewcomer,
  listLosses,
  listStrengths,
  NEWCOMER_SLOT_INTERVAL,
  NEWCOMER_MIN_SCORE_PERCENT,
  placeCandidates,
  MAX_MATCHES,
  rankCandidates,
  scoreCandidate,
  computePartShares,
  listShownCandidates,
  SPARE_DAYS,
  extractTerms,
  type DatedMatchQuery,
  type Candidate,
} from './index.ts';

const DAY = '2027-01-01';
const dayAfter = (days: number) => new Date(Date.parse(DAY) + days * 86_400_000).toISOString().slice(0, 10);
const weights: fc.Arbitrary<MatchWeights> = fc.record(
  Object.fromEntries(MATCH_PART_NAMES.map((part) => [part, fc.integer({ min: 0, max: MAX_WEIGHT })])) as Record<
    MatchPart,
    fc.Arbitrary<number>
  >,
);
const WORDS = ['vegan', 'slow living', 'recipes', 'unboxing'];
const anyQuery: fc.Arbitrary<DatedMatchQuery> = fc.record({
  categories: fc.uniqueArray(fc.constantFrom(...CREATOR_CATEGORIES.slice(0, 4)), { minLength: 1, maxLength: 3 }),
  platforms: fc.uniqueArray(fc.constantFrom(...PLATFORM_NAMES.slice(0, 3)), { maxLength: 3 }),
  budget: fc.integer({ min: 1, max: 5_000 }),
  audience: fc.option(fc.constantFrom(...FOLLOWER_BANDS)),
  tone: fc.constantFrom('' as const, ...BRAND_TONES),
  keywords: fc.uniqueArray(fc.constantFrom(...WORDS)),
  neededBy: fc.oneof(fc.constant(''), fc.integer({ min: 1, max: 60 }).map(dayAfter)),
  day: fc.constant(DAY),
});
const candidate: fc.Arbitrary<Candidate> = fc.record({
  id: fc.uuid(),
  packageId: fc.uuid(),
  categories: fc.uniqueArray(fc.constantFrom(...CREATOR_CATEGORIES.slice(0, 4)), { maxLength: 3 }),
  platforms: fc.uniqueArray(
    fc.record({
      platform: fc.constantFrom(...PLATFORM_NAMES.slice(0, 3)),
      followers: fc.integer({ min: 0, max: 2_000_000 }),
    }),
    { selector: ({ platform }) => platform },
  ),
  followers: fc.integer({ min: 0, max: 6_000_000 }),
  totalCents: fc.integer({ min: 100, max: 500_000 }),
  deliveryDays: fc.integer({ min: 1, max: 60 }),
  completed: fc.integer({ min: 0, max: 60 }),
  matchRank: fc.integer({ min: 0, max: 100_000 }),
  ratingTenths: fc.integer({ min: 0, max: 50 }),
  found: fc.uniqueArray(fc.constantFrom(...WORDS, ...BRAND_TONES)),
});

const MINE: DatedMatchQuery = {
  categories: ['Food', 'Travel'],
  platforms: ['instagram'],
  budget: 500,
  audience: 10_000,
  tone: 'Casual and friendly',
  keywords: ['vegan'],
  neededBy: dayAfter(15),
  day: DAY,
};
const MAYA: Candidate = {
  id: 'a',
  packageId: 'p',
  categories: ['Food'],
  platforms: [{ platform: 'instagram', followers: 5_000 }],
  followers: 80_000,
  totalCents: 40_000,
  deliveryDays: 10,
  completed: 0,
  matchRank: 0,
  ratingTenths: 0,
  found: ['vegan'],
};

describe('the match score of a creator', () => {
  it('equals the score that was computed by hand', () => {
    const { score, parts } = scoreCandidate(MINE, MAYA, DEFAULT_WEIGHTS);
    // The weights 4, 3, 3, 3, 2, 2 and 3 add up to 20, so each unit of weight is worth 5 points. The candidate is in
    // 1 of 2 categories and on all platforms, and costs 80 % of the budget, which gives 150 − 80 = 70 % for the
    // price. 5 of 10 spare days, half of the audience, 2 of 5 bookings and 1 of 2 keywords give the other
    // percentages.
    expect(parts.map(({ name, most, percent, points }) => [name, most, percent, points])).toEqual([
      ['category', 20, 50, 10],
      ['platform', 15, 100, 15],
      ['price', 15, 70, 10],
      ['delivery', 15, 70, 10],
      ['audience', 10, 50, 5],
      ['proven', 10, 40, 4],
      ['words', 15, 50, 7],
    ]);
    expect(score).toBe(61);
    expect(listLosses({ score, parts }).map(({ name }) => name)).toEqual([
      'category',
      'words',
      'proven',
      'price',
      'delivery',
      'audience',
    ]);
    // A creator without bookings gets points for the track record, but it is not a strength.
    expect(listStrengths({ score, parts }).map(({ name }) => name)).toEqual([
      'platform',
      'category',
      'price',
      'delivery',
      'words',
      'audience',
    ]);
  });

  it('is the sum of its parts, from 0 to 100, and every part below its maximum has an explanation', () => {
    fc.assert(
      fc.property(anyQuery, candidate, weights, (brief, each, weighed) => {
        const { score, parts } = scoreCandidate(brief, each, weighed);
        expect(parts.reduce((sum, { points }) => sum + points, 0)).toBe(score);
        expect(parts.reduce((sum, { most }) => sum + most, 0)).toBe(100);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(100);
        expect(parts.map(({ name }) => name)).toEqual(listCountedParts(brief));
        for (const { points, most, percent, missing } of parts) {
          expect(points).toBe(Math.floor((most * percent) / 100));
          expect(percent === 100).toBe(missing === null);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('never offers fewer points for a part with a higher weight, and offers none for a weight of 0', () => {
    fc.assert(
      fc.property(anyQuery, weights, fc.constantFrom(...MATCH_PART_NAMES), (brief, weighed, part) => {
        const most = (given: MatchWeights) =>
          computePartShares(brief, given).find(({ name }) => name === part)?.most ?? 0;
        const raised = { ...weighed, [part]: Math.min(MAX_WEIGHT, weighed[part] + 1) };
        const isAnyOther = listCountedParts(brief).some((name) => name !== part && weighed[name] > 0);
        if (isAnyOther) expect(most(raised)).toBeGreaterThanOrEqual(most(weighed));
        if (isAnyOther) expect(most({ ...weighed, [part]: 0 })).toBe(0);
      }),
      { numRuns: 2_000 },
    );
  });

  it('gives creators without bookings some points for proven work, and more points for each completed booking', () => {
    const proven = (completed: number) =>
      scoreCandidate(MINE, { ...MAYA, completed, matchRank: completed * 1_000 }, DEFAULT_WEIGHTS).parts.find(
        ({ name }) => name === 'proven',
      )?.percent;
    expect([0, 1, 2, 3, 10, 50].map(proven)).toEqual([40, 50, 57, 62, 80, 94]);
  });

  it('gives better rated creators more points for proven work, and states the rating in the explanation', () => {
    const proven = (matchRank: number, ratingTenths: number) => {
      const rated = { ...MAYA, completed: 9, matchRank, ratingTenths };
      const provenPart = scoreCandidate(MINE, rated, DEFAULT_WEIGHTS).parts.find(({ name }) => name === 'proven');
      return [provenPart?.percent, provenPart?.reason];
    };
    // Each has nine bookings. The ratings are five stars, no reviews, and two stars.
    expect(proven(15_993, 50)).toEqual([85, '9 completed bookings, rated 5.0 of 5']);
    expect(proven(9_000, 0)).toEqual([78, '9 completed bookings']);
    expect(proven(999, 20)).toEqual([49, '9 completed bookings, rated 2.0 of 5']);
  });

  it('gives all delivery points if the deadline allows for the full time limits to accept and to start', () => {
    expect(SPARE_DAYS).toBe(10);
    const delivery = (deliveryDays: number) =>
      scoreCandidate(MINE, { ...MAYA, deliveryDays }, DEFAULT_WEIGHTS).parts.find(({ name }) => name === 'delivery')
        ?.percent;
    expect([15, 10, 5, 1].map(delivery)).toEqual([40, 70, 100, 100]);
  });

  it('counts the tone as found if the creator’s texts contain one of its words', () => {
    expect(extractTerms(MINE)).toEqual([
      { label: 'vegan', anyOf: [['vegan']] },
      { label: 'Casual and friendly', anyOf: [['casual'], ['friendly']] },
    ]);
  });
});

describe('the ranking', () => {
  const better: fc.Arbitrary<(from: Candidate) => Candidate> = fc.oneof(
    fc.integer({ min: 1, max: 50_000 }).map((less) => (from: Candidate) => ({
      ...from,
      totalCents: Math.max(1, from.totalCents - less),
    })),
    fc.integer({ min: 1, max: 30 }).map((less) => (from: Candidate) => ({
      ...from,
      deliveryDays: Math.max(1, from.deliveryDays - less),
    })),
    fc.integer({ min: 1, max: 30 }).map((more) => (from: Candidate) => ({
      ...from,
      completed: from.completed + more,
      matchRank: from.matchRank + more * 1_000,
    })),
    fc.constant((from: Candidate) => ({ ...from, categories: CREATOR_CATEGORIES.slice(0, 4) })),
    fc.constant((from: Candidate) => ({ ...from, found: [...WORDS, ...BRAND_TONES] })),
  );

  it('never puts a creator behind an otherwise equal one with a worse price, speed, record or match', () => {
    let compared = 0;
    fc.assert(
      fc.property(anyQuery, candidate, weights, better, (brief, from, weighed, improve) => {
        const improved = { ...improve(from), id: 'better', packageId: 'better' };
        if (!isEligible(brief, from)) return;
        expect(isEligible(brief, improved)).toBe(true);
        const isSame = JSON.stringify({ ...improved, id: from.id, packageId: from.packageId }) === JSON.stringify(from);
        const order = rankCandidates(brief, [from, improved], weighed);
        const [score, of] = [order.find(({ id }) => id === 'better'), order.find(({ id }) => id === from.id)];
        expect(score?.match.score).toBeGreaterThanOrEqual(of?.match.score ?? 101);
        const isListOnly = improved.totalCents === from.totalCents && improved.deliveryDays === from.deliveryDays;
        if (!isSame && !(isListOnly && improved.completed === from.completed)) expect(order[0]?.id).toBe('better');
        compared += 1;
      }),
      { numRuns: 5_000 },
    );
    expect(compared).toBeGreaterThan(200);
  });

  it('contains every creator that the brief does not exclude, and each only once', () => {
    fc.assert(
      fc.property(anyQuery, fc.array(candidate, { maxLength: 40 }), weights, (brief, some, weighed) => {
        const twice = some.flatMap((each) => [each, { ...each, packageId: 'other', totalCents: each.totalCents + 1 }]);
        const order = rankCandidates(brief, twice, weighed);
        expect(order.map(({ id }) => id)).toEqual([...new Set(order.map(({ id }) => id))]);
        expect(new Set(order.map(({ id }) => id))).toEqual(
          new Set(twice.filter((each) => isEligible(brief, each)).map(({ id }) => id)),
        );
      }),
    );
  });

  it('excludes creators by category, platform, budget and delivery time', () => {
    expect(isEligible(MINE, MAYA)).toBe(true);
    for (const change of [
      { categories: ['Gaming'] },
      { platforms: [{ platform: 'x' as const, followers: 1 }] },
      { totalCents: 50_001 },
      { deliveryDays: 16 },
    ])
      expect(isEligible(MINE, { ...MAYA, ...change })).toBe(false);
  });
});

describe('the positions in the list of matches', () => {
  const many = fc.array(
    candidate.map((each) => ({ ...each, categories: CREATOR_CATEGORIES.slice(0, 4) })),
    { minLength: 30, maxLength: 80 },
  );
  const easy = anyQuery.map((brief) => ({ ...brief, budget: 5_000, platforms: [], neededBy: '' }));

  it('include a newcomer among every six, as long as newcomers with the minimum score are left', () => {
    let keptCount = 0;
    fc.assert(
      fc.property(easy, many, weights, (brief, some, weighed) => {
        const ranked = rankCandidates(brief, some, weighed);
        const placed = placeCandidates(ranked, { day: DAY });
        expect(placed).toHaveLength(Math.min(MAX_MATCHES, ranked.length));
        const floor = ((ranked[0]?.match.score ?? 0) * NEWCOMER_MIN_SCORE_PERCENT) / 100;
        for (let at = 0; at + NEWCOMER_SLOT_INTERVAL <= placed.length; at += NEWCOMER_SLOT_INTERVAL) {
          const block = placed.slice(at, at + NEWCOMER_SLOT_INTERVAL);
          const before = new Set(placed.slice(0, at + NEWCOMER_SLOT_INTERVAL - 1).map(({ id }) => id));
          const isOneLeft = ranked.some(
            (each) => isNewcomer(each) && each.match.score >= floor && !before.has(each.id),
          );
          if (isOneLeft) expect(block.some(isNewcomer)).toBe(true);
          for (const each of block) if (each.isKept) expect(each.match.score).toBeGreaterThanOrEqual(floor);
        }
        keptCount += placed.filter(({ isKept }) => isKept).length;
        const merit = placed.filter(({ isKept }) => !isKept).map(({ match }) => match.score);
        expect(merit).toEqual(merit.toSorted((one, other) => other - one));
      }),
      { numRuns: 200 },
    );
    expect(keptCount).toBeGreaterThan(20);
  });

  it('are the same if computed only from the candidates that the page receives', () => {
    fc.assert(
      fc.property(easy, many, weights, (brief, some, weighed) => {
        const ranked = rankCandidates(brief, some, weighed);
        const again = rankCandidates(brief, listShownCandidates(ranked, DAY), weighed);
        expect(placeCandidates(again, { day: DAY }).map(({ id }) => id)).toEqual(
          placeCandidates(ranked, { day: DAY }).map(({ id }) => id),
        );
      }),
      { numRuns: 200 },
    );
  });

  it('are shared fairly among all newcomers over a year', () => {
    const newcomers = Array.from({ length: 20 }, (_, at) => ({ ...MAYA, id: `new-${at}`, packageId: `p${at}` }));
    const proven = Array.from({ length: 30 }, (_, at) => ({
      ...MAYA,
      id: `old-${at}`,
      packageId: `o${at}`,
      completed: 9,
      matchRank: 9_000,
    }));
    const ranked = rankCandidates(MINE, [...newcomers, ...proven], DEFAULT_WEIGHTS);
    const counts = new Map<string, number>();
    for (let day = 0; day < 365; day++) {
      const placed = placeCandidates(ranked, { day: dayAfter(day) });
      expect(placed.map(({ isKept }, at) => (isKept ? at + 1 : 0)).filter((at) => at > 0)).toEqual([6, 12, 18, 24]);
      for (const each of placed) if (each.isKept) counts.set(each.id, (counts.get(each.id) ?? 0) + 1);
    }
    // With 4 reserved positions on each of 365 days, each of the 20 newcomers gets 73 on average.
    expect(counts.size).toBe(20);
    expect(Math.min(...counts.values())).toBeGreaterThan(45);
    expect(Math.max(...counts.values())).toBeLessThan(110);
  });
});
