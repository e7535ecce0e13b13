import type { Deps } from '../../../core/deps.ts';
import type { JobHandlers } from '../../../core/jobs.ts';
import { openExceptionIfMissing } from '../ledger/exceptions.service.ts';
import { syncPayoutAccount } from './payout-accounts.service.ts';
import { releaseIfDue, releasePayment, remindBrandOfRelease } from './release.service.ts';
import { syncRefund } from './returned-refunds.service.ts';
import { refundPayment } from './settlements.service.ts';
import { refundSurplusPayment } from './surplus.service.ts';

export const settlementJobs = (deps: Deps) =>
  ({
    'settlements.release': (payload) => releasePayment(deps, payload),
    'settlements.release_due': ({ bookingId }) => releaseIfDue(deps, bookingId),
    'settlements.remind': ({ bookingId, day }) => remindBrandOfRelease(deps, bookingId, day),
    'settlements.refund': ({ bookingId }) => refundPayment(deps, bookingId),
    'settlements.refund_surplus': ({ paymentIntentId }) => refundSurplusPayment(deps, paymentIntentId),
    'settlements.sync_refund': ({ refundId }, since) =>
      openExceptionIfMissing(deps, { subject: refundId, since }, () => syncRefund(deps, refundId)),
    'settlements.sync_account': ({ accountId }, since) =>
      openExceptionIfMissing(deps, { subject: accountId, since }, () => syncPayoutAccount(deps, accountId)),
  }) satisfies Partial<JobHandlers>;
