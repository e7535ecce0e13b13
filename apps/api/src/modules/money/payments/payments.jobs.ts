import type { Deps } from '../../../core/deps.ts';
import type { JobHandlers } from '../../../core/jobs.ts';
import { openExceptionIfMissing } from '../ledger/exceptions.service.ts';
import { detachCard, saveCardOfPayment, saveCardOfSetup, syncCard, syncCustomer } from './cards.service.ts';
import { runCardPayment } from './card-payments.service.ts';
import { capturePayment, expireUnpaidBooking, remindOfPayment, syncPayment, voidPayment } from './payments.service.ts';

export const paymentJobs = (deps: Deps) =>
  ({
    'payments.sync': ({ bookingId, paymentIntentId, told }, since) =>
      paymentIntentId === undefined
        ? syncPayment(deps, bookingId, null)
        : openExceptionIfMissing(deps, { subject: paymentIntentId, since }, () =>
            syncPayment(deps, bookingId, paymentIntentId, told),
          ),
    'payments.capture': ({ bookingId }) => capturePayment(deps, bookingId),
    'payments.void': ({ bookingId }) => voidPayment(deps, bookingId),
    'payments.pay_with_card': ({ cardPaymentId }) => runCardPayment(deps, cardPaymentId),
    'payments.save_card': async ({ paymentIntentId }) => void (await saveCardOfPayment(deps, paymentIntentId)),
    'payments.save_setup': ({ setupIntentId }, since) =>
      openExceptionIfMissing(
        deps,
        { subject: setupIntentId, since },
        async () => void (await saveCardOfSetup(deps, setupIntentId)),
      ),
    'payments.detach_card': ({ paymentMethodId }) => detachCard(deps, paymentMethodId),
    'payments.sync_card': ({ paymentMethodId }) => syncCard(deps, paymentMethodId),
    'payments.sync_customer': ({ customerId }) => syncCustomer(deps, customerId),
    'payments.expire_unpaid': ({ bookingId }) => expireUnpaidBooking(deps, bookingId),
    'payments.remind_unpaid': ({ bookingId }) => remindOfPayment(deps, bookingId),
  }) satisfies Partial<JobHandlers>;
