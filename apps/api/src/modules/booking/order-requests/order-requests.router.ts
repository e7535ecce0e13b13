import { cursorField, idInput, newOrderRequest, orderRequestDecline } from '@marquee/validation';
import { z } from 'zod';
import { brandProcedure, router } from '../../../core/trpc.ts';
import {
  approveOrderRequest,
  declineOrderRequest,
  requestOrder,
  withdrawOrderRequest,
} from './order-requests.service.ts';
import {
  getOrderRequest,
  getWaitingRequestCount,
  listClosedOrderRequests,
  listOpenOrderRequests,
} from './listings.service.ts';

export const orderRequestsRouter = router({
  byId: brandProcedure('member')
    .input(idInput)
    .query(({ ctx, input }) => getOrderRequest(ctx.deps, ctx.actor, input.id)),
  open: brandProcedure('member').query(({ ctx }) => listOpenOrderRequests(ctx.deps, ctx.actor)),
  closed: brandProcedure('member')
    .input(z.object({ cursor: cursorField }))
    .query(({ ctx, input }) => listClosedOrderRequests(ctx.deps, ctx.actor, input)),
  waitingCount: brandProcedure('member').query(({ ctx }) => getWaitingRequestCount(ctx.deps, ctx.actor)),
  create: brandProcedure('orders.place')
    .input(newOrderRequest)
    .mutation(({ ctx, input }) => requestOrder(ctx.deps, ctx.actor, input)),
  approve: brandProcedure('orders.approve')
    .input(idInput)
    .mutation(({ ctx, input }) => approveOrderRequest(ctx, input.id)),
  decline: brandProcedure('orders.approve')
    .input(orderRequestDecline)
    .mutation(({ ctx, input }) => declineOrderRequest(ctx.deps, ctx.actor, input)),
  /** The service allows only the member who requested the order. */
  withdraw: brandProcedure('member')
    .input(idInput)
    .mutation(({ ctx, input }) => withdrawOrderRequest(ctx.deps, ctx.actor, input.id)),
});
