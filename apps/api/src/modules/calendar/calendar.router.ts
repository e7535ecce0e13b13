import { router, userProcedure } from '../../core/trpc.ts';
import { feedOf, makeFeed } from './calendar.service.ts';
import { deleteFeed } from './calendar.sql.ts';

export const calendarRouter = router({
  own: userProcedure.query(({ ctx }) => feedOf(ctx)),
  make: userProcedure.mutation(({ ctx }) => makeFeed(ctx)),
  drop: userProcedure.mutation(async ({ ctx }) => {
    await deleteFeed(ctx.db, ctx.user.id);
  }),
});
