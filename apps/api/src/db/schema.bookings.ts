/** Tables of packages, bookings, availability, cancellation requests and disputes. */
import type {
  BookingStatus,
  CancelReason,
  DeclineReason,
  DisputeKind,
  PaymentState,
  DesiredOutcome,
  Windows,
} from '@marquee/booking';
import type { PackageChoice, BookedChoice, PackageOptions } from '@marquee/money';
import type { QuestionAnswer, AnswerMap, OrderCustomer, Question } from '@marquee/validation';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { TimeColumn, OptionalTimeColumn, JsonColumn } from './schema.columns.ts';

export interface PackageTable {
  id: Generated<string>;
  creatorId: string;
  name: string;
  description: string;
  priceCents: number;
  deliveryDays: number;
  features: string[];
  /** Tiers, add-ons and other options. Null if there are none. Lists do not read this column. */
  options: ColumnType<PackageOptions | null, string | null | undefined, string | null>;
  /** Whether an order can cost more than `priceCents`. */
  pricesVary: GeneratedAlways<boolean>;
  /** The brand sends a product for the work, and the delivery time starts when it arrives. */
  needsProduct: Generated<boolean>;
  /** A picture of the creator's portfolio. */
  pictureId: Generated<string | null>;
  isPopular: boolean;
  isActive: boolean;
  /** The package's position in its creator's list, lowest first. Newer packages come first among equals. */
  position: Generated<number>;
  /** Set when staff hide the package. For everyone except its owner, it is then inactive regardless of `isActive`. */
  hiddenAt: OptionalTimeColumn;
  hiddenReason: string | null;
  createdAt: TimeColumn;
  updatedAt: TimeColumn;
}

export interface QuestionnaireTable {
  packageId: string;
  questions: JsonColumn<Question[]>;
  updatedAt: TimeColumn;
}

export interface BookingTable {
  id: Generated<string>;
  /** Null if the package was deleted or the booking comes from an offer. */
  packageId: string | null;
  /** The offer that was booked, and the accepted version of it. */
  offerId: Generated<string | null>;
  offerVersionId: Generated<string | null>;
  brandId: string;
  creatorId: string;
  status: BookingStatus;
  paymentState: PaymentState;
  cancelReason: CancelReason | null;
  /** Why the creator declined. Also null for bookings that were declined before the product asked for a reason. */
  declineReason: DeclineReason | null;
  /** The creator's note when accepting or declining. */
  moveNote: string | null;
  /** The creator's note and links when completing the work. */
  deliveryNote: string | null;
  deliveryLinks: Generated<string[]>;
  // Copies of the package's fields as they were when it was booked.
  packageName: string;
  packageDescription: string;
  deliveryDays: number;
  features: string[];
  priceCents: number;
  /** The chosen options with the price lines, or null if the package was booked without options. */
  chosen: ColumnType<BookedChoice | null, string | null | undefined, never>;
  needsProduct: Generated<boolean>;
  /** The operator terms at the time of the order: their number, the fee rate in basis points, and the time limits. */
  termsNumber: number;
  feeBps: number;
  windows: JsonColumn<Windows>;
  feeCents: number;
  totalCents: number;
  customer: JsonColumn<OrderCustomer>;
  questions: JsonColumn<Question[]>;
  answers: JsonColumn<QuestionAnswer[]>;
  stripePaymentIntentId: string | null;
  stripeChargeId: string | null;
  createdAt: TimeColumn;
  authorizedAt: OptionalTimeColumn;
  acceptBy: OptionalTimeColumn;
  acceptedAt: OptionalTimeColumn;
  resumedAt: OptionalTimeColumn;
  startedAt: OptionalTimeColumn;
  dueAt: OptionalTimeColumn;
  completedAt: OptionalTimeColumn;
  releaseAt: OptionalTimeColumn;
  approvedAt: OptionalTimeColumn;
  releasedAt: OptionalTimeColumn;
  cancelledAt: OptionalTimeColumn;
  captureBefore: OptionalTimeColumn;
  acceptExtendedAt: OptionalTimeColumn;
  /** The payment deadline if the creator's slots are limited. Null means that the limit in `windows` applies. */
  payBy: OptionalTimeColumn;
  /** Days from the order to the first day on which the creator could start. */
  leadDays: Generated<number>;
  /** The number of deliverables whose latest version awaits the brand's decision. A trigger maintains it. */
  versionsWaiting: Generated<number>;
  /** The amount that the settlement refunds. A trigger sets it. */
  refundCents: GeneratedAlways<number>;
  /** The creator's first category at the time of the order. A trigger sets it. */
  category: GeneratedAlways<string | null>;
  /** The last day after completion for which the brand was reminded. */
  remindedDay: Generated<number>;
  refundedAt: OptionalTimeColumn;
  /** Counts payment intents that Stripe definitely did not create. It is part of the idempotency key. */
  intentAttempt: Generated<number>;
}

