import type { Deps } from '../../../core/deps.ts';
import type { JobHandlers } from '../../../core/jobs.ts';
import { mailNewMatches } from './search-news.service.ts';

export const savedItemJobs = (deps: Deps) =>
  ({
    'saved_items.mail_news': () => mailNewMatches(deps),
  }) satisfies Partial<JobHandlers>;
