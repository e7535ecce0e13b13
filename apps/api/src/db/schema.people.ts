/** Tables of accounts, profiles, sessions, emails, support messages and moderation. */
import type { CsvFormat } from '@marquee/money';
import type {
  ActionTopic,
  MatchBrief,
  MemberRole,
  Platform,
  ReportOutcome,
  ReportSubject,
  UserType,
  WorkspaceAction,
  WorkspaceActionKind,
} from '@marquee/validation';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { TimeColumn, OptionalTimeColumn, JsonColumn } from './schema.columns.ts';

/** A person who signs in. */
export interface PersonTable {
  id: Generated<string>;
  fullName: string;
  email: string;
  /** Null if the person signs in only with an external identity. */
  passwordHash: string | null;
  emailVerifiedAt: OptionalTimeColumn;
  /** A new email address that the person has not verified yet. */
  pendingEmail: ColumnType<string | null, string | null | undefined, string | null>;
  /** The address before the last change. Emails about security also go to it for a while after the change. */
  formerEmail: ColumnType<string | null, string | null | undefined, string | null>;
  emailChangedAt: OptionalTimeColumn;
  /** Each session stores the version with which it began. Incrementing it ends all other sessions. */
  signInVersion: Generated<number>;
  /** The user handle of the account's passkeys: 64 random bytes. Null before the first passkey. */
  passkeyHandle: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
  /** Whether the account has a passkey or a confirmed authenticator app. */
  hasFactor: Generated<boolean>;
  /** Whether a passkey is trusted at once if it is the account's first factor. */
  trustsFirstFactor: Generated<boolean>;
  /** The number of wrong codes since the last correct one. */
  wrongCodes: Generated<number>;
  /** The time until which codes are refused, after too many wrong ones. */
  codesBlockedUntil: OptionalTimeColumn;
  /** The IANA time zone of the browser that signed in last, or null if unknown. */
  timeZone: ColumnType<string | null, string | null | undefined, string | null>;
  /** The format of CSV files that the person downloads. */
  csvFormat: Generated<CsvFormat>;
  /** The admin role can only be granted on the command line (process/grant-admin.ts). */
  role: Generated<UserRole>;
  deletedAt: OptionalTimeColumn;
  createdAt: TimeColumn;
}

/** A workspace of a brand or a creator. */
export interface WorkspaceTable {
  id: Generated<string>;
  username: string;
  fullName: string;
  userType: UserType;
  deletedAt: OptionalTimeColumn;
  bio: string;
  location: string;
  profileImageUrl: string | null;
  categories: Generated<string[]>;
  languages: Generated<string[]>;
  links: ColumnType<ProfileLink[], string | undefined, string>;
  /** The sum of the creator's followers on all platforms, from `creatorPlatform`. */
  followers: Generated<number>;
  stripeAccountId: string | null;
  /**
   * The number of the current attempt to create a Stripe account. It is part of the idempotency key, so it is
   * incremented when Stripe definitely did not create the account and when the country changes.
   */
  stripeAccountAttempt: Generated<number>;
  /** The brand's customer at Stripe, to which its saved cards belong. Null before the first card. */
  stripeCustomerId: ColumnType<string | null, string | null | undefined, string | null>;
  /** The number of customers that were definitely not created or that were deleted at Stripe. */
  stripeCustomerAttempt: Generated<number>;
  /** The number of times that a member began to add a card. It is part of the idempotency key. */
  cardSetups: Generated<number>;
  /** Whether the connected account can receive transfers, as last reported by Stripe. */
  payoutsEnabled: Generated<boolean>;
  /** Whether the user has completed the onboarding, as last reported by Stripe. */
  payoutDetailsSubmitted: Generated<boolean>;
  payoutDisabledReason: string | null;
  payoutRequirements: Generated<string[]>;
  /**
   * The country (ISO 3166-1) of the creator's Stripe account and payouts, or null before the creator has chosen one.
   */
  payoutCountry: ColumnType<string | null, string | null | undefined, string | null>;
  /**
   * The service agreement of the Stripe account, as last reported by Stripe. Null if there is no account or no
   * report yet.
   */
  payoutAgreement: ColumnType<
    'full' | 'recipient' | null,
    'full' | 'recipient' | null | undefined,
    'full' | 'recipient' | null
  >;
  /** Identifies the bank accounts at Stripe, to notice when one is replaced or added. The first one gets the payouts. */
  payoutBanks: Generated<string[]>;
  /** Payouts wait until this time, because the payout account was changed. */
  payoutsHeldUntil: OptionalTimeColumn;
  /** Payouts wait until staff release them, because the user reported a change that they did not make. */
  payoutsFrozenAt: OptionalTimeColumn;
  /** The IANA time zone of an owner's browser, or null if unknown. */
  timeZone: ColumnType<string | null, string | null | undefined, string | null>;
  suspendedAt: OptionalTimeColumn;
  suspendedReason: string | null;
  createdAt: TimeColumn;
}

