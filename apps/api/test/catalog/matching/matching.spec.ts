/** Tests which creators match a brief, and the briefs that a brand saves. */
import {
  isEligible,
  isNewcomer,
  NEWCOMER_SLOT_INTERVAL,
  placeCandidates,
  MAX_MATCHES,
  rankCandidates,
} from '@marquee/matching';
import { DEFAULT_WEIGHTS, LIMITS, type MatchRequest, type MatchBrief } from '@marquee/validation';
import { describe, expect, it } from 'vitest';
import { newBrand, newCreator, newPackage } from '../../../src/demo/builders.ts';
import { openStack, useStack } from '../../support/stack.ts';
import { withOldFactor } from '../../support/accounts.ts';

const stack = useStack();
const refused = (failure: string) => expect.objectContaining({ failure }) as Error;
const ASKED: MatchRequest = {
  categories: ['Pets'],
  platforms: [],
  budget: 500,
  audience: null,
  tone: '',
  keywords: [],
  neededBy: '',
  weights: DEFAULT_WEIGHTS,
};
const BRIEF: MatchBrief = { ...ASKED, text: 'Show the leash in the rain.' };

interface Offer {
  categories?: string[];
  platforms?: { platform: 'instagram' | 'tiktok'; followers: number }[];
  priceCents?: number;
  deliveryDays?: number;
  description?: string;
  completed?: number;
  bio?: string;
}

/** Creates a creator with a package. `completed` is only written to the listing, without actual bookings. */
async function offered({ categories = ['Pets'], platforms = [], completed = 0, bio = '', ...pack }: Offer = {}) {
  const creator = await newCreator(stack.deps);
  const caller = stack.as(creator).profiles;
  await caller.saveTopics({ categories: categories as never, languages: [] });
  await caller.saveAbout({ fullName: creator.fullName, bio, location: '' });
  await caller.savePlatforms({
    platforms: platforms.map((each) => ({ ...each, handle: 'me', startingPrice: '' })),
  });
  const pkg = await newPackage(stack.deps, creator, { priceCents: 10_000, deliveryDays: 5, ...pack });
  await stack.deps.pool.query('update creator_listing set completed = $2 where creator_id = $1', [
    creator.id,
    completed,
  ]);
  return { id: creator.workspaceId, packageId: pkg.id };
}

const find = async (changes: Partial<MatchRequest> = {}) =>
  stack.as(await newBrand(stack.deps)).matching.find({ ...ASKED, ...changes });
const idsOf = (answer: Awaited<ReturnType<typeof find>>) => [...new Set(answer.items.map(({ id }) => id))];

