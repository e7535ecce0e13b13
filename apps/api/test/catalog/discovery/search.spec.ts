/** Tests the text search for creators, every sort order, and pagination. */
import { RATING_PRIOR } from '@marquee/booking';
import { SORT_NAMES, type CreatorSearch } from '@marquee/validation';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { UNKNOWN_ID } from '../../support/responses.ts';
import { useMarket } from '../../support/market.ts';
import { useStack } from '../../support/stack.ts';

const stack = useStack();
const { make, find, names, allOf, forgetEverybody } = useMarket(stack);

describe('the text search', () => {
  beforeAll(async () => {
    await forgetEverybody();
    await make({
      fullName: 'Maya Lindqvist',
      username: 'maya',
      bio: 'Slow travel by train.',
      categories: ['Travel'],
      offers: [
        { name: 'Hotel stay review', description: 'Two nights and one honest film.', features: ['30-second Reel'] },
      ],
    });
    await make({
      fullName: 'José Muñoz',
      username: 'jose_cooks',
      bio: 'Recipes from the café next door.',
      categories: ['Food', 'Health & Wellness'],
      offers: [{ name: 'Plant-based recipes' }],
    });
    await make({
      fullName: 'Zoë Travers',
      username: 'zoe_t',
      bio: '100% real_talk about gadgets',
      categories: ['Technology'],
      offers: [{ name: 'Photography set', description: 'Fifteen stills.' }],
    });
    await make({
      fullName: '山田 太郎',
      username: 'taro',
      bio: 'ラーメン is life',
      categories: ['Food'],
      offers: [{ name: 'Ramen video' }],
    });
  });

  const cases: [string, string[]][] = [
    ['maya', ['Maya Lindqvist']],
    ['MAYA', ['Maya Lindqvist']],
    ['  maya  ', ['Maya Lindqvist']],
    ['@maya', ['Maya Lindqvist']],
    ['may', ['Maya Lindqvist']],
    ['lindq', ['Maya Lindqvist']],
    ['lindqvist maya', ['Maya Lindqvist']],
    ['lindqvst', ['Maya Lindqvist']],
    ['maya lindquist', ['Maya Lindqvist']],
    ['jose munos', ['José Muñoz']],
    ['lindqvst qwertz', []],
    ['jose', ['José Muñoz']],
    ['José', ['José Muñoz']],
    ['munoz', ['José Muñoz']],
    ['MUÑOZ', ['José Muñoz']],
    ['cooks', ['José Muñoz']],
    ['jose_cooks', ['José Muñoz']],
    ['zoe', ['Zoë Travers']],
    ['cafe', ['José Muñoz']],
    ['café', ['José Muñoz']],
    ['recipe', ['José Muñoz']],
    ['recip', ['José Muñoz']],
    ['wellnes', ['José Muñoz']],
    ['plant based', ['José Muñoz']],
    ['plant-based', ['José Muñoz']],
    ['photographer', ['Zoë Travers']],
    ['photo', ['Zoë Travers']],
    ['stills', ['Zoë Travers']],
    ['still', ['Zoë Travers']],
    ['30 second', ['Maya Lindqvist']],
    ['30-second reel', ['Maya Lindqvist']],
    ['the film', []],
    ['honest film', ['Maya Lindqvist']],
    ['honest recipe', []],
    ['山田', ['山田 太郎']],
    ['ラーメン', ['山田 太郎']],
    ['food', ['José Muñoz', '山田 太郎']],
    ['real_talk', ['Zoë Travers']],
    ['100%', ['Zoë Travers']],
    ['travel', ['Maya Lindqvist', 'Zoë Travers']],
    ['qwertz', []],
    ['%', []],
    ['_', []],
    ['%%%', []],
    ['\\', []],
    ["'", []],
    ['"', []],
    ['&', []],
    ['!', []],
    [':*', []],
    ['( | )', []],
    ['🎉', []],
    ["maya' or '1'='1", []],
    ["'; drop table workspace; --", []],
    ['maya & !jose', []],
    ['<->', []],
    ['${zz}', []],
    ['a'.repeat(100), []],
    ['x '.repeat(50), []],
  ];
  it.each(cases)('finds the right creators for %j', async (query, expected) => {
    for (const sort of SORT_NAMES) expect((await names({ query, sort })).toSorted()).toEqual(expected.toSorted());
    expect((await find({ query })).total?.count).toBe(expected.length);
  });

  it('ranks exact matches before similar names', async () => {
    expect(await names({ query: 'travel' })).toEqual(['Maya Lindqvist', 'Zoë Travers']);
  });

  it('finds all creators if the text is blank', async () => {
    expect(await names({ query: '   ' })).toHaveLength(4);
  });
});

