import { dayText } from '@marquee/booking';
import { PLATFORMS, type CreatorSearch } from '@marquee/validation';
import { plural } from '../../ui/plural.ts';
import { compactNumber } from './followers.ts';

export interface ActiveFilter {
  label: string;
  /** The search with everything but this. */
  without: CreatorSearch;
}

/** What a search asks for, each as a person reads it. The order of the results is not a filter. */
export function activeFilters(search: CreatorSearch): ActiveFilter[] {
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
    ...platforms.map((each) => filter(PLATFORMS[each], { platforms: less(platforms, each) })),
    ...(minFollowers === undefined && maxFollowers === undefined
      ? []
      : [
          filter(`${range(minFollowers, maxFollowers, compactNumber)} followers`, {
            minFollowers: undefined,
            maxFollowers: undefined,
          }),
        ]),
    ...(minBudget === undefined && maxBudget === undefined
      ? []
      : [filter(`${range(minBudget, maxBudget, dollars)} in total`, { minBudget: undefined, maxBudget: undefined })]),
    ...(maxDays === undefined ? [] : [filter(`Within ${plural(maxDays, 'day')}`, { maxDays: undefined })]),
    ...(minRating === undefined ? [] : [filter(ratingText(minRating), { minRating: undefined })]),
    ...(startsBy === undefined ? [] : [filter(`Starts by ${dayText(startsBy)}`, { startsBy: undefined })]),
    ...(place === undefined ? [] : [filter(`In ${place}`, { place: undefined })]),
    ...(language === undefined ? [] : [filter(language, { language: undefined })]),
  ];
}

/** A lowest rating; one star has everybody who has a review. */
export const ratingText = (stars: number) => (stars === 1 ? 'Has reviews' : `${stars.toFixed(1)} stars and more`);

const dollars = (amount: number) => `$${amount.toLocaleString('en-US')}`;

function range(min: number | undefined, max: number | undefined, words: (value: number) => string): string {
  if (min === undefined) return `Up to ${words(max ?? 0)}`;
  return max === undefined ? `From ${words(min)}` : `${words(min)} to ${words(max)}`;
}
