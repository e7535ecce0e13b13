/** Puts the emails of all nouns together, and renders them for confirmed and for unconfirmed addresses. */
import { CANCEL_REASONS, type EventKind } from '@marquee/booking';
import type { NotificationGroup } from '@marquee/validation';
import { AGENCY_MAILS, type AgencyMailData } from '../mail-texts/identity/agencies.words.ts';
import { ORDER_REQUEST_MAILS, type OrderRequestMailData } from '../mail-texts/booking/order-requests.words.ts';
import { AUTH_MAILS, type AuthMailData } from '../mail-texts/identity/auth.words.ts';
import { WAITING_LIST_MAILS, type WaitingListMailData } from '../mail-texts/catalog/availability.words.ts';
import { EMAILS_BY_EVENT } from './events.templates.ts';
import type { EventMailDataByKind } from '../mail-texts/events.words.ts';
import { GUEST_MAILS, type GuestMailData } from '../mail-texts/booking/guest-reviews.words.ts';
import { renderMailParts, type RenderedMail } from './mail.layout.ts';
import { createMailClock, type MailContext, type MailParts, type MailRules } from '../mail-texts/mail.words.ts';
import { SUMMARY_MAILS, type SummaryMailData } from '../mail-texts/messaging/notifications.words.ts';
import { OFFER_MAILS, type OfferMailData } from '../mail-texts/booking/offers.words.ts';
import { PAYOUT_MAILS, type PayoutMailData } from '../mail-texts/money/payments.words.ts';
import { REPORT_MAILS, type ReportMailData } from '../mail-texts/staff/reports.words.ts';
import { REVIEW_MAILS, type ReviewMailData } from '../mail-texts/catalog/reviews.words.ts';
import { SECURITY_MAILS, type SecurityMailData } from '../mail-texts/identity/security.words.ts';
import { SUPPORT_MAILS, type SupportMailData } from '../mail-texts/messaging/support.words.ts';
import { WORKSPACE_MAILS, type WorkspaceMailData } from '../mail-texts/identity/workspaces.words.ts';

/** The data of emails that do not report a booking event, by kind. */
export interface NonEventMailDataByKind
  extends
    AuthMailData,
    SecurityMailData,
    SupportMailData,
    ReportMailData,
    WaitingListMailData,
    SummaryMailData,
    ReviewMailData,
    OfferMailData,
    OrderRequestMailData,
    PayoutMailData,
    AgencyMailData,
    GuestMailData,
    WorkspaceMailData {}

export type MailDataByKind = NonEventMailDataByKind & EventMailDataByKind;
export type MailKind = keyof MailDataByKind;

const NON_EVENT_MAILS: MailRules<NonEventMailDataByKind> = {
  ...AUTH_MAILS,
  ...SECURITY_MAILS,
  ...SUPPORT_MAILS,
  ...REPORT_MAILS,
  ...WAITING_LIST_MAILS,
  ...SUMMARY_MAILS,
  ...REVIEW_MAILS,
  ...OFFER_MAILS,
  ...ORDER_REQUEST_MAILS,
  ...PAYOUT_MAILS,
  ...AGENCY_MAILS,
  ...GUEST_MAILS,
  ...WORKSPACE_MAILS,
};

const NEUTRAL_ADVICE = 'Confirm your email address to see the details in emails like this one.';

/** Values that replace text of other users in emails to unverified addresses, by field. */
const NEUTRAL_VALUES: Record<string, string | null | readonly never[]> = {
  items: [],
  searches: [],
  fullName: '',
  email: 'another address',
  agencyName: 'the agency',
  creatorName: 'the creator',
  brandName: 'the brand',
  packageName: 'the package',
  otherName: 'the other side',
  actorName: null,
  offerName: 'the offer',
  endMessage: null,
  memberName: 'A member',
  action: 'changed the workspace',
  guestName: 'A guest',
  deliverableTitle: 'the deliverable',
  closingReason: '',
  moveNote: null,
  deliveryNote: null,
  deliveryLinks: [],
  label: 'the reported content',
  workspaceName: 'the workspace',
  ownerName: 'A former owner',
  cards: [],
  handle: 'the account',
};

/** Values that replace text of other users in the data of booking events, by field. */
const NEUTRAL_EVENT_VALUES: Record<string, string> = {
  text: '…',
  changeRequest: '…',
  title: 'the deliverable',
  rights: 'See the booking',
};

const replaceValues = (data: object, values: Record<string, unknown>): object =>
  Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, Object.hasOwn(values, key) ? values[key] : value]),
  );

/** Replaces text of other users. Keeps a cancellation reason if it is one of our own codes. */
function removeUserTexts(data: object): object {
  const neutral = replaceValues(data, NEUTRAL_VALUES);
  if (!('event' in neutral)) return neutral;
  const event = neutral.event as { reason?: unknown };
  const isOwnReason = CANCEL_REASONS.some((reason) => reason === event.reason);
  return {
    ...neutral,
    event: replaceValues(event, { ...NEUTRAL_EVENT_VALUES, ...(!isOwnReason && { reason: '…' }) }),
  };
}

