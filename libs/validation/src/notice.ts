import { z } from './zod.ts';
import { LIMITS } from './limits.ts';
import { id } from './text.ts';

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

const HOUR = 'Choose an hour from the list';
const hour = z.int({ error: HOUR }).min(0, HOUR).max(23, HOUR);

/** Which mails somebody does without, and between which full hours of their day none of those that can wait is sent. */
export const noticeSettings = z.strictObject({
  off: z
    .array(z.enum(MAIL_CHOICES, { error: 'Choose from the list' }))
    .max(MAIL_CHOICES.length, 'Choose each once')
    .refine((groups) => new Set(groups).size === groups.length, 'Choose each once'),
  quiet: z
    .strictObject({ from: hour, to: hour })
    .refine(({ from, to }) => from !== to, { message: 'Quiet hours end at another hour than they begin', path: ['to'] })
    .nullable(),
});
export type NoticeSettings = z.infer<typeof noticeSettings>;

export const noticesShown = z.object({ cursor: z.string().max(100).optional() });
/** One notice, or those that lead to a screen that is open. */
export const noticesRead = z.union([
  z.strictObject({ id }),
  z.strictObject({ path: z.string().max(LIMITS.noticePath) }),
]);
export type NoticesRead = z.infer<typeof noticesRead>;

/**
 * When a mail that can wait is sent: at once, or at the end of the quiet hours that `at` falls into, by the clocks of the
 * zone (IANA; null: UTC). Quarters of an hour are looked at one by one, so days of 23 or 25 hours come out right.
 */
export function afterQuiet(at: Date, quiet: NoticeSettings['quiet'], timeZone: string | null): Date {
  if (quiet === null) return at;
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: timeZone ?? 'UTC', hour: '2-digit', hourCycle: 'h23' });
  const { from, to } = quiet;
  const isQuiet = (moment: number) => {
    const now = Number(format.format(moment));
    return from < to ? from <= now && now < to : now >= from || now < to;
  };
  let moment = at.getTime();
  if (!isQuiet(moment)) return at;
  moment -= moment % QUARTER_MS;
  while (isQuiet(moment)) moment += QUARTER_MS;
  return new Date(moment);
}

const QUARTER_MS = 900_000;
