import type { Deps } from '../../../core/deps.ts';
import type { JobHandlers } from '../../../core/jobs.ts';
import { enqueueNotificationPushes, pushNotification } from '../notifications/push.service.ts';
import { getMailGroup, type MailKind } from './mail.templates.ts';
import { deliverMail, sendDailyMail } from './mail.service.ts';

const getGroup = (kind: string) => getMailGroup(kind as MailKind);

export const mailJobs = (deps: Deps) =>
  ({
    'mail.send_daily': ({ personId }) => sendDailyMail(deps, personId),
    'notifications.push': ({ notificationId }) => enqueueNotificationPushes(deps, notificationId, getGroup),
    'notifications.push_device': (payload) => pushNotification(deps, payload, getGroup),
    'mail.send': ({ mailId }) => deliverMail(deps, mailId),
  }) satisfies Partial<JobHandlers>;
