import type { Deps } from '../../deps.ts';
import type { JobHandlers } from '../../jobs.ts';
import { deliverMail } from './mail.service.ts';

export const mailJobs = (deps: Deps) =>
  ({
    'mail.send': ({ mailId }) => deliverMail(deps, mailId),
  }) satisfies Partial<JobHandlers>;
