import { MAX_DELIVERY_DAYS } from '@marquee/money';

/** How much of everything there may be: the schemas refuse more, the fields stop there, the database says the same. */
export const LIMITS = {
  /** RFC 5321: the longest address that mail can carry. */
  email: 254,
  personName: 100,
  /** safety.md "Input": `USERNAME_PATTERN` says the rest. */
  username: 30,
  password: 256,
  search: 100,
  // Packages and profiles. A public page shows all that are active.
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
  /** Of the whole, and of an add-on, in one order. */
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
  // What the two sides and staff write.
  moveNote: 500,
  deliveryNote: 2_000,
  deliveryLinks: 5,
  cancellationReason: 2_000,
  statement: 5_000,
  staffNote: 1_000,
  contactSubject: 200,
  contactMessage: 5_000,
  /** Of both sides, in one thread. */
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
  // Posts: the largest accepted figure. The most viewed video ever has 16 billion views.
  publicationMetric: 1_000_000_000_000,
  // Products that brands send.
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
  /** Files of messages that one person has uploaded. */
  personMessageBytes: 1024 ** 3,
  /** Files of the messages of one conversation, from both sides. */
  conversationBytes: 2 * 1024 ** 3,
  /** Files of deliverables that one creator has uploaded. */
  creatorDeliveryBytes: 50 * 1024 ** 3,
  /** Files of messages and deliverables that were uploaded from one network within a day. */
  networkFileBytes: 10 * 1024 ** 3,
  /** Pictures that were sent from one network within a day, as they were sent. */
  networkPictureBytes: 4 * 1024 ** 3,
  /**
   * People to whom a brand may write for the first time in a day, and messages in an hour: before booking, and in all.
   */
  newPeople: 10,
  messagesBeforeBooking: 60,
  messages: 600,
  /** So many unread messages are counted; more are 'more than'. */
  maxUnreadCount: 99,
  /** Up to here the bookings of each status are counted; more of them are '99+'. */
  maxBookingCount: 99,
  /** The path of the screen that a notification links to. */
  notificationPath: 300,
  /** Browsers of one person that are told things while no page is open in them. */
  pushDevices: 10,
  /** Characters of the address at which a push service accepts messages for one browser. */
  pushEndpoint: 1_000,
  /** So many of the latest conversations are looked through for a name. */
  conversationsSearched: 200,
  /** So many buttons may ask at once whether what they stand for is saved. */
  savedMarks: 100,
} as const;
