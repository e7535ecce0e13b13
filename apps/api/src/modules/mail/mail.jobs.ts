import type { Deps } from '../../core/deps.ts';
import type { JobHandlers } from '../../core/jobs.ts';
import { deliverMail } from './mail.service.ts';

export const mailJobs = (deps: Deps) =>
  ({
    'mail.send': ({ mailId }) => deliverMail(deps, mailId),
  }) satisfies Partial<JobHandlers>;
