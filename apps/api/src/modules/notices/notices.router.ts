import { noticeSettings, noticesRead, noticesShown, pushDevice } from '@marquee/validation';
import { router, userProcedure } from '../../core/trpc.ts';
import {
  noticeSettingsOf,
  noticesOf,
  readAllNotices,
  readNotices,
  saveNoticeSettings,
  unreadNotices,
} from './notices.service.ts';
import { addDevice, removeDevice } from './push.service.ts';

export const noticesRouter = router({
  list: userProcedure.input(noticesShown).query(({ ctx, input }) => noticesOf(ctx, input)),
  unread: userProcedure.query(({ ctx }) => unreadNotices(ctx)),
  read: userProcedure.input(noticesRead).mutation(({ ctx, input }) => readNotices(ctx, input)),
  readAll: userProcedure.mutation(({ ctx }) => readAllNotices(ctx)),
  settings: userProcedure.query(({ ctx }) => noticeSettingsOf(ctx)),
  saveSettings: userProcedure.input(noticeSettings).mutation(({ ctx, input }) => saveNoticeSettings(ctx, input)),
  addDevice: userProcedure.input(pushDevice).mutation(({ ctx, input }) => addDevice(ctx, input)),
  removeDevice: userProcedure
    .input(pushDevice.pick({ endpoint: true }))
    .mutation(({ ctx, input }) => removeDevice(ctx, input)),
});
