/** Assigns each kind of email to a group, and states whether it also creates a notification. */
import type { Side } from '@marquee/booking';
import type { NotificationGroup } from '@marquee/validation';
import type { MailKind } from './mail.templates.ts';

/**
 * Whether an email also creates a notification. 'brand' or 'creator' means that only this side gets one, because the
 * other side caused the event.
 */
type NotificationCondition = 'notification' | 'email only' | Side;

/**
 * The group of each kind of email, and whether the email also creates a notification. Message emails do not, because
 * the app counts unread messages separately. Emails to signed-out users and to addresses without an account do not
 * either.
 */
export const MAIL_GROUPS: Record<MailKind, readonly [NotificationGroup, NotificationCondition]> = {
  verify_email: ['account', 'email only'],
  reset_password: ['account', 'email only'],
  password_changed: ['account', 'email only'],
  change_email: ['account', 'email only'],
  email_change_asked: ['account', 'email only'],
  email_changed: ['account', 'email only'],
  identity_connected: ['account', 'email only'],
  factor_added: ['account', 'email only'],
  factor_removed: ['account', 'email only'],
  recovery_codes_replaced: ['account', 'email only'],
  recovery_code_used: ['account', 'email only'],
  codes_blocked: ['account', 'email only'],
  new_sign_in: ['account', 'email only'],
  account_suspended: ['account', 'email only'],
  suspension_lifted: ['account', 'notification'],
  account_deleted: ['account', 'email only'],
  contact_message: ['account', 'email only'],
  contact_received: ['account', 'email only'],
  contact_answer: ['account', 'email only'],
  contact_reply: ['account', 'email only'],
  report_decided: ['account', 'notification'],
  moderation_decided: ['account', 'notification'],
  appeal_decided: ['account', 'notification'],
  proof_decided: ['account', 'notification'],
  payout_returned: ['money', 'notification'],
  payout_changed: ['account', 'email only'],
  factor_reset_requested: ['account', 'email only'],
  factors_reset: ['account', 'email only'],
  account_secured: ['account', 'email only'],
  payouts_released: ['money', 'notification'],
  agency_invited: ['account', 'notification'],
  agency_agreed: ['account', 'notification'],
  agency_ended: ['account', 'notification'],
  agency_payout: ['money', 'notification'],
  workspace_invitation: ['account', 'email only'],
  guest_invited: ['account', 'email only'],
  guest_code: ['account', 'email only'],
  guest_voted: ['bookings', 'notification'],
  member_joined: ['account', 'notification'],
  member_role_changed: ['account', 'notification'],
  member_removed: ['account', 'email only'],
  card_changed: ['account', 'notification'],
  cards_removed: ['account', 'notification'],
  slot_offered: ['offers', 'notification'],
  slot_expired: ['offers', 'notification'],
  slot_gone: ['offers', 'notification'],
  offer_requested: ['offers', 'notification'],
  offer_answered: ['offers', 'notification'],
  offer_countered: ['offers', 'notification'],
  offer_accepted: ['offers', 'notification'],
  offer_ended: ['offers', 'notification'],
  offer_expired: ['offers', 'notification'],
  offer_gone: ['offers', 'notification'],
  order_requested: ['bookings', 'notification'],
  orders_waiting: ['bookings', 'notification'],
  order_request_closed: ['bookings', 'notification'],
  order_request_paid: ['bookings', 'notification'],
  order_request_payable: ['money', 'notification'],
  review_invited: ['reviews', 'notification'],
  review_reminder: ['reviews', 'notification'],
  reviews_shown: ['reviews', 'notification'],
  messages_unread: ['messages', 'email only'],
  // Each saved search has its own setting, and the email's unsubscribe link turns off all of them.
  search_news: ['account', 'notification'],
  // The daily email only repeats notifications, whose groups have their own settings.
  daily: ['account', 'email only'],

  'booking.requested': ['bookings', 'notification'],
  'booking.request_approved': ['bookings', 'notification'],
  'booking.ordered': ['bookings', 'notification'],
  'booking.moved': ['bookings', 'notification'],
  'booking.approved': ['bookings', 'notification'],
  'booking.acceptance_extended': ['bookings', 'notification'],
  'booking.payment_reminded': ['bookings', 'notification'],
  'booking.rights_reminded': ['bookings', 'notification'],
  'delivery.sent': ['bookings', 'notification'],
  'delivery.approved': ['bookings', 'notification'],
  'delivery.changes_asked': ['bookings', 'notification'],
  'delivery.planned': ['bookings', 'notification'],
  'booking.due_moved': ['bookings', 'notification'],
  'shipment.addressed': ['bookings', 'notification'],
  'shipment.sent': ['bookings', 'notification'],
  'shipment.arrived': ['bookings', 'notification'],
  'publication.removed': ['bookings', 'email only'],
  'publication.picture_added': ['bookings', 'email only'],
  'publication.picture_removed': ['bookings', 'email only'],
  'publication.added': ['bookings', 'notification'],
  'publication.figures_reported': ['bookings', 'notification'],
  'payment.authorized': ['bookings', 'creator'],
  // Users cannot turn these emails off, because they are about money.
  'booking.withdrawn': ['money', 'notification'],
  'booking.lapsed': ['money', 'notification'],
  'booking.reminded': ['money', 'notification'],
  'booking.answer_reminded': ['money', 'notification'],
  'booking.start_reminded': ['money', 'notification'],
  'booking.overdue_reminded': ['money', 'notification'],
  'booking.cancellation_asked': ['money', 'notification'],
  'booking.cancellation_withdrawn': ['money', 'notification'],
  'booking.cancelled': ['money', 'notification'],
  'dispute.opened': ['money', 'notification'],
  'dispute.statement_added': ['money', 'notification'],
  'dispute.unanswered': ['money', 'notification'],
  'dispute.split_offered': ['money', 'notification'],
  'dispute.split_accepted': ['money', 'notification'],
  'dispute.refund_agreed': ['money', 'notification'],
  'dispute.withdrawn': ['money', 'notification'],
  'dispute.decided': ['money', 'notification'],
  'payment.captured': ['money', 'brand'],
  'payment.voided': ['money', 'notification'],
  'payment.release_decided': ['money', 'notification'],
  'payment.refund_decided': ['money', 'notification'],
  'payment.split_decided': ['money', 'notification'],
  'payment.refunded': ['money', 'notification'],
  'payment.refund_returned': ['money', 'notification'],
  'payment.refund_replaced': ['money', 'notification'],
  'payment.charged_back': ['money', 'notification'],
  'payment.chargeback_won': ['money', 'notification'],
  'payment.chargeback_lost': ['money', 'notification'],
  'payment.reversed': ['money', 'notification'],
  'payment.restored': ['money', 'notification'],
  'payment.surplus_found': ['money', 'notification'],
  'payment.surplus_refunded': ['money', 'notification'],
  'payment.release_blocked': ['money', 'notification'],
  'payment.released': ['money', 'notification'],
};

/**
 * Returns whether the email also creates a notification. Users get none for their own actions. For a booking event,
 * `data` contains the recipient's side (`viewer`) and the side that caused it (`actor`).
 */
export function hasNotification(kind: MailKind, data: { viewer?: unknown; actor?: unknown }): boolean {
  const [, shown] = MAIL_GROUPS[kind];
  if (shown === 'email only') return false;
  if (shown !== 'notification') return data.viewer === shown;
  return data.viewer === undefined || data.viewer !== data.actor;
}
