/** One interface per table. snake_case in SQL, camelCase here (CamelCasePlugin). */
import type { BookingStatus, CancelReason, DisputeKind, PaymentState, WantedOutcome } from '@marquee/booking';
import type { Answer, OrderCustomer, Platform, Question, UserType } from '@marquee/validation';
import type { ColumnType, Generated, JSONColumnType, Kysely } from 'kysely';

/** Read as a Date; written as a Date from the application's clock. */
type Time = ColumnType<Date, Date, Date>;
type OptionalTime = ColumnType<Date | null, Date | null | undefined, Date | null>;
/** Stored as jsonb, written as JSON text. */
type Json<T extends object | null> = JSONColumnType<T>;

/** `user` is a reserved word of SQL. */
interface AppUserTable {
  id: Generated<string>;
  username: string;
  fullName: string;
  email: string;
  userType: UserType;
  /** Null: this person signs in with an external identity only. */
  passwordHash: string | null;
  emailVerifiedAt: OptionalTime;
  /** The address that the person asked to change to; not confirmed yet. */
  pendingEmail: ColumnType<string | null, string | null | undefined, string | null>;
  /** A session carries the number it began under; raising it ends every other session. */
  signInVersion: Generated<number>;
  deletedAt: OptionalTime;
  bio: string;
  location: string;
  profileImageUrl: string | null;
  categories: Generated<string[]>;
  languages: Generated<string[]>;
  links: ColumnType<ProfileLink[], string | undefined, string>;
  /** The sum over `creatorPlatform`. bigint: the client reads it as a number. */
  followers: Generated<number>;
  stripeAccountId: string | null;
  /** Whether the connected account can receive transfers, as Stripe last said. */
  payoutsEnabled: Generated<boolean>;
  /** What Stripe last said of the account: whether its owner went through the onboarding, and what keeps it from being paid. */
  payoutDetailsSubmitted: Generated<boolean>;
  payoutDisabledReason: string | null;
  payoutRequirements: Generated<string[]>;
  /** Granted by a command only (db/admin.ts). */
  role: Generated<Role>;
  suspendedAt: OptionalTime;
  suspendedReason: string | null;
  createdAt: Time;
}

export type Role = 'user' | 'admin';

export interface ProfileLink {
  label: string;
  url: string;
}

interface CreatorPlatformTable {
  creatorId: string;
  platform: Platform;
  handle: string;
  followers: number;
  startingPriceCents: number | null;
  position: number;
}

/** What the database keeps of every creator who can be found (migration 0009); nobody writes it. */
interface CreatorListingTable {
  creatorId: string;
  joinedMs: number;
  followers: number;
  completed: number;
  minPriceCents: number;
  maxPriceCents: number;
  categories: string[];
  languages: string[];
  platforms: Platform[];
}

interface PortfolioPictureTable {
  id: Generated<string>;
  creatorId: string;
  url: string;
  width: number;
  height: number;
  caption: Generated<string>;
  position: number;
  createdAt: Time;
}

/** A username that its owner has given up; it leads to the present one. */
interface FormerUsernameTable {
  username: string;
  userId: string;
  changedAt: Time;
}

/** Empty text: not filled in. `date` is a day ('2026-03-14'). */
interface CustomerInfoTable {
  brandId: string;
  name: string;
  email: string;
  description: string;
  audience: string;
  tone: string;
  date: string;
  notes: string;
  updatedAt: Time;
}

interface ContactMessageTable {
  id: Generated<string>;
  userId: string | null;
  name: string;
  email: string;
  company: string;
  subject: string;
  category: string;
  message: string;
  createdAt: Time;
  answeredAt: OptionalTime;
  answeredBy: string | null;
  answerNote: string | null;
}

interface SessionTable {
  /** SHA-256 of the session id: a read of this table signs nobody in. */
  idHash: string;
  userId: string | null;
  data: Json<Record<string, unknown>>;
  userAgent: string | null;
  ip: string | null;
  createdAt: Time;
  lastSeenAt: Time;
  expiresAt: Time;
}

/** A person's account at an OpenID provider. */
interface ExternalIdentityTable {
  issuer: string;
  subject: string;
  userId: string;
  email: string | null;
  connectedAt: Time;
  lastUsedAt: Time;
}

/** A mail that is owed or was sent. Neither `userId` nor `address`: to the operator. */
interface MailTable {
  id: Generated<string>;
  kind: string;
  subject: string;
  userId: string | null;
  /** Where it goes instead of the person's own address. */
  address: string | null;
  /** What it says; gone once it is sent or dropped. */
  data: ColumnType<object | null, string, null>;
  createdAt: Time;
  sentAt: OptionalTime;
  droppedAt: OptionalTime;
}

export type LinkPurpose = 'verify_email' | 'reset_password' | 'change_email';

