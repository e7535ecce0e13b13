/** Finding creators: every filter, order and page, the comparison and the figures, over rows that this file wrote. */
import { randomUUID } from 'node:crypto';
import { quote, cents } from '@marquee/money';
import { SORT_NAMES, type CreatorSearch } from '@marquee/validation';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newAdmin, newBooking, newCreator, newPackage } from '../src/db/build.ts';
import { NOWHERE } from './answers.ts';
import { useStack } from './stack.ts';

const stack = useStack();

interface Offer {
  name?: string;
  description?: string;
  features?: string[];
  price?: number;
  days?: number;
  popular?: boolean;
  active?: boolean;
}
interface Made {
  fullName?: string;
  username?: string;
  bio?: string;
  location?: string;
  photo?: string | null;
  categories?: string[];
  languages?: string[];
  platforms?: Record<string, number>;
  joined?: string;
  offers?: Offer[];
}

let counter = 0;

/** Writes a creator as the screens would have; returns the id. */
async function make(made: Made): Promise<string> {
  const at = counter++;
  const { db } = stack.deps;
  const platforms = Object.entries(made.platforms ?? { instagram: 5_000 });
  const { id } = await db.insertInto('appUser').values({
    username: made.username ?? `person_${at}`, fullName: made.fullName ?? `Person ${at}`, email: `person${at}@example.test`, userType: 'influencer',
    passwordHash: null, bio: made.bio ?? 'Says little.', location: made.location ?? 'Nowhere', profileImageUrl: made.photo ?? null,
    categories: made.categories ?? [], languages: made.languages ?? [], followers: platforms.reduce((sum, [, followers]) => sum + followers, 0),
    stripeAccountId: null, createdAt: new Date(made.joined ?? '2026-01-01T00:00:00.000Z'),
  }).returning('id').executeTakeFirstOrThrow();
  for (const [position, [platform, followers]] of platforms.entries()) {
    await db.insertInto('creatorPlatform').values({ creatorId: id, platform: platform as 'instagram', handle: `h${at}`, followers, startingPriceCents: null, position }).execute();
  }
  for (const offer of made.offers ?? [{}]) await makeOffer(id, offer);
  return id;
}

async function makeOffer(creatorId: string, offer: Offer): Promise<string> {
  const now = new Date('2026-02-01T00:00:00.000Z');
  const { id } = await stack.deps.db.insertInto('package').values({
    creatorId, name: offer.name ?? 'A package', description: offer.description ?? 'What it is.', priceCents: offer.price ?? 10_000, deliveryDays: offer.days ?? 5,
    features: offer.features ?? [], isPopular: offer.popular ?? false, isActive: offer.active ?? true, createdAt: now, updatedAt: now,
  }).returning('id').executeTakeFirstOrThrow();
  return id;
}

const find = (search: CreatorSearch & { cursor?: string } = {}) => stack.as(null).discovery.creators(search);
const names = async (search: CreatorSearch = {}) => (await find(search)).items.map((item) => item.fullName);

/** All of a search, page by page. */
async function allOf(search: CreatorSearch, between: () => Promise<unknown> = () => Promise.resolve()) {
  const items = [];
  let page = await find(search);
  items.push(...page.items);
  while (page.nextCursor !== null) {
    await between();
    page = await find({ ...search, cursor: page.nextCursor });
    items.push(...page.items);
  }
  return items;
}

/** Takes everybody off the market; who has a booking stays behind it. */
const forgetEverybody = async () => {
  await sql`delete from package`.execute(stack.deps.db);
  await sql`delete from app_user where role <> 'admin' and not exists (select 1 from booking where app_user.id in (creator_id, brand_id))`.execute(stack.deps.db);
};

