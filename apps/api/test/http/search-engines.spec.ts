/** Tests the data for search engines: sitemap, robots.txt, and the metadata of every public page. */
import { dirname, join } from 'node:path';
import { DAY_MS } from '@marquee/time';
import { LIMITS } from '@marquee/validation';
import { buildWeb } from '@marquee/tools/build';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { SessionUser } from '../../src/core/ctx.ts';
import { newCreator } from '../../src/demo/builders.ts';
import { listSitemapPartStarts, listSitemapUsernames } from '../../src/modules/catalog/market/sitemap.sql.ts';
import { useMarket } from '../support/market.ts';
import { useStack } from '../support/stack.ts';
import { waitFor } from '../support/wait.ts';

const WEB_DIR = join(dirname(import.meta.dirname), '../../web/dist');
const ORIGIN = 'http://marquee.example';
// Must run before the server starts, because the server reads the build only once.
beforeAll(async () => {
  await buildWeb(() => undefined, new AbortController().signal);
  // The build can take more than a minute in a fresh clone while other tests run.
});
const stack = useStack({ WEB_DIR, PUBLIC_URL: ORIGIN });
const { make } = useMarket(stack);
const ask = (url: string) => stack.app.inject({ method: 'GET', url });
/**
 * Returns a file or a rendered page. Retries because the server spends only a part of each second on rendering and
 * sends other pages unrendered.
 */
const get = (url: string) =>
  waitFor(async () => {
    const answer = await ask(url);
    if (/<title data-default|"isFrame":true/.test(answer.body)) throw new Error(`${url} is not drawn`);
    return answer;
  });

const EVIL = '</script><script>alert(1)</script><!--';

beforeAll(async () => {
  for (let at = 0; at < 5; at++)
    await make({
      fullName: `Ana ${at}`,
      username: `ana_${at}`,
      bio: `I am number ${at} of five who say the same about their work, which is about clothes and tea.`,
      location: at < 4 ? 'São Paulo, Brazil' : 'Sao Paulo ,Brazil',
      categories: at < 3 ? ['Fashion', 'Health & Wellness'] : ['Fashion'],
      platforms: { youtube: 1_000 + at },
      offers: [{ name: `A film ${at}`, price: 10_000 * (at + 1), days: at + 2 }],
    });
  await make({
    fullName: EVIL,
    username: 'eve',
    bio: EVIL,
    location: 'Lisbon',
    categories: ['Books'],
    offers: [{ name: EVIL }],
  });
});

const headOf = (body: string) => body.slice(0, body.indexOf('</head>'));
const metaOf = (body: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(headOf(body))?.[1];
const titleOf = (body: string) => /<title[^>]*>([^<]*)<\/title>/.exec(headOf(body))?.[1] ?? '';
const canonicalOf = (body: string) =>
  /<link rel="canonical" href="([^"]*)"/.exec(headOf(body))?.[1]?.replaceAll('&amp;', '&');
const dataOf = (body: string) =>
  [...body.matchAll(/<script type="application\/ld\+json">([^]*?)<\/script>/g)].map(
    ([, text = '']) => JSON.parse(text) as Record<string, unknown>,
  );
const locationsOf = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => url);
const pathOf = (url: string) => url.slice(ORIGIN.length);

async function listPages(): Promise<string[]> {
  const parts = locationsOf((await get('/sitemap.xml')).body);
  const all = await Promise.all(parts.map(async (part) => locationsOf((await get(pathOf(part))).body)));
  return all.flat().map(pathOf);
}

