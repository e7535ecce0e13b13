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
  openCheckout: brandProcedure.input(checkoutInput).mutation(({ ctx, input }) => openCheckout(ctx, input)),
  openOfferCheckout: brandProcedure.input(offerCheckout).mutation(({ ctx, input }) => openOfferCheckout(ctx, input)),
  resumeCheckout: brandProcedure.input(idInput).mutation(({ ctx, input }) => resumeCheckout(ctx, input.id)),
  cards: brandProcedure.query(({ ctx }) => listCards(ctx)),
  startCardSetup: brandProcedure.input(cardSetupStart).mutation(({ ctx, input }) => startCardSetup(ctx, input)),
  finishCardSetup: brandProcedure.input(cardSetupFinish).mutation(({ ctx, input }) => finishCardSetup(ctx, input)),
  removeCard: brandProcedure.input(idInput).mutation(({ ctx, input }) => removeCard(ctx, input.id)),
  setCardSaving: brandProcedure.input(cardSavingInput).mutation(({ ctx, input }) => setCardSaving(ctx, input)),
  payWithCard: brandProcedure.input(cardPaymentInput).mutation(({ ctx, input }) => payWithCard(ctx, input)),
  confirmReturn: brandProcedure.input(idInput).mutation(({ ctx, input }) => confirmReturn(ctx, input.id)),
});
