import type { Deps } from '../../../core/deps.ts';
import type { JobHandlers } from '../../../core/jobs.ts';
import { sendResetLink } from '../accounts/accounts.service.ts';
import { runFactorReset } from '../accounts/factor-resets.service.ts';

export const authJobs = (deps: Deps) =>
  ({
    'auth.forgot_password': ({ email }, since) => sendResetLink(deps, email, since),
    'auth.reset_factors': ({ resetId }) => runFactorReset(deps, resetId),
  }) satisfies Partial<JobHandlers>;
