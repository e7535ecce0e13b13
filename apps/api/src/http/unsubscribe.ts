import type { FastifyInstance } from 'fastify';
import type { Deps } from '../core/deps.ts';
import { unsubscribeFromSavedSearches } from '../modules/catalog/saved-items/search-news.service.ts';

/**
 * Registers one-click unsubscribing (RFC 8058). A mail client posts a form with one field, without cookies, to the
 * URL in the email's header. A user who opens that URL in a browser gets the web app's page with the same path.
 */
export function registerUnsubscribe(app: FastifyInstance, deps: Deps): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume();
    done(null);
  });
  app.post('/unsubscribe', { schema: { hide: true } }, async (request, reply) => {
    const { token } = request.query as { token?: unknown };
    await unsubscribeFromSavedSearches(
      { deps, request: { ip: request.ip } },
      typeof token === 'string' ? token.slice(0, 100) : '',
    );
    return reply.code(204).send();
  });
}
