import type { PaymentSplit } from '@marquee/money';
import type {
  BookingStatus,
  CancelReason,
  DecisionKind,
  DisputeKind,
  PayoutBlockedReason,
  Side,
  DesiredOutcome,
} from './states.ts';
import type { AnswerableRequest } from './windows.ts';

/**
 * The cause of a settlement: an approval or cancellation by the brand, an agreement of both parties, a timer, or
 * staff.
 */
export type SettledBy = 'brand' | 'agreement' | 'timer' | 'staff';

/** The part of an amount that the creator's agency receives. Its share is in hundredths of a percent. */
export interface AgencyPart {
  name: string;
  shareBps: number;
  cents: number;
}

/** The payout for a booking, including the part of the creator's agency. Brands never see `agency` (`hideAgency`). */
export interface CreatorPayout {
  creatorCents: number;
  agency?: AgencyPart;
}

/** Returns the amount that the creator receives after the agency's part, in cents. */
export const computeOwnPayout = ({ creatorCents, agency }: CreatorPayout): number =>
  creatorCents - (agency?.cents ?? 0);

/** Removes the agency's part from the data of an event, for the brand. */
export function hideAgency<D extends object>(data: D): D {
  const { agency: _, ...shownData } = data as D & { agency?: AgencyPart };
  return shownData as D;
}

/** The data that each kind of event has in addition to the booking, the actor and the time. Amounts are in cents. */
export interface EventData {
  /**
   * A member of the brand requested the order, or approved the request, before it was placed. Creators never see these
   * events (`BRAND_ONLY_KINDS`).
   */
  'booking.requested': Record<string, never>;
  'booking.request_approved': Record<string, never>;
  'booking.ordered': { totalCents: number };
  /**
   * `byApproval` is true if the brand completed the work by approving the last deliverable. `agency` is the agency's
   * part of the price, which is pinned when the creator accepts.
   */
  'booking.moved': { from: BookingStatus; to: BookingStatus; byApproval?: true; agency?: AgencyPart };
  'booking.withdrawn': { from: 'pending' };
  'booking.lapsed': { from: BookingStatus; reason: CancelReason };
  /** The brand was reminded to pay by the time `by`. */
  'booking.payment_reminded': { by: string };
  'booking.approved': Record<string, never>;
  'payment.authorized': { totalCents: number };
  'payment.captured': { totalCents: number };
  'payment.voided': Record<string, never>;
  /** The brand extended the creator's deadline for accepting. */
  'booking.acceptance_extended': { acceptBy: string };
  /** The brand was reminded to review completed work. */
  'booking.reminded': CreatorPayout & { day: number; releaseAt: string };
  /** The party `side` was reminded to respond to an order, a cancellation request or a dispute. */
  'booking.answer_reminded': { of: AnswerableRequest; side: Side; by: string };
  /**
   * Both sides were reminded that accepted work has not begun. The brand can cancel from `startBy` on. The booking
   * is cancelled automatically at `endsAt`.
   */
  'booking.start_reminded': { startBy: string; endsAt: string };
  /** Both sides were reminded that overdue work is cancelled automatically at `endsAt`. */
  'booking.overdue_reminded': { endsAt: string };
  /** Both sides were reminded that the usage rights end at `endsAt`. */
  'booking.rights_reminded': { rights: string; endsAt: string };
  /** `completes` is true if the creator completed the booking with this version. */
  'delivery.sent': { title: string; number: number; completes?: true };
  'delivery.approved': { title: string; number: number };
  'delivery.changes_asked': { title: string; number: number; changeRequest: string };
  /**
   * The creator planned when to send deliverables. `days` is the number of planned deliverables, `last` the latest
   * planned day.
   */
  'delivery.planned': { days: number; last: string };
  /**
   * The due date moved, because a version waited for the brand `hours` longer than promised. `completes` is true if the
   * work was completed at the same time.
   */
  'booking.due_moved': { dueBefore: string; dueAt: string; hours: number; completes?: true };
  /** The creator has entered a shipping address. For privacy, events never contain it. */
  'shipment.addressed': Record<string, never>;
  'shipment.sent': { carrier: string; tracking: string };
  /** `dueAt` is the new due date, or null if the work has not begun. */
  'shipment.arrived': { dueAt: string | null };
  'publication.added': { link: string; publishedOn: string };
  'publication.removed': { link: string };
  'publication.picture_added': { link: string };
  'publication.picture_removed': { link: string };
  'publication.figures_reported': { link: string; views: number | null };
  'booking.cancellation_asked': { reason: string; answerBy: string };
  'booking.cancellation_withdrawn': Record<string, never>;
  /** The booking was cancelled after the creator had accepted it, and the brand is refunded in full. */
  'booking.cancelled': { from: BookingStatus; reason: CancelReason; refundCents: number };
  'dispute.opened': {
    disputeId: string;
    kind: DisputeKind;
    desiredOutcome: DesiredOutcome | null;
    text: string;
    answerBy: string;
  };
  /** `isAnswer` is true for the first statement by the side that did not open the dispute. */
  'dispute.statement_added': { disputeId: string; text: string; isAnswer: boolean };
  /** The side that did not open the dispute missed the deadline to respond. */
  'dispute.unanswered': { disputeId: string };
  'dispute.split_offered': { disputeId: string } & PaymentSplit;
  'dispute.split_accepted': { disputeId: string } & PaymentSplit;
  'dispute.refund_agreed': { disputeId: string; refundCents: number; status: BookingStatus };
  'dispute.withdrawn': { disputeId: string; kind: DisputeKind; releaseAt: string | null };
  /** Staff decided the dispute. Only the audit log contains the name of the staff member. */
  'dispute.decided': {
    disputeId: string;
    decision: DecisionKind;
    reason: string;
    status: BookingStatus;
  } & PaymentSplit;
  'payment.release_decided': CreatorPayout & { by: SettledBy };
  'payment.refund_decided': { refundCents: number; by: SettledBy };
  'payment.split_decided': PaymentSplit & { by: SettledBy };
  'payment.refunded': { refundCents: number };
  /** The card's bank returned a refund. `payment.refund_replaced` means that the operator paid it another way. */
  'payment.refund_returned': { amountCents: number };
  'payment.refund_replaced': { amountCents: number };
  'payment.charged_back': { amountCents: number };
  'payment.chargeback_won': { amountCents: number };
  'payment.chargeback_lost': { amountCents: number; lossCents: number };
  /**
   * The creator's payout was reversed because of a chargeback. `payment.restored` means that it was paid again
   * because the chargeback was won.
   */
  'payment.reversed': CreatorPayout;
  'payment.restored': CreatorPayout;
  'payment.surplus_found': { amountCents: number };
  'payment.surplus_refunded': { amountCents: number };
  /** Older events have no `creatorCents`, because the field was added later. */
  'payment.release_blocked': { reason: PayoutBlockedReason } & Partial<CreatorPayout>;
  'payment.released': CreatorPayout & { feeCents: number };
}

export type EventKind = keyof EventData;

/** Events of the brand's own team. They name the member, and only the brand and staff can see them. */
export const BRAND_ONLY_KINDS: readonly EventKind[] = ['booking.requested', 'booking.request_approved'];

export type BookingEvent = { [K in EventKind]: { kind: K; data: EventData[K] } }[EventKind];
