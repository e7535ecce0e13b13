import { byId, productAddress, productSent } from '@marquee/validation';
import { brandProcedure, creatorProcedure, router, userProcedure } from '../../core/trpc.ts';
import { giveAddress, noteArrival, noteSent, productOf } from './products.service.ts';

export const productsRouter = router({
  ofBooking: userProcedure.input(byId).query(({ ctx, input }) => productOf(ctx, input.id)),
  giveAddress: creatorProcedure.input(productAddress).mutation(({ ctx, input }) => giveAddress(ctx, input)),
  noteSent: brandProcedure.input(productSent).mutation(({ ctx, input }) => noteSent(ctx, input)),
  noteArrival: creatorProcedure.input(byId).mutation(({ ctx, input }) => noteArrival(ctx, input.id)),
});
