/** The door at which Stripe tells what happened. */
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../core/deps.ts';
import { receiveWebhook, type WebhookObject } from './payments.service.ts';

/** Stripe's webhook: raw bytes, signature first, then the event and its job in one transaction. */
export function registerStripeWebhook(scope: FastifyInstance, deps: Deps): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 1024 * 1024 }, (_request, body, done) =>
    done(null, body),
  );
  scope.post('/api/webhooks/stripe', { schema: { hide: true } }, async (request, reply) => {
    let event;
    try {
      event = deps.stripe.readWebhook(request.body as Buffer, String(request.headers['stripe-signature'] ?? ''));
    } catch (error) {
      request.log.warn({ err: error }, 'webhook refused');
      return reply.code(400).send({ error: 'The signature does not fit', message: 'The signature does not fit' });
    }
    await receiveWebhook(deps, { id: event.id, type: event.type, object: event.data.object as WebhookObject });
    return { received: true };
  });
}
