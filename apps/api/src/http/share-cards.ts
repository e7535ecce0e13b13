/** GET /profile/:username/card.png: the picture that link previews show. */
import { createHash } from 'node:crypto';
import { username } from '@marquee/validation';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../core/deps.ts';
import { drawCard, type CardFacts } from '../modules/profiles/profiles.card.ts';
import { cardFacts } from '../modules/profiles/profiles.service.ts';

/** Cards look otherwise when this changes. */
const DESIGN = 1;
/** The latest cards; about 60 KB each. */
const KEPT = 200;

/** Registers the route. What was drawn from the same facts is not drawn again, here or in a browser. */
export function registerCards(app: FastifyInstance, deps: Deps): void {
  const cards = new Map<string, Promise<Buffer>>();

  const cardOf = (key: string, facts: CardFacts): Promise<Buffer> => {
    const drawn = cards.get(key) ?? drawCard(deps, facts);
    // The latest is at the end; a card that could not be drawn is tried again.
    cards.delete(key);
    cards.set(key, drawn);
    drawn.catch(() => cards.delete(key));
    const [oldest] = cards.keys();
    if (cards.size > KEPT && oldest !== undefined) cards.delete(oldest);
    return drawn;
  };

  app.get('/profile/:username/card.png', { schema: { hide: true } }, async (request, reply) => {
    const facts = await cardFacts(deps, username.parse(request.params).username);
    const key = createHash('sha256')
      .update(JSON.stringify([DESIGN, facts]))
      .digest('base64url');
    const etag = `"${key}"`;
    void reply.header('etag', etag).header('cache-control', 'public, max-age=300');
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.type('image/png').send(await cardOf(key, facts));
  });
}
