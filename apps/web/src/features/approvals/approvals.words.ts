import type { ApprovalRule, OrderRequestState } from '@marquee/validation';

export const REQUEST_STATE_LABELS: Record<OrderRequestState, string> = {
  open: 'Waiting for approval',
  approved: 'Approved',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  expired: 'Expired',
  returned: 'Sent back',
};

export const RULE_LABELS: Record<ApprovalRule, string> = {
  never: 'No orders',
  above: 'Orders above an amount',
  new_creators: 'Orders from creators who are new to you',
  always: 'All orders',
};
