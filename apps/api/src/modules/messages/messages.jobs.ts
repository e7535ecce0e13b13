import type { Deps } from '../../core/deps.ts';
import type { JobHandlers } from '../../core/jobs.ts';
import { removeFileParts } from '../../core/stored-files.ts';
import { planUnreadPush, pushUnread, remind } from './messages.service.ts';

export const messageJobs = (deps: Deps) =>
  ({
    'messages.remind': ({ conversationId, userId }) => remind(deps, conversationId, userId),
    'messages.drop_file': ({ id, parts }) => removeFileParts(deps, id, parts),
    'messages.push': ({ conversationId, userId }) => planUnreadPush(deps, conversationId, userId),
    'messages.push_device': (payload) => pushUnread(deps, payload),
  }) satisfies Partial<JobHandlers>;
