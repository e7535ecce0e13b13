import { byId, checkout } from '@marquee/validation';
import { z } from 'zod';
import { brandProcedure, creatorProcedure, publicProcedure, router } from '../../core/trpc.ts';
import { openPayoutDashboard, payoutsPage, payoutSummary } from '../payouts/payouts.service.ts';
import { PAYOUT_STAGES } from '../payouts/payouts.sql.ts';
import { confirmReturn, openCheckout, resumeCheckout } from './payments.service.ts';
import { approveWork, payoutSetup, refreshPayoutSetup, startPayoutSetup } from '../settlements/release.service.ts';

export const paymentsRouter = router({
  /** What the browser needs to load Stripe.js. */
  config: publicProcedure.query(({ ctx }) => ctx.stripe.browser),
  openCheckout: brandProcedure.input(checkout).mutation(({ ctx, input }) => openCheckout(ctx, input)),
  resumeCheckout: brandProcedure.input(byId).mutation(({ ctx, input }) => resumeCheckout(ctx, input.id)),
  confirmReturn: brandProcedure.input(byId).mutation(({ ctx, input }) => confirmReturn(ctx, input.id)),
  approve: brandProcedure.input(byId).mutation(({ ctx, input }) => approveWork(ctx, input.id)),
  payoutSetup: creatorProcedure.query(({ ctx }) => payoutSetup(ctx)),
  startPayoutSetup: creatorProcedure.mutation(({ ctx }) => startPayoutSetup(ctx)),
  payoutSummary: creatorProcedure.query(({ ctx }) => payoutSummary(ctx)),
  payouts: creatorProcedure
    .input(z.object({ stage: z.enum(PAYOUT_STAGES).optional(), cursor: z.string().max(100).optional() }))
    .query(({ ctx, input }) => payoutsPage(ctx, input)),
  openPayoutDashboard: creatorProcedure.mutation(({ ctx }) => openPayoutDashboard(ctx)),
  refreshPayoutSetup: creatorProcedure.mutation(({ ctx }) => refreshPayoutSetup(ctx)),
});
