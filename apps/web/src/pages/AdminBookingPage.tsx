/** /admin/bookings/{id}: one booking, whoever's it is. */
import { useLoaderData, type LoaderFunctionArgs } from 'react-router-dom';
import { BookingBadges } from '../features/admin/Badges.tsx';
import { BookingColumns } from '../features/admin/BookingColumns.tsx';
import { Person } from '../features/admin/Person.tsx';
import { paths } from '../paths.ts';
import { data, FRESH, trpc } from '../trpc.ts';
import { BackLink } from '../ui/BackLink.tsx';
import { Head } from '../ui/Head.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { orFail } from '../ui/RouteError.tsx';
import { When } from '../ui/When.tsx';

export async function loader({ params }: LoaderFunctionArgs) {
  const id = params['id'] ?? '';
  await orFail(data.admin.booking.fetch({ id }, FRESH), 'Failed to load the booking');
  return { id };
}

export function Page() {
  const { id } = useLoaderData<typeof loader>();
  const [booking] = trpc.admin.booking.useSuspenseQuery({ id });
  return (
    <>
      <Head title="Booking" />
      <BackLink to={paths.adminBookings()}>All bookings</BackLink>
      <PageHeader
        title={booking.packageName}
        badge={<BookingBadges booking={booking} />}
        description={
          <>
            <Person id={booking.brandId} name={booking.brandName} />{' '}
            {booking.brandSuspendedAt !== null && '(suspended) '}with{' '}
            <Person id={booking.creatorId} name={booking.creatorName} />
            {booking.creatorSuspendedAt !== null && ' (suspended)'} · <When at={booking.createdAt} dateOnly />
          </>
        }
      />
      <BookingColumns booking={booking} />
    </>
  );
}
