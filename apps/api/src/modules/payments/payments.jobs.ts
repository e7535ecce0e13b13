import type { Deps } from '../../core/deps.ts';
import type { JobHandlers } from '../../core/jobs.ts';
import { capturePayment, lapseUnpaid, syncPayment, voidPayment } from './payments.service.ts';

export const paymentJobs = (deps: Deps) =>
  ({
    'payments.sync': ({ bookingId, paymentIntentId }) => syncPayment(deps, bookingId, paymentIntentId ?? null),
    'payments.capture': ({ bookingId }) => capturePayment(deps, bookingId),
    'payments.void': ({ bookingId }) => voidPayment(deps, bookingId),
    'payments.lapse_unpaid': ({ bookingId }) => lapseUnpaid(deps, bookingId),
  }) satisfies Partial<JobHandlers>;
