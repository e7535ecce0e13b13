/** Renders a profile's picture for link previews (1200 × 630 pixels). */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { BRAND_COLORS, PRODUCT_NAME } from '@marquee/brand';
import { formatFeeIncluded, formatTotal, type BasisPoints } from '@marquee/money';
import { toSingleLine } from '@marquee/validation';
import { getInitials } from '@marquee/contracts';
import type { Deps } from '../../../core/deps.ts';
import { CHINESE_FONT, JAPANESE_FONT, NOTO_FONTS, resolveNotoFont } from '../../../core/noto-fonts.ts';
import { createWorkLimiter } from '../../../core/work-limiter.ts';
import { readPicture } from '../pictures/pictures.service.ts';

const CARD_WIDTH = 1200;
const CARD_HEIGHT = 630;

/** The content of a profile's share card. Identical content gives an identical picture. */
export interface ProfileCardData {
  fullName: string;
  username: string;
  profileImageUrl: string | null;
  categories: readonly string[];
  followers: number;
  /**
   * The brand's total for the cheapest package, and the fee rate that the total includes. Null if there are no
   * packages.
   */
  from: { totalCents: number; feeBps: BasisPoints } | null;
}

// Uses light colors, because a picture cannot adapt to the viewer's color scheme.
const BACKGROUND_COLOR = BRAND_COLORS.gray[0];
const TEXT_COLOR = BRAND_COLORS.gray[9];
const MUTED_TEXT_COLOR = BRAND_COLORS.gray[7];
const IRIS = BRAND_COLORS.iris[6];
const IRIS_LIGHT = BRAND_COLORS.iris[1];
const BULB = BRAND_COLORS.bulb;

/** Renders one card at a time, because rendering takes about 200 ms of one core. */
const runLimited = createWorkLimiter(1, 8);

/** Renders the card as PNG. Throws TOO_BUSY if too many calls are queued. */
export const drawProfileCard = (deps: Pick<Deps, 'pictures' | 'log'>, facts: ProfileCardData): Promise<Buffer> =>
  runLimited(async () => {
    const { default: satori } = await import('satori');
    const { default: sharp } = await import('sharp');
    const photo = await loadPhoto(deps, facts.profileImageUrl).catch((error: unknown) => {
      deps.log.warn({ err: error }, 'share card rendered without the portrait');
      return undefined;
    });
    const svg = await satori(
      createCard(facts, photo, await drawForeignName(facts.fullName)) as Parameters<typeof satori>[0],
      {
        width: CARD_WIDTH,
        height: CARD_HEIGHT,
        fonts: await loadCardFonts(),
      },
    );
    return sharp(Buffer.from(svg)).png({ compressionLevel: 9, palette: true, quality: 92, effort: 4 }).toBuffer();
  });

const compactNumberFormat = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

interface CardNode {
  type: string;
  props: { style: Record<string, string | number>; children?: unknown; src?: string; width?: number; height?: number };
}
const createBox = (style: CardNode['props']['style'], ...children: (CardNode | string | null)[]): CardNode => ({
  type: 'div',
  props: { style: { display: 'flex', ...style }, children: children.filter((child) => child !== null) },
});

