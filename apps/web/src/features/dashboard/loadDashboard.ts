import type { SignedInUser } from '../../session.ts';
import { isSignedOutError } from '../../lib/errors.ts';
import { queryUtils, ALWAYS_FRESH } from '../../trpc.ts';

/**
 * Loads the data of the dashboard. A failing part does not affect the others (spec §8), except for an ended session.
 */
export async function loadDashboard(user: SignedInUser): Promise<void> {
  const parts = await Promise.allSettled([
    queryUtils.profiles.dashboard.fetch(undefined, ALWAYS_FRESH),
    queryUtils.profiles.activity.fetch(undefined, ALWAYS_FRESH),
    queryUtils.profiles.onboardingProgress.fetch(undefined, ALWAYS_FRESH),
    queryUtils.offers.waitingCount.fetch(undefined, ALWAYS_FRESH),
    queryUtils.bookings.waiting.fetch(WAITING_INPUT, ALWAYS_FRESH),
    ...(user.userType === 'influencer'
      ? [queryUtils.payouts.setup.fetch(undefined, ALWAYS_FRESH)]
      : [queryUtils.availability.waitingListEntries.fetch(undefined, ALWAYS_FRESH)]),
  ]);
  for (const part of parts) {
    if (part.status === 'rejected' && isSignedOutError(part.reason)) throw part.reason;
  }
}

/** The number of waiting bookings on the dashboard. */
export const WAITING_INPUT = { most: 5 };

/** Options for the dashboard's queries: rendering a part must not repeat a request that failed in the loader. */
export const LOADED_BY_ROUTE = { retryOnMount: false };
