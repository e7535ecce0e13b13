/** All named failures. One table defines the status and the message of each code, for tRPC and REST. */
import { getFirstIssueMessage, LIMITS, MAX_STREAMS, formatFileSize } from '@marquee/validation';
import {
  AVAILABILITY_LIMITS,
  FILE_RETENTION_DAYS,
  DELIVERY_REFUSALS,
  OFFER_LIMITS,
  OFFER_REFUSALS,
  PUBLICATION_REFUSALS,
  SHIPMENT_REFUSALS,
  BOOKING_REFUSALS,
  REVIEW_REFUSALS,
  WORK_RECORD_EMPTY_MESSAGE,
} from '@marquee/booking';
import { TRPCError } from '@trpc/server';
import { ZodError } from 'zod';

type TrpcCode = TRPCError['code'];

const FAILURES = {
  SIGNED_OUT: ['UNAUTHORIZED', 'Please sign in to continue'],
  ACCOUNT_CHANGED: [
    'PRECONDITION_FAILED',
    'You are now signed in with a different account, so nothing was saved. Reload the page to continue.',
  ],
  CREATORS_ONLY: ['FORBIDDEN', 'Only creators can do this'],
  BRANDS_ONLY: ['FORBIDDEN', 'Access denied. Only brands can make bookings.'],
  ADMINS_ONLY: ['FORBIDDEN', 'Only the operator’s staff can do this'],
  ACCOUNT_SUSPENDED: [
    'FORBIDDEN',
    'This account is suspended. Please write to us through the contact page if you think this is a mistake.',
  ],
  OTHER_SITE: ['FORBIDDEN', 'This request came from another site'],
  CREDENTIALS_WRONG: ['UNAUTHORIZED', 'Invalid email or password. Please try again.'],
  EMAIL_TAKEN: ['CONFLICT', 'An account with this email already exists'],
  PASSWORD_COMMON: ['BAD_REQUEST', 'This password is on the list of most used passwords. Please choose another one'],
  PASSWORD_WRONG: ['FORBIDDEN', 'This is not your current password'],
  PASSWORD_EXISTS: ['CONFLICT', 'This account has a password already. Change it instead.'],
  LINK_INVALID: ['BAD_REQUEST', 'This link has been used or is no longer valid. Please ask for a new one.'],
  EMAIL_UNCHANGED: ['BAD_REQUEST', 'This is your email address already'],
  EMAIL_VERIFIED: ['CONFLICT', 'Your email address is confirmed already'],
  WELCOME_EXPIRED: ['CONFLICT', 'Your sign-in took too long. Please sign in again.'],
  IDENTITY_LAST: ['CONFLICT', 'Set a password first: without it you could not sign in any more'],
  DELETION_UNCONFIRMED: ['BAD_REQUEST', 'Type DELETE to confirm'],
  ACCOUNT_IN_USE: [
    'CONFLICT',
    'A booking of yours still has money in it. You can delete your account once it is paid out, refunded or cancelled.',
  ],
  TOO_MANY_REQUESTS: ['TOO_MANY_REQUESTS', 'Too many attempts. Please wait a moment and try again.'],
  STREAMS_FULL: [
    'TOO_MANY_REQUESTS',
    `You have ${MAX_STREAMS} pages open that are kept up to date, as many as can be. Close one of them.`,
  ],
  TOO_BUSY: ['SERVICE_UNAVAILABLE', 'The server is busy. Please try again in a moment.'],
  USER_NOT_FOUND: ['NOT_FOUND', "This profile doesn't exist or is no longer available."],
  USERNAME_TAKEN: ['CONFLICT', 'This username is not available. Please choose another one'],
  PICTURE_TYPE_WRONG: [
    'UNSUPPORTED_MEDIA_TYPE',
    'This file is not a picture we can use. Choose a JPEG, PNG, WebP, AVIF or GIF.',
  ],
  PICTURE_TOO_LARGE: ['PAYLOAD_TOO_LARGE', 'This picture is larger than 10 MB. Choose a smaller one.'],
  PICTURE_TOO_MANY_PIXELS: ['BAD_REQUEST', 'This picture has more than 60 megapixels. Choose a smaller one.'],
  PICTURE_AVIF_TOO_LARGE: [
    'BAD_REQUEST',
    'An AVIF picture can have at most 16 megapixels and 8 bits a colour. Save it as JPEG, PNG or WebP.',
  ],
  PICTURE_TOO_DEMANDING: [
    'BAD_REQUEST',
    'This picture takes too much memory or time to read. Save it as JPEG or in a smaller size.',
  ],
  PICTURE_TOO_SMALL: ['BAD_REQUEST', 'This picture is too small. It needs at least 64 × 64 pixels.'],
  PICTURE_BROKEN: ['BAD_REQUEST', 'This picture is damaged and cannot be read. Choose another one.'],
  PICTURE_CROP_WRONG: ['BAD_REQUEST', 'The cut-out is not valid'],
  PICTURE_NOT_FOUND: ['NOT_FOUND', 'This picture is not in your portfolio any more'],
  CALENDAR_NOT_FOUND: ['NOT_FOUND', 'This calendar is not there any more'],
  DELIVERABLE_NOT_FOUND: ['NOT_FOUND', 'This deliverable is not there any more'],
  REMARK_MISPLACED: ['BAD_REQUEST', 'A remark is about a file that is not part of this version'],
  FILE_NOT_FOUND: ['NOT_FOUND', 'This file is not there'],
  FILE_GONE: ['NOT_FOUND', `Files are kept for ${FILE_RETENTION_DAYS} days. This one is gone.`],
  FILE_NOT_READY: ['CONFLICT', 'A file has not arrived yet. Wait until it has, or take it out.'],
  PUSH_KEYS_INVALID: [
    'BAD_REQUEST',
    'Your browser sent keys that cannot be used. Turn notifications off and on again.',
  ],
  PUSH_UNAVAILABLE: ['CONFLICT', 'This browser cannot be told anything from here. Mails reach you all the same.'],
  STORAGE_FULL: [
    'SERVICE_UNAVAILABLE',
    'We cannot accept files at the moment. Please try again later, or send a link instead.',
  ],
  NETWORK_FILES_FULL: [
    'TOO_MANY_REQUESTS',
    'Too much was uploaded from your network today. Please try again tomorrow, or send a link instead.',
  ],
  FILES_UNCONFIRMED: [
    'FORBIDDEN',
    'Please confirm your email address before you send files. You find the link in the email we sent you.',
  ],
  FILES_KEPT_FULL: [
    'CONFLICT',
    `Your files in messages take up the ${formatFileSize(LIMITS.personMessageBytes)} that you have. Send a link instead.`,
  ],
  CONVERSATION_FILES_FULL: [
    'CONFLICT',
    `The files of a conversation can take up ${formatFileSize(LIMITS.conversationBytes)} at most. Send a link instead.`,
  ],
  DELIVERY_FILES_FULL: [
    'CONFLICT',
    `Your files in deliverables take up the ${formatFileSize(LIMITS.creatorDeliveryBytes)} that you have. Add a link instead.`,
  ],
  FILE_PART_WRONG: ['CONFLICT', 'This part of the file does not fit. The upload goes on where it stands.'],
  FILES_TOO_MANY: ['CONFLICT', `A version has at most ${LIMITS.deliveryFiles} files. Take one out first.`],
  FILES_TOO_LARGE: [
    'CONFLICT',
    `The files of a booking can have ${formatFileSize(LIMITS.bookingFileBytes)} together. Add a link to this one instead.`,
  ],
  PROOF_PLATFORM_MISSING: ['CONFLICT', 'Save this account among your platforms first, then send the picture'],
  PORTFOLIO_FULL: ['CONFLICT', 'A portfolio has at most 24 pictures. Delete one first.'],
  PACKAGES_FULL: ['CONFLICT', `You have ${LIMITS.packages} packages, as many as there can be. Delete one first.`],
  PACKAGES_ACTIVE_FULL: [
    'CONFLICT',
    `${LIMITS.activePackages} of your packages are active, as many as can be. Deactivate one first.`,
  ],
  PACKAGE_OPTIONS_MISFIT: [
    'CONFLICT',
    'What this package offers besides does not fit its price and delivery days any more. Change it under “More to offer”.',
  ],
  CHOICE_INVALID: ['CONFLICT', 'This choice is not offered any more. Please choose again.'],
  BRIEFS_FULL: ['CONFLICT', `You have ${LIMITS.briefs} saved briefs, as many as there can be. Delete one first.`],
  BRIEF_NOT_FOUND: ['NOT_FOUND', 'This brief is not there any more'],
  PACKAGE_NOT_FOUND: ['NOT_FOUND', 'Package not found'],
  QUESTIONNAIRE_NOT_FOUND: ['NOT_FOUND', 'This package has no questions'],
  BRAND_USER_WRONG: ['FORBIDDEN', 'You can only book for yourself'],
  ANSWERS_INVALID: ['BAD_REQUEST', 'Please answer every required question'],
  CREATOR_FULLY_BOOKED: [
    'CONFLICT',
    'This creator has no free place now. Nothing was charged. You can join the waiting list.',
  ],
  CREATOR_AWAY: [
    'CONFLICT',
    'This creator takes no orders now, because of time off. Nothing was charged. You can join the waiting list.',
  ],
  CREATOR_AVAILABLE: ['CONFLICT', 'There is a free place: you can book now'],
  WAITING_LIST_FULL: [
    'CONFLICT',
    `${AVAILABILITY_LIMITS.waitingBrandsPerCreator} brands wait for this creator, as many as can. Please try again later.`,
  ],
  WAITING_LISTS_FULL: [
    'CONFLICT',
    `You are on ${AVAILABILITY_LIMITS.waitingListsPerBrand} waiting lists, as many as there can be. Leave one first.`,
  ],
  WAITING_PLACE_GONE: ['NOT_FOUND', 'You are not on this waiting list any more'],
  SAVED_LISTS_FULL: ['CONFLICT', `You have ${LIMITS.savedLists} lists, as many as there can be. Delete one first.`],
  SAVED_LIST_FULL: [
    'CONFLICT',
    `There are ${LIMITS.savedEntries} entries in this list, as many as there can be. Remove one, or save to another list.`,
  ],
  SAVED_LIST_NOT_FOUND: ['NOT_FOUND', 'This list does not exist any more'],
  SAVED_LIST_NAME_TAKEN: ['CONFLICT', 'You have a list of this name already'],
  SAVED_LIST_STAYS: ['CONFLICT', 'This list stays: what you save goes there first. You can rename it.'],
  SAVED_ENTRY_NOT_FOUND: ['NOT_FOUND', 'This is not in the list any more'],
  SAVED_ENTRY_THERE: ['CONFLICT', 'It is in that list already'],
  SAVED_SEARCHES_FULL: [
    'CONFLICT',
    `You have ${LIMITS.savedSearches} saved searches, as many as there can be. Delete one first.`,
  ],
  SAVED_SEARCH_THERE: ['CONFLICT', 'You have saved this search already'],
  SAVED_SUBJECT_GONE: ['NOT_FOUND', 'This can no longer be found, so it was not saved'],
  OFFERS_FULL: [
    'CONFLICT',
    `You have ${OFFER_LIMITS.open} open offers, as many as there can be. Pay or withdraw one first.`,
  ],
  OFFER_OPEN: ['CONFLICT', 'You have an open offer with this creator already'],
  OFFER_TOTAL_CHANGED: [
    'CONFLICT',
    'The platform fee has changed since you opened this page. Nothing was charged. Look at the new total before you accept.',
  ],
  PAYMENT_UNAVAILABLE: [
    'SERVICE_UNAVAILABLE',
    'The payment could not be started. Nothing was charged. Please try again.',
  ],
  ADMIN_SUBJECT_NOT_FOUND: ['NOT_FOUND', 'This entry does not exist any more'],
  ADMIN_ACTION_STALE: ['CONFLICT', 'Somebody else has done this already. Reload the page to see where it stands.'],
  ADMIN_NOT_SUSPENDABLE: ['CONFLICT', 'A member of staff cannot be suspended. Take the role away first.'],
  TRUST_PAGE_OFF: ['NOT_FOUND', 'There is nothing at this address'],
  THREAD_FULL: [
    'CONFLICT',
    'So much is written here already that a new message is better: please use the contact page',
  ],
  CONVERSATION_NOT_FOUND: ['NOT_FOUND', 'This conversation doesn’t exist or you don’t have access to it.'],
  CONVERSATION_FULL: ['CONFLICT', 'This conversation holds as many messages as it can'],
  MESSAGE_READER_GONE: ['CONFLICT', 'This account was deleted, so nobody would read your message'],
  MESSAGE_READER_BLOCKED: ['CONFLICT', 'You have blocked this person. Unblock them to write again.'],
  MESSAGE_FILES_WAITING: [
    'CONFLICT',
    `You have ${LIMITS.messageDrafts} files that are not sent. Send them or take some out first.`,
  ],
  MESSAGE_QUOTED_GONE: ['CONFLICT', 'The message that you quote is not there any more'],
  MESSAGE_NEW_PEOPLE: [
    'TOO_MANY_REQUESTS',
    `You have written to ${LIMITS.newPeople} creators for the first time today, as many as can be. Please go on tomorrow.`,
  ],
  MESSAGES_BEFORE_BOOKING: [
    'TOO_MANY_REQUESTS',
    `You have written ${LIMITS.messagesBeforeBooking} messages within an hour to people with whom you have no booking, as many as can be. Please go on later.`,
  ],
  MESSAGES_TOO_MANY: [
    'TOO_MANY_REQUESTS',
    `You have written ${LIMITS.messages} messages within an hour, as many as can be. Please go on later.`,
  ],
  REPORT_SUBJECT_GONE: ['NOT_FOUND', 'This is not there any more'],
  REPORT_OWN: ['CONFLICT', 'This is your own'],
  REPORT_NOT_HIDEABLE: ['CONFLICT', 'Only a package can be hidden. Suspend the account, or leave it.'],
  APPEAL_MADE: ['CONFLICT', 'This decision was appealed already; there is one appeal'],
  PAYOUT_NOT_BLOCKED: ['CONFLICT', 'This payout is not blocked any more'],
  PAYOUT_COUNTRY_MISSING: ['CONFLICT', 'Please choose the country in which you are paid first'],
  PAYOUT_COUNTRY_UNPAYABLE: [
    'CONFLICT',
    'Creators in your country cannot be paid yet, so your packages cannot be for sale. Please write to us through the contact page.',
  ],
  PAYOUT_COUNTRY_FIXED: [
    'CONFLICT',
    'Stripe has checked your account in this country, so it stays. Please write to us through the contact page if you have moved.',
  ],
  PAYOUT_DASHBOARD_CLOSED: ['CONFLICT', 'Stripe opens its dashboard once the payout setup is finished'],
  PURCHASE_ORDER_FIXED: ['CONFLICT', 'The receipt of this booking has been made and keeps its PO number'],
  RECEIPT_NOT_FOUND: ['NOT_FOUND', "This document doesn't exist or you don't have access to it."],
  WORK_RECORD_EMPTY: ['CONFLICT', WORK_RECORD_EMPTY_MESSAGE],
  PAPERS_TOO_MANY: ['BAD_REQUEST', 'These are too many documents for one file. Please choose fewer days.'],
  DISPUTE_NOT_DECIDABLE: ['CONFLICT', 'The other side still has time to answer'],
  DISPUTE_NOT_FOUND: ['NOT_FOUND', 'Dispute not found'],
  SPLIT_INVALID: ['BAD_REQUEST', 'The creator’s part must be more than nothing and less than the price'],
} as const satisfies Record<string, readonly [TrpcCode, string]>;