describe('filters', () => {
  beforeAll(async () => {
    await forgetEverybody();
    await make({ fullName: 'Ana', categories: ['Food', 'Travel'], languages: ['English', 'Spanish'], platforms: { instagram: 900, tiktok: 100 }, offers: [{ price: 10_000, days: 3 }, { price: 50_000, days: 14 }] });
    await make({ fullName: 'Ben', categories: ['Food'], languages: ['English'], platforms: { youtube: 50_000 }, offers: [{ price: 10_001, days: 7 }] });
    await make({ fullName: 'Cem', categories: ['Gaming'], languages: ['Turkish'], platforms: { twitch: 1_000_000 }, offers: [{ price: 90_000, days: 1 }] });
    await make({ fullName: 'Dee', categories: [], languages: [], platforms: {}, offers: [{ price: 100, days: 365 }] });
    await make({ fullName: 'Only inactive', categories: ['Food'], offers: [{ active: false }] });
    await make({ fullName: 'No package', categories: ['Food'], offers: [] });
  });

  // $115.00 is what $100.00 costs a brand; $115.01 (with the fee, $100.01) is more.
  const cases: [string, CreatorSearch, string[]][] = [
    ['none', {}, ['Ana', 'Ben', 'Cem', 'Dee']],
    ['one category', { categories: ['Food'] }, ['Ana', 'Ben']],
    ['several categories', { categories: ['Gaming', 'Travel'] }, ['Ana', 'Cem']],
    ['a category nobody has', { categories: ['Cars'] }, []],
    ['an empty list of categories', { categories: [] }, ['Ana', 'Ben', 'Cem', 'Dee']],
    ['one platform', { platforms: ['tiktok'] }, ['Ana']],
    ['several platforms', { platforms: ['tiktok', 'youtube'] }, ['Ana', 'Ben']],
    ['a language', { language: 'English' }, ['Ana', 'Ben']],
    ['followers from their exact sum', { minFollowers: 1_000 }, ['Ana', 'Ben', 'Cem']],
    ['followers from one more', { minFollowers: 1_001 }, ['Ben', 'Cem']],
    ['followers up to their exact sum', { maxFollowers: 1_000 }, ['Ana', 'Dee']],
    ['followers up to one less', { maxFollowers: 999 }, ['Dee']],
    ['followers between', { minFollowers: 1_001, maxFollowers: 999_999 }, ['Ben']],
    ['followers from more than to', { minFollowers: 10, maxFollowers: 1 }, []],
    ['a budget that the total meets exactly', { maxBudget: 115 }, ['Ana', 'Dee']],
    ['a budget that the total misses by a dollar', { maxBudget: 114 }, ['Dee']],
    ['a budget above the total', { maxBudget: 116 }, ['Ana', 'Ben', 'Dee']],
    ['a lowest budget that the total meets exactly', { minBudget: 115 }, ['Ana', 'Ben', 'Cem']],
    ['a lowest budget above', { minBudget: 116 }, ['Ana', 'Cem']],
    ['a budget between two packages of one creator', { minBudget: 200, maxBudget: 500 }, []],
    ['a budget that only one of two packages meets', { minBudget: 500, maxBudget: 600 }, ['Ana']],
    ['a budget of nothing', { maxBudget: 0 }, []],
    ['delivery within the exact days', { maxDays: 3 }, ['Ana', 'Cem']],
    ['delivery within a day', { maxDays: 1 }, ['Cem']],
    ['delivery that is fast in one package and cheap in another', { maxDays: 7, minBudget: 500, maxBudget: 600 }, []],
    ['everything at once', { query: 'ana', categories: ['Food'], platforms: ['tiktok'], language: 'Spanish', minFollowers: 1_000, maxFollowers: 1_000, minBudget: 115, maxBudget: 115, maxDays: 3 }, ['Ana']],
    ['everything at once, one of them wrong', { query: 'ana', categories: ['Food'], platforms: ['tiktok'], language: 'Spanish', minFollowers: 1_000, maxFollowers: 1_000, minBudget: 115, maxBudget: 115, maxDays: 2 }, []],
  ];
  it.each(cases)('%s', async (_, search, expected) => {
    for (const sort of SORT_NAMES) expect((await names({ ...search, sort })).toSorted()).toEqual(expected);
    expect((await find(search)).total).toEqual({ count: expected.length, atLeast: false });
  });

  it.each([
    ['of a budget, the one within it', { maxBudget: 200 }, 10_000],
    ['of a budget from below, the one within it', { minBudget: 200 }, 50_000],
    ['of nothing, the cheapest', {}, 10_000],
    ['by price upwards, the cheapest', { sort: 'price_low' }, 10_000],
    ['by price downwards, the dearest', { sort: 'price_high' }, 50_000],
  ] as [string, CreatorSearch, number][])('shows the package that fits best: %s', async (_, search, priceCents) => {
    const ana = (await find({ ...search, query: 'ana' })).items[0];
    expect(ana?.package).toMatchObject(quote(cents(priceCents)));
  });
});

