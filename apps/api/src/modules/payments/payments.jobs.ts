import type { Deps } from '../../deps.ts';
import type { JobHandlers } from '../../jobs.ts';
import { capturePayment, lapseUnpaid, syncPayment, voidPayment } from './payments.service.ts';
import { releaseDue, releasePayment, syncAccount } from './release.service.ts';

export const paymentJobs = (deps: Deps) =>
  ({
    'payments.sync': ({ bookingId, paymentIntentId }) => syncPayment(deps, bookingId, paymentIntentId ?? null),
    'payments.capture': ({ bookingId }) => capturePayment(deps, bookingId),
    'payments.void': ({ bookingId }) => voidPayment(deps, bookingId),
    'payments.release': ({ bookingId }) => releasePayment(deps, bookingId),
    'payments.release_due': ({ bookingId }) => releaseDue(deps, bookingId),
    'payments.lapse_unpaid': ({ bookingId }) => lapseUnpaid(deps, bookingId),
    'payments.sync_account': ({ accountId }) => syncAccount(deps, accountId),
  }) satisfies Partial<JobHandlers>;
