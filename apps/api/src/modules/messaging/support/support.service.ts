import type { ContactMessage } from '@marquee/validation';
import type { Ctx } from '../../../core/ctx.ts';
import { runIdempotently } from '../../../core/idempotency.ts';
import { enforceRateLimit, tryRateLimit } from '../../../core/rate-limits.ts';
import { sendMail } from '../mail/mail.service.ts';
import { insertContactMessage } from './support.sql.ts';

/**
 * Stores a contact message, emails it to the operator, and emails a confirmation to the sender. Sends at most one
 * confirmation an hour to an address, because the address is unverified. Throws TOO_MANY_REQUESTS.
 */
export async function submitContactMessage(ctx: Ctx, input: ContactMessage): Promise<{ id: string }> {
  let isThanked = false;
  const limit = async () => {
    await enforceRateLimit(ctx.deps, 'contact', ctx.request.ip);
    isThanked = await tryRateLimit(ctx.deps, 'contact received', input.email.toLowerCase());
  };
  const at = ctx.deps.now();
  return runIdempotently(
    ctx.deps,
    { ...ctx.user, idempotencyKey: ctx.request.idempotencyKey },
    { name: 'support.contact', limit },
    input,
    async (tx) => {
      const message = await insertContactMessage(tx.db, { ...input, personId: ctx.user?.id ?? null, createdAt: at });
      await sendMail(tx, { kind: 'contact_message', subject: message.id, to: 'operator', data: input, at });
      if (isThanked)
        await sendMail(tx, {
          kind: 'contact_received',
          subject: message.id,
          to: { address: input.email },
          data: { category: input.category },
          at,
        });
      return message;
    },
  );
}
