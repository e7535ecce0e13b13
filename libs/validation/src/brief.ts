import { z } from './zod.ts';
import { CATEGORIES, PLATFORM_NAMES } from './creator.ts';
import type { CustomerInfo } from './customer-info.ts';
import { isDay } from './day.ts';
import { LIMITS } from './limits.ts';
import { MATCH_PART_NAMES, MAX_WEIGHT, type MatchPart, type MatchQuery } from './match.ts';
import { BRAND_TONES } from './order.ts';
import { FOLLOWER_BANDS, MAX_BUDGET } from './search.ts';
import { id, line, text } from './text.ts';

const distinct = (values: readonly string[]) => new Set(values).size === values.length;
const BUDGET = `The budget is a whole number of dollars from 1 to ${MAX_BUDGET.toLocaleString('en-US')}`;
const WEIGHT = `A weight is a whole number from 0 to ${MAX_WEIGHT}`;
const weight = z.int({ error: WEIGHT }).min(0, WEIGHT).max(MAX_WEIGHT, WEIGHT);

const query = {
  categories: z
    .array(z.enum(CATEGORIES, 'Choose subjects from the list'), 'Choose at least one subject')
    .min(1, 'Choose at least one subject')
    .max(LIMITS.categories, `Choose at most ${LIMITS.categories} subjects`)
    .refine(distinct, 'Choose each subject once'),
  platforms: z
    .array(z.enum(PLATFORM_NAMES, 'Choose platforms from the list'))
    .max(PLATFORM_NAMES.length, 'Choose each platform once')
    .refine(distinct, 'Choose each platform once'),
  budget: z.int({ error: BUDGET }).min(1, BUDGET).max(MAX_BUDGET, BUDGET),
  audience: z.literal([...FOLLOWER_BANDS], 'Choose an audience from the list').nullable(),
  tone: z.enum(['', ...BRAND_TONES], 'Please choose a brand tone from the list'),
  keywords: z
    .array(
      line('A keyword', LIMITS.keyword, 'A keyword must not be empty').refine(
        (word) => /[\p{L}\p{N}]/u.test(word),
        'A keyword has letters or digits',
      ),
    )
    .max(LIMITS.keywords, `There are at most ${LIMITS.keywords} keywords`),
  neededBy: z
    .string({ error: 'Needed by must be a date' })
    .refine((value) => value === '' || isDay(value), 'Needed by must be a date'),
};
const weights = z.strictObject(
  Object.fromEntries(MATCH_PART_NAMES.map((part) => [part, weight])) as Record<MatchPart, typeof weight>,
);

/** Creators are asked for by what is scored; the rest of a brief does not leave the brand. */
export const matchAsked = z.strictObject({ ...query, weights });
export type MatchAsked = z.infer<typeof matchAsked>;

/** A whole brief. `text` is what the creator reads with the order. */
export const matchBrief = z.strictObject({
  ...query,
  text: text('The description', LIMITS.projectDescription),
  weights,
});
export type MatchBrief = z.infer<typeof matchBrief>;

/** A brief to keep: a new one, or a saved one in its new words. */
export const briefToSave = z.strictObject({
  id: id.optional(),
  name: line('The name', LIMITS.briefName, 'Please give the brief a name').transform((name) => name.trim()),
  brief: matchBrief,
});
export type BriefToSave = z.infer<typeof briefToSave>;

/**
 * What a brief starts from: what the brand's card says already, without a day before `today`. Subject and budget are
 * not on it.
 */
export function briefFromInfo(info: CustomerInfo, today: string): Omit<MatchQuery, 'budget'> & { text: string } {
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
