import { findShipmentRefusal, getDeliverableState, isStillToSend, type DeliverableVersions } from '@marquee/booking';
import { trpc, type RouterOutputs } from '../../../trpc.ts';
import type { BookingDetails } from './booking.ts';

type PrimaryAction =
  | 'pay'
  | 'accept'
  | 'start'
  | 'give_address'
  | 'send_product'
  | 'confirm_arrival'
  | 'send_work'
  | 'complete'
  | 'approve_version'
  | 'approve'
  | 'answer_cancellation'
  | 'accept_split'
  | 'answer_dispute'
  | 'set_up_payouts'
  | 'find_others';

interface PrimaryActionFacts {
  booking: Pick<
    BookingDetails,
    'viewer' | 'status' | 'paymentState' | 'dispute' | 'cancellation' | 'cancelReason' | 'nextStep'
  >;
  /** Undefined until they are loaded. */
  deliverables: readonly { versions: DeliverableVersions }[] | undefined;
  shipment: RouterOutputs['shipments']['byBooking'] | undefined;
}

/** Reasons for a cancellation after which the brand still needs a creator for the same work. */
const REBOOK_REASONS: readonly BookingDetails['cancelReason'][] = [
  'declined',
  'not_accepted',
  'not_started',
  'overdue',
  'overdue_ended',
];

/**
 * Returns the one action that the booking page highlights, or null if the viewer only waits. Every other button is
 * less prominent.
 */
export function findPrimaryAction({ booking, deliverables, shipment }: PrimaryActionFacts): PrimaryAction | null {
  const { viewer, status, cancellation, dispute, nextStep } = booking;
  const isTurn = nextStep.waitingFor === viewer;
  if (cancellation !== null) return isTurn ? 'answer_cancellation' : null;
  if (dispute?.closedAt === null) {
    if (!isTurn) return null;
    return dispute.offerCreatorCents === null ? 'answer_dispute' : 'accept_split';
  }
  if (viewer === 'creator') {
    if (!isTurn) return null;
    if (status === 'pending') return 'accept';
    if (status === 'accepted') return 'start';
    if (status !== 'in_progress') return 'set_up_payouts';
    if (shipment && shipment.arrivedAt === null) {
      if (shipment.addressAt === null) return 'give_address';
      if (shipment.sentAt !== null) return 'confirm_arrival';
    }
    if (deliverables === undefined) return null;
    return deliverables.some(({ versions }) => isStillToSend(getDeliverableState(versions))) ? 'send_work' : 'complete';
  }
  if (status === 'cancelled') return REBOOK_REASONS.includes(booking.cancelReason) ? 'find_others' : null;
  if (isTurn) return status === 'pending' ? 'pay' : 'approve';
  if (status !== 'accepted' && status !== 'in_progress') return null;
  if (booking.paymentState !== 'held') return null;
  if (deliverables?.some(({ versions }) => getDeliverableState(versions) === 'sent') === true) return 'approve_version';
  return shipment && shipment.sentAt === null && findShipmentRefusal('send', true, shipment) === null
    ? 'send_product'
    : null;
}

/** Loads the deliverables and the shipment, and returns the primary action of the booking page. */
export function usePrimaryAction(booking: BookingDetails): PrimaryAction | null {
  const { data: deliveries } = trpc.deliveries.byBooking.useQuery(
    { id: booking.id },
    { enabled: booking.startedAt !== null },
  );
  const { data: shipment } = trpc.shipments.byBooking.useQuery(
    { id: booking.id },
    { enabled: booking.needsProduct && booking.acceptedAt !== null },
  );
  return findPrimaryAction({ booking, deliverables: deliveries?.items, shipment });
}

/** Returns the variant of the button for `action`, of which only the primary one is filled. */
export const usePrimaryVariant = (booking: BookingDetails, action: PrimaryAction): 'filled' | 'default' =>
  usePrimaryAction(booking) === action ? 'filled' : 'default';
