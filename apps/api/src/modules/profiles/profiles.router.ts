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
import { getUserSide } from '../../core/ctx.ts';
import {
  brandProcedure,
  creatorProcedure,
  publicProcedure,
  router,
  showcaseProcedure,
  userProcedure,
} from '../../core/trpc.ts';
import { listRecentActivity } from '../bookings/figures.sql.ts';
import { customerInfoOf, saveCustomerInfo } from './customer-info.service.ts';
import {
  creatorOf,
  dashboardStats,
  shownProfile,
  profilePackages,
  profilePrices,
  profileStats,
  recordProfileView,
} from './profiles.service.ts';
import { findBeginnings } from './profiles.sql.ts';
import {
  arrangePictures,
  captionPicture,
  changeUsername,
  isUsernameFree,
  ownProfile,
  removePicture,
  removePortrait,
  saveAbout,
  saveLinks,
  saveName,
  savePlatforms,
  saveTopics,
} from './settings.service.ts';

const ACTIVITY_LENGTH = 10;

export const profilesRouter = router({
  byUsername: showcaseProcedure.input(usernameParam).query(({ ctx, input }) => shownProfile(ctx, input.username)),
  creator: showcaseProcedure.input(idInput).query(({ ctx, input }) => creatorOf(ctx, input.id)),
  stats: showcaseProcedure.input(usernameParam).query(({ ctx, input }) => profileStats(ctx, input.username)),
  packages: showcaseProcedure.input(usernameParam).query(({ ctx, input }) => profilePackages(ctx, input.username)),
  prices: showcaseProcedure.input(usernameParam).query(({ ctx, input }) => profilePrices(ctx, input.username)),
  recordView: publicProcedure.input(usernameParam).mutation(({ ctx, input }) => recordProfileView(ctx, input.username)),
  dashboard: userProcedure.query(({ ctx }) => dashboardStats(ctx)),
  own: userProcedure.query(({ ctx }) => ownProfile(ctx)),
  saveName: brandProcedure.input(profileName).mutation(({ ctx, input }) => saveName(ctx, input)),
  saveAbout: creatorProcedure.input(profileAbout).mutation(({ ctx, input }) => saveAbout(ctx, input)),
  usernameFree: userProcedure.input(usernameChange).query(({ ctx, input }) => isUsernameFree(ctx, input.username)),
  changeUsername: userProcedure.input(usernameChange).mutation(({ ctx, input }) => changeUsername(ctx, input.username)),
  saveTopics: creatorProcedure.input(profileTopics).mutation(({ ctx, input }) => saveTopics(ctx, input)),
  savePlatforms: creatorProcedure.input(profilePlatforms).mutation(({ ctx, input }) => savePlatforms(ctx, input)),
  saveLinks: creatorProcedure.input(profileLinks).mutation(({ ctx, input }) => saveLinks(ctx, input)),
  removePortrait: userProcedure.mutation(({ ctx }) => removePortrait(ctx)),
  captionPicture: creatorProcedure.input(pictureCaption).mutation(({ ctx, input }) => captionPicture(ctx, input)),
  arrangePictures: creatorProcedure.input(portfolioOrder).mutation(({ ctx, input }) => arrangePictures(ctx, input.ids)),
  removePicture: creatorProcedure.input(idInput).mutation(({ ctx, input }) => removePicture(ctx, input.id)),
  customerInfo: brandProcedure.query(({ ctx }) => customerInfoOf(ctx)),
  saveCustomerInfo: brandProcedure.input(customerInfo).mutation(({ ctx, input }) => saveCustomerInfo(ctx, input)),
  beginnings: userProcedure.query(({ ctx }) => findBeginnings(ctx.db, ctx.user.id)),
  activity: userProcedure.query(({ ctx }) =>
    listRecentActivity(ctx.db, ctx.user.id, getUserSide(ctx.user), ACTIVITY_LENGTH),
  ),
});
