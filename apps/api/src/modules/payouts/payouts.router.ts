import { z } from 'zod';
import { creatorProcedure, router } from '../../core/trpc.ts';
import { countryCodeField } from '../../config/payout-countries.ts';
import { payoutCountries, payoutSetup, refreshPayoutSetup, setCountry, startPayoutSetup } from './accounts.service.ts';
import { openPayoutDashboard, payoutsPage, payoutSummary, payoutsWanted } from './payouts.service.ts';

export const payoutsRouter = router({
  setup: creatorProcedure.query(({ ctx }) => payoutSetup(ctx)),
  countries: creatorProcedure.query(({ ctx }) => payoutCountries(ctx)),
  setCountry: creatorProcedure
    .input(z.strictObject({ country: countryCodeField }))
    .mutation(({ ctx, input }) => setCountry(ctx, input)),
  startSetup: creatorProcedure.mutation(({ ctx }) => startPayoutSetup(ctx)),
  refreshSetup: creatorProcedure.mutation(({ ctx }) => refreshPayoutSetup(ctx)),
  openDashboard: creatorProcedure.mutation(({ ctx }) => openPayoutDashboard(ctx)),
  summary: creatorProcedure.query(({ ctx }) => payoutSummary(ctx)),
  page: creatorProcedure.input(payoutsWanted).query(({ ctx, input }) => payoutsPage(ctx, input)),
});
