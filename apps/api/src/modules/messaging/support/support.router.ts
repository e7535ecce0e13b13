import { contactMessage, linkToken, threadReply } from '@marquee/validation';
import { z } from 'zod';
import { publicProcedure, router } from '../../../core/trpc.ts';
import { submitContactMessage } from './support.service.ts';
import { getThreadByLink, replyByLink } from './threads.service.ts';

export const supportRouter = router({
  contact: publicProcedure.input(contactMessage).mutation(({ ctx, input }) => submitContactMessage(ctx, input)),
  // A mutation, although it only reads data, because the input of a query would be in the URL, and proxies log URLs.
  // The token must not be logged.
  thread: publicProcedure
    .input(z.strictObject({ token: linkToken }))
    .mutation(({ ctx, input }) => getThreadByLink(ctx, input)),
  reply: publicProcedure.input(threadReply).mutation(({ ctx, input }) => replyByLink(ctx, input)),
});
