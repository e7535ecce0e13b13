/** What staff gives as input. Every action says why. */
import { parseDollars } from '@marquee/money';
import { z } from './zod.ts';
import { LIMITS } from './limits.ts';
import { id, text } from './text.ts';

const reason = text('The reason', LIMITS.staffNote, 'Please give a reason');
const cursor = z.string().max(100).optional();
const search = text('The search', LIMITS.search).transform((value) => value.trim());

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
