/**
 * /how-money-moves: the four steps of a payment, and all states of a booking, derived from the state machine.
 * `?booking={id}` highlights the state of one of the user's bookings.
 */
import { Anchor, Container, Text, Title } from '@mantine/core';
import {
  BOOKING_STATUSES,
  listReachableStates,
  formatBookingState,
  getBookingState,
  type Windows,
} from '@marquee/booking';
import { PRODUCT_NAME } from '@marquee/brand';
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router-dom';
import { getStateAnchor, StatusSection } from '../../features/booking/bookings/StateTable.tsx';
import { paths } from '../../paths.ts';
import { loadCurrentUser } from '../../session.ts';
import { useOperatorTerms } from '../../operatorTerms.ts';
import { queryUtils, ALWAYS_FRESH } from '../../trpc.ts';
import { BackLink } from '../../ui/BackLink.tsx';
import { PageMeta } from '../../ui/PageMeta.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { FoldedList, FoldedSection } from '../../ui/FoldedSection.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import classes from './HowMoneyMovesPage.module.css';
import { listPaymentStages } from '../../features/money/payments/payments.words.ts';

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
        description="The path of a payment from the order to the creator’s payout, and every state of a booking."
        canonical={paths.howMoneyMoves()}
      />
      {marked !== null && <BackLink to={paths.bookingDetails({ bookingId: marked.id })}>Back to booking</BackLink>}
      <PageHeader title="How money moves" description="The path of a payment from the order to the creator’s payout." />
      {marked !== null && (
        <Callout tone="info" title={`Your booking “${marked.packageName}”`}>
          <Text>{marked.text}</Text>
          <Anchor href={`#${getStateAnchor(marked.state)}`}>Show this state in the table</Anchor>
        </Callout>
      )}
      <ol className={classes.steps}>
        {listPaymentStages(terms).map(({ title, text }) => (
          <li key={title}>
            <Title order={2} fz="lg">
              {title}
            </Title>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      <Text mb="lg" maw={720}>
        If a booking ends before the work is completed, the brand gets the full amount back. If there is a dispute,{' '}
        {PRODUCT_NAME} holds the payment until the brand and the creator agree or {PRODUCT_NAME} decides. The{' '}
        <Anchor component={Link} to={paths.terms()} underline="always">
          Terms of Service
        </Anchor>{' '}
        contain the same rules.
      </Text>
      <FoldedList>
        <FoldedSection title="All booking states" startsOpen={marked !== null}>
          <Text c="dimmed">
            Each table shows what happens next, when it happens, and what the brand and the creator can do.
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
        </FoldedSection>
      </FoldedList>
    </Container>
  );
}
