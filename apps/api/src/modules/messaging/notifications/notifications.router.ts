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
  list: userProcedure('member')
    .input(notificationListInput)
    .query(({ ctx, input }) => listOwnNotifications(ctx, input)),
  unreadCount: userProcedure('member').query(({ ctx }) => getUnreadNotifications(ctx)),
  markRead: userProcedure('member')
    .input(notificationsReadInput)
    .mutation(({ ctx, input }) => markNotificationsRead(ctx, input)),
  markAllRead: userProcedure('member').mutation(({ ctx }) => markAllNotificationsRead(ctx)),
  settings: userProcedure('member').query(({ ctx }) => getNotificationSettings(ctx)),
  saveSettings: userProcedure('member')
    .input(notificationSettings)
    .mutation(({ ctx, input }) => saveNotificationSettings(ctx, input)),
  addDevice: userProcedure('member')
    .input(pushDevice)
    .mutation(({ ctx, input }) => addPushDevice(ctx, input)),
  removeDevice: userProcedure('member')
    .input(pushDevice.pick({ endpoint: true }))
    .mutation(({ ctx, input }) => removePushDevice(ctx, input)),
});
