import type { Deps } from '../../../core/deps.ts';
import type { JobHandlers } from '../../../core/jobs.ts';
import { enqueueUnreadMessagePushes, pushUnreadMessages, remindOfUnreadMessages } from './reminders.service.ts';

export const messageJobs = (deps: Deps) =>
  ({
    'messages.remind': ({ conversationId, workspaceId }) => remindOfUnreadMessages(deps, conversationId, workspaceId),
    'messages.push': ({ conversationId, workspaceId }) => enqueueUnreadMessagePushes(deps, conversationId, workspaceId),
    'messages.push_device': (payload) => pushUnreadMessages(deps, payload),
  }) satisfies Partial<JobHandlers>;
