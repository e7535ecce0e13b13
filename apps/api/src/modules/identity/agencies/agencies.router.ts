import { agencyInvitation, agencyCreatorsPage, idInput } from '@marquee/validation';
import {
  confirmedCreatorProcedure,
  creatorProcedure,
  router,
  userProcedure,
  stoppingCreatorProcedure,
} from '../../../core/trpc.ts';
import {
  agreeToAgency,
  endAgency,
  getAgencyOverview,
  inviteCreator,
  listActingCreators,
  listRepresentedCreators,
} from './agencies.service.ts';

export const agenciesRouter = router({
  overview: creatorProcedure('documents.read').query(({ ctx }) => getAgencyOverview(ctx.deps, ctx.actor)),
  creators: creatorProcedure('documents.read')
    .input(agencyCreatorsPage)
    .query(({ ctx, input }) => listRepresentedCreators(ctx.deps, ctx.actor, input)),
  /** The creators in whose workspaces the caller can act. */
  acting: userProcedure('person')
    .input(agencyCreatorsPage)
    .query(({ ctx, input }) => listActingCreators(ctx.deps, ctx.actor, input)),
  invite: creatorProcedure('payouts.manage')
    .input(agencyInvitation)
    .mutation(({ ctx, input }) => inviteCreator(ctx.deps, ctx.actor, input)),
  agree: confirmedCreatorProcedure('payouts.manage')
    .input(idInput)
    .mutation(({ ctx, input }) => agreeToAgency(ctx.deps, ctx.actor, input)),
  end: stoppingCreatorProcedure('payouts.manage')
    .input(idInput)
    .mutation(({ ctx, input }) => endAgency(ctx.deps, ctx.actor, input)),
});
