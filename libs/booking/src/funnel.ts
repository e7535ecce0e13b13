/**
 * Classifies a creator's orders by stage, for the creator's statistics. The stage is how far an order has got, or
 * how it ended.
 */
import type { BookingStatus, CancelReason } from './states.ts';

/** The stages in display order. Each open stage is followed by the stages in which an order can end from there. */
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
  in_work: 'In progress',
  completed: 'Completed',
  cancelled: 'Cancelled after you accepted',
};

/** The fields that determine an order's stage. */
export interface OrderFacts {
  readonly status: BookingStatus;
  readonly cancelReason: CancelReason | null;
  /** True once the brand's card was authorized. */
  readonly isPaid: boolean;
  readonly isAccepted: boolean;
}

/** The stage of a paid order that was cancelled before the creator accepted it, by the cancellation reason. */
const STAGE_BY_CANCEL_REASON: Record<CancelReason, OrderStage> = {
  declined: 'declined',
  not_accepted: 'not_answered',
  withdrawn: 'withdrawn',
  unpaid: 'not_paid',
  payment_failed: 'not_paid',
  // Not used, because statistics leave out orders that the brand replaced with a newer one
  // (`UNCOUNTED_CANCEL_REASON`).
  superseded: 'not_paid',
  agreed: 'cancelled',
  not_answered: 'cancelled',
  not_started: 'cancelled',
  overdue: 'cancelled',
  overdue_ended: 'cancelled',
  decided: 'cancelled',
  charged_back: 'cancelled',
};

/**
 * The reason for cancelling an order that the same brand replaced with a newer one. The statistics leave these
 * orders out.
 */
export const UNCOUNTED_CANCEL_REASON = 'superseded' satisfies CancelReason;

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

export interface Funnel {
  readonly orders: number;
  readonly paid: number;
  readonly accepted: number;
  readonly completed: number;
}

const UNPAID_STAGES: readonly OrderStage[] = ['to_pay', 'not_paid'];
const ACCEPTED_STAGES: readonly OrderStage[] = ['in_work', 'completed', 'cancelled'];

export function computeFunnel(places: readonly { readonly place: OrderStage; readonly count: number }[]): Funnel {
  const sum = (isCounted: (place: OrderStage) => boolean) =>
    places.reduce((total, { place, count }) => total + (isCounted(place) ? count : 0), 0);
  return {
    orders: sum(() => true),
    paid: sum((place) => !UNPAID_STAGES.includes(place)),
    accepted: sum((place) => ACCEPTED_STAGES.includes(place)),
    completed: sum((place) => place === 'completed'),
  };
}
