/**
 * /bookings?status=&show=waiting: the user's bookings, newest first, or the bookings that need action from the user.
 */
import { Button, Container, Text } from '@mantine/core';
import { BOOKING_STATUSES, STATUS_LABELS, type BookingStatus } from '@marquee/booking';
import { LIMITS } from '@marquee/validation';
import { CalendarCheck } from 'lucide-react';
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router-dom';
import { BookingRow } from '../../features/booking/bookings/BookingRow.tsx';
import { BookingTabs } from '../../features/booking/bookings/BookingTabs.tsx';
import type { BookingListItem } from '../../features/booking/bookings/booking.ts';
import { paths } from '../../paths.ts';
import { requireUser, type SignedInUser } from '../../session.ts';
import { queryUtils, ALWAYS_FRESH, trpc } from '../../trpc.ts';
import { ChoiceLinks } from '../../ui/ChoiceLinks.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageMeta } from '../../ui/PageMeta.tsx';
import { LoadMore, cursorPaging } from '../../ui/LoadMore.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { withLoadError } from '../../ui/RouteErrorScreen.tsx';
import { RowsCard } from '../../ui/RowsCard.tsx';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const query = new URL(request.url).searchParams;
  const isWaiting = query.get('show') === 'waiting';
  const status = isWaiting ? undefined : BOOKING_STATUSES.find((each) => each === query.get('status'));
  // Ignores errors, because the page also works without the counts.
  const numbers = Promise.allSettled([
    queryUtils.bookings.counts.fetch(undefined, ALWAYS_FRESH),
    queryUtils.offers.waitingCount.fetch(undefined, ALWAYS_FRESH),
    ...(isWaiting ? [] : [queryUtils.bookings.waiting.fetch(WAITING_COUNT_INPUT, ALWAYS_FRESH)]),
  ]);
  // Loads as many pages as were shown before, so that the scroll position can be restored when the user goes back.
  const list: Promise<unknown> = isWaiting
    ? queryUtils.bookings.waiting.fetch(WAITING_LIST_INPUT, ALWAYS_FRESH)
    : queryUtils.bookings.list.fetchInfinite(createListInput(status), { ...ALWAYS_FRESH, ...cursorPaging });
  await withLoadError(list, 'Failed to load bookings');
  await numbers;
  return { user, status, isWaiting };
}

const WAITING_LIST_INPUT = { most: 50 };
const WAITING_COUNT_INPUT = { most: 1 };

const createListInput = (status: BookingStatus | undefined) => (status === undefined ? {} : { status });

export function Page() {
  const { user, status, isWaiting } = useLoaderData<typeof loader>();
  return (
    <Container size="lg" py="xl">
      <PageMeta title="Bookings" />
      <PageHeader
        title="Bookings"
        description={
          user.userType === 'brand'
            ? 'Your orders and their next deadlines.'
            : 'Orders from brands and their next deadlines.'
        }
      />
      <BookingTabs />
      <BookingFilter status={status} isWaiting={isWaiting} />
      {isWaiting ? <WaitingBookingList user={user} /> : <AllBookings user={user} status={status} />}
    </Container>
  );
}

function AllBookings({ user, status }: { user: SignedInUser; status: BookingStatus | undefined }) {
  const [{ pages }, list] = trpc.bookings.list.useSuspenseInfiniteQuery(createListInput(status), cursorPaging);
  const bookings = pages.flatMap((page) => page.items);
  return (
    <>
      {bookings.length === 0 ? (
        <NoBookings user={user} status={status} />
      ) : (
        <BookingList bookings={bookings} user={user} />
      )}
      <LoadMore list={list} failure="Failed to load bookings" />
    </>
  );
}

/** Lists the bookings that need action from the signed-in user, earliest deadline first. */
function WaitingBookingList({ user }: { user: SignedInUser }) {
  const [{ items, atLeast }] = trpc.bookings.waiting.useSuspenseQuery(WAITING_LIST_INPUT);
  if (items.length === 0) {
    return (
      <EmptyState
        icon={<CalendarCheck size={36} strokeWidth={1.5} aria-hidden />}
        title="Nothing is waiting for you"
        text="Bookings that need your answer, work or approval appear here."
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
          These {items.length} bookings are due first. More appear as you complete them.
        </Text>
      )}
    </>
  );
}

const BookingList = ({ bookings, user }: { bookings: readonly BookingListItem[]; user: SignedInUser }) => (
  <RowsCard>
    {bookings.map((booking) => (
      <BookingRow key={booking.id} booking={booking} side={user.userType === 'brand' ? 'brand' : 'creator'} />
    ))}
  </RowsCard>
);

function NoBookings({ user, status }: { user: SignedInUser; status: BookingStatus | undefined }) {
  const icon = <CalendarCheck size={36} strokeWidth={1.5} aria-hidden />;
  if (status !== undefined) {
    return (
      <EmptyState
        icon={icon}
        title={`No ${STATUS_LABELS[status].toLowerCase()} bookings`}
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
      text="The services that you book appear here."
      action={
        <Button component={Link} to={paths.findInfluencers()}>
          Find creators
        </Button>
      }
    />
  ) : (
    <EmptyState
      icon={icon}
      title="No bookings yet"
      text="Paid orders from brands appear here. Share your profile to get the first one."
      action={
        <Button component={Link} to={paths.profile(user)}>
          View Profile
        </Button>
      }
    />
  );
}

/** Renders the filter, which is stored in the URL. Each choice shows its count if it has been loaded. */
function BookingFilter({ status, isWaiting }: { status: BookingStatus | undefined; isWaiting: boolean }) {
  const { data: counts } = trpc.bookings.counts.useQuery(undefined, { retryOnMount: false });
  const { data: waiting } = trpc.bookings.waiting.useQuery(isWaiting ? WAITING_LIST_INPUT : WAITING_COUNT_INPUT, {
    retryOnMount: false,
  });
  return (
    <ChoiceLinks
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
            count: counts[choice] > LIMITS.maxBookingCount ? `${LIMITS.maxBookingCount}+` : String(counts[choice]),
          }),
        })),
      ]}
    />
  );
}
