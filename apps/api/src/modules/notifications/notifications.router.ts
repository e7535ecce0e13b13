import { notificationSettings, notificationsReadInput, notificationListInput, pushDevice } from '@marquee/validation';
import { router, userProcedure } from '../../core/trpc.ts';
import {
  notificationSettingsOf,
  noticesOf,
  readAllNotices,
  readNotices,
  saveNotificationSettings,
  unreadNotices,
} from './notifications.service.ts';
import { addDevice, removeDevice } from './push.service.ts';

export const noticesRouter = router({
  list: userProcedure.input(notificationListInput).query(({ ctx, input }) => noticesOf(ctx, input)),
  unread: userProcedure.query(({ ctx }) => unreadNotices(ctx)),
  read: userProcedure.input(notificationsReadInput).mutation(({ ctx, input }) => readNotices(ctx, input)),
  readAll: userProcedure.mutation(({ ctx }) => readAllNotices(ctx)),
  settings: userProcedure.query(({ ctx }) => notificationSettingsOf(ctx)),
  saveSettings: userProcedure
    .input(notificationSettings)
    .mutation(({ ctx, input }) => saveNotificationSettings(ctx, input)),
  addDevice: userProcedure.input(pushDevice).mutation(({ ctx, input }) => addDevice(ctx, input)),
  removeDevice: userProcedure
    .input(pushDevice.pick({ endpoint: true }))
    .mutation(({ ctx, input }) => removeDevice(ctx, input)),
});
