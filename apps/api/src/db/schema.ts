/**
 * The types of all database tables, one interface each, grouped by topic. Names are snake_case in SQL and camelCase
 * here (CamelCasePlugin).
 */
import type { Windows } from '@marquee/booking';
import type { Generated, Kysely } from 'kysely';
import type { AgencyConsentTable } from './schema.agencies.ts';
import type {
  BookingTable,
  CancellationRequestTable,
  CreatorAvailabilityTable,
  DisputeStatementTable,
  DisputeTable,
  EventTable,
  PackageOptionsTable,
  PackagePriceTable,
  PackageTable,
  QuestionnaireTable,
  TimeOffTable,
  WaitingListEntryTable,
} from './schema.bookings.ts';
import type {
  ApprovalSettingsTable,
  BudgetEntryTable,
  BudgetPeriodTable,
  BudgetTable,
  ClientTable,
  OrderApprovalTable,
  OrderRequestTable,
} from './schema.budgets.ts';
import type { JsonColumn, TimeColumn } from './schema.columns.ts';
import type { OperationCountTable, ServerProcessTable } from './schema.health.ts';
import type { JobTable } from './schema.jobs.ts';
import type {
  ConversationParticipantTable,
  ConversationTable,
  MessageBlockTable,
  MessageFileTable,
  MessageTable,
} from './schema.messages.ts';
import type {
  ReconciliationRunTable,
  CardPaymentTable,
  ChargebackTable,
  CreatorStatementTable,
  LedgerDocumentTable,
  LedgerEntryTable,
  LedgerTransactionTable,
  MoneyExceptionTable,
  FormerPayoutAccountTable,
  ReconciliationMatchTable,
  ReconciliationPositionTable,
  PayoutChangeTable,
  ReturnedPayoutTable,
  SavedCardTable,
  SettlementTable,
  SettlementTransferTable,
  StripeEventTable,
  SurplusPaymentTable,
  WorkRecordTable,
} from './schema.money.ts';
import type {
  WorkspaceTable,
  PersonTable,
  MemberTable,
  InvitationTable,
  WorkspaceActionTable,
  WorkspacePersonView,
  BillingDetailsTable,
  ContactMessageTable,
  CreatorViewDayTable,
  ContactReplyTable,
  CreatorListingTable,
  CreatorPlatformTable,
  FollowerProofTable,
  CustomerInfoTable,
  SavedBriefTable,
  AuthenticatorTable,
  ExternalIdentityTable,
  PasskeyTable,
  FactorResetTable,
  RecoveryCodeTable,
  SignInTable,
  FormerUsernameTable,
  MailCodeTable,
  MailLinkTable,
  MailTable,
  ModerationDecisionTable,
  PortfolioPictureTable,
  ProfileViewTable,
  ReportTable,
  SessionTable,
  PublicLinkTable,
} from './schema.people.ts';
import type {
  PackageArrivalTable,
  SavedItemTable,
  SavedListTable,
  SavedSearchTable,
  SavedSearchNotifiedTable,
} from './schema.saved-items.ts';
import type {
  CalendarFeedTable,
  NotificationSettingsTable,
  NotificationTable,
  PushSubscriptionTable,
} from './schema.notifications.ts';
import type {
  DeliverableTable,
  DeliveredBytesTable,
  DeliveryFileTable,
  DeliveryTable,
  ReviewGuestTable,
  ReviewGuestVersionTable,
  PublicationMetricsTable,
  PublicationTable,
  SharedResultsTable,
  ShipmentTable,
} from './schema.deliveries.ts';
import type { ReviewTable, ReviewTotalTable } from './schema.reviews.ts';
import type { OfferTable, OfferVersionTable } from './schema.offers.ts';
import type {
  CreatorCardTable,
  CreatorDayTable,
  CreatorDocumentTable,
  CreatorNameTable,
  LedgerCloseTable,
  LedgerDayTable,
  PackageListingTable,
  PackageDocumentTable,
  PayoutShareTable,
} from './schema.read-models.ts';
import type { SearchSynonymTable, SearchTermTable } from './schema.search.ts';

