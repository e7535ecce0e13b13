/** Topic pages: a category, a category on one platform, a location. */
import { CREATOR_CATEGORIES, PLATFORM_LABELS, type Category, type Platform } from './creator.ts';
import { LIMITS } from './limits.ts';
import type { CreatorSearch } from './search.ts';

/** The subject of a topic page. A location has its most common spelling. */
export type Topic =
  | { kind: 'category'; category: Category }
  | { kind: 'platform'; category: Category; platform: Platform }
  | { kind: 'place'; place: string };

/** Search engines do not index a page with fewer creators. */
export const MIN_LISTED_CREATORS = 3;
/** Minimum number of creators for a location page. Only the most common locations have one. */
export const MIN_LOCATION_CREATORS = 5;
export const MAX_LOCATIONS = 200;
/** Maximum length of a slug: a location plus a platform or 'in'. */
export const MAX_SLUG_LENGTH = LIMITS.location + 20;

/** 'Health & Wellness' → 'health-wellness', 'São Tomé' → 'sao-tome'. Empty without letters and digits. */
export const slugify = (name: string): string =>
  (
    name
      .normalize('NFKD')
      .replaceAll(/(?<=\p{Script=Latin})\p{M}+/gu, '')
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  ).join('-');

/** The subject of a topic page. A location has its most common spelling. */
export function getTopicSlug(topic: Topic): string {
  if (topic.kind === 'place') return `in/${slugify(topic.place)}`;
  const category = slugify(topic.category);
  return topic.kind === 'category' ? category : `${category}/${topic.platform}`;
}

/** Returns the search for a page's creators. */
export const getTopicSearch = (topic: Topic): CreatorSearch =>
  topic.kind === 'place'
    ? { place: topic.place }
    : { categories: [topic.category], ...(topic.kind === 'platform' && { platforms: [topic.platform] }) };

/** Formats the name: 'Fashion creators', 'Fashion creators on YouTube', 'Creators in Lisbon'. */
export const formatTopicName = (topic: Topic): string =>
  topic.kind === 'place'
    ? `Creators in ${topic.place}`
    : `${topic.category} creators${topic.kind === 'platform' ? ` on ${PLATFORM_LABELS[topic.platform]}` : ''}`;

/** Returns the category with a stored name, or undefined if it no longer exists. */
export const findCategory = (name: string): Category | undefined => CREATOR_CATEGORIES.find((each) => each === name);