/** A link in a mail that is good once. */
interface MailLinkTable {
  tokenHash: string;
  purpose: LinkPurpose;
  userId: string;
  /** The address that it was sent to. */
  email: string;
  createdAt: Time;
  expiresAt: Time;
  usedAt: OptionalTime;
}

interface PackageTable {
  id: Generated<string>;
  creatorId: string;
  name: string;
  description: string;
  priceCents: number;
  deliveryDays: number;
  features: string[];
  isPopular: boolean;
  isActive: boolean;
  /** Where it stands among its creator's packages, lowest first; of two alike the newer one. */
  position: Generated<number>;
  /** Hidden by staff: inactive for everybody but its owner, whatever `isActive` says. */
  hiddenAt: OptionalTime;
  hiddenReason: string | null;
  createdAt: Time;
  updatedAt: Time;
}

interface QuestionnaireTable {
  packageId: string;
  questions: Json<Question[]>;
  updatedAt: Time;
}

interface BookingTable {
  id: Generated<string>;
  packageId: string | null;
  brandId: string;
  creatorId: string;
  status: BookingStatus;
  paymentState: PaymentState;
  cancelReason: CancelReason | null;
  // The package as it was when the booking was made.
  packageName: string;
  packageDescription: string;
  deliveryDays: number;
  features: string[];
  priceCents: number;
  feeCents: number;
  totalCents: number;
  customer: Json<OrderCustomer>;
  questions: Json<Question[]>;
  answers: Json<Answer[]>;
  stripePaymentIntentId: string | null;
  stripeChargeId: string | null;
  createdAt: Time;
  authorizedAt: OptionalTime;
  acceptBy: OptionalTime;
  acceptedAt: OptionalTime;
  startedAt: OptionalTime;
  dueAt: OptionalTime;
  completedAt: OptionalTime;
  releaseAt: OptionalTime;
  approvedAt: OptionalTime;
  releasedAt: OptionalTime;
  cancelledAt: OptionalTime;
  captureBefore: OptionalTime;
  acceptExtendedAt: OptionalTime;
  /** The last day after completion of which the brand was reminded. */
  remindedDay: Generated<number>;
  refundedAt: OptionalTime;
  /** Counts intents that Stripe definitely did not make. */
  intentAttempt: Generated<number>;
}

interface EventTable {
  id: Generated<string>;
  kind: string;
  bookingId: string | null;
  /** Null: the clock or the payment provider did it. */
  actorId: string | null;
  data: Json<object>;
  at: Time;
}

/** The one slot for which release, refund and split compete; claimed before Stripe is called. */
interface SettlementTable {
  bookingId: string;
  kind: 'release' | 'refund' | 'split';
  /** Null: the timer decided. */
  decidedBy: string | null;
  creatorCents: number;
  feeCents: number;
  refundCents: number;
  /** Counts definite refusals: Stripe repeats a refusal for as long as it keeps the key, so the next try needs another one. */
  attempt: Generated<number>;
  blockedReason: 'payout_setup' | null;
  stripeTransferId: string | null;
  claimedAt: Time;
  settledAt: OptionalTime;
  stripeRefundId: string | null;
  refundedAt: OptionalTime;
  refundAttempt: Generated<number>;
  /** A chargeback that was lost took the money before this could. */
  voidedAt: OptionalTime;
}

/** What a person has to look at; one open row per kind and subject. */
interface MoneyExceptionTable {
  id: Generated<string>;
  kind: string;
  bookingId: string | null;
  /** A booking's id or an object at Stripe. */
  subject: string;
  data: Json<object>;
  openedAt: Time;
  resolvedAt: OptionalTime;
  resolution: string | null;
  resolvedBy: string | null;
}

interface CancellationRequestTable {
  id: Generated<string>;
  bookingId: string;
  askedBy: string;
  reason: string;
  askedAt: Time;
  answerBy: Time;
  closedAt: OptionalTime;
  outcome: 'withdrawn' | 'agreed' | 'not_answered' | 'disputed' | 'overtaken' | null;
}

export type DisputeOutcome = 'withdrawn' | 'refund_agreed' | 'split_agreed' | 'release' | 'refund' | 'split' | 'charged_back';

interface DisputeTable {
  id: Generated<string>;
  bookingId: string;
  kind: DisputeKind;
  openedBy: string;
  /** Who wants the booking undone: the brand with a problem, or whoever asked to cancel. */
  claimantId: string;
  wanted: WantedOutcome | null;
  openedAt: Time;
  answerBy: Time;
  answeredAt: OptionalTime;
  answerMissedAt: OptionalTime;
  /** What was left of the release window when it stopped; null before completion. */
  releaseLeftMs: number | null;
  offerCreatorCents: number | null;
  offeredAt: OptionalTime;
  closedAt: OptionalTime;
  outcome: DisputeOutcome | null;
  decidedBy: string | null;
  decisionReason: string | null;
}

