import { idInput, deliveryPlan, newDeliverable, newFile, newVerdict, newVersion } from '@marquee/validation';
import { brandProcedure, creatorProcedure, router, userProcedure } from '../../../core/trpc.ts';
import {
  addOwnDeliverable,
  decideVersion,
  listDeliverablesForCaller,
  planOwnDeliverables,
  removeOwnDeliverable,
  sendVersion,
} from './deliveries.service.ts';
import { beginDeliveryFile, discardDeliveryFile } from './files.service.ts';

export const deliveriesRouter = router({
  byBooking: userProcedure('member_or_agent')
    .input(idInput)
    .query(({ ctx, input }) => listDeliverablesForCaller(ctx.deps, ctx.actor, input.id)),
  add: creatorProcedure('work.deliver')
    .input(newDeliverable)
    .mutation(({ ctx, input }) => addOwnDeliverable(ctx.deps, ctx.actor, input)),
  remove: creatorProcedure('work.deliver')
    .input(idInput)
    .mutation(({ ctx, input }) => removeOwnDeliverable(ctx.deps, ctx.actor, input.id)),
  plan: creatorProcedure('work.deliver')
    .input(deliveryPlan)
    .mutation(({ ctx, input }) => planOwnDeliverables(ctx.deps, ctx.actor, input)),
  send: creatorProcedure('work.deliver')
    .input(newVersion)
    .mutation(({ ctx, input }) => sendVersion(ctx.deps, ctx.actor, input)),
  decide: brandProcedure('content.review')
    .input(newVerdict)
    .mutation(({ ctx, input }) => decideVersion(ctx.deps, ctx.actor, input)),
  beginFile: creatorProcedure('work.deliver')
    .input(newFile)
    .mutation(({ ctx, input }) => beginDeliveryFile(ctx, input)),
  discardFile: creatorProcedure('work.deliver')
    .input(idInput)
    .mutation(({ ctx, input }) => discardDeliveryFile(ctx.deps, ctx.actor, input.id)),
});
