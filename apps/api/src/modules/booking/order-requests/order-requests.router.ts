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
  byId: brandProcedure.input(idInput).query(({ ctx, input }) => getOrderRequest(ctx, input.id)),
  open: brandProcedure.query(({ ctx }) => listOpenOrderRequests(ctx)),
  closed: brandProcedure
    .input(z.object({ cursor: cursorField }))
    .query(({ ctx, input }) => listClosedOrderRequests(ctx, input)),
  waitingCount: brandProcedure.query(({ ctx }) => getWaitingRequestCount(ctx)),
  create: brandProcedure.input(newOrderRequest).mutation(({ ctx, input }) => requestOrder(ctx, input)),
  approve: brandProcedure.input(idInput).mutation(({ ctx, input }) => approveOrderRequest(ctx, input.id)),
  decline: brandProcedure.input(orderRequestDecline).mutation(({ ctx, input }) => declineOrderRequest(ctx, input)),
  withdraw: brandProcedure.input(idInput).mutation(({ ctx, input }) => withdrawOrderRequest(ctx, input.id)),
});