describe('the sitemap', () => {
  it('is an index of existing sitemap files, and also answers HEAD requests', async () => {
    const index = await get('/sitemap.xml');
    expect(index.body).toContain('<sitemapindex');
    expect(locationsOf(index.body)).toEqual([`${ORIGIN}/sitemaps/pages.xml`, `${ORIGIN}/sitemaps/profiles-1.xml`]);
    for (const path of ['/sitemap.xml', ...locationsOf(index.body).map(pathOf), '/robots.txt']) {
      const [whole, head] = [await get(path), await stack.app.inject({ method: 'HEAD', url: path })];
      expect([whole.statusCode, head.statusCode, head.body]).toEqual([200, 200, '']);
      expect(head.headers['content-length']).toBe(String(Buffer.byteLength(whole.body)));
      expect(whole.headers['cache-control']).toBe('public, max-age=3600');
    }
    for (const path of ['profiles-2.xml', 'profiles-0.xml', 'profiles-01.xml', 'nothing.xml', '..%2fx'])
      expect((await get(`/sitemaps/${path}`)).statusCode).toBe(404);
  });

  it('lists each public page once, but no profile without packages and no topic with only one creator', async () => {
    const empty = await newCreator(stack.deps, { fullName: 'Emil Empty' });
    const pages = await listPages();
    expect(pages).toEqual([...new Set(pages)]);
    for (const path of [
      '/',
      '/creators',
      '/creators/fashion',
      '/creators/fashion/youtube',
      '/creators/health-wellness',
      '/creators/in/sao-paulo',
      '/creators/in/brazil',
      '/profile/ana_0',
      '/profile/eve',
    ])
      expect(pages).toContain(path);
    expect(pages).not.toContain(`/profile/${empty.username}`);
    // A topic with only one creator gets no page.
    expect(pages).not.toContain('/creators/books');
  });

  it('lists each creator in exactly one sitemap file, regardless of the maximum file size', async () => {
    const { db } = stack.deps;
    const { rows } = await sql<{ username: string }>`
      select username from creator_listing l join workspace u on u.id = l.creator_id order by creator_id`.execute(db);
    for (const size of [1, 2, 4, 100]) {
      const from = await listSitemapPartStarts(db, size);
      expect(from).toHaveLength(Math.ceil(rows.length / size));
      const problems = [];
      for (const [at, first] of from.entries()) {
        const part = await listSitemapUsernames(db, { from: first, to: from[at + 1] ?? null, limit: size });
        expect(part.length).toBeLessThanOrEqual(size);
        problems.push(...part);
      }
      expect(problems).toEqual(rows.map(({ username }) => username));
    }
  });
});

