/** Pictures: in which widths each kind is kept, and how the address of another width is made from the stored one. */

/** Square. The stored address names the middle one. */
const PORTRAIT_WIDTHS = [96, 256, 512] as const;
/** The stored address names the middle one. */
export const PORTFOLIO_WIDTHS = [480, 960, 1600] as const;

export type PictureKind = 'portrait' | 'portfolio';
export const PICTURE_WIDTHS: Record<PictureKind, readonly [number, number, number]> = {
  portrait: PORTRAIT_WIDTHS,
  portfolio: PORTFOLIO_WIDTHS,
};

/** What an upload may weigh, and how many pixels it may have: the largest pictures that current phones make fit. */
export const MAX_PICTURE_BYTES = 10 * 1024 * 1024;
export const MAX_PICTURE_PIXELS = 60_000_000;
/** AVIF is decoded as a whole. It is for the web, where it is smaller than this. */
export const MAX_AVIF_PIXELS = 16_000_000;
/** What file pickers offer; what is accepted is decided by the content. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'] as const;

const SIZED_URL_PATTERN = /-(\d+)\.webp$/;

/**
 * A stored address in another of its widths: '/media/x-256.webp',
 * 512 → '/media/x-512.webp'. Other addresses stay as they are.
 */
export const getPictureUrl = (url: string, width: number): string => url.replace(SIZED_URL_PATTERN, `-${width}.webp`);

/**
 * The `srcset` of a stored address; undefined for one without widths. `widest`:
 * how wide the original was, since a small picture is never enlarged; `needed`: how many pixels its place takes.
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

/** The densest screens that a picture's place is reckoned for: device pixels to one of CSS. */
const MAX_PIXEL_RATIO = 3;

/**
 * The `src` and `srcSet` of a stored address where it stands `place` CSS pixels wide: of the widths those that some
 * screen needs there, and only a `src` where the smallest will do. `widest`: as for `getPictureSrcSet`.
 */
export function getPictureSources(place: number, url: string, kind: PictureKind, widest?: number) {
  const needed = place * MAX_PIXEL_RATIO;
  const [smallest] = PICTURE_WIDTHS[kind];
  return needed <= smallest
    ? { src: getPictureUrl(url, smallest) }
    : { src: url, srcSet: getPictureSrcSet(url, kind, widest, needed) };
}

/** What stands for a photo: the first letters of the first two words; what joins them ('&', '-') is no word. */
export const getInitials = (name: string): string =>
  [...name.matchAll(/([\p{L}\p{N}])\S*/gu)]
    .slice(0, 2)
    .map(([, first = '']) => first.toUpperCase())
    .join('');