/** A person's membership in a workspace. */
export interface MemberTable {
  workspaceId: string;
  personId: string;
  role: MemberRole;
  /** The highest total of one order that a booker may place, in cents. Null means no limit. */
  orderLimitCents: ColumnType<number | null, number | null | undefined, number | null>;
  /** The highest total of the orders that a booker may place in a month, in cents. Null means no limit. */
  monthLimitCents: ColumnType<number | null, number | null | undefined, number | null>;
  joinedAt: TimeColumn;
}

/** A person who may act in a workspace: a member, or a member of the creator's agency. */
export interface WorkspacePersonView {
  workspaceId: string;
  personId: string;
  role: MemberRole;
  /** The agency for which the person acts, or null for members. */
  agencyId: string | null;
}

/** An invitation to become a member of a workspace. */
export interface InvitationTable {
  id: Generated<string>;
  workspaceId: string;
  /** Only a person with this address can accept the invitation. */
  email: string;
  role: MemberRole;
  invitedByPersonId: string;
  createdAt: TimeColumn;
  expiresAt: TimeColumn;
  acceptedAt: OptionalTimeColumn;
  revokedAt: OptionalTimeColumn;
}

/** The log of a workspace. */
export interface WorkspaceActionTable {
  id: Generated<string>;
  workspaceId: string;
  personId: string | null;
  kind: WorkspaceActionKind;
  topic: GeneratedAlways<ActionTopic>;
  aboutPersonId: string | null;
  aboutWorkspaceId: string | null;
  data: JsonColumn<WorkspaceAction['data']>;
  at: TimeColumn;
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

/** Read model with one row per findable creator. Maintained by triggers. */
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
 * A screenshot that proves a follower count. `handle` and `followers` are the creator's claim at the time of the
 * upload.
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
  decidedByPersonId: string | null;
}

/** A user's former username. It redirects to the current one. */
export interface FormerUsernameTable {
  username: string;
  workspaceId: string;
  changedAt: TimeColumn;
}

/**
 * The order details that a brand stores for its next orders. Empty strings mean "not filled in". `date` is a day
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

/** A brand's saved matching brief. `place` ranges from 1 to 20, which limits the number of briefs. */
export interface SavedBriefTable {
  id: Generated<string>;
  brandId: string;
  place: number;
  name: string;
  brief: ColumnType<MatchBrief, string, string>;
  createdAt: TimeColumn;
  updatedAt: TimeColumn;
}

/** A user's billing details for documents. Empty strings mean "not given". */
export interface BillingDetailsTable {
  workspaceId: string;
  legalName: string;
  address: string;
  country: string;
  taxId: string;
  updatedAt: TimeColumn;
}

export interface ContactMessageTable {
  id: Generated<string>;
  personId: string | null;
  name: string;
  email: string;
  company: string;
  subject: string;
  category: string;
  message: string;
  createdAt: TimeColumn;
  /** Part of the reference number that the sender sees. */
  number: Generated<number>;
  /**
   * - open: Staff have to answer.
   * - answered: The sender may reply.
   * - closed: Finished, unless the sender writes again.
   */
  status: Generated<'open' | 'answered' | 'closed'>;
  /** The last time when the sender reopened the thread by replying. */
  reopenedAt: OptionalTimeColumn;
  /** The last time when staff answered or closed the message. */
  answeredAt: OptionalTimeColumn;
  answeredByPersonId: ColumnType<string | null, string | null | undefined, string | null>;
  /** Staff's note when closing the message. */
  answerNote: ColumnType<string | null, string | null | undefined, string | null>;
}

