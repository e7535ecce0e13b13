import type { Deps } from '../../core/deps.ts';
import type { JobHandlers } from '../../core/jobs.ts';
import { lapseCancellation } from '../cancellations/cancellations.service.ts';
import { syncChargeback } from '../chargebacks/chargebacks.service.ts';
import { lapseDispute } from '../disputes/disputes.service.ts';
import { capturePayment, lapseUnpaid, syncPayment, voidPayment } from './payments.service.ts';
import { reconcile } from '../reconciliation/reconciliation.service.ts';
import { syncRefund } from '../settlements/returned-refunds.service.ts';
import { releaseDue, releasePayment, remindBrand, syncAccount } from '../settlements/release.service.ts';
import { refundPayment } from '../settlements/settlements.service.ts';
import { refundSurplus } from '../settlements/surplus.service.ts';

export const paymentJobs = (deps: Deps) =>
  ({
    'payments.sync': ({ bookingId, paymentIntentId }) => syncPayment(deps, bookingId, paymentIntentId ?? null),
    'payments.capture': ({ bookingId }) => capturePayment(deps, bookingId),
    'payments.void': ({ bookingId }) => voidPayment(deps, bookingId),
    'payments.release': ({ bookingId }) => releasePayment(deps, bookingId),
    'payments.refund': ({ bookingId }) => refundPayment(deps, bookingId),
    'payments.refund_surplus': ({ paymentIntentId }) => refundSurplus(deps, paymentIntentId),
    'payments.sync_refund': ({ refundId }) => syncRefund(deps, refundId),
    'payments.chargeback': ({ stripeDisputeId }) => syncChargeback(deps, stripeDisputeId),
    'payments.remind': ({ bookingId, day }) => remindBrand(deps, bookingId, day),
    'payments.lapse_cancellation': ({ bookingId }) => lapseCancellation(deps, bookingId),
    'payments.lapse_dispute': ({ disputeId }) => lapseDispute(deps, disputeId),
    'payments.release_due': ({ bookingId }) => releaseDue(deps, bookingId),
    'payments.lapse_unpaid': ({ bookingId }) => lapseUnpaid(deps, bookingId),
    'payments.reconcile': () => reconcile(deps),
    'payments.sync_account': ({ accountId }) => syncAccount(deps, accountId),
  }) satisfies Partial<JobHandlers>;
