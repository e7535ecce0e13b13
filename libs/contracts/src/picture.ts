/** The stored widths of each kind of picture, and the URLs of the resized versions. */

/** The widths of profile pictures and logos, which are square. The database stores the URL of the middle width. */
const SQUARE_WIDTHS = [96, 256, 512] as const;
/** The widths of portfolio pictures. The database stores the URL of the middle width. */
export const PORTFOLIO_WIDTHS = [480, 960, 1600] as const;

export type PictureKind = 'portrait' | 'portfolio' | 'logo';
export const PICTURE_WIDTHS: Record<PictureKind, readonly [number, number, number]> = {
  portrait: SQUARE_WIDTHS,
  portfolio: PORTFOLIO_WIDTHS,
  logo: SQUARE_WIDTHS,
};

/** Maximum file size of an uploaded picture. Pictures from current phones are smaller. */
export const MAX_PICTURE_BYTES = 10 * 1024 * 1024;
/** Maximum number of pixels of an uploaded picture, except for AVIF. */
export const MAX_PICTURE_PIXELS = 60_000_000;
/**
 * AVIF pictures have a lower limit, because they are decoded in one piece. Most of them are made for the web and are
 * smaller.
 */
export const MAX_AVIF_PIXELS = 16_000_000;
/** The types that file pickers offer. The server detects the type from the content. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'] as const;

const SIZED_URL_PATTERN = /-(\d+)\.webp$/;

/**
 * Returns the URL of a picture in another width: for 512, '/media/x-256.webp' becomes '/media/x-512.webp'. URLs
 * without a width stay unchanged.
 */
export const getPictureUrl = (url: string, width: number): string => url.replace(SIZED_URL_PATTERN, `-${width}.webp`);

/**
 * Returns the `srcset` for a stored URL, or undefined for a URL without a width. `widest` is the width of the
 * original, because small pictures are never enlarged. `needed` is the number of device pixels that the layout
 * needs.
 */
export function getPictureSrcSet(
  url: string,
  kind: PictureKind,
  widest = Infinity,
  needed = Infinity,
): string | undefined {
  if (!SIZED_URL_PATTERN.test(url)) return undefined;
  const widths = PICTURE_WIDTHS[kind];
  const useful = widths.filter((_, at) => at === 0 || (widths[at - 1] ?? 0) < Math.min(widest, needed));
  return useful.map((width) => `${getPictureUrl(url, width)} ${Math.min(width, widest)}w`).join(', ');
}

/** The highest supported ratio of device pixels to CSS pixels. */
const MAX_PIXEL_RATIO = 3;

/**
 * Returns `src` and `srcSet` for a picture that is displayed `place` CSS pixels wide, without widths that no screen
 * needs. `widest` is as in `getPictureSrcSet`.
 */
export function getPictureSources(place: number, url: string, kind: PictureKind, widest?: number) {
  const needed = place * MAX_PIXEL_RATIO;
  const [smallest] = PICTURE_WIDTHS[kind];
  return needed <= smallest
    ? { src: getPictureUrl(url, smallest) }
    : { src: url, srcSet: getPictureSrcSet(url, kind, widest, needed) };
}

/**
 * Returns the initials that replace a missing profile picture: the first letters of the first two words, ignoring
 * words such as '&' and '-'.
 */
export const getInitials = (name: string): string =>
  [...name.matchAll(/([\p{L}\p{N}])\S*/gu)]
    .slice(0, 2)
    .map(([, first = '']) => first.toUpperCase())
    .join('');
