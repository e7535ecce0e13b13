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
  setup: creatorProcedure('documents.read').query(({ ctx }) => getPayoutSetup(ctx.deps, ctx.actor)),
  countries: creatorProcedure('documents.read').query(({ ctx }) => listPayoutCountries(ctx.deps)),
  setCountry: confirmedCreatorProcedure('payouts.manage')
    .input(z.strictObject({ country: countryCodeField }))
    .mutation(({ ctx, input }) => changePayoutCountry(ctx.deps, ctx.actor, input)),
  startSetup: confirmedCreatorProcedure('payouts.manage').mutation(({ ctx }) => startPayoutSetup(ctx)),
  refreshSetup: creatorProcedure('documents.read').mutation(({ ctx }) => refreshPayoutSetup(ctx.deps, ctx.actor)),
  openDashboard: confirmedCreatorProcedure('payouts.manage').mutation(({ ctx }) =>
    openPayoutDashboard(ctx.deps, ctx.actor),
  ),
  summary: creatorProcedure('documents.read').query(({ ctx }) => getPayoutSummary(ctx.deps, ctx.actor)),
  list: creatorProcedure('documents.read')
    .input(payoutsPageInput)
    .query(({ ctx, input }) => getPayoutsPage(ctx.deps, ctx.actor, input)),
});
