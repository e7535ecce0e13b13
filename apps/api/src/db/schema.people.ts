/** Tables of accounts, profiles, sessions, emails, support messages and moderation. */
import type { MatchBrief, Platform, ReportOutcome, ReportSubject, UserType } from '@marquee/validation';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { TimeColumn, OptionalTimeColumn, JsonColumn } from './schema.columns.ts';

/** An account. The table is not called `user`, because that is a reserved word in SQL. */
export interface AppUserTable {
  id: Generated<string>;
  username: string;
  fullName: string;
  email: string;
  userType: UserType;
  /** Null if the person signs in with an external identity only. */
  passwordHash: string | null;
  emailVerifiedAt: OptionalTimeColumn;
  /** A new address that the person has not confirmed yet. */
  pendingEmail: ColumnType<string | null, string | null | undefined, string | null>;
  /** Each session stores the number with which it began. Increasing it ends all other sessions. */
  signInVersion: Generated<number>;
  deletedAt: OptionalTimeColumn;
  bio: string;
  location: string;
  profileImageUrl: string | null;
  categories: Generated<string[]>;
  languages: Generated<string[]>;
  links: ColumnType<ProfileLink[], string | undefined, string>;
  /** The sum over `creatorPlatform`. */
  followers: Generated<number>;
  stripeAccountId: string | null;
  /** Counts Stripe accounts that were definitely not created. It is part of the idempotency key. */
  stripeAccountAttempt: Generated<number>;
  /** Whether the connected account can receive transfers, as last reported by Stripe. */
  payoutsEnabled: Generated<boolean>;
  /**
   * The account as last reported by Stripe: whether its owner completed the onboarding, and why it cannot be paid.
   */
  payoutDetailsSubmitted: Generated<boolean>;
  payoutDisabledReason: string | null;
  payoutRequirements: Generated<string[]>;
  /**
   * The country (ISO 3166-1) where the creator is paid and the account is opened, or null before the creator chose
   * one.
   */
  payoutCountry: ColumnType<string | null, string | null | undefined, string | null>;
  /**
   * The service agreement of the account, as last reported by Stripe. Null if there is no account or no report yet.
   */
  payoutAgreement: ColumnType<
    'full' | 'recipient' | null,
    'full' | 'recipient' | null | undefined,
    'full' | 'recipient' | null
  >;
  /** The time zone (IANA) of the browser that signed in last, or null if unknown. */
  timeZone: ColumnType<string | null, string | null | undefined, string | null>;
  /** Only a command grants the admin role (process/grant-admin.ts). */
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

/** Read model with one row per findable creator. Triggers maintain it. */
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
  /** The sort key of “Best match”. */
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

/**
 * A screenshot with which a creator verifies a follower count. `handle` and `followers` are the claim at the time of
 * the upload.
 */
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

/** A username that its owner gave up. It redirects to the current one. */
export interface FormerUsernameTable {
  username: string;
  userId: string;
  changedAt: TimeColumn;
}

/**
 * The order details that a brand stores for its next orders. Empty text means "not filled in". `date` is a day
 * ('2026-03-14').
 */
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

/** A brand's saved matching brief. `place` is 1 to 20, which limits the number of briefs. */
export interface SavedBriefTable {
  id: Generated<string>;
  brandId: string;
  place: number;
  name: string;
  brief: ColumnType<MatchBrief, string, string>;
  createdAt: TimeColumn;
  updatedAt: TimeColumn;
}

/** A person's details for documents. Empty text means "not given". */
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
  /** The source of the reference number. */
  number: Generated<number>;
  /** open: staff have to answer. answered: the sender has to. closed: finished, unless the sender writes again. */
  status: Generated<'open' | 'answered' | 'closed'>;
  /** When staff last answered or closed the message. */
  answeredAt: OptionalTimeColumn;
  answeredBy: ColumnType<string | null, string | null | undefined, string | null>;
  /** Why staff closed the message. */
  answerNote: ColumnType<string | null, string | null | undefined, string | null>;
}

/** A later message in a support conversation. */
export interface ContactReplyTable {
  id: Generated<string>;
  messageId: string;
  /** Null if the sender of the contact message wrote it. */
  staffId: string | null;
  text: string;
  at: TimeColumn;
}

export type PublicLinkPurpose = 'thread' | 'appeal' | 'unsubscribe';

/** A link in an email that works any number of times until it expires. */
export interface PublicLinkTable {
  tokenHash: string;
  purpose: PublicLinkPurpose;
  subjectId: string;
  createdAt: TimeColumn;
  expiresAt: TimeColumn;
}

/** A person's report of content that breaks the rules. */
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

/** A staff decision about reported content, and its owner's appeal. */
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
  /** SHA-256 of the session id, so that reading this table does not let anyone sign in. */
  idHash: string;
  userId: string | null;
  data: JsonColumn<Record<string, unknown>>;
  userAgent: string | null;
  ip: string | null;
  createdAt: TimeColumn;
  lastSeenAt: TimeColumn;
  expiresAt: TimeColumn;
}

export interface ExternalIdentityTable {
  issuer: string;
  subject: string;
  userId: string;
  email: string | null;
  connectedAt: TimeColumn;
  lastUsedAt: TimeColumn;
}

/** An email that is queued or was sent. It goes to the operator if neither `userId` nor `address` is set. */
export interface MailTable {
  id: Generated<string>;
  kind: string;
  subject: string;
  userId: string | null;
  /** The recipient address, if it is not the person's own. */
  address: string | null;
  /** The content, which is deleted when the email is sent or dropped. */
  data: ColumnType<object | null, string, null>;
  bookingId: string | null;
  createdAt: TimeColumn;
  /** The earliest time to send it. */
  dueAt: TimeColumn;
  /** Whether it is sent in the daily digest. */
  isDaily: Generated<boolean>;
  sentAt: OptionalTimeColumn;
  droppedAt: OptionalTimeColumn;
}

export type MailLinkPurpose = 'verify_email' | 'reset_password' | 'change_email';

/** A link in an email that works once. */
export interface MailLinkTable {
  tokenHash: string;
  purpose: MailLinkPurpose;
  userId: string;
  /** The address to which the link was sent. */
  email: string;
  createdAt: TimeColumn;
  expiresAt: TimeColumn;
  usedAt: OptionalTimeColumn;
}

export interface ProfileViewTable {
  creatorId: string;
  /** A keyed hash of the viewer, who counts once a day and cannot be identified. */
  viewer: string;
  day: string;
}

/** Read model of a creator's profile views per day (UTC). A trigger counts them. */
export interface CreatorViewDayTable {
  creatorId: string;
  day: string;
  views: number;
}
