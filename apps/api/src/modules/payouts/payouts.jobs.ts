import type { Deps } from '../../core/deps.ts';
import type { JobHandlers } from '../../core/jobs.ts';
import { listWhenMissing } from '../ledger/exceptions.service.ts';
import { noteReplacedBank, syncReturned } from './returned.service.ts';

export const payoutJobs = (deps: Deps) =>
  ({
    'payouts.sync_returned': (payout, since) =>
      listWhenMissing(deps, { subject: payout.payoutId, since }, () =>
        listWhenMissing(deps, { subject: payout.accountId, since }, () => syncReturned(deps, payout)),
      ),
    'payouts.sync_bank': ({ accountId }, since) =>
      listWhenMissing(deps, { subject: accountId, since }, () => noteReplacedBank(deps, accountId)),
  }) satisfies Partial<JobHandlers>;
