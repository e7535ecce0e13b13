import { z } from './zod.ts';
import { isDay } from './day.ts';
import { CATEGORIES, LANGUAGES, PLATFORM_NAMES } from './creator.ts';
import { MAX_AUDIENCE, MAX_BUDGET, MAX_COMPARED, MAX_CURSOR, RATING_STEPS, SORT_NAMES } from './search.ts';
import { id, reference, text } from './text.ts';
import { LIMITS } from './limits.ts';
import { MAX_SLUG } from './topics.ts';

const count = (label: string, max: number) => {
  const message = `${label} must be a whole number from 0 to ${max.toLocaleString('en-US')}`;
  return z.int({ error: message }).min(0, message).max(max, message).optional();
};
const listOf = <T extends readonly [string, ...string[]]>(label: string, choices: T) =>
  z
    .array(z.enum(choices, { error: `There is no such ${label}` }), { error: `The ${label} filter must be a list` })
    .max(choices.length, `The ${label} filter names too many`)
    .optional();

/** A search for creators, one page of it. `cursor` is the `nextCursor` of the page before. */
export const creatorSearch = z.object({
  query: text('The search', LIMITS.search).optional(),
  categories: listOf('category', CATEGORIES),
  platforms: listOf('platform', PLATFORM_NAMES),
  language: z.enum(LANGUAGES, { error: 'There is no such language' }).optional(),
  minFollowers: count('Followers', MAX_AUDIENCE),
  maxFollowers: count('Followers', MAX_AUDIENCE),
  minBudget: count('The budget', MAX_BUDGET),
  maxBudget: count('The budget', MAX_BUDGET),
  maxDays: count('The delivery time', 365),
  startsBy: z.string().refine(isDay, 'A day looks like 2026-03-14').optional(),
  minRating: z.literal(RATING_STEPS, { error: `The rating is one of ${RATING_STEPS.join(', ')}` }).optional(),
  place: text('The place', LIMITS.location).optional(),
  isAsTyped: z.literal(true, { error: 'This can only be true' }).optional(),
  sort: z.enum(SORT_NAMES, { error: `The order is one of ${SORT_NAMES.join(', ')}` }).optional(),
  cursor: reference(MAX_CURSOR, 'A cursor must be text', `A cursor has at most ${MAX_CURSOR} characters`).optional(),
});
export type CreatorSearchInput = z.output<typeof creatorSearch>;

/** What somebody has typed of a search so far. */
export const searchSoFar = z.object({ text: text('The search', LIMITS.search) });

/** What somebody has typed of a place so far. */
export const placeSoFar = z.object({ text: text('The place', LIMITS.location) });

/** One of the pages about a part of the market, by its address behind /creators/. */
export const topicAsked = z.object({ slug: text('The page', MAX_SLUG) });

/** Packages to put side by side. */
export const packagesToCompare = z.object({
  ids: z
    .array(id, { error: 'Packages must be a list of ids' })
    .max(MAX_COMPARED, `At most ${MAX_COMPARED} packages can be compared`),
});