describe('what is shown', () => {
  beforeEach(forgetEverybody);

  it('is a creator with figures and a package, and nothing private', async () => {
    const id = await make({
      fullName: 'Ana', username: 'ana', location: 'Lisbon', categories: ['Food'], platforms: { tiktok: 1, instagram: 2 }, photo: '/media/a-256.webp',
      offers: [{ name: 'A Reel', price: 19_999, days: 4, features: ['1 Reel'], popular: true }],
    });
    await stack.deps.db.insertInto('portfolioPicture').values([5, 3, 4, 1, 2].map((position) => ({
      creatorId: id, url: `/media/${position}-960.webp`, width: 960, height: 640, caption: `No. ${position}`, position, createdAt: new Date(),
    }))).execute();
    expect((await find()).items).toEqual([{
      id, username: 'ana', fullName: 'Ana', location: 'Lisbon', profileImageUrl: '/media/a-256.webp', categories: ['Food'], followers: 3,
      platforms: [{ platform: 'tiktok', handle: 'h' + (counter - 1), followers: 1 }, { platform: 'instagram', handle: 'h' + (counter - 1), followers: 2 }],
      pictures: [1, 2, 3, 4].map((at) => ({ url: `/media/${at}-960.webp`, width: 960, height: 640, caption: `No. ${at}` })),
      completedBookings: 0, rating: 5, reviewCount: 0,
      package: { id: expect.any(String), name: 'A Reel', deliveryDays: 4, features: ['1 Reel'], isPopular: true, priceCents: 19_999, feeCents: 3_000, totalCents: 22_999 },
    }]);
  });

  it('prefers the popular package, then the cheapest, and one that the text names before both', async () => {
    await make({ fullName: 'Ana', offers: [{ name: 'Dear', price: 900, popular: true }, { name: 'Cheap', price: 100 }, { name: 'Podcast mention', price: 5_000 }, { name: 'Middle', price: 800, popular: true }] });
    expect((await find()).items[0]?.package.name).toBe('Middle');
    expect((await find({ query: 'podcast' })).items[0]?.package.name).toBe('Podcast mention');
    expect((await find({ query: 'podcast', maxBudget: 10 })).items[0]?.package.name).toBe('Middle');
  });

  it('follows every change at once', async () => {
    const id = await make({ fullName: 'Ana', offers: [] });
    const { db } = stack.deps;
    expect(await names()).toEqual([]);
    const pack = await makeOffer(id, { price: 100 });
    expect(await names()).toEqual(['Ana']);
    await db.updateTable('package').set({ isActive: false }).where('id', '=', pack).execute();
    expect(await names()).toEqual([]);
    await db.updateTable('package').set({ isActive: true, priceCents: 200 }).where('id', '=', pack).execute();
    await db.updateTable('appUser').set({ fullName: 'Anna', categories: ['Food'], followers: 7 }).where('id', '=', id).execute();
    expect(await names({ query: 'anna', categories: ['Food'], minFollowers: 7, maxFollowers: 7 })).toEqual(['Anna']);
    await db.deleteFrom('creatorPlatform').where('creatorId', '=', id).execute();
    expect(await names({ platforms: ['instagram'] })).toEqual([]);
    await db.updateTable('appUser').set({ deletedAt: new Date(), bio: '' }).where('id', '=', id).execute();
    expect(await names()).toEqual([]);
    await db.updateTable('appUser').set({ deletedAt: null }).where('id', '=', id).execute();
    await db.deleteFrom('package').where('id', '=', pack).execute();
    expect(await names()).toEqual([]);
  });

  it('keeps both of two packages that were published at once', async () => {
    const id = await make({ fullName: 'Ana', offers: [] });
    await Promise.all(Array.from({ length: 8 }, (_, at) => makeOffer(id, { name: `word${at}`, price: 1_000 - at })));
    expect((await find({ sort: 'price_low' })).items[0]?.package.priceCents).toBe(993);
    for (let at = 0; at < 8; at++) expect(await names({ query: `word${at}` })).toEqual(['Ana']);
  });

  it('never shows a brand, or who has no active package', async () => {
    const id = await make({ fullName: 'Ana' });
    await stack.deps.db.updateTable('appUser').set({ userType: 'brand' }).where('id', '=', id).execute();
    expect(await names()).toEqual([]);
  });

  it('takes a package with as much text as can be stored', async () => {
    const id = await make({ fullName: 'Ana', offers: [] });
    await sql`
      insert into package (creator_id, name, description, price_cents, delivery_days, features, is_popular, is_active, created_at, updated_at)
      select ${id}::uuid, 'n' || n, left((select string_agg('ẁörd' || n || 'x' || w, ' ') from generate_series(1, 300) w), 2000), 100, 1,
        (select array_agg(left((select string_agg('f' || n || 'x' || f || 'x' || w, ' ') from generate_series(1, 40) w), 200)) from generate_series(1, 20) f),
        false, true, now() + n * interval '1 second', now() from generate_series(1, 200) n`.execute(stack.deps.db);
    expect(await names({ query: 'word1x1' })).toEqual(['Ana']);
    expect(await names({ query: 'n200' })).toEqual(['Ana']);
  });
});

