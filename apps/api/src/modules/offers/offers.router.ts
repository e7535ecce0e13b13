import {
  idInput,
  offerAcceptance,
  offerCreatorInput,
  offerAnswer,
  offerRequest,
  offerCounter,
  offerEnding,
  offerListInput,
} from '@marquee/validation';
import { brandProcedure, creatorProcedure, router, userProcedure } from '../../core/trpc.ts';
import {
  acceptCounter,
  addresseeOf,
  answerOffer,
  askForOffer,
  counterOffer,
  endOffer,
  offerOf,
  offersOf,
  offersWaiting,
} from './offers.service.ts';

export const offersRouter = router({
  byId: userProcedure.input(idInput).query(({ ctx, input }) => offerOf(ctx, input.id)),
  list: userProcedure.input(offerListInput).query(({ ctx, input }) => offersOf(ctx, input)),
  waiting: userProcedure.query(({ ctx }) => offersWaiting(ctx)),
  addressee: brandProcedure.input(offerCreatorInput).query(({ ctx, input }) => addresseeOf(ctx, input.username)),
  ask: brandProcedure.input(offerRequest).mutation(({ ctx, input }) => askForOffer(ctx, input)),
  answer: creatorProcedure.input(offerAnswer).mutation(({ ctx, input }) => answerOffer(ctx, input)),
  counter: brandProcedure.input(offerCounter).mutation(({ ctx, input }) => counterOffer(ctx, input)),
  accept: creatorProcedure.input(offerAcceptance).mutation(({ ctx, input }) => acceptCounter(ctx, input)),
  end: userProcedure.input(offerEnding).mutation(({ ctx, input }) => endOffer(ctx, input)),
});