describe('robots.txt', () => {
  it('disallows private pages, but no page that the sitemap lists', async () => {
    const { body } = await get('/robots.txt');
    expect(body).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`);
    const disallowed = [...body.matchAll(/^Disallow: (.+)$/gm)].map(([, path = '']) => path);
    expect(disallowed).toContain('/dashboard');
    for (const path of [
      ...(await listPages()),
      '/media/x.webp',
      '/assets/x.js',
      '/sitemaps/pages.xml',
      '/profile/ana_0/card.png',
    ])
      expect([path, disallowed.find((each) => path.startsWith(each))]).toEqual([path, undefined]);
    // The disallowed paths hide no indexable page, because they redirect visitors or show a screen without its own
    // canonical URL.
    for (const path of disallowed.filter((each) => !each.endsWith('/'))) {
      const page = await ask(path);
      expect([200, 301, 302, 404]).toContain(page.statusCode);
      expect([path, canonicalOf(page.body)]).toEqual([path, undefined]);
    }
  });
});

describe('every public page', () => {
  it('has a unique title, description and canonical URL, with a title and description of suitable length', async () => {
    const paths = [
      ...(await listPages()),
      '/login',
      '/auth',
      '/register',
      '/forgot-password',
      ...['?category=Fashion', '?platform=youtube', '?place=brazil'].map((query) => `/find-influencers${query}`),
    ];
    const logged = [];
    for (const path of paths) {
      const { statusCode, body } = await get(path);
      const [title, description = ''] = [titleOf(body), metaOf(body, 'description')];
      expect([path, statusCode, metaOf(body, 'robots')]).toEqual([path, 200, undefined]);
      expect([path, canonicalOf(body)]).toEqual([path, ORIGIN + path]);
      expect(metaOf(body, 'og:url')?.replaceAll('&amp;', '&')).toBe(ORIGIN + path);
      // User-written text can be long, and its characters are escaped as &lt; here.
      if (path !== '/profile/eve') {
        expect(title.length, `${path}: ${title}`).toBeLessThanOrEqual(70);
        expect(title.length).toBeGreaterThan(10);
        expect(description.length, `${path}: ${description}`).toBeLessThanOrEqual(165);
        expect(description.length, `${path}: ${description}`).toBeGreaterThanOrEqual(50);
      }
      logged.push({ path, title, description });
    }
    for (const key of ['title', 'description'] as const) {
      const texts = logged.map((each) => each[key]);
      expect(logged.filter((each, at) => texts.indexOf(each[key]) !== at)).toEqual([]);
    }
  });

  it('has the same canonical URL with query parameters that only change the view', async () => {
    const packageId = '7e57ab1e-0000-4000-8000-000000000001';
    for (const [query, address] of [
      ['?sort=price_low&pages=2', ''],
      [`?compare=${packageId}`, ''],
      ['?category=Fashion&sort=newest&exact=1', '?category=Fashion'],
      ['?place=BRAZIL', '?place=brazil'],
    ]) {
      const { body } = await get(`/find-influencers${query}`);
      expect([query, canonicalOf(body), metaOf(body, 'robots')]).toEqual([
        query,
        `${ORIGIN}/find-influencers${address}`,
        undefined,
      ]);
    }
    for (const path of ['/profile/ana_0', '/creators/fashion']) {
      const { body } = await get(`${path}?compare=${packageId}&utm_source=x`);
      expect(canonicalOf(body)).toBe(ORIGIN + path);
    }
  });

  it('is marked "noindex,follow" if it duplicates other pages or has too little content', async () => {
    for (const path of [
      '/find-influencers?page=2&after=bWF0Y2g6MDowOmE',
      '/find-influencers?category=Fashion,Beauty',
      '/find-influencers?category=Fashion&platform=youtube',
      '/find-influencers?category=Fashion&max=500',
      '/find-influencers?q=tea',
      '/find-influencers?place=nowhere+at+all',
      '/creators/books',
    ]) {
      const page = await get(path);
      expect([path, page.statusCode, metaOf(page.body, 'robots')]).toEqual([path, 200, 'noindex,follow']);
    }
  });

  it('is the target of permanent redirects from its other URLs', async () => {
    const creator = await newCreator(stack.deps, { fullName: 'Old Name' });
    await stack.as(creator).profiles.changeUsername({ username: 'quite_new' });
    for (const [path, address] of [
      [`/profile/${creator.username}`, '/profile/quite_new'],
      ['/@ana_0', '/profile/ana_0'],
      ['/creators/Fashion', '/creators/fashion'],
      ['/creators/in/S%C3%A3o%20Paulo', '/creators/in/sao-paulo'],
    ] as const) {
      const page = await get(path);
      // Usernames can be reclaimed, so the redirect must not be cached without revalidation.
      expect([page.statusCode, page.headers.location, page.headers['cache-control']]).toEqual([
        301,
        address,
        'no-cache',
      ]);
    }
  });
});

describe('a topic page (the creators of a category or place)', () => {
  it('gets the number of creators, the typical prices and related topics from the API', async () => {
    expect(await stack.as(null).discovery.topic({ slug: 'fashion' })).toEqual({
      topic: { kind: 'category', category: 'Fashion' },
      creators: 5,
      packages: 5,
      typical: {
        lowCents: 20_000,
        medianCents: 30_000,
        highCents: 40_000,
        minCents: 10_000,
        maxCents: 50_000,
        deliveryDays: 4,
      },
      platforms: [{ slug: 'fashion/youtube', name: 'Fashion on YouTube', creators: 5 }],
      categories: [{ slug: 'health-wellness', name: 'Health & Wellness', creators: 3 }],
      places: [
        { slug: 'in/brazil', name: 'Brazil', creators: 5 },
        { slug: 'in/sao-paulo', name: 'São Paulo', creators: 5 },
      ],
    });
    expect(await stack.as(null).discovery.topic({ slug: 'in/brazil' })).toMatchObject({
      topic: { kind: 'place', place: 'Brazil' },
      creators: 5,
      categories: [
        { slug: 'fashion', creators: 5 },
        { slug: 'health-wellness', creators: 3 },
      ],
    });
    expect(await stack.as(null).discovery.topics()).toMatchObject({
      categories: [{ slug: 'fashion' }, { slug: 'health-wellness' }, { slug: 'books' }],
      places: [{ slug: 'in/brazil' }, { slug: 'in/sao-paulo' }],
    });
  });

  it('shows the typical price including the fee, the creators and related topics', async () => {
    const { body } = await get('/creators/fashion');
    expect(body).toMatch(/<h1[^>]*>Fashion creators</);
    // $300 plus the 15 % fee.
    for (const text of [
      '$345',
      'Ana 0',
      'Ana 4',
      'href="/creators/fashion/youtube"',
      'href="/creators/in/brazil"',
      'href="/find-influencers?category=Fashion"',
    ])
      expect(body).toContain(text);
    expect(metaOf(body, 'description')).toContain('5 creators with 5 packages to book, typically $345 in total');
  });

  it('no longer exists once its last package is gone', async () => {
    const gone = await make({ location: 'Oslo', categories: ['Cars'] });
    expect(await stack.as(null).discovery.topic({ slug: 'cars' })).toMatchObject({ creators: 1 });
    await stack.deps.db.deleteFrom('package').where('creatorId', '=', gone).execute();
    expect(await stack.as(null).discovery.topic({ slug: 'cars' })).toBeNull();
  });

  it.each([
    'nothing',
    'fashion/nothing',
    'fashion/twitch',
    'in/lisbon',
    'in/atlantis',
    `in/${'x'.repeat(LIMITS.location + 50)}`,
    'fashion/youtube/x',
  ])('does not exist for the topic %s', async (slug) => {
    const page = await get(`/creators/${slug}`);
    // A URL that no route matches redirects to the start page.
    if (slug.split('/').length > 2) expect([page.statusCode, page.headers.location]).toEqual([302, '/']);
    else {
      expect(page.statusCode).toBe(404);
      expect(metaOf(page.body, 'robots')).toBe('noindex');
    }
  });
});

const ours = z.string().startsWith(`${ORIGIN}/`);

/**
 * Requirements of Google's documentation for each type
 * (developers.google.com/search/docs/appearance/structured-data).
 */
const KINDS = {
  ProfilePage: z.object({
    url: ours,
    mainEntity: z.object({
      '@type': z.enum(['Person', 'Organization']),
      name: z.string().min(1),
      alternateName: z.string().optional(),
      description: z.string().optional(),
      image: z.url().optional(),
      sameAs: z.array(z.url()).optional(),
    }),
  }),
  BreadcrumbList: z.object({
    itemListElement: z
      .array(z.object({ '@type': z.literal('ListItem'), position: z.int(), name: z.string().min(1), item: ours }))
      .min(2)
      .refine((items) => items.every(({ position }, at) => position === at + 1)),
  }),
  // Google requires `offers`, `review` or `aggregateRating` for a product. We have no true data for the last two.
  Product: z.object({
    name: z.string().min(1),
    image: z.url().optional(),
    review: z.never().optional(),
    aggregateRating: z.never().optional(),
    offers: z.object({
      '@type': z.literal('Offer'),
      price: z.string().regex(/^\d+\.\d\d$/),
      priceCurrency: z.literal('USD'),
      availability: z.enum(['https://schema.org/InStock', 'https://schema.org/OutOfStock']),
      url: ours,
    }),
  }),
  Organization: z.object({ name: z.string(), url: ours, logo: ours }),
  WebSite: z.object({
    name: z.string(),
    url: ours,
    potentialAction: z.object({
      '@type': z.literal('SearchAction'),
      target: z.object({ urlTemplate: ours.endsWith('{search_term_string}') }),
      'query-input': z.literal('required name=search_term_string'),
    }),
  }),
  ItemList: z.object({
    itemListElement: z.array(z.object({ '@type': z.literal('ListItem'), position: z.int(), url: ours })).min(1),
  }),
} as const;

/** Returns the structured data of a page, checked against Google's requirements. */
function thingsOf(body: string): { '@type': string; [key: string]: unknown }[] {
  const things = dataOf(body).flatMap(({ '@context': context, ...data }) => {
    expect(context).toBe('https://schema.org');
    return (data['@graph'] ?? [data]) as { '@type': keyof typeof KINDS }[];
  });
  for (const thing of things) KINDS[thing['@type']].parse(thing);
  return things;
}

describe('structured data', () => {
  it.each([
    ['/', ['Organization', 'WebSite']],
    ['/creators', ['BreadcrumbList']],
    ['/creators/fashion', ['BreadcrumbList', 'ItemList']],
    ['/creators/fashion/youtube', ['BreadcrumbList', 'ItemList']],
    ['/creators/in/brazil', ['BreadcrumbList', 'ItemList']],
    ['/profile/ana_0', ['ProfilePage', 'BreadcrumbList', 'Product']],
    ['/profile/eve', ['ProfilePage', 'BreadcrumbList', 'Product']],
  ])('on %s consists of %j and meets Google’s requirements', async (path, kinds) => {
    const { body } = await get(path);
    expect(thingsOf(body).map((thing) => thing['@type'])).toEqual(kinds);
    expect(body).not.toContain('<script>alert');
    expect(body).not.toMatch(/"(aggregateRating|ratingValue)"/);
  });

  it('contains the availability of the creator and the price including the fee', async () => {
    const offer = async () =>
      thingsOf((await get('/profile/ana_1')).body).find((thing) => thing['@type'] === 'Product')?.['offers'];
    // $200 plus the 15 % fee.
    expect(await offer()).toMatchObject({ price: '230.00', availability: 'https://schema.org/InStock' });
    const { id } = await stack.deps.db
      .selectFrom('workspace')
      .select('id')
      .where('username', '=', 'ana_1')
      .executeTakeFirstOrThrow();
    const day = (days: number) => new Date(stack.deps.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);
    await stack
      .as({
        id: id as string,
        workspaceId: id,
        memberRole: 'owner',
        userType: 'influencer',
        role: 'user',
        forAgency: null,
      } as SessionUser)
      .availability.save({ maxBookings: null, leadDays: 0, timeOff: [{ first: day(0), last: day(20) }] });
    expect(await offer()).toMatchObject({ availability: 'https://schema.org/OutOfStock' });
  });
});
