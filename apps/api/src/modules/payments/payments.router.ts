import { byId, checkout } from '@marquee/validation';
import { brandProcedure, publicProcedure, router } from '../../core/trpc.ts';
import { confirmReturn, openCheckout, resumeCheckout } from './payments.service.ts';

export const paymentsRouter = router({
  /** What the browser needs to load Stripe.js. */
  config: publicProcedure.query(({ ctx }) => ctx.stripe.browser),
  openCheckout: brandProcedure.input(checkout).mutation(({ ctx, input }) => openCheckout(ctx, input)),
  resumeCheckout: brandProcedure.input(byId).mutation(({ ctx, input }) => resumeCheckout(ctx, input.id)),
  confirmReturn: brandProcedure.input(byId).mutation(({ ctx, input }) => confirmReturn(ctx, input.id)),
});
