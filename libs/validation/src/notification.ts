import { createZoneFormatter } from '@marquee/time';
import { z } from './zod.ts';
import { LIMITS } from './limits.ts';
import { cursorField, idField, referenceField } from './fields.ts';

/**
 * The groups of notifications and emails. Users cannot switch off emails of groups marked `always`, because these
 * emails concern money, deadlines or the account. Emails of the other groups are optional, and are delayed during
 * quiet hours.
 */
export const NOTIFICATION_GROUPS = {
  bookings: 'choice',
  offers: 'choice',
  reviews: 'choice',
  messages: 'choice',
  money: 'always',
  account: 'always',
} as const satisfies Record<string, 'choice' | 'always'>;
export type NotificationGroup = keyof typeof NOTIFICATION_GROUPS;

export const OPTIONAL_EMAIL_GROUPS = [
  'bookings',
  'offers',
  'reviews',
  'messages',
] as const satisfies NotificationGroup[];
export type OptionalEmailGroup = (typeof OPTIONAL_EMAIL_GROUPS)[number];

export const isOptionalEmailGroup = (group: NotificationGroup): group is OptionalEmailGroup =>
  NOTIFICATION_GROUPS[group] === 'choice';

/** The groups whose emails can be collected into one per day, because they do not need a response within hours. */
export const DIGEST_GROUPS = ['bookings', 'offers', 'reviews'] as const satisfies OptionalEmailGroup[];
export type DigestGroup = (typeof DIGEST_GROUPS)[number];

/** The hour at which the daily email is sent, in the recipient's time zone. */
export const DIGEST_HOUR = 8;

export type EmailFrequency = 'each' | 'daily' | 'none';

const GROUP_NAMES = Object.keys(NOTIFICATION_GROUPS) as [NotificationGroup, ...NotificationGroup[]];
const HOUR_MESSAGE = 'Choose an hour from the list';
const hourField = z.int({ error: HOUR_MESSAGE }).min(0, HOUR_MESSAGE).max(23, HOUR_MESSAGE);

const createSubsetField = <const T extends string>(all: readonly [T, ...T[]]) =>
  z
    .array(z.enum(all, { error: 'Choose from the list' }))
    .max(all.length, 'Choose each option once')
    .refine((chosen) => new Set(chosen).size === chosen.length, 'Choose each option once');

/**
 * A user's notification settings. `off` lists the groups without emails, `daily` the groups in the daily email, and
 * `pushOff` the groups without push notifications. Quiet hours are full hours in the user's time zone.
 */
export const notificationSettings = z
  .strictObject({
    off: createSubsetField(OPTIONAL_EMAIL_GROUPS),
    daily: createSubsetField(DIGEST_GROUPS),
    pushOff: createSubsetField(GROUP_NAMES),
    quiet: z
      .strictObject({ from: hourField, to: hourField })
      .refine(({ from, to }) => from !== to, {
        message: 'Quiet hours must not end at the hour when they start',
        path: ['to'],
      })
      .nullable(),
  })
  .refine(({ off, daily }) => !daily.some((group) => (off as string[]).includes(group)), {
    message: 'Choose each option once',
    path: ['daily'],
  });
export type NotificationSettings = z.infer<typeof notificationSettings>;

/** Returns how often a user with these settings gets emails of a group. */
export const getEmailFrequency = (
  { off, daily }: Pick<NotificationSettings, 'off' | 'daily'>,
  group: NotificationGroup,
): EmailFrequency =>
  (off as NotificationGroup[]).includes(group)
    ? 'none'
    : (daily as NotificationGroup[]).includes(group)
      ? 'daily'
      : 'each';

/**
 * A browser's push subscription (Push API, RFC 8291). `p256dh` is an uncompressed point on the curve P-256 (65
 * bytes), and `auth` is a secret of 16 bytes. Both are in base64url without padding. This schema does not check that
 * the point is on the curve, which only the server does.
 */
export const pushDevice = z.strictObject({
  endpoint: z.url({ protocol: /^https?$/ }).max(LIMITS.pushEndpoint),
  p256dh: z.string().regex(/^B[\w-]{86}$/, 'This is not a valid browser key'),
  auth: z.string().regex(/^[\w-]{22}$/, 'This is not a valid browser secret'),
});
export type PushDevice = z.infer<typeof pushDevice>;

export const notificationListInput = z.object({ cursor: cursorField });
/** Marks one notification as read, or all that link to `path`. */
export const notificationsReadInput = z.union([
  z.strictObject({ id: idField }),
  z.strictObject({ path: referenceField(LIMITS.notificationPath) }),
]);
export type NotificationsReadInput = z.infer<typeof notificationsReadInput>;

/**
 * Computes when an optional email is sent: immediately, or at the end of the quiet hours. `timeZone` is an IANA
 * zone, or null for UTC. Advances in steps of 15 minutes, so that days of 23 or 25 hours are handled correctly.
 */
export function computeSendAt(at: Date, quiet: NotificationSettings['quiet'], timeZone: string | null): Date {
  if (quiet === null) return at;
  const { from, to } = quiet;
  const isQuiet = (hour: number) => (from < to ? from <= hour && hour < to : hour >= from || hour < to);
  const hourOf = createHourReader(timeZone);
  return isQuiet(hourOf(at)) ? findNextQuarterHour(at, (moment) => !isQuiet(hourOf(moment))) : at;
}

/** Computes when the daily email for an event at `at` is sent. `timeZone` is an IANA zone, or null for UTC. */
export function computeNextDigestAt(at: Date, timeZone: string | null): Date {
  const hourOf = createHourReader(timeZone);
  // From 8:00 to 8:59, today's email has already been sent, so the next one is tomorrow's.
  const before = hourOf(at) === DIGEST_HOUR ? findNextQuarterHour(at, (moment) => hourOf(moment) !== DIGEST_HOUR) : at;
  return findNextQuarterHour(before, (moment) => hourOf(moment) === DIGEST_HOUR);
}

/** Creates a function that returns the hour of a time in a time zone. */
function createHourReader(timeZone: string | null): (moment: Date) => number {
  return (moment) => Number(formatHourInZone(moment, timeZone ?? 'UTC'));
}
const formatHourInZone = createZoneFormatter('en-GB', { hour: '2-digit', hourCycle: 'h23' });

const QUARTER_MS = 900_000;

/**
 * Returns the first time after `at` at a quarter of an hour (:00, :15, :30 or :45) for which `isWanted` returns
 * true.
 */
function findNextQuarterHour(at: Date, isWanted: (moment: Date) => boolean): Date {
  let moment = at.getTime() - (at.getTime() % QUARTER_MS);
  do moment += QUARTER_MS;
  while (!isWanted(new Date(moment)));
  return new Date(moment);
}
