/** All named failures. One table defines the status and the message of each code, for tRPC and REST. */
import { getFirstIssueMessage, LIMITS, NAME_RESERVED_MESSAGE } from '@marquee/validation';
import { MAX_STREAMS, formatFileSize } from '@marquee/contracts';
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
import { isDatabaseAway } from '../db/away.ts';
import { StorageError } from '../gateways/object-store.ts';

type TrpcCode = TRPCError['code'];

const FAILURES = {
  SIGNED_OUT: ['UNAUTHORIZED', 'Please sign in to continue'],
  PAGE_OUTDATED: ['NOT_FOUND', 'This page is from another version. Reload it to continue.'],
  ACCOUNT_CHANGED: [
    'PRECONDITION_FAILED',
    'You are now signed in with a different account, so nothing was saved. Reload the page to continue.',
  ],
  CREATORS_ONLY: ['FORBIDDEN', 'Only creators can do this'],
  BRANDS_ONLY: ['FORBIDDEN', 'Access denied. Only brands can make bookings.'],
  ADMINS_ONLY: ['FORBIDDEN', 'Only staff can do this'],
  WORKSPACE_NOT_FOUND: ['NOT_FOUND', 'You are not a member of this workspace. Choose another one.'],
  ACTS_FOR_BOTH_SIDES: [
    'FORBIDDEN',
    'You also act for the other side, so you cannot do this. Ask a colleague who acts only for your side.',
  ],
  MEMBER_SHARED_WITH_CREATOR: [
    'FORBIDDEN',
    'A member of your workspace is also a member of this creator’s workspace, so you cannot order from this creator.',
  ],
  PERMISSION_MISSING: ['FORBIDDEN', 'Your role in this workspace does not allow this. Ask an owner of the workspace.'],
  WORKSPACE_OWNER_LAST: ['CONFLICT', 'A workspace needs an owner. Make another member an owner first.'],
  MEMBERS_FULL: ['CONFLICT', `A workspace can have at most ${LIMITS.members} members. Remove one first.`],
  MEMBERSHIPS_FULL: [
    'CONFLICT',
    `You can be a member of at most ${LIMITS.memberships} workspaces. Leave one first, and then accept the invitation.`,
  ],
  MEMBER_EXISTS: ['CONFLICT', 'This person is already a member of the workspace'],
  MEMBER_SELF: ['CONFLICT', 'Ask another owner to change your role'],
  SAVED_CARDS_WAIT: [
    'FORBIDDEN',
    'For your protection, saved cards and approvals wait for 72 hours after a new password. You can still pay by entering a card.',
  ],
  SAVED_CARDS_NEW_MEMBER: [
    'FORBIDDEN',
    'New members can use saved cards and approve orders after 72 hours. Until then, enter a card to pay, or ask an owner.',
  ],
  OWNERSHIP_CHANGE_WAITING: [
    'CONFLICT',
    'An ownership change for this person is already pending. Cancel it first, then try again.',
  ],
  OWNERSHIP_CHANGE_GONE: ['NOT_FOUND', 'This change has already taken effect or was cancelled'],
  OWNERSHIP_CHANGE_OWN: [
    'CONFLICT',
    'Another owner has to confirm this change. Otherwise, it takes effect when the waiting period ends.',
  ],
  WORKSPACE_REPORTED: [
    'CONFLICT',
    'A change to this workspace was reported. Until our team has reviewed it, you cannot pay with saved cards or change members, approval rules, cards or payouts.',
  ],
  ROLE_NOT_AVAILABLE: ['BAD_REQUEST', 'This role does not exist in this workspace. Please choose another one.'],
  INVITATIONS_FULL: [
    'CONFLICT',
    `A workspace can have at most ${LIMITS.invitations} open invitations. Withdraw one first.`,
  ],
  INVITATION_INVALID: ['BAD_REQUEST', 'This invitation has expired or was withdrawn. Ask for a new one.'],
  NAME_RESERVED: ['BAD_REQUEST', NAME_RESERVED_MESSAGE],
  INVITATION_CODE_WRONG: ['FORBIDDEN', 'This code is not correct or has expired. Check it, or ask for a new one.'],
  INVITATION_OTHER_EMAIL: [
    'FORBIDDEN',
    'This invitation was sent to another email address. Sign in with that account.',
  ],
  GUEST_LINK_INVALID: [
    'BAD_REQUEST',
    'This link has expired or was withdrawn. Ask the company that invited you for a new one.',
  ],
  GUEST_CODE_WRONG: ['FORBIDDEN', 'This code is not correct or has expired. Check it, or ask for a new one.'],
  GUEST_ACCESS_ENDED: ['FORBIDDEN', 'You can no longer see this review. Open the link in your email again.'],
  GUESTS_FULL: [
    'CONFLICT',
    `A booking can have at most ${LIMITS.reviewGuests} guests, including those you removed. Ask an existing one.`,
  ],
  GUEST_VERSION_DECIDED: ['CONFLICT', 'The brand has already decided about this version, so your review is final'],
  GUEST_VERSION_CHANGED: [
    'CONFLICT',
    'This version changed while you reviewed it. Reload the page and check it again.',
  ],
  EMAIL_UNCONFIRMED: ['FORBIDDEN', 'Confirm your email address first. We sent you a link when you registered.'],
  MEMBER_NOT_FOUND: ['NOT_FOUND', 'This person is not a member of the workspace'],
  CONFIRMATION_REQUIRED: ['FORBIDDEN', 'Please confirm that it’s you, then try again.'],
  PASSKEY_REQUIRED: ['FORBIDDEN', 'This action needs a passkey. Add one under Settings, Account.'],
  PASSKEY_TOO_NEW: ['FORBIDDEN', 'This passkey is new. You cannot use it for actions that move money yet.'],
  STAFF_CODE_WRONG: [
    'BAD_REQUEST',
    'This staff code is wrong, used or older than 24 hours. Ask the operator for a new one, or leave the field empty.',
  ],
  STAFF_FACTOR_MISSING: ['FORBIDDEN', 'Set up a second factor under Settings, Account to use the staff pages.'],
  ACCOUNT_SUSPENDED: [
    'FORBIDDEN',
    'This account is suspended. If you think this is a mistake, contact us through the contact page.',
  ],
  OTHER_SITE: ['FORBIDDEN', 'This request came from another site'],
  CREDENTIALS_WRONG: ['UNAUTHORIZED', 'Invalid email or password. Please try again.'],
  CODE_WRONG: ['FORBIDDEN', 'This code is not correct or was already used. Please try again with the next one.'],
  CODES_BLOCKED: ['TOO_MANY_REQUESTS', 'Too many wrong codes. Wait a few minutes, or use a passkey.'],
  PASSKEY_REFUSED: ['FORBIDDEN', 'This passkey was not accepted. Please try again, or continue another way.'],
  PASSKEY_KNOWN: ['CONFLICT', 'This passkey was already added'],
  PASSKEY_NOT_FOUND: ['NOT_FOUND', 'This passkey was already removed'],
  PASSKEYS_FULL: ['CONFLICT', `You can have at most ${LIMITS.passkeys} passkeys. Remove one first.`],
  AUTHENTICATOR_EXISTS: ['CONFLICT', 'Your account already has an authenticator app. Remove it first.'],
  AUTHENTICATOR_MISSING: ['CONFLICT', 'This setup is no longer valid. Please start again.'],
  FACTOR_MISSING: ['CONFLICT', 'Add a passkey or an authenticator app first'],
  SIGN_IN_EXPIRED: ['CONFLICT', 'Your sign-in took too long. Please sign in again.'],
  AGENCY_CREATOR_NOT_FOUND: [
    'NOT_FOUND',
    'No creator has this username. You can find it in the address of their profile.',
  ],
  AGENCY_SELF: ['BAD_REQUEST', 'You cannot represent yourself'],
  AGENCY_SHARE_TOO_HIGH: ['BAD_REQUEST', 'This share is higher than the limit for agencies. Choose a lower one.'],
  AGENCY_INVITED: ['CONFLICT', 'You have already invited this creator, or you represent them'],
  AGENCY_FULL: [
    'CONFLICT',
    `You can represent or invite at most ${LIMITS.agencyCreators} creators. End one of them first.`,
  ],
  AGENCY_INVITATIONS_FULL: ['CONFLICT', 'This creator has too many open invitations. Please try again later.'],
  AGENCY_INVITATION_GONE: ['NOT_FOUND', 'This invitation is no longer open'],
  AGENCY_TAKEN: ['CONFLICT', 'An agency already represents you. End that first, then agree to this one.'],
  EMAIL_TAKEN: ['CONFLICT', 'An account with this email already exists'],
  PASSWORD_COMMON: ['BAD_REQUEST', 'This password is too common. Please choose another one'],
  PASSWORD_WRONG: ['FORBIDDEN', 'Your current password is not correct'],
  PASSWORD_EXISTS: ['CONFLICT', 'This account already has a password. Change it instead.'],
  LINK_INVALID: ['BAD_REQUEST', 'This link was already used or has expired. Please request a new one.'],
  EMAIL_UNCHANGED: ['BAD_REQUEST', 'This is already your email address'],
  EMAIL_VERIFIED: ['CONFLICT', 'Your email address is already confirmed'],
  WELCOME_EXPIRED: ['CONFLICT', 'Your sign-in took too long. Please sign in again.'],
  IDENTITY_LAST: ['CONFLICT', 'Set a password first. Otherwise you could no longer sign in.'],
  DELETION_UNCONFIRMED: ['BAD_REQUEST', 'Type DELETE to confirm'],
  ACCOUNT_IN_USE: [
    'CONFLICT',
    'You have a booking that is not settled yet. You can delete your account once it is paid out, refunded or cancelled.',
  ],
  TOO_MANY_REQUESTS: ['TOO_MANY_REQUESTS', 'Too many attempts. Please wait a moment and try again.'],
  NETWORK_BUSY: [
    'TOO_MANY_REQUESTS',
    'There are too many requests from your network. Please wait a few seconds and try again.',
  ],
  STREAMS_FULL: [
    'TOO_MANY_REQUESTS',
    `You have ${MAX_STREAMS} pages open, which is the maximum for live updates. Close one of them.`,
  ],
  DATABASE_AWAY: ['SERVICE_UNAVAILABLE', 'Marquee is briefly unavailable. Please try again in a few seconds.'],
  TOO_BUSY: ['SERVICE_UNAVAILABLE', 'The server is busy. Please try again in a moment.'],
  USER_NOT_FOUND: ['NOT_FOUND', "This profile doesn't exist or is no longer available."],
  USERNAME_TAKEN: ['CONFLICT', 'This username is not available. Please choose another one'],
  PICTURE_TYPE_WRONG: [
    'UNSUPPORTED_MEDIA_TYPE',
    'This file type is not supported. Choose a JPEG, PNG, WebP, AVIF or GIF picture.',
  ],
  PICTURE_TOO_LARGE: ['PAYLOAD_TOO_LARGE', 'This picture is larger than 10 MB. Choose a smaller one.'],
  PICTURE_TOO_MANY_PIXELS: ['BAD_REQUEST', 'This picture has more than 60 megapixels. Choose a smaller one.'],
  PICTURE_AVIF_TOO_LARGE: [
    'BAD_REQUEST',
    'An AVIF picture can have at most 16 megapixels and 8 bits per color. Save it as JPEG, PNG or WebP.',
  ],
  PICTURE_TOO_DEMANDING: [
    'BAD_REQUEST',
    'This picture is too complex to process. Save it as a JPEG or in a smaller size.',
  ],
  PICTURE_TOO_SMALL: ['BAD_REQUEST', 'This picture is too small. It needs at least 64 × 64 pixels.'],
  LOGO_TOO_SMALL: ['BAD_REQUEST', 'This logo is too small. Its longer side needs at least 64 pixels.'],
  PICTURE_BROKEN: ['BAD_REQUEST', 'This picture is damaged and cannot be read. Choose another one.'],
  PICTURE_CROP_WRONG: ['BAD_REQUEST', 'The crop area is not valid'],
  PICTURE_NOT_FOUND: ['NOT_FOUND', 'This picture is no longer in your portfolio'],
  CALENDAR_NOT_FOUND: ['NOT_FOUND', 'This calendar no longer exists'],
  DELIVERABLE_NOT_FOUND: ['NOT_FOUND', 'This deliverable no longer exists'],
  REMARK_MISPLACED: ['BAD_REQUEST', 'A comment refers to a file that is not part of this version'],
  FILE_NOT_FOUND: ['NOT_FOUND', 'This file does not exist'],
  FILE_GONE: ['NOT_FOUND', `This file was deleted, because files are kept for ${FILE_RETENTION_DAYS} days.`],
  FILE_NOT_READY: ['CONFLICT', 'A file is still being uploaded. Wait until it is done, or remove it.'],
  PUSH_KEYS_INVALID: ['BAD_REQUEST', 'Your browser sent invalid keys. Turn notifications off and on again.'],
  PUSH_UNAVAILABLE: ['CONFLICT', 'This browser cannot receive notifications. You will still get emails.'],
  STORAGE_AWAY: ['SERVICE_UNAVAILABLE', 'Files are not available at the moment. Please try again in a few minutes.'],
  STORAGE_FULL: [
    'SERVICE_UNAVAILABLE',
    'We cannot accept files at the moment. Please try again later or send a link instead.',
  ],
  NETWORK_FILES_FULL: [
    'TOO_MANY_REQUESTS',
    'Your network has reached its upload limit for today. Please try again tomorrow or send a link instead.',
  ],
  FILES_UNCONFIRMED: [
    'FORBIDDEN',
    'Please confirm your email address before you send files. Use the link in the email that we sent you.',
  ],
  FILES_KEPT_FULL: [
    'CONFLICT',
    `Your files in messages have reached the limit of ${formatFileSize(LIMITS.personMessageBytes)}. Send a link instead.`,
  ],
  CONVERSATION_FILES_FULL: [
    'CONFLICT',
    `The files in this conversation have reached the limit of ${formatFileSize(LIMITS.conversationBytes)}. Send a link instead.`,
  ],
  DELIVERY_FILES_FULL: [
    'CONFLICT',
    `Your files in deliverables have reached the limit of ${formatFileSize(LIMITS.creatorDeliveryBytes)}. Add a link instead.`,
  ],
  FILE_PART_WRONG: [
    'CONFLICT',
    'This part of the file is out of order. The upload continues from the last complete part.',
  ],
  FILES_TOO_MANY: ['CONFLICT', `A version can have at most ${LIMITS.deliveryFiles} files. Remove one first.`],
  FILES_TOO_LARGE: [
    'CONFLICT',
    `The files of this booking have reached the limit of ${formatFileSize(LIMITS.bookingFileBytes)}. Add a link instead.`,
  ],
  PROOF_PLATFORM_MISSING: ['CONFLICT', 'Save this platform in your settings first, then send the screenshot'],
  PORTFOLIO_FULL: ['CONFLICT', 'A portfolio can have at most 24 pictures. Delete one first.'],
  PACKAGES_FULL: ['CONFLICT', `You can have at most ${LIMITS.packages} packages. Delete one first.`],
  PACKAGES_ACTIVE_FULL: [
    'CONFLICT',
    `You can have at most ${LIMITS.activePackages} active packages. Deactivate one first.`,
  ],
  PACKAGE_OPTIONS_MISFIT: [
    'CONFLICT',
    'The options of this package no longer fit its price and delivery days. Change them under “More to offer”.',
  ],
  CHOICE_INVALID: ['CONFLICT', 'This option is no longer available. Please choose again.'],
  BRIEFS_FULL: ['CONFLICT', `You can save at most ${LIMITS.briefs} briefs. Delete one first.`],
  BRIEF_NOT_FOUND: ['NOT_FOUND', 'This brief no longer exists'],
  PACKAGE_NOT_FOUND: ['NOT_FOUND', 'Package not found'],
  QUESTIONNAIRE_NOT_FOUND: ['NOT_FOUND', 'This package has no questions'],
  BRAND_USER_WRONG: ['FORBIDDEN', 'You can only book for yourself'],
  ANSWERS_INVALID: ['BAD_REQUEST', 'Please answer every required question'],
  CLIENTS_FULL: ['CONFLICT', `You can have at most ${LIMITS.clients} clients. Archive one first.`],
  CLIENT_NOT_FOUND: ['NOT_FOUND', 'This client does not exist or is archived. Please choose another one.'],
  BUDGETS_FULL: ['CONFLICT', `You can have at most ${LIMITS.budgets} budgets. Archive one first.`],
  BUDGET_NOT_FOUND: ['NOT_FOUND', 'This budget does not exist or is archived. Please choose another one.'],
  BUDGET_OF_OTHER_CLIENT: ['CONFLICT', 'This budget is for another client. Please choose another one.'],
  // These two are thrown with the amounts.
  BUDGET_EXCEEDED: ['CONFLICT', 'This order costs more than what is left of the budget'],
  BUDGET_LIMIT_TOO_LOW: ['CONFLICT', 'The limit must not be lower than what is already used'],
  APPROVAL_REQUIRED: ['FORBIDDEN', 'This order needs an approval. Request it, and another member can approve it.'],
  APPROVAL_NEEDLESS: ['CONFLICT', 'This order needs no approval. You can pay for it now.'],
  APPROVAL_OWN: ['FORBIDDEN', 'You requested this order, so another member has to approve it.'],
  // These two are thrown with the amounts.
  ORDER_LIMIT_EXCEEDED: ['FORBIDDEN', 'This order costs more than you may order'],
  ORDER_APPROVED: [
    'CONFLICT',
    'This order was approved and is waiting for its payment, so it cannot be changed. Pay for it, or withdraw it first.',
  ],
  ORDER_REQUEST_CHANGED: ['CONFLICT', 'The order has changed since it was requested'],
  ORDER_REQUEST_CLOSED: ['CONFLICT', 'This request is no longer open. Reload the page to see what happened.'],
  ORDER_REQUEST_NOT_FOUND: ['NOT_FOUND', 'This request does not exist'],
  ORDER_REQUEST_OPEN: ['CONFLICT', 'You have already requested this order. It is waiting for an approval.'],
  ORDER_REQUESTS_FULL: [
    'CONFLICT',
    `At most ${LIMITS.openOrderRequests} orders can wait for an approval. Ask an approver to decide some first.`,
  ],
  CREATOR_FULLY_BOOKED: [
    'CONFLICT',
    'This creator is fully booked. Your card was not charged. You can join the waiting list.',
  ],
  CREATOR_AWAY: [
    'CONFLICT',
    'This creator is taking time off and is not accepting orders right now. Your card was not charged. You can join the waiting list.',
  ],
  CREATOR_AVAILABLE: ['CONFLICT', 'This creator is available. You can book now.'],
  WAITING_LIST_FULL: ['CONFLICT', 'This creator’s waiting list is full. Please try again later.'],
  WAITING_LISTS_FULL: [
    'CONFLICT',
    `You can be on at most ${AVAILABILITY_LIMITS.waitingListsPerBrand} waiting lists. Leave one first.`,
  ],
  WAITING_PLACE_GONE: ['NOT_FOUND', 'You are no longer on this waiting list'],
  SAVED_LISTS_FULL: ['CONFLICT', `You can have at most ${LIMITS.savedLists} lists. Delete one first.`],
  SAVED_LIST_FULL: [
    'CONFLICT',
    `A list can have at most ${LIMITS.savedEntries} entries. Remove one, or save to another list.`,
  ],
  SAVED_LIST_NOT_FOUND: ['NOT_FOUND', 'This list no longer exists'],
  SAVED_LIST_NAME_TAKEN: ['CONFLICT', 'You already have a list with this name'],
  SAVED_LIST_STAYS: ['CONFLICT', 'This is your default list, which cannot be deleted. You can rename it.'],
  SAVED_ENTRY_NOT_FOUND: ['NOT_FOUND', 'This is no longer on the list'],
  SAVED_ENTRY_THERE: ['CONFLICT', 'This is already on that list'],
  SAVED_SEARCHES_FULL: ['CONFLICT', `You can have at most ${LIMITS.savedSearches} saved searches. Delete one first.`],
  SAVED_SEARCH_THERE: ['CONFLICT', 'You already saved this search'],
  SAVED_SUBJECT_GONE: ['NOT_FOUND', 'This no longer exists, so it was not saved'],
  OFFERS_FULL: ['CONFLICT', `You can have at most ${OFFER_LIMITS.open} open offers. Pay or withdraw one first.`],
  OFFER_OPEN: ['CONFLICT', 'You already have an open offer with this creator'],
  OFFER_TOTAL_CHANGED: [
    'CONFLICT',
    'The platform fee has changed since you opened this page. Your card was not charged. Review the new total before you accept.',
  ],
  PAYMENT_UNAVAILABLE: [
    'SERVICE_UNAVAILABLE',
    'The payment could not be started. Your card was not charged. Please try again.',
  ],
  CARD_NOT_FOUND: ['NOT_FOUND', 'This card was already removed. Choose another card.'],
  CARDS_FULL: ['CONFLICT', `You can save at most ${LIMITS.savedCards} cards. Remove one first.`],
  CARD_SETUP_UNFINISHED: ['CONFLICT', 'The card was not saved. Check its details and try again.'],
  CARD_PAYMENT_PENDING: [
    'SERVICE_UNAVAILABLE',
    'The bank has not answered yet, and we keep asking. Open the booking in a minute to see the result.',
  ],
  ADMIN_SUBJECT_NOT_FOUND: ['NOT_FOUND', 'This entry no longer exists'],
  EDIT_STALE: [
    'CONFLICT',
    'Someone else changed the same details while you were editing, so nothing was saved. Compare both versions, then save again.',
  ],
  ADMIN_ACTION_STALE: ['CONFLICT', 'Someone else has already done this. Reload the page to see the current status.'],
  LOST_BOOKING_UNUSABLE: [
    'CONFLICT',
    'This booking cannot be rebuilt. The payment was cancelled or refunded, or the brand or the creator was lost as well. Settle the payment in Stripe’s dashboard, then resolve the exception.',
  ],
  ADMIN_NOT_SUSPENDABLE: ['CONFLICT', 'A member of staff cannot be suspended. Remove the staff role first.'],
  TRUST_PAGE_OFF: ['NOT_FOUND', 'There is nothing at this address'],
  THREAD_FULL: ['CONFLICT', 'This conversation is full. Please send a new message through the contact page.'],
  CONVERSATION_NOT_FOUND: ['NOT_FOUND', 'This conversation doesn’t exist or you don’t have access to it.'],
  CONVERSATION_FULL: ['CONFLICT', 'This conversation is full'],
  MESSAGE_READER_GONE: ['CONFLICT', 'This account was deleted, so you can no longer message it'],
  MESSAGE_READER_BLOCKED: ['CONFLICT', 'You blocked this person. Unblock them to send messages again.'],
  MESSAGE_FILES_WAITING: [
    'CONFLICT',
    `You have ${LIMITS.messageDrafts} unsent files, which is the maximum. Send or remove some first.`,
  ],
  MESSAGE_QUOTED_GONE: ['CONFLICT', 'The quoted message no longer exists'],
  MESSAGE_NEW_PEOPLE: [
    'TOO_MANY_REQUESTS',
    `You can message at most ${LIMITS.newPeople} new creators a day. Please continue tomorrow.`,
  ],
  MESSAGES_BEFORE_BOOKING: [
    'TOO_MANY_REQUESTS',
    `Without a booking, you can send at most ${LIMITS.messagesBeforeBooking} messages an hour. Please continue later.`,
  ],
  MESSAGES_TOO_MANY: [
    'TOO_MANY_REQUESTS',
    `You can send at most ${LIMITS.messages} messages an hour. Please continue later.`,
  ],
  REPORT_SUBJECT_GONE: ['NOT_FOUND', 'This no longer exists'],
  REPORT_OWN: ['CONFLICT', 'You cannot report your own content'],
  REPORT_NOT_HIDEABLE: ['CONFLICT', 'This cannot be hidden. Suspend the account, or take no action.'],
  APPEAL_MADE: ['CONFLICT', 'You already appealed this decision. You can appeal a decision only once.'],
  PAYOUTS_FROZEN: [
    'CONFLICT',
    'Your payouts are frozen, because you reported a change that you did not make. Our team will contact you.',
  ],
  FACTOR_RESET_NEEDLESS: ['CONFLICT', 'This account has no second factor'],
  STAFF_REQUEST_OWN: ['CONFLICT', 'You made this request. Another member of staff has to approve it.'],
  STAFF_INVOLVED: ['FORBIDDEN', 'You belong to this workspace, or owned it. Another member of staff has to do this.'],
  WORKSPACE_RETURN_OPEN: ['CONFLICT', 'Stop giving the workspace back before you release it.'],
  WORKSPACE_RETURN_STRANGER: ['CONFLICT', 'This person never owned the workspace, or has deleted their account.'],
  PAYOUT_NOT_BLOCKED: ['CONFLICT', 'This payout is no longer on hold'],
  PAYOUT_COUNTRY_MISSING: ['CONFLICT', 'Please choose your payout country first'],
  PAYOUT_COUNTRY_UNPAYABLE: [
    'CONFLICT',
    'We cannot pay creators in your country yet, so you cannot sell packages. Please contact us through the contact page.',
  ],
  PAYOUT_COUNTRY_FIXED: [
    'CONFLICT',
    'Stripe has verified your account in this country, so you cannot change it. If you have moved, please contact us through the contact page.',
  ],
  PAYOUT_DASHBOARD_CLOSED: ['CONFLICT', 'You can open the Stripe dashboard once you finish your payout setup'],
  PURCHASE_ORDER_FIXED: [
    'CONFLICT',
    'The receipt of this booking was already issued, so its PO number cannot be changed',
  ],
  RECEIPT_NOT_FOUND: ['NOT_FOUND', "This document doesn't exist or you don't have access to it."],
  WORK_RECORD_EMPTY: ['CONFLICT', WORK_RECORD_EMPTY_MESSAGE],
  PAPERS_TOO_MANY: ['BAD_REQUEST', 'There are too many documents for one download. Please choose a shorter period.'],
  DISPUTE_NOT_DECIDABLE: ['CONFLICT', 'The other side still has time to answer'],
  DISPUTE_NOT_FOUND: ['NOT_FOUND', 'Dispute not found'],
  SPLIT_INVALID: ['BAD_REQUEST', 'The creator’s share must be more than $0.00 and less than the price'],
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
 * The tRPC code of each refusal that is not a CONFLICT. For example, only the two parties of a booking may learn
 * whether it exists.
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

/**
 * A named failure. Pass a text as `detail` if the message depends on the input. It replaces the message from the
 * table. Pass an error as `detail` to log it as the cause. `retryAfterMs` is the time after which the caller may try
 * again.
 */
export class Failure extends TRPCError {
  readonly failure: FailureCode;
  readonly retryAfterMs: number | undefined;

  constructor(failure: FailureCode, detail?: string | Error, retryAfterMs?: number) {
    const [code, words] = getFailureEntry(failure);
    super({
      code,
      message: typeof detail === 'string' ? detail : words,
      ...(detail instanceof Error && { cause: detail }),
    });
    this.failure = failure;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Returns whether a call failed because the database is away. */
export const isDatabaseAwayError = (error: unknown): boolean =>
  isDatabaseAway(error) || (error instanceof TRPCError && !(error instanceof Failure) && isDatabaseAway(error.cause));

/** Returns DATABASE_AWAY or STORAGE_AWAY for an error that means this, and undefined for any other error. */
export function findAwayFailure(error: unknown): Failure | undefined {
  if (!(error instanceof Error) || error instanceof Failure) return undefined;
  const cause = error instanceof TRPCError ? error.cause : error;
  if (cause instanceof StorageError) return new Failure('STORAGE_AWAY', cause);
  return isDatabaseAwayError(error) ? new Failure('DATABASE_AWAY', error) : undefined;
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

/** Returns the time in milliseconds after which the caller may try again, or undefined if the error has none. */
export const findRetryAfterMs = (error: TRPCError): number | undefined => findFailure(error)?.retryAfterMs;

/** The name that programs can rely on, while messages may be reworded. */
export type ErrorName = FailureCode | 'INVALID_INPUT' | TrpcCode;

/**
 * Returns the name of an error: the code of a named failure, `INVALID_INPUT` if the input breaks a rule, or tRPC's
 * code for errors of the framework (such as `NOT_FOUND` for an unknown address).
 */
export const getErrorName = (error: TRPCError): ErrorName =>
  findFailureCode(error) ?? (error.code === 'BAD_REQUEST' ? 'INVALID_INPUT' : error.code);
