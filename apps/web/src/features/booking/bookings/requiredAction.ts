import { hasVersionsToReview, type Side } from '@marquee/booking';
import { ACTION_PERMISSIONS, hasPermission, type Permission, type WorkspaceRole } from '@marquee/contracts';
import { paths } from '../../../paths.ts';
import { pluralize } from '../../../lib/pluralize.ts';
import type { BookingListItem } from './booking.ts';

interface RequiredAction {
  label: string;
  /** The required action as a sentence. */
  text: string;
  /** The permission that a member needs for the action. */
  permission: Permission;
  to: string;
  /** The deadline as an ISO timestamp, or null. */
  by: string | null;
  /** Set if the work is overdue. `since` is an ISO timestamp. */
  overdue: { since: string; label: string } | null;
}

/** Returns the action that the booking needs from a member with this role, or null if it needs none. */
export function findRequiredAction(booking: BookingListItem, side: Side, role: WorkspaceRole): RequiredAction | null {
  const action = findActionOfSide(booking, side);
  return action !== null && hasPermission(role, action.permission) ? action : null;
}

function findActionOfSide(booking: BookingListItem, side: Side): RequiredAction | null {
  const to = paths.bookingDetails({ bookingId: booking.id });
  if (side === 'brand' && hasVersionsToReview(booking))
    return {
      label: 'Review work',
      text: `Review ${pluralize(booking.versionsWaiting, 'deliverable')}`,
      permission: ACTION_PERMISSIONS.brand.in_progress,
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
): (Pick<RequiredAction, 'label' | 'text' | 'permission'> & { to?: string }) | null {
  if (booking.nextStep.waitingFor !== side) return null;
  const permission = 'bookings.decide';
  if (booking.requestAnswerBy !== null)
    return { label: 'Answer request', text: 'Answer the cancellation request', permission };
  if (booking.disputeOfferedAt !== null)
    return { label: 'See offer', text: 'Answer the offer to split the payment', permission };
  if (booking.disputeAnswerBy !== null) return { label: 'Answer dispute', text: 'Answer the dispute', permission };
  const { creator, brand } = ACTION_PERMISSIONS;
  switch (booking.status) {
    case 'pending':
      return side === 'creator'
        ? { label: 'Review order', text: 'Accept or decline the new order', permission: creator.pending }
        : {
            label: 'Continue payment',
            text: 'Pay for the order',
            permission: brand.pending,
            to: paths.checkout({ bookingId: booking.id }),
          };
    case 'accepted':
      return { label: 'Start work', text: 'Start the work', permission: creator.accepted };
    case 'in_progress':
      return { label: 'Send work', text: 'Send the work', permission: creator.in_progress };
    case 'completed':
      return side === 'brand'
        ? { label: 'Review work', text: 'Approve the completed work or report a problem', permission: brand.completed }
        : {
            label: 'Set up payouts',
            text: 'Finish your payout setup to receive the payout',
            permission: creator.completed,
            to: paths.payouts(),
          };
    case 'cancelled':
      return null;
  }
}
