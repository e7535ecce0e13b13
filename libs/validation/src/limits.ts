import { MAX_DELIVERY_DAYS } from '@marquee/money';

/**
 * Limits of texts, lists and files. The schemas reject longer values, form fields stop at the limit, and database
 * constraints enforce it.
 */
export const LIMITS = {
  /** Maximum length of an email address (RFC 5321). */
  email: 254,
  personName: 100,
  /** `USERNAME_PATTERN` defines the allowed characters (docs/safety.md "Input"). */
  username: 30,
  password: 256,
  passkeys: 10,
  /** Members of a workspace, and open invitations to it. */
  members: 200,
  invitations: 50,
  /** Workspaces in which a person is a member. */
  memberships: 50,
  passkeyName: 60,
  search: 100,
  // Packages and profiles. The number of active packages is limited, because the public profile lists all of them.
  packages: 200,
  activePackages: 50,
  packageName: 120,
  packageDescription: 2_000,
  feature: 200,
  features: 20,
  deliveryDays: MAX_DELIVERY_DAYS,
  // A package's options.
  addOns: 10,
  addOnTitle: 120,
  /** Maximum quantity of a package or an add-on in one order. */
  quantity: 20,
  extraDays: 30,
  rights: 4,
  rightsChannels: 120,
  revisions: 20,
  answerPrices: 20,
  bio: 1_000,
  location: 120,
  handle: 100,
  linkLabel: 60,
  linkAddress: 500,
  caption: 200,
  categories: 5,
  languages: 10,
  links: 10,
  portfolioPictures: 24,
  // Questionnaires (safety.md "Input").
  questions: 50,
  options: 50,
  question: 500,
  placeholder: 200,
  option: 200,
  shortAnswer: 1_000,
  longAnswer: 5_000,
  questionnaireFile: 100_000,
  // Orders.
  company: 120,
  purchaseOrder: 60,
  projectDescription: 5_000,
  audience: 1_000,
  brandTone: 200,
  additionalRequirements: 5_000,
  // Billing details.
  legalName: 200,
  address: 500,
  taxId: 50,
  // Clients and budgets.
  clients: 100,
  clientName: 100,
  budgets: 100,
  budgetName: 100,
  budgetCents: 100_000_000_000,
  /** Maximum number of orders of a brand that wait for an approval. */
  openOrderRequests: 100,
  /** How much a member may order at once or in a month. */
  memberLimitCents: 100_000_000,
  /** Maximum number of cards that a brand can save. */
  savedCards: 10,
  // Texts by the parties and by staff.
  moveNote: 500,
  deliveryNote: 2_000,
  deliveryLinks: 5,
  cancellationReason: 2_000,
  statement: 5_000,
  staffNote: 1_000,
  contactSubject: 200,
  contactMessage: 5_000,
  /** Maximum number of messages in one contact thread, from both sides. */
  contactReplies: 100,
  reportSentence: 1_000,
  // Agencies: open invitations and consents, of an agency and of a creator.
  agencyCreators: 200,
  agencyInvitations: 20,
  // Briefs.
  briefs: 20,
  briefName: 80,
  keywords: 8,
  keyword: 40,
  // Saved lists and searches.
  savedLists: 20,
  savedEntries: 200,
  listName: 60,
  savedNote: 500,
  savedSearches: 10,
  // Deliverables and their files (in bytes).
  deliverableTitle: 200,
  deliveryFiles: 10,
  changeRequest: 5_000,
  /** Guests who review the work of one booking, including former ones. */
  reviewGuests: 30,
  /** A guest's comment on a whole version. Several of them fit into one change request. */
  guestComment: 1_000,
  fileComments: 50,
  fileComment: 500,
  fileName: 200,
  fileBytes: 200 * 1024 ** 2,
  bookingFileBytes: 2 * 1024 ** 3,
  // Publications. The highest accepted value of a metric is high enough, because the most viewed video has 16
  // billion views.
  publicationMetric: 1_000_000_000_000,
  // Shipments.
  carrier: 60,
  tracking: 100,
  // Messages.
  message: 5_000,
  conversation: 1_000_000,
  /** Maximum number of files per message. */
  messageFiles: 5,
  /** Maximum number of uploaded files that a user has not sent yet. */
  messageDrafts: 20,
  messageFileBytes: 25 * 1024 ** 2,
  // Upload quotas. They count the bytes of stored files, whether sent or not. A file smaller than `countedFileBytes`
  // counts as that many bytes.
  countedFileBytes: 256 * 1024,
  /** Maximum total size of one user's message files. */
  personMessageBytes: 1024 ** 3,
  /** Maximum total size of the message files of one conversation, from both sides. */
  conversationBytes: 2 * 1024 ** 3,
  /** Maximum total size of one creator's deliverable files. */
  creatorDeliveryBytes: 50 * 1024 ** 3,
  /** Maximum total size of the message and deliverable files that are uploaded from one network within a day. */
  networkFileBytes: 10 * 1024 ** 3,
  /** Maximum total size of the pictures that are uploaded from one network within a day, before they are resized. */
  networkPictureBytes: 4 * 1024 ** 3,
  /** Maximum number of creators per day that a brand can write to for the first time. */
  newPeople: 10,
  /** Maximum number of messages per hour that a user can send to users without having a booking with them. */
  messagesBeforeBooking: 60,
  /** Maximum number of messages per hour that a user can send in total. */
  messages: 600,
  maxUnreadCount: 99,
  /** Highest displayed number of bookings per status. Higher numbers are displayed as '99+'. */
  maxBookingCount: 99,
  /** Maximum length of the path that a notification links to. */
  notificationPath: 300,
  /** Maximum number of browsers per user with push notifications. */
  pushDevices: 10,
  /** Maximum length of a push subscription's endpoint. */
  pushEndpoint: 1_000,
  /** Number of a user's latest conversations that a search by name covers. */
  conversationsSearched: 200,
  /** Maximum number of creators and packages in one request for which of them the user has saved. */
  savedMarks: 100,
} as const;
