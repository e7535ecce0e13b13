/** People: accounts, profiles, sessions, and what is written to them and by them. */
import type { MatchBrief, Platform, ReportOutcome, ReportSubject, UserType } from '@marquee/validation';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { TimeColumn, OptionalTimeColumn, JsonColumn } from './schema.columns.ts';

/** `user` is a reserved word of SQL. */
export interface AppUserTable {
  id: Generated<string>;
  username: string;
  fullName: string;
  email: string;
  userType: UserType;
  /** Null: this person signs in with an external identity only. */
  passwordHash: string | null;
  emailVerifiedAt: OptionalTimeColumn;
  /** The address that the person asked to change to; not confirmed yet. */
  pendingEmail: ColumnType<string | null, string | null | undefined, string | null>;
  /** A session carries the number it began under; raising it ends every other session. */
  signInVersion: Generated<number>;
  deletedAt: OptionalTimeColumn;
  bio: string;
  location: string;
  profileImageUrl: string | null;
  categories: Generated<string[]>;
  languages: Generated<string[]>;
  links: ColumnType<ProfileLink[], string | undefined, string>;
  /** The sum over `creatorPlatform`. bigint: the client reads it as a number. */
  followers: Generated<number>;
  stripeAccountId: string | null;
  /** Counts accounts that Stripe definitely did not make. */
  stripeAccountAttempt: Generated<number>;
  /** Whether the connected account can receive transfers, as Stripe last said. */
  payoutsEnabled: Generated<boolean>;
  /**
   * What Stripe last said of the account: whether its owner went
   * through the onboarding, and what keeps it from being paid.
   */
  payoutDetailsSubmitted: Generated<boolean>;
  payoutDisabledReason: string | null;
  payoutRequirements: Generated<string[]>;
  /** Where the creator is paid (ISO 3166-1); null: not said yet. The account is made there. */
  payoutCountry: ColumnType<string | null, string | null | undefined, string | null>;
  /** The account's agreement with Stripe, as Stripe last said; null: there is no account, or nobody has looked. */
  payoutAgreement: ColumnType<
    'full' | 'recipient' | null,
    'full' | 'recipient' | null | undefined,
    'full' | 'recipient' | null
  >;
  /** Of the browser that signed in last (IANA); null: not known. */
  timeZone: ColumnType<string | null, string | null | undefined, string | null>;
  /** Granted by a command only (db/admin.ts). */
  role: Generated<UserRole>;
  suspendedAt: OptionalTimeColumn;
  suspendedReason: string | null;
  createdAt: TimeColumn;
}

export type UserRole = 'user' | 'admin';

export interface ProfileLink {
  label: string;
  url: string;
}

export interface CreatorPlatformTable {
  creatorId: string;
  platform: Platform;
  handle: string;
  followers: number;
  startingPriceCents: number | null;
  position: number;
}

/** Read model: one row per creator who can be found. Triggers maintain it. */
export interface CreatorListingTable {
  creatorId: string;
  joinedMs: number;
  followers: number;
  completed: number;
  minPriceCents: number;
  maxPriceCents: number;
  minDays: number;
  categories: string[];
  languages: string[];
  platforms: Platform[];
  places: Generated<string[]>;
  ratingTenths: Generated<number>;
  ratingRank: Generated<number>;
  /** Sorts creators in “Best match”. */
  matchRank: GeneratedAlways<number>;
}

export interface PortfolioPictureTable {
  id: Generated<string>;
  creatorId: string;
  url: string;
  width: number;
  height: number;
  caption: Generated<string>;
  position: number;
  createdAt: TimeColumn;
}

/** A picture that shows staff how many follow a creator; `handle` and `followers` as claimed when it was sent. */
export interface FollowerProofTable {
  id: Generated<string>;
  creatorId: string;
  platform: Platform;
  handle: string;
  followers: number;
  pictureUrl: string | null;
  state: 'waiting' | 'confirmed' | 'refused';
  reason: string | null;
  sentAt: TimeColumn;
  decidedAt: TimeColumn | null;
  decidedBy: string | null;
}

/** A username that its owner has given up; it leads to the present one. */
export interface FormerUsernameTable {
  username: string;
  userId: string;
  changedAt: TimeColumn;
}

/** Empty text: not filled in. `date` is a day ('2026-03-14'). */
export interface CustomerInfoTable {
  brandId: string;
  name: string;
  email: string;
  description: string;
  audience: string;
  tone: string;
  date: string;
  notes: string;
  updatedAt: TimeColumn;
}

/** What a brand looks for, kept. `place`: 1 to 20, so that there are no more. */
export interface SavedBriefTable {
  id: Generated<string>;
  brandId: string;
  place: number;
  name: string;
  brief: ColumnType<MatchBrief, string, string>;
  createdAt: TimeColumn;
  updatedAt: TimeColumn;
}

