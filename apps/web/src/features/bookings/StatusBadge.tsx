import { STATUS_LABELS, type BookingStatus } from '@marquee/booking';
import { type MantineColor } from '@mantine/core';
import { Badge } from '../../ui/plain.tsx';

const COLORS: Record<BookingStatus, MantineColor> = {
  pending: 'yellow.6',
  accepted: 'blue.6',
  in_progress: 'iris.5',
  completed: 'teal.6',
  cancelled: 'gray.5',
};

/** A booking's status. The colour repeats what the word says. */
export function StatusBadge({ status }: { status: BookingStatus }) {
  return (
    <Badge component="span" variant="dot" color={COLORS[status]} size="lg" tt="none" fw={600} style={{ flexShrink: 0 }}>
      {STATUS_LABELS[status]}
    </Badge>
  );
}