function createCard(facts: ProfileCardData, photo: string | undefined, foreignName: CardNode | undefined): CardNode {
  const title = toDrawableName(facts.fullName) ?? `@${facts.username}`;
  const { followers, from } = facts;
  const facets = [
    followers > 0 ? `${compactNumberFormat.format(followers)} followers` : null,
    from === null ? null : `from ${formatTotal(from.totalCents)}, ${formatFeeIncluded(from.feeBps)}`,
  ].filter((each) => each !== null);
  return createBox(
    {
      width: CARD_WIDTH,
      height: CARD_HEIGHT,
      background: BACKGROUND_COLOR,
      fontFamily: 'Figtree',
      color: TEXT_COLOR,
      padding: 56,
      boxSizing: 'border-box',
    },
    createBox(
      { flexDirection: 'column', flexGrow: 1, flexBasis: 0, justifyContent: 'space-between', paddingRight: 56 },
      createWordmark(),
      createBox(
        { flexDirection: 'column' },
        createBox(
          {
            fontFamily: 'Bricolage Grotesque',
            fontWeight: 700,
            fontSize: getTitleFontSize(title),
            lineHeight: 1.04,
            letterSpacing: '-0.02em',
            wordBreak: 'break-word',
          },
          foreignName ?? title,
        ),
        title.startsWith('@') && foreignName === undefined
          ? null
          : createBox({ fontSize: 34, color: MUTED_TEXT_COLOR, marginTop: 16 }, `@${facts.username}`),
        createBox({ flexWrap: 'wrap', marginTop: 28 }, ...facts.categories.slice(0, 3).map(createChip)),
      ),
      createBox(
        { flexDirection: 'column', fontSize: 36, fontWeight: 600, lineHeight: 1.3 },
        ...(facets.length === 0 ? [`Book me on ${PRODUCT_NAME}`] : facets).map((facet) => createBox({}, facet)),
      ),
    ),
    createPortrait(title, photo),
  );
}

const createWordmark = (): CardNode =>
  createBox(
    { alignItems: 'center' },
    createBox(
      {
        width: 54,
        height: 54,
        borderRadius: 15,
        background: IRIS,
        flexDirection: 'column',
        alignItems: 'center',
        justifyContent: 'center',
      },
      createBox(
        { marginBottom: 6 },
        ...[0, 1, 2].map((at) =>
          createBox({ width: 7, height: 7, borderRadius: 4, background: BULB, marginLeft: at === 0 ? 0 : 6 }),
        ),
      ),
      createBox(
        { fontFamily: 'Bricolage Grotesque', fontWeight: 700, fontSize: 28, lineHeight: 0.8, color: '#ffffff' },
        'M',
      ),
    ),
    createBox({ fontFamily: 'Bricolage Grotesque', fontWeight: 700, fontSize: 34, marginLeft: 16 }, PRODUCT_NAME),
  );

