/** What happens to a booking: every kind of event and what it carries. */
import type { PaymentSplit } from '@marquee/money';
import type { BookingStatus, CancelReason, DecisionKind, DisputeKind, Side, DesiredOutcome } from './states.ts';
import type { AnswerableRequest } from './windows.ts';

/** What decided where the money goes: the brand's approval or cancellation, both sides, a timer, or staff. */
export type SettledBy = 'brand' | 'agreement' | 'timer' | 'staff';

/** Every kind of event and what it carries besides booking, actor and time. Amounts are cents. */
export interface EventData {
  'booking.ordered': { totalCents: number };
  /** `byApproval`: the brand approved the last deliverable, which completes the work. */
  'booking.moved': { from: BookingStatus; to: BookingStatus; byApproval?: true };
  /** The brand took the order back before it was accepted. */
  'booking.withdrawn': { from: 'pending' };
  'booking.lapsed': { from: BookingStatus; reason: CancelReason };
  /** The brand was reminded of an order that it has not paid. */
  'booking.payment_reminded': { by: string };
  'booking.approved': Record<string, never>;
  'payment.authorized': { totalCents: number };
  'payment.captured': { totalCents: number };
  'payment.voided': Record<string, never>;
  /** The brand gave the creator more time to accept. */
  'booking.acceptance_extended': { acceptBy: string };
  /** The brand was reminded that completed work waits for it. */
  'booking.reminded': { day: number; releaseAt: string; creatorCents: number };
  /** A side was reminded that it has to answer. */
  'booking.answer_reminded': { of: AnswerableRequest; side: Side; by: string };
  /** Both sides were told that accepted work has not begun, and what comes of it when. */
  'booking.start_reminded': { startBy: string; endsAt: string };
  /** Both sides were told that overdue work is cancelled soon. */
  'booking.overdue_reminded': { endsAt: string };
  /** Both sides were told that usage rights end soon. */
  'booking.rights_reminded': { rights: string; endsAt: string };
  /** A version of a deliverable was sent, approved, or sent back. */
  /** `completes`: with it everything is there, and the work was marked as completed. */
  'delivery.sent': { title: string; number: number; completes?: true };
  'delivery.approved': { title: string; number: number };
  'delivery.changes_asked': { title: string; number: number; wish: string };
  /** The creator planned on which days it sends what; `last`: the last of them. */
  'delivery.planned': { days: number; last: string };
  /** Where to send a product was said, it is on its way, it is there. What the address is stays between the two. */
  'shipment.addressed': Record<string, never>;
  'shipment.sent': { carrier: string; tracking: string };
  /** `dueAt`: of work that has begun, counted from now. */
  'shipment.arrived': { dueAt: string | null };
  /** Work was published, or a post was taken off the list. */
  'publication.added': { link: string; publishedOn: string };
  'publication.removed': { link: string };
  'publication.picture_added': { link: string };
  'publication.picture_removed': { link: string };
  'publication.figures_reported': { link: string; views: number | null };
  'booking.cancellation_asked': { reason: string; answerBy: string };
  'booking.cancellation_withdrawn': Record<string, never>;
  /** After the acceptance, with a refund in full. */
  'booking.cancelled': { from: BookingStatus; reason: CancelReason; refundCents: number };
  'dispute.opened': {
    disputeId: string;
    kind: DisputeKind;
    wanted: DesiredOutcome | null;
    text: string;
    answerBy: string;
  };
  /** `isAnswer`: the first word of the side that did not open the dispute. */
  'dispute.statement_added': { disputeId: string; text: string; isAnswer: boolean };
  /** The other side let its time to answer go by. */
  'dispute.unanswered': { disputeId: string };
  'dispute.split_offered': { disputeId: string } & PaymentSplit;
  'dispute.split_accepted': { disputeId: string } & PaymentSplit;
  'dispute.refund_agreed': { disputeId: string; refundCents: number; status: BookingStatus };
  'dispute.withdrawn': { disputeId: string; kind: DisputeKind; releaseAt: string | null };
  /** Staff decided; who is in the admin log. */
  'dispute.decided': {
    disputeId: string;
    decision: DecisionKind;
    reason: string;
    status: BookingStatus;
  } & PaymentSplit;
  'payment.release_decided': { creatorCents: number; by: SettledBy };
  'payment.refund_decided': { refundCents: number; by: SettledBy };
  'payment.split_decided': PaymentSplit & { by: SettledBy };
  'payment.refunded': { refundCents: number };
  /** A card's bank sent a refund back, and the operator paid it another way. */
  'payment.refund_returned': { amountCents: number };
  'payment.refund_replaced': { amountCents: number };
  /** A card's bank took the payment back, gave it back, or keeps it. */
  'payment.charged_back': { amountCents: number };
  'payment.chargeback_won': { amountCents: number };
  'payment.chargeback_lost': { amountCents: number; lossCents: number };
  /** What the creator had been paid was taken back because of it, and paid again when it was won. */
  'payment.reversed': { creatorCents: number };
  'payment.restored': { creatorCents: number };
  'payment.surplus_found': { amountCents: number };
  'payment.surplus_refunded': { amountCents: number };
  /** Events from before its amount was noted have none. */
  'payment.release_blocked': { reason: 'payout_setup'; creatorCents?: number };
  'payment.released': { creatorCents: number; feeCents: number };
}

export type EventKind = keyof EventData;

/** One event, told apart by its kind. */
export type BookingEvent = { [K in EventKind]: { kind: K; data: EventData[K] } }[EventKind];
