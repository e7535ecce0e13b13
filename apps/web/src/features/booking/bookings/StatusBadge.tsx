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
 * Returns the label and color for a booking. The booking status is misleading for a disputed, split or refunded
 * payment, so these get labels of their own.
 */
function getStatusBadge({ status, paymentState }: BadgedBooking): { label: string; color: MantineColor } {
  if (paymentState === 'disputed') return { label: 'Disputed', color: 'orange.6' };
  if (paymentState === 'split') return { label: 'Settled', color: 'gray.5' };
  if (status === 'completed' && (paymentState === 'refunded' || paymentState === 'refunding'))
    return { label: 'Refunded', color: 'gray.5' };
  return { label: STATUS_LABELS[status], color: STATUS_COLORS[status] };
}

export function StatusBadge({ booking }: { booking: BadgedBooking }) {
  const { label, color } = getStatusBadge(booking);
  return (
    <Badge component="span" variant="dot" color={color} size="lg" tt="none" fw={600} style={{ flexShrink: 0 }}>
      {label}
    </Badge>
  );
}
