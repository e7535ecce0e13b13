import type { Deps } from '../../../core/deps.ts';
import type { JobHandlers } from '../../../core/jobs.ts';
import { openExceptionIfMissing } from '../ledger/exceptions.service.ts';
import { resolveReturnedPayouts, syncReturnedPayout } from './returned.service.ts';

export const payoutJobs = (deps: Deps) =>
  ({
    'payouts.sync_returned': (payout, since) =>
      openExceptionIfMissing(deps, { subject: payout.payoutId, since }, () =>
        openExceptionIfMissing(deps, { subject: payout.accountId, since }, () => syncReturnedPayout(deps, payout)),
      ),
    'payouts.sync_bank': ({ accountId }, since) =>
      openExceptionIfMissing(deps, { subject: accountId, since }, () => resolveReturnedPayouts(deps, accountId)),
  }) satisfies Partial<JobHandlers>;
