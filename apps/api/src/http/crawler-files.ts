/** Serves robots.txt and the sitemap. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Deps } from '../core/deps.ts';
import { countSitemapParts, findSitemapPart } from '../modules/catalog/market/sitemap.service.ts';
import { listTopicSlugs } from '../modules/catalog/market/topics.service.ts';

/** Public pages other than profiles and market topics. */
const SITEMAP_PATHS = [
  '/',
  '/find-influencers',
  '/creators',
  '/pricing-guide',
  '/how-money-moves',
  '/resources',
  '/contact',
  '/privacy',
  '/terms',
];

/**
 * Paths that crawlers must not fetch, because they need an account or a token from an email, or are not for
 * browsers. Public pages that must not be indexed are not listed, because crawlers have to fetch them to read their
 * noindex directive.
 */
const DISALLOWED_PATHS = [
  '/admin',
  '/analytics',
  '/api/',
  '/appeal',
  '/approvals',
  '/auth-test',
  '/booking-details',
  '/booking-results',
  '/bookings',
  '/calendar/',
  '/checkout',
  '/contact/thread',
  '/customer-info',
  '/dashboard',
  '/manage-packages',
  '/match',
  '/messages',
  '/notifications',
  '/offers',
  '/order-questionnaire',
  '/packages',
  '/payouts',
  '/questionnaire-builder',
  '/receipts',
  '/reset-password',
  '/saved',
  '/secure-account',
  '/settings',
  '/trpc/',
  '/unsubscribe',
  '/verify-email',
  '/welcome',
];

/** Maximum total size of the cached parts of the sitemap, in characters. */
const MAX_CACHED_CHARACTERS = 16_000_000;

/** Registers robots.txt and the sitemap, which consists of an index and parts with at most 10,000 URLs each. */
export function registerCrawlerFiles(app: FastifyInstance, deps: Deps): void {
  const { PUBLIC_URL, TIMING } = deps.env;
  const cache =
    TIMING.figuresMs === 0
      ? undefined
      : new LRUCache<string, string>({
          maxSize: MAX_CACHED_CHARACTERS,
          sizeCalculation: (xml) => xml.length,
          ttl: TIMING.figuresMs,
        });
  /** Sends the cached XML, or calls `make` for it. Sends 404 if `make` returns undefined. */
  const send = async (reply: FastifyReply, name: string, make: () => Promise<string | undefined>) => {
    const cachedXml = cache?.get(name);
    deps.metrics.countCacheRead('sitemap', cachedXml !== undefined);
    const xml = cachedXml ?? (await make());
    if (xml === undefined) return reply.callNotFound();
    cache?.set(name, xml);
    return reply.type('application/xml').header('cache-control', 'public, max-age=3600').send(xml);
  };
  const urlset = (paths: readonly string[]) => listOf('urlset', 'url', paths);
  const listOf = (list: string, item: string, paths: readonly string[]) =>
    `<?xml version="1.0" encoding="UTF-8"?>\n<${list} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${paths
      .map((path) => `<${item}><loc>${PUBLIC_URL}${path}</loc></${item}>`)
      .join('\n')}\n</${list}>\n`;

  app.get('/robots.txt', { schema: { hide: true } }, (_request, reply) =>
    reply
      .type('text/plain')
      .header('cache-control', 'public, max-age=3600')
      .send(
        [
          'User-agent: *',
          ...DISALLOWED_PATHS.map((path) => `Disallow: ${path}`),
          '',
          `Sitemap: ${PUBLIC_URL}/sitemap.xml`,
          '',
        ].join('\n'),
      ),
  );
  app.get('/sitemap.xml', { schema: { hide: true } }, (_request, reply) =>
    send(reply, 'index', async () => {
      const partCount = await countSitemapParts(deps);
      return listOf('sitemapindex', 'sitemap', [
        '/sitemaps/pages.xml',
        ...Array.from({ length: partCount }, (_, part) => `/sitemaps/profiles-${part + 1}.xml`),
      ]);
    }),
  );
  app.get('/sitemaps/pages.xml', { schema: { hide: true } }, (_request, reply) =>
    send(reply, 'pages', async () => {
      const topics = (await listTopicSlugs(deps)).map(
        (slug) => `/creators/${slug.split('/').map(encodeURIComponent).join('/')}`,
      );
      return urlset([...SITEMAP_PATHS, ...(deps.env.TRUST_PAGE === 'on' ? ['/trust'] : []), ...topics]);
    }),
  );
  app.get('/sitemaps/:part', { schema: { hide: true } }, (request, reply) => {
    const [, part] = /^profiles-([1-9]\d{0,5})\.xml$/.exec((request.params as { part: string }).part) ?? [];
    if (part === undefined) return reply.callNotFound();
    return send(reply, part, async () => {
      const usernames = await findSitemapPart(deps, Number(part) - 1);
      return usernames && urlset(usernames.map((username) => `/profile/${encodeURIComponent(username)}`));
    });
  });
}
