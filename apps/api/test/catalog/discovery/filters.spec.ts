/** Tests every search filter, and which input is refused. */
import { toCents, computeQuote, DEFAULT_FEE_BPS } from '@marquee/money';
import { SORT_NAMES, type CreatorSearch } from '@marquee/validation';
import { beforeAll, describe, expect, it } from 'vitest';
import { useMarket } from '../../support/market.ts';
import { useStack } from '../../support/stack.ts';

const stack = useStack();
const { make, find, names, forgetEverybody } = useMarket(stack);

describe('a filtered search', () => {
  beforeAll(async () => {
    await forgetEverybody();
    await make({
      fullName: 'Ana',
      categories: ['Food', 'Travel'],
      languages: ['English', 'Spanish'],
      platforms: { instagram: 900, tiktok: 100 },
      offers: [
        { price: 10_000, days: 3 },
        { price: 50_000, days: 14 },
      ],
    });
    await make({
      fullName: 'Ben',
      categories: ['Food'],
      languages: ['English'],
      platforms: { youtube: 50_000 },
      offers: [{ price: 10_001, days: 7 }],
    });
    await make({
      fullName: 'Cem',
      categories: ['Gaming'],
      languages: ['Turkish'],
      platforms: { twitch: 1_000_000 },
      offers: [{ price: 90_000, days: 1 }],
    });
    await make({ fullName: 'Dee', categories: [], languages: [], platforms: {}, offers: [{ price: 100, days: 365 }] });
    await make({ fullName: 'Only inactive', categories: ['Food'], offers: [{ active: false }] });
    await make({ fullName: 'No package', categories: ['Food'], offers: [] });
  });

  // A package for $100.00 costs the brand $115.00 with the fee. A package for $100.01 costs $115.01.
  const cases: [string, CreatorSearch, string[]][] = [
    ['no filters', {}, ['Ana', 'Ben', 'Cem', 'Dee']],
    ['one category', { categories: ['Food'] }, ['Ana', 'Ben']],
    ['several categories', { categories: ['Gaming', 'Travel'] }, ['Ana', 'Cem']],
    ['a category without creators', { categories: ['Cars'] }, []],
    ['an empty list of categories', { categories: [] }, ['Ana', 'Ben', 'Cem', 'Dee']],
    ['one platform', { platforms: ['tiktok'] }, ['Ana']],
    ['several platforms', { platforms: ['tiktok', 'youtube'] }, ['Ana', 'Ben']],
    ['a language', { language: 'English' }, ['Ana', 'Ben']],
    ['a minimum equal to the follower total', { minFollowers: 1_000 }, ['Ana', 'Ben', 'Cem']],
    ['a minimum one above the follower total', { minFollowers: 1_001 }, ['Ben', 'Cem']],
    ['a maximum equal to the follower total', { maxFollowers: 1_000 }, ['Ana', 'Dee']],
    ['a maximum one below the follower total', { maxFollowers: 999 }, ['Dee']],
    ['a range of followers', { minFollowers: 1_001, maxFollowers: 999_999 }, ['Ben']],
    ['a minimum above the maximum', { minFollowers: 10, maxFollowers: 1 }, []],
    ['a budget equal to the total price', { maxBudget: 115 }, ['Ana', 'Dee']],
    ['a budget one dollar below the total price', { maxBudget: 114 }, ['Dee']],
    ['a budget above the total price', { maxBudget: 116 }, ['Ana', 'Ben', 'Dee']],
    ['a minimum budget equal to the total price', { minBudget: 115 }, ['Ana', 'Ben', 'Cem']],
    ['a minimum budget above the total price', { minBudget: 116 }, ['Ana', 'Cem']],
    ['a budget between two packages of one creator', { minBudget: 200, maxBudget: 500 }, []],
    ['a budget that only one of two packages meets', { minBudget: 500, maxBudget: 600 }, ['Ana']],
    ['a budget of zero', { maxBudget: 0 }, []],
    ['a delivery time equal to that of the package', { maxDays: 3 }, ['Ana', 'Cem']],
    ['delivery within a day', { maxDays: 1 }, ['Cem']],
    ['a delivery time and a budget that no single package meets', { maxDays: 7, minBudget: 500, maxBudget: 600 }, []],
    [
      'all filters at once',
      {
        query: 'ana',
        categories: ['Food'],
        platforms: ['tiktok'],
        language: 'Spanish',
        minFollowers: 1_000,
        maxFollowers: 1_000,
        minBudget: 115,
        maxBudget: 115,
        maxDays: 3,
      },
      ['Ana'],
    ],
    [
      'all filters at once, one of them not met',
      {
        query: 'ana',
        categories: ['Food'],
        platforms: ['tiktok'],
        language: 'Spanish',
        minFollowers: 1_000,
        maxFollowers: 1_000,
        minBudget: 115,
        maxBudget: 115,
        maxDays: 2,
      },
      [],
    ],
  ];
  it.each(cases)('finds the right creators with %s', async (_, search, expected) => {
    for (const sort of SORT_NAMES) expect((await names({ ...search, sort })).toSorted()).toEqual(expected);
    expect((await find(search)).total).toEqual({ count: expected.length, atLeast: false });
  });

  it.each([
    ['within the budget', { maxBudget: 200 }, 10_000],
    ['above the minimum budget', { minBudget: 200 }, 50_000],
    ['the cheapest without filters', {}, 10_000],
    ['the cheapest by ascending price', { sort: 'price_low' }, 10_000],
    ['the most expensive by descending price', { sort: 'price_high' }, 50_000],
  ] as [string, CreatorSearch, number][])('shows one package for each creator: %s', async (_, search, priceCents) => {
    const ana = (await find({ ...search, query: 'ana' })).items[0];
    expect(ana?.package).toMatchObject(computeQuote(toCents(priceCents), DEFAULT_FEE_BPS));
  });
});

