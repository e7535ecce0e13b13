/** /admin/bookings?show=&search=&userId= */
import { CalendarCheck } from 'lucide-react';
import { useLoaderData, type LoaderFunctionArgs } from 'react-router-dom';
import { BookingEntry } from '../features/admin/BookingEntry.tsx';
import { ListScreen } from '../features/admin/ListScreen.tsx';
import { SearchAndShow, searchOf } from '../features/admin/ShowChoices.tsx';
import { paths } from '../paths.ts';
import { data, FRESH, trpc } from '../trpc.ts';
import { paging } from '../ui/More.tsx';
import { orFail } from '../ui/RouteError.tsx';

const SHOWN = { all: 'All', attention: 'Needs attention' } as const;

export async function loader({ request }: LoaderFunctionArgs) {
  const userId = new URL(request.url).searchParams.get('userId');
  const input = { ...searchOf(request, SHOWN), ...(userId !== null && { userId }) };
  await orFail(data.admin.bookings.fetchInfinite(input, { ...FRESH, ...paging }), 'Failed to load bookings');
  return input;
}

export function Page() {
  const input = useLoaderData<typeof loader>();
  const query = trpc.admin.bookings.useSuspenseInfiniteQuery(input, paging);
  const { show, search, ...ofUser } = input;
  return (
    <ListScreen
      title="Bookings"
      description={
        show === 'attention'
          ? 'Work or money is under way, and one of the two sides is suspended. They go on by their own rules; look whether somebody needs help.'
          : 'Every order, newest first.'
      }
      filter={
        <SearchAndShow
          searchLabel="Package, brand, creator or booking"
          label="Which bookings"
          choices={SHOWN}
          show={show}
          search={search}
          to={(to) => paths.adminBookings({ ...to, ...ofUser })}
        />
      }
      query={query}
      dense
      empty={{ icon: CalendarCheck, title: show === 'attention' ? 'No booking needs attention' : 'No bookings found' }}
    >
      {(booking) => <BookingEntry key={booking.id} booking={booking} />}
    </ListScreen>
  );
}
