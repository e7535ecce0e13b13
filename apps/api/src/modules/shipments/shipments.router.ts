import { idInput, shipmentAddress, shipmentSent } from '@marquee/validation';
import { brandProcedure, creatorProcedure, router, userProcedure } from '../../core/trpc.ts';
import { giveAddress, noteArrival, noteSent, productOf } from './shipments.service.ts';

export const productsRouter = router({
  ofBooking: userProcedure.input(idInput).query(({ ctx, input }) => productOf(ctx, input.id)),
  giveAddress: creatorProcedure.input(shipmentAddress).mutation(({ ctx, input }) => giveAddress(ctx, input)),
  noteSent: brandProcedure.input(shipmentSent).mutation(({ ctx, input }) => noteSent(ctx, input)),
  noteArrival: creatorProcedure.input(idInput).mutation(({ ctx, input }) => noteArrival(ctx, input.id)),
});
