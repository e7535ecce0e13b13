/**
 * Classifies a creator's orders by the stage that they have reached or ended in. Each order of a period counts once.
 */
import type { BookingStatus, CancelReason } from './states.ts';

/** The stages in order. A stage in which orders end follows the step that they did not reach. */
export const ORDER_STAGES = [
  'to_pay',
  'not_paid',
  'to_answer',
  'declined',
  'not_answered',
  'withdrawn',
  'in_work',
  'completed',
  'cancelled',
] as const;
export type OrderStage = (typeof ORDER_STAGES)[number];

export const ORDER_STAGE_LABELS: Record<OrderStage, string> = {
  to_pay: 'Not paid yet',
  not_paid: 'Never paid',
  to_answer: 'Waiting for your answer',
  declined: 'Declined by you',
  not_answered: 'Not answered in time',
  withdrawn: 'Withdrawn by the brand',
  in_work: 'In work',
  completed: 'Completed',
  cancelled: 'Cancelled after you accepted',
};

/** The fields that determine an order's stage. */
export interface OrderFacts {
  readonly status: BookingStatus;
  readonly cancelReason: CancelReason | null;
  /** The card was authorized. */
  readonly isPaid: boolean;
  readonly isAccepted: boolean;
}

/** The stage of an order that was cancelled before its acceptance. */
const STAGE_BY_CANCEL_REASON: Record<CancelReason, OrderStage> = {
  declined: 'declined',
  not_accepted: 'not_answered',
  withdrawn: 'withdrawn',
  unpaid: 'not_paid',
  payment_failed: 'not_paid',
  // The replacing order counts, this one does not (`UNCOUNTED_CANCEL_REASON`).
  superseded: 'not_paid',
  agreed: 'cancelled',
  not_answered: 'cancelled',
  not_started: 'cancelled',
  overdue: 'cancelled',
  overdue_ended: 'cancelled',
  decided: 'cancelled',
  charged_back: 'cancelled',
};

/** An order that the same brand replaced with a newer one does not count. */
export const UNCOUNTED_CANCEL_REASON = 'superseded' satisfies CancelReason;

/** Returns an order's stage. */
export function getOrderStage({ status, cancelReason, isPaid, isAccepted }: OrderFacts): OrderStage {
  switch (status) {
    case 'pending':
      return isPaid ? 'to_answer' : 'to_pay';
    case 'accepted':
    case 'in_progress':
      return 'in_work';
    case 'completed':
      return 'completed';
    case 'cancelled':
      if (!isPaid) return 'not_paid';
      return isAccepted || cancelReason === null ? 'cancelled' : STAGE_BY_CANCEL_REASON[cancelReason];
  }
}

/** Numbers of orders that were made, paid, accepted and completed. */
export interface Funnel {
  readonly orders: number;
  readonly paid: number;
  readonly accepted: number;
  readonly completed: number;
}

const UNPAID_STAGES: readonly OrderStage[] = ['to_pay', 'not_paid'];
const ACCEPTED_STAGES: readonly OrderStage[] = ['in_work', 'completed', 'cancelled'];

/** Computes the funnel from the number of orders per stage. */
export function computeFunnel(places: readonly { readonly place: OrderStage; readonly count: number }[]): Funnel {
  const sum = (wanted: (place: OrderStage) => boolean) =>
    places.reduce((total, { place, count }) => total + (wanted(place) ? count : 0), 0);
  return {
    orders: sum(() => true),
    paid: sum((place) => !UNPAID_STAGES.includes(place)),
    accepted: sum((place) => ACCEPTED_STAGES.includes(place)),
    completed: sum((place) => place === 'completed'),
  };
}