const createChip = (label: string): CardNode =>
  createBox(
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

/** The photo, or the initials if there is none. */
const createPortrait = (title: string, photo: string | undefined): CardNode =>
  createBox(
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
      ? createBox(
          { fontFamily: 'Bricolage Grotesque', fontWeight: 700, fontSize: 200, color: BRAND_COLORS.iris[9] },
          getInitials(title),
        )
      : { type: 'img', props: { src: photo, width: 470, height: 518, style: { objectFit: 'cover' } } },
  );

/** Returns a smaller font size for longer names, so that they fit on three lines. */
const getTitleFontSize = (title: string): number =>
  title.length <= 16 ? 84 : title.length <= 30 ? 68 : title.length <= 48 ? 54 : 42;

const MAX_TITLE_LENGTH = 70;
/** The characters that our fonts contain: Latin letters, digits and punctuation. */
const DRAWABLE_TEXT_PATTERN = /^[\u0020-\u007e\u00a0-\u024f\u1e00-\u1eff\u2010-\u2027\u2032\u2033]+$/;

/** Returns a name without emoji, or undefined if our fonts cannot render it. */
function toDrawableName(fullName: string): string | undefined {
  const name = fullName
    .normalize('NFC')
    .replace(/\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200d|\ufe0f/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (name === '' || !DRAWABLE_TEXT_PATTERN.test(name)) return undefined;
  return name.length > MAX_TITLE_LENGTH ? `${name.slice(0, MAX_TITLE_LENGTH - 1).trimEnd()}…` : name;
}

const TITLE_WIDTH = CARD_WIDTH - 2 * 56 - 470 - 56;
const MAX_FOREIGN_TITLE_LENGTH = 30;
/** The scripts of Noto Sans, with characters that belong to no script, such as punctuation. */
const NOTO_SANS_PATTERN =
  /[\u0020-\u007e\u00a0-\u00bf\u2010-\u2027\u200c\u200d\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Devanagari}\p{M}]/u;

/** Returns the family of the font for a letter of a name, or undefined if no font contains it. */
function findFontFamily(letter: string, name: string): string | undefined {
  const font = NOTO_FONTS.find(({ letters }) => letters?.test(letter));
  if (font !== undefined) return font.family;
  if (NOTO_SANS_PATTERN.test(letter)) return 'Noto Sans';
  if (/\p{scx=Hangul}/u.test(letter)) return 'Noto Sans KR';
  if (/[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]/u.test(letter))
    return /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(name) ? JAPANESE_FONT : CHINESE_FONT;
  return undefined;
}

/**
 * Renders a name that Marquee's fonts lack, or returns undefined. Satori cannot lay out scripts that join or reorder
 * letters, so Pango renders the name as a picture.
 */
async function drawForeignName(fullName: string): Promise<CardNode | undefined> {
  if (toDrawableName(fullName) !== undefined) return undefined;
  const characters = Array.from(
    toSingleLine(fullName.replaceAll(/\p{Extended_Pictographic}|\p{Emoji_Modifier}/gu, '')),
  );
  const name = characters.slice(0, MAX_FOREIGN_TITLE_LENGTH).join('');
  const families = new Set(characters.map((letter) => findFontFamily(letter, name)));
  if (characters.length === 0 || families.has(undefined)) return undefined;
  const { default: sharp } = await import('sharp');
  const markup = `<span foreground="${TEXT_COLOR}">${name.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</span>`;
  const font = `${[...families].toSorted((one) => (one === 'Noto Sans' ? 1 : -1)).join(', ')} Bold ${getTitleFontSize(name.repeat(3))}`;
  let picture: Buffer | undefined;
  let size = { width: 0, height: 0 };
  // Rendering with a font file makes the font known to Pango, so the last picture uses all of them.
  for (const each of NOTO_FONTS.filter(({ family }) => families.has(family))) {
    const text = { text: markup, font, fontfile: resolveNotoFont(each, '700Bold'), width: TITLE_WIDTH, dpi: 72 };
    const image = await sharp({ text: { ...text, rgba: true, wrap: 'word-char' } })
      .png()
      .toBuffer({ resolveWithObject: true });
    [picture, size] = [image.data, image.info];
  }
  const { width, height } = size;
  const src = `data:image/png;base64,${picture?.toString('base64')}`;
  return { type: 'img', props: { src, width, height, style: {} } };
}

/** Returns the photo as a data URL for satori, or undefined if there is none. */
async function loadPhoto(deps: Pick<Deps, 'pictures'>, url: string | null): Promise<string | undefined> {
  const webp = url === null ? undefined : await readPicture(deps, url, 512);
  if (webp === undefined) return undefined;
  const { default: sharp } = await import('sharp');
  const jpeg = await sharp(webp)
    .resize(470, 518, { fit: 'cover' })
    .flatten({ background: BACKGROUND_COLOR })
    .jpeg({ quality: 88 })
    .toBuffer();
  return `data:image/jpeg;base64,${jpeg.toString('base64')}`;
}

const { resolve } = createRequire(import.meta.url);

const FONT_FACES = [
  { name: 'Bricolage Grotesque', folder: 'bricolage-grotesque', weight: 700 },
  { name: 'Figtree', folder: 'figtree', weight: 400 },
  { name: 'Figtree', folder: 'figtree', weight: 600 },
] as const;
/** The fonts in order of preference. A later font is used for characters that the earlier ones lack. */
const FONT_SUBSETS = ['latin', 'latin-ext'] as const;

interface CardFont {
  name: string;
  weight: 400 | 600 | 700;
  style: 'normal';
  data: Buffer;
}
let loadedFonts: Promise<CardFont[]> | undefined;

/** Returns Marquee's fonts. The files are read once per process. */
export const loadCardFonts = (): Promise<CardFont[]> =>
  (loadedFonts ??= Promise.all(
    FONT_FACES.flatMap(({ name, folder, weight }) =>
      FONT_SUBSETS.map(async (subset) => ({
        name,
        weight,
        style: 'normal' as const,
        data: await readFile(resolve(`@fontsource/${folder}/files/${folder}-${subset}-${weight}-normal.woff`)),
      })),
    ),
  ));
