/** What is for sale, what is booked, and what the two sides say about it. */
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
  /** What it offers besides itself; null: nothing. Lists do not read it. */
  options: ColumnType<PackageOptions | null, string | null | undefined, string | null>;
  /** Whether an order can cost more than the price. */
  pricesVary: GeneratedAlways<boolean>;
  /** The brand sends a product for the work, and the days count from its arrival. */
  needsProduct: Generated<boolean>;
  /** Of its creator's portfolio. */
  pictureId: Generated<string | null>;
  isPopular: boolean;
  isActive: boolean;
  /** Where it stands among its creator's packages, lowest first; of two alike the newer one. */
  position: Generated<number>;
  /** Hidden by staff: inactive for everybody but its owner, whatever `isActive` says. */
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
  /** Null: the package was deleted, or the booking is of an offer. */
  packageId: string | null;
  /** Of an offer, and the version of it that was ordered. */
  offerId: Generated<string | null>;
  offerVersionId: Generated<string | null>;
  brandId: string;
  creatorId: string;
  status: BookingStatus;
  paymentState: PaymentState;
  cancelReason: CancelReason | null;
  /** Why the creator declined; null for bookings that were declined before reasons were asked for, too. */
  declineReason: DeclineReason | null;
  /** What the creator wrote with the acceptance or the decline. */
  moveNote: string | null;
  /** What the creator said with completed work, and where it is to be seen. */
  deliveryNote: string | null;
  deliveryLinks: Generated<string[]>;
  // The package as it was when the booking was made.
  packageName: string;
  packageDescription: string;
  deliveryDays: number;
  features: string[];
  priceCents: number;
  /** What was chosen of what the package offered besides itself, with the lines of the price; null: it was plain. */
  chosen: ColumnType<BookedChoice | null, string | null | undefined, never>;
  needsProduct: Generated<boolean>;
  /** The operator's terms that it was ordered under: the rate of the fee, and how long each step may take. */
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
  /** Of an order whose creator counts places; null: the operator's time to pay. */
  payBy: OptionalTimeColumn;
  /** Days from the order to the first day on which its creator could start. */
  leadDays: Generated<number>;
  /** Deliverables whose latest version the brand has not decided about. A trigger maintains it. */
  versionsWaiting: Generated<number>;
  /** What the settlement refunds. A trigger sets it. */
  refundCents: GeneratedAlways<number>;
  /** The creator's first category at the time of the order. A trigger sets it. */
  category: GeneratedAlways<string | null>;
  /** The last day after completion of which the brand was reminded. */
  remindedDay: Generated<number>;
  refundedAt: OptionalTimeColumn;
  /** Counts intents that Stripe definitely did not make. */
  intentAttempt: Generated<number>;
}

/** The price of a package from `since` on. Triggers write it and refuse changes. */
export interface PackagePriceTable {
  seq: Generated<number>;
  packageId: string;
  priceCents: number;
  since: TimeColumn;
}

/** The options of a package from `since` on. Triggers write it and refuse changes. */
export interface PackageOptionsTable {
  seq: Generated<number>;
  packageId: string;
  options: JsonColumn<PackageOptions> | null;
  since: TimeColumn;
}

/** What a creator has set of its availability. The row is what those lock who take or give a place. */
export interface CreatorAvailabilityTable {
  creatorId: string;
  /** Null: no limit. */
  maxBookings: number | null;
  leadDays: number;
  updatedAt: TimeColumn;
}

/** Days ('2026-03-14') of the creator's time zone, both included. */
export interface TimeOffTable {
  creatorId: string;
  position: number;
  firstDay: string;
  lastDay: string;
}

/** A brand that waits for a place, or has waited. */
export interface WaitingListEntryTable {
  id: Generated<string>;
  /** The order in which they joined. */
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
  /** Null: the clock or the payment provider did it. */
  actorId: string | null;
  data: JsonColumn<object>;
  at: TimeColumn;
  // Both sides of the booking; the database fills them in.
  brandId: Generated<string>;
  creatorId: Generated<string>;
}

export interface CancellationRequestTable {
  id: Generated<string>;
  bookingId: string;
  // Both sides of the booking; the database fills them in.
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
  // Both sides of the booking; the database fills them in.
  creatorId: Generated<string>;
  brandId: Generated<string>;
  kind: DisputeKind;
  openedBy: string;
  /** Who wants the booking undone: the brand with a problem, or whoever asked to cancel. */
  claimantId: string;
  wanted: DesiredOutcome | null;
  openedAt: TimeColumn;
  answerBy: TimeColumn;
  answeredAt: OptionalTimeColumn;
  answerMissedAt: OptionalTimeColumn;
  /** What was left of the release window when it stopped; null before completion. */
  releaseLeftMs: number | null;
  offerCreatorCents: number | null;
  offeredAt: OptionalTimeColumn;
  /** How many offers to share the money were made. */
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
