/** One interface per table. snake_case in SQL, camelCase here (CamelCasePlugin). */
import type { BookingStatus, CancelReason, PaymentState } from '@marquee/booking';
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
  createdAt: Time;
}

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
}

interface LedgerTransactionTable {
  id: Generated<string>;
  bookingId: string;
  kind: 'capture' | 'earn' | 'release';
  /** The Stripe object that moved the money; null for a movement between our own accounts. */
  stripeObjectId: string | null;
  at: Time;
}

export type LedgerAccount = 'processor' | 'held' | 'creator' | 'fee';

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

interface ProfileViewTable {
  creatorId: string;
  /** A keyed hash of who looked: a person counts once a day and is not stored. */
  viewer: string;
  day: string;
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
  profileView: ProfileViewTable;
}

export type Db = Kysely<Database>;
