/** /admin/bookings/{id}: the details of a booking for staff. */
import { useLoaderData, type LoaderFunctionArgs } from 'react-router-dom';
import { AdminBookingBadges } from '../../features/staff/admin/Badges.tsx';
import { AdminBookingDetails } from '../../features/staff/admin/AdminBookingDetails.tsx';
import { AdminUserLink } from '../../features/staff/admin/AdminUserLink.tsx';
import { paths } from '../../paths.ts';
import { queryUtils, ALWAYS_FRESH, trpc } from '../../trpc.ts';
import { BackLink } from '../../ui/BackLink.tsx';
import { PageMeta } from '../../ui/PageMeta.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { withLoadError } from '../../ui/RouteErrorScreen.tsx';
import { DateTime } from '../../ui/DateTime.tsx';

export async function loader({ params }: LoaderFunctionArgs) {
  const id = params['id'] ?? '';
  await withLoadError(queryUtils.admin.booking.fetch({ id }, ALWAYS_FRESH), 'Failed to load the booking');
  return { id };
}

export function Page() {
  const { id } = useLoaderData<typeof loader>();
  const [booking] = trpc.admin.booking.useSuspenseQuery({ id });
  return (
    <>
      <PageMeta title="Booking" />
      <BackLink to={paths.adminBookings()}>All bookings</BackLink>
      <PageHeader
        title={booking.packageName}
        badge={<AdminBookingBadges booking={booking} />}
        description={
          <>
            <AdminUserLink id={booking.brandId} name={booking.brandName} />{' '}
            {booking.brandSuspendedAt !== null && '(suspended) '}with{' '}
            <AdminUserLink id={booking.creatorId} name={booking.creatorName} />
            {booking.creatorSuspendedAt !== null && ' (suspended)'} · <DateTime at={booking.createdAt} dateOnly />
          </>
        }
      />
      <AdminBookingDetails booking={booking} />
    </>
  );
}
