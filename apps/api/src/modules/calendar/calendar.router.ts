import { router, userProcedure } from '../../core/trpc.ts';
import { findOwnFeed, createFeed } from './calendar.service.ts';
import { deleteFeed } from './calendar.sql.ts';

export const calendarRouter = router({
  own: userProcedure.query(({ ctx }) => findOwnFeed(ctx)),
  make: userProcedure.mutation(({ ctx }) => createFeed(ctx)),
  drop: userProcedure.mutation(async ({ ctx }) => {
    await deleteFeed(ctx.db, ctx.user.id);
  }),
});