describe('search', () => {
  beforeAll(async () => {
    await forgetEverybody();
    await make({ fullName: 'Maya Lindqvist', username: 'maya', bio: 'Slow travel by train.', categories: ['Travel'], offers: [{ name: 'Hotel stay review', description: 'Two nights and one honest film.', features: ['30-second Reel'] }] });
    await make({ fullName: 'José Muñoz', username: 'jose_cooks', bio: 'Recipes from the café next door.', categories: ['Food', 'Health & Wellness'], offers: [{ name: 'Plant-based recipes' }] });
    await make({ fullName: 'Zoë Travers', username: 'zoe_t', bio: '100% real_talk about gadgets', categories: ['Technology'], offers: [{ name: 'Photography set', description: 'Fifteen stills.' }] });
    await make({ fullName: '山田 太郎', username: 'taro', bio: 'ラーメン is life', categories: ['Food'], offers: [{ name: 'Ramen video' }] });
  });

  const cases: [string, string[]][] = [
    ['maya', ['Maya Lindqvist']], ['MAYA', ['Maya Lindqvist']], ['  maya  ', ['Maya Lindqvist']], ['@maya', ['Maya Lindqvist']],
    ['may', ['Maya Lindqvist']], ['lindq', ['Maya Lindqvist']], ['lindqvist maya', ['Maya Lindqvist']],
    ['lindqvst', ['Maya Lindqvist']], ['maya lindquist', ['Maya Lindqvist']], ['jose munos', ['José Muñoz']], ['lindqvst qwertz', []],
    ['jose', ['José Muñoz']], ['José', ['José Muñoz']], ['munoz', ['José Muñoz']], ['MUÑOZ', ['José Muñoz']], ['cooks', ['José Muñoz']], ['jose_cooks', ['José Muñoz']],
    ['zoe', ['Zoë Travers']], ['cafe', ['José Muñoz']], ['café', ['José Muñoz']],
    ['recipe', ['José Muñoz']], ['recip', ['José Muñoz']], ['wellnes', ['José Muñoz']], ['plant based', ['José Muñoz']], ['plant-based', ['José Muñoz']],
    ['photographer', ['Zoë Travers']], ['photo', ['Zoë Travers']], ['stills', ['Zoë Travers']], ['still', ['Zoë Travers']],
    ['30 second', ['Maya Lindqvist']], ['30-second reel', ['Maya Lindqvist']], ['the film', []], ['honest film', ['Maya Lindqvist']], ['honest recipe', []],
    ['山田', ['山田 太郎']], ['ラーメン', ['山田 太郎']], ['food', ['José Muñoz', '山田 太郎']], ['real_talk', ['Zoë Travers']], ['100%', ['Zoë Travers']],
    ['travel', ['Maya Lindqvist', 'Zoë Travers']],
    ['qwertz', []], ['%', []], ['_', []], ['%%%', []], ['\\', []], ["'", []], ['"', []], ['&', []], ['!', []], [':*', []], ['( | )', []], ['🎉', []],
    ["maya' or '1'='1", []], ["'; drop table app_user; --", []], ['maya & !jose', []], ['<->', []], ['${zz}', []],
    ['a'.repeat(100), []], ['x '.repeat(50), []],
  ];
  it.each(cases)('%j', async (query, expected) => {
    for (const sort of SORT_NAMES) expect((await names({ query, sort })).toSorted()).toEqual(expected.toSorted());
    expect((await find({ query })).total?.count).toBe(expected.length);
  });

  it('puts what the words say before names that are only like them', async () => {
    expect(await names({ query: 'travel' })).toEqual(['Maya Lindqvist', 'Zoë Travers']);
  });

  it('leaves everybody in for a blank text', async () => {
    expect(await names({ query: '   ' })).toHaveLength(4);
  });
});

