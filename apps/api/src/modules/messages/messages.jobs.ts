import type { Deps } from '../../core/deps.ts';
import type { JobHandlers } from '../../core/jobs.ts';
import { remind } from './messages.service.ts';

export const messageJobs = (deps: Deps) =>
  ({
    'messages.remind': ({ conversationId, userId }) => remind(deps, conversationId, userId),
  }) satisfies Partial<JobHandlers>;
