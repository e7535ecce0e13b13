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
    .query(({ ctx, input }) => listOwnNotifications(ctx.deps, ctx.actor, input)),
  unreadCount: userProcedure('member').query(({ ctx }) => getUnreadNotifications(ctx.deps, ctx.actor)),
  markRead: userProcedure('member')
    .input(notificationsReadInput)
    .mutation(({ ctx, input }) => markNotificationsRead(ctx.deps, ctx.actor, input)),
  markAllRead: userProcedure('member').mutation(({ ctx }) => markAllNotificationsRead(ctx.deps, ctx.actor)),
  settings: userProcedure('member').query(({ ctx }) => getNotificationSettings(ctx)),
  saveSettings: userProcedure('member')
    .input(notificationSettings)
    .mutation(({ ctx, input }) => saveNotificationSettings(ctx, input)),
  addDevice: userProcedure('member')
    .input(pushDevice)
    .mutation(({ ctx, input }) => addPushDevice(ctx, input)),
  removeDevice: userProcedure('member')
    .input(pushDevice.pick({ endpoint: true }))
    .mutation(({ ctx, input }) => removePushDevice(ctx.deps, ctx.actor, input)),
});
