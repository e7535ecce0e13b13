import type { Deps } from '../../core/deps.ts';
import type { JobHandlers } from '../../core/jobs.ts';
import { openExceptionIfMissing } from '../ledger/exceptions.service.ts';
import { syncAccount } from './payout-accounts.service.ts';
import { releaseDue, releasePayment, remindBrand } from './release.service.ts';
import { syncRefund } from './returned-refunds.service.ts';
import { refundPayment } from './settlements.service.ts';
import { refundSurplus } from './surplus.service.ts';

export const settlementJobs = (deps: Deps) =>
  ({
    'settlements.release': ({ bookingId }) => releasePayment(deps, bookingId),
    'settlements.release_due': ({ bookingId }) => releaseDue(deps, bookingId),
    'settlements.remind': ({ bookingId, day }) => remindBrand(deps, bookingId, day),
    'settlements.refund': ({ bookingId }) => refundPayment(deps, bookingId),
    'settlements.refund_surplus': ({ paymentIntentId }) => refundSurplus(deps, paymentIntentId),
    'settlements.sync_refund': ({ refundId }, since) =>
      openExceptionIfMissing(deps, { subject: refundId, since }, () => syncRefund(deps, refundId)),
    'settlements.sync_account': ({ accountId }, since) =>
      openExceptionIfMissing(deps, { subject: accountId, since }, () => syncAccount(deps, accountId)),
  }) satisfies Partial<JobHandlers>;
