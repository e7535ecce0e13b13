import { guestCode, guestInvitation, guestLink, guestReview, idInput } from '@marquee/validation';
import { brandProcedure, publicProcedure, router } from '../../../core/trpc.ts';
import { getGuestReviews, inviteGuest, revokeGuest } from './guest-reviews.service.ts';
import { confirmGuest, describeGuestLink, getGuestView, requestGuestCode, reviewAsGuest } from './guests.service.ts';

export const guestReviewsRouter = router({
  byBooking: brandProcedure('content.review')
    .input(idInput)
    .query(({ ctx, input }) => getGuestReviews(ctx.deps, ctx.actor, input.id)),
  invite: brandProcedure('content.review')
    .input(guestInvitation)
    .mutation(({ ctx, input }) => inviteGuest(ctx.deps, ctx.actor, input)),
  revoke: brandProcedure('content.review')
    .input(idInput)
    .mutation(({ ctx, input }) => revokeGuest(ctx.deps, ctx.actor, input.id)),
  // A mutation, although it only reads data, because the token must not be in a URL that proxies log.
  open: publicProcedure.input(guestLink).mutation(({ ctx, input }) => describeGuestLink(ctx, input.token)),
  requestCode: publicProcedure.input(guestLink).mutation(({ ctx, input }) => requestGuestCode(ctx, input.token)),
  confirm: publicProcedure.input(guestCode).mutation(({ ctx, input }) => confirmGuest(ctx, input)),
  view: publicProcedure.input(idInput).query(({ ctx, input }) => getGuestView(ctx, input.id)),
  review: publicProcedure.input(guestReview).mutation(({ ctx, input }) => reviewAsGuest(ctx, input)),
});
