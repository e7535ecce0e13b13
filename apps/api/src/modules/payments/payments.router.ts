import { idInput, checkoutInput, offerCheckout } from '@marquee/validation';
import { brandProcedure, publicProcedure, router } from '../../core/trpc.ts';
import { confirmReturn, openCheckout, openOfferCheckout, resumeCheckout } from './payments.service.ts';

export const paymentsRouter = router({
  /** Returns the configuration for loading Stripe.js in the browser. */
  config: publicProcedure.query(({ ctx }) => ctx.stripe.browser),
  openCheckout: brandProcedure.input(checkoutInput).mutation(({ ctx, input }) => openCheckout(ctx, input)),
  openOfferCheckout: brandProcedure.input(offerCheckout).mutation(({ ctx, input }) => openOfferCheckout(ctx, input)),
  resumeCheckout: brandProcedure.input(idInput).mutation(({ ctx, input }) => resumeCheckout(ctx, input.id)),
  confirmReturn: brandProcedure.input(idInput).mutation(({ ctx, input }) => confirmReturn(ctx, input.id)),
});