/** Who somebody is on papers. Empty text: not given. */
export interface BillingDetailsTable {
  userId: string;
  legalName: string;
  address: string;
  country: string;
  taxId: string;
  updatedAt: TimeColumn;
}

export interface ContactMessageTable {
  id: Generated<string>;
  userId: string | null;
  name: string;
  email: string;
  company: string;
  subject: string;
  category: string;
  message: string;
  createdAt: TimeColumn;
  /** Its reference is made of it. */
  number: Generated<number>;
  /** open: staff's turn. answered: the asker's. closed: dealt with, until the asker writes again. */
  status: Generated<'open' | 'answered' | 'closed'>;
  /** When staff answered or closed it last. */
  answeredAt: OptionalTimeColumn;
  answeredBy: ColumnType<string | null, string | null | undefined, string | null>;
  /** Why it was closed. */
  answerNote: ColumnType<string | null, string | null | undefined, string | null>;
}

/** What was written after the message itself. */
export interface ContactReplyTable {
  id: Generated<string>;
  messageId: string;
  /** Null: whoever wrote the message. */
  staffId: string | null;
  text: string;
  at: TimeColumn;
}

export type PublicLinkPurpose = 'thread' | 'appeal' | 'unsubscribe';

/** A link in a mail that opens one thing, again and again, until it expires. */
export interface PublicLinkTable {
  tokenHash: string;
  purpose: PublicLinkPurpose;
  subjectId: string;
  createdAt: TimeColumn;
  expiresAt: TimeColumn;
}

/** Somebody said that a profile or a package is not right. */
export interface ReportTable {
  id: Generated<string>;
  reporterId: string | null;
  subjectKind: ReportSubject;
  subjectId: string;
  subjectLabel: string;
  ownerId: string;
  reason: string;
  sentence: string;
  createdAt: TimeColumn;
  decisionId: string | null;
}

/** What staff decided about something that was reported, and the appeal of its owner. */
export interface ModerationDecisionTable {
  id: Generated<string>;
  subjectKind: ReportSubject;
  subjectId: string;
  subjectLabel: string;
  ownerId: string;
  outcome: ReportOutcome;
  reason: string;
  decidedBy: string;
  decidedAt: TimeColumn;
  appeal: ColumnType<string | null, string | null | undefined, string | null>;
  appealedAt: OptionalTimeColumn;
  appealOutcome: ColumnType<'upheld' | 'reversed' | null, null | undefined, 'upheld' | 'reversed'>;
  appealReason: ColumnType<string | null, string | null | undefined, string | null>;
  appealDecidedBy: ColumnType<string | null, string | null | undefined, string | null>;
  appealDecidedAt: OptionalTimeColumn;
}

export interface SessionTable {
  /** SHA-256 of the session id: a read of this table signs nobody in. */
  idHash: string;
  userId: string | null;
  data: JsonColumn<Record<string, unknown>>;
  userAgent: string | null;
  ip: string | null;
  createdAt: TimeColumn;
  lastSeenAt: TimeColumn;
  expiresAt: TimeColumn;
}

/** A person's account at an OpenID provider. */
export interface ExternalIdentityTable {
  issuer: string;
  subject: string;
  userId: string;
  email: string | null;
  connectedAt: TimeColumn;
  lastUsedAt: TimeColumn;
}

/** A mail that is owed or was sent. Neither `userId` nor `address`: to the operator. */
export interface MailTable {
  id: Generated<string>;
  kind: string;
  subject: string;
  userId: string | null;
  /** Where it goes instead of the person's own address. */
  address: string | null;
  /** What it says; gone once it is sent or dropped. */
  data: ColumnType<object | null, string, null>;
  /** The booking that it tells of. */
  bookingId: string | null;
  createdAt: TimeColumn;
  /** Not sent before this time. */
  dueAt: TimeColumn;
  /** It is sent with the others of the day. */
  isDaily: Generated<boolean>;
  sentAt: OptionalTimeColumn;
  droppedAt: OptionalTimeColumn;
}

export type MailLinkPurpose = 'verify_email' | 'reset_password' | 'change_email';

/** A link in a mail that is good once. */
export interface MailLinkTable {
  tokenHash: string;
  purpose: MailLinkPurpose;
  userId: string;
  /** The address that it was sent to. */
  email: string;
  createdAt: TimeColumn;
  expiresAt: TimeColumn;
  usedAt: OptionalTimeColumn;
}

export interface ProfileViewTable {
  creatorId: string;
  /** A keyed hash of who looked: a person counts once a day and is not stored. */
  viewer: string;
  day: string;
}

/** Read model: views of a creator's profile per day (UTC). A trigger counts them. */
export interface CreatorViewDayTable {
  creatorId: string;
  day: string;
  views: number;
}
