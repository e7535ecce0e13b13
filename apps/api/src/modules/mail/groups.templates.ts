/** Assigns each kind of email to a group, and states whether it also creates a notification. */
import type { Side } from '@marquee/booking';
import type { NotificationGroup } from '@marquee/validation';
import type { MailKind } from './mail.templates.ts';

/**
 * Whether an email also creates a notification. A side means that only this side gets one, because the other side
 * caused the event.
 */
type NotificationCondition = 'notice' | 'mail only' | Side;

/**
 * The notification group of each kind of email. Messages are 'mail only' because the app counts unread messages
 * separately. So are emails to signed-out users and to addresses without an account.
 */
export const MAIL_GROUPS: Record<MailKind, readonly [NotificationGroup, NotificationCondition]> = {
  verify_email: ['account', 'mail only'],
  reset_password: ['account', 'mail only'],
  password_changed: ['account', 'mail only'],
  change_email: ['account', 'mail only'],
  email_change_asked: ['account', 'mail only'],
  email_changed: ['account', 'mail only'],
  identity_connected: ['account', 'mail only'],
  account_suspended: ['account', 'mail only'],
  suspension_lifted: ['account', 'notice'],
  account_deleted: ['account', 'mail only'],
  contact_message: ['account', 'mail only'],
  contact_received: ['account', 'mail only'],
  contact_answer: ['account', 'mail only'],
  contact_reply: ['account', 'mail only'],
  report_decided: ['account', 'notice'],
  moderation_decided: ['account', 'notice'],
  appeal_decided: ['account', 'notice'],
  proof_decided: ['account', 'notice'],
  payout_returned: ['money', 'notice'],
  place_offered: ['offers', 'notice'],
  place_expired: ['offers', 'notice'],
  place_gone: ['offers', 'notice'],
  offer_asked: ['offers', 'notice'],
  offer_answered: ['offers', 'notice'],
  offer_countered: ['offers', 'notice'],
  offer_accepted: ['offers', 'notice'],
  offer_ended: ['offers', 'notice'],
  offer_expired: ['offers', 'notice'],
  offer_gone: ['offers', 'notice'],
  review_invited: ['reviews', 'notice'],
  review_reminder: ['reviews', 'notice'],
  reviews_shown: ['reviews', 'notice'],
  messages_unread: ['messages', 'mail only'],
  // Each saved search has its own setting, and the email's unsubscribe link turns off all of them.
  search_news: ['account', 'notice'],
  // Only repeats notifications, whose groups have their own settings.
  daily: ['account', 'mail only'],

  'booking.ordered': ['bookings', 'notice'],
  'booking.moved': ['bookings', 'notice'],
  'booking.approved': ['bookings', 'notice'],
  'booking.acceptance_extended': ['bookings', 'notice'],
  'booking.payment_reminded': ['bookings', 'notice'],
  'booking.rights_reminded': ['bookings', 'notice'],
  'delivery.sent': ['bookings', 'notice'],
  'delivery.approved': ['bookings', 'notice'],
  'delivery.changes_asked': ['bookings', 'notice'],
  'delivery.planned': ['bookings', 'notice'],
  'shipment.addressed': ['bookings', 'notice'],
  'shipment.sent': ['bookings', 'notice'],
  'shipment.arrived': ['bookings', 'notice'],
  'publication.removed': ['bookings', 'mail only'],
  'publication.picture_added': ['bookings', 'mail only'],
  'publication.picture_removed': ['bookings', 'mail only'],
  'publication.added': ['bookings', 'notice'],
  'publication.figures_reported': ['bookings', 'notice'],
  'payment.authorized': ['bookings', 'creator'],
  // About money, so users cannot turn these emails off.
  'booking.withdrawn': ['money', 'notice'],
  'booking.lapsed': ['money', 'notice'],
  'booking.reminded': ['money', 'notice'],
  'booking.answer_reminded': ['money', 'notice'],
  'booking.start_reminded': ['money', 'notice'],
  'booking.overdue_reminded': ['money', 'notice'],
  'booking.cancellation_asked': ['money', 'notice'],
  'booking.cancellation_withdrawn': ['money', 'notice'],
  'booking.cancelled': ['money', 'notice'],
  'dispute.opened': ['money', 'notice'],
  'dispute.statement_added': ['money', 'notice'],
  'dispute.unanswered': ['money', 'notice'],
  'dispute.split_offered': ['money', 'notice'],
  'dispute.split_accepted': ['money', 'notice'],
  'dispute.refund_agreed': ['money', 'notice'],
  'dispute.withdrawn': ['money', 'notice'],
  'dispute.decided': ['money', 'notice'],
  'payment.captured': ['money', 'brand'],
  'payment.voided': ['money', 'notice'],
  'payment.release_decided': ['money', 'notice'],
  'payment.refund_decided': ['money', 'notice'],
  'payment.split_decided': ['money', 'notice'],
  'payment.refunded': ['money', 'notice'],
  'payment.refund_returned': ['money', 'notice'],
  'payment.refund_replaced': ['money', 'notice'],
  'payment.charged_back': ['money', 'notice'],
  'payment.chargeback_won': ['money', 'notice'],
  'payment.chargeback_lost': ['money', 'notice'],
  'payment.reversed': ['money', 'notice'],
  'payment.restored': ['money', 'notice'],
  'payment.surplus_found': ['money', 'notice'],
  'payment.surplus_refunded': ['money', 'notice'],
  'payment.release_blocked': ['money', 'notice'],
  'payment.released': ['money', 'notice'],
};

/**
 * Returns whether the email also creates a notification. Users get none for their own actions. For a booking event,
 * `data` contains the recipient's side (`viewer`) and the side that caused it (`actor`).
 */
export function hasNotification(kind: MailKind, data: { viewer?: unknown; actor?: unknown }): boolean {
  const [, shown] = MAIL_GROUPS[kind];
  if (shown === 'mail only') return false;
  if (shown !== 'notice') return data.viewer === shown;
  return data.viewer === undefined || data.viewer !== data.actor;
}
