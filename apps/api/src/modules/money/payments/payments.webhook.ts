import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Deps } from '../../../core/deps.ts';
import { isSubscribedEvent, receiveWebhook } from './stripe-events.service.ts';

const stripeId = z.string().regex(/^\w{1,255}$/);

/** The fields that we read from a Stripe event. For event types that we ignore, only `id` and `type` are used. */
const stripeEvent = z
  .object({
    id: stripeId,
    type: z.string().regex(/^[\w.]{1,255}$/),
    /** The time of the event, in seconds. */
    created: z.int().nonnegative().optional(),
    /** The connected account that the event is about. */
    account: stripeId.nullish(),
    data: z.unknown().optional(),
  })
  .transform(({ id, type, created, account, data }, ctx) => {
    const event = { id, type, account, createdAt: created === undefined ? undefined : new Date(created * 1_000) };
    if (!isSubscribedEvent(type)) return { ...event, object: null };
    const eventSchema = z
      .object({ object: z.object({ id: stripeId, metadata: z.record(z.string(), z.unknown()).nullish() }) })
      .safeParse(data);
    if (eventSchema.success) return { ...event, object: eventSchema.data.object };
    ctx.addIssue({ code: 'custom', message: 'The event contains no object' });
    return z.NEVER;
  });

/**
 * Registers the webhook route. It checks the signature of the raw body, then stores the event and its job in one
 * transaction.
 */
export function registerStripeWebhook(scope: FastifyInstance, deps: Deps): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 1024 * 1024 }, (_request, body, done) =>
    done(null, body),
  );
  scope.post('/api/webhooks/stripe', { schema: { hide: true } }, async (request, reply) => {
    const refuse = (message: string) => reply.code(400).send({ error: message, message, code: 'INVALID_INPUT' });
    let payload: unknown;
    try {
      payload = deps.stripe.readWebhook(request.body as Buffer, String(request.headers['stripe-signature'] ?? ''));
    } catch (error) {
      request.log.warn({ err: error }, 'webhook refused');
      return refuse('The Stripe-Signature header does not match the body');
    }
    const event = stripeEvent.safeParse(payload);
    if (!event.success) return refuse('The body is not a Stripe event');
    await receiveWebhook(deps, event.data);
    return { received: true };
  });
}
