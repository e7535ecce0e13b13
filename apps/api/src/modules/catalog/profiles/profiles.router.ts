import {
  idInput,
  customerInfo,
  pictureCaption,
  portfolioOrder,
  profileAbout,
  profileLinks,
  profileName,
  profilePlatforms,
  profileTopics,
  usernameParam,
  usernameChange,
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
    .input(idInput)
    .query(({ ctx, input }) => getProfileById(ctx, input.id)),
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
  dashboard: userProcedure.query(({ ctx }) => getDashboardStats(ctx)),
  own: userProcedure.query(({ ctx }) => getOwnProfile(ctx)),
  saveName: brandProcedure.input(profileName).mutation(({ ctx, input }) => saveProfileName(ctx, input)),
  saveAbout: creatorProcedure.input(profileAbout).mutation(({ ctx, input }) => saveProfileAbout(ctx, input)),
  isUsernameAvailable: userProcedure
    .input(usernameChange)
    .query(({ ctx, input }) => isUsernameFree(ctx, input.username)),
  changeUsername: userProcedure.input(usernameChange).mutation(({ ctx, input }) => changeUsername(ctx, input.username)),
  saveTopics: creatorProcedure.input(profileTopics).mutation(({ ctx, input }) => saveProfileTopics(ctx, input)),
  savePlatforms: creatorProcedure
    .input(profilePlatforms)
    .mutation(({ ctx, input }) => saveProfilePlatforms(ctx, input)),
  saveLinks: creatorProcedure.input(profileLinks).mutation(({ ctx, input }) => saveProfileLinks(ctx, input)),
  removePortrait: userProcedure.mutation(({ ctx }) => removeProfilePhoto(ctx)),
  captionPicture: creatorProcedure
    .input(pictureCaption)
    .mutation(({ ctx, input }) => captionPortfolioPicture(ctx, input)),
  reorderPictures: creatorProcedure
    .input(portfolioOrder)
    .mutation(({ ctx, input }) => reorderPortfolioPictures(ctx, input.ids)),
  removePicture: creatorProcedure.input(idInput).mutation(({ ctx, input }) => removePortfolioPicture(ctx, input.id)),
  customerInfo: brandProcedure.query(({ ctx }) => getCustomerInfo(ctx)),
  saveCustomerInfo: brandProcedure.input(customerInfo).mutation(({ ctx, input }) => saveCustomerInfo(ctx, input)),
  onboardingProgress: userProcedure.query(({ ctx }) => findOnboardingProgress(ctx.db, ctx.user.workspaceId)),
  activity: userProcedure.query(({ ctx }) => getRecentActivity(ctx)),
});
