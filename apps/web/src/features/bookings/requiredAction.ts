/** What the viewer is asked to do about a booking that waits for them, and where it is done. */
import { hasVersionsToReview, type Side } from '@marquee/booking';
import { paths } from '../../paths.ts';
import { pluralize } from '../../lib/pluralize.ts';
import type { BookingListItem } from './booking.ts';

interface RequiredAction {
  /** On a button. */
  label: string;
  /** What is asked, as a line of its own. */
  text: string;
  to: string;
  /** ISO text: until when. Null if there is no deadline. */
  by: string | null;
  /** If the deadline is over: since when (ISO text), and what `by` is then called. */
  overdue: { since: string; label: string } | null;
}

/** Null when the booking does not wait for the viewer. */
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

/** What the next step asks of the viewer. */
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
