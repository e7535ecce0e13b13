/** The name and payload of every job, with its priority and key in the queue. */
import type { PersonId, WorkspaceId } from '@marquee/contracts';

/** The payload of each job by its name. The handlers are in the `*.jobs.ts` files of the modules. */
export interface Jobs {
  /** `told` is the type of the Stripe event that caused the job. */
  'payments.sync': { bookingId: string; paymentIntentId?: string; told?: string };
  'payments.capture': { bookingId: string };
  'payments.void': { bookingId: string };
  'payments.pay_with_card': { cardPaymentId: string };
  'payments.save_card': { paymentIntentId: string };
  'payments.save_setup': { setupIntentId: string };
  'payments.detach_card': { paymentMethodId: string };
  'payments.sync_card': { paymentMethodId: string };
  'payments.sync_customer': { customerId: string };
  /** Pays all payees of a booking, or only one of them. */
  'settlements.release': { bookingId: string; payeeWorkspaceId?: string };
  'settlements.refund': { bookingId: string };
  'settlements.refund_surplus': { paymentIntentId: string };
  'settlements.sync_refund': { refundId: string };
  'chargebacks.sync': { stripeDisputeId: string };
  'chargebacks.respond': { bookingId: string };
  'settlements.remind': { bookingId: string; day: number };
  'cancellations.expire': { bookingId: string };
  'cancellations.end_stalled': { bookingId: string };
  'disputes.handle_deadline': { disputeId: string };
  'settlements.sync_account': { accountId: string };
  'payouts.sync_returned': { payoutId: string; accountId: string };
  'payouts.sync_bank': { accountId: string };
  'payments.expire_unpaid': { bookingId: string };
  'payments.remind_unpaid': { bookingId: string };
  'settlements.release_due': { bookingId: string };
  'reconciliation.run': Record<string, never>;
  'reconciliation.check': Record<string, never>;
  'bookings.expire_unaccepted': { bookingId: string };
  'bookings.remind_answer': { bookingId: string };
  'bookings.remind_rights': { bookingId: string };
  'availability.serve': { creatorId: WorkspaceId };
  'availability.expire_offer': { placeId: string };
  'order_requests.expire': { requestId: string };
  'order_requests.pay': { requestId: string };
  /** `since` is the ISO time at which the member became an approver. */
  'order_requests.email_new_approver': { workspaceId: WorkspaceId; personId: PersonId; since: string };
  'offers.expire': { offerId: string };
  'offers.booked': { bookingId: string };
  'reviews.open': { bookingId: string };
  'reviews.remind': { bookingId: string };
  'reviews.close': { bookingId: string };
  'mail.send': { mailId: string };
  'mail.send_daily': { personId: PersonId };
  'notifications.push': { notificationId: string };
  'notifications.push_device': { notificationId: string; deviceId: string };
  'messages.remind': { conversationId: string; workspaceId: WorkspaceId };
  'messages.push': { conversationId: string; workspaceId: WorkspaceId };
  'messages.push_device': { conversationId: string; workspaceId: WorkspaceId; personId: PersonId; deviceId: string };
  'auth.forgot_password': { email: string };
  'auth.reset_factors': { resetId: string };
  'personal_data.erase': { personId: PersonId };
  'workspaces.change_ownership': { changeId: string };
  'recovery.return_workspace': { requestId: string };
  'pictures.drop': { url: string };
  'files.drop': { id: string; parts: number };
  'publications.drop_picture': { name: string };
  'publications.look_at_links': Record<string, never>;
  'housekeeping.run': Record<string, never>;
  'discovery.refresh': { figure: string };
  'saved_items.mail_news': Record<string, never>;
}

export type JobName = keyof Jobs;

/** The jobs that callers may wait for (`awaitJob`). */
export const AWAITED_JOBS = [
  'payments.sync',
  'payments.capture',
  'payments.void',
  'payments.pay_with_card',
  'order_requests.pay',
  'settlements.release',
  'settlements.refund',
  'chargebacks.respond',
  'bookings.expire_unaccepted',
] as const satisfies readonly JobName[];
export type AwaitedJob = (typeof AWAITED_JOBS)[number];
/** The handlers of all jobs. `since` is when the job was first enqueued, before any retries. */
export type JobHandlers = { [N in JobName]: (payload: Jobs[N], since: Date) => Promise<void> };

/**
 * Jobs with a higher number run only if no job with a lower number is due. The default is 0. Emails and push
 * messages have a higher number, because slow mail servers and push services must not delay payments.
 */
export const JOB_PRIORITIES: Partial<Record<JobName, number>> = {
  'mail.send': 10,
  'mail.send_daily': 10,
  'notifications.push_device': 10,
  'messages.push_device': 10,
};

/** Returns the key of a job: its name and the values of its payload, in the alphabetical order of the field names. */
export const getJobKey = <N extends JobName>(name: N, payload: Jobs[N]): string => {
  const fields = Object.entries<unknown>(payload).filter(([, value]) => value !== undefined);
  const values = fields.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => String(value));
  return `${name}:${values.join(':')}`;
};
