/** /admin/bookings?show=&search=&workspaceId=: all bookings, with filters. */
import { CalendarCheck } from 'lucide-react';
import { useLoaderData, type LoaderFunctionArgs } from 'react-router-dom';
import { AdminBookingRow } from '../../features/staff/admin/AdminBookingRow.tsx';
import { AdminListScreen } from '../../features/staff/admin/AdminListScreen.tsx';
import { SearchableListFilter, parseListSearch } from '../../features/staff/admin/ListFilter.tsx';
import { paths } from '../../paths.ts';
import { queryUtils, ALWAYS_FRESH, trpc } from '../../trpc.ts';
import { cursorPaging } from '../../ui/LoadMore.tsx';
import { withLoadError } from '../../ui/RouteErrorScreen.tsx';

const BOOKING_FILTERS = { all: 'All', attention: 'Needs attention' } as const;

export async function loader({ request }: LoaderFunctionArgs) {
  const workspaceId = new URL(request.url).searchParams.get('workspaceId');
  const input = { ...parseListSearch(request, BOOKING_FILTERS), ...(workspaceId !== null && { workspaceId }) };
  await withLoadError(
    queryUtils.admin.bookings.fetchInfinite(input, { ...ALWAYS_FRESH, ...cursorPaging }),
    'Failed to load bookings',
  );
  return input;
}

export function Page() {
  const input = useLoaderData<typeof loader>();
  const query = trpc.admin.bookings.useSuspenseInfiniteQuery(input, cursorPaging);
  const { show, search, ...ofUser } = input;
  return (
    <AdminListScreen
      title="Bookings"
      description={
        show === 'attention'
          ? 'Bookings in progress whose brand or creator is suspended. They continue as usual, so check whether the other party needs help.'
          : 'All bookings, newest first.'
      }
      filter={
        <SearchableListFilter
          searchLabel="Package, brand, creator or booking"
          label="Filter bookings"
          choices={BOOKING_FILTERS}
          show={show}
          search={search}
          to={(to) => paths.adminBookings({ ...to, ...ofUser })}
        />
      }
      query={query}
      dense
      empty={{ icon: CalendarCheck, title: show === 'attention' ? 'No bookings need attention' : 'No bookings found' }}
    >
      {(booking) => <AdminBookingRow key={booking.id} booking={booking} />}
    </AdminListScreen>
  );
}
