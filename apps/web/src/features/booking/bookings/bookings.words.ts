/** Texts about a booking that more than one component shows. States and next steps are described in libs/booking. */
import { formatWindow } from '@marquee/booking';
import { formatDollars } from '@marquee/money';
import type { BookingDetails } from './booking.ts';

export const BOOKING_NOT_FOUND = {
  title: 'Booking Not Found',
  text: "This booking doesn't exist or you don't have access to it.",
} as const;

export const CHANGE_NOT_SAVED = 'The change could not be saved';

export const WITHDRAW_REQUEST_TITLE = 'Withdraw your request to cancel?';

/** Describes what happens to a booking after a cancellation request is withdrawn. */
export const describeContinuation = ({ totalCents }: Pick<BookingDetails, 'totalCents'>): string =>
  `The booking continues. We hold the ${formatDollars(totalCents)} until the work is completed.`;

/** Describes how long the other side has to answer a request or a dispute. */
export const describeTimeToAnswer = (
  name: string,
  { windows }: Pick<BookingDetails, 'windows'>,
  window: 'cancellationHours' | 'disputeDays',
): string => `${name} has ${formatWindow(windows, window)} to answer.`;

/** Describes what happens after the creator marks the work as completed. */
export const describeCompletion = (
  { brandName, priceCents, windows }: Pick<BookingDetails, 'brandName' | 'priceCents' | 'windows'>,
  isDelivered: boolean,
): string =>
  `We ask ${brandName} to approve the work. Your payout of ${formatDollars(priceCents)} is released after the approval, or automatically after ${formatWindow(windows, isDelivered ? 'releaseDays' : 'undeliveredDays')}.`;

/** The button and the dialog with which the brand approves work and pays the creator. */
export const RELEASE_PAYMENT = {
  label: 'Approve and release payment',
  title: 'Approve and release the payment?',
  confirmLabel: 'Release payment',
} as const;

/** Describes what happens to the payment when the brand approves the work. */
export const describeRelease = ({
  creatorName,
  priceCents,
  feeCents,
}: Pick<BookingDetails, 'creatorName' | 'priceCents' | 'feeCents'>): string =>
  `We pay ${creatorName} ${formatDollars(priceCents)} and keep the platform fee of ${formatDollars(feeCents)}. You cannot undo this.`;
