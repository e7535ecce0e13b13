import type { Deps } from '../../../core/deps.ts';
import type { JobHandlers } from '../../../core/jobs.ts';
import { enqueueNotificationPushes, pushNotification } from '../notifications/push.service.ts';
import { MAIL_GROUPS } from './groups.templates.ts';
import type { MailKind } from './mail.templates.ts';
import { deliverMail, sendDailyMail } from './mail.service.ts';

const getMailGroup = (kind: string) => MAIL_GROUPS[kind as MailKind][0];

export const mailJobs = (deps: Deps) =>
  ({
    'mail.send_daily': ({ personId }) => sendDailyMail(deps, personId),
    'notifications.push': ({ notificationId }) => enqueueNotificationPushes(deps, notificationId, getMailGroup),
    'notifications.push_device': (payload) => pushNotification(deps, payload, getMailGroup),
    'mail.send': ({ mailId }) => deliverMail(deps, mailId),
  }) satisfies Partial<JobHandlers>;
