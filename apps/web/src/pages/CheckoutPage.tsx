/**
 * /checkout/{bookingId} and /checkout?packageId={id} (spec §2 "Checkout", decisions "Screens the spec leaves open").
 */
import { windowText } from '@marquee/booking';
import { ShieldCheck } from 'lucide-react';
import { redirect, replace, useLoaderData, useNavigate, type LoaderFunctionArgs } from 'react-router-dom';
import { loadOrder } from '../features/orders/orderDraft.ts';
import { paymentSucceeded } from '../features/orders/paid.ts';
import { DeliveryTime } from '../features/packages/PackageFacts.tsx';
import { Breakdown } from '../features/payments/Breakdown.tsx';
import { Payment } from '../features/payments/Payment.tsx';
import { PurchaseOrder } from '../features/payments/PurchaseOrder.tsx';
import { stripeJs } from '../features/payments/stripeJs.ts';
import { paths } from '../paths.ts';
import { requireUser, type User } from '../session.ts';
import { data, failureOf, FRESH, isSignedOut, messageOf, scope, trpcClient } from '../trpc.ts';
import { WithAside } from '../ui/Columns.tsx';
import { Head } from '../ui/Head.tsx';
import { Notice } from '../ui/Notice.tsx';
import { notify } from '../ui/notify.ts';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Section } from '../ui/Section.tsx';
import { Card, Container, Stack, Text, Title } from '../ui/plain.tsx';
import { tellFailure } from '../ui/tellFailure.ts';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request, 'auth');
  if (user.userType !== 'brand') {
    notify('Error', 'Access denied. Only brands can make bookings.');
    throw redirect(paths.home());
  }
  // Nobody waits for it here: the page says so when it fails.
  void scope().queryClient.prefetchQuery(stripeJs);

  const { bookingId } = params;
  if (bookingId === undefined) throw await open(user, new URL(request.url).searchParams.get('packageId'));
  return resume(bookingId);
}

/** Makes the booking of a package, or finds the one that is not paid yet, and goes on with its own address. */
async function open(user: User, packageId: string | null): Promise<Response> {
  if (packageId === null || packageId === '') {
    notify('Error', 'Failed to load package information');
    return redirect(paths.home());
  }
  try {
    const { bookingId } = await trpcClient.payments.openCheckout.mutate({
      packageId,
      brandUserId: user.id,
      ...loadOrder(packageId),
    });
    return replace(paths.checkout({ bookingId }));
  } catch (error) {
    if (failureOf(error) === 'ANSWERS_INVALID') {
      tellFailure(error, 'Please answer every required question', 'Validation Error');
      return replace(paths.orderQuestionnaire({ packageId }));
    }
    if (failureOf(error) === 'PACKAGE_NOT_FOUND') {
      notify('Error', 'Failed to load package information');
      return redirect(paths.home());
    }
    return giveUp(error);
  }
}

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
  const { checkout, booking } = useLoaderData<typeof loader>();
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

const Summary = ({ booking }: Pick<ReturnType<typeof useLoaderData<typeof loader>>, 'booking'>) => (
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
      </div>
      <Breakdown amounts={booking} receiver={`${booking.creatorName} receives`} />
      <PurchaseOrder bookingId={booking.id} saved={booking.customer.purchaseOrder ?? ''} />
      <Notice tone="info" icon={<ShieldCheck size={20} aria-hidden />}>
        Your card is authorised now and charged only when the creator accepts. Then the platform holds the payment and
        pays it out after the work is completed. If the creator declines or does not accept within{' '}
        {windowText(booking.windows, 'acceptHours')}, you are charged nothing.
      </Notice>
    </Stack>
  </Section>
);
