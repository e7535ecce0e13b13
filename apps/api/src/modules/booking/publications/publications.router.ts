import {
  idInput,
  newPublication,
  publicationMetrics,
  publicationPictureSharing,
  resultsSharing,
  sharedResultsInput,
} from '@marquee/validation';
import { creatorProcedure, publicProcedure, router, userProcedure } from '../../../core/trpc.ts';
import {
  addPublication,
  removePublication,
  reportPublicationMetrics,
  getBookingResults,
  getSharedResults,
  shareResults,
} from './publications.service.ts';
import { removePublicationPicture, sharePublicationPicture } from './publication-pictures.service.ts';

export const publicationsRouter = router({
  results: userProcedure('member_or_agent')
    .input(idInput)
    .query(({ ctx, input }) => getBookingResults(ctx.deps, ctx.actor, input.id)),
  shared: publicProcedure.input(sharedResultsInput).query(({ ctx, input }) => getSharedResults(ctx.deps, input.token)),
  add: creatorProcedure('work.deliver')
    .input(newPublication)
    .mutation(({ ctx, input }) => addPublication(ctx.deps, ctx.actor, input)),
  remove: creatorProcedure('work.deliver')
    .input(idInput)
    .mutation(({ ctx, input }) => removePublication(ctx.deps, ctx.actor, input.id)),
  report: creatorProcedure('work.deliver')
    .input(publicationMetrics)
    .mutation(({ ctx, input }) => reportPublicationMetrics(ctx.deps, ctx.actor, input)),
  removePicture: creatorProcedure('work.deliver')
    .input(idInput)
    .mutation(({ ctx, input }) => removePublicationPicture(ctx.deps, ctx.actor, input.id)),
  sharePicture: creatorProcedure('work.deliver')
    .input(publicationPictureSharing)
    .mutation(({ ctx, input }) => sharePublicationPicture(ctx.deps, ctx.actor, input)),
  share: userProcedure('work.deliver')
    .input(resultsSharing)
    .mutation(({ ctx, input }) => shareResults(ctx.deps, ctx.actor, input)),
});
