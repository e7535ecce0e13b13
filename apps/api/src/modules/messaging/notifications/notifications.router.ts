import { notificationSettings, notificationsReadInput, notificationListInput, pushDevice } from '@marquee/validation';
import { router, userProcedure } from '../../../core/trpc.ts';
import {
  getNotificationSettings,
  listOwnNotifications,
  markAllNotificationsRead,
  markNotificationsRead,
  saveNotificationSettings,
  getUnreadNotifications,
} from './notifications.service.ts';
import { addPushDevice, removePushDevice } from './push.service.ts';

export const notificationsRouter = router({
  list: userProcedure.input(notificationListInput).query(({ ctx, input }) => listOwnNotifications(ctx, input)),
  unreadCount: userProcedure.query(({ ctx }) => getUnreadNotifications(ctx)),
  markRead: userProcedure.input(notificationsReadInput).mutation(({ ctx, input }) => markNotificationsRead(ctx, input)),
  markAllRead: userProcedure.mutation(({ ctx }) => markAllNotificationsRead(ctx)),
  settings: userProcedure.query(({ ctx }) => getNotificationSettings(ctx)),
  saveSettings: userProcedure
    .input(notificationSettings)
    .mutation(({ ctx, input }) => saveNotificationSettings(ctx, input)),
  addDevice: userProcedure.input(pushDevice).mutation(({ ctx, input }) => addPushDevice(ctx, input)),
  removeDevice: userProcedure
    .input(pushDevice.pick({ endpoint: true }))
    .mutation(({ ctx, input }) => removePushDevice(ctx, input)),
});
