import type { NotificationGroup, NotificationSettings } from '@marquee/validation';
import type { RouterOutputs } from '../../../trpc.ts';

export const NOTIFICATION_GROUP_LABELS: Record<NotificationGroup, readonly [label: string, text: string]> = {
  bookings: ['Bookings', 'New orders, started and completed work, and expiring usage rights.'],
  offers: ['Offers and waiting lists', 'Requests, replies, and free slots on waiting lists.'],
  reviews: ['Reviews', 'Reviews that you can write, and reviews about you.'],
  messages: ['Messages', 'Messages that you have not read for ten minutes.'],
  money: ['Payments and deadlines', 'Payments, refunds, cancellations, disputes and deadlines.'],
  account: ['Your account', 'Reports, decisions about your account, and new results of saved searches.'],
};

/** Extracts the settings that the user can change from the API's response. */
export const toNotificationSettings = ({
  off,
  daily,
  pushOff,
  quiet,
}: RouterOutputs['notifications']['settings']): NotificationSettings => ({
  off,
  daily,
  pushOff,
  quiet,
});
