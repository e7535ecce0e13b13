import { agencyInvitation, agencyCreatorsPage, idInput } from '@marquee/validation';
import { confirmedCreatorProcedure, creatorProcedure, router, userProcedure } from '../../../core/trpc.ts';
import {
  agreeToAgency,
  endAgency,
  getAgencyOverview,
  inviteCreator,
  listActingCreators,
  listRepresentedCreators,
} from './agencies.service.ts';

export const agenciesRouter = router({
  overview: creatorProcedure.query(({ ctx }) => getAgencyOverview(ctx)),
  creators: creatorProcedure.input(agencyCreatorsPage).query(({ ctx, input }) => listRepresentedCreators(ctx, input)),
  /** The creators in whose workspaces the caller can act. */
  acting: userProcedure.input(agencyCreatorsPage).query(({ ctx, input }) => listActingCreators(ctx, input)),
  invite: creatorProcedure.input(agencyInvitation).mutation(({ ctx, input }) => inviteCreator(ctx, input)),
  agree: confirmedCreatorProcedure.input(idInput).mutation(({ ctx, input }) => agreeToAgency(ctx, input)),
  end: creatorProcedure.input(idInput).mutation(({ ctx, input }) => endAgency(ctx, input)),
});
