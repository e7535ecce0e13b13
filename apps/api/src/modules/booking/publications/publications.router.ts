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
  results: userProcedure('member')
    .input(idInput)
    .query(({ ctx, input }) => getBookingResults(ctx, input.id)),
  shared: publicProcedure.input(sharedResultsInput).query(({ ctx, input }) => getSharedResults(ctx, input.token)),
  add: creatorProcedure('work.deliver')
    .input(newPublication)
    .mutation(({ ctx, input }) => addPublication(ctx, input)),
  remove: creatorProcedure('work.deliver')
    .input(idInput)
    .mutation(({ ctx, input }) => removePublication(ctx, input.id)),
  report: creatorProcedure('work.deliver')
    .input(publicationMetrics)
    .mutation(({ ctx, input }) => reportPublicationMetrics(ctx, input)),
  removePicture: creatorProcedure('work.deliver')
    .input(idInput)
    .mutation(({ ctx, input }) => removePublicationPicture(ctx, input.id)),
  sharePicture: creatorProcedure('work.deliver')
    .input(publicationPictureSharing)
    .mutation(({ ctx, input }) => sharePublicationPicture(ctx, input)),
  share: userProcedure('work.deliver')
    .input(resultsSharing)
    .mutation(({ ctx, input }) => shareResults(ctx, input)),
});
