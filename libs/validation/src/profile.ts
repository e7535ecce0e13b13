/** The schemas of the profile settings of creators and brands. */
import { parsePrice } from '@marquee/money';
import { z } from './zod.ts';
import { LIMITS } from './limits.ts';
import { registrationInput, USERNAME_PATTERN } from './account.ts';
import { CREATOR_CATEGORIES, LANGUAGES, PLATFORM_NAMES } from '@marquee/contracts';
import { idField, singleLineField, textField } from './fields.ts';

/** The default texts of a profile (requirements R3.12). */
export const DEFAULT_BIO = 'Professional content creator ready to help your brand succeed.';
export const DEFAULT_LOCATION = 'Available Worldwide';

export const MAX_PLATFORM_FOLLOWERS = 2_000_000_000;

export const profileName = z.object({ fullName: registrationInput.shape.fullName });

/** The name, bio and location of a profile. Blank text restores the default. */
export const profileAbout = profileName.extend({
  bio: textField('Bio', LIMITS.bio).transform((value) => (value.trim() === '' ? DEFAULT_BIO : value)),
  location: singleLineField('Location', LIMITS.location).transform((value) =>
    value.trim() === '' ? DEFAULT_LOCATION : value,
  ),
});

const USERNAME_MESSAGE = 'Use 3 to 30 letters (a–z), digits or underscores. Start and end with a letter or digit.';

/** A new username. It is converted to lower case, because usernames are case-insensitive. */
export const usernameChange = z.object({
  username: z.string({ error: USERNAME_MESSAGE }).trim().toLowerCase().regex(USERNAME_PATTERN, USERNAME_MESSAGE),
});

const areAllDistinct = (values: readonly string[]) => new Set(values).size === values.length;

export const profileTopics = z.object({
  categories: z
    .array(z.enum(CREATOR_CATEGORIES, 'Choose categories from the list'))
    .max(LIMITS.categories, `Choose at most ${LIMITS.categories} categories`)
    .refine(areAllDistinct, 'Choose each category once'),
  languages: z
    .array(z.enum(LANGUAGES, 'Choose languages from the list'))
    .max(LIMITS.languages, `Choose at most ${LIMITS.languages} languages`)
    .refine(areAllDistinct, 'Choose each language once'),
});
export type ProfileTopics = z.infer<typeof profileTopics>;

const FOLLOWERS_MESSAGE = 'Followers must be a whole number from 0 to 2,000,000,000';
const STARTING_PRICE_MESSAGE = 'The starting rate must be from $1.00 to $100,000.00 with at most two decimal places';

/**
 * The lowest price on a creator's profile. Decimal text is parsed to cents, and `parsePrice` defines which texts are
 * valid. Empty text becomes null, so that the profile shows no price.
 */
const startingPriceField = z.string({ error: STARTING_PRICE_MESSAGE }).transform((value, ctx) => {
  if (value === '') return null;
  const priceCents = parsePrice(value);
  if (priceCents !== null) return priceCents;
  ctx.addIssue({ code: 'custom', message: STARTING_PRICE_MESSAGE });
  return z.NEVER;
});

const profilePlatform = z
  .object({
    platform: z.enum(PLATFORM_NAMES, 'Choose a platform from the list'),
    handle: singleLineField('Handle', LIMITS.handle, 'Enter your handle on this platform').transform((value) =>
      value.trim(),
    ),
    followers: z
      .int({ error: FOLLOWERS_MESSAGE })
      .min(0, FOLLOWERS_MESSAGE)
      .max(MAX_PLATFORM_FOLLOWERS, FOLLOWERS_MESSAGE),
    startingPrice: startingPriceField,
  })
  .transform(({ startingPrice: startingPriceCents, ...rest }) => ({ ...rest, startingPriceCents }));

/** A creator's platforms, in the order in which the profile lists them. */
export const profilePlatforms = z.object({
  platforms: z
    .array(profilePlatform)
    .max(PLATFORM_NAMES.length, 'Add each platform once')
    .refine((platforms) => areAllDistinct(platforms.map(({ platform }) => platform)), 'Add each platform once'),
});
export type ProfilePlatforms = z.input<typeof profilePlatforms>;

/** The platform whose follower count a screenshot proves. */
export const followerProofInput = z.strictObject({
  platform: z.enum(PLATFORM_NAMES, 'Choose a platform from the list'),
});
export type FollowerProofInput = z.infer<typeof followerProofInput>;

const HTTPS_MESSAGE = 'Enter a complete address that starts with https://';

/** Matches an HTTPS URL whose host contains a dot, and that contains no user name or password. */
const PUBLIC_HOST_PATTERN = /^https:\/\/[^/?#@\\\s]+\.[^/?#@\\\s.]{2,}(?:[/?#]\S*)?$/i;
const isHttpsAddress = (value: string) =>
  PUBLIC_HOST_PATTERN.test(value) && z.url({ protocol: /^https$/ }).safeParse(value).success;

/** A link that users can enter. It must be an HTTPS URL with a public host name. */
export const httpsAddress = textField('Address', LIMITS.linkAddress, HTTPS_MESSAGE)
  .transform((value) => value.trim())
  .refine(isHttpsAddress, HTTPS_MESSAGE);

export const profileLinks = z.object({
  links: z
    .array(
      z.object({
        label: singleLineField('Label', LIMITS.linkLabel, 'Enter a label').transform((value) => value.trim()),
        url: httpsAddress,
      }),
    )
    .max(LIMITS.links, `Add at most ${LIMITS.links} links`),
});
export type ProfileLinks = z.infer<typeof profileLinks>;

/** The changes of each section of the profile. `base` are the values with which the form was opened. */
export const profileNameChange = profileName.extend({ base: profileName.optional() });
export const profileAboutChange = profileAbout.extend({ base: profileAbout.optional() });
export const profileTopicsChange = profileTopics.extend({ base: profileTopics.optional() });
export const profilePlatformsChange = profilePlatforms.extend({ base: profilePlatforms.optional() });
export const profileLinksChange = profileLinks.extend({ base: profileLinks.optional() });

export const pictureCaption = z.object({
  id: idField,
  caption: singleLineField('Caption', LIMITS.caption).transform((value) => value.trim()),
});
/** The ids of all portfolio pictures in their new order. */
export const portfolioOrder = z.object({
  ids: z.array(idField).max(LIMITS.portfolioPictures, 'The list has too many pictures'),
});

/** A percentage in the query of an upload. Crop areas are in percent of the upright picture's width and height. */
const percentParam = z
  .string()
  .regex(/^\d{1,3}(\.\d{1,6})?$/)
  .transform(Number)
  .refine((value) => value <= 100);
export const pictureCrop = z.object({ x: percentParam, y: percentParam, width: percentParam, height: percentParam });
export type PictureCrop = z.infer<typeof pictureCrop>;