/** The refusals of the rules in libs/booking, which pages also show. */
const REFUSALS = {
  ...BOOKING_REFUSALS,
  ...OFFER_REFUSALS,
  ...REVIEW_REFUSALS,
  ...DELIVERY_REFUSALS,
  ...PUBLICATION_REFUSALS,
  ...SHIPMENT_REFUSALS,
} as const;

type Refusal = keyof typeof REFUSALS;

/**
 * The tRPC code of each refusal that is not a CONFLICT. For example, callers who are not a party must not learn
 * whether a booking exists.
 */
const CODES_BY_REFUSAL: Partial<Record<Refusal, TrpcCode>> = {
  POST_NOT_FOUND: 'NOT_FOUND',
  OFFER_NOT_FOUND: 'NOT_FOUND',
  REVIEW_NOT_FOUND: 'NOT_FOUND',
  BOOKING_NOT_FOUND: 'NOT_FOUND',
  BOOKING_NOT_YOURS_TO_MOVE: 'FORBIDDEN',
};

/** All failure codes: those of `FAILURES`, and the refusals of libs/booking, which have their own messages. */
export type FailureCode = keyof typeof FAILURES | Refusal;

const isRefusal = (failure: FailureCode): failure is Refusal => Object.hasOwn(REFUSALS, failure);

