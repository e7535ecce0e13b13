/** The input schemas of staff actions. Every action requires a reason. */
import { DEFAULT_WINDOWS, WINDOW_LIMITS, type Windows } from '@marquee/booking';
import { WINDOW_LABELS } from '@marquee/contracts';
import { formatRate, MAX_FEE_BPS, parseDollars } from '@marquee/money';
import { z } from './zod.ts';
import { LIMITS } from './limits.ts';
import { cursorField, idField, searchField, textField, personIdField, workspaceIdField } from './fields.ts';

const staffReason = textField('The reason', LIMITS.staffNote, 'Please give a reason');

export const adminAction = z.strictObject({ id: idField, reason: staffReason });

/** The former owner who gets a workspace back. */
export const adminWorkspaceReturn = z.strictObject({ id: idField, personId: idField, reason: staffReason });

/** A note about how a message or exception was handled. */
export const adminNote = z.strictObject({
  id: idField,
  note: textField('The note', LIMITS.staffNote, 'Please write a note'),
});
export type AdminNote = z.infer<typeof adminNote>;

/**
 * The decision of a dispute. `keeps` is the creator's share of the price in a split, as decimal text. It is parsed
 * to cents.
 */
export const adminDecision = z.strictObject({
  id: idField,
  decision: z.enum(['release', 'refund', 'split'], 'Please choose a decision'),
  keeps: z
    .string()
    .transform((value, ctx) => {
      const kept = parseDollars(value);
      if (kept !== null) return kept;
      ctx.addIssue({ code: 'custom', message: 'Enter an amount with at most two decimal places' });
      return z.NEVER;
    })
    .optional(),
  reason: staffReason,
});

export const adminUsers = z.object({
  search: searchField.optional(),
  show: z.enum(['all', 'creators', 'brands', 'suspended', 'admins']).default('all'),
  cursor: cursorField,
});
export type AdminUsers = z.infer<typeof adminUsers>;

export const adminPackages = z.object({
  search: searchField.optional(),
  show: z.enum(['all', 'hidden']).default('all'),
  cursor: cursorField,
});
export type AdminPackages = z.infer<typeof adminPackages>;

/** The value `attention` of `show` lists the bookings in which one side is suspended. */
export const adminBookings = z.object({
  search: searchField.optional(),
  show: z.enum(['all', 'attention']).default('all'),
  workspaceId: workspaceIdField.optional(),
  cursor: cursorField,
});
export type AdminBookings = z.infer<typeof adminBookings>;

export const adminOpenOrDone = z.object({ show: z.enum(['open', 'done']).default('open'), cursor: cursorField });
export type AdminOpenOrDone = z.infer<typeof adminOpenOrDone>;

export const adminPage = z.object({ cursor: cursorField });

export const adminAudit = z.object({
  action: textField('The action', 50).optional(),
  actorPersonId: personIdField.optional(),
  subjectId: idField.optional(),
  cursor: cursorField,
});
export type AdminAudit = z.infer<typeof adminAudit>;

const WINDOW_NAMES = Object.keys(DEFAULT_WINDOWS) as (keyof Windows)[];

function createWindowField(name: keyof Windows) {
  const [least, most] = WINDOW_LIMITS[name];
  return z.int(formatWindowRange(name)).min(least, formatWindowRange(name)).max(most, formatWindowRange(name));
}
const formatWindowRange = (name: keyof Windows) =>
  `${WINDOW_LABELS[name]} must be a whole number from ${WINDOW_LIMITS[name][0]} to ${WINDOW_LIMITS[name][1]}`;

const windowsField = z
  .strictObject(
    Object.fromEntries(WINDOW_NAMES.map((name) => [name, createWindowField(name)])) as Record<keyof Windows, z.ZodInt>,
  )
  .refine(({ startDays, startEndDays }) => startEndDays > startDays, {
    path: ['startEndDays'],
    message: 'The automatic cancellation must be later than the day from which the brand can cancel',
  })
  .refine(({ overdueDays, overdueEndDays }) => overdueEndDays > overdueDays, {
    path: ['overdueEndDays'],
    message: 'The automatic cancellation must be later than the day from which the brand can cancel',
  });

const FEE_RATE_MESSAGE = `The fee must be from 0% to ${formatRate(MAX_FEE_BPS)}, with at most two decimal places`;

/** New operator terms, which apply to future orders. `number` identifies the terms that they replace. */
export const operatorTermsChange = z.strictObject({
  number: z.int(),
  feeBps: z.int(FEE_RATE_MESSAGE).min(0, FEE_RATE_MESSAGE).max(MAX_FEE_BPS, FEE_RATE_MESSAGE),
  windows: windowsField,
  reason: staffReason,
});
export type OperatorTermsChange = z.infer<typeof operatorTermsChange>;
