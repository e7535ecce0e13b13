import { availabilityChange, idInput, packageIdInput, usernameParam, waitingListEntry } from '@marquee/validation';
import { brandProcedure, creatorProcedure, router, showcaseProcedure } from '../../../core/trpc.ts';
import { findAvailabilityByUsername } from './availability.service.ts';
import { getOwnAvailability, saveAvailability } from './settings.service.ts';
import {
  joinWaitingList,
  leaveWaitingList,
  listOwnWaitingListEntries,
  getWaitingListStatus,
} from './waiting-list.service.ts';

export const availabilityRouter = router({
  byUsername: showcaseProcedure
    .input(usernameParam)
    .query(({ ctx, input }) => findAvailabilityByUsername(ctx.deps, input.username)),
  own: creatorProcedure('member_or_agent').query(({ ctx }) => getOwnAvailability(ctx.deps, ctx.actor)),
  save: creatorProcedure('catalog.edit')
    .input(availabilityChange)
    .mutation(({ ctx, input }) => saveAvailability(ctx.deps, ctx.actor, input)),
  waitingListStatus: brandProcedure('member')
    .input(packageIdInput)
    .query(({ ctx, input }) => getWaitingListStatus(ctx.deps, ctx.actor, input.packageId)),
  waitingListEntries: brandProcedure('member').query(({ ctx }) => listOwnWaitingListEntries(ctx.deps, ctx.actor)),
  joinWaitingList: brandProcedure('orders.place')
    .input(waitingListEntry)
    .mutation(({ ctx, input }) => joinWaitingList(ctx.deps, ctx.actor, input)),
  leaveWaitingList: brandProcedure('orders.place')
    .input(idInput)
    .mutation(({ ctx, input }) => leaveWaitingList(ctx.deps, ctx.actor, input.id)),
});
