/** The door at which Stripe tells what happened. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Deps } from '../../core/deps.ts';
import { LOOKED_AT, receiveWebhook } from './payments.service.ts';

/** An id as Stripe makes them. */
const stripeId = z.string().regex(/^\w{1,255}$/);

/** What we read of an event: of those that nothing follows from, only which it is. */
const stripeEvent = z
  .object({
    id: stripeId,
    type: z.string().regex(/^[\w.]{1,255}$/),
    /** The connected account that it is about. */
    account: stripeId.nullish(),
    data: z.unknown().optional(),
  })
  .transform(({ id, type, account, data }, ctx) => {
    if (!LOOKED_AT.test(type)) return { id, type, account, object: null };
    const told = z
      .object({ object: z.object({ id: stripeId, metadata: z.record(z.string(), z.unknown()).nullish() }) })
      .safeParse(data);
    if (told.success) return { id, type, account, object: told.data.object };
    ctx.addIssue({ code: 'custom', message: 'The event does not say what it is about' });
    return z.NEVER;
  });

/** Stripe's webhook: raw bytes, signature first, then the event and its job in one transaction. */
export function registerStripeWebhook(scope: FastifyInstance, deps: Deps): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 1024 * 1024 }, (_request, body, done) =>
    done(null, body),
  );
  scope.post('/api/webhooks/stripe', { schema: { hide: true } }, async (request, reply) => {
    const refuse = (message: string) => reply.code(400).send({ error: message, message });
    let told: unknown;
    try {
      told = deps.stripe.readWebhook(request.body as Buffer, String(request.headers['stripe-signature'] ?? ''));
    } catch (error) {
      request.log.warn({ err: error }, 'webhook refused');
      return refuse('The signature does not fit');
    }
    const event = stripeEvent.safeParse(told);
    if (!event.success) return refuse('This is not an event that can be read');
    await receiveWebhook(deps, event.data);
    return { received: true };
  });
}
