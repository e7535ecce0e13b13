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
      text: `${pluralize(booking.versionsWaiting, 'deliverable')} to look at: approve or ask for changes`,
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
  if (booking.requestAnswerBy !== null) return { label: 'Answer', text: 'A request to cancel waits for your answer' };
  if (booking.disputeOfferedAt !== null) return { label: 'See the offer', text: 'An offer waits for your answer' };
  if (booking.disputeAnswerBy !== null) return { label: 'Answer', text: 'A dispute waits for your answer' };
  switch (booking.status) {
    case 'pending':
      return side === 'creator'
        ? { label: 'Answer request', text: 'A new request: accept or decline' }
        : { label: 'Continue payment', text: 'Not paid yet', to: paths.checkout({ bookingId: booking.id }) };
    case 'accepted':
      return { label: 'Start work', text: 'Accepted and paid: ready to start' };
    case 'in_progress':
      return { label: 'Deliver', text: 'Work in progress: deliver it' };
    case 'completed':
      return side === 'brand'
        ? { label: 'Review work', text: 'The work is completed: approve it or report a problem' }
        : { label: 'Set up payouts', text: 'The payout waits for your payout setup', to: paths.payouts() };
    case 'cancelled':
      return null;
  }
}
