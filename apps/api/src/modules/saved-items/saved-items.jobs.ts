import type { Deps } from '../../core/deps.ts';
import type { JobHandlers } from '../../core/jobs.ts';
import { mailNews } from './search-news.service.ts';

export const savedJobs = (deps: Deps) =>
  ({
    'saved_items.mail_news': () => mailNews(deps),
  }) satisfies Partial<JobHandlers>;
