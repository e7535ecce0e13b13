/** /bookings?status=: the signed-in user's bookings, newest first. */
import { BOOKING_STATUSES, STATUS_LABELS, type BookingStatus } from '@marquee/booking';
import { CalendarCheck } from 'lucide-react';
import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router-dom';
import { BookingCard } from '../features/bookings/BookingCard.tsx';
import { paths } from '../paths.ts';
import { requireUser, type User } from '../session.ts';
import { data, FRESH, trpc } from '../trpc.ts';
import { Choices } from '../ui/Choices.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Head } from '../ui/Head.tsx';
import { More, paging } from '../ui/More.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { orFail } from '../ui/RouteError.tsx';
import { Button, Container, Stack } from '../ui/plain.tsx';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const asked = new URL(request.url).searchParams.get('status');
  const status = BOOKING_STATUSES.find((each) => each === asked);
  // As many pages as were shown before, so that going back leads to the same place.
  await orFail(data.bookings.list.fetchInfinite(listOf(status), { ...FRESH, ...paging }), 'Failed to load bookings');
  return { user, status };
}

const listOf = (status: BookingStatus | undefined) => (status === undefined ? {} : { status });

export function Page() {
  const { user, status } = useLoaderData<typeof loader>();
  const [{ pages }, list] = trpc.bookings.list.useSuspenseInfiniteQuery(listOf(status), paging);
  const bookings = pages.flatMap((page) => page.items);

  return (
    <Container size="lg" py="xl">
      <Head title="Bookings" />
      <PageHeader
        title="Bookings"
        description={
          user.userType === 'brand'
            ? 'What you have ordered, and what happens next.'
            : 'What brands have ordered from you, and what happens next.'
        }
      />
      <BookingFilter status={status} />
      {bookings.length === 0 ? (
        <NoBookings user={user} status={status} />
      ) : (
        <Stack component="ul" gap="md" m={0} p={0} style={{ listStyle: 'none' }}>
          {bookings.map((booking) => (
            <BookingCard key={booking.id} booking={booking} side={user.userType === 'brand' ? 'brand' : 'creator'} />
          ))}
        </Stack>
      )}
      <More list={list} failure="Failed to load bookings" />
    </Container>
  );
}

function NoBookings({ user, status }: { user: User; status: BookingStatus | undefined }) {
  const icon = <CalendarCheck size={36} strokeWidth={1.5} aria-hidden />;
  if (status !== undefined) {
    return (
      <EmptyState
        icon={icon}
        title={`No bookings are ${STATUS_LABELS[status].toLowerCase()}`}
        action={
          <Button component={Link} to={paths.bookings()} variant="default">
            Show all bookings
          </Button>
        }
      />
    );
  }
  return user.userType === 'brand' ? (
    <EmptyState
      icon={icon}
      title="No bookings yet"
      text="Find a creator, choose a service and book it. It shows up here."
      action={
        <Button component={Link} to={paths.findInfluencers()}>
          Open a creator’s profile
        </Button>
      }
    />
  ) : (
    <EmptyState
      icon={icon}
      title="No bookings yet"
      text="Share your profile with brands: they book your services from there. Paid orders show up here."
      action={
        <Button component={Link} to={paths.profile(user)}>
          View Profile
        </Button>
      }
    />
  );
}

/** Chooses by status; the choice is in the address. */
const BookingFilter = ({ status }: { status: BookingStatus | undefined }) => (
  <Choices
    label="Bookings by status"
    choices={[
      { label: 'All', to: paths.bookings(), chosen: status === undefined },
      ...BOOKING_STATUSES.map((choice) => ({
        label: STATUS_LABELS[choice],
        to: paths.bookings({ status: choice }),
        chosen: choice === status,
      })),
    ]}
  />
);
