/** The widths in which each kind of picture is stored, and the URLs of these versions. */

/** Square pictures. The stored URL names the middle width. */
const PORTRAIT_WIDTHS = [96, 256, 512] as const;
/** The stored URL names the middle width. */
export const PORTFOLIO_WIDTHS = [480, 960, 1600] as const;

export type PictureKind = 'portrait' | 'portfolio';
export const PICTURE_WIDTHS: Record<PictureKind, readonly [number, number, number]> = {
  portrait: PORTRAIT_WIDTHS,
  portfolio: PORTFOLIO_WIDTHS,
};

/** Limits of an upload's bytes and pixels, large enough for pictures of current phones. */
export const MAX_PICTURE_BYTES = 10 * 1024 * 1024;
export const MAX_PICTURE_PIXELS = 60_000_000;
/**
 * AVIF is decoded in one piece, so its limit is lower. Pictures in this format are usually made for the web and
 * smaller.
 */
export const MAX_AVIF_PIXELS = 16_000_000;
/** The types that file pickers offer. The server decides by the content. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'] as const;

const SIZED_URL_PATTERN = /-(\d+)\.webp$/;

/**
 * Returns the URL of another width: '/media/x-256.webp' with 512 is '/media/x-512.webp'. Other URLs stay unchanged.
 */
export const getPictureUrl = (url: string, width: number): string => url.replace(SIZED_URL_PATTERN, `-${width}.webp`);

/**
 * Returns the `srcset` of a stored URL, or undefined for one without widths. `widest` is the original's width, since
 * small pictures are never enlarged. `needed` is the number of pixels that the layout needs.
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

/** The highest ratio of device pixels to CSS pixels that is supported. */
const MAX_PIXEL_RATIO = 3;

/**
 * Returns `src` and `srcSet` for a picture that is `place` CSS pixels wide, with only those widths that some screen
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
 * Returns the initials that replace a missing portrait: the first letters of the first two words, ignoring
 * connectors such as '&' and '-'.
 */
export const getInitials = (name: string): string =>
  [...name.matchAll(/([\p{L}\p{N}])\S*/gu)]
    .slice(0, 2)
    .map(([, first = '']) => first.toUpperCase())
    .join('');
