import type { Deps } from '../../core/deps.ts';
import type { JobHandlers } from '../../core/jobs.ts';
import { planNoticePush, pushNotice } from '../notifications/push.service.ts';
import { MAIL_GROUPS } from './groups.templates.ts';
import type { MailKind } from './mail.templates.ts';
import { deliverMail, sendDaily } from './mail.service.ts';

const groupOf = (kind: string) => MAIL_GROUPS[kind as MailKind][0];

export const mailJobs = (deps: Deps) =>
  ({
    'mail.send_daily': ({ userId }) => sendDaily(deps, userId),
    'notifications.push': ({ noticeId }) => planNoticePush(deps, noticeId, groupOf),
    'notifications.push_device': (payload) => pushNotice(deps, payload, groupOf),
    'mail.send': ({ mailId }) => deliverMail(deps, mailId),
  }) satisfies Partial<JobHandlers>;
