import { byId, username } from '@marquee/validation';
import { publicProcedure, router, userProcedure } from '../../trpc.ts';
import {
  creatorOf, dashboardStats, profileOf, profilePackages, profileStats, recentActivity, recordProfileView,
} from './profiles.service.ts';

export const profilesRouter = router({
  byUsername: publicProcedure.input(username).query(({ ctx, input }) => profileOf(ctx, input.username)),
  creator: publicProcedure.input(byId).query(({ ctx, input }) => creatorOf(ctx, input.id)),
  stats: publicProcedure.input(username).query(({ ctx, input }) => profileStats(ctx, input.username)),
  packages: publicProcedure.input(username).query(({ ctx, input }) => profilePackages(ctx, input.username)),
  recordView: publicProcedure.input(username).mutation(({ ctx, input }) => recordProfileView(ctx, input.username)),
  dashboard: userProcedure.query(({ ctx }) => dashboardStats(ctx)),
  activity: userProcedure.query(({ ctx }) => recentActivity(ctx)),
});