/** Price history: the price of a package from `since` on. Triggers write the rows and reject changes. */
export interface PackagePriceTable {
  seq: Generated<number>;
  packageId: string;
  priceCents: number;
  since: TimeColumn;
}

/** Options history: the options of a package from `since` on. Triggers write the rows and reject changes. */
export interface PackageOptionsTable {
  seq: Generated<number>;
  packageId: string;
  options: JsonColumn<PackageOptions> | null;
  since: TimeColumn;
}

/** A creator's booking limits. Transactions that take or free a slot lock this row. */
export interface CreatorAvailabilityTable {
  creatorId: string;
  /** Null if there is no limit. */
  maxBookings: number | null;
  leadDays: number;
  updatedAt: TimeColumn;
}

/** A range of days off ('2026-03-14', in the creator's time zone). Both ends are included. */
export interface TimeOffTable {
  creatorId: string;
  position: number;
  firstDay: string;
  lastDay: string;
}

/** A brand's current or past entry on a creator's waiting list. */
export interface WaitingListEntryTable {
  id: Generated<string>;
  /** The order in which brands joined. */
  seq: Generated<number>;
  creatorId: string;
  brandId: string;
  packageId: string | null;
  packageName: string;
  priceCents: number;
  customer: ColumnType<OrderCustomer | null, string | null, string | null>;
  answers: ColumnType<AnswerMap | null, string | null, string | null>;
  choice: ColumnType<PackageChoice | null, string | null, string | null>;
  joinedAt: TimeColumn;
  offeredAt: OptionalTimeColumn;
  expiresAt: OptionalTimeColumn;
  endedAt: OptionalTimeColumn;
  outcome: 'booked' | 'left' | 'declined' | 'expired' | 'gone' | null;
  bookingId: string | null;
}

export interface EventTable {
  id: Generated<string>;
  seq: GeneratedAlways<number>;
  kind: string;
  bookingId: string | null;
  /** Null if a timer or Stripe caused the event. */
  actorId: string | null;
  data: JsonColumn<object>;
  at: TimeColumn;
  // A trigger sets both sides of the booking.
  brandId: Generated<string>;
  creatorId: Generated<string>;
}

export interface CancellationRequestTable {
  id: Generated<string>;
  bookingId: string;
  // A trigger sets both sides of the booking.
  creatorId: Generated<string>;
  brandId: Generated<string>;
  askedBy: string;
  reason: string;
  askedAt: TimeColumn;
  answerBy: TimeColumn;
  closedAt: OptionalTimeColumn;
  outcome: 'withdrawn' | 'agreed' | 'not_answered' | 'disputed' | 'overtaken' | null;
}

export type DisputeOutcome =
  | 'withdrawn'
  | 'refund_agreed'
  | 'split_agreed'
  | 'release'
  | 'refund'
  | 'split'
  | 'charged_back';

export interface DisputeTable {
  id: Generated<string>;
  bookingId: string;
  // A trigger sets both sides of the booking.
  creatorId: Generated<string>;
  brandId: Generated<string>;
  kind: DisputeKind;
  openedBy: string;
  /** The side that wants to undo the booking: the brand that reported a problem, or the side that asked to cancel. */
  claimantId: string;
  wanted: DesiredOutcome | null;
  openedAt: TimeColumn;
  answerBy: TimeColumn;
  answeredAt: OptionalTimeColumn;
  answerMissedAt: OptionalTimeColumn;
  /** The rest of the release window when the dispute stopped it. Null before completion. */
  releaseLeftMs: number | null;
  offerCreatorCents: number | null;
  offeredAt: OptionalTimeColumn;
  /** The number of proposals so far to split the money. */
  offers: Generated<number>;
  closedAt: OptionalTimeColumn;
  outcome: DisputeOutcome | null;
  decidedBy: string | null;
  decisionReason: string | null;
}

export interface DisputeStatementTable {
  id: Generated<string>;
  seq: GeneratedAlways<number>;
  disputeId: string;
  authorId: string;
  text: string;
  at: TimeColumn;
}