describe('a search by language, budget and delivery time', () => {
  const offers = [
    { price: 10_000, days: 10 },
    { price: 30_000, days: 2 },
    { price: 25_000, days: 5 },
    { price: 20_000, days: 5 },
    { price: 40_000, days: 7 },
  ];
  const totalOf = (price: number) => computeQuote(toCents(price), DEFAULT_FEE_BPS).totalCents;

  it('finds and counts only creators with a single package that meets both the budget and the delivery time', async () => {
    const id = await make({ fullName: 'Eve', languages: ['Greek', 'Korean'], offers });
    const expectMet = async () => {
      for (const maxBudget of [100, 115, 230, 287, 288, 345, 460])
        for (const maxDays of [1, 2, 4, 5, 9, 10]) {
          const isMet = offers.some(({ price, days }) => totalOf(price) <= maxBudget * 100 && days <= maxDays);
          const { items, total } = await find({ language: 'Greek', maxBudget, maxDays });
          expect([items.length, total?.count], `${maxBudget} in ${maxDays} days`).toEqual(isMet ? [1, 1] : [0, 0]);
        }
    };
    await expectMet();
    offers.splice(3, 1);
    await stack.deps.pool.query('update package set is_active = false where creator_id = $1 and price_cents = 20000', [
      id,
    ]);
    await expectMet();
    await stack.deps.pool.query(`update workspace set languages = '{Korean}' where id = $1`, [id]);
    expect((await find({ language: 'Greek' })).total?.count).toBe(0);
    expect((await find({ language: 'Korean', maxDays: 5 })).total?.count).toBe(1);
  });
});

describe('the validation of a search', () => {
  it.each([
    [{ query: 'x'.repeat(300) }, 'The search is 200 characters too long. The limit is 100.'],
    [{ query: 'a\0b' }, 'The search contains characters that cannot be used'],
    [{ query: '\ud800' }, 'The search contains characters that cannot be used'],
    [{ query: 7 }, 'The search must be text'],
    [{ categories: ['Nonsense'] }, 'Choose a category from the list'],
    [{ categories: 'Food' }, 'The category filter must be a list'],
    [{ categories: Array.from({ length: 100 }, () => 'Food') }, 'The category filter has too many entries'],
    [{ platforms: ['myspace'] }, 'Choose a platform from the list'],
    [{ language: 'Klingon' }, 'Choose a language from the list'],
    [{ minFollowers: -1 }, 'Followers must be a whole number from 0 to 100,000,000,000'],
    [{ maxFollowers: 1e300 }, 'Followers must be a whole number from 0 to 100,000,000,000'],
    [{ maxFollowers: 0.5 }, 'Followers must be a whole number from 0 to 100,000,000,000'],
    [{ maxBudget: 130_001 }, 'The budget must be a whole number from 0 to 130,000'],
    [{ minBudget: '100' }, 'The budget must be a whole number from 0 to 130,000'],
    [{ maxDays: 1e21 }, 'The delivery time must be a whole number from 0 to 365'],
    [
      { sort: 'price; drop table package' },
      'The sort order must be one of match, newest, price_low, price_high, delivery, followers, rating',
    ],
    [{ cursor: 'x'.repeat(201) }, 'A cursor can have at most 200 characters'],
  ])('rejects invalid input with a message: %j', async (input, message) => {
    const browser = await stack.asBrowser(null);
    const answer = await browser('GET', `/trpc/discovery.search?input=${encodeURIComponent(JSON.stringify(input))}`);
    expect([answer.statusCode, answer.json<{ error: { message: string } }>().error.message]).toEqual([400, message]);
  });

  it('accepts the largest allowed numbers', async () => {
    await find({
      minFollowers: 100_000_000_000,
      maxFollowers: 100_000_000_000,
      minBudget: 130_000,
      maxBudget: 130_000,
      maxDays: 365,
    });
  });
});