describe('order and pages', () => {
  const ROWS = 230;
  beforeAll(async () => {
    await forgetEverybody();
    // Many ties in every key: three prices, four audiences, five days of joining; and names that one search finds.
    await sql`
      insert into app_user (username, full_name, email, user_type, created_at, followers, bio, categories)
      select 'many_' || n, 'Tied Person', 'many' || n || '@example.test', 'influencer', '2026-01-01'::timestamptz + (n % 5) * interval '1 day',
        (n % 4) * 1000, 'Much the same.', array['Food'] from generate_series(1, ${sql.lit(ROWS)}) n`.execute(stack.deps.db);
    await sql`
      insert into package (creator_id, name, description, price_cents, delivery_days, features, is_popular, is_active, created_at, updated_at)
      select id, 'Same', 'Same.', 1000 * (1 + substr(username::text, 6)::int % 3) + extra, 3, '{}', false, true, now(), now()
      from app_user, unnest(array[0, 50000]) extra`.execute(stack.deps.db);
  });

  const searches: CreatorSearch[] = [{}, { query: 'tied' }, { maxDays: 3 }, { categories: ['Food'], minBudget: 1 }];
  it.each(SORT_NAMES.flatMap((sort) => searches.map((search) => [sort, search] as const)))('by %s with %j shows everybody once, in order', async (sort, search) => {
    const items = await allOf({ ...search, sort });
    expect(new Set(items.map(({ id }) => id)).size).toBe(ROWS);
    expect(items).toHaveLength(ROWS);
    const prices = items.map((item) => item.package.priceCents);
    if (sort === 'price_low') expect(prices).toEqual(prices.toSorted((one, other) => one - other));
    if (sort === 'price_high') expect(prices).toEqual(prices.toSorted((one, other) => other - one));
    const followers = items.map((item) => item.followers);
    if (sort === 'followers' || (sort === 'match' && search.query === undefined)) expect(followers).toEqual(followers.toSorted((one, other) => other - one));
    // The same again: ties do not move.
    expect((await allOf({ ...search, sort })).map(({ id }) => id)).toEqual(items.map(({ id }) => id));
  });

  it('by newest, goes by the day of joining', async () => {
    const items = await allOf({ sort: 'newest' });
    const joined = await stack.deps.db.selectFrom('appUser').select(['id', 'createdAt']).execute();
    const times = items.map(({ id }) => joined.find((user) => user.id === id)?.createdAt.getTime() ?? 0);
    expect(times).toEqual(times.toSorted((one, other) => other - one));
  });

  it('counts up to what it finds, on the first page only', async () => {
    const first = await find();
    expect(first.total).toEqual({ count: ROWS, atLeast: false });
    expect(first.items).toHaveLength(24);
    expect((await find({ cursor: first.nextCursor ?? '' })).total).toBeNull();
  });

  it.each(SORT_NAMES)('by %s shows those who were there once while others join', async (sort) => {
    const before = new Set((await allOf({ sort })).map(({ id }) => id));
    const items = await allOf({ sort }, () => make({ joined: '2026-01-03T00:00:00.000Z', platforms: { instagram: 2_000 }, offers: [{ price: 2_000 }] }));
    const shown = items.map(({ id }) => id);
    expect(new Set(shown).size).toBe(shown.length);
    expect(shown.filter((id) => before.has(id))).toHaveLength(before.size);
    await sql`delete from package where creator_id in (select id from app_user where username like 'person_%')`.execute(stack.deps.db);
    await sql`delete from app_user where username like 'person_%'`.execute(stack.deps.db);
  });

  it.each([
    'x', '', '%', "'; drop table app_user; --", 'AAAA', Buffer.from('match:1:2:x').toString('base64url'),
    Buffer.from(`match:99999999999999999999:1:${NOWHERE}`).toString('base64url'), Buffer.from(`followers:1:1:${NOWHERE}`).toString('base64url'),
    Buffer.from(`match:1:1:${NOWHERE}\0`).toString('base64url'), Buffer.from(`match:NaN:1:${NOWHERE}`).toString('base64url'), 'a'.repeat(200),
  ])('starts at the beginning for the cursor %j', async (cursor) => {
    expect(await find({ cursor })).toEqual(await find());
  });

  it('answers a cursor beyond both ends', async () => {
    const at = (first: number) => find({ cursor: Buffer.from(`match:${first}:0:${NOWHERE}`).toString('base64url') });
    expect((await at(999_999_999_999_999)).items).toHaveLength(24);
    expect(await at(-999_999_999_999_999)).toEqual({ items: [], total: null, nextCursor: null });
  });
});

