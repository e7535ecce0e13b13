/** Tests which creators are listed and with which data. */
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { newAdmin, newCreator, newPackage } from '../../../src/demo/builders.ts';
import { useMarket } from '../../support/market.ts';
import { useStack } from '../../support/stack.ts';

const stack = useStack();
const { make, makeOffer, find, names, forgetEverybody } = useMarket(stack);

describe('a creator’s listing in the search', () => {
  beforeEach(forgetEverybody);

  it('shows the creator’s metrics and one package, but no private data', async () => {
    const id = await make({
      fullName: 'Ana',
      username: 'ana',
      location: 'Lisbon',
      categories: ['Food'],
      platforms: { tiktok: 1, instagram: 2 },
      photo: '/media/a-256.webp',
      offers: [{ name: 'A Reel', price: 19_999, days: 4, features: ['1 Reel'], popular: true }],
    });
    await stack.deps.db
      .insertInto('portfolioPicture')
      .values(
        [5, 3, 4, 1, 2].map((position) => ({
          creatorId: id,
          url: `/media/${position}-960.webp`,
          width: 960,
          height: 640,
          caption: `No. ${position}`,
          position,
          createdAt: new Date(),
        })),
      )
      .execute();
    expect((await find()).items).toEqual([
      {
        id,
        availability: null,
        username: 'ana',
        fullName: 'Ana',
        location: 'Lisbon',
        profileImageUrl: '/media/a-256.webp',
        categories: ['Food'],
        followers: 3,
        platforms: [
          { platform: 'tiktok', followers: 1 },
          { platform: 'instagram', followers: 2 },
        ],
        pictures: [1, 2, 3].map((at) => ({ url: `/media/${at}-960.webp`, width: 960 })),
        completedBookings: 0,
        rating: 5,
        reviewCount: 0,
        package: {
          id: expect.any(String),
          name: 'A Reel',
          deliveryDays: 4,
          isPopular: true,
          pricesVary: false,
          priceCents: 19_999,
          feeBps: 1_500,
          feeCents: 3_000,
          totalCents: 22_999,
        },
      },
    ]);
  });

  it('shows a package that matches the search text, or else a popular package, or else the cheapest', async () => {
    await make({
      fullName: 'Ana',
      offers: [
        { name: 'Dear', price: 900, popular: true },
        { name: 'Cheap', price: 100 },
        { name: 'Podcast mention', price: 5_000 },
        { name: 'Middle', price: 800, popular: true },
      ],
    });
    expect((await find()).items[0]?.package.name).toBe('Middle');
    expect((await find({ query: 'podcast' })).items[0]?.package.name).toBe('Podcast mention');
    expect((await find({ query: 'podcast', maxBudget: 10 })).items[0]?.package.name).toBe('Middle');
  });

  it('is updated immediately when the creator’s profile or packages change', async () => {
    const id = await make({ fullName: 'Ana', offers: [] });
    const { db } = stack.deps;
    expect(await names()).toEqual([]);
    const pack = await makeOffer(id, { price: 100 });
    expect(await names()).toEqual(['Ana']);
    await db.updateTable('package').set({ isActive: false }).where('id', '=', pack).execute();
    expect(await names()).toEqual([]);
    await db.updateTable('package').set({ isActive: true, priceCents: 200 }).where('id', '=', pack).execute();
    await db
      .updateTable('workspace')
      .set({ fullName: 'Anna', categories: ['Food'], followers: 7 })
      .where('id', '=', id)
      .execute();
    expect(await names({ query: 'anna', categories: ['Food'], minFollowers: 7, maxFollowers: 7 })).toEqual(['Anna']);
    await db.deleteFrom('creatorPlatform').where('creatorId', '=', id).execute();
    expect(await names({ platforms: ['instagram'] })).toEqual([]);
    await db.updateTable('workspace').set({ deletedAt: new Date(), bio: '' }).where('id', '=', id).execute();
    expect(await names()).toEqual([]);
    await db.updateTable('workspace').set({ deletedAt: null }).where('id', '=', id).execute();
    await db.deleteFrom('package').where('id', '=', pack).execute();
    expect(await names()).toEqual([]);
  });

  it('includes all packages that the creator publishes at the same time', async () => {
    const id = await make({ fullName: 'Ana', offers: [] });
    await Promise.all(Array.from({ length: 8 }, (_, at) => makeOffer(id, { name: `word${at}`, price: 1_000 - at })));
    expect((await find({ sort: 'price_low' })).items[0]?.package.priceCents).toBe(993);
    for (let at = 0; at < 8; at++) expect(await names({ query: `word${at}` })).toEqual(['Ana']);
  });

  it('does not exist for a brand, even if the brand has a package', async () => {
    const id = await make({ fullName: 'Ana' });
    await stack.deps.db.updateTable('workspace').set({ userType: 'brand' }).where('id', '=', id).execute();
    expect(await names()).toEqual([]);
  });

  it('can contain the maximum number of packages, each with text of the maximum length', async () => {
    const id = await make({ fullName: 'Ana', offers: [] });
    await sql`
      insert into package (creator_id, name, description, price_cents, delivery_days, features, is_popular, is_active,
        created_at, updated_at)
      select ${id}::uuid, 'n' || n, left((select string_agg('ẁörd' || n || 'x' || w, ' ') from generate_series(1, 300) w), 2000), 100, 1,
        (select array_agg(left((select string_agg('f' || n || 'x' || f || 'x' || w, ' ') from generate_series(1, 40) w),
          200)) from generate_series(1, 20) f),
        false, true, now() + n * interval '1 second', now() from generate_series(1, 50) n`.execute(stack.deps.db);
    expect(await names({ query: 'word1x1' })).toEqual(['Ana']);
    expect(await names({ query: 'n50' })).toEqual(['Ana']);
  });
});

