/** What staff gives as input. Every action says why. */
import { DEFAULT_WINDOWS, WINDOW_LIMITS, type Windows } from '@marquee/booking';
import { formatRate, MAX_FEE_BPS, parseDollars } from '@marquee/money';
import { z } from './zod.ts';
import { LIMITS } from './limits.ts';
import { cursor, id, search, text } from './text.ts';

const reason = text('The reason', LIMITS.staffNote, 'Please give a reason');

/** An action on one subject, with its reason. */
export const adminAction = z.strictObject({ id, reason });

/** A note on what was done about a message or an exception. */
export const adminNote = z.strictObject({ id, note: text('The note', LIMITS.staffNote, 'Please write a note') });
export type AdminNote = z.infer<typeof adminNote>;

/** How a dispute is decided; `keeps` is decimal text, the part of the price that the creator keeps of a split. */
export const adminDecision = z.strictObject({
  id,
  decision: z.enum(['release', 'refund', 'split'], 'Please choose'),
  keeps: z
    .string()
    .transform((value, ctx) => {
      const kept = parseDollars(value);
      if (kept !== null) return kept;
      ctx.addIssue({ code: 'custom', message: 'An amount has at most two decimals' });
      return z.NEVER;
    })
    .optional(),
  reason,
});

export const adminUsers = z.object({
  search: search.optional(),
  show: z.enum(['all', 'creators', 'brands', 'suspended', 'admins']).default('all'),
  cursor,
});
export type AdminUsers = z.infer<typeof adminUsers>;

export const adminPackages = z.object({
  search: search.optional(),
  show: z.enum(['all', 'hidden']).default('all'),
  cursor,
});
export type AdminPackages = z.infer<typeof adminPackages>;

/** `attention`: somebody has to look at it, because one of its two sides is suspended. */
export const adminBookings = z.object({
  search: search.optional(),
  show: z.enum(['all', 'attention']).default('all'),
  userId: id.optional(),
  cursor,
});
export type AdminBookings = z.infer<typeof adminBookings>;

/** Lists of what is to be done and what has been. */
export const adminOpenOrDone = z.object({ show: z.enum(['open', 'done']).default('open'), cursor });
export type AdminOpenOrDone = z.infer<typeof adminOpenOrDone>;

export const adminPage = z.object({ cursor });

export const adminAudit = z.object({
  action: text('The action', 50).optional(),
  actorId: id.optional(),
  subjectId: id.optional(),
  cursor,
});
export type AdminAudit = z.infer<typeof adminAudit>;

/** How the windows are called where they are set. */
export const WINDOW_LABELS: Record<keyof Windows, string> = {
  unpaidHours: 'Hours to pay',
  acceptHours: 'Hours to accept',
  startDays: 'Days to start',
  startEndDays: 'Days until work that did not start ends',
  cancellationHours: 'Hours to answer a request to cancel',
  overdueDays: 'Days overdue until the brand may cancel',
  overdueEndDays: 'Days overdue until it is cancelled',
  disputeDays: 'Days to answer a dispute',
  releaseDays: 'Days from completion to payout',
  undeliveredDays: 'Days to payout where nothing was delivered here',
};

const WINDOW_NAMES = Object.keys(DEFAULT_WINDOWS) as (keyof Windows)[];

function windowNumber(name: keyof Windows) {
  const [least, most] = WINDOW_LIMITS[name];
  return z.int(RANGE(name)).min(least, RANGE(name)).max(most, RANGE(name));
}
const RANGE = (name: keyof Windows) =>
  `${WINDOW_LABELS[name]}: a whole number from ${WINDOW_LIMITS[name][0]} to ${WINDOW_LIMITS[name][1]}`;

const windows = z
  .strictObject(
    Object.fromEntries(WINDOW_NAMES.map((name) => [name, windowNumber(name)])) as Record<keyof Windows, z.ZodInt>,
  )
  .refine(({ startDays, startEndDays }) => startEndDays > startDays, {
    path: ['startEndDays'],
    message: 'Work that did not start ends after the brand may cancel it, not before',
  })
  .refine(({ overdueDays, overdueEndDays }) => overdueEndDays > overdueDays, {
    path: ['overdueEndDays'],
    message: 'Overdue work ends after the brand may cancel it, not before',
  });

const RATE = `The fee is 0% to ${formatRate(MAX_FEE_BPS)}, with at most two decimals`;

/** The terms that orders are made under from now on; `number` is that of the terms that they replace. */
export const termsChange = z.strictObject({
  number: z.int(),
  feeBps: z.int(RATE).min(0, RATE).max(MAX_FEE_BPS, RATE),
  windows,
  reason,
});
export type TermsChange = z.infer<typeof termsChange>;
