import { byId, newPost, postFigures, postPictureShared, resultsShared, resultsShown } from '@marquee/validation';
import { creatorProcedure, publicProcedure, router, userProcedure } from '../../core/trpc.ts';
import { addPost, removePost, reportFigures, resultsOf, sharedResults, shareResults } from './posts.service.ts';
import { removePostPicture, sharePostPicture } from './proofs.service.ts';

export const postsRouter = router({
  results: userProcedure.input(byId).query(({ ctx, input }) => resultsOf(ctx, input.id)),
  shared: publicProcedure.input(resultsShown).query(({ ctx, input }) => sharedResults(ctx, input.token)),
  add: creatorProcedure.input(newPost).mutation(({ ctx, input }) => addPost(ctx, input)),
  remove: creatorProcedure.input(byId).mutation(({ ctx, input }) => removePost(ctx, input.id)),
  report: creatorProcedure.input(postFigures).mutation(({ ctx, input }) => reportFigures(ctx, input)),
  removePicture: creatorProcedure.input(byId).mutation(({ ctx, input }) => removePostPicture(ctx, input.id)),
  sharePicture: creatorProcedure.input(postPictureShared).mutation(({ ctx, input }) => sharePostPicture(ctx, input)),
  share: userProcedure.input(resultsShared).mutation(({ ctx, input }) => shareResults(ctx, input)),
});