/** A reply to a contact message, by staff or by the sender. */
export interface ContactReplyTable {
  id: Generated<string>;
  messageId: string;
  /** The staff member who wrote the reply, or null if the sender of the contact message did. */
  staffPersonId: string | null;
  text: string;
  at: TimeColumn;
}

export type PublicLinkPurpose = 'thread' | 'appeal' | 'unsubscribe' | 'invitation' | 'guest';

/** A link in an email that can be used any number of times until it expires. */
export interface PublicLinkTable {
  tokenHash: string;
  purpose: PublicLinkPurpose;
  subjectId: string;
  createdAt: TimeColumn;
  expiresAt: TimeColumn;
}

/** A code in an email that proves its recipient's address. */
export interface MailCodeTable {
  /** The guest who gets the code. */
  subjectId: string;
  /** Keyed hash of the code. */
  codeHash: string;
  expiresAt: TimeColumn;
  /** The number of wrong codes that were entered. */
  attempts: Generated<number>;
}

/** A user's report of content that breaks the rules. */
export interface ReportTable {
  id: Generated<string>;
  reporterWorkspaceId: string | null;
  subjectKind: ReportSubject;
  subjectId: string;
  subjectLabel: string;
  ownerWorkspaceId: string;
  reason: string;
  sentence: string;
  createdAt: TimeColumn;
  decisionId: string | null;
}

/** Staff's decision about reported content, and the owner's appeal. */
export interface ModerationDecisionTable {
  id: Generated<string>;
  subjectKind: ReportSubject;
  subjectId: string;
  subjectLabel: string;
  ownerWorkspaceId: string;
  outcome: ReportOutcome;
  reason: string;
  decidedByPersonId: string;
  decidedAt: TimeColumn;
  appeal: ColumnType<string | null, string | null | undefined, string | null>;
  appealedAt: OptionalTimeColumn;
  appealOutcome: ColumnType<'upheld' | 'reversed' | null, null | undefined, 'upheld' | 'reversed'>;
  appealReason: ColumnType<string | null, string | null | undefined, string | null>;
  appealDecidedByPersonId: ColumnType<string | null, string | null | undefined, string | null>;
  appealDecidedAt: OptionalTimeColumn;
}

export interface SessionTable {
  /** SHA-256 hash of the session id, so that reading this table does not allow anyone to sign in. */
  idHash: string;
  personId: string | null;
  data: JsonColumn<Record<string, unknown>>;
  userAgent: string | null;
  ip: string | null;
  createdAt: TimeColumn;
  lastSeenAt: TimeColumn;
  expiresAt: TimeColumn;
  /** The challenge of the passkey request in progress. It is removed when it is used. */
  challenge: ColumnType<PasskeyChallenge | null, string | null | undefined, string | null>;
}

/** A challenge for a passkey, which is valid once and for five minutes. */
export interface PasskeyChallenge {
  value: string;
  purpose: 'registration' | 'sign_in' | 'confirmation';
  /** The user who requested it, or null without a signed-in user. */
  personId: string | null;
  /** The ISO time after which the challenge is refused. */
  expiresAt: string;
}

/** The ways to prove who one is, at sign-in and when confirming an action. */
export type ConfirmationMethod = 'passkey' | 'authenticator' | 'recovery_code' | 'password' | 'external';

/** A sign-in, or a failed second step of one. */
export interface SignInTable {
  id: Generated<string>;
  personId: string;
  at: TimeColumn;
  /** The last proof of the sign-in: the second factor if the account has one. */
  method: ConfirmationMethod;
  outcome: 'signed_in' | 'factor_refused';
  userAgent: string | null;
  ip: string | null;
  /** The rough location of the address, or null without a location database. */
  place: string | null;
  isNewDevice: boolean;
}

