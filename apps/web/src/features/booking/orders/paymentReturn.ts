/** Handles a completed payment, both on the checkout page and after a redirect from the brand's bank. */
import { replace } from 'react-router-dom';
import { paths } from '../../../paths.ts';
import { queryUtils, trpcClient } from '../../../trpc.ts';
import { notify } from '../../../lib/notify.ts';
import { cacheBooking } from '../bookings/booking.ts';
import { storeRecentBooking } from '../bookings/recentBooking.ts';
import { clearOrder } from './orderDraft.ts';

const PAYMENT_SUCCESSFUL = [
  'Payment Successful',
  'Your booking has been confirmed! The influencer will be notified.',
] as const;

/** Confirms the payment with the server, shows a toast and clears the order form. */
export async function handlePaymentSuccess(bookingId: string): Promise<void> {
  // The card is already authorized. If this request fails, the server learns about it from Stripe's webhook.
  const booking = await trpcClient.payments.confirmReturn
    .mutate({ id: bookingId })
    .catch(() => queryUtils.bookings.byId.getData({ id: bookingId }));
  if (booking) {
    cacheBooking(booking);
    if (booking.packageId !== null) clearOrder(booking.packageId);
  }
  storeRecentBooking(bookingId);
  notify(...PAYMENT_SUCCESSFUL);
}

/**
 * Handles the redirect from the brand's bank to the dashboard (`?booking=` plus Stripe's parameters). Returns a
 * redirect to the next page.
 */
export async function resolveBankReturn(bookingId: string, query: URLSearchParams): Promise<Response> {
  if (query.get('redirect_status') === 'failed') return redirectToCheckout(bookingId);
  const booking = await trpcClient.payments.confirmReturn.mutate({ id: bookingId }).catch(() => null);
  if (booking === null) return replace(paths.bookingDetails({ bookingId }));
  cacheBooking(booking);
  if (booking.paymentState === 'requires_payment' && booking.status === 'pending') return redirectToCheckout(bookingId);
  if (booking.packageId !== null) clearOrder(booking.packageId);
  if (booking.paymentState === 'authorized') {
    storeRecentBooking(bookingId);
    notify(...PAYMENT_SUCCESSFUL);
  }
  return replace(paths.dashboard());
}

function redirectToCheckout(bookingId: string): Response {
  notify('Payment Failed', 'The payment was not completed, and nothing was charged. Please try again.');
  return replace(paths.checkout({ bookingId }));
}