describe('refused searches', () => {
  it.each([
    [{ query: 'x'.repeat(300) }, 'The search must be at most 100 characters'],
    [{ query: 'a\0b' }, 'The search contains characters that cannot be used'],
    [{ query: '\ud800' }, 'The search contains characters that cannot be used'],
    [{ query: 7 }, 'The search must be text'],
    [{ categories: ['Nonsense'] }, 'There is no such category'],
    [{ categories: 'Food' }, 'The category filter must be a list'],
    [{ categories: Array.from({ length: 100 }, () => 'Food') }, 'The category filter names too many'],
    [{ platforms: ['myspace'] }, 'There is no such platform'],
    [{ language: 'Klingon' }, 'There is no such language'],
    [{ minFollowers: -1 }, 'Followers must be a whole number from 0 to 100,000,000,000'],
    [{ maxFollowers: 1e300 }, 'Followers must be a whole number from 0 to 100,000,000,000'],
    [{ maxFollowers: 0.5 }, 'Followers must be a whole number from 0 to 100,000,000,000'],
    [{ maxBudget: 115_001 }, 'The budget must be a whole number from 0 to 115,000'],
    [{ minBudget: '100' }, 'The budget must be a whole number from 0 to 115,000'],
    [{ maxDays: 1e21 }, 'The delivery time must be a whole number from 0 to 365'],
    [{ sort: 'price; drop table package' }, 'The order is one of match, newest, price_low, price_high, followers'],
    [{ cursor: 'x'.repeat(201) }, 'A cursor has at most 200 characters'],
  ])('%j', async (input, message) => {
    const browser = await stack.asBrowser(null);
    const answer = await browser('GET', `/trpc/discovery.creators?input=${encodeURIComponent(JSON.stringify(input))}`);
    expect([answer.statusCode, answer.json<{ error: { message: string } }>().error.message]).toEqual([400, message]);
  });

  it('takes the largest numbers that it allows', async () => {
    await find({ minFollowers: 100_000_000_000, maxFollowers: 100_000_000_000, minBudget: 115_000, maxBudget: 115_000, maxDays: 365 });
  });
});

