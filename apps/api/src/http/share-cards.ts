/** Serves GET /profile/:username/card.png, the picture that other sites show in link previews. */
import { createHash } from 'node:crypto';
import { usernameParam } from '@marquee/validation';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { withStaleReads, type Deps } from '../core/deps.ts';
import { drawProfileCard, type ProfileCardData } from '../modules/catalog/profiles/profiles.card.ts';
import { getProfileCardData } from '../modules/catalog/profiles/profiles.service.ts';

/** Increase this number when the design changes. */
const DESIGN_VERSION = 3;
/** Maximum total size of cached cards in bytes. A card has about 60 KB. */
const MAX_CACHED_BYTES = 12_000_000;

/** Registers the route. Cards are cached in this process and in browsers until their content changes. */
export function registerShareCards(app: FastifyInstance, deps: Deps): void {
  // Concurrent requests for a card share one rendering. If it fails, the next request renders again.
  const cards = new LRUCache<string, Buffer, ProfileCardData>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: (card) => card.length,
    fetchMethod: (_key, _stale, { context }) => drawProfileCard(deps, context),
  });

  app.get('/profile/:username/card.png', { schema: { hide: true } }, async (request, reply) => {
    const facts = await getProfileCardData(withStaleReads(deps), usernameParam.parse(request.params).username);
    const key = createHash('sha256')
      .update(JSON.stringify([DESIGN_VERSION, facts]))
      .digest('base64url');
    const etag = `"${key}"`;
    void reply.header('etag', etag).header('cache-control', 'public, max-age=300');
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    deps.metrics.countCacheRead('share_cards', cards.has(key));
    return reply.type('image/png').send(await cards.forceFetch(key, { context: facts }));
  });
}
