import { availabilitySettings, byId, byPackage, username, waitingListEntry } from '@marquee/validation';
import { brandProcedure, creatorProcedure, router, showcaseProcedure } from '../../core/trpc.ts';
import {
  availabilityOfCreator,
  joinLine,
  leaveLine,
  ownAvailability,
  placesOf,
  saveAvailability,
  standingOf,
} from './availability.service.ts';

export const availabilityRouter = router({
  ofCreator: showcaseProcedure.input(username).query(({ ctx, input }) => availabilityOfCreator(ctx, input.username)),
  own: creatorProcedure.query(({ ctx }) => ownAvailability(ctx)),
  save: creatorProcedure.input(availabilitySettings).mutation(({ ctx, input }) => saveAvailability(ctx, input)),
  standing: brandProcedure.input(byPackage).query(({ ctx, input }) => standingOf(ctx, input.packageId)),
  places: brandProcedure.query(({ ctx }) => placesOf(ctx)),
  join: brandProcedure.input(waitingListEntry).mutation(({ ctx, input }) => joinLine(ctx, input)),
  leave: brandProcedure.input(byId).mutation(({ ctx, input }) => leaveLine(ctx, input.id)),
});
