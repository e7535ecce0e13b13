import type { ContactMessage } from '@marquee/validation';
import { checkRate } from '../../rates.ts';
import type { Ctx } from '../../trpc.ts';
import { sendMail } from '../mail/mail.service.ts';
import { insertContactMessage } from './support.sql.ts';

/**
 * Stores what somebody wrote to the operator and mails it to him; the mail exists if and only if the message does.
 * Fails with TOO_MANY_REQUESTS.
 */
export async function contact(ctx: Ctx, input: ContactMessage): Promise<{ id: string }> {
  await checkRate(ctx, 'contact', ctx.ip);
  const at = ctx.now();
  return ctx.db.transaction().execute(async (tx) => {
    const message = await insertContactMessage(tx, { ...input, userId: ctx.user?.id ?? null, createdAt: at });
    await sendMail(tx, { kind: 'contact_message', subject: message.id, to: 'operator', data: input, at });
    return message;
  });
}
