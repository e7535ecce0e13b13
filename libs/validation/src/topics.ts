/** The pages about a part of the market: a category, a category on one platform, a place. */
import { CREATOR_CATEGORIES, PLATFORM_LABELS, type Category, type Platform } from './creator.ts';
import { LIMITS } from './limits.ts';
import type { CreatorSearch } from './search.ts';

/** What a page is about. A place is shown as most creators there write it. */
export type Topic =
  | { kind: 'category'; category: Category }
  | { kind: 'platform'; category: Category; platform: Platform }
  | { kind: 'place'; place: string };

/** A page whose list is shorter says too little: search engines are asked to leave it out. */
export const MIN_LISTED_CREATORS = 3;
/** A place has a page from so many creators on, and the most common ones only. */
export const MIN_LOCATION_CREATORS = 5;
export const MAX_LOCATIONS = 200;
/** Of the longest place, which names it with one of the platforms or 'in'. */
export const MAX_SLUG_LENGTH = LIMITS.location + 20;

/** 'Health & Wellness' → 'health-wellness', 'São Tomé' → 'sao-tome'. Empty where there are no letters and digits. */
export const slugify = (name: string): string =>
  (
    name
      .normalize('NFKD')
      .replaceAll(/(?<=\p{Script=Latin})\p{M}+/gu, '')
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  ).join('-');

/** What a page is known by, which is its address behind /creators/: 'fashion', 'fashion/youtube', 'in/lisbon'. */
export function getTopicSlug(topic: Topic): string {
  if (topic.kind === 'place') return `in/${slugify(topic.place)}`;
  const category = slugify(topic.category);
  return topic.kind === 'category' ? category : `${category}/${topic.platform}`;
}

/** The search that finds a page's creators. */
export const getTopicSearch = (topic: Topic): CreatorSearch =>
  topic.kind === 'place'
    ? { place: topic.place }
    : { categories: [topic.category], ...(topic.kind === 'platform' && { platforms: [topic.platform] }) };

/** 'Fashion creators', 'Fashion creators on YouTube', 'Creators in Lisbon'. */
export const formatTopicName = (topic: Topic): string =>
  topic.kind === 'place'
    ? `Creators in ${topic.place}`
    : `${topic.category} creators${topic.kind === 'platform' ? ` on ${PLATFORM_LABELS[topic.platform]}` : ''}`;

/** The category of a name, which the database keeps as text; undefined for one that is no more. */
export const findCategory = (name: string): Category | undefined => CREATOR_CATEGORIES.find((each) => each === name);