describe('comparing', () => {
  it('puts active packages side by side in the order asked for, each once, and leaves out the others', async () => {
    await forgetEverybody();
    const ana = await make({ fullName: 'Ana', offers: [] });
    const ben = await make({ fullName: 'Ben', offers: [] });
    const [one, two, hidden] = [await makeOffer(ana, { name: 'One' }), await makeOffer(ben, { name: 'Two' }), await makeOffer(ben, { active: false })];
    const compare = (ids: string[]) => stack.as(null).discovery.compare({ ids });
    expect((await compare([two, one])).map((item) => [item.fullName, item.package.name])).toEqual([['Ben', 'Two'], ['Ana', 'One']]);
    expect((await compare([one, one, hidden, NOWHERE])).map((item) => item.package.id)).toEqual([one]);
    expect(await compare(['x', "' or 1=1"])).toEqual([]);
    expect(await compare([])).toEqual([]);
    await expect(compare([one, two, hidden, NOWHERE, randomUUID()])).rejects.toThrow('At most 4 packages can be compared');
  });
});

describe('the price guide', () => {
  beforeEach(forgetEverybody);
  const guide = () => stack.as(null).discovery.prices();

  it('is empty without packages', async () => {
    expect(await guide()).toEqual({ all: null, categories: [], followers: [] });
  });

  it('says what is usual from five packages on, and counts each in every category of its creator', async () => {
    await make({ categories: ['Food', 'Travel'], platforms: { instagram: 999 }, offers: [100, 200, 300, 400].map((price, at) => ({ price, days: at + 1 })) });
    expect(await guide()).toEqual({
      all: { packages: 4, typical: null },
      categories: [{ category: 'Food', packages: 4, typical: null }, { category: 'Travel', packages: 4, typical: null }],
      followers: [{ from: 0, to: 1_000, packages: 4, typical: null }],
    });
    await make({ categories: ['Food'], platforms: { instagram: 1_000 }, offers: [{ price: 1_000, days: 30 }, { price: 1, active: false }].map((offer) => ({ ...offer, price: Math.max(100, offer.price) })) });
    const typical = { lowCents: 200, medianCents: 300, highCents: 400, minCents: 100, maxCents: 1_000, deliveryDays: 3 };
    expect(await guide()).toEqual({
      all: { packages: 5, typical },
      categories: [{ category: 'Food', packages: 5, typical }, { category: 'Travel', packages: 4, typical: null }],
      followers: [{ from: 0, to: 1_000, packages: 4, typical: null }, { from: 1_000, to: 10_000, packages: 1, typical: null }],
    });
  });

  it('puts the largest audience into the last band', async () => {
    await make({ platforms: { instagram: 1_999_999_999, tiktok: 2_000_000_000 } });
    expect((await guide()).followers).toEqual([{ from: 1_000_000, to: null, packages: 1, typical: null }]);
  });
});

describe('the landing page', () => {
  beforeEach(forgetEverybody);

  it('says that nothing is there yet', async () => {
    expect(await stack.as(null).discovery.landing()).toEqual({ creators: 0, packages: 0, completedBookings: 0, paidOutCents: 0, categories: [], featured: [] });
  });

  it('features creators with a photo, one of each category before the second of any', async () => {
    const photo = '/media/x-256.webp';
    await make({ fullName: 'Food large', categories: ['Food'], platforms: { instagram: 9_000 }, photo });
    await make({ fullName: 'Food small', categories: ['Food', 'Travel'], platforms: { instagram: 8_000 }, photo });
    await make({ fullName: 'Pets', categories: ['Pets'], platforms: { instagram: 10 }, photo });
    await make({ fullName: 'No photo', categories: ['Cars'], platforms: { instagram: 99_000 } });
    const { featured, ...figures } = await stack.as(null).discovery.landing();
    expect(featured.map((item) => item.fullName)).toEqual(['Food large', 'Pets', 'Food small']);
    expect(figures).toEqual({
      creators: 4, packages: 4, completedBookings: 0, paidOutCents: 0,
      categories: [{ category: 'Food', creators: 2 }, { category: 'Cars', creators: 1 }, { category: 'Pets', creators: 1 }, { category: 'Travel', creators: 1 }],
    });
  });

  it('counts completed work and what was paid out for it, and puts who has done it first', async () => {
    await make({ fullName: 'Unproven', platforms: { instagram: 1_000_000 } });
    const { asBrand, id, creator } = await newBooking(stack.deps, { status: 'completed' });
    expect((await find()).items.map((item) => [item.id === creator.id, item.completedBookings])).toEqual([[true, 1], [false, 0]]);
    expect(await stack.as(null).discovery.landing()).toMatchObject({ creators: 2, packages: 2, completedBookings: 1, paidOutCents: 0 });
    await asBrand.payments.approve({ id });
    await stack.idle();
    expect(await stack.as(null).discovery.landing()).toMatchObject({ completedBookings: 1, paidOutCents: 19_900 });
  });
});

