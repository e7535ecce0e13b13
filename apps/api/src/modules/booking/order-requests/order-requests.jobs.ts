import type { Deps } from '../../../core/deps.ts';
import type { JobHandlers } from '../../../core/jobs.ts';
import { emailNewApprover, expireOrderRequest } from './order-requests.service.ts';
import { payForOrderRequest } from './request-payments.service.ts';

export const orderRequestJobs = (deps: Deps) =>
  ({
    'order_requests.expire': ({ requestId }) => expireOrderRequest(deps, requestId),
    'order_requests.email_new_approver': (payload) => emailNewApprover(deps, payload),
    'order_requests.pay': ({ requestId }) => payForOrderRequest(deps, requestId),
  }) satisfies Partial<JobHandlers>;
