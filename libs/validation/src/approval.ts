import { APPROVAL_RULES } from '@marquee/contracts';
import { parseDollars } from '@marquee/money';
import { referenceField } from './fields.ts';
import { LIMITS } from './limits.ts';
import { z } from './zod.ts';

const ABOVE_MESSAGE = 'Enter the total above which orders need an approval';

const approvalFields = z.strictObject({
  rule: z.enum(APPROVAL_RULES, 'Choose a rule from the list'),
  above: referenceField(20, ABOVE_MESSAGE),
  approvers: z.union([z.literal(1), z.literal(2)], 'Choose one or two approvers'),
  allowsOwn: z.boolean(),
});

/** Parses the amount `above` in dollars to cents. It is 0 for rules that do not use it. */
function parseAbove({ above, ...settings }: z.output<typeof approvalFields>, ctx: z.RefinementCtx) {
  const aboveCents = settings.rule === 'above' ? parseDollars(above) : 0;
  if (aboveCents === null || aboveCents > LIMITS.budgetCents) {
    ctx.addIssue({ code: 'custom', path: ['above'], message: ABOVE_MESSAGE });
    return z.NEVER;
  }
  return { ...settings, aboveCents };
}

/** The approval rules of a brand. `base` are the values with which the form was opened. */
export const approvalSettings = approvalFields
  .extend({ base: approvalFields.transform(parseAbove).optional() })
  .transform(({ base, ...settings }, ctx) => ({ ...parseAbove(settings, ctx), base }));
export type ApprovalSettingsForm = z.input<typeof approvalSettings>;
export type ApprovalSettings = z.output<typeof approvalSettings>;
