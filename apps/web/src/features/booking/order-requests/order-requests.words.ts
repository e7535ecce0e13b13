import type { MantineColor } from '@mantine/core';
import type { OrderRequestState } from '@marquee/validation';

export const REQUEST_STATE_LABELS: Record<OrderRequestState, string> = {
  open: 'Waiting for approval',
  approved: 'Approved',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  expired: 'Expired',
  returned: 'Sent back',
};

export const REQUEST_STATE_COLORS = {
  open: 'iris',
  approved: 'teal',
  declined: 'orange',
  withdrawn: 'gray',
  expired: 'gray',
  returned: 'orange',
} as const satisfies Record<OrderRequestState, MantineColor>;
