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
  /**
   * Tiers, add-ons and other options, or null if the package has none. Queries for lists do not select this column.
   */
  options: ColumnType<PackageOptions | null, string | null | undefined, string | null>;
  /** Whether an order can cost more than `priceCents`. */
  pricesVary: GeneratedAlways<boolean>;
  /** True if the brand has to ship a product. The delivery time then starts when the product arrives. */
  needsProduct: Generated<boolean>;
  /** A picture from the creator's portfolio. */
  pictureId: Generated<string | null>;
  isPopular: boolean;
  isActive: boolean;
  /**
   * The package's position in the creator's list, lowest first. Packages with the same position are sorted by age,
   * newest first.
   */
  position: Generated<number>;
  /**
   * Set when staff hide the package. It then counts as inactive for everyone except its owner, regardless of
   * `isActive`.
   */
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
  /** The member who ordered. */
  orderedByPersonId: string;
  /** The recipients of emails about the booking. Without one, the emails go to all owners. */
  brandContactPersonId: ColumnType<string | null, string | null | undefined, string | null>;
  creatorContactPersonId: ColumnType<string | null, string | null | undefined, string | null>;
  /** Null if the package was deleted or the booking came from an offer. */
  packageId: string | null;
  /** The offer that the booking came from, and the version that was accepted. */
  offerId: Generated<string | null>;
  offerVersionId: Generated<string | null>;
  /** The client for which the brand ordered. */
  clientId: Generated<string | null>;
  /** The budget period that pays for the order. It never changes. */
  budgetPeriodId: Generated<string | null>;
  brandId: string;
  creatorId: string;
  status: BookingStatus;
  paymentState: PaymentState;
  cancelReason: CancelReason | null;
  /**
   * The creator's reason for declining. Null if the booking was not declined, or was declined before we asked for a
   * reason.
   */
  declineReason: DeclineReason | null;
  /** The creator's note when accepting or declining. */
  moveNote: string | null;
  /** The creator's note and links when completing the work. */
  deliveryNote: string | null;
  deliveryLinks: Generated<string[]>;
  // Copied from the package or offer at the time of the order.
  packageName: string;
  packageDescription: string;
  deliveryDays: number;
  features: string[];
  priceCents: number;
  /** The chosen options with their price lines, or null if the package was booked without options. */
  chosen: ColumnType<BookedChoice | null, string | null | undefined, never>;
  needsProduct: Generated<boolean>;
  /** The version of the operator terms at the time of the order. `feeBps` and `windows` are copied from it. */
  termsNumber: number;
  feeBps: number;
  windows: JsonColumn<Windows>;
  feeCents: number;
  totalCents: number;
  /**
   * The agency that represented the creator when the booking was accepted, its share of the price in hundredths of a
   * percent, and the amount. Null without an agency.
   */
  agencyId: Generated<string | null>;
  agencyBps: Generated<number | null>;
  agencyCents: Generated<number | null>;
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
  pausedAt: OptionalTimeColumn;
  startedAt: OptionalTimeColumn;
  dueAt: OptionalTimeColumn;
  completedAt: OptionalTimeColumn;
  releaseAt: OptionalTimeColumn;
  approvedAt: OptionalTimeColumn;
  releasedAt: OptionalTimeColumn;
  cancelledAt: OptionalTimeColumn;
  captureBefore: OptionalTimeColumn;
  acceptExtendedAt: OptionalTimeColumn;
  /** The brand's payment deadline if the creator's slots are limited. If null, the limit in `windows` applies. */
  payBy: OptionalTimeColumn;
  /** The number of days from the order to the first day on which the creator could start. */
  leadDays: Generated<number>;
  /** The number of deliverables whose latest version needs the brand's decision. Maintained by a trigger. */
  versionsWaiting: Generated<number>;
  /** The time after which the brand's open review moves the due date. Maintained by a trigger. */
  reviewBy: OptionalTimeColumn;
  reviewedAt: OptionalTimeColumn;
  /** The amount that the settlement of the booking refunds to the brand. Set by a trigger. */
  refundCents: GeneratedAlways<number>;
  /** The creator's first category at the time of the order. Set by a trigger. */
  category: GeneratedAlways<string | null>;
  /** The day of the last reminder to approve the work, counted in days after completion. 0 if there was none. */
  remindedDay: Generated<number>;
  refundedAt: OptionalTimeColumn;
  /**
   * The number of the current attempt to create the PaymentIntent, from 1. It is part of the idempotency key, so it
   * is incremented when Stripe definitely did not create the intent.
   */
  intentAttempt: Generated<number>;
}

/**
 * Price history. Each row is a price of a package, valid from `since`. Triggers write the rows and reject changes.
 */
export interface PackagePriceTable {
  seq: Generated<number>;
  packageId: string;
  priceCents: number;
  since: TimeColumn;
}

/**
 * Options history. Each row contains the options of a package, valid from `since`. Triggers write the rows and
 * reject changes.
 */
export interface PackageOptionsTable {
  seq: Generated<number>;
  packageId: string;
  options: JsonColumn<PackageOptions> | null;
  since: TimeColumn;
}

/** A creator's booking limits. Transactions that take or free a slot lock this row. */
export interface CreatorAvailabilityTable {
  creatorId: string;
  /** Null if the number of bookings is not limited. */
  maxBookings: number | null;
  leadDays: number;
  updatedAt: TimeColumn;
}

/** A range of days off ('2026-03-14', in the creator's time zone), both inclusive. */
export interface TimeOffTable {
  creatorId: string;
  position: number;
  firstDay: string;
  lastDay: string;
}

/** A brand's current or past entry on a creator's waiting list. */
export interface WaitingListEntryTable {
  id: Generated<string>;
  /** The sort key of the waiting list, lowest first. */
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
  /** The side that caused the event, as the id of its workspace. */
  actorWorkspaceId: string | null;
  /** The member who acted for that side. */
  actorPersonId: string | null;
  data: JsonColumn<object>;
  at: TimeColumn;
  // Set by a trigger to the two sides of the booking.
  brandId: Generated<string>;
  creatorId: Generated<string>;
}

export interface CancellationRequestTable {
  id: Generated<string>;
  bookingId: string;
  // Set by a trigger to the two sides of the booking.
  creatorId: Generated<string>;
  brandId: Generated<string>;
  requestedByWorkspaceId: string;
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
  // Set by a trigger to the two sides of the booking.
  creatorId: Generated<string>;
  brandId: Generated<string>;
  kind: DisputeKind;
  openedByWorkspaceId: string;
  /**
   * The side that wants to undo the booking: the brand if it reported a problem, otherwise the side that requested
   * the cancellation.
   */
  claimantId: string;
  wanted: DesiredOutcome | null;
  openedAt: TimeColumn;
  answerBy: TimeColumn;
  answeredAt: OptionalTimeColumn;
  answerMissedAt: OptionalTimeColumn;
  /**
   * The time that was left until the automatic payout when the dispute began. Null if the work was not completed
   * then.
   */
  releaseLeftMs: number | null;
  offerCreatorCents: number | null;
  offeredAt: OptionalTimeColumn;
  /** The number of proposals so far to split the money. */
  offers: Generated<number>;
  closedAt: OptionalTimeColumn;
  outcome: DisputeOutcome | null;
  decidedByPersonId: string | null;
  decisionReason: string | null;
}

export interface DisputeStatementTable {
  id: Generated<string>;
  seq: GeneratedAlways<number>;
  disputeId: string;
  authorWorkspaceId: string;
  text: string;
  at: TimeColumn;
}