const getFailureEntry = (failure: FailureCode): readonly [TrpcCode, string] =>
  isRefusal(failure) ? [CODES_BY_REFUSAL[failure] ?? 'CONFLICT', REFUSALS[failure]] : FAILURES[failure];

/** A named failure. Pass `message` if the text depends on the input. It replaces the message from the table. */
export class Failure extends TRPCError {
  readonly failure: FailureCode;

  constructor(failure: FailureCode, message?: string) {
    const [code, words] = getFailureEntry(failure);
    super({ code, message: message ?? words });
    this.failure = failure;
  }
}

/** Messages for errors that the framework throws before our code runs. */
const FRAMEWORK_MESSAGES: Partial<Record<TrpcCode, string>> = {
  PARSE_ERROR: 'The request is not valid JSON',
  BAD_REQUEST: 'The request is not valid',
  NOT_FOUND: 'There is nothing at this address',
  METHOD_NOT_SUPPORTED: 'This method is not supported here',
  PAYLOAD_TOO_LARGE: 'The request is too large',
  UNSUPPORTED_MEDIA_TYPE: 'Send JSON (Content-Type: application/json)',
};

const findFailure = (error: TRPCError): Failure | undefined =>
  error instanceof Failure ? error : error.cause instanceof Failure ? error.cause : undefined;

/**
 * Returns the message for the caller: the message of a named failure, the first message of invalid input, or a
 * generic message for any other error.
 */
export const getPublicMessage = (error: TRPCError): string =>
  findFailure(error)?.message ??
  (error.cause instanceof ZodError
    ? getFirstIssueMessage(error.cause)
    : (FRAMEWORK_MESSAGES[error.code] ?? 'Something went wrong'));

/** Returns the code of a named failure, or null for any other error. */
export const findFailureCode = (error: TRPCError): FailureCode | null => findFailure(error)?.failure ?? null;

/** The name that programs can rely on, while messages may be reworded. */
export type ErrorName = FailureCode | 'INVALID_INPUT' | TrpcCode;

/**
 * Returns the name of an error: the code of a named failure, `INVALID_INPUT` if the input breaks a rule, or tRPC's
 * code for errors of the framework (such as `NOT_FOUND` for an unknown address).
 */
export const getErrorName = (error: TRPCError): ErrorName =>
  findFailureCode(error) ?? (error.code === 'BAD_REQUEST' ? 'INVALID_INPUT' : error.code);
