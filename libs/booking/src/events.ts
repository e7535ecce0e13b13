/** All kinds of booking events and their data. */
import type { PaymentSplit } from '@marquee/money';
import type { BookingStatus, CancelReason, DecisionKind, DisputeKind, Side, DesiredOutcome } from './states.ts';
import type { AnswerableRequest } from './windows.ts';

/** Who decided where the money goes: the brand's approval or cancellation, both sides, a timer, or staff. */
export type SettledBy = 'brand' | 'agreement' | 'timer' | 'staff';

/** The data of each kind of event, besides booking, actor and time. Amounts are in cents. */
export interface EventData {
  'booking.ordered': { totalCents: number };
  /** `byApproval`: the brand approved the last deliverable, which completes the work. */
  'booking.moved': { from: BookingStatus; to: BookingStatus; byApproval?: true };
  /** The brand withdrew the order before it was accepted. */
  'booking.withdrawn': { from: 'pending' };
  'booking.lapsed': { from: BookingStatus; reason: CancelReason };
  /** The brand was reminded of an unpaid order. */
  'booking.payment_reminded': { by: string };
  'booking.approved': Record<string, never>;
  'payment.authorized': { totalCents: number };
  'payment.captured': { totalCents: number };
  'payment.voided': Record<string, never>;
  /** The brand extended the creator's deadline for accepting. */
  'booking.acceptance_extended': { acceptBy: string };
  /** The brand was reminded to review completed work. */
  'booking.reminded': { day: number; releaseAt: string; creatorCents: number };
  /** A side was reminded to answer. */
  'booking.answer_reminded': { of: AnswerableRequest; side: Side; by: string };
  /** Both sides were reminded that accepted work has not begun, and when it ends. */
  'booking.start_reminded': { startBy: string; endsAt: string };
  /** Both sides were reminded that overdue work will be cancelled. */
  'booking.overdue_reminded': { endsAt: string };
  /** Both sides were reminded that usage rights will end. */
  'booking.rights_reminded': { rights: string; endsAt: string };
  /** A version of a deliverable was sent, approved, or sent back. */
  /** `completes`: this version completed the last deliverable, which completed the booking. */
  'delivery.sent': { title: string; number: number; completes?: true };
  'delivery.approved': { title: string; number: number };
  'delivery.changes_asked': { title: string; number: number; wish: string };
  /** The creator planned when to send deliverables. `last` is the latest day. */
  'delivery.planned': { days: number; last: string };
  /** The shipment's address was set, it was sent, or it arrived. Events never contain the address. */
  'shipment.addressed': Record<string, never>;
  'shipment.sent': { carrier: string; tracking: string };
  /** `dueAt` is the new due date if the work has begun. */
  'shipment.arrived': { dueAt: string | null };
  /** A publication was added or removed. */
  'publication.added': { link: string; publishedOn: string };
  'publication.removed': { link: string };
  'publication.picture_added': { link: string };
  'publication.picture_removed': { link: string };
  'publication.figures_reported': { link: string; views: number | null };
  'booking.cancellation_asked': { reason: string; answerBy: string };
  'booking.cancellation_withdrawn': Record<string, never>;
  /** Cancelled after the acceptance, with a full refund. */
  'booking.cancelled': { from: BookingStatus; reason: CancelReason; refundCents: number };
  'dispute.opened': {
    disputeId: string;
    kind: DisputeKind;
    wanted: DesiredOutcome | null;
    text: string;
    answerBy: string;
  };
  /** `isAnswer`: the first statement of the side that did not open the dispute. */
  'dispute.statement_added': { disputeId: string; text: string; isAnswer: boolean };
  /** The other side missed its deadline for answering. */
  'dispute.unanswered': { disputeId: string };
  'dispute.split_offered': { disputeId: string } & PaymentSplit;
  'dispute.split_accepted': { disputeId: string } & PaymentSplit;
  'dispute.refund_agreed': { disputeId: string; refundCents: number; status: BookingStatus };
  'dispute.withdrawn': { disputeId: string; kind: DisputeKind; releaseAt: string | null };
  /** Staff decided. The admin log has the name. */
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
  /** A card's bank returned a refund, and the operator paid it another way. */
  'payment.refund_returned': { amountCents: number };
  'payment.refund_replaced': { amountCents: number };
  /** A chargeback was opened, won or lost. */
  'payment.charged_back': { amountCents: number };
  'payment.chargeback_won': { amountCents: number };
  'payment.chargeback_lost': { amountCents: number; lossCents: number };
  /** The creator's payout was reversed because of a chargeback, and paid again after it was won. */
  'payment.reversed': { creatorCents: number };
  'payment.restored': { creatorCents: number };
  'payment.surplus_found': { amountCents: number };
  'payment.surplus_refunded': { amountCents: number };
  /** Older events have no amount. */
  'payment.release_blocked': { reason: 'payout_setup'; creatorCents?: number };
  'payment.released': { creatorCents: number; feeCents: number };
}

export type EventKind = keyof EventData;

/** A booking event, discriminated by its kind. */
export type BookingEvent = { [K in EventKind]: { kind: K; data: EventData[K] } }[EventKind];