/** A passkey, with which a user signs in without a password. */
export interface PasskeyTable {
  /** The credential id, base64url. */
  id: string;
  personId: string;
  name: string;
  /** The public key in COSE format. */
  publicKey: Buffer;
  /** The signature counter. It stays 0 for synced passkeys. */
  counter: number;
  transports: string[];
  deviceType: 'singleDevice' | 'multiDevice';
  /** Whether the passkey is synced between devices. */
  backedUp: boolean;
  /** The model of the authenticator. */
  aaguid: string;
  createdAt: TimeColumn;
  /** The time from which staff can use the passkey for actions that move money. */
  trustedFrom: TimeColumn;
  lastUsedAt: OptionalTimeColumn;
}

/** A user's authenticator app, which shows time-based codes (RFC 6238). */
export interface AuthenticatorTable {
  personId: string;
  /** The secret, encrypted with FACTOR_SECRET. */
  secretEncrypted: string;
  /** The time step of the last accepted code. Codes of this step and of earlier steps are refused. */
  lastTimeStep: ColumnType<number | null, number | null | undefined, number>;
  /** Null until the user has entered a correct code. Until then, the app is not a factor. */
  confirmedAt: OptionalTimeColumn;
  createdAt: TimeColumn;
}

/** A one-time code for a user who lost the other factors. */
export interface RecoveryCodeTable {
  personId: string;
  /** SHA-256 hash of the code. */
  codeHash: string;
  usedAt: OptionalTimeColumn;
}

/** A request of staff to remove a user's second factors. */
export interface FactorResetTable {
  id: Generated<string>;
  personId: string;
  reason: string;
  requestedByPersonId: string;
  requestedAt: TimeColumn;
  /** A staff member other than `requestedByPersonId`. */
  approvedByPersonId: ColumnType<string | null, string | null | undefined, string | null>;
  approvedAt: OptionalTimeColumn;
  doneAt: OptionalTimeColumn;
  cancelledAt: OptionalTimeColumn;
  /** The staff member who stopped it, or null if the user did. */
  cancelledByPersonId: ColumnType<string | null, string | null | undefined, string | null>;
}

export interface ExternalIdentityTable {
  issuer: string;
  subject: string;
  personId: string;
  email: string | null;
  connectedAt: TimeColumn;
  lastUsedAt: TimeColumn;
}

/** An email that is queued or was sent. If neither `personId` nor `address` is set, it goes to the operator. */
export interface MailTable {
  id: Generated<string>;
  kind: string;
  subject: string;
  personId: string | null;
  /** The workspace in which the person gets the email as a member, or null if it is about the person. */
  workspaceId: string | null;
  /** The recipient address if it is not the account's address. */
  address: string | null;
  /** The content. It is deleted when the email is sent or dropped. */
  data: ColumnType<object | null, string, null>;
  bookingId: string | null;
  createdAt: TimeColumn;
  /** The earliest time to send the email. */
  dueAt: TimeColumn;
  /** Whether the email becomes part of the daily email. */
  isDaily: Generated<boolean>;
  sentAt: OptionalTimeColumn;
  droppedAt: OptionalTimeColumn;
}

export type MailLinkPurpose = 'verify_email' | 'reset_password' | 'change_email' | 'secure_account';

/** A link in an email that can be used once. */
export interface MailLinkTable {
  tokenHash: string;
  purpose: MailLinkPurpose;
  personId: string;
  /** The address to which the link was sent. */
  email: string;
  createdAt: TimeColumn;
  expiresAt: TimeColumn;
  usedAt: OptionalTimeColumn;
}

export interface ProfileViewTable {
  creatorId: string;
  /** A keyed hash that identifies the viewer only within one day, so that each viewer counts once a day. */
  viewer: string;
  day: string;
}

/** Read model of a creator's profile views per UTC day. Counted by a trigger. */
export interface CreatorViewDayTable {
  creatorId: string;
  day: string;
  views: number;
}
