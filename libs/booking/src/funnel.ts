/**
 * Where the orders of a creator stand or have ended, from the order on. It is counted over the orders that were made in
 * some days, so that each is counted once, at one place.
 */
import type { BookingStatus, CancelReason } from './states.ts';

/** In the order in which an order passes them; the ones in which it can end stand after the step that it did not take. */
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

/** As the creator reads them. */
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

/** What says where an order stands. */
export interface OrderFacts {
  readonly status: BookingStatus;
  readonly cancelReason: CancelReason | null;
  /** The card was authorised. */
  readonly isPaid: boolean;
  readonly isAccepted: boolean;
}

/** How an order ended that was never accepted. */
const STAGE_BY_CANCEL_REASON: Record<CancelReason, OrderStage> = {
  declined: 'declined',
  not_accepted: 'not_answered',
  withdrawn: 'withdrawn',
  unpaid: 'not_paid',
  payment_failed: 'not_paid',
  // The order that took its place is counted, this one is not (`UNCOUNTED_REASON`).
  superseded: 'not_paid',
  agreed: 'cancelled',
  not_answered: 'cancelled',
  not_started: 'cancelled',
  overdue: 'cancelled',
  overdue_ended: 'cancelled',
  decided: 'cancelled',
  charged_back: 'cancelled',
};

/** An order in whose place the same brand made a newer one is none of its own. */
export const UNCOUNTED_CANCEL_REASON = 'superseded' satisfies CancelReason;

/** Where an order stands or has ended. */
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

/** How many of some orders were made, paid, accepted and completed. */
export interface Funnel {
  readonly orders: number;
  readonly paid: number;
  readonly accepted: number;
  readonly completed: number;
}

const UNPAID_STAGES: readonly OrderStage[] = ['to_pay', 'not_paid'];
const ACCEPTED_STAGES: readonly OrderStage[] = ['in_work', 'completed', 'cancelled'];

/** Sums up the places of some orders, each with how many stand there. */
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
