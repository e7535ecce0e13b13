import { z } from 'zod';
import { confirmedCreatorProcedure, creatorProcedure, router } from '../../../core/trpc.ts';
import { countryCodeField } from '../../../config/payout-countries.ts';
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
  setCountry: confirmedCreatorProcedure
    .input(z.strictObject({ country: countryCodeField }))
    .mutation(({ ctx, input }) => changePayoutCountry(ctx, input)),
  startSetup: confirmedCreatorProcedure.mutation(({ ctx }) => startPayoutSetup(ctx)),
  refreshSetup: creatorProcedure.mutation(({ ctx }) => refreshPayoutSetup(ctx)),
  openDashboard: confirmedCreatorProcedure.mutation(({ ctx }) => openPayoutDashboard(ctx)),
  summary: creatorProcedure.query(({ ctx }) => getPayoutSummary(ctx)),
  list: creatorProcedure.input(payoutsPageInput).query(({ ctx, input }) => getPayoutsPage(ctx, input)),
});
