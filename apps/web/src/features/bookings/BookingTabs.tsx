import { paths } from '../../paths.ts';
import { trpc } from '../../trpc.ts';
import { TabLinks } from '../../ui/TabLinks.tsx';

/** Renders the tabs of the bookings pages, with the number of offers that need an answer from the user. */
export function BookingTabs() {
  const { data: waiting } = trpc.offers.waitingCount.useQuery(undefined, { retryOnMount: false });
  const { count, most } = waiting ?? { count: 0, most: 0 };
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
      ]}
    />
  );
}
