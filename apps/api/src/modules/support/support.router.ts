import { contactMessage } from '@marquee/validation';
import { publicProcedure, router } from '../../core/trpc.ts';
import { contact } from './support.service.ts';

export const supportRouter = router({
  contact: publicProcedure.input(contactMessage).mutation(({ ctx, input }) => contact(ctx, input)),
});
