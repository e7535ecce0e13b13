/** Topic pages list the creators of a category, of a category on one platform, or in a location. */
import { CREATOR_CATEGORIES, PLATFORM_LABELS, type Category, type Platform } from '@marquee/contracts';
import { LIMITS } from './limits.ts';
import type { CreatorSearch } from './search.ts';

/** The subject of a topic page. `place` is a location in its most common spelling. */
export type Topic =
  | { kind: 'category'; category: Category }
  | { kind: 'platform'; category: Category; platform: Platform }
  | { kind: 'place'; place: string };

/** Topic pages with fewer creators are excluded from search engines. */
export const MIN_LISTED_CREATORS = 3;
/** Only locations with at least this many creators have a topic page. */
export const MIN_LOCATION_CREATORS = 5;
export const MAX_LOCATIONS = 200;
/** Maximum length of a slug, which consists of a location or category and a short prefix or suffix. */
export const MAX_SLUG_LENGTH = LIMITS.location + 20;

/**
 * Converts a name to a slug: 'Health & Wellness' becomes 'health-wellness', and 'São Tomé' becomes 'sao-tome'.
 * Returns '' for a name without letters and digits.
 */
export const slugify = (name: string): string =>
  (
    name
      .normalize('NFKD')
      .replaceAll(/(?<=\p{Script=Latin})\p{M}+/gu, '')
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  ).join('-');

/** Returns the slug of a topic page: its path after /creators/. */
export function getTopicSlug(topic: Topic): string {
  if (topic.kind === 'place') return `in/${slugify(topic.place)}`;
  const category = slugify(topic.category);
  return topic.kind === 'category' ? category : `${category}/${topic.platform}`;
}

export const getTopicSearch = (topic: Topic): CreatorSearch =>
  topic.kind === 'place'
    ? { place: topic.place }
    : { categories: [topic.category], ...(topic.kind === 'platform' && { platforms: [topic.platform] }) };

/** Formats the page's title: 'Fashion creators', 'Fashion creators on YouTube', 'Creators in Lisbon'. */
export const formatTopicName = (topic: Topic): string =>
  topic.kind === 'place'
    ? `Creators in ${topic.place}`
    : `${topic.category} creators${topic.kind === 'platform' ? ` on ${PLATFORM_LABELS[topic.platform]}` : ''}`;

/** Returns the category of a stored name, or undefined if the category no longer exists. */
export const findCategory = (name: string): Category | undefined => CREATOR_CATEGORIES.find((each) => each === name);
