/** Tests the image that link previews of a profile show. */
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { newBrand, newCreator, newPackage } from '../../src/demo/builders.ts';
import { PROFILE_NOT_FOUND, toStatusAndBody } from '../support/responses.ts';
import { useStack } from '../support/stack.ts';

const stack = useStack();
const card = (username: string, headers: Record<string, string> = {}) =>
  stack.app.inject({ url: `/profile/${encodeURIComponent(username)}/card.png`, headers });

describe('a share card (the link preview image of a profile)', () => {
  it('is a 1200 × 630 image with a short cache time and a content-based ETag', async () => {
    const creator = await newCreator(stack.deps, { fullName: 'Ida Berg' });
    const first = await card(creator.username);
    expect(first.statusCode).toBe(200);
    expect(first.headers).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'public, max-age=300' });
    expect(await sharp(first.rawPayload).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
    expect(first.rawPayload.length).toBeLessThan(300_000);

    const etag = String(first.headers.etag);
    const again = await card(creator.username.toUpperCase(), { 'if-none-match': etag });
    expect([again.statusCode, again.rawPayload.length, again.headers.etag]).toEqual([304, 0, etag]);
    expect((await card(creator.username)).rawPayload.equals(first.rawPayload)).toBe(true);
  });

  it('changes with the creator’s name, categories, followers, photo and lowest price', async () => {
    const creator = await newCreator(stack.deps);
    const api = stack.as(creator).profiles;
    const seen = new Map<string, Buffer>();
    const look = async () => {
      const answer = await card(creator.username);
      seen.set(String(answer.headers.etag), answer.rawPayload);
    };
    await look();
    await api.saveAbout({ fullName: 'Somebody Else', bio: '', location: '' });
    await look();
    await api.saveTopics({ categories: ['Food'], languages: [] });
    await look();
    await api.savePlatforms({ platforms: [{ platform: 'x', handle: 'a', followers: 12_400, startingPrice: '' }] });
    await look();
    await newPackage(stack.deps, creator, { priceCents: 50_000 });
    await look();
    await newPackage(stack.deps, creator, { priceCents: 12_000 });
    await look();
    const browser = await stack.asBrowser(creator);
    const photo = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#00aa00' } })
      .png()
      .toBuffer();
    expect((await browser('POST', '/api/uploads/portrait', photo, { 'content-type': 'image/png' })).statusCode).toBe(
      200,
    );
    await look();
    expect(seen.size).toBe(7);
    expect(new Set([...seen.values()].map((png) => png.toString('base64'))).size).toBe(7);
    // A more expensive or hidden package changes nothing.
    await newPackage(stack.deps, creator, { priceCents: 90_000 });
    await newPackage(stack.deps, creator, { priceCents: 5_000, isActive: false });
    await look();
    expect(seen.size).toBe(7);
    const spot = await sharp([...seen.values()].at(-1))
      .extract({ left: 900, top: 300, width: 20, height: 20 })
      .png()
      .toBuffer();
    const { dominant } = await sharp(spot).stats();
    expect(dominant.g).toBeGreaterThan(dominant.b + 60);
  });

  it.each([
    '王小明',
    'Иван Петров',
    'محمد علي',
    'Ελένη',
    '😀😀',
    '👩‍🚀 Ida',
    'Zoë Ångström-Łukasz',
    'x'.repeat(100),
    `${'Wort '.repeat(19)}Ende`,
    '<b>&amp;</b>',
    'A\nB\tC',
    'שלום עולם',
  ])('is rendered for any name: %s', async (fullName) => {
    const creator = await newCreator(stack.deps, { fullName });
    const { statusCode, rawPayload } = await card(creator.username);
    expect(statusCode).toBe(200);
    expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 1200, height: 630 });
  });

  it.each(['王小明', 'さくら', '김민준', 'கோபால் ஸ்ரீதர்', 'محمد علي', 'Иван Петров', 'ნინო 🌵'])(
    'shows the name instead of only the username, whatever its script: %s',
    async (fullName) => {
      const creator = await newCreator(stack.deps, { fullName: 'ᚠᚢᚦ' });
      const withUsername = await card(creator.username);
      await stack.as(creator).profiles.saveAbout({ fullName, bio: '', location: '' });
      expect((await card(creator.username)).rawPayload.equals(withUsername.rawPayload)).toBe(false);
    },
  );

  it('shows the creator’s initials on a light background if there is no photo', async () => {
    const [two, one] = [
      await newCreator(stack.deps, { fullName: 'Ida Berg' }),
      await newCreator(stack.deps, { fullName: 'Ida' }),
    ];
    const inkOf = async (username: string) => {
      const { data, info } = await sharp((await card(username)).rawPayload)
        .extract({ left: 674, top: 56, width: 470, height: 518 })
        .greyscale()
        .raw()
        .toBuffer({ resolveWithObject: true });
      const dark = [...data].flatMap((grey, at) => (grey < 128 ? [at % info.width] : []));
      return { share: dark.length / data.length, width: Math.max(...dark) - Math.min(...dark) };
    };
    const [ofTwo, ofOne] = [await inkOf(two.username), await inkOf(one.username)];
    // The letters are dark on a light background.
    expect(ofTwo.share).toBeGreaterThan(0.01);
    expect(ofTwo.share).toBeLessThan(0.3);
    expect(ofTwo.width).toBeGreaterThan(ofOne.width * 1.5);
  });

  it('is rendered even if the file of the photo is missing', async () => {
    const creator = await newCreator(stack.deps);
    await stack.deps.db
      .updateTable('workspace')
      .set({ profileImageUrl: '/media/gone-256.webp' })
      .where('id', '=', creator.workspaceId)
      .execute();
    expect((await card(creator.username)).statusCode).toBe(200);
  });

  it('returns 404 for an unknown user, a brand or a malformed username', async () => {
    const brand = await newBrand(stack.deps);
    for (const name of [brand.username, 'nobody_at_all', '_', '../../etc/passwd', '%00'])
      expect(toStatusAndBody(await card(name))).toEqual(PROFILE_NOT_FOUND);
  });

  it('is rendered one at a time, and requests get a 503 if too many are waiting', async () => {
    const people = await Promise.all(
      Array.from({ length: 14 }, (_, at) => newCreator(stack.deps, { fullName: `Crowd ${at}` })),
    );
    const statuses = (await Promise.all(people.map(({ username }) => card(username)))).map(
      ({ statusCode }) => statusCode,
    );
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    const [first] = people;
    expect((await card(first?.username ?? '')).statusCode).toBe(200);
  });
});
