import { BOOKING_STATUSES } from '@marquee/booking';
import { bookingMove, byId, cursor, purchaseOrderChange } from '@marquee/validation';
import { z } from 'zod';
import { sideOf } from '../../core/ctx.ts';
import { brandProcedure, router, userProcedure } from '../../core/trpc.ts';
import {
  bookingOf,
  bookingsOf,
  bookingsWaiting,
  extendAcceptance,
  moveBooking,
  MOST_WAITING,
  setPurchaseOrder,
  withdrawOrder,
} from './bookings.service.ts';
import { countByStatus } from './figures.sql.ts';

export const bookingsRouter = router({
  byId: userProcedure.input(byId).query(({ ctx, input }) => bookingOf(ctx, input.id)),
  list: userProcedure
    .input(z.object({ status: z.enum(BOOKING_STATUSES).optional(), cursor }))
    .query(({ ctx, input }) => bookingsOf(ctx, input)),
  waiting: userProcedure
    .input(z.object({ most: z.int().min(1).max(MOST_WAITING) }))
    .query(({ ctx, input }) => bookingsWaiting(ctx, input)),
  counts: userProcedure.query(({ ctx }) => countByStatus(ctx.db, ctx.user.id, sideOf(ctx.user))),
  extendAcceptance: brandProcedure.input(byId).mutation(({ ctx, input }) => extendAcceptance(ctx, input.id)),
  withdraw: brandProcedure.input(byId).mutation(({ ctx, input }) => withdrawOrder(ctx, input.id)),
  setPurchaseOrder: brandProcedure
    .input(purchaseOrderChange)
    .mutation(({ ctx, input }) => setPurchaseOrder(ctx, input)),
  move: userProcedure.input(bookingMove).mutation(({ ctx, input }) => moveBooking(ctx, input)),
});
