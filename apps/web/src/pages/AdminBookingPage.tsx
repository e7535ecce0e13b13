/** /admin/bookings/{id}: one booking, whoever's it is. */
import { Anchor, Badge, Grid, Stack } from '@mantine/core';
import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router-dom';
import { BookingHistory, BookingMoney, BookingOrder } from '../features/admin/BookingMoney.tsx';
import { FRESH } from '../features/bookings/booking.ts';
import { StatusBadge } from '../features/bookings/StatusBadge.tsx';
import { paths } from '../paths.ts';
import { data, trpc } from '../trpc.ts';
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
        badge={
          <>
            <StatusBadge status={booking.status} />
            {booking.needsAttention && (
              <Badge variant="light" color="red" tt="none">
                Needs attention
              </Badge>
            )}
          </>
        }
        description={
          <>
            <Anchor component={Link} to={paths.adminUser({ id: booking.brandId })} underline="always">
              {booking.brandName}
            </Anchor>{' '}
            {booking.brandSuspendedAt !== null && '(suspended) '}with{' '}
            <Anchor component={Link} to={paths.adminUser({ id: booking.creatorId })} underline="always">
              {booking.creatorName}
            </Anchor>
            {booking.creatorSuspendedAt !== null && ' (suspended)'} · <When at={booking.createdAt} dateOnly />
          </>
        }
      />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="lg">
            <BookingHistory booking={booking} />
            <BookingOrder booking={booking} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack gap="lg">
            <BookingMoney booking={booking} />
          </Stack>
        </Grid.Col>
      </Grid>
    </>
  );
}
