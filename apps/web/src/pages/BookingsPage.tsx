/** /bookings?status=&show=waiting: the signed-in user's bookings, newest first, or those that wait for them. */
import { Button, Container, Stack, Text } from '@mantine/core';
import { BOOKING_STATUSES, STATUS_LABELS, type BookingStatus } from '@marquee/booking';
import { LIMITS } from '@marquee/validation';
import { CalendarCheck } from 'lucide-react';
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router-dom';
import { BookingCard } from '../features/bookings/BookingCard.tsx';
import type { BookingRow } from '../features/bookings/booking.ts';
import { paths } from '../paths.ts';
import { requireUser, type User } from '../session.ts';
import { data, FRESH, trpc } from '../trpc.ts';
import { Choices } from '../ui/Choices.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Head } from '../ui/Head.tsx';
import { More, paging } from '../ui/More.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { orFail } from '../ui/RouteError.tsx';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const query = new URL(request.url).searchParams;
  const isWaiting = query.get('show') === 'waiting';
  const status = isWaiting ? undefined : BOOKING_STATUSES.find((each) => each === query.get('status'));
  // The list is the page; without the numbers on its choices it is still one.
  const numbers = Promise.allSettled([
    data.bookings.counts.fetch(undefined, FRESH),
    ...(isWaiting ? [] : [data.bookings.waiting.fetch(ANY_WAITING, FRESH)]),
  ]);
  // As many pages as were shown before, so that going back leads to the same place.
  const list: Promise<unknown> = isWaiting
    ? data.bookings.waiting.fetch(ALL_WAITING, FRESH)
    : data.bookings.list.fetchInfinite(listOf(status), { ...FRESH, ...paging });
  await orFail(list, 'Failed to load bookings');
  await numbers;
  return { user, status, isWaiting };
}

const ALL_WAITING = { most: 50 };
const ANY_WAITING = { most: 1 };

const listOf = (status: BookingStatus | undefined) => (status === undefined ? {} : { status });

export function Page() {
  const { user, status, isWaiting } = useLoaderData<typeof loader>();
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
      <BookingFilter status={status} isWaiting={isWaiting} />
      {isWaiting ? <WaitingBookings user={user} /> : <AllBookings user={user} status={status} />}
    </Container>
  );
}

/** Newest first, page by page. */
function AllBookings({ user, status }: { user: User; status: BookingStatus | undefined }) {
  const [{ pages }, list] = trpc.bookings.list.useSuspenseInfiniteQuery(listOf(status), paging);
  const bookings = pages.flatMap((page) => page.items);
  return (
    <>
      {bookings.length === 0 ? (
        <NoBookings user={user} status={status} />
      ) : (
        <BookingList bookings={bookings} user={user} />
      )}
      <More list={list} failure="Failed to load bookings" />
    </>
  );
}

/** Those whose next step is the reader's, what is due first in front. */
function WaitingBookings({ user }: { user: User }) {
  const [{ items, atLeast }] = trpc.bookings.waiting.useSuspenseQuery(ALL_WAITING);
  if (items.length === 0) {
    return (
      <EmptyState
        icon={<CalendarCheck size={36} strokeWidth={1.5} aria-hidden />}
        title="Nothing waits for you"
        text="What needs your answer, your work or your approval shows up here, with its deadline."
        action={
          <Button component={Link} to={paths.bookings()} variant="default">
            Show all bookings
          </Button>
        }
      />
    );
  }
  return (
    <>
      <BookingList bookings={items} user={user} />
      {atLeast && (
        <Text c="dimmed" size="sm" mt="md">
          These are the {items.length} that are due first. More show up as you answer them.
        </Text>
      )}
    </>
  );
}

const BookingList = ({ bookings, user }: { bookings: readonly BookingRow[]; user: User }) => (
  <Stack component="ul" gap="md" m={0} p={0} style={{ listStyle: 'none' }}>
    {bookings.map((booking) => (
      <BookingCard key={booking.id} booking={booking} side={user.userType === 'brand' ? 'brand' : 'creator'} />
    ))}
  </Stack>
);

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

/** Chooses what is shown; the choice is in the address. Each says how many there are, where that is known. */
function BookingFilter({ status, isWaiting }: { status: BookingStatus | undefined; isWaiting: boolean }) {
  const { data: counts } = trpc.bookings.counts.useQuery(undefined, { retryOnMount: false });
  const { data: waiting } = trpc.bookings.waiting.useQuery(isWaiting ? ALL_WAITING : ANY_WAITING, {
    retryOnMount: false,
  });
  return (
    <Choices
      label="Bookings by status"
      choices={[
        { label: 'All', to: paths.bookings(), chosen: status === undefined && !isWaiting },
        {
          label: 'Waiting for you',
          to: paths.bookings({ show: 'waiting' }),
          chosen: isWaiting,
          ...(waiting !== undefined && { count: `${waiting.count}${waiting.atLeast ? '+' : ''}` }),
        },
        ...BOOKING_STATUSES.map((choice) => ({
          label: STATUS_LABELS[choice],
          to: paths.bookings({ status: choice }),
          chosen: choice === status,
          ...(counts !== undefined && {
            count: counts[choice] > LIMITS.bookingsCounted ? `${LIMITS.bookingsCounted}+` : String(counts[choice]),
          }),
        })),
      ]}
    />
  );
}
