/** /checkout/{bookingId} and /checkout?packageId={id}: pays for a booking (requirements R2.57 and R2.58). */
import { Card, Container, Stack, Text, Title } from '@mantine/core';
import { formatWindow } from '@marquee/booking';
import type { NewOrderRequestForm } from '@marquee/validation';
import { ShieldCheck } from 'lucide-react';
import { redirect, replace, useLoaderData, useNavigate, type LoaderFunctionArgs } from 'react-router-dom';
import { RequestApproval } from '../../features/booking/order-requests/RequestApproval.tsx';
import { WaitingListSection } from '../../features/catalog/availability/WaitingListSection.tsx';
import { findOrderPerson, findSubmittedOrder } from '../../features/booking/orders/orderDraft.ts';
import { handlePaymentSuccess } from '../../features/booking/orders/paymentReturn.ts';
import { BookedChoiceList } from '../../features/catalog/packages/BookedChoiceList.tsx';
import { DeliveryTime, ShipmentNeeded } from '../../features/catalog/packages/PackageFacts.tsx';
import { PriceBreakdown } from '../../features/money/payments/PriceBreakdown.tsx';
import { CheckoutPayment } from '../../features/money/payments/CheckoutPayment.tsx';
import { PurchaseOrderField } from '../../features/money/payments/PurchaseOrderField.tsx';
import { stripeQuery } from '../../features/money/payments/stripeQuery.ts';
import { paths } from '../../paths.ts';
import { getRequestedPath, loadCurrentUser, useUser, type SignedInUser } from '../../session.ts';
import { getFailureCode, isSignedOutError, getErrorMessage } from '../../lib/errors.ts';
import { queryUtils, ALWAYS_FRESH, getScope, trpc, trpcClient } from '../../trpc.ts';
import { AsideLayout } from '../../ui/Columns.tsx';
import { PageMeta } from '../../ui/PageMeta.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { notify } from '../../lib/notify.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { pluralize } from '../../lib/pluralize.ts';
import { withLoadError } from '../../ui/RouteErrorScreen.tsx';
import { SectionCard } from '../../ui/SectionCard.tsx';
import { notifyFailure } from '../../lib/notifyFailure.ts';
import { DateTime } from '../../ui/DateTime.tsx';
import { PACKAGE_FAILURES } from '../../features/catalog/packages/packages.words.ts';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await loadCurrentUser();
  if (user === null) {
    const next = getRequestedPath(request);
    // A visitor who has filled in the order form without a password most likely needs an account.
    throw redirect(paths.auth({ ...(findOrderPerson(next).email !== '' && { mode: 'signup' }), next }));
  }
  if (user.userType !== 'brand') {
    notify('Error', 'Access denied. Only brands can make bookings.');
    throw redirect(paths.home());
  }
  // Does not wait for Stripe.js. If it cannot be loaded, the page shows an error.
  void getScope().queryClient.prefetchQuery(stripeQuery);

  const { bookingId } = params;
  if (bookingId === undefined) return startCheckout(user, new URL(request.url).searchParams.get('packageId'));
  return continueCheckout(bookingId);
}

/**
 * Creates a booking of the package, or finds the brand's unpaid booking of it, and redirects to its checkout.
 * Returns the package's id if the creator has no free slot, or the order if it needs an approval.
 */
async function startCheckout(
  user: SignedInUser,
  packageId: string | null,
): Promise<{ packageId: string } | { order: NewOrderRequestForm['order'] }> {
  if (packageId === null || packageId === '') {
    notify('Error', PACKAGE_FAILURES.loadOne);
    throw redirect(paths.home());
  }
  const order = { packageId, brandUserId: user.id, ...findSubmittedOrder(packageId) };
  try {
    const { bookingId } = await trpcClient.payments.openCheckout.mutate(order);
    throw replace(paths.checkout({ bookingId }));
  } catch (error) {
    if (error instanceof Response) throw error;
    if (getFailureCode(error) === 'APPROVAL_REQUIRED') {
      await withLoadError(queryUtils.payments.cards.fetch(undefined, ALWAYS_FRESH), 'Failed to load your cards');
      return { order };
    }
    if (NO_SLOT_FAILURES.includes(getFailureCode(error) ?? '')) {
      await withLoadError(
        queryUtils.availability.waitingListStatus.fetch({ packageId }, ALWAYS_FRESH),
        'Failed to load the waiting list',
      );
      return { packageId };
    }
    if (getFailureCode(error) === 'ANSWERS_INVALID' || getFailureCode(error) === 'CHOICE_INVALID') {
      notifyFailure(error, 'Please check your order', 'Validation Error');
      throw replace(paths.orderQuestionnaire({ packageId }));
    }
    if (getFailureCode(error) === 'PACKAGE_NOT_FOUND') {
      notify('Error', PACKAGE_FAILURES.loadOne);
      throw redirect(paths.home());
    }
    throw abortCheckout(error);
  }
}

const NO_SLOT_FAILURES: readonly string[] = ['CREATOR_FULLY_BOOKED', 'CREATOR_AWAY'];

