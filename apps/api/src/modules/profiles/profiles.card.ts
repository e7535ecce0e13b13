/** The picture for link previews of a profile, 1200 × 630. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { BRAND_COLORS, PRODUCT_NAME } from '@marquee/booking';
import { formatFeeIncluded, formatTotal, type BasisPoints } from '@marquee/money';
import { getInitials } from '@marquee/validation';
import type { Deps } from '../../core/deps.ts';
import { createWorkLimiter } from '../../core/work-limiter.ts';
import { readPicture } from '../pictures/pictures.service.ts';

const WIDTH = 1200;
const HEIGHT = 630;

/** The content of the card. The same content gives the same picture. */
export interface CardFacts {
  fullName: string;
  username: string;
  profileImageUrl: string | null;
  categories: readonly string[];
  followers: number;
  /** The total of the cheapest package and its fee rate, or null without packages. */
  from: { totalCents: number; feeBps: BasisPoints } | null;
}

// A picture has no color scheme, so it uses the light one.
const PAPER = BRAND_COLORS.gray[0];
const INK = BRAND_COLORS.gray[9];
const SOFT = BRAND_COLORS.gray[7];
const IRIS = BRAND_COLORS.iris[6];
const IRIS_LIGHT = BRAND_COLORS.iris[1];
const BULB = BRAND_COLORS.bulb;

/** Rendering takes about 200 ms of one core. */
const gated = createWorkLimiter(1, 8);

/** Renders the card as PNG. Throws TOO_BUSY if too many calls wait. */
export const drawCard = (deps: Pick<Deps, 'pictures' | 'log'>, facts: CardFacts): Promise<Buffer> =>
  gated(async () => {
    const { default: satori } = await import('satori');
    const { default: sharp } = await import('sharp');
    const photo = await photoOf(deps, facts.profileImageUrl).catch((error: unknown) => {
      deps.log.warn({ err: error, url: facts.profileImageUrl }, 'a card is drawn without its photo');
      return undefined;
    });
    const svg = await satori(card(facts, photo) as Parameters<typeof satori>[0], {
      width: WIDTH,
      height: HEIGHT,
      fonts: await cardFonts(),
    });
    return sharp(Buffer.from(svg)).png({ compressionLevel: 9, palette: true, quality: 92, effort: 4 }).toBuffer();
  });

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

interface Node {
  type: string;
  props: { style: Record<string, string | number>; children?: unknown; src?: string; width?: number; height?: number };
}
const box = (style: Node['props']['style'], ...children: (Node | string | null)[]): Node => ({
  type: 'div',
  props: { style: { display: 'flex', ...style }, children: children.filter((child) => child !== null) },
});

function card(facts: CardFacts, photo: string | undefined): Node {
  const title = drawable(facts.fullName) ?? `@${facts.username}`;
  const { followers, from } = facts;
  const facets = [
    followers > 0 ? `${compact.format(followers)} followers` : null,
    from === null ? null : `from ${formatTotal(from.totalCents)}, ${formatFeeIncluded(from.feeBps)}`,
  ].filter((each) => each !== null);
  return box(
    {
      width: WIDTH,
      height: HEIGHT,
      background: PAPER,
      fontFamily: 'Figtree',
      color: INK,
      padding: 56,
      boxSizing: 'border-box',
    },
    box(
      { flexDirection: 'column', flexGrow: 1, flexBasis: 0, justifyContent: 'space-between', paddingRight: 56 },
      brand(),
      box(
        { flexDirection: 'column' },
        box(
          {
            fontFamily: 'Bricolage Grotesque',
            fontWeight: 700,
            fontSize: sizeOf(title),
            lineHeight: 1.04,
            letterSpacing: '-0.02em',
            wordBreak: 'break-word',
          },
          title,
        ),
        title.startsWith('@') ? null : box({ fontSize: 34, color: SOFT, marginTop: 16 }, `@${facts.username}`),
        box({ flexWrap: 'wrap', marginTop: 28 }, ...facts.categories.slice(0, 3).map(chip)),
      ),
      box(
        { flexDirection: 'column', fontSize: 36, fontWeight: 600, lineHeight: 1.3 },
        ...(facets.length === 0 ? [`Book me on ${PRODUCT_NAME}`] : facets).map((facet) => box({}, facet)),
      ),
    ),
    portrait(title, photo),
  );
}

