import { paths } from '../../../paths.ts';
import { canHaveRequests, useUser } from '../../../session.ts';
import { trpc } from '../../../trpc.ts';
import { TabLinks } from '../../../ui/TabLinks.tsx';

/**
 * Renders the tabs of the bookings pages, with the numbers of offers and of requested orders that wait for the user.
 * The tab of requested orders appears once a workspace has had one.
 */
export function BookingTabs() {
  const { data: waiting } = trpc.offers.waitingCount.useQuery(undefined, { retryOnMount: false });
  const { count, most } = waiting ?? { count: 0, most: 0 };
  const { data: requests } = trpc.orderRequests.waitingCount.useQuery(undefined, {
    retryOnMount: false,
    enabled: canHaveRequests(useUser()),
  });
  return (
    <TabLinks
      label="Bookings and offers"
      tabs={[
        { to: paths.bookings(), label: 'Bookings' },
        {
          to: paths.offers(),
          label: 'Offers',
          count: count === 0 ? undefined : count > most ? `${most}+` : String(count),
        },
        ...(requests?.isUsed === true
          ? [
              {
                to: paths.approvals(),
                label: 'Approvals',
                count: requests.count === 0 ? undefined : String(requests.count),
              },
            ]
          : []),
      ]}
    />
  );
}
