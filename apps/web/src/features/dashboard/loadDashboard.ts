import type { User } from '../../session.ts';
import { isSignedOut } from '../../lib/errors.ts';
import { data, FRESH } from '../../trpc.ts';

/**
 * Loads what the dashboard shows. A part that fails does not take the others with it (spec §8: stats failure shows
 * zeros); only a session that has ended does.
 */
export async function loadDashboard(user: User): Promise<void> {
  const parts = await Promise.allSettled([
    data.profiles.dashboard.fetch(undefined, FRESH),
    data.profiles.activity.fetch(undefined, FRESH),
    data.profiles.beginnings.fetch(undefined, FRESH),
    data.offers.waiting.fetch(undefined, FRESH),
    data.bookings.waiting.fetch(SHOWN_WAITING, FRESH),
    ...(user.userType === 'influencer'
      ? [data.payouts.setup.fetch(undefined, FRESH)]
      : [data.availability.places.fetch(undefined, FRESH)]),
  ]);
  for (const part of parts) {
    if (part.status === 'rejected' && isSignedOut(part.reason)) throw part.reason;
  }
}

/** So much of what waits is shown there. */
export const SHOWN_WAITING = { most: 5 };

/** For the parts: a load that failed is not tried again by showing it. */
export const LOADED = { retryOnMount: false };
