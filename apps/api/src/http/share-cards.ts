/** GET /profile/:username/card.png: the picture that link previews show. */
import { createHash } from 'node:crypto';
import { usernameParam } from '@marquee/validation';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { withStaleReads, type Deps } from '../core/deps.ts';
import { drawCard, type CardFacts } from '../modules/profiles/profiles.card.ts';
import { cardFacts } from '../modules/profiles/profiles.service.ts';

/** Cards look otherwise when this changes. */
const DESIGN_VERSION = 2;
/** The latest cards, in bytes together; one has about 60 KB. */
const MAX_CACHED_BYTES = 12_000_000;

/** Registers the route. What was drawn from the same facts is not drawn again, here or in a browser. */
export function registerShareCards(app: FastifyInstance, deps: Deps): void {
  // Those who ask for one card at once share its drawing; one that could not be drawn is tried again.
  const cards = new LRUCache<string, Buffer, CardFacts>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: (card) => card.length,
    fetchMethod: (_key, _stale, { context }) => drawCard(deps, context),
  });

  app.get('/profile/:username/card.png', { schema: { hide: true } }, async (request, reply) => {
    const facts = await cardFacts(withStaleReads(deps), usernameParam.parse(request.params).username);
    const key = createHash('sha256')
      .update(JSON.stringify([DESIGN_VERSION, facts]))
      .digest('base64url');
    const etag = `"${key}"`;
    void reply.header('etag', etag).header('cache-control', 'public, max-age=300');
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.type('image/png').send(await cards.forceFetch(key, { context: facts }));
  });
}
