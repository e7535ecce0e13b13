import { z } from './zod.ts';
import { isCalendarDay } from '@marquee/time';
import { CREATOR_CATEGORIES, LANGUAGES, PLATFORM_NAMES } from '@marquee/contracts';
import {
  MAX_FOLLOWERS,
  MAX_BUDGET_DOLLARS,
  MAX_COMPARED_PACKAGES,
  MAX_CURSOR,
  RATING_STEPS,
  SORT_NAMES,
} from './search.ts';
import { idField, referenceField, textField } from './fields.ts';
import { LIMITS } from './limits.ts';
import { MAX_SLUG_LENGTH } from './topics.ts';

const createCountField = (label: string, max: number) => {
  const message = `${label} must be a whole number from 0 to ${max.toLocaleString('en-US')}`;
  return z.int({ error: message }).min(0, message).max(max, message).optional();
};
const createListField = <T extends readonly [string, ...string[]]>(label: string, choices: T) =>
  z
    .array(z.enum(choices, { error: `Choose a ${label} from the list` }), {
      error: `The ${label} filter must be a list`,
    })
    .max(choices.length, `The ${label} filter has too many entries`)
    .optional();

/** A request for one page of a search for creators. `cursor` is the `nextCursor` of the previous page. */
export const creatorSearch = z.object({
  query: textField('The search', LIMITS.search).optional(),
  categories: createListField('category', CREATOR_CATEGORIES),
  platforms: createListField('platform', PLATFORM_NAMES),
  language: z.enum(LANGUAGES, { error: 'Choose a language from the list' }).optional(),
  minFollowers: createCountField('Followers', MAX_FOLLOWERS),
  maxFollowers: createCountField('Followers', MAX_FOLLOWERS),
  minBudget: createCountField('The budget', MAX_BUDGET_DOLLARS),
  maxBudget: createCountField('The budget', MAX_BUDGET_DOLLARS),
  maxDays: createCountField('The delivery time', 365),
  startsBy: z.string().refine(isCalendarDay, 'Enter the day in the form 2026-03-14').optional(),
  minRating: z.literal(RATING_STEPS, { error: `The rating must be one of ${RATING_STEPS.join(', ')}` }).optional(),
  place: textField('The location', LIMITS.location).optional(),
  isAsTyped: z.literal(true, { error: 'This value must be true or left out' }).optional(),
  sort: z.enum(SORT_NAMES, { error: `The sort order must be one of ${SORT_NAMES.join(', ')}` }).optional(),
  cursor: referenceField(
    MAX_CURSOR,
    'A cursor must be text',
    `A cursor can have at most ${MAX_CURSOR} characters`,
  ).optional(),
});
export type CreatorSearchInput = z.output<typeof creatorSearch>;

/** The text typed so far in the search field. */
export const searchPrefix = z.object({ text: textField('The search', LIMITS.search) });

/** The text typed so far in the location field. */
export const locationPrefix = z.object({ text: textField('The location', LIMITS.location) });

/** A topic page, identified by its slug, which is the part of the path after /creators/. */
export const topicInput = z.object({ slug: textField('The page', MAX_SLUG_LENGTH) });

export const compareInput = z.object({
  ids: z
    .array(idField, { error: 'Packages must be a list of IDs' })
    .max(MAX_COMPARED_PACKAGES, `You can compare at most ${MAX_COMPARED_PACKAGES} packages`),
});