describe('matching a brief', () => {
  it('finds only creators whose category, platform, price and delivery time fit the brief', async () => {
    const categories = ['Cars' as const];
    const base = { categories: ['Cars'], platforms: [{ platform: 'instagram' as const, followers: 20_000 }] };
    const fits = await offered(base);
    const others = [
      await offered({ ...base, categories: ['Books'] }),
      await offered({ ...base, platforms: [{ platform: 'tiktok', followers: 20_000 }] }),
      // With the 15 % fee, this package costs $500.25.
      await offered({ ...base, priceCents: 43_500 }),
      await offered({ ...base, deliveryDays: 40 }),
    ];
    const hidden = await offered(base);
    await stack.deps.pool.query('update package set is_active = false where id = $1', [hidden.packageId]);
    const day = new Date(stack.deps.now().getTime() + 20 * 86_400_000).toISOString().slice(0, 10);
    const foundIds = idsOf(await find({ categories, platforms: ['instagram'], neededBy: day }));
    expect(foundIds).toEqual([fits.id]);
    const all = idsOf(await find({ categories, budget: 5_000 }));
    expect(new Set(all)).toEqual(new Set([fits.id, ...others.slice(1).map(({ id }) => id)]));
  });

  it('ranks creators in the same order as the shared matching library, with newcomers at regular intervals', async () => {
    const categories = ['Gaming' as const];
    const base = { categories: ['Gaming'] };
    for (let at = 0; at < 30; at++) {
      await offered({
        ...base,
        priceCents: 10_000 + at * 700,
        deliveryDays: 1 + (at % 9),
        completed: at % 2 === 0 ? 9 : 0,
      });
    }
    const brief = { ...ASKED, categories, neededBy: '2099-01-01' };
    const { weights, ...query } = brief;
    const answer = await find(brief);
    expect(answer.considered).toBe(30);
    const datedQuery = { ...query, day: answer.day };
    const places = placeCandidates(rankCandidates(datedQuery, answer.items, weights), datedQuery);
    expect(places).toHaveLength(MAX_MATCHES);
    expect(idsOf(answer).slice(0, MAX_MATCHES)).toEqual(places.map(({ id }) => id));
    for (let at = NEWCOMER_SLOT_INTERVAL; at <= MAX_MATCHES; at += NEWCOMER_SLOT_INTERVAL)
      expect(places.slice(at - NEWCOMER_SLOT_INTERVAL, at).some(isNewcomer)).toBe(true);
    for (const item of answer.items) expect(isEligible(datedQuery, item)).toBe(true);
    expect(places[0]).toMatchObject({
      totalCents: 11_500,
      deliveryDays: 1,
      completed: 9,
      packageName: expect.any(String) as string,
    });
  });

  it('ranks a creator with fewer but well rated bookings above one with more but poorly rated bookings', async () => {
    const categories = ['Books' as const];
    const often = await offered({ categories: ['Books'], priceCents: 9_000, completed: 9 });
    const well = await offered({ categories: ['Books'], completed: 5 });
    await stack.deps.pool.query(
      'update creator_listing set rating_rank = case creator_id when $1 then 2000 else 4900 end where creator_id in ($1, $2)',
      [often.id, well.id],
    );
    const answer = await find({ categories, weights: { ...DEFAULT_WEIGHTS, price: 0 } });
    expect(idsOf(answer).filter((id) => id === well.id || id === often.id)).toEqual([well.id, often.id]);
  });

  it('ranks creators by price or by completed bookings, depending on the weights in the request', async () => {
    const categories = ['Sports' as const];
    const cheap = await offered({ categories: ['Sports'], priceCents: 5_000, deliveryDays: 30 });
    const proven = await offered({ categories: ['Sports'], priceCents: 40_000, completed: 50 });
    const only = (part: 'price' | 'proven') => ({
      ...DEFAULT_WEIGHTS,
      category: 0,
      price: part === 'price' ? 5 : 0,
      proven: part === 'proven' ? 5 : 0,
    });
    expect(idsOf(await find({ categories, weights: only('price') })).slice(0, 2)).toEqual([cheap.id, proven.id]);
    expect(idsOf(await find({ categories, weights: only('proven') })).slice(0, 2)).toEqual([proven.id, cheap.id]);
  });

  it('finds keywords in any grammatical form in packages and bios, and finds a tone by any of its words', async () => {
    const categories = ['Music' as const];
    const base = { categories: ['Music'] };
    const inPackage = await offered({ ...base, description: 'An unboxing of vinyl records' });
    const inProfile = await offered({ ...base, bio: 'Honest and friendly. I record guitars.' });
    const neither = await offered(base);
    const { items } = await find({ categories, tone: 'Casual and friendly', keywords: ['vinyl record', 'guitar'] });
    const said = (id: string) => items.find((item) => item.id === id)?.found.toSorted();
    expect(said(inPackage.id)).toEqual(['vinyl record']);
    expect(said(inProfile.id)).toEqual(['Casual and friendly', 'guitar']);
    expect(said(neither.id)).toEqual([]);
  });

  it('returns every package of a creator that fits the brief', async () => {
    const categories = ['Comedy' as const];
    const one = await offered({ categories: ['Comedy'], priceCents: 10_000, deliveryDays: 20 });
    const [creator] = await stack.deps.db.selectFrom('workspace').selectAll().where('id', '=', one.id).execute();
    const fast = await newPackage(
      stack.deps,
      { ...creator, workspaceId: one.id, memberRole: 'owner', userType: 'influencer', forAgency: null } as never,
      {
        priceCents: 20_000,
        deliveryDays: 1,
      },
    );
    const { items } = await find({ categories });
    expect(new Set(items.map(({ packageId }) => packageId))).toEqual(new Set([one.packageId, fast.id]));
  });

  it('is possible only for brands and only with a valid brief', async () => {
    await expect(stack.as(await newCreator(stack.deps)).matching.find(ASKED)).rejects.toEqual(refused('BRANDS_ONLY'));
    await expect(find({ categories: [] })).rejects.toThrow('Choose at least one category');
    await expect(find({ budget: 0 })).rejects.toThrow('The budget must be a whole number of dollars from 1 to 130,000');
    await expect(find({ weights: { ...DEFAULT_WEIGHTS, price: 6 } })).rejects.toThrow(
      'A weight must be a whole number',
    );
    await expect(find({ keywords: ['***'] })).rejects.toThrow('A keyword must contain letters or digits');
    await expect(find({ keywords: Array.from({ length: 9 }, (_, at) => `w${at}`) })).rejects.toThrow(
      'at most 8 keywords',
    );
    // Characters that have a meaning in search queries are treated as text.
    expect((await find({ keywords: ["' | !a & (b", 'c:*d'] })).items).toBeInstanceOf(Array);
  });
});