/** Loads a booking and its payment intent. Redirects to the booking page if it cannot be paid for. */
async function continueCheckout(bookingId: string) {
  try {
    const [checkout, booking] = await Promise.all([
      trpcClient.payments.resumeCheckout.mutate({ id: bookingId }),
      queryUtils.bookings.byId.fetch({ id: bookingId }, ALWAYS_FRESH),
      queryUtils.payments.cards.fetch(undefined, ALWAYS_FRESH),
    ]);
    return { checkout, booking };
  } catch (error) {
    const failure = getFailureCode(error);
    if (failure === 'PAYMENT_DONE') notify(getErrorMessage(error, 'This booking has already been paid or cancelled'));
    if (failure === 'PAYMENT_DONE' || failure === 'BOOKING_NOT_FOUND')
      throw replace(paths.bookingDetails({ bookingId }));
    throw abortCheckout(error);
  }
}

/**
 * Redirects to the home page and shows the error there, if the payment intent cannot be created (requirements R8.28).
 * The server logs the failure.
 */
function abortCheckout(error: unknown): Response {
  if (isSignedOutError(error)) throw error;
  notifyFailure(error, 'The payment could not be started. Your card was not charged');
  return redirect(paths.home());
}

export function Page() {
  const checkout = useLoaderData<typeof loader>();
  if ('order' in checkout) return <ApprovalScreen order={checkout.order} />;
  return 'packageId' in checkout ? <NoSlotScreen packageId={checkout.packageId} /> : <CheckoutScreen {...checkout} />;
}

function ApprovalScreen({ order }: { order: NewOrderRequestForm['order'] }) {
  return (
    <Container size="sm" py="xl">
      <PageMeta title="Request approval" />
      <PageHeader title="Checkout" description="Nothing is ordered or charged yet." />
      <RequestApproval order={order} />
    </Container>
  );
}

/** Shown if the creator has no free slot. Shows the next available day and lets the brand join the waiting list. */
function NoSlotScreen({ packageId }: { packageId: string }) {
  const [standing] = trpc.availability.waitingListStatus.useSuspenseQuery({ packageId });
  return (
    <Container size="sm" py="xl">
      <PageMeta title="Waiting list" />
      <PageHeader title="Checkout" description={`${standing.packageName} by ${standing.creatorName}.`} />
      <WaitingListSection standing={standing} order={findSubmittedOrder(packageId)} />
    </Container>
  );
}

type OpenedCheckout = Awaited<ReturnType<typeof continueCheckout>>;

function CheckoutScreen({ checkout, booking }: OpenedCheckout) {
  const navigate = useNavigate();
  const workspaceName = useUser()?.workspaceName ?? '';
  const paid = async () => {
    await handlePaymentSuccess(checkout.bookingId);
    await navigate(paths.dashboard(), { replace: true });
  };

  return (
    <Container size="lg" py="xl">
      <PageMeta title="Checkout" />
      <PageHeader title="Checkout" description={`Book ${booking.packageName} by ${booking.creatorName}.`} />
      <AsideLayout main={7} asideFirst aside={<CheckoutSummary booking={booking} />}>
        <Card component="section" aria-labelledby="payment">
          <Title order={2} fz="lg" mb="md" id="payment">
            Payment Details
          </Title>
          <CheckoutPayment
            key={checkout.clientSecret}
            checkout={checkout}
            workspaceName={workspaceName}
            cancelTo={paths.profile({ username: booking.creatorUsername })}
            onPaid={paid}
          />
        </Card>
      </AsideLayout>
    </Container>
  );
}

const CheckoutSummary = ({ booking }: Pick<OpenedCheckout, 'booking'>) => (
  <SectionCard title="Summary">
    <Stack gap="md">
      <div>
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {booking.packageName}
        </Text>
        <Text size="sm" c="dimmed">
          by {booking.creatorName}
        </Text>
        <DeliveryTime days={booking.deliveryDays} />
        {booking.needsProduct && <ShipmentNeeded />}
        <BookedChoiceList chosen={booking.chosen} />
        {booking.leadDays > 0 && (
          <Text size="sm" c="dimmed">
            {booking.creatorName} can start {pluralize(booking.leadDays, 'day')} after the order.
          </Text>
        )}
        {booking.payBy !== null && (
          <Text size="sm" c="dimmed">
            Your slot is reserved until <DateTime at={booking.payBy} />.
          </Text>
        )}
      </div>
      <PriceBreakdown amounts={booking} lines={booking.chosen?.lines} receiver={`${booking.creatorName} receives`} />
      <PurchaseOrderField bookingId={booking.id} saved={booking.customer.purchaseOrder ?? ''} />
      <Callout tone="info" icon={<ShieldCheck size={20} aria-hidden />}>
        Your card is authorized now and charged only if the creator accepts within{' '}
        {formatWindow(booking.windows, 'acceptHours')}. We hold your payment until the work is completed.
      </Callout>
    </Stack>
  </SectionCard>
);
