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
  byId: userProcedure('member_or_agent')
    .input(idInput)
    .query(({ ctx, input }) => getOffer(ctx.deps, ctx.actor, input.id)),
  list: userProcedure('member_or_agent')
    .input(offerListInput)
    .query(({ ctx, input }) => listOwnOffers(ctx.deps, ctx.actor, input)),
  waitingCount: userProcedure('member_or_agent').query(({ ctx }) => getWaitingOfferCount(ctx.deps, ctx.actor)),
  recipient: brandProcedure('member')
    .input(offerCreatorInput)
    .query(({ ctx, input }) => getOfferAddressee(ctx.deps, ctx.actor, input.username)),
  request: brandProcedure('orders.place')
    .input(offerRequest)
    .mutation(({ ctx, input }) => requestOffer(ctx.deps, ctx.actor, input)),
  answer: creatorProcedure('bookings.decide')
    .input(offerAnswer)
    .mutation(({ ctx, input }) => answerOffer(ctx.deps, ctx.actor, input)),
  counter: brandProcedure('orders.place')
    .input(offerCounter)
    .mutation(({ ctx, input }) => counterOffer(ctx.deps, ctx.actor, input)),
  accept: creatorProcedure('bookings.decide')
    .input(offerAcceptance)
    .mutation(({ ctx, input }) => acceptCounteroffer(ctx.deps, ctx.actor, input)),
  end: userProcedure('bookings.decide')
    .input(offerEnding)
    .mutation(({ ctx, input }) => endOffer(ctx.deps, ctx.actor, input)),
});
