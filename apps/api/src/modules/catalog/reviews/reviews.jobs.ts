import type { Deps } from '../../../core/deps.ts';
import type { JobHandlers } from '../../../core/jobs.ts';
import { closeReviews, inviteToReview, remindToReview } from './reviews.service.ts';

export const reviewJobs = (deps: Deps) =>
  ({
    'reviews.open': ({ bookingId }) => inviteToReview(deps, bookingId),
    'reviews.remind': ({ bookingId }) => remindToReview(deps, bookingId),
    'reviews.close': ({ bookingId }) => closeReviews(deps, bookingId),
  }) satisfies Partial<JobHandlers>;
