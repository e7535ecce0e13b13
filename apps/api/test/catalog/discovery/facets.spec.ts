/** Tests that the count next to each filter value equals the number of results when the value is chosen. */
import { BUDGET_STEPS, DELIVERY_STEPS, RATING_STEPS, type CreatorSearch } from '@marquee/validation';
import { CREATOR_CATEGORIES, LANGUAGES, PLATFORM_NAMES } from '@marquee/contracts';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { countFacets, UNFILTERED_SEARCH } from '../../../src/modules/catalog/discovery/facets.service.ts';
import { useMarket } from '../../support/market.ts';
import { useStack } from '../../support/stack.ts';

const stack = useStack();
const { make, find, allOf, forgetEverybody } = useMarket(stack);
const facets = (search: CreatorSearch) => stack.as(null).discovery.facets(search);

/** Counts the results of every filter value with a search of its own, for comparison with the facet counts. */
async function counted(search: CreatorSearch) {
  const count = async (more: CreatorSearch) => (await find({ ...search, ...more })).total;
  const each = async <T extends string | number>(values: readonly T[], of: (value: T) => CreatorSearch) =>
    Object.fromEntries(
      await Promise.all(values.map(async (value) => [String(value), await count(of(value))] as const)),
    );
  return {
    categories: await each(CREATOR_CATEGORIES, (value) => ({ categories: [value] })),
    platforms: await each(PLATFORM_NAMES, (value) => ({ platforms: [value] })),
    languages: await each(LANGUAGES, (language) => ({ language })),
    days: await each(DELIVERY_STEPS, (maxDays) => ({ maxDays })),
    budgets: await each(BUDGET_STEPS, (maxBudget) => ({ minBudget: undefined, maxBudget })),
    ratings: await each(RATING_STEPS, (minRating) => ({ minRating })),
  };
}

describe('the search page', () => {
  beforeAll(async () => {
    await forgetEverybody();
    const cycle = <T>(list: readonly T[], at: number) => list[at % list.length] as T;
    for (let at = 0; at < 60; at++)
      await make({
        fullName: `Person ${at}`,
        bio: at % 3 === 0 ? 'Makes unboxings.' : 'Makes films.',
        location: at % 2 === 0 ? 'Oslo' : 'Rome',
        categories:
          at % 5 === 0
            ? []
            : [cycle(CREATOR_CATEGORIES, at % 7), cycle(CREATOR_CATEGORIES, 3 + (at % 4))].filter(
                (each, place, all) => all.indexOf(each) === place,
              ),
        languages: at % 4 === 0 ? ['English', 'German'] : ['Spanish'],
        platforms: { [cycle(PLATFORM_NAMES, at % 3)]: 1_000 * (1 + at), ...(at % 2 === 0 && { podcast: 10 }) },
        offers: [
          { price: 2_000 + at * 500, days: 1 + (at % 9) },
          { price: 30_000 + at * 3_000, days: 1 + ((at * 3) % 31) },
        ],
      });
    // Gives two of every three creators reviews with many different averages.
    await sql`
      insert into review_total (workspace_id, stars)
      select id, array[n % 4, n % 3, n % 5, n % 7, n % 2 * 9] from (select id, row_number() over (order by id) as n from workspace) as people
      where n % 3 > 0`.execute(stack.deps.db);
    await sql`select rebuild_creator_listings()`.execute(stack.deps.db);
  });

  it.each<CreatorSearch>([
    {},
    { categories: ['Fashion'] },
    { categories: ['Fashion', 'Beauty'], platforms: ['podcast'] },
    { language: 'German', maxDays: 5 },
    { minBudget: 100, maxBudget: 250 },
    { maxBudget: 250, maxDays: 3 },
    { query: 'unboxing' },
    { query: 'reel' },
    { query: 'films', place: 'Rome', minFollowers: 10_000 },
    { categories: ['Cars'], language: 'Thai' },
    { minRating: 4, maxDays: 7 },
  ])(
    'shows next to each filter value how many results a search with that value has, for the search %j',
    async (search) => {
      expect(await facets(search)).toEqual(await counted(search));
    },
  );

  it('shows a minimum or no count, but never zero, next to a filter value if counting stops at its limit', async () => {
    const part = await countFacets(stack.deps.db, UNFILTERED_SEARCH, ['categories', 'days'], 1_500, 9);
    const whole = await facets({});
    for (const facet of ['categories', 'days'] as const)
      for (const [value, count] of Object.entries(part[facet] ?? {})) {
        expect(count === null || (count.atLeast && count.count > 0)).toBe(true);
        expect(count?.count ?? 0).toBeLessThanOrEqual(whole[facet][value]?.count ?? 0);
      }
    expect(Object.values(part.categories ?? {})).toContain(null);
  });

  it('gets an error instead of facet counts for an invalid search', async () => {
    await expect(facets({ maxDays: 1_000 })).rejects.toThrow('The delivery time must be a whole number from 0 to 365');
  });

  it('sorts results by the delivery time of the package shown for each creator', async () => {
    for (const search of [{}, { minBudget: 300 }, { query: 'films', maxBudget: 400 }] satisfies CreatorSearch[]) {
      const items = await allOf({ ...search, sort: 'delivery' });
      const days = items.map((item) => item.package.deliveryDays);
      expect(days).toEqual(days.toSorted((one, other) => one - other));
      expect(items.length).toBe((await find(search)).total?.count);
      expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
    }
  });
});
