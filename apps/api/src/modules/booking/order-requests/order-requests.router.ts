import { cursorField, idInput, newOrderRequest, orderRequestDecline } from '@marquee/validation';
import { z } from 'zod';
import { brandProcedure, router } from '../../../core/trpc.ts';
import {
  approveOrderRequest,
  declineOrderRequest,
  getOrderRequest,
  getWaitingRequestCount,
  listClosedOrderRequests,
  listOpenOrderRequests,
  requestOrder,
  withdrawOrderRequest,
} from './order-requests.service.ts';

export const orderRequestsRouter = router({
  byId: brandProcedure('member')
    .input(idInput)
    .query(({ ctx, input }) => getOrderRequest(ctx, input.id)),
  open: brandProcedure('member').query(({ ctx }) => listOpenOrderRequests(ctx)),
  closed: brandProcedure('member')
    .input(z.object({ cursor: cursorField }))
    .query(({ ctx, input }) => listClosedOrderRequests(ctx, input)),
  waitingCount: brandProcedure('member').query(({ ctx }) => getWaitingRequestCount(ctx)),
  create: brandProcedure('orders.place')
    .input(newOrderRequest)
    .mutation(({ ctx, input }) => requestOrder(ctx, input)),
  approve: brandProcedure('orders.approve')
    .input(idInput)
    .mutation(({ ctx, input }) => approveOrderRequest(ctx, input.id)),
  decline: brandProcedure('orders.approve')
    .input(orderRequestDecline)
    .mutation(({ ctx, input }) => declineOrderRequest(ctx, input)),
  /** The service allows only the member who requested the order. */
  withdraw: brandProcedure('member')
    .input(idInput)
    .mutation(({ ctx, input }) => withdrawOrderRequest(ctx, input.id)),
});
