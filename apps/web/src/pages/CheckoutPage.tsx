/**
 * /checkout/{bookingId} and /checkout?packageId={id} (spec §2 "Checkout", decisions "Screens the spec leaves open").
 */
import { Card, Container, Stack, Text, Title } from '@mantine/core';
import { windowText } from '@marquee/booking';
import { ShieldCheck } from 'lucide-react';
import { redirect, replace, useLoaderData, useNavigate, type LoaderFunctionArgs } from 'react-router-dom';
import { WaitingList } from '../features/availability/WaitingList.tsx';
import { loadOrder } from '../features/orders/orderDraft.ts';
import { paymentSucceeded } from '../features/orders/paid.ts';
import { ChosenFacts } from '../features/packages/ChosenFacts.tsx';
import { DeliveryTime, ProductNeeded } from '../features/packages/PackageFacts.tsx';
import { Breakdown } from '../features/payments/Breakdown.tsx';
import { Payment } from '../features/payments/Payment.tsx';
import { PurchaseOrder } from '../features/payments/PurchaseOrder.tsx';
import { stripeJs } from '../features/payments/stripeJs.ts';
import { paths } from '../paths.ts';
import { requireUser, type User } from '../session.ts';
import { failureOf, isSignedOut, messageOf } from '../lib/errors.ts';
import { data, FRESH, scope, trpc, trpcClient } from '../trpc.ts';
import { WithAside } from '../ui/Columns.tsx';
import { Head } from '../ui/Head.tsx';
import { Notice } from '../ui/Notice.tsx';
import { notify } from '../ui/notify.ts';
import { PageHeader } from '../ui/PageHeader.tsx';
import { plural } from '../ui/plural.ts';
import { orFail } from '../ui/RouteError.tsx';
import { Section } from '../ui/Section.tsx';
import { tellFailure } from '../ui/tellFailure.ts';
import { When } from '../ui/When.tsx';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request, 'auth');
  if (user.userType !== 'brand') {
    notify('Error', 'Access denied. Only brands can make bookings.');
    throw redirect(paths.home());
  }
  // Nobody waits for it here: the page says so when it fails.
  void scope().queryClient.prefetchQuery(stripeJs);

  const { bookingId } = params;
  if (bookingId === undefined) return open(user, new URL(request.url).searchParams.get('packageId'));
  return resume(bookingId);
}

/**
 * Makes the booking of a package, or finds the one that is not paid yet, and goes on with its own address. Returns the
 * package when its creator has no place for it now.
 */
async function open(user: User, packageId: string | null): Promise<{ packageId: string }> {
  if (packageId === null || packageId === '') {
    notify('Error', 'Failed to load package information');
    throw redirect(paths.home());
  }
  try {
    const { bookingId } = await trpcClient.payments.openCheckout.mutate({
      packageId,
      brandUserId: user.id,
      ...loadOrder(packageId),
    });
    throw replace(paths.checkout({ bookingId }));
  } catch (error) {
    if (error instanceof Response) throw error;
    if (NO_PLACE.includes(failureOf(error) ?? '')) {
      await orFail(data.availability.standing.fetch({ packageId }, FRESH), 'Failed to load the waiting list');
      return { packageId };
    }
    if (failureOf(error) === 'ANSWERS_INVALID' || failureOf(error) === 'CHOICE_INVALID') {
      tellFailure(error, 'Please look at your order again', 'Validation Error');
      throw replace(paths.orderQuestionnaire({ packageId }));
    }
    if (failureOf(error) === 'PACKAGE_NOT_FOUND') {
      notify('Error', 'Failed to load package information');
      throw redirect(paths.home());
    }
    throw giveUp(error);
  }
}

const NO_PLACE: readonly string[] = ['CREATOR_FULLY_BOOKED', 'CREATOR_AWAY'];

