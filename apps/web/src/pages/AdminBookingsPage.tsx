/** /admin/bookings?show=&search=&userId= */
import { CalendarCheck } from 'lucide-react';
import { useLoaderData, type LoaderFunctionArgs } from 'react-router-dom';
import { BookingEntries } from '../features/admin/BookingEntries.tsx';
import { SearchBox } from '../features/admin/SearchBox.tsx';
import { FRESH } from '../features/bookings/booking.ts';
import { paths } from '../paths.ts';
import { data, trpc } from '../trpc.ts';
import { Choices } from '../ui/Choices.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Head } from '../ui/Head.tsx';
import { More, paging } from '../ui/More.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { orFail } from '../ui/RouteError.tsx';

export async function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const userId = query.get('userId');
  const input = {
    show: query.get('show') === 'attention' ? ('attention' as const) : ('all' as const),
    search: query.get('search') ?? '',
    ...(userId !== null && { userId }),
  };
  await orFail(data.admin.bookings.fetchInfinite(input, { ...FRESH, ...paging }), 'Failed to load bookings');
  return input;
}

export function Page() {
  const input = useLoaderData<typeof loader>();
  const [{ pages }, list] = trpc.admin.bookings.useSuspenseInfiniteQuery(input, paging);
  const bookings = pages.flatMap((page) => page.items);
  const { userId } = input;
  const to = (change: { show?: 'all' | 'attention'; search?: string | undefined }) => {
    const { show, search } = { ...input, ...change };
    return paths.adminBookings({ ...(show === 'attention' && { show }), ...(search && { search }), ...(userId !== undefined && { userId }) });
  };
  return (
    <>
      <Head title="Bookings" />
      <PageHeader
        title="Bookings"
        description={
          input.show === 'attention'
            ? 'Work or money is under way, and one of the two sides is suspended. They go on by their own rules; look whether somebody needs help.'
            : 'Every order, newest first.'
        }
      />
      <SearchBox label="Package, brand, creator or booking" search={input.search} to={(search) => to({ search })} />
      <Choices
        label="Which bookings"
        choices={[
          { label: 'All', to: to({ show: 'all' }), chosen: input.show === 'all' },
          { label: 'Needs attention', to: to({ show: 'attention' }), chosen: input.show === 'attention' },
        ]}
      />
      {bookings.length === 0 ? (
        <EmptyState icon={<CalendarCheck size={36} strokeWidth={1.5} aria-hidden />} title={input.show === 'attention' ? 'No booking needs attention' : 'No bookings found'} />
      ) : (
        <BookingEntries bookings={bookings} />
      )}
      <More list={list} />
    </>
  );
}
