import {
  idInput,
  customerInfoChange,
  pictureCaption,
  portfolioOrder,
  profileAboutChange,
  profileLinksChange,
  profileNameChange,
  profilePlatformsChange,
  profileTopicsChange,
  usernameParam,
  usernameChange,
  workspaceIdInput,
} from '@marquee/validation';
import {
  brandProcedure,
  creatorProcedure,
  publicProcedure,
  router,
  showcaseProcedure,
  userProcedure,
} from '../../../core/trpc.ts';
import { getRecentActivity } from '../../booking/bookings/bookings.service.ts';
import { getCustomerInfo, saveCustomerInfo } from './customer-info.service.ts';
import {
  getProfileById,
  getDashboardStats,
  getProfileOncePerRequest,
  getProfilePackages,
  getProfilePrices,
  getProfileStats,
  recordProfileView,
} from './profiles.service.ts';
import { findOnboardingProgress } from './profiles.sql.ts';
import {
  reorderPortfolioPictures,
  captionPortfolioPicture,
  changeUsername,
  isUsernameFree,
  getOwnProfile,
  removePortfolioPicture,
  removeProfilePhoto,
  saveProfileAbout,
  saveProfileLinks,
  saveProfileName,
  saveProfilePlatforms,
  saveProfileTopics,
} from './settings.service.ts';

export const profilesRouter = router({
  byUsername: showcaseProcedure
    .meta({ costMs: 2 })
    .input(usernameParam)
    .query(({ ctx, input }) => getProfileOncePerRequest(ctx, input.username)),
  byId: showcaseProcedure
    .meta({ costMs: 2 })
    .input(workspaceIdInput)
    .query(({ ctx, input }) => getProfileById(ctx.deps, input.id)),
  stats: showcaseProcedure
    .meta({ costMs: 2 })
    .input(usernameParam)
    .query(({ ctx, input }) => getProfileStats(ctx, input.username)),
  packages: showcaseProcedure
    .meta({ costMs: 4 })
    .input(usernameParam)
    .query(({ ctx, input }) => getProfilePackages(ctx, input.username)),
  prices: showcaseProcedure
    .meta({ costMs: 2 })
    .input(usernameParam)
    .query(({ ctx, input }) => getProfilePrices(ctx, input.username)),
  recordView: publicProcedure.input(usernameParam).mutation(({ ctx, input }) => recordProfileView(ctx, input.username)),
  dashboard: userProcedure('member_or_agent').query(({ ctx }) => getDashboardStats(ctx.deps, ctx.actor)),
  own: userProcedure('member_or_agent').query(({ ctx }) => getOwnProfile(ctx.deps, ctx.actor)),
  saveName: brandProcedure('workspace.edit')
    .input(profileNameChange)
    .mutation(({ ctx, input }) => saveProfileName(ctx.deps, ctx.actor, input)),
  saveAbout: creatorProcedure('workspace.edit')
    .input(profileAboutChange)
    .mutation(({ ctx, input }) => saveProfileAbout(ctx.deps, ctx.actor, input)),
  isUsernameAvailable: userProcedure('member')
    .input(usernameChange)
    .query(({ ctx, input }) => isUsernameFree(ctx.deps, ctx.actor, input.username)),
  changeUsername: userProcedure('workspace.edit')
    .input(usernameChange)
    .mutation(({ ctx, input }) => changeUsername(ctx.deps, ctx.actor, input.username)),
  saveTopics: creatorProcedure('workspace.edit')
    .input(profileTopicsChange)
    .mutation(({ ctx, input }) => saveProfileTopics(ctx.deps, ctx.actor, input)),
  savePlatforms: creatorProcedure('workspace.edit')
    .input(profilePlatformsChange)
    .mutation(({ ctx, input }) => saveProfilePlatforms(ctx.deps, ctx.actor, input)),
  saveLinks: creatorProcedure('workspace.edit')
    .input(profileLinksChange)
    .mutation(({ ctx, input }) => saveProfileLinks(ctx.deps, ctx.actor, input)),
  removePortrait: userProcedure('workspace.edit').mutation(({ ctx }) => removeProfilePhoto(ctx.deps, ctx.actor)),
  captionPicture: creatorProcedure('workspace.edit')
    .input(pictureCaption)
    .mutation(({ ctx, input }) => captionPortfolioPicture(ctx.deps, ctx.actor, input)),
  reorderPictures: creatorProcedure('workspace.edit')
    .input(portfolioOrder)
    .mutation(({ ctx, input }) => reorderPortfolioPictures(ctx.deps, ctx.actor, input.ids)),
  removePicture: creatorProcedure('workspace.edit')
    .input(idInput)
    .mutation(({ ctx, input }) => removePortfolioPicture(ctx.deps, ctx.actor, input.id)),
  customerInfo: brandProcedure('member').query(({ ctx }) => getCustomerInfo(ctx.deps, ctx.actor)),
  saveCustomerInfo: brandProcedure('orders.place')
    .input(customerInfoChange)
    .mutation(({ ctx, input }) => saveCustomerInfo(ctx.deps, ctx.actor, input)),
  onboardingProgress: userProcedure('member_or_agent').query(({ ctx }) =>
    findOnboardingProgress(ctx.deps.db, ctx.user.workspaceId),
  ),
  activity: userProcedure('member_or_agent').query(({ ctx }) => getRecentActivity(ctx.deps, ctx.actor)),
});