const isEventKind = (kind: MailKind): kind is EventKind => Object.hasOwn(EMAILS_BY_EVENT, kind);

/** Throws if events of this kind have no email. */
function getEventMailRule(kind: EventKind) {
  const rule = EMAILS_BY_EVENT[kind];
  if (rule === null) throw new Error(`${kind} has no email`);
  return rule;
}

const getMailRule = (kind: MailKind) => (isEventKind(kind) ? getEventMailRule(kind) : NON_EVENT_MAILS[kind]);

/** Returns the group of an email in the user's settings. */
export const getMailGroup = (kind: MailKind): NotificationGroup => getMailRule(kind).group;

/**
 * Returns whether the email also creates a notification. Users get none for their own actions. For a booking event,
 * `data` contains the recipient's side (`viewer`) and the side that caused it (`actor`).
 */
export function hasNotification(kind: MailKind, data: { viewer?: unknown; actor?: unknown }): boolean {
  const { notifies } = getMailRule(kind);
  if (notifies === false) return false;
  if (notifies !== undefined) return data.viewer === notifies;
  return data.viewer === undefined || data.viewer !== data.actor;
}

/** Builds the parts of an email. The casts are safe, because `kind` and `data` belong together (`MailDataByKind`). */
function buildMail(kind: MailKind, data: object, context: MailContext): MailParts {
  if (!isEventKind(kind)) return NON_EVENT_MAILS[kind].mail(data as never, context);
  return getEventMailRule(kind).mail(data as never, context.clock);
}

function findNeutralText(kind: MailKind, data: { viewer?: unknown; reader?: unknown; event?: unknown }): string | null {
  const { neutral } = getMailRule(kind);
  const text = typeof neutral === 'function' ? neutral(data.event as never) : neutral;
  if (text === null || typeof text === 'string') return text;
  return data.viewer === 'brand' || data.reader === 'brand' ? text.brand : text.creator;
}

/**
 * Builds an email to an unverified address. It contains only amounts, times and our own sentences, so that users cannot
 * send texts to other people's addresses through us.
 */
function buildNeutralMail(kind: MailKind, data: object, context: MailContext): MailParts {
  const parts = buildMail(kind, removeUserTexts(data), context);
  const text = findNeutralText(kind, data);
  return text === null ? parts : { ...parts, subject: parts.title, paragraphs: [text, NEUTRAL_ADVICE] };
}

interface MailPlace {
  publicUrl: string;
  /** The email's link with its token, or null if this kind has none. */
  link: string | null;
  /** The email's code, or null if this kind has none. */
  code?: string | null;
  /** True if the recipient has not verified the address. The email then contains no user input. */
  isStranger: boolean;
  /** The recipient's IANA time zone. If null, times are in UTC. */
  timeZone: string | null;
  /** The recipient's own name if they are one of several people of the workspace that the email is to. */
  memberName?: string | null;
  now: Date;
}

/** Returns the recipient's own name, or an empty string for emails that do not contain it. */
function getReaderName(data: object): string {
  const { fullName, viewer, reader, creatorName, brandName }: Partial<Record<string, unknown>> = { ...data };
  const side = viewer ?? reader;
  const name = fullName ?? (side === 'brand' ? brandName : side === 'creator' ? creatorName : '');
  return typeof name === 'string' ? name : '';
}

/** Renders an email. Its links start with `publicUrl`. An email to an unverified address contains no user input. */
export function renderMail<K extends MailKind>(
  { kind, data }: { kind: K; data: MailDataByKind[K] },
  { publicUrl, link, code = null, isStranger, timeZone, memberName = null, now }: MailPlace,
): RenderedMail {
  const clock = createMailClock(timeZone, now);
  const context = { publicUrl, link, code, clock };
  const parts = isStranger ? buildNeutralMail(kind, data, context) : buildMail(kind, data, context);
  const zoneNote = clock.zoneNote();
  const after = [...(parts.after ?? []), ...(zoneNote === null ? [] : [zoneNote])];
  const greeting = isStranger ? '' : (memberName ?? getReaderName(data));
  return renderMailParts({ ...parts, after }, { publicUrl, greeting });
}

/**
 * Renders an email as a notification, which consists of the email's subject and a path in the web app. The path is
 * null if the email links elsewhere. `link` replaces the email's link.
 */
export function renderNotification<K extends MailKind>(
  { kind, data }: { kind: K; data: MailDataByKind[K] },
  { timeZone, link, now }: Pick<MailPlace, 'timeZone' | 'link' | 'now'>,
): { subject: string; path: string | null } {
  const { subject, button } = buildMail(kind, data, {
    publicUrl: '',
    link,
    code: null,
    clock: createMailClock(timeZone, now),
  });
  const path = button?.to.startsWith('/') === true ? button.to : null;
  return { subject: subject.replace(/\s+/g, ' ').toWellFormed(), path };
}