it('lists a creator made through the product as soon as the first package is published', async () => {
  await forgetEverybody();
  const creator = await newCreator(stack.deps, { fullName: 'Ana Brandt' });
  expect(await names({ query: 'ana' })).toEqual([]);
  await newPackage(stack.deps, creator);
  expect(await names({ query: 'ana' })).toEqual(['Ana Brandt']);
});

describe('what staff takes off the market', () => {
  const seenEverywhere = async (username: string, packageId: string) => {
    const { creators, packages, featured } = await stack.as(null).discovery.landing();
    const isProfile = await stack.as(null).profiles.byUsername({ username }).then(() => true, (error: { failure?: string }) => error.failure ?? error);
    return {
      find: await names(), byPrice: await names({ maxDays: 30, sort: 'price_low' }), byText: await names({ query: 'ana' }),
      compare: (await stack.as(null).discovery.compare({ ids: [packageId] })).length, priced: (await stack.as(null).discovery.prices()).all?.packages ?? 0,
      creators, packages, featured: featured.length, profile: isProfile,
      map: (await stack.app.inject({ url: '/sitemap.xml' })).body.includes(`/profile/${username}<`),
      card: (await stack.app.inject({ url: `/profile/${username}/card.png` })).statusCode,
    };
  };
  const NOWHERE_SEEN = { find: [], byPrice: [], byText: [], compare: 0, priced: 0, creators: 0, packages: 0, featured: 0, map: false };
  const SEEN = {
    find: ['Ana Brandt'], byPrice: ['Ana Brandt'], byText: ['Ana Brandt'], compare: 1, priced: 1, creators: 1, packages: 1, featured: 1, map: true, profile: true, card: 200,
  };
  const newListed = async () => {
    await forgetEverybody();
    const id = await make({ fullName: 'Ana Brandt', photo: '/media/x-256.webp', offers: [] });
    const { username } = await stack.deps.db.selectFrom('appUser').select('username').where('id', '=', id).executeTakeFirstOrThrow();
    return { id, username, packageId: await makeOffer(id, {}), staff: stack.as(await newAdmin(stack.deps)).admin };
  };

  it('is found nowhere while its creator is suspended, and everywhere again afterwards', async () => {
    const { id, username, packageId, staff } = await newListed();
    expect(await seenEverywhere(username, packageId)).toEqual(SEEN);
    await staff.suspendUser({ id, reason: 'Spam' });
    expect(await seenEverywhere(username, packageId)).toEqual({ ...NOWHERE_SEEN, profile: 'USER_NOT_FOUND', card: 404 });
    await staff.liftSuspension({ id, reason: 'Talked to them' });
    expect(await seenEverywhere(username, packageId)).toEqual(SEEN);
  });

  it('is found nowhere while a package is hidden; the profile is still there', async () => {
    const { username, packageId, staff } = await newListed();
    await staff.hidePackage({ id: packageId, reason: 'Not allowed' });
    expect(await seenEverywhere(username, packageId)).toEqual({ ...NOWHERE_SEEN, profile: true, card: 200 });
    await staff.showPackage({ id: packageId, reason: 'It is allowed' });
    expect(await seenEverywhere(username, packageId)).toEqual(SEEN);
  });

  it('leaves the creator’s other packages for sale, and never shows the hidden one for them', async () => {
    const { id, packageId, staff } = await newListed();
    const dearer = await makeOffer(id, { price: 50_000, name: 'Dearer' });
    await staff.hidePackage({ id: packageId, reason: 'Not allowed' });
    expect((await find({ sort: 'price_low' })).items.map((item) => item.package.id)).toEqual([dearer]);
    expect((await find({ maxBudget: 200 })).items).toEqual([]);
    expect((await stack.as(null).discovery.landing()).featured.map((item) => item.package.id)).toEqual([dearer]);
  });
});
