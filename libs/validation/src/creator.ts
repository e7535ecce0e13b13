/** What creators say about themselves in lists that brands filter by. The order is the one of menus. */

export const CATEGORIES = [
  'Fashion', 'Beauty', 'Lifestyle', 'Fitness', 'Health & Wellness', 'Food', 'Travel', 'Outdoors', 'Technology', 'Gaming', 'Music', 'Art & Design',
  'Photography', 'Home & Interior', 'Parenting', 'Pets', 'Education', 'Personal Finance', 'Business', 'Sports', 'Cars', 'Comedy', 'Books', 'Sustainability',
] as const;
export type Category = (typeof CATEGORIES)[number];

/** Wire value → label. */
export const PLATFORMS = {
  instagram: 'Instagram',
  tiktok: 'TikTok',
  youtube: 'YouTube',
  twitch: 'Twitch',
  x: 'X',
  linkedin: 'LinkedIn',
  pinterest: 'Pinterest',
  snapchat: 'Snapchat',
  facebook: 'Facebook',
  threads: 'Threads',
  podcast: 'Podcast',
  newsletter: 'Newsletter',
  blog: 'Blog',
} as const;
export type Platform = keyof typeof PLATFORMS;
export const PLATFORM_NAMES = Object.keys(PLATFORMS) as [Platform, ...Platform[]];

export const LANGUAGES = [
  'English', 'Spanish', 'French', 'German', 'Portuguese', 'Italian', 'Dutch', 'Swedish', 'Danish', 'Norwegian', 'Finnish', 'Polish', 'Czech', 'Greek',
  'Turkish', 'Arabic', 'Hebrew', 'Hindi', 'Bengali', 'Chinese', 'Japanese', 'Korean', 'Vietnamese', 'Thai', 'Indonesian', 'Ukrainian', 'Russian', 'Romanian',
] as const;
export type Language = (typeof LANGUAGES)[number];
