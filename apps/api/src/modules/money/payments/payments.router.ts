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
import { finishCardSetup, listCards, removeCard, setCardSaving, startCardSetup } from './cards.service.ts';
import { payWithCard } from './card-payments.service.ts';
import { confirmReturn, openCheckout, openOfferCheckout, resumeCheckout } from './checkout.service.ts';

export const paymentsRouter = router({
  /** Returns the configuration for loading Stripe.js in the browser. */
  config: publicProcedure.query(({ ctx }) => ctx.deps.stripe.browser),
  openCheckout: brandProcedure('orders.place')
    .input(checkoutInput)
    .mutation(({ ctx, input }) => openCheckout(ctx.deps, ctx.actor, input)),
  openOfferCheckout: brandProcedure('orders.place')
    .input(offerCheckout)
    .mutation(({ ctx, input }) => openOfferCheckout(ctx.deps, ctx.actor, input)),
  resumeCheckout: brandProcedure('orders.place')
    .input(idInput)
    .mutation(({ ctx, input }) => resumeCheckout(ctx.deps, ctx.actor, input.id)),
  cards: brandProcedure('member').query(({ ctx }) => listCards(ctx.deps, ctx.actor)),
  startCardSetup: brandProcedure('cards.manage')
    .input(cardSetupStart)
    .mutation(({ ctx, input }) => startCardSetup(ctx.deps, ctx.actor, input)),
  finishCardSetup: brandProcedure('cards.manage')
    .input(cardSetupFinish)
    .mutation(({ ctx, input }) => finishCardSetup(ctx.deps, ctx.actor, input)),
  removeCard: brandProcedure('cards.manage')
    .input(idInput)
    .mutation(({ ctx, input }) => removeCard(ctx.deps, ctx.actor, input.id)),
  setCardSaving: brandProcedure('orders.place')
    .input(cardSavingInput)
    .mutation(({ ctx, input }) => setCardSaving(ctx.deps, ctx.actor, input)),
  payWithCard: brandProcedure('orders.place')
    .input(cardPaymentInput)
    .mutation(({ ctx, input }) => payWithCard(ctx, input)),
  confirmReturn: brandProcedure('orders.place')
    .input(idInput)
    .mutation(({ ctx, input }) => confirmReturn(ctx.deps, ctx.actor, input.id)),
});
