import { router, userProcedure } from '../../../core/trpc.ts';
import { findOwnFeed, createFeed } from './calendar.service.ts';
import { deleteFeed } from './calendar.sql.ts';

export const calendarRouter = router({
  feed: userProcedure('member').query(({ ctx }) => findOwnFeed(ctx.deps, ctx.actor)),
  createFeed: userProcedure('member').mutation(({ ctx }) => createFeed(ctx)),
  revokeFeed: userProcedure('member').mutation(async ({ ctx }) => {
    await deleteFeed(ctx.deps.db, { workspaceId: ctx.user.workspaceId, personId: ctx.user.id });
  }),
});
