import { z } from './zod.ts';
import { CREATOR_CATEGORIES, PLATFORM_NAMES } from '@marquee/contracts';
import type { CustomerInfo } from './customer-info.ts';
import { isCalendarDay } from '@marquee/time';
import { LIMITS } from './limits.ts';
import { MATCH_PART_NAMES, MAX_WEIGHT, type MatchPart, type MatchQuery } from './match.ts';
import { BRAND_TONES } from './order.ts';
import { FOLLOWER_BANDS, MAX_BUDGET_DOLLARS } from './search.ts';
import { idField, singleLineField, textField } from './fields.ts';

const areDistinct = (values: readonly string[]) => new Set(values).size === values.length;
const BUDGET_MESSAGE = `The budget must be a whole number of dollars from 1 to ${MAX_BUDGET_DOLLARS.toLocaleString('en-US')}`;
const WEIGHT_MESSAGE = `A weight must be a whole number from 0 to ${MAX_WEIGHT}`;
const weightField = z.int({ error: WEIGHT_MESSAGE }).min(0, WEIGHT_MESSAGE).max(MAX_WEIGHT, WEIGHT_MESSAGE);

const matchQueryFields = {
  categories: z
    .array(z.enum(CREATOR_CATEGORIES, 'Choose categories from the list'), 'Choose at least one category')
    .min(1, 'Choose at least one category')
    .max(LIMITS.categories, `Choose at most ${LIMITS.categories} categories`)
    .refine(areDistinct, 'Choose each category once'),
  platforms: z
    .array(z.enum(PLATFORM_NAMES, 'Choose platforms from the list'))
    .max(PLATFORM_NAMES.length, 'Choose each platform once')
    .refine(areDistinct, 'Choose each platform once'),
  budget: z.int({ error: BUDGET_MESSAGE }).min(1, BUDGET_MESSAGE).max(MAX_BUDGET_DOLLARS, BUDGET_MESSAGE),
  audience: z.literal([...FOLLOWER_BANDS], 'Choose an audience from the list').nullable(),
  tone: z.enum(['', ...BRAND_TONES], 'Please choose a brand tone from the list'),
  keywords: z
    .array(
      singleLineField('A keyword', LIMITS.keyword, 'A keyword must not be empty').refine(
        (word) => /[\p{L}\p{N}]/u.test(word),
        'A keyword must contain letters or digits',
      ),
    )
    .max(LIMITS.keywords, `Enter at most ${LIMITS.keywords} keywords`),
  neededBy: z
    .string({ error: 'Needed by must be a date' })
    .refine((value) => value === '' || isCalendarDay(value), 'Needed by must be a date'),
};
const weightsField = z.strictObject(
  Object.fromEntries(MATCH_PART_NAMES.map((part) => [part, weightField])) as Record<MatchPart, typeof weightField>,
);

/**
 * A request for matching creators. Contains only the fields of a brief that are scored. Creators see the other
 * fields only once there is an order.
 */
export const matchRequest = z.strictObject({ ...matchQueryFields, weights: weightsField });
export type MatchRequest = z.infer<typeof matchRequest>;

/** A complete brief. `text` is sent to the creator with the order. */
export const matchBrief = z.strictObject({
  ...matchQueryFields,
  text: textField('The description', LIMITS.projectDescription),
  weights: weightsField,
});
export type MatchBrief = z.infer<typeof matchBrief>;

/** A brief to save. Without `id`, it is saved as a new brief. */
export const briefToSave = z.strictObject({
  id: idField.optional(),
  name: singleLineField('The name', LIMITS.briefName, 'Please give the brief a name').transform((name) => name.trim()),
  brief: matchBrief,
});
export type BriefToSave = z.infer<typeof briefToSave>;

/**
 * Creates the initial brief from the brand's customer card, which contains neither categories nor a budget. Leaves
 * out a date before `today`.
 */
export function toBrief(info: CustomerInfo, today: string): Omit<MatchQuery, 'budget'> & { text: string } {
  return {
    categories: [],
    platforms: [],
    audience: null,
    tone: info.tone,
    keywords: [],
    neededBy: info.date < today ? '' : info.date,
    text: info.description,
  };
}
