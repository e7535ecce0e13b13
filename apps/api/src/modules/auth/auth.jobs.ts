import type { Deps } from '../../deps.ts';
import type { JobHandlers } from '../../jobs.ts';
import { sendResetLink } from './account.service.ts';

export const authJobs = (deps: Deps) =>
  ({
    'auth.forgot_password': ({ email }) => sendResetLink(deps, email),
  }) satisfies Partial<JobHandlers>;
