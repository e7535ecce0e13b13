import { idInput, shipmentAddress, shipmentSent } from '@marquee/validation';
import { brandProcedure, creatorProcedure, router, userProcedure } from '../../../core/trpc.ts';
import { saveShipmentAddress, markShipmentArrived, markShipmentSent, getShipment } from './shipments.service.ts';

export const shipmentsRouter = router({
  byBooking: userProcedure('member_or_agent')
    .input(idInput)
    .query(({ ctx, input }) => getShipment(ctx.deps, ctx.actor, input.id)),
  setAddress: creatorProcedure('work.deliver')
    .input(shipmentAddress)
    .mutation(({ ctx, input }) => saveShipmentAddress(ctx.deps, ctx.actor, input)),
  markSent: brandProcedure('orders.place')
    .input(shipmentSent)
    .mutation(({ ctx, input }) => markShipmentSent(ctx.deps, ctx.actor, input)),
  markReceived: creatorProcedure('work.deliver')
    .input(idInput)
    .mutation(({ ctx, input }) => markShipmentArrived(ctx.deps, ctx.actor, input.id)),
});