it('finds a creator by the search as soon as the first package is published', async () => {
  await forgetEverybody();
  const creator = await newCreator(stack.deps, { fullName: 'Ana Brandt' });
  expect(await names({ query: 'ana' })).toEqual([]);
  await newPackage(stack.deps, creator);
  expect(await names({ query: 'ana' })).toEqual(['Ana Brandt']);
});

describe('a package that staff take off the market', () => {
  const seenEverywhere = async (username: string, packageId: string) => {
    const { creators, packages, featured } = await stack.as(null).discovery.landing();
    const isProfile = await stack
      .as(null)
      .profiles.byUsername({ username })
      .then(
        () => true,
        (error: { failure?: string }) => error.failure ?? error,
      );
    return {
      find: await names(),
      byPrice: await names({ maxDays: 30, sort: 'price_low' }),
      byText: await names({ query: 'ana' }),
      compare: (await stack.as(null).discovery.compare({ ids: [packageId] })).length,
      priced: (await stack.as(null).discovery.prices()).all?.packages ?? 0,
      creators,
      packages,
      featured: featured.length,
      profile: isProfile,
      map: (await stack.app.inject({ url: '/sitemaps/profiles-1.xml' })).body.includes(`/profile/${username}<`),
      card: (await stack.app.inject({ url: `/profile/${username}/card.png` })).statusCode,
    };
  };
  const NOWHERE_SEEN = {
    find: [],
    byPrice: [],
    byText: [],
    compare: 0,
    priced: 0,
    creators: 0,
    packages: 0,
    featured: 0,
    map: false,
  };
  const SEEN = {
    find: ['Ana Brandt'],
    byPrice: ['Ana Brandt'],
    byText: ['Ana Brandt'],
    compare: 1,
    priced: 1,
    creators: 1,
    packages: 1,
    featured: 1,
    map: true,
    profile: true,
    card: 200,
  };
  const newListed = async () => {
    await forgetEverybody();
    const id = await make({ fullName: 'Ana Brandt', photo: '/media/x-256.webp', offers: [] });
    const { username } = await stack.deps.db
      .selectFrom('workspace')
      .select('username')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return { id, username, packageId: await makeOffer(id, {}), staff: stack.as(await newAdmin(stack.deps)).admin };
  };

  it('appears nowhere while its creator is suspended, and appears again afterwards', async () => {
    const { id, username, packageId, staff } = await newListed();
    expect(await seenEverywhere(username, packageId)).toEqual(SEEN);
    await staff.suspendUser({ id, reason: 'Spam' });
    expect(await seenEverywhere(username, packageId)).toEqual({
      ...NOWHERE_SEEN,
      profile: 'USER_NOT_FOUND',
      card: 404,
    });
    await staff.liftSuspension({ id, reason: 'Talked to them' });
    expect(await seenEverywhere(username, packageId)).toEqual(SEEN);
  });

  it('appears nowhere while it is hidden, although the creator’s profile stays visible', async () => {
    const { username, packageId, staff } = await newListed();
    await staff.hidePackage({ id: packageId, reason: 'Not allowed' });
    expect(await seenEverywhere(username, packageId)).toEqual({ ...NOWHERE_SEEN, profile: true, card: 200 });
    await staff.showPackage({ id: packageId, reason: 'It is allowed' });
    expect(await seenEverywhere(username, packageId)).toEqual(SEEN);
  });

  it('leaves the creator’s other packages for sale while it is hidden', async () => {
    const { id, packageId, staff } = await newListed();
    const dearer = await makeOffer(id, { price: 50_000, name: 'Dearer' });
    await staff.hidePackage({ id: packageId, reason: 'Not allowed' });
    expect((await find({ sort: 'price_low' })).items.map((item) => item.package.id)).toEqual([dearer]);
    expect((await find({ maxBudget: 200 })).items).toEqual([]);
    expect((await stack.as(null).discovery.landing()).featured.map((item) => item.package.id)).toEqual([dearer]);
  });
});
