import type { SignedInUser } from '../../session.ts';
import { isSignedOutError } from '../../lib/errors.ts';
import { queryUtils, ALWAYS_FRESH } from '../../trpc.ts';

/**
 * Loads what the dashboard shows. A part that fails does not take the others with it (spec §8: stats failure shows
 * zeros); only a session that has ended does.
 */
export async function loadDashboard(user: SignedInUser): Promise<void> {
  const parts = await Promise.allSettled([
    queryUtils.profiles.dashboard.fetch(undefined, ALWAYS_FRESH),
    queryUtils.profiles.activity.fetch(undefined, ALWAYS_FRESH),
    queryUtils.profiles.beginnings.fetch(undefined, ALWAYS_FRESH),
    queryUtils.offers.waiting.fetch(undefined, ALWAYS_FRESH),
    queryUtils.bookings.waiting.fetch(WAITING_INPUT, ALWAYS_FRESH),
    ...(user.userType === 'influencer'
      ? [queryUtils.payouts.setup.fetch(undefined, ALWAYS_FRESH)]
      : [queryUtils.availability.places.fetch(undefined, ALWAYS_FRESH)]),
  ]);
  for (const part of parts) {
    if (part.status === 'rejected' && isSignedOutError(part.reason)) throw part.reason;
  }
}

/** So much of what waits is shown there. */
export const WAITING_INPUT = { most: 5 };

/** For the parts: a load that failed is not tried again by showing it. */
export const LOADED_BY_ROUTE = { retryOnMount: false };
