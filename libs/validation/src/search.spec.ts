import { describe, expect, it } from 'vitest';
import { creatorSearch, toFindParams, parseFindParams, parsePackageIds, type FindState } from './index.ts';

/** Parses a query string as the page does. */
const read = (query: string): FindState => {
  const params = new Map(
    query.split('&').map((pair) => pair.split('=', 2).map((part) => decodeURIComponent(part)) as [string, string]),
  );
  return parseFindParams({ get: (name) => params.get(name) ?? null });
};
const write = (params: Record<string, string>) =>
  Object.entries(params)
    .map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
    .join('&');

const ID = '0b5f6a3e-6f0f-4a53-8d6c-0d3b7e9a1c2';
const ids = [1, 2, 3, 4, 5].map((at) => `${ID}${at}`);

describe('the URL of the search page', () => {
  it.each<[string, FindState['search']]>([
    ['', {}],
    ['q=trail%20running', { query: 'trail running' }],
    ['q=%20%20maya%20', { query: 'maya' }],
    ['q=a%00b%0a', { query: 'a b' }],
    ['category=Food', { categories: ['Food'] }],
    ['category=Travel,Food', { categories: ['Food', 'Travel'] }],
    ['category=Health%20%26%20Wellness', { categories: ['Health & Wellness'] }],
    ['category=Food,Nonsense,Food', { categories: ['Food'] }],
    ['platform=tiktok,instagram', { platforms: ['instagram', 'tiktok'] }],
    ['language=Spanish', { language: 'Spanish' }],
    ['minFollowers=1000&maxFollowers=50000', { minFollowers: 1_000, maxFollowers: 50_000 }],
    ['min=50&max=500', { minBudget: 50, maxBudget: 500 }],
    ['days=7', { maxDays: 7 }],
    ['by=2026-12-24', { startsBy: '2026-12-24' }],
    ['place=%20Lisbon', { place: 'Lisbon' }],
    ['q=fashon&exact=1', { query: 'fashon', isAsTyped: true }],
    ['sort=delivery', { sort: 'delivery' }],
    ['sort=price_low', { sort: 'price_low' }],
    ['sort=match', {}],
  ])('with the query %j filters by %j', (query, search) => {
    expect(read(query)).toEqual({ search, start: null, pages: 1, compare: [] });
  });

  it.each([
    'q=',
    'q=%20',
    'category=',
    'category=food',
    'category=__proto__',
    'platform=myspace',
    'platform=constructor',
    'language=Klingon',
    'sort=drop',
    'sort=toString',
    'min=0',
    'min=-5',
    'min=1e3',
    'min=0x10',
    'min=12.5',
    'min=%2012',
    'max=NaN',
    'max=130001',
    'max=99999999999999999999',
    'days=0',
    'days=366',
    'days=seven',
    'by=2026-02-30',
    'by=tomorrow',
    'minFollowers=Infinity',
    'minFollowers=100000000001',
    'pages=0',
    'pages=41',
    'pages=-1',
    'pages=2.5',
    'page=2',
    'after=abc',
    'page=1&after=abc',
    'page=2&after=a%20b',
    'place=%20',
    'exact=1',
    'compare=',
    'compare=1,2',
    "compare=' or 1=1",
    'nonsense=1',
  ])('with the invalid query %j applies no filter', (query) => {
    expect(read(query)).toEqual({ search: {}, start: null, pages: 1, compare: [] });
  });

  it('is parsed to a search text of at most 100 characters, without splitting an emoji', () => {
    expect(read(`q=${'x'.repeat(300)}`).search.query).toBe('x'.repeat(100));
    expect(read(`q=${encodeURIComponent(`${'x'.repeat(99)}😀`)}`).search.query?.isWellFormed()).toBe(true);
  });

  it('encodes every state of the page, and is parsed back to the same state', () => {
    const state: FindState = {
      search: {
        query: 'café & bar, 100%',
        categories: ['Health & Wellness', 'Food'],
        platforms: ['instagram', 'x'],
        language: 'English',
        minFollowers: 1,
        maxFollowers: 2,
        minBudget: 3,
        maxBudget: 130_000,
        maxDays: 365,
        place: 'São Paulo',
        isAsTyped: true,
        sort: 'followers',
      },
      start: { page: 2, after: 'bWF0Y2g_-x' },
      pages: 3,
      compare: ids.slice(0, 4),
    };
    expect(read(write(toFindParams(state)))).toEqual(state);
    expect(Object.keys(toFindParams({ search: {} }))).toEqual([]);
    expect(Object.keys(toFindParams({ search: { sort: undefined }, pages: 1, compare: [] }))).toEqual([]);
  });

  it('is always parsed to a search that the search API accepts', () => {
    for (const query of [
      `q=${'x'.repeat(300)}`,
      'minFollowers=100000000000&maxFollowers=0',
      'min=1&max=130000&days=365',
      'category=Food&platform=x&language=English&sort=newest',
    ]) {
      expect(creatorSearch.safeParse(read(query).search).success).toBe(true);
    }
  });
});

it('parses at most four distinct package ids, in the order of the list', () => {
  expect(parsePackageIds(ids.join(','))).toEqual(ids.slice(0, 4));
  expect(parsePackageIds([ids[1], 'x', ids[0], ids[1]].join(','))).toEqual([ids[1], ids[0]]);
  expect(parsePackageIds(ids[0]?.toUpperCase() ?? '')).toEqual([ids[0]]);
  expect(parsePackageIds(null)).toEqual([]);
});
