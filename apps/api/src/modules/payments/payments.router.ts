import { byId, checkout, offerCheckout } from '@marquee/validation';
import { brandProcedure, publicProcedure, router } from '../../core/trpc.ts';
import { confirmReturn, openCheckout, openOfferCheckout, resumeCheckout } from './payments.service.ts';

export const paymentsRouter = router({
  /** What the browser needs to load Stripe.js. */
  config: publicProcedure.query(({ ctx }) => ctx.stripe.browser),
  openCheckout: brandProcedure.input(checkout).mutation(({ ctx, input }) => openCheckout(ctx, input)),
  openOfferCheckout: brandProcedure.input(offerCheckout).mutation(({ ctx, input }) => openOfferCheckout(ctx, input)),
  resumeCheckout: brandProcedure.input(byId).mutation(({ ctx, input }) => resumeCheckout(ctx, input.id)),
  confirmReturn: brandProcedure.input(byId).mutation(({ ctx, input }) => confirmReturn(ctx, input.id)),
});
