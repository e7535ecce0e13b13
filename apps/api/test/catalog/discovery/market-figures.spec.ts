/** Tests the package comparison, the price guide and the landing page. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { inTransaction } from '../../../src/core/unit-of-work.ts';
import { newBooking } from '../../../src/demo/builders.ts';
import { refreshIfTooOld } from '../../../src/modules/catalog/figures/figures.service.ts';
import { TOPICS } from '../../../src/modules/catalog/market/topics.service.ts';
import { UNKNOWN_ID } from '../../support/responses.ts';
import { useMarket } from '../../support/market.ts';
import { SHORT_TIMING, useStack } from '../../support/stack.ts';
import { waitFor } from '../../support/wait.ts';

const stack = useStack();
const { make, makeOffer, find, forgetEverybody } = useMarket(stack);

describe('the package comparison', () => {
  it('returns each active package once, in the requested order, and skips inactive and unknown packages', async () => {
    await forgetEverybody();
    const ana = await make({ fullName: 'Ana', offers: [] });
    const ben = await make({ fullName: 'Ben', offers: [] });
    const [one, two, hidden] = [
      await makeOffer(ana, { name: 'One' }),
      await makeOffer(ben, { name: 'Two' }),
      await makeOffer(ben, { active: false }),
    ];
    const compare = (ids: string[]) => stack.as(null).discovery.compare({ ids });
    expect((await compare([two, one])).map((item) => [item.fullName, item.package.name])).toEqual([
      ['Ben', 'Two'],
      ['Ana', 'One'],
    ]);
    expect((await compare([one, one, hidden, UNKNOWN_ID])).map((item) => item.package.id)).toEqual([one]);
    expect(await compare(['x', "' or 1=1"])).toEqual([]);
    expect(await compare([])).toEqual([]);
    await expect(compare([one, two, hidden, UNKNOWN_ID, randomUUID()])).rejects.toThrow(
      'You can compare at most 4 packages',
    );
  });
});

describe('the price guide', () => {
  beforeEach(forgetEverybody);
  const guide = () => stack.as(null).discovery.prices();

  it('is empty without packages', async () => {
    expect(await guide()).toEqual({ all: null, categories: [], followers: [] });
  });

  it('shows typical prices only for groups of at least five packages, and counts a package in every category of its creator', async () => {
    await make({
      categories: ['Food', 'Travel'],
      platforms: { instagram: 999 },
      offers: [100, 200, 300, 400].map((price, at) => ({ price, days: at + 1 })),
    });
    expect(await guide()).toEqual({
      all: { packages: 4, typical: null },
      categories: [
        { category: 'Food', packages: 4, typical: null },
        { category: 'Travel', packages: 4, typical: null },
      ],
      followers: [{ from: 0, to: 1_000, packages: 4, typical: null }],
    });
    await make({
      categories: ['Food'],
      platforms: { instagram: 1_000 },
      offers: [
        { price: 1_000, days: 30 },
        { price: 1, active: false },
      ].map((offer) => ({ ...offer, price: Math.max(100, offer.price) })),
    });
    const typical = {
      lowCents: 200,
      medianCents: 300,
      highCents: 400,
      minCents: 100,
      maxCents: 1_000,
      deliveryDays: 3,
    };
    expect(await guide()).toEqual({
      all: { packages: 5, typical },
      categories: [
        { category: 'Food', packages: 5, typical },
        { category: 'Travel', packages: 4, typical: null },
      ],
      followers: [
        { from: 0, to: 1_000, packages: 4, typical: null },
        { from: 1_000, to: 10_000, packages: 1, typical: null },
      ],
    });
  });

  it('counts creators with the most followers in the last range, which has no upper limit', async () => {
    await make({ platforms: { instagram: 1_999_999_999, tiktok: 2_000_000_000 } });
    expect((await guide()).followers).toEqual([{ from: 1_000_000, to: null, packages: 1, typical: null }]);
  });
});

describe('the landing page', () => {
  beforeEach(forgetEverybody);

  it('shows zeros while the marketplace is empty', async () => {
    expect(await stack.as(null).discovery.landing()).toEqual({
      creators: 0,
      packages: 0,
      completedBookings: 0,
      paidOutCents: 0,
      categories: [],
      featured: [],
    });
  });

  it('features creators in the order of "Best match", which weights completed bookings by rating', async () => {
    const photo = '/media/x-256.webp';
    await make({ fullName: 'Often, two stars', categories: ['Food'], photo });
    await make({ fullName: 'Less often, five stars', categories: ['Food'], photo });
    await sql`update creator_listing set completed = 9, rating_rank = 2000 from workspace u
      where u.id = creator_id and u.full_name = 'Often, two stars'`.execute(stack.deps.db);
    await sql`update creator_listing set completed = 5, rating_rank = 4900 from workspace u
      where u.id = creator_id and u.full_name = 'Less often, five stars'`.execute(stack.deps.db);
    const { featured } = await stack.as(null).discovery.landing();
    expect(featured.map(({ fullName }) => fullName)).toEqual(['Less often, five stars', 'Often, two stars']);
  });

  it('features only creators with a photo, and one creator of each category before a second creator of any category', async () => {
    const photo = '/media/x-256.webp';
    await make({ fullName: 'Food large', categories: ['Food'], platforms: { instagram: 9_000 }, photo });
    await make({ fullName: 'Food small', categories: ['Food', 'Travel'], platforms: { instagram: 8_000 }, photo });
    await make({ fullName: 'Pets', categories: ['Pets'], platforms: { instagram: 10 }, photo });
    await make({ fullName: 'No photo', categories: ['Cars'], platforms: { instagram: 99_000 } });
    const { featured, ...figures } = await stack.as(null).discovery.landing();
    expect(featured.map((item) => item.fullName)).toEqual(['Food large', 'Pets', 'Food small']);
    expect(figures).toEqual({
      creators: 4,
      packages: 4,
      completedBookings: 0,
      paidOutCents: 0,
      categories: [
        { category: 'Food', creators: 2 },
        { category: 'Cars', creators: 1 },
        { category: 'Pets', creators: 1 },
        { category: 'Travel', creators: 1 },
      ],
    });
  });

  it('counts completed bookings and their payouts, and the search ranks creators with completed bookings first', async () => {
    await make({ fullName: 'Unproven', platforms: { instagram: 1_000_000 } });
    const { asBrand, id, creator } = await newBooking(stack.deps, { status: 'completed' });
    expect((await find()).items.map((item) => [item.id === creator.id, item.completedBookings])).toEqual([
      [true, 1],
      [false, 0],
    ]);
    expect(await stack.as(null).discovery.landing()).toMatchObject({
      creators: 2,
      packages: 2,
      completedBookings: 1,
      paidOutCents: 0,
    });
    await asBrand.settlements.approve({ id });
    await stack.idle();
    expect(await stack.as(null).discovery.landing()).toMatchObject({ completedBookings: 1, paidOutCents: 19_900 });
  });
});

describe('an outdated cached metric', () => {
  const aged = useStack({ TIMING: JSON.stringify({ ...SHORT_TIMING, figuresMs: 1_000, facetsMs: 0 }) });
  const soon = (name: string) =>
    waitFor(async () => {
      const { computedAt } = await aged.deps.db
        .selectFrom('cachedFigure')
        .select('computedAt')
        .where('name', '=', name)
        .executeTakeFirstOrThrow();
      expect(aged.deps.now().getTime() - computedAt.getTime()).toBeLessThan(60_000);
    });

  it('is returned immediately and recomputed later, even if the row of the job that recomputes it is locked', async () => {
    const read = () => aged.as(null).discovery.facets({ categories: ['Fashion'] });
    const before = await read();
    await aged.advance(3_600_000);
    await aged.stopWorker();
    const ask = () =>
      inTransaction(aged.deps, (tx) => {
        for (const figure of ['facets', 'facets:Fashion'])
          tx.enqueue('discovery.refresh', { figure }, { isKept: true });
      });
    await ask();
    await aged.deps.db.transaction().execute(async (db) => {
      await sql`select 1 from job where key like 'discovery.refresh:%' for update`.execute(db);
      expect(await read()).toEqual(before);
    });
    await aged.startWorker();
    await Promise.all([soon('facets'), soon('facets:Fashion')]);
  });

  it('is still returned if it cannot be recomputed, and the failure is logged and retried later', async () => {
    const read = () => aged.as(null).discovery.topics();
    const before = await read();
    await aged.advance(3_600_000);
    await aged.stopWorker();
    const logError = vi.spyOn(aged.deps.log, 'error').mockImplementation(() => {});
    await sql`alter table package_listing rename to package_listing_gone`.execute(aged.deps.db);
    try {
      await refreshIfTooOld(aged.deps, TOPICS);
      expect(logError.mock.calls.map(([what]) => (what as { figure?: unknown }).figure)).toEqual(['topics']);
    } finally {
      logError.mockRestore();
      await sql`alter table package_listing_gone rename to package_listing`.execute(aged.deps.db);
    }
    expect(await read()).toEqual(before);
    await inTransaction(aged.deps, (tx) => tx.enqueue('discovery.refresh', { figure: 'topics' }, { isKept: true }));
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from run_at - now())::int as seconds from job
      where key = 'discovery.refresh:topics'`.execute(aged.deps.db);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.seconds).toBeGreaterThan(30);
    await refreshIfTooOld(aged.deps, TOPICS);
    await soon('topics');
    await aged.startWorker();
  });
});
