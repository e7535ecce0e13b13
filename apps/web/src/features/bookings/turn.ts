/** What the viewer is asked to do about a booking whose next step is theirs, and where it is done. */
import type { Side } from '@marquee/booking';
import { paths } from '../../paths.ts';
import type { BookingRow } from './booking.ts';

interface Turn {
  /** On a button. */
  label: string;
  /** What is asked, as a line of its own. */
  text: string;
  to: string;
}

/** Null when the next step is not the viewer's. */
export function turnOf(booking: BookingRow, side: Side): Turn | null {
  if (booking.nextStep.waitingFor !== side) return null;
  const to = paths.bookingDetails({ bookingId: booking.id });
  if (booking.requestAnswerBy !== null)
    return { label: 'Answer', text: 'A request to cancel waits for your answer', to };
  if (booking.disputeOfferedAt !== null) return { label: 'See the offer', text: 'An offer waits for your answer', to };
  if (booking.disputeAnswerBy !== null) return { label: 'Answer', text: 'A dispute waits for your answer', to };
  switch (booking.status) {
    case 'pending':
      return side === 'creator'
        ? { label: 'Answer request', text: 'A new request: accept or decline', to }
        : { label: 'Continue payment', text: 'Not paid yet', to: paths.checkout({ bookingId: booking.id }) };
    case 'accepted':
      return { label: 'Start work', text: 'Accepted and paid: ready to start', to };
    case 'in_progress':
      return { label: 'Deliver', text: 'Work in progress: deliver it', to };
    case 'completed':
      return side === 'brand'
        ? { label: 'Review work', text: 'The work is completed: approve it or report a problem', to }
        : { label: 'Set up payouts', text: 'The payout waits for your payout setup', to: paths.payouts() };
    case 'cancelled':
      return null;
  }
}
