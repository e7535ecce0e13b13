import type { Deps } from '../../core/deps.ts';
import type { JobHandlers } from '../../core/jobs.ts';
import { closeReviews, openReviews, remindToReview } from './reviews.service.ts';

export const reviewJobs = (deps: Deps) =>
  ({
    'reviews.open': ({ bookingId }) => openReviews(deps, bookingId),
    'reviews.remind': ({ bookingId }) => remindToReview(deps, bookingId),
    'reviews.close': ({ bookingId }) => closeReviews(deps, bookingId),
  }) satisfies Partial<JobHandlers>;
