import { idInput, shipmentAddress, shipmentSent } from '@marquee/validation';
import { brandProcedure, creatorProcedure, router, userProcedure } from '../../core/trpc.ts';
import { saveShipmentAddress, markShipmentArrived, markShipmentSent, getShipment } from './shipments.service.ts';

export const shipmentsRouter = router({
  ofBooking: userProcedure.input(idInput).query(({ ctx, input }) => getShipment(ctx, input.id)),
  giveAddress: creatorProcedure.input(shipmentAddress).mutation(({ ctx, input }) => saveShipmentAddress(ctx, input)),
  noteSent: brandProcedure.input(shipmentSent).mutation(({ ctx, input }) => markShipmentSent(ctx, input)),
  noteArrival: creatorProcedure.input(idInput).mutation(({ ctx, input }) => markShipmentArrived(ctx, input.id)),
});