describe('the sorted results', () => {
  const ROWS = 230;
  beforeAll(async () => {
    await forgetEverybody();
    // Creates many ties for every sort order, with three prices, four follower counts and five days of joining. One
    // search text finds all of these names.
    await sql`
      insert into workspace (username, full_name, user_type, created_at, followers, bio, categories)
      select 'many_' || n, 'Tied Person', 'influencer',
        '2026-01-01'::timestamptz + (n % 5) * interval '1 day',
        (n % 4) * 1000, 'Much the same.', array['Food'] from generate_series(1, ${sql.lit(ROWS)}) n`.execute(
      stack.deps.db,
    );
    await sql`
      insert into package (creator_id, name, description, price_cents, delivery_days, features, is_popular, is_active,
        created_at, updated_at)
      select id, 'Same', 'Same.', 1000 * (1 + substr(username::text, 6)::int % 3) + extra, 3, '{}', false, true, now(), now()
      from workspace, unnest(array[0, 50000]) extra`.execute(stack.deps.db);
  });

  const searches: CreatorSearch[] = [{}, { query: 'tied' }, { maxDays: 3 }, { categories: ['Food'], minBudget: 1 }];
  it.each(SORT_NAMES.flatMap((sort) => searches.map((search) => [sort, search] as const)))(
    'contain every creator once, sorted by %s for the search %j',
    async (sort, search) => {
      const items = await allOf({ ...search, sort });
      expect(new Set(items.map(({ id }) => id)).size).toBe(ROWS);
      expect(items).toHaveLength(ROWS);
      const prices = items.map((item) => item.package.priceCents);
      if (sort === 'price_low') expect(prices).toEqual(prices.toSorted((one, other) => one - other));
      if (sort === 'price_high') expect(prices).toEqual(prices.toSorted((one, other) => other - one));
      const followers = items.map((item) => item.followers);
      if (sort === 'followers' || (sort === 'match' && search.query === undefined))
        expect(followers).toEqual(followers.toSorted((one, other) => other - one));
      // A repeated search returns ties in the same order.
      expect((await allOf({ ...search, sort })).map(({ id }) => id)).toEqual(items.map(({ id }) => id));
    },
  );

  it('weight completed bookings by the rating if sorted by best match, across pages', async () => {
    // `rating` is the smoothed average (see `RATING_PRIOR`) in thousandths of a star. Each group has 30 creators,
    // which is more than one page.
    const groups = [
      { from: 1, completed: 6, rating: 4_800 },
      { from: 31, completed: 7, rating: 0 },
      { from: 61, completed: 10, rating: 2_000 },
      { from: 91, completed: 1, rating: RATING_PRIOR.stars * 1_000 },
    ];
    const write = (completed: number, rating: number, from: number, to: number) =>
      sql`update creator_listing set completed = ${completed}, rating_rank = ${rating} from workspace u
        where u.id = creator_id and substr(u.username::text, 6)::int between ${from} and ${to}`.execute(stack.deps.db);
    for (const { from, completed, rating } of groups) await write(completed, rating, from, from + 29);
    const items = (await allOf({ sort: 'match' })).slice(0, 120);
    const { rows } = await sql<{ rank: string }>`
      select match_rank::text as rank from creator_listing group by match_rank order by match_rank desc`.execute(
      stack.deps.db,
    );
    await write(0, 0, 1, ROWS);
    const groupOf = ({ username }: { username: string }) => Math.floor((Number(username.slice(5)) - 1) / 30) + 1;
    expect(items.map(groupOf)).toEqual([1, 2, 3, 4].flatMap((group) => Array<number>(30).fill(group)));
    // A creator without reviews gets the prior rating.
    expect(rows.map(({ rank }) => Number(rank))).toEqual([9_626, 7_000, 1_111, 1_000, 0]);
  });

  it('start with the creators who joined last if sorted by newest', async () => {
    const items = await allOf({ sort: 'newest' });
    const joined = await stack.deps.db.selectFrom('workspace').select(['id', 'createdAt']).execute();
    const times = items.map(({ id }) => joined.find((user) => user.id === id)?.createdAt.getTime() ?? 0);
    expect(times).toEqual(times.toSorted((one, other) => other - one));
  });

  it('include the total number of results on the first page only', async () => {
    const first = await find();
    expect(first.total).toEqual({ count: ROWS, atLeast: false });
    expect(first.items).toHaveLength(12);
    expect((await find({ cursor: first.nextCursor ?? '' })).total).toBeNull();
  });

  it.each(SORT_NAMES)('contain every original creator once while other creators join, sorted by %s', async (sort) => {
    const before = new Set((await allOf({ sort })).map(({ id }) => id));
    const items = await allOf({ sort }, () =>
      make({ joined: '2026-01-03T00:00:00.000Z', platforms: { instagram: 2_000 }, offers: [{ price: 2_000 }] }),
    );
    const shown = items.map(({ id }) => id);
    expect(new Set(shown).size).toBe(shown.length);
    expect(shown.filter((id) => before.has(id))).toHaveLength(before.size);
    await sql`delete from package where creator_id in (select id from workspace where username like 'person_%')`.execute(
      stack.deps.db,
    );
    await sql`delete from member where workspace_id in (select id from workspace where username like 'person_%')`.execute(
      stack.deps.db,
    );
    await sql`delete from workspace where username like 'person_%'`.execute(stack.deps.db);
  });

  it.each([
    'x',
    '',
    '%',
    "'; drop table workspace; --",
    'AAAA',
    Buffer.from('match:1:2:x').toString('base64url'),
    Buffer.from(`match:99999999999999999999:1:${UNKNOWN_ID}`).toString('base64url'),
    Buffer.from(`followers:1:1:${UNKNOWN_ID}`).toString('base64url'),
    Buffer.from(`match:1:1:${UNKNOWN_ID}\0`).toString('base64url'),
    Buffer.from(`match:NaN:1:${UNKNOWN_ID}`).toString('base64url'),
    'a'.repeat(200),
  ])('start with the first page for the invalid cursor %j', async (cursor) => {
    expect(await find({ cursor })).toEqual(await find());
  });

  it('can be requested with a cursor before the first or after the last result', async () => {
    const at = (first: number) => find({ cursor: Buffer.from(`match:${first}:0:${UNKNOWN_ID}`).toString('base64url') });
    expect((await at(999_999_999_999_999)).items).toHaveLength(12);
    expect(await at(-999_999_999_999_999)).toEqual({ items: [], total: null, nextCursor: null, spelling: null });
  });
});
