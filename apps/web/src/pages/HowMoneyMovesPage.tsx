/**
 * /how-money-moves: all states of a booking and what happens to the money, derived from the state machine.
 * `?booking={id}` highlights the state of one of the user's bookings.
 */
import { Anchor, Container, Text } from '@mantine/core';
import {
  BOOKING_STATUSES,
  PRODUCT_NAME,
  listReachableStates,
  formatBookingState,
  getBookingState,
  type Windows,
} from '@marquee/booking';
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router-dom';
import { getStateAnchor, StatusSection } from '../features/bookings/StateTable.tsx';
import { paths } from '../paths.ts';
import { loadCurrentUser } from '../session.ts';
import { useOperatorTerms } from '../operatorTerms.ts';
import { queryUtils, ALWAYS_FRESH } from '../trpc.ts';
import { BackLink } from '../ui/BackLink.tsx';
import { PageMeta } from '../ui/PageMeta.tsx';
import { Callout } from '../ui/Callout.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';

interface MarkedBooking {
  id: string;
  packageName: string;
  state: string;
  text: string;
  /** The time windows of this booking, which were fixed when it was created. */
  windows: Windows;
}

export async function loader({ request }: LoaderFunctionArgs): Promise<MarkedBooking | null> {
  const id = new URL(request.url).searchParams.get('booking');
  if (id === null || (await loadCurrentUser()) === null) return null;
  try {
    const { packageName, facts, windows, nextStep } = await queryUtils.bookings.byId.fetch({ id }, ALWAYS_FRESH);
    return { id, packageName, state: formatBookingState(getBookingState(facts)), text: nextStep.text, windows };
  } catch {
    // If the booking does not exist or the user is not a party to it, the page is shown without a highlight.
    return null;
  }
}

export function Page() {
  const marked = useLoaderData<typeof loader>();
  const terms = useOperatorTerms();
  const windows = marked?.windows ?? terms.windows;
  const states = listReachableStates(windows);
  return (
    <Container size="lg" py="xl">
      <PageMeta
        title="How money moves"
        description="Every state that a booking and its money can be in: who may act, what happens if nobody does, and when."
        canonical={paths.howMoneyMoves()}
      />
      {marked !== null && <BackLink to={paths.bookingDetails({ bookingId: marked.id })}>Back to the booking</BackLink>}
      <PageHeader
        title="How money moves"
        description={`Every state that a booking and its money can be in, with who may act, what happens if nobody does, and when. ${PRODUCT_NAME} works by this table: it is made from the same rules.`}
      />
      {marked !== null && (
        <Callout tone="info" title={`“${marked.packageName}” is here`}>
          <Text>{marked.text}</Text>
          <Anchor href={`#${getStateAnchor(marked.state)}`}>Show it in the table</Anchor>
        </Callout>
      )}
      <Text mt="md" maw={720}>
        The brand pays the creator’s price and a fee of {terms.fee}. The card is charged when the creator accepts, and{' '}
        {PRODUCT_NAME} holds the payment until the work is completed. Whatever ends a booking before that gives all of
        it back. The{' '}
        <Anchor component={Link} to={paths.terms()} underline="always">
          Terms of Service
        </Anchor>{' '}
        say the same in other words.
      </Text>
      {BOOKING_STATUSES.map((status) => (
        <StatusSection
          key={status}
          status={status}
          states={states.filter((state) => state.status === status)}
          windows={windows}
          current={marked?.state ?? null}
        />
      ))}
    </Container>
  );
}
