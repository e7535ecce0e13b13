import { z } from 'zod';
import { creatorProcedure, router } from '../../core/trpc.ts';
import {
  openPayoutDashboard,
  payoutSetup,
  payoutsPage,
  payoutSummary,
  refreshPayoutSetup,
  startPayoutSetup,
} from './payouts.service.ts';
import { PAYOUT_STAGES } from './payouts.sql.ts';

export const payoutsRouter = router({
  setup: creatorProcedure.query(({ ctx }) => payoutSetup(ctx)),
  startSetup: creatorProcedure.mutation(({ ctx }) => startPayoutSetup(ctx)),
  refreshSetup: creatorProcedure.mutation(({ ctx }) => refreshPayoutSetup(ctx)),
  openDashboard: creatorProcedure.mutation(({ ctx }) => openPayoutDashboard(ctx)),
  summary: creatorProcedure.query(({ ctx }) => payoutSummary(ctx)),
  page: creatorProcedure
    .input(z.object({ stage: z.enum(PAYOUT_STAGES).optional(), cursor: z.string().max(100).optional() }))
    .query(({ ctx, input }) => payoutsPage(ctx, input)),
});
