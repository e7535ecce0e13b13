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
  setup: creatorProcedure('documents.read', { agencies: false }).query(({ ctx }) => getPayoutSetup(ctx)),
  countries: creatorProcedure('documents.read', { agencies: false }).query(({ ctx }) => listPayoutCountries(ctx)),
  setCountry: confirmedCreatorProcedure('payouts.manage')
    .input(z.strictObject({ country: countryCodeField }))
    .mutation(({ ctx, input }) => changePayoutCountry(ctx, input)),
  startSetup: confirmedCreatorProcedure('payouts.manage').mutation(({ ctx }) => startPayoutSetup(ctx)),
  refreshSetup: creatorProcedure('documents.read', { agencies: false }).mutation(({ ctx }) => refreshPayoutSetup(ctx)),
  openDashboard: confirmedCreatorProcedure('payouts.manage').mutation(({ ctx }) => openPayoutDashboard(ctx)),
  summary: creatorProcedure('documents.read').query(({ ctx }) => getPayoutSummary(ctx)),
  list: creatorProcedure('documents.read')
    .input(payoutsPageInput)
    .query(({ ctx, input }) => getPayoutsPage(ctx, input)),
});
