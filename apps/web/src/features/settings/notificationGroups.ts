import type { NotificationGroup, NotificationSettings } from '@marquee/validation';
import type { RouterOutputs } from '../../trpc.ts';

export const NOTIFICATION_GROUP_LABELS: Record<NotificationGroup, readonly [label: string, text: string]> = {
  bookings: ['Bookings', 'New orders, what was started and completed, usage rights that end.'],
  offers: ['Offers and waiting lists', 'What is asked and answered, and places that are free for you.'],
  reviews: ['Reviews', 'When you can write one, and when one about you is shown.'],
  messages: ['Messages', 'When something has been unread for ten minutes.'],
  money: ['Payments and deadlines', 'What is paid, refunded, cancelled or disputed, and what you have to answer.'],
  account: ['Your account', 'What is reported and decided, and new matches of your searches.'],
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
