import { hasPermission } from '@marquee/contracts';
import { canHaveRequests, type SignedInUser } from '../../../session.ts';
import { isSignedOutError } from '../../../lib/errors.ts';
import { queryUtils, ALWAYS_FRESH } from '../../../trpc.ts';

/**
 * Loads the dashboard's data. A part that fails does not prevent the others from loading (requirements R8.20), unless
 * the session has expired.
 */
export async function loadDashboard(user: SignedInUser): Promise<void> {
  const results = await Promise.allSettled([
    queryUtils.profiles.dashboard.fetch(undefined, ALWAYS_FRESH),
    queryUtils.profiles.activity.fetch(undefined, ALWAYS_FRESH),
    queryUtils.profiles.onboardingProgress.fetch(undefined, ALWAYS_FRESH),
    queryUtils.offers.waitingCount.fetch(undefined, ALWAYS_FRESH),
    queryUtils.bookings.waiting.fetch(WAITING_INPUT, ALWAYS_FRESH),
    ...(user.userType === 'influencer'
      ? canSeePayoutSetup(user)
        ? [queryUtils.payouts.setup.fetch(undefined, ALWAYS_FRESH)]
        : []
      : [queryUtils.availability.waitingListEntries.fetch(undefined, ALWAYS_FRESH)]),
    ...(canHaveRequests(user) ? [queryUtils.orderRequests.waitingCount.fetch(undefined, ALWAYS_FRESH)] : []),
  ]);
  for (const result of results) {
    if (result.status === 'rejected' && isSignedOutError(result.reason)) throw result.reason;
  }
}

/** Returns whether the user may see the state of the creator's payout account. */
export const canSeePayoutSetup = ({ memberRole, forAgency }: SignedInUser): boolean =>
  forAgency === null && hasPermission(memberRole, 'documents.read');

/** The dashboard lists at most five bookings that need action. */
export const WAITING_INPUT = { most: 5 };

/**
 * Query options for data that the route loader has already requested. If that request failed, mounting a component
 * must not repeat it.
 */
export const LOADED_BY_ROUTE = { retryOnMount: false };
