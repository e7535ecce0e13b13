import {
  idInput,
  cardPaymentInput,
  cardSavingInput,
  cardSetupFinish,
  cardSetupStart,
  checkoutInput,
  offerCheckout,
} from '@marquee/validation';
import { brandProcedure, publicProcedure, router } from '../../../core/trpc.ts';
import { finishCardSetup, listCards, payWithCard, removeCard, setCardSaving, startCardSetup } from './cards.service.ts';
import { confirmReturn, openCheckout, openOfferCheckout, resumeCheckout } from './payments.service.ts';

export const paymentsRouter = router({
  /** Returns the configuration for loading Stripe.js in the browser. */
  config: publicProcedure.query(({ ctx }) => ctx.stripe.browser),
  openCheckout: brandProcedure('orders.place')
    .input(checkoutInput)
    .mutation(({ ctx, input }) => openCheckout(ctx, input)),
  openOfferCheckout: brandProcedure('orders.place')
    .input(offerCheckout)
    .mutation(({ ctx, input }) => openOfferCheckout(ctx, input)),
  resumeCheckout: brandProcedure('orders.place')
    .input(idInput)
    .mutation(({ ctx, input }) => resumeCheckout(ctx, input.id)),
  cards: brandProcedure('member').query(({ ctx }) => listCards(ctx)),
  startCardSetup: brandProcedure('cards.manage')
    .input(cardSetupStart)
    .mutation(({ ctx, input }) => startCardSetup(ctx, input)),
  finishCardSetup: brandProcedure('cards.manage')
    .input(cardSetupFinish)
    .mutation(({ ctx, input }) => finishCardSetup(ctx, input)),
  removeCard: brandProcedure('cards.manage')
    .input(idInput)
    .mutation(({ ctx, input }) => removeCard(ctx, input.id)),
  setCardSaving: brandProcedure('orders.place')
    .input(cardSavingInput)
    .mutation(({ ctx, input }) => setCardSaving(ctx, input)),
  payWithCard: brandProcedure('orders.place')
    .input(cardPaymentInput)
    .mutation(({ ctx, input }) => payWithCard(ctx, input)),
  confirmReturn: brandProcedure('orders.place')
    .input(idInput)
    .mutation(({ ctx, input }) => confirmReturn(ctx, input.id)),
});