export type {
  ConfirmationMethod,
  MailLinkPurpose,
  PasskeyChallenge,
  ProfileLink,
  UserRole,
  PublicLinkPurpose,
} from './schema.people.ts';
export type { DisputeOutcome } from './schema.bookings.ts';
export type {
  CardPaymentOutcome,
  DocumentKind,
  LedgerAccount,
  LedgerKind,
  PayoutChangeKind,
  SurplusReason,
} from './schema.money.ts';

/** Append-only log of staff actions. `actorPersonId` is null for actions on the command line. */
interface AdminActionTable {
  id: Generated<string>;
  actorPersonId: string | null;
  action: string;
  subjectKind: string;
  subjectId: string;
  subjectLabel: string;
  reason: string;
  before: JsonColumn<object>;
  after: JsonColumn<object>;
  at: TimeColumn;
}

/**
 * Append-only history of the operator terms: the fee rate and the deadlines. `setByPersonId` is null for the initial
 * terms.
 */
interface OperatorTermsTable {
  id: Generated<string>;
  number: number;
  feeBps: number;
  windows: JsonColumn<Windows>;
  setByPersonId: string | null;
  reason: string;
  setAt: TimeColumn;
}

/**
 * An idempotent request and its result (core/idempotency.ts). `id` is a hash of the caller, the operation, the
 * idempotency key and the input.
 */
interface IdempotentRequestTable {
  id: string;
  personId: string | null;
  /** The result as JSON. Null only while the transaction that creates it is running. */
  answer: string | null;
  createdAt: TimeColumn;
}

/** A cached metric of the whole marketplace (figures.service.ts). */
interface CachedFigureTable {
  name: string;
  data: JsonColumn<object>;
  computedAt: TimeColumn;
  tookMs: number;
}

/** Read model of marketplace metrics per UTC day. A job adds each day after it has ended. */
interface MarketDayTable {
  day: string;
  ordered: number;
  paid: number;
  accepted: number;
  /** The sum of the times from payment to acceptance, over the bookings accepted on this day. */
  acceptedSeconds: number;
  declined: number;
  unanswered: number;
  completed: number;
  disputed: number;
  creators: number;
  brands: number;
}

/** A single row with the first day that is not yet counted. */
interface MarketCloseTable {
  until: string | null;
  id: Generated<boolean>;
}

/** The last document number assigned per kind and year. */
interface LedgerDocumentCounterTable {
  kind: string;
  year: number;
  last: number;
}

/** The table that the package rate-limiter-flexible uses. */
interface RateLimitTable {
  key: string;
  points: Generated<number>;
  expire: number | null;
}

/** A month in which a booking of the brand was charged, stored as its first day (UTC). */
interface BrandMonthTable {
  brandId: string;
  month: string;
}

/** The number of brands that were first charged in `firstMonth` and charged again `later` months after it. */
interface BrandCohortTable {
  firstMonth: string;
  later: number;
  brands: number;
}

/** A search term without any results, with the number of searches per UTC day. */
interface UnmatchedSearchTable {
  day: string;
  words: string;
  count: number;
}

