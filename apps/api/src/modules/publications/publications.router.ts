import {
  idInput,
  newPublication,
  publicationMetrics,
  publicationPictureSharing,
  resultsSharing,
  sharedResultsInput,
} from '@marquee/validation';
import { creatorProcedure, publicProcedure, router, userProcedure } from '../../core/trpc.ts';
import { addPost, removePost, reportFigures, resultsOf, sharedResults, shareResults } from './publications.service.ts';
import { removePostPicture, sharePostPicture } from './proofs.service.ts';

export const postsRouter = router({
  results: userProcedure.input(idInput).query(({ ctx, input }) => resultsOf(ctx, input.id)),
  shared: publicProcedure.input(sharedResultsInput).query(({ ctx, input }) => sharedResults(ctx, input.token)),
  add: creatorProcedure.input(newPublication).mutation(({ ctx, input }) => addPost(ctx, input)),
  remove: creatorProcedure.input(idInput).mutation(({ ctx, input }) => removePost(ctx, input.id)),
  report: creatorProcedure.input(publicationMetrics).mutation(({ ctx, input }) => reportFigures(ctx, input)),
  removePicture: creatorProcedure.input(idInput).mutation(({ ctx, input }) => removePostPicture(ctx, input.id)),
  sharePicture: creatorProcedure
    .input(publicationPictureSharing)
    .mutation(({ ctx, input }) => sharePostPicture(ctx, input)),
  share: userProcedure.input(resultsSharing).mutation(({ ctx, input }) => shareResults(ctx, input)),
});
