/** What follows a payment, whether the page stayed or the bank sent the brand away and back. */
import { replace } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { queryUtils, trpcClient } from '../../trpc.ts';
import { notify } from '../../lib/notify.ts';
import { cacheBooking } from '../bookings/booking.ts';
import { storeRecentBooking } from '../bookings/recentBooking.ts';
import { clearOrder } from './orderDraft.ts';

/** Has the server look at the payment, says that it went well and forgets the order form. */
export async function handlePaymentSuccess(bookingId: string): Promise<void> {
  // The card is authorised either way: should this call fail, Stripe tells the server by itself.
  const booking = await trpcClient.payments.confirmReturn
    .mutate({ id: bookingId })
    .catch(() => queryUtils.bookings.byId.getData({ id: bookingId }));
  if (booking) {
    cacheBooking(booking);
    if (booking.packageId !== null) clearOrder(booking.packageId);
  }
  storeRecentBooking(bookingId);
  notify('Payment Successful', 'Your booking has been confirmed! The influencer will be notified.');
}

/**
 * For the dashboard's loader: the brand's bank sent the browser back (`?booking=`, and what Stripe adds).
 * Returns where to go now.
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
    notify('Payment Successful', 'Your booking has been confirmed! The influencer will be notified.');
  }
  return replace(paths.dashboard());
}

function redirectToCheckout(bookingId: string): Response {
  notify('Payment Failed', 'The payment was not completed. Nothing was charged. You can try again.');
  return replace(paths.checkout({ bookingId }));
}
