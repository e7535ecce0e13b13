import { describe, expect, it } from 'vitest';
import {
  DEFAULT_WINDOWS,
  computeFunnel,
  ORDER_STAGES,
  getOrderStage,
  listReachableStates,
  type BookingStatus,
  type CancelReason,
} from './index.ts';

const facts = (status: BookingStatus, more: Partial<Parameters<typeof getOrderStage>[0]> = {}) => ({
  status,
  cancelReason: null,
  isPaid: true,
  isAccepted: false,
  ...more,
});

describe('the stage of an order', () => {
  it('is defined for every state that a booking can reach, and is “to pay” or “not paid” if the order is unpaid', () => {
    for (const { status, paymentState, cancelReasons } of listReachableStates(DEFAULT_WINDOWS)) {
      const isPaid = paymentState !== 'requires_payment';
      const isAccepted = !['pending', 'cancelled'].includes(status) || paymentState === 'refunded';
      for (const cancelReason of cancelReasons.length === 0 ? [null] : cancelReasons) {
        const place = getOrderStage({ status, cancelReason, isPaid, isAccepted });
        expect(ORDER_STAGES).toContain(place);
        if (!isPaid) expect(['to_pay', 'not_paid']).toContain(place);
      }
    }
  });

  it('depends on the cancellation reason, but is always “cancelled” if the creator had accepted the order', () => {
    const end = (cancelReason: CancelReason, isAccepted = false, isPaid = true) =>
      getOrderStage(facts('cancelled', { cancelReason, isAccepted, isPaid }));
    expect([end('declined'), end('not_accepted'), end('withdrawn')]).toEqual(['declined', 'not_answered', 'withdrawn']);
    expect([end('unpaid', false, false), end('withdrawn', false, false)]).toEqual(['not_paid', 'not_paid']);
    for (const reason of ['agreed', 'not_started', 'decided', 'charged_back', 'payment_failed'] as const)
      expect(end(reason, true)).toBe('cancelled');
  });

  it('determines in which steps of the funnel (orders, paid, accepted, completed) the order is counted', () => {
    const stageCounts = ORDER_STAGES.map((place, at) => ({ place, count: at + 1 }));
    const { orders, paid, accepted, completed } = computeFunnel(stageCounts);
    expect([orders, paid, accepted, completed]).toEqual([45, 42, 24, 8]);
  });
});
