/** Parts, subjects and times in the recipient's time zone, which all emails share. */
import type { Side } from '@marquee/booking';
import { createZoneFormatter } from '@marquee/time';
import { PRODUCT_NAME } from '@marquee/brand';
import { formatDollars } from '@marquee/money';
import type { NotificationGroup } from '@marquee/validation';

export type MailFact = readonly [label: string, value: string];

/** The content of an email, before it is rendered as HTML and text. */
export interface MailParts {
  subject: string;
  title: string;
  /** The first paragraph says what happened, the second one what to do and by when. */
  paragraphs: string[];
  facts?: MailFact[];
  /** `to` is a path in the web app or a complete URL. */
  button?: { label: string; to: string };
  after?: string[];
  /** A sentence that explains why the recipient gets this email. */
  why: string;
  /** The URL of the unsubscribe page, with a token in the URL fragment. */
  unsubscribe?: string;
  replyTo?: string;
}

/** Formats times for one email, and remembers whether it shows any, so that the email can name the time zone. */
export interface MailClock {
  /** Formats a time as in 'Nov 28, 10:37 AM (in 3 days)'. */
  time: (iso: string) => string;
  /** Formats the day of a time as in 'Nov 28'. */
  day: (iso: string) => string;
  /** Names the time zone if the email shows a time, or returns null. */
  zoneNote: () => string | null;
}

export interface MailContext {
  publicUrl: string;
  /** The email's link with its token, or null if this kind has none. */
  link: string | null;
  /** The email's code, or null if this kind has none. */
  code: string | null;
  clock: MailClock;
}

const formatZonedTime = createZoneFormatter('en-US', {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});
const formatZonedDay = createZoneFormatter('en-US', { month: 'short', day: 'numeric' });
const formatZoneName = createZoneFormatter('en-US', { timeZoneName: 'longGeneric' });
const relativeTime = new Intl.RelativeTimeFormat('en-US');

/** Formats the time from `now` to `at` as in 'in 3 days' or '2 hours ago'. */
function formatRelativeTime(at: Date, now: Date): string {
  const minutes = Math.round((at.getTime() - now.getTime()) / 60_000);
  if (Math.abs(minutes) < 60) return relativeTime.format(minutes, 'minute');
  const hours = Math.round(minutes / 60);
  return Math.abs(hours) < 48 ? relativeTime.format(hours, 'hour') : relativeTime.format(Math.round(hours / 24), 'day');
}

/** Creates the clock of one email. `now` is the time of sending. Times are in UTC if the time zone is unknown. */
export function createMailClock(timeZone: string | null, now: Date): MailClock {
  const zone = timeZone ?? 'UTC';
  let isUsed = false;
  return {
    time(iso) {
      isUsed = true;
      const at = new Date(iso);
      return `${formatZonedTime(at, zone)} (${formatRelativeTime(at, now)})`;
    },
    day: (iso) => formatZonedDay(new Date(iso), zone),
    zoneNote() {
      if (!isUsed) return null;
      // The format adds the date in front of the time zone's name.
      const name = timeZone === null ? 'UTC' : formatZoneName(now, zone).replace(/^[\d/]+, /, '');
      return `All times are in ${name}.`;
    },
  };
}

/** Phones show about this many characters of a subject. */
const MAX_SUBJECT_LENGTH = 59;

/** Shortens a text to `max` characters, if possible between two words. */
function shortenText(text: string, max: number): string {
  const characters = Array.from(text);
  if (characters.length <= max) return text;
  const cut = characters.slice(0, max - 1).join('');
  const lastSpace = cut.lastIndexOf(' ');
  return `${(lastSpace > max / 2 ? cut.slice(0, lastSpace) : cut).trimEnd()}…`;
}

/**
 * The name of the person who acted. A subject uses `short`, the name of the side, if `full` leaves too little room for
 * the other names.
 */
export interface ActorName {
  full: string;
  short: string;
}

/** The number of characters that each other name of a subject keeps next to the name of a person. */
const MIN_NAME_LENGTH = 12;

/**
 * Builds a subject of at most 59 characters from a fixed text and the names of people, packages and files. If they
 * are too long, the longest names are shortened. The full name of an `ActorName` is never shortened.
 */
export function fitSubject(texts: TemplateStringsArray, ...names: (string | ActorName)[]): string {
  let free = MAX_SUBJECT_LENGTH - texts.join('').length;
  const roomForActor = free - (names.length - 1) * MIN_NAME_LENGTH;
  const isWhole = names.map((name) => typeof name === 'object' && name.full.length <= roomForActor);
  const shortened = names.map((name, at) => (typeof name === 'string' ? name : isWhole[at] ? name.full : name.short));
  for (const [at, name] of shortened.entries()) if (isWhole[at]) free -= name.length;
  const byLength = shortened
    .map((_, at) => at)
    .filter((at) => !isWhole[at])
    .sort((one, other) => (shortened[one]?.length ?? 0) - (shortened[other]?.length ?? 0));
  for (const [done, at] of byLength.entries()) {
    const fitted = shortenText(shortened[at] ?? '', Math.max(2, Math.floor(free / (byLength.length - done))));
    shortened[at] = fitted;
    free -= fitted.length;
  }
  return capitalizeFirst(String.raw({ raw: texts }, ...shortened));
}

const capitalizeFirst = (sentence: string) => sentence.charAt(0).toUpperCase() + sentence.slice(1);

/** Returns the salutation. Leaves out a name that is empty, or looks like an email address or a link. */
export const formatGreeting = (fullName: string) =>
  fullName === '' || /[:/@]|\.\w/.test(fullName) ? 'Hello,' : `Hello ${fullName},`;

export const formatDayCount = (count: number) => (count === 1 ? '1 day' : `${count} days`);

export const formatMailDollars = (amountCents: number) => formatDollars(amountCents);

export const ACCOUNT_EXPLANATION = `You received this email because this address belongs to a ${PRODUCT_NAME} account.`;
export const ACCOUNT_SETTINGS_PATH = '/settings/account';

/** A text for each side. */
export type TextsBySide = Record<Side, string>;

/**
 * The text of an email to an unconfirmed address, which protects other people's addresses from texts of our users.
 * Null if the email contains no text that other users wrote.
 */
export type NeutralText = string | TextsBySide | null;

/** How an email relates to notifications. */
export interface MailSettings {
  /** The group in the user's settings. Users cannot turn off the emails of `money` and `account`. */
  group: NotificationGroup;
  /**
   * By default, an email also creates a notification. False: it does not, because it is about messages, which the app
   * counts separately, or because it goes to a signed-out user or to an address without an account. A side: only this
   * side gets a notification, because the other side caused the event.
   */
  notifies?: false | Side;
}

/** An email that does not report a booking event. */
export interface MailRule<Data> extends MailSettings {
  neutral: NeutralText;
  mail: (data: Data, context: MailContext) => MailParts;
}

/** Emails by kind. `DataByKind` has the data of each. */
export type MailRules<DataByKind> = { [K in keyof DataByKind]: MailRule<DataByKind[K]> };
