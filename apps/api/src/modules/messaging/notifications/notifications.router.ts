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
  list: userProcedure('person')
    .input(notificationListInput)
    .query(({ ctx, input }) => listOwnNotifications(ctx.deps, ctx.actor, input)),
  unreadCount: userProcedure('person').query(({ ctx }) => getUnreadNotifications(ctx.deps, ctx.actor)),
  markRead: userProcedure('person')
    .input(notificationsReadInput)
    .mutation(({ ctx, input }) => markNotificationsRead(ctx.deps, ctx.actor, input)),
  markAllRead: userProcedure('person').mutation(({ ctx }) => markAllNotificationsRead(ctx.deps, ctx.actor)),
  settings: userProcedure('person').query(({ ctx }) => getNotificationSettings(ctx)),
  saveSettings: userProcedure('person')
    .input(notificationSettings)
    .mutation(({ ctx, input }) => saveNotificationSettings(ctx, input)),
  addDevice: userProcedure('person')
    .input(pushDevice)
    .mutation(({ ctx, input }) => addPushDevice(ctx, input)),
  removeDevice: userProcedure('person')
    .input(pushDevice.pick({ endpoint: true }))
    .mutation(({ ctx, input }) => removePushDevice(ctx.deps, ctx.actor, input)),
});
