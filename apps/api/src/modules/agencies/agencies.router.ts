import { agencyInvitation, agencyCreatorsPage, idInput } from '@marquee/validation';
import { confirmedCreatorProcedure, creatorProcedure, router } from '../../core/trpc.ts';
import {
  agreeToAgency,
  endAgency,
  getAgencyOverview,
  inviteCreator,
  listRepresentedCreators,
} from './agencies.service.ts';

export const agenciesRouter = router({
  overview: creatorProcedure.query(({ ctx }) => getAgencyOverview(ctx)),
  creators: creatorProcedure.input(agencyCreatorsPage).query(({ ctx, input }) => listRepresentedCreators(ctx, input)),
  invite: creatorProcedure.input(agencyInvitation).mutation(({ ctx, input }) => inviteCreator(ctx, input)),
  agree: confirmedCreatorProcedure.input(idInput).mutation(({ ctx, input }) => agreeToAgency(ctx, input)),
  end: creatorProcedure.input(idInput).mutation(({ ctx, input }) => endAgency(ctx, input)),
});
