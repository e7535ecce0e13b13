import type { OrderRequestState } from '@marquee/validation';

export const REQUEST_STATE_LABELS: Record<OrderRequestState, string> = {
  open: 'Waiting for approval',
  approved: 'Approved',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  expired: 'Expired',
  returned: 'Sent back',
};
