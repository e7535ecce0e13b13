/**
 * Fills in the profiles of demo creators: categories, languages, platforms, links and a portfolio. Each run of the
 * seed creates the same profiles.
 */
import { Faker, en } from '@faker-js/faker';
import type { ProfilePlatforms } from '@marquee/validation';
import type { Category, Language, Platform } from '@marquee/contracts';
import type { SessionUser } from '../core/ctx.ts';
import type { Deps } from '../core/deps.ts';
import { createUserCaller } from './builders.ts';
import { PICTURES_PER_CATEGORY, seedPictures, type SeedPicture } from './pictures.ts';

/** A separate random generator for this file, so that changes here do not affect the rest of the demo marketplace. */
const faker = new Faker({ locale: en, seed: 2027 });

interface CategoryProfile {
  /** Two other categories that creators of this category may add to their profile. */
  beside: readonly [Category, Category];
  /** The platforms of the category's creators, largest audience first. */
  platforms: readonly Platform[];
  /** Another category whose pictures appear in some of the portfolios. */
  guest: string;
}

const PROFILES_BY_CATEGORY: Record<string, CategoryProfile> = {
  Fashion: {
    beside: ['Lifestyle', 'Sustainability'],
    platforms: ['instagram', 'tiktok', 'pinterest'],
    guest: 'Beauty',
  },
  Beauty: {
    beside: ['Lifestyle', 'Health & Wellness'],
    platforms: ['tiktok', 'instagram', 'youtube'],
    guest: 'Fashion',
  },
  Fitness: {
    beside: ['Health & Wellness', 'Sports'],
    platforms: ['instagram', 'youtube', 'tiktok'],
    guest: 'Outdoors',
  },
  Food: {
    beside: ['Lifestyle', 'Health & Wellness'],
    platforms: ['instagram', 'tiktok', 'blog'],
    guest: 'Home & Interior',
  },
  Travel: { beside: ['Photography', 'Outdoors'], platforms: ['youtube', 'instagram', 'blog'], guest: 'Outdoors' },
  Technology: { beside: ['Education', 'Business'], platforms: ['youtube', 'x', 'newsletter'], guest: 'Gaming' },
  Gaming: { beside: ['Technology', 'Comedy'], platforms: ['twitch', 'youtube', 'tiktok'], guest: 'Technology' },
  Parenting: {
    beside: ['Lifestyle', 'Education'],
    platforms: ['instagram', 'facebook', 'podcast'],
    guest: 'Home & Interior',
  },
  'Home & Interior': {
    beside: ['Art & Design', 'Lifestyle'],
    platforms: ['instagram', 'pinterest', 'youtube'],
    guest: 'Parenting',
  },
  Music: { beside: ['Art & Design', 'Education'], platforms: ['youtube', 'tiktok', 'instagram'], guest: 'Technology' },
  'Personal Finance': {
    beside: ['Business', 'Education'],
    platforms: ['youtube', 'newsletter', 'linkedin'],
    guest: 'Education',
  },
  Education: { beside: ['Books', 'Technology'], platforms: ['youtube', 'tiktok', 'newsletter'], guest: 'Technology' },
  Pets: { beside: ['Lifestyle', 'Comedy'], platforms: ['tiktok', 'instagram', 'youtube'], guest: 'Parenting' },
  Outdoors: { beside: ['Travel', 'Sports'], platforms: ['youtube', 'instagram', 'blog'], guest: 'Travel' },
};

/** Languages in addition to English, by country. */
const LANGUAGES_BY_COUNTRY: Record<string, Language> = {
  Portugal: 'Portuguese',
  Germany: 'German',
  Austria: 'German',
  Denmark: 'Danish',
  Spain: 'Spanish',
  Mexico: 'Spanish',
  France: 'French',
  Norway: 'Norwegian',
  'South Korea': 'Korean',
  Canada: 'French',
};

/** Returns the follower count of a creator's first platform. Most counts are small and few are large. */
const computeFollowers = (at: number): number =>
  at === 0 ? 128_400 : Math.round((3_000 * Math.exp(faker.number.float({ min: 0, max: 5.4 }))) / 100) * 100;

/**
 * Returns the starting price of a post in dollars: about $15 per thousand followers, less per thousand for large
 * audiences, rounded to $10.
 */
const formatStartingRate = (followers: number): string =>
  String(Math.max(40, Math.round((15 * (followers / 1000) ** 0.82) / 10) * 10));

const galleriesByCategory = new Map<string, Promise<SeedPicture[]>>();

/** Returns the posters of a category, drawing them on first use. */
function getGallery(deps: Deps, category: string): Promise<SeedPicture[]> {
  const gallery = galleriesByCategory.get(category) ?? seedPictures(deps, category);
  galleriesByCategory.set(category, gallery);
  return gallery;
}

export async function seedProfile(
  deps: Deps,
  user: SessionUser,
  at: number,
  category: string,
  location: string,
): Promise<void> {
  const habits = PROFILES_BY_CATEGORY[category];
  if (!habits) throw new Error(`There are no habits for ${category}`);
  const api = createUserCaller(deps, user).profiles;
  const [, country = ''] = location.split(', ');
  const spoken = LANGUAGES_BY_COUNTRY[country];
  await api.saveTopics({
    categories: [category as Category, ...habits.beside.slice(0, faker.number.int({ min: 0, max: 2 }))],
    languages: ['English', ...(spoken === undefined ? [] : [spoken])],
  });
  await api.savePlatforms({ platforms: createPlatforms(user, habits, at) });
  const site = user.username.replaceAll('_', '-');
  await api.saveLinks({
    links: [
      { label: 'Website', url: `https://${site}.example` },
      ...(at % 2 === 0 ? [{ label: 'Media kit', url: `https://${site}.example/media-kit` }] : []),
      ...(at % 3 === 0 ? [{ label: 'Newsletter', url: `https://letters.example/${site}` }] : []),
    ],
  });
  await seedPortfolio(deps, user, at, category, habits.guest);
}

function createPlatforms(user: SessionUser, { platforms }: CategoryProfile, at: number): ProfilePlatforms['platforms'] {
  const first = computeFollowers(at);
  const count = at === 0 ? platforms.length : faker.number.int({ min: 1, max: platforms.length });
  return platforms.slice(0, count).map((platform, place) => {
    const followers =
      place === 0 ? first : Math.round((first * faker.number.float({ min: 0.08, max: 0.6 })) / 100) * 100;
    // Most creators have no starting price for their third platform.
    const startingPrice = place < 2 || at % 4 === 0 ? formatStartingRate(followers) : '';
    return { platform, handle: `@${user.username}`, followers, startingPrice };
  });
}

/** Adds three to six pictures to the portfolio. The first picture differs between creators of a category. */
async function seedPortfolio(
  deps: Deps,
  user: SessionUser,
  at: number,
  category: string,
  guest: string,
): Promise<void> {
  const [own, others] = await Promise.all([getGallery(deps, category), getGallery(deps, guest)]);
  const rotated = own
    .map((_, place) => own[(place + Math.floor(at / 3)) % PICTURES_PER_CATEGORY])
    .filter((picture) => picture !== undefined);
  const chosenPictures =
    at === 0
      ? [...own, ...others.slice(0, 2)]
      : [...rotated.slice(0, 3 + (at % 2)), ...others.slice(at % 3, (at % 3) + (at % 3))];
  await deps.db
    .insertInto('portfolioPicture')
    .values(
      chosenPictures.map((picture, position) => ({
        ...picture,
        creatorId: user.workspaceId,
        position,
        createdAt: deps.now(),
      })),
    )
    .execute();
}
