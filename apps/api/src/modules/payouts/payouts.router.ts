import { z } from 'zod';
import { creatorProcedure, router } from '../../core/trpc.ts';
import { countryCodeField } from '../../config/payout-countries.ts';
import {
  listPayoutCountries,
  getPayoutSetup,
  refreshPayoutSetup,
  changePayoutCountry,
  startPayoutSetup,
} from './accounts.service.ts';
import { openPayoutDashboard, getPayoutsPage, getPayoutSummary, payoutsPageInput } from './payouts.service.ts';

export const payoutsRouter = router({
  setup: creatorProcedure.query(({ ctx }) => getPayoutSetup(ctx)),
  countries: creatorProcedure.query(({ ctx }) => listPayoutCountries(ctx)),
  setCountry: creatorProcedure
    .input(z.strictObject({ country: countryCodeField }))
    .mutation(({ ctx, input }) => changePayoutCountry(ctx, input)),
  startSetup: creatorProcedure.mutation(({ ctx }) => startPayoutSetup(ctx)),
  refreshSetup: creatorProcedure.mutation(({ ctx }) => refreshPayoutSetup(ctx)),
  openDashboard: creatorProcedure.mutation(({ ctx }) => openPayoutDashboard(ctx)),
  summary: creatorProcedure.query(({ ctx }) => getPayoutSummary(ctx)),
  list: creatorProcedure.input(payoutsPageInput).query(({ ctx, input }) => getPayoutsPage(ctx, input)),
});