/** The product's wordmark. */
const brand = (): Node =>
  box(
    { alignItems: 'center' },
    box(
      {
        width: 54,
        height: 54,
        borderRadius: 15,
        background: IRIS,
        flexDirection: 'column',
        alignItems: 'center',
        justifyContent: 'center',
      },
      box(
        { marginBottom: 6 },
        ...[0, 1, 2].map((at) =>
          box({ width: 7, height: 7, borderRadius: 4, background: BULB, marginLeft: at === 0 ? 0 : 6 }),
        ),
      ),
      box({ fontFamily: 'Bricolage Grotesque', fontWeight: 700, fontSize: 28, lineHeight: 0.8, color: '#ffffff' }, 'M'),
    ),
    box({ fontFamily: 'Bricolage Grotesque', fontWeight: 700, fontSize: 34, marginLeft: 16 }, PRODUCT_NAME),
  );

const chip = (label: string): Node =>
  box(
    {
      background: IRIS_LIGHT,
      color: BRAND_COLORS.iris[9],
      borderRadius: 999,
      padding: '8px 22px',
      fontSize: 28,
      marginRight: 12,
      marginBottom: 12,
    },
    label,
  );

/** The photo, or the initials. */
const portrait = (title: string, photo: string | undefined): Node =>
  box(
    {
      width: 470,
      height: 518,
      borderRadius: 36,
      overflow: 'hidden',
      background: IRIS_LIGHT,
      alignItems: 'center',
      justifyContent: 'center',
    },
    photo === undefined
      ? box(
          { fontFamily: 'Bricolage Grotesque', fontWeight: 700, fontSize: 200, color: BRAND_COLORS.iris[9] },
          getInitials(title),
        )
      : { type: 'img', props: { src: photo, width: 470, height: 518, style: { objectFit: 'cover' } } },
  );

/** Longer names have smaller letters. Three lines fit. */
const sizeOf = (title: string): number =>
  title.length <= 16 ? 84 : title.length <= 30 ? 68 : title.length <= 48 ? 54 : 42;

const LONGEST = 70;
/** The characters of our fonts: Latin letters, digits and punctuation. */
const LATIN = /^[\u0020-\u007e\u00a0-\u024f\u1e00-\u1eff\u2010-\u2027\u2032\u2033]+$/;

/** Returns a name without pictograms, or undefined if our fonts cannot render it. */
function drawable(fullName: string): string | undefined {
  const name = fullName
    .normalize('NFC')
    .replace(/\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200d|\ufe0f/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (name === '' || !LATIN.test(name)) return undefined;
  return name.length > LONGEST ? `${name.slice(0, LONGEST - 1).trimEnd()}…` : name;
}

/** Returns the photo in the format of satori. */
async function photoOf(deps: Pick<Deps, 'pictures'>, url: string | null): Promise<string | undefined> {
  const webp = url === null ? undefined : await readPicture(deps, url, 512);
  if (webp === undefined) return undefined;
  const { default: sharp } = await import('sharp');
  const jpeg = await sharp(webp)
    .resize(470, 518, { fit: 'cover' })
    .flatten({ background: PAPER })
    .jpeg({ quality: 88 })
    .toBuffer();
  return `data:image/jpeg;base64,${jpeg.toString('base64')}`;
}

const { resolve } = createRequire(import.meta.url);

const FACES = [
  { name: 'Bricolage Grotesque', folder: 'bricolage-grotesque', weight: 700 },
  { name: 'Figtree', folder: 'figtree', weight: 400 },
  { name: 'Figtree', folder: 'figtree', weight: 600 },
] as const;
/** Later fonts provide characters that earlier ones lack. */
const SUBSETS = ['latin', 'latin-ext'] as const;

interface Font {
  name: string;
  weight: 400 | 600 | 700;
  style: 'normal';
  data: Buffer;
}
let loaded: Promise<Font[]> | undefined;

/** Returns the product's fonts, read once. */
export const cardFonts = (): Promise<Font[]> =>
  (loaded ??= Promise.all(
    FACES.flatMap(({ name, folder, weight }) =>
      SUBSETS.map(async (subset) => ({
        name,
        weight,
        style: 'normal' as const,
        data: await readFile(resolve(`@fontsource/${folder}/files/${folder}-${subset}-${weight}-normal.woff`)),
      })),
    ),
  ));
