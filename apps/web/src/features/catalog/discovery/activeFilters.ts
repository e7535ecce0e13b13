import { formatDay } from '@marquee/time';
import type { CreatorSearch } from '@marquee/validation';
import { PLATFORM_LABELS } from '@marquee/contracts';
import { pluralize } from '../../../lib/pluralize.ts';
import { formatCompactNumber } from './followers.ts';

export interface ActiveFilter {
  label: string;
  without: CreatorSearch;
}

/** Lists the active filters of a search with their labels. The sort order does not count as a filter. */
export function listActiveFilters(search: CreatorSearch): ActiveFilter[] {
  const {
    query,
    categories = [],
    platforms = [],
    language,
    minFollowers,
    maxFollowers,
    minBudget,
    maxBudget,
    maxDays,
    minRating,
    startsBy,
    place,
  } = search;
  const filter = (label: string, change: CreatorSearch): ActiveFilter => ({ label, without: { ...search, ...change } });
  const less = <T>(list: readonly T[], each: T) =>
    list.length === 1 ? undefined : list.filter((other) => other !== each);
  return [
    ...(query === undefined ? [] : [filter(`“${query}”`, { query: undefined, isAsTyped: undefined })]),
    ...categories.map((each) => filter(each, { categories: less(categories, each) })),
    ...platforms.map((each) => filter(PLATFORM_LABELS[each], { platforms: less(platforms, each) })),
    ...(minFollowers === undefined && maxFollowers === undefined
      ? []
      : [
          filter(`${formatRange(minFollowers, maxFollowers, formatCompactNumber)} followers`, {
            minFollowers: undefined,
            maxFollowers: undefined,
          }),
        ]),
    ...(minBudget === undefined && maxBudget === undefined
      ? []
      : [
          filter(`${formatRange(minBudget, maxBudget, formatWholeAmount)} in total`, {
            minBudget: undefined,
            maxBudget: undefined,
          }),
        ]),
    ...(maxDays === undefined ? [] : [filter(`Within ${pluralize(maxDays, 'day')}`, { maxDays: undefined })]),
    ...(minRating === undefined ? [] : [filter(formatMinRating(minRating), { minRating: undefined })]),
    ...(startsBy === undefined ? [] : [filter(`Starts by ${formatDay(startsBy)}`, { startsBy: undefined })]),
    ...(place === undefined ? [] : [filter(`In ${place}`, { place: undefined })]),
    ...(language === undefined ? [] : [filter(language, { language: undefined })]),
  ];
}

/** Labels a minimum rating. The minimum of one star includes every creator with a review. */
export const formatMinRating = (stars: number) => (stars === 1 ? 'Has reviews' : `${stars.toFixed(1)} stars and up`);

const formatWholeAmount = (amount: number) => `$${amount.toLocaleString('en-US')}`;

function formatRange(min: number | undefined, max: number | undefined, words: (value: number) => string): string {
  if (min === undefined) return `Up to ${words(max ?? 0)}`;
  return max === undefined ? `From ${words(min)}` : `${words(min)} to ${words(max)}`;
}
