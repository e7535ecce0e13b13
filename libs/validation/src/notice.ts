import { zonePrinter } from '@marquee/booking';
import { z } from './zod.ts';
import { LIMITS } from './limits.ts';
import { cursor, id, reference } from './text.ts';

/**
 * What notices and mails are about. `always`: mails that nobody can do without, because money, deadlines or the account
 * itself depend on them; the others a person may switch off, and they wait for the end of quiet hours.
 */
export const NOTICE_GROUPS = {
  bookings: 'choice',
  offers: 'choice',
  reviews: 'choice',
  messages: 'choice',
  money: 'always',
  account: 'always',
} as const satisfies Record<string, 'choice' | 'always'>;
export type NoticeGroup = keyof typeof NOTICE_GROUPS;

/** The groups of which mails can be switched off. */
export const MAIL_CHOICES = ['bookings', 'offers', 'reviews', 'messages'] as const satisfies NoticeGroup[];
export type MailChoice = (typeof MAIL_CHOICES)[number];

/** Whether mails of a group can be switched off and wait for the end of quiet hours. */
export const isMailChoice = (group: NoticeGroup): group is MailChoice => NOTICE_GROUPS[group] === 'choice';

/** The groups whose mails can be collected in one a day: nobody waits for an answer within hours. */
export const DAILY_CHOICES = ['bookings', 'offers', 'reviews'] as const satisfies MailChoice[];
export type DailyChoice = (typeof DAILY_CHOICES)[number];

/** When the mail with what was collected is sent, by the reader's clocks. */
export const DAILY_HOUR = 8;

/** How the mails of a group come. */
export type MailWish = 'each' | 'daily' | 'none';

const GROUPS = Object.keys(NOTICE_GROUPS) as [NoticeGroup, ...NoticeGroup[]];
const HOUR = 'Choose an hour from the list';
const hour = z.int({ error: HOUR }).min(0, HOUR).max(23, HOUR);

/** Some of a list, each once. */
const someOf = <const T extends string>(all: readonly [T, ...T[]]) =>
  z
    .array(z.enum(all, { error: 'Choose from the list' }))
    .max(all.length, 'Choose each once')
    .refine((chosen) => new Set(chosen).size === chosen.length, 'Choose each once');

/**
 * Which mails somebody does without or has collected in one a day, what browsers are not told, and between which full
 * hours of their day nothing that can wait is sent.
 */
export const noticeSettings = z
  .strictObject({
    off: someOf(MAIL_CHOICES),
    daily: someOf(DAILY_CHOICES),
    pushOff: someOf(GROUPS),
    quiet: z
      .strictObject({ from: hour, to: hour })
      .refine(({ from, to }) => from !== to, {
        message: 'Quiet hours end at another hour than they begin',
        path: ['to'],
      })
      .nullable(),
  })
  .refine(({ off, daily }) => !daily.some((group) => (off as string[]).includes(group)), {
    message: 'Choose each once',
    path: ['daily'],
  });
export type NoticeSettings = z.infer<typeof noticeSettings>;

/** How the mails of a group come to somebody with these settings. */
export const mailWishOf = ({ off, daily }: Pick<NoticeSettings, 'off' | 'daily'>, group: NoticeGroup): MailWish =>
  (off as NoticeGroup[]).includes(group) ? 'none' : (daily as NoticeGroup[]).includes(group) ? 'daily' : 'each';

/**
 * A browser's push subscription (Push API, RFC 8291). `p256dh` is an uncompressed point of P-256 (65 bytes) and `auth`
 * a secret of 16 bytes, both in base64url without padding. Whether the point is on the curve is checked by the server.
 */
export const pushDevice = z.strictObject({
  endpoint: z.url({ protocol: /^https?$/ }).max(LIMITS.pushEndpoint),
  p256dh: z.string().regex(/^B[\w-]{86}$/, 'This is not a public key of a browser'),
  auth: z.string().regex(/^[\w-]{22}$/, 'This is not a secret of a browser'),
});
export type PushDevice = z.infer<typeof pushDevice>;

export const noticesShown = z.object({ cursor });
/** One notice, or those that lead to a screen that is open. */
export const noticesRead = z.union([z.strictObject({ id }), z.strictObject({ path: reference(LIMITS.noticePath) })]);
export type NoticesRead = z.infer<typeof noticesRead>;

/**
 * When a mail that can wait is sent: at once, or at the end of the quiet hours that `at` falls into, by the clocks of
 * the zone (IANA; null: UTC). Quarters of an hour are looked at one by one, so days of 23 or 25 hours come out right.
 */
export function afterQuiet(at: Date, quiet: NoticeSettings['quiet'], timeZone: string | null): Date {
  if (quiet === null) return at;
  const { from, to } = quiet;
  const isQuiet = (hour: number) => (from < to ? from <= hour && hour < to : hour >= from || hour < to);
  const hourOf = clockOf(timeZone);
  return isQuiet(hourOf(at)) ? nextQuarter(at, (moment) => !isQuiet(hourOf(moment))) : at;
}

/** When what happens at `at` is told in the one mail of the day, by the clocks of the zone (IANA; null: UTC). */
export function nextDaily(at: Date, timeZone: string | null): Date {
  const hourOf = clockOf(timeZone);
  // In that hour it has been sent: the next one is tomorrow's.
  const before = hourOf(at) === DAILY_HOUR ? nextQuarter(at, (moment) => hourOf(moment) !== DAILY_HOUR) : at;
  return nextQuarter(before, (moment) => hourOf(moment) === DAILY_HOUR);
}

/** The hour that the clocks of a zone show. */
function clockOf(timeZone: string | null): (moment: Date) => number {
  return (moment) => Number(printHour(moment, timeZone ?? 'UTC'));
}
const printHour = zonePrinter('en-GB', { hour: '2-digit', hourCycle: 'h23' });

const QUARTER_MS = 900_000;

/** The next quarter of an hour after `at` of which something is true. */
function nextQuarter(at: Date, isWanted: (moment: Date) => boolean): Date {
  let moment = at.getTime() - (at.getTime() % QUARTER_MS);
  do moment += QUARTER_MS;
  while (!isWanted(new Date(moment)));
  return new Date(moment);
}
