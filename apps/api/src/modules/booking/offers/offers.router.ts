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
import { brandProcedure, creatorProcedure, router, userProcedure } from '../../../core/trpc.ts';
import {
  acceptCounteroffer,
  getOfferAddressee,
  answerOffer,
  requestOffer,
  counterOffer,
  endOffer,
  getOffer,
  listOwnOffers,
  getWaitingOfferCount,
} from './offers.service.ts';

export const offersRouter = router({
  byId: userProcedure.input(idInput).query(({ ctx, input }) => getOffer(ctx, input.id)),
  list: userProcedure.input(offerListInput).query(({ ctx, input }) => listOwnOffers(ctx, input)),
  waitingCount: userProcedure.query(({ ctx }) => getWaitingOfferCount(ctx)),
  recipient: brandProcedure.input(offerCreatorInput).query(({ ctx, input }) => getOfferAddressee(ctx, input.username)),
  request: brandProcedure.input(offerRequest).mutation(({ ctx, input }) => requestOffer(ctx, input)),
  answer: creatorProcedure.input(offerAnswer).mutation(({ ctx, input }) => answerOffer(ctx, input)),
  counter: brandProcedure.input(offerCounter).mutation(({ ctx, input }) => counterOffer(ctx, input)),
  accept: creatorProcedure.input(offerAcceptance).mutation(({ ctx, input }) => acceptCounteroffer(ctx, input)),
  end: userProcedure.input(offerEnding).mutation(({ ctx, input }) => endOffer(ctx, input)),
});