describe('a saved brief', () => {
  it('can be changed and deleted by its brand and is invisible to others', async () => {
    const [brand, other] = [await newBrand(stack.deps), await newBrand(stack.deps)];
    const mine = stack.as(brand).matching;
    const saved = await mine.saveBrief({ name: ' Spring leash ', brief: BRIEF });
    expect(saved).toMatchObject({ name: 'Spring leash', brief: BRIEF });
    const changed = await mine.saveBrief({ id: saved.id, name: 'Autumn', brief: { ...BRIEF, budget: 900 } });
    expect(changed.id).toBe(saved.id);
    expect(await mine.briefs()).toEqual([changed]);
    const theirs = stack.as(other).matching;
    expect(await theirs.briefs()).toEqual([]);
    await expect(theirs.saveBrief({ id: saved.id, name: 'x', brief: BRIEF })).rejects.toEqual(
      refused('BRIEF_NOT_FOUND'),
    );
    await expect(theirs.removeBrief({ id: saved.id })).rejects.toEqual(refused('BRIEF_NOT_FOUND'));
    expect((await stack.as(brand).personalData.export()).savedBriefs).toMatchObject([{ name: 'Autumn' }]);
    await mine.removeBrief({ id: saved.id });
    await expect(mine.removeBrief({ id: saved.id })).rejects.toEqual(refused('BRIEF_NOT_FOUND'));
    expect(await mine.briefs()).toEqual([]);
  });

  it('is refused if the brand already has twenty, even if many are saved simultaneously', async () => {
    const brand = await newBrand(stack.deps);
    const mine = stack.as(brand).matching;
    const results = await Promise.allSettled(
      Array.from({ length: LIMITS.briefs + 5 }, (_, at) => mine.saveBrief({ name: `Brief ${at}`, brief: BRIEF })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(LIMITS.briefs);
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toEqual(refused('BRIEFS_FULL'));
    const [first] = await mine.briefs();
    await mine.removeBrief({ id: first?.id ?? '' });
    await mine.saveBrief({ name: 'One more', brief: BRIEF });
    expect(await mine.briefs()).toHaveLength(LIMITS.briefs);
  });

  it('needs a name, can have the maximum length and is deleted with the brand’s account', async () => {
    const brand = await newBrand(stack.deps);
    const mine = stack.as(brand).matching;
    await expect(mine.saveBrief({ name: ' ', brief: BRIEF })).rejects.toThrow('Please give the brief a name');
    // The longest input that the schema accepts. Each character has three bytes.
    await mine.saveBrief({ name: '漢'.repeat(80), brief: { ...BRIEF, text: '漢'.repeat(LIMITS.projectDescription) } });
    const count = async () =>
      (await stack.deps.pool.query('select from saved_brief where brand_id = $1', [brand.id])).rowCount;
    expect(await count()).toBe(1);
    await stack.as(withOldFactor(brand)).personalData.deleteAccount({ confirmation: 'DELETE' });
    expect(await count()).toBe(0);
  });

  it('can be saved at most 120 times per hour', async () => {
    const { stack: limited, close } = await openStack({ RATE_LIMIT: 'on' });
    try {
      const mine = limited.as(await newBrand(limited.deps)).matching;
      const { id } = await mine.saveBrief({ name: 'x', brief: BRIEF });
      for (let at = 1; at < 120; at++) await mine.saveBrief({ id, name: `x${at}`, brief: BRIEF });
      await expect(mine.saveBrief({ id, name: 'y', brief: BRIEF })).rejects.toEqual(refused('TOO_MANY_REQUESTS'));
    } finally {
      await close();
    }
  });
});
