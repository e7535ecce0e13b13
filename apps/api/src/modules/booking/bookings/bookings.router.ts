import { BOOKING_STATUSES } from '@marquee/booking';
import { bookingMove, idInput, cursorField, purchaseOrderChange } from '@marquee/validation';
import { z } from 'zod';
import { getUserSide } from '../../../core/ctx.ts';
import { brandProcedure, router, userProcedure } from '../../../core/trpc.ts';
import { getBooking, listOwnBookings, listWaitingBookings, MAX_WAITING, setPurchaseOrder } from './bookings.service.ts';
import { extendAcceptance, moveBooking, withdrawOrder } from './moves.service.ts';
import { countBookingsByStatus } from './dashboard.sql.ts';

export const bookingsRouter = router({
  byId: userProcedure('member_or_agent')
    .input(idInput)
    .query(({ ctx, input }) => getBooking(ctx.deps, ctx.actor, input.id)),
  list: userProcedure('member_or_agent')
    .input(z.object({ status: z.enum(BOOKING_STATUSES).optional(), cursor: cursorField }))
    .query(({ ctx, input }) => listOwnBookings(ctx.deps, ctx.actor, input)),
  waiting: userProcedure('member_or_agent')
    .input(z.object({ most: z.int().min(1).max(MAX_WAITING) }))
    .query(({ ctx, input }) => listWaitingBookings(ctx.deps, ctx.actor, input)),
  counts: userProcedure('member_or_agent').query(({ ctx }) =>
    countBookingsByStatus(ctx.deps.db, ctx.user.workspaceId, getUserSide(ctx.user)),
  ),
  extendAcceptance: brandProcedure('bookings.decide')
    .input(idInput)
    .mutation(({ ctx, input }) => extendAcceptance(ctx.deps, ctx.actor, input.id)),
  withdraw: brandProcedure('bookings.decide')
    .input(idInput)
    .mutation(({ ctx, input }) => withdrawOrder(ctx.deps, ctx.actor, input.id)),
  setPurchaseOrder: brandProcedure(['orders.place', 'documents.read'])
    .input(purchaseOrderChange)
    .mutation(({ ctx, input }) => setPurchaseOrder(ctx.deps, ctx.actor, input)),
  move: userProcedure('bookings.decide')
    .input(bookingMove)
    .mutation(({ ctx, input }) => moveBooking(ctx.deps, ctx.actor, input)),
});