export interface Database {
  idempotentRequest: IdempotentRequestTable;
  creatorCard: CreatorCardTable;
  creatorDocument: CreatorDocumentTable;
  creatorName: CreatorNameTable;
  packageListing: PackageListingTable;
  packageDocument: PackageDocumentTable;
  creatorDay: CreatorDayTable;
  payoutShare: PayoutShareTable;
  ledgerDay: LedgerDayTable;
  ledgerClose: LedgerCloseTable;
  ledgerDocumentCounter: LedgerDocumentCounterTable;
  rateLimit: RateLimitTable;
  searchSynonym: SearchSynonymTable;
  searchTerm: SearchTermTable;
  operatorTerms: OperatorTermsTable;
  person: PersonTable;
  workspace: WorkspaceTable;
  member: MemberTable;
  workspacePerson: WorkspacePersonView;
  invitation: InvitationTable;
  workspaceAction: WorkspaceActionTable;
  creatorPlatform: CreatorPlatformTable;
  followerProof: FollowerProofTable;
  portfolioPicture: PortfolioPictureTable;
  creatorListing: CreatorListingTable;
  formerUsername: FormerUsernameTable;
  customerInfo: CustomerInfoTable;
  savedBrief: SavedBriefTable;
  contactMessage: ContactMessageTable;
  contactReply: ContactReplyTable;
  publicLink: PublicLinkTable;
  mailCode: MailCodeTable;
  report: ReportTable;
  moderationDecision: ModerationDecisionTable;
  session: SessionTable;
  externalIdentity: ExternalIdentityTable;
  signIn: SignInTable;
  passkey: PasskeyTable;
  authenticator: AuthenticatorTable;
  recoveryCode: RecoveryCodeTable;
  factorReset: FactorResetTable;
  mail: MailTable;
  mailLink: MailLinkTable;
  package: PackageTable;
  packagePrice: PackagePriceTable;
  packageOptions: PackageOptionsTable;
  questionnaire: QuestionnaireTable;
  calendarFeed: CalendarFeedTable;
  pushSubscription: PushSubscriptionTable;
  client: ClientTable;
  budget: BudgetTable;
  budgetPeriod: BudgetPeriodTable;
  budgetEntry: BudgetEntryTable;
  approvalSettings: ApprovalSettingsTable;
  orderRequest: OrderRequestTable;
  orderApproval: OrderApprovalTable;
  booking: BookingTable;
  deliverable: DeliverableTable;
  publication: PublicationTable;
  publicationMetrics: PublicationMetricsTable;
  sharedResults: SharedResultsTable;
  shipment: ShipmentTable;
  delivery: DeliveryTable;
  deliveryFile: DeliveryFileTable;
  deliveredBytes: DeliveredBytesTable;
  reviewGuest: ReviewGuestTable;
  reviewGuestVersion: ReviewGuestVersionTable;
  event: EventTable;
  creatorAvailability: CreatorAvailabilityTable;
  timeOff: TimeOffTable;
  waitingListEntry: WaitingListEntryTable;
  savedCard: SavedCardTable;
  cardPayment: CardPaymentTable;
  settlement: SettlementTable;
  settlementTransfer: SettlementTransferTable;
  agencyConsent: AgencyConsentTable;
  ledgerTransaction: LedgerTransactionTable;
  ledgerEntry: LedgerEntryTable;
  stripeEvent: StripeEventTable;
  moneyException: MoneyExceptionTable;
  cancellationRequest: CancellationRequestTable;
  dispute: DisputeTable;
  disputeStatement: DisputeStatementTable;
  chargeback: ChargebackTable;
  surplusPayment: SurplusPaymentTable;
  formerPayoutAccount: FormerPayoutAccountTable;
  payoutChange: PayoutChangeTable;
  returnedPayout: ReturnedPayoutTable;
  reconciliationPosition: ReconciliationPositionTable;
  reconciliationMatch: ReconciliationMatchTable;
  reconciliationRun: ReconciliationRunTable;
  profileView: ProfileViewTable;
  creatorViewDay: CreatorViewDayTable;
  adminAction: AdminActionTable;
  ledgerDocument: LedgerDocumentTable;
  creatorStatement: CreatorStatementTable;
  workRecord: WorkRecordTable;
  billingDetails: BillingDetailsTable;
  cachedFigure: CachedFigureTable;
  marketDay: MarketDayTable;
  marketClose: MarketCloseTable;
  brandMonth: BrandMonthTable;
  brandCohort: BrandCohortTable;
  unmatchedSearch: UnmatchedSearchTable;
  offer: OfferTable;
  review: ReviewTable;
  reviewTotal: ReviewTotalTable;
  offerVersion: OfferVersionTable;
  notification: NotificationTable;
  notificationSettings: NotificationSettingsTable;
  savedList: SavedListTable;
  savedItem: SavedItemTable;
  savedSearch: SavedSearchTable;
  savedSearchNotified: SavedSearchNotifiedTable;
  packageArrival: PackageArrivalTable;
  conversation: ConversationTable;
  conversationParticipant: ConversationParticipantTable;
  message: MessageTable;
  messageBlock: MessageBlockTable;
  messageFile: MessageFileTable;
  job: JobTable;
  operationCount: OperationCountTable;
  serverProcess: ServerProcessTable;
}

export type Db = Kysely<Database>;
