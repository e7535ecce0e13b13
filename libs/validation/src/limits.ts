import { MAX_DELIVERY_DAYS } from '@marquee/money';

/**
 * Limits of texts, lists and files. Schemas reject more, form fields stop there, and the database has the same
 * limits.
 */
export const LIMITS = {
  /** RFC 5321: the maximum length of an email address. */
  email: 254,
  personName: 100,
  /** `USERNAME_PATTERN` defines the allowed characters (docs/safety.md "Input"). */
  username: 30,
  password: 256,
  search: 100,
  // Packages and profiles. A public page shows all active packages.
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
  /** Maximum quantity of a package and of an add-on in one order. */
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
  // Texts by the parties and by staff.
  moveNote: 500,
  deliveryNote: 2_000,
  deliveryLinks: 5,
  cancellationReason: 2_000,
  statement: 5_000,
  staffNote: 1_000,
  contactSubject: 200,
  contactMessage: 5_000,
  /** Messages in one contact-page conversation, by both sides. */
  contactReplies: 100,
  reportSentence: 1_000,
  // Briefs to match creators by.
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
  fileComments: 50,
  fileComment: 500,
  fileName: 200,
  fileBytes: 200 * 1024 ** 2,
  bookingFileBytes: 2 * 1024 ** 3,
  // Publications: the largest accepted figure. The most viewed video has 16 billion views.
  publicationMetric: 1_000_000_000_000,
  // Shipments.
  carrier: 60,
  tracking: 100,
  // Messages.
  message: 5_000,
  conversation: 1_000_000,
  /** Files: per message, uploaded but not sent per person, and bytes per file. */
  messageFiles: 5,
  messageDrafts: 20,
  messageFileBytes: 25 * 1024 ** 2,
  // Quotas count the bytes of files that are stored now, sent or not. A smaller file counts as `countedFileBytes`.
  countedFileBytes: 256 * 1024,
  /** Files of messages uploaded by one person. */
  personMessageBytes: 1024 ** 3,
  /** Files of the messages of one conversation, from both sides. */
  conversationBytes: 2 * 1024 ** 3,
  /** Files of deliverables that one creator has uploaded. */
  creatorDeliveryBytes: 50 * 1024 ** 3,
  /** Files of messages and deliverables that were uploaded from one network within a day. */
  networkFileBytes: 10 * 1024 ** 3,
  /** Pictures uploaded from one network within a day, in their original size. */
  networkPictureBytes: 4 * 1024 ** 3,
  /** New recipients of a brand per day, and messages per hour before booking and in total. */
  newPeople: 10,
  messagesBeforeBooking: 60,
  messages: 600,
  /** Unread messages are counted up to this number. */
  maxUnreadCount: 99,
  /** Bookings of each status are counted up to this number, more are shown as '99+'. */
  maxBookingCount: 99,
  /** The path of the screen that a notification links to. */
  notificationPath: 300,
  /** Browsers per person with push notifications. */
  pushDevices: 10,
  /** Maximum length of a push subscription's endpoint. */
  pushEndpoint: 1_000,
  /** The number of latest conversations that are searched for a name. */
  conversationsSearched: 200,
  /** Maximum number of items whose saved state is requested at once. */
  savedMarks: 100,
} as const;
