import { router, userProcedure } from '../../core/trpc.ts';
import { dropFeed, feedOf, makeFeed } from './calendar.service.ts';

export const calendarRouter = router({
  own: userProcedure.query(({ ctx }) => feedOf(ctx)),
  make: userProcedure.mutation(({ ctx }) => makeFeed(ctx)),
  drop: userProcedure.mutation(async ({ ctx }) => {
    await dropFeed(ctx);
  }),
});
