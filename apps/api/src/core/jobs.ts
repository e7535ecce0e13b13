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

/**
 * How urgent it is that a job fails again and again. It is critical for jobs that move money, change who owns a
 * workspace, delete data, or send emails. Prometheus alerts by it (tools/monitoring/alerts.yml).
 */
export const JOB_SEVERITIES: Readonly<Record<JobName, 'critical' | 'warning'>> = {
  'payments.sync': 'critical',
  'payments.capture': 'critical',
  'payments.void': 'critical',
  'payments.pay_with_card': 'critical',
  'payments.save_card': 'critical',
  'payments.save_setup': 'critical',
  'payments.detach_card': 'warning',
  'payments.sync_card': 'warning',
  'payments.sync_customer': 'critical',
  'settlements.release': 'critical',
  'settlements.refund': 'critical',
  'settlements.refund_surplus': 'critical',
  'settlements.sync_refund': 'critical',
  'chargebacks.sync': 'critical',
  'chargebacks.respond': 'critical',
  'settlements.remind': 'warning',
  'cancellations.expire': 'critical',
  'cancellations.end_stalled': 'critical',
  'disputes.handle_deadline': 'critical',
  'settlements.sync_account': 'critical',
  'payouts.sync_returned': 'critical',
  'payouts.sync_bank': 'critical',
  'payments.expire_unpaid': 'critical',
  'payments.remind_unpaid': 'warning',
  'settlements.release_due': 'critical',
  'reconciliation.run': 'critical',
  'reconciliation.check': 'critical',
  'bookings.expire_unaccepted': 'critical',
  'bookings.remind_answer': 'warning',
  'bookings.remind_rights': 'warning',
  'availability.serve': 'warning',
  'availability.expire_offer': 'warning',
  'order_requests.expire': 'warning',
  'order_requests.pay': 'critical',
  'order_requests.email_new_approver': 'warning',
  'offers.expire': 'warning',
  'offers.booked': 'critical',
  'reviews.open': 'warning',
  'reviews.remind': 'warning',
  'reviews.close': 'warning',
  'mail.send': 'critical',
  'mail.send_daily': 'warning',
  'notifications.push': 'warning',
  'notifications.push_device': 'warning',
  'messages.remind': 'warning',
  'messages.push': 'warning',
  'messages.push_device': 'warning',
  'auth.forgot_password': 'critical',
  'auth.reset_factors': 'critical',
  'personal_data.erase': 'critical',
  'workspaces.change_ownership': 'critical',
  'recovery.return_workspace': 'critical',
  'pictures.drop': 'warning',
  'files.drop': 'warning',
  'publications.drop_picture': 'warning',
  'publications.look_at_links': 'warning',
  'housekeeping.run': 'critical',
  'discovery.refresh': 'warning',
  'saved_items.mail_news': 'warning',
};

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

/**
 * The treatment of each job that was due before its database was restored from a backup. The job was probably done
 * after the restored time, so its effects outside the database exist already.
 * - run: it is safe to repeat. It moves money at most once, because it looks at Stripe first or repeats its idempotency
 *   key, or it only changes the database.
 * - postpone: it decides for a user at a deadline. The user may have acted after the restored time, so they get time to
 *   act again (RESTORE_GRACE_HOURS).
 * - drop: repeating it would send something twice, or order something twice.
 */
export const JOBS_AFTER_RESTORE: Record<JobName, 'run' | 'postpone' | 'drop'> = {
  'payments.sync': 'run',
  'payments.capture': 'run',
  'payments.void': 'run',
  'payments.pay_with_card': 'run',
  'payments.save_card': 'run',
  'payments.save_setup': 'run',
  'payments.detach_card': 'run',
  'payments.sync_card': 'run',
  'payments.sync_customer': 'run',
  'payments.expire_unpaid': 'run',
  'payments.remind_unpaid': 'drop',
  'settlements.release': 'run',
  'settlements.refund': 'run',
  'settlements.refund_surplus': 'run',
  'settlements.sync_refund': 'run',
  'settlements.sync_account': 'run',
  'settlements.release_due': 'postpone',
  'settlements.remind': 'drop',
  'chargebacks.sync': 'run',
  'chargebacks.respond': 'run',
  'payouts.sync_returned': 'run',
  'payouts.sync_bank': 'run',
  'reconciliation.run': 'run',
  'reconciliation.check': 'run',
  'cancellations.expire': 'postpone',
  'cancellations.end_stalled': 'postpone',
  'disputes.handle_deadline': 'postpone',
  'bookings.expire_unaccepted': 'postpone',
  'bookings.remind_answer': 'drop',
  'bookings.remind_rights': 'drop',
  'availability.serve': 'run',
  'availability.expire_offer': 'postpone',
  'order_requests.expire': 'postpone',
  // It creates a booking, and the one that it created before has another id. Staff find that one among the payments
  // after the restored time.
  'order_requests.pay': 'drop',
  'order_requests.email_new_approver': 'drop',
  'offers.expire': 'postpone',
  'offers.booked': 'run',
  'reviews.open': 'run',
  'reviews.remind': 'drop',
  'reviews.close': 'postpone',
  // The emails themselves decide: those that were due are dropped (`dropDueMails`).
  'mail.send': 'run',
  'mail.send_daily': 'run',
  'notifications.push': 'drop',
  'notifications.push_device': 'drop',
  'messages.remind': 'drop',
  'messages.push': 'drop',
  'messages.push_device': 'drop',
  'auth.forgot_password': 'drop',
  'auth.reset_factors': 'postpone',
  'personal_data.erase': 'postpone',
  'workspaces.change_ownership': 'postpone',
  'recovery.return_workspace': 'postpone',
  'pictures.drop': 'run',
  'files.drop': 'run',
  'publications.drop_picture': 'run',
  'publications.look_at_links': 'run',
  'housekeeping.run': 'run',
  'discovery.refresh': 'run',
  'saved_items.mail_news': 'drop',
};

/** Returns the key of a job: its name and the values of its payload, in the alphabetical order of the field names. */
export const getJobKey = <N extends JobName>(name: N, payload: Jobs[N]): string => {
  const fields = Object.entries<unknown>(payload).filter(([, value]) => value !== undefined);
  const values = fields.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => String(value));
  return `${name}:${values.join(':')}`;
};