interface DisputeStatementTable {
  id: Generated<string>;
  disputeId: string;
  authorId: string;
  text: string;
  at: Time;
}

/** A charge that its card's bank took back. Not a dispute between the two sides. */
interface ChargebackTable {
  stripeDisputeId: string;
  bookingId: string;
  amountCents: number;
  reason: string;
  stateBefore: PaymentState;
  openedAt: Time;
  closedAt: OptionalTime;
  outcome: 'won' | 'lost' | null;
  reversedCents: Generated<number>;
  stripeReversalId: string | null;
  reversalAttempt: Generated<number>;
  reversalRefusedAt: OptionalTime;
  stripeTransferId: string | null;
  transferAttempt: Generated<number>;
}

/** Another intent named the booking, the booking was cancelled, or the amount was not the booking's. */
export type SurplusReason = 'second_intent' | 'booking_cancelled' | 'amount';

/** Money that came in and belongs to no booking: given back within a minute. */
interface SurplusPaymentTable {
  stripePaymentIntentId: string;
  bookingId: string;
  stripeChargeId: string;
  amountCents: number;
  reason: SurplusReason;
  foundAt: Time;
  attempt: Generated<number>;
  stripeRefundId: string | null;
  refundedAt: OptionalTime;
}

interface LedgerTransactionTable {
  id: Generated<string>;
  bookingId: string;
  kind: LedgerKind;
  /** The Stripe object that moved the money; null for a movement between our own accounts. */
  stripeObjectId: string | null;
  at: Time;
}

export type LedgerKind =
  | 'capture' | 'earn' | 'unearn' | 'refund' | 'release' | 'surplus' | 'surplus_refund'
  | 'chargeback' | 'chargeback_won' | 'chargeback_lost' | 'reversal' | 'restore' | 'recovery' | 'refund_returned' | 'refund_replaced';

export type LedgerAccount = 'processor' | 'held' | 'creator' | 'fee' | 'surplus' | 'chargeback' | 'loss' | 'outside';

interface LedgerEntryTable {
  transactionId: string;
  account: LedgerAccount;
  /** Whose money, on the `creator` account. */
  userId: string | null;
  /** Debits are positive, credits negative; a transaction sums to zero. */
  amountCents: number;
}

interface StripeEventTable {
  id: string;
  type: string;
  receivedAt: Time;
}

interface ReconcilePositionTable {
  stream: string;
  position: Json<object>;
  at: Time;
}

/** A movement that both books have, with the same amount. */
interface ReconcileMatchTable {
  stripeObjectId: string;
  matchedAt: Time;
}

interface ProfileViewTable {
  creatorId: string;
  /** A keyed hash of who looked: a person counts once a day and is not stored. */
  viewer: string;
  day: string;
}

export type DocumentKind = 'receipt' | 'payout';

/** Append-only. Numbers have no gaps; documents.sql.ts gives them. */
interface LedgerDocumentTable {
  id: Generated<string>;
  kind: DocumentKind;
  year: number;
  number: number;
  bookingId: string;
  transactionId: string;
  issuedAt: Time;
}

/** Append-only: what staff did. `actorId` null: the command line. */
interface AdminActionTable {
  id: Generated<string>;
  actorId: string | null;
  action: string;
  subjectKind: string;
  subjectId: string;
  subjectLabel: string;
  reason: string;
  before: Json<object>;
  after: Json<object>;
  at: Time;
}

export interface Database {
  appUser: AppUserTable;
  creatorPlatform: CreatorPlatformTable;
  portfolioPicture: PortfolioPictureTable;
  creatorListing: CreatorListingTable;
  formerUsername: FormerUsernameTable;
  customerInfo: CustomerInfoTable;
  contactMessage: ContactMessageTable;
  session: SessionTable;
  externalIdentity: ExternalIdentityTable;
  mail: MailTable;
  mailLink: MailLinkTable;
  package: PackageTable;
  questionnaire: QuestionnaireTable;
  booking: BookingTable;
  event: EventTable;
  settlement: SettlementTable;
  ledgerTransaction: LedgerTransactionTable;
  ledgerEntry: LedgerEntryTable;
  stripeEvent: StripeEventTable;
  moneyException: MoneyExceptionTable;
  cancellationRequest: CancellationRequestTable;
  dispute: DisputeTable;
  disputeStatement: DisputeStatementTable;
  chargeback: ChargebackTable;
  surplusPayment: SurplusPaymentTable;
  reconcilePosition: ReconcilePositionTable;
  reconcileMatch: ReconcileMatchTable;
  profileView: ProfileViewTable;
  adminAction: AdminActionTable;
  ledgerDocument: LedgerDocumentTable;
}

export type Db = Kysely<Database>;