/** The booking and its payment intent. What cannot be paid is shown as the booking that it is. */
async function resume(bookingId: string) {
  try {
    const [checkout, booking] = await Promise.all([
      trpcClient.payments.resumeCheckout.mutate({ id: bookingId }),
      data.bookings.byId.fetch({ id: bookingId }, FRESH),
    ]);
    return { checkout, booking };
  } catch (error) {
    const failure = failureOf(error);
    if (failure === 'PAYMENT_DONE') notify(messageOf(error, 'This booking has already been paid or cancelled'));
    if (failure === 'PAYMENT_DONE' || failure === 'BOOKING_NOT_FOUND')
      throw replace(paths.bookingDetails({ bookingId }));
    throw giveUp(error);
  }
}

/** Spec §8: a failed payment intent is logged (by the server) and sends the user to /. */
function giveUp(error: unknown): Response {
  if (isSignedOut(error)) throw error;
  tellFailure(error, 'The payment could not be started. Nothing was charged');
  return redirect(paths.home());
}

export function Page() {
  const found = useLoaderData<typeof loader>();
  return 'packageId' in found ? <NoPlace packageId={found.packageId} /> : <Checkout {...found} />;
}

/** The creator has no place now: when there is one again, and the waiting list. */
function NoPlace({ packageId }: { packageId: string }) {
  const [standing] = trpc.availability.standing.useSuspenseQuery({ packageId });
  return (
    <Container size="sm" py="xl">
      <Head title="Waiting list" />
      <PageHeader title="Checkout" description={`${standing.packageName} by ${standing.creatorName}.`} />
      <WaitingList standing={standing} order={loadOrder(packageId)} />
    </Container>
  );
}

type Opened = Awaited<ReturnType<typeof resume>>;

function Checkout({ checkout, booking }: Opened) {
  const navigate = useNavigate();
  const paid = async () => {
    await paymentSucceeded(checkout.bookingId);
    await navigate(paths.dashboard(), { replace: true });
  };

  return (
    <Container size="lg" py="xl">
      <Head title="Checkout" />
      <PageHeader title="Checkout" description={`Book ${booking.packageName} by ${booking.creatorName}.`} />
      <WithAside main={7} asideFirst aside={<Summary booking={booking} />}>
        <Card component="section" aria-labelledby="payment">
          <Title order={2} fz="lg" mb="md" id="payment">
            Payment Details
          </Title>
          <Payment
            key={checkout.clientSecret}
            checkout={checkout}
            cancelTo={paths.profile({ username: booking.creatorUsername })}
            onPaid={paid}
          />
        </Card>
      </WithAside>
    </Container>
  );
}

const Summary = ({ booking }: Pick<Opened, 'booking'>) => (
  <Section title="Summary">
    <Stack gap="md">
      <div>
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {booking.packageName}
        </Text>
        <Text size="sm" c="dimmed">
          by {booking.creatorName}
        </Text>
        <DeliveryTime days={booking.deliveryDays} />
        {booking.needsProduct && <ProductNeeded />}
        <ChosenFacts chosen={booking.chosen} />
        {booking.leadDays > 0 && (
          <Text size="sm" c="dimmed">
            {booking.creatorName} can start {plural(booking.leadDays, 'day')} after the order.
          </Text>
        )}
        {booking.payBy !== null && (
          <Text size="sm" c="dimmed">
            Your place is kept until <When at={booking.payBy} />.
          </Text>
        )}
      </div>
      <Breakdown amounts={booking} lines={booking.chosen?.lines} receiver={`${booking.creatorName} receives`} />
      <PurchaseOrder bookingId={booking.id} saved={booking.customer.purchaseOrder ?? ''} />
      <Notice tone="info" icon={<ShieldCheck size={20} aria-hidden />}>
        Your card is authorised now and charged only when the creator accepts. Then the platform holds the payment and
        pays it out after the work is completed. If the creator declines or does not accept within{' '}
        {windowText(booking.windows, 'acceptHours')}, you are charged nothing.
      </Notice>
    </Stack>
  </Section>
);
