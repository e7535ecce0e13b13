import { Badge, type MantineColor } from '@mantine/core';
import { STATUS_LABELS, type BookingStatus, type PaymentState } from '@marquee/booking';

const STATUS_COLORS: Record<BookingStatus, MantineColor> = {
  pending: 'yellow.6',
  accepted: 'blue.6',
  in_progress: 'iris.5',
  completed: 'teal.6',
  cancelled: 'gray.5',
};

interface BadgedBooking {
  status: BookingStatus;
  paymentState: PaymentState;
}

/**
 * Returns a badge of its own for disputed and for split payments, because the booking's status alone would be
 * misleading.
 */
function getStatusBadge({ status, paymentState }: BadgedBooking): { label: string; color: MantineColor } {
  if (paymentState === 'disputed') return { label: 'Disputed', color: 'orange.6' };
  if (paymentState === 'split') return { label: 'Settled', color: 'gray.5' };
  if (status === 'completed' && (paymentState === 'refunded' || paymentState === 'refunding'))
    return { label: 'Refunded', color: 'gray.5' };
  return { label: STATUS_LABELS[status], color: STATUS_COLORS[status] };
}

/** The status of a booking. The color adds nothing to the text. */
export function StatusBadge({ booking }: { booking: BadgedBooking }) {
  const { label, color } = getStatusBadge(booking);
  return (
    <Badge component="span" variant="dot" color={color} size="lg" tt="none" fw={600} style={{ flexShrink: 0 }}>
      {label}
    </Badge>
  );
}
