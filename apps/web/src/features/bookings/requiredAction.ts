import { hasVersionsToReview, type Side } from '@marquee/booking';
import { paths } from '../../paths.ts';
import { pluralize } from '../../lib/pluralize.ts';
import type { BookingListItem } from './booking.ts';

interface RequiredAction {
  label: string;
  /** The required action as a sentence. */
  text: string;
  to: string;
  /** The deadline as an ISO timestamp, or null. */
  by: string | null;
  /** Set if the work is overdue. `since` is an ISO timestamp. */
  overdue: { since: string; label: string } | null;
}

/** Returns the action that the booking needs from the viewer, or null if it needs none. */
export function findRequiredAction(booking: BookingListItem, side: Side): RequiredAction | null {
  const to = paths.bookingDetails({ bookingId: booking.id });
  if (side === 'brand' && hasVersionsToReview(booking))
    return {
      label: 'Review work',
      text: `Review ${pluralize(booking.versionsWaiting, 'deliverable')}`,
      to,
      by: null,
      overdue: null,
    };
  const question = findRequiredAnswer(booking, side);
  const { at, label, overdueSince } = booking.nextStep;
  const overdue = overdueSince === null ? null : { since: overdueSince, label: label ?? '' };
  return question && { to, by: at, overdue, ...question };
}

function findRequiredAnswer(
  booking: BookingListItem,
  side: Side,
): (Pick<RequiredAction, 'label' | 'text'> & { to?: string }) | null {
  if (booking.nextStep.waitingFor !== side) return null;
  if (booking.requestAnswerBy !== null) return { label: 'Answer request', text: 'Answer the cancellation request' };
  if (booking.disputeOfferedAt !== null) return { label: 'See offer', text: 'Answer the offer to split the payment' };
  if (booking.disputeAnswerBy !== null) return { label: 'Answer dispute', text: 'Answer the dispute' };
  switch (booking.status) {
    case 'pending':
      return side === 'creator'
        ? { label: 'Review order', text: 'Accept or decline the new order' }
        : { label: 'Continue payment', text: 'Pay for the order', to: paths.checkout({ bookingId: booking.id }) };
    case 'accepted':
      return { label: 'Start work', text: 'Start the work' };
    case 'in_progress':
      return { label: 'Send work', text: 'Send the work' };
    case 'completed':
      return side === 'brand'
        ? { label: 'Review work', text: 'Approve the completed work or report a problem' }
        : { label: 'Set up payouts', text: 'Finish your payout setup to receive the payout', to: paths.payouts() };
    case 'cancelled':
      return null;
  }
}
