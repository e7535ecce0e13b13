/**
 * Stores users' pictures: detects the type from the content, rotates, crops, re-encodes in every width, and removes
 * metadata.
 */
import { createHash, randomBytes } from 'node:crypto';
import {
  MAX_AVIF_PIXELS,
  MAX_PICTURE_PIXELS,
  PICTURE_WIDTHS,
  getPictureUrl,
  type PictureCrop,
  type PictureKind,
} from '@marquee/validation';
import type { Metadata, Region, WebpOptions } from 'sharp';
import type { UserCtx } from '../../core/ctx.ts';
import type { Deps } from '../../core/deps.ts';
import { Failure } from '../../core/failures.ts';
import { createWorkLimiter } from '../../core/work-limiter.ts';
import { findPictureName } from '../../gateways/pictures.ts';
import { decodeInSeparateProcess, type DecodedPicture } from './pictures.decoding.ts';
import { isPictureUsed } from './pictures.sql.ts';

/** Decoding takes up to 500 MB (pictures.decoding.ts), so only one runs at a time and the queue has a limit. */
const runLimited = createWorkLimiter(1, 20);

const ENCODING_OPTIONS = { quality: 80 } as const;
/** Faster encoding for demo pictures: a third of the time for somewhat larger files. */
const FAST_ENCODING_OPTIONS = { ...ENCODING_OPTIONS, effort: 1 } as const;
/** Minimum size of a portrait's crop or a portfolio picture, in pixels. */
const MIN_PICTURE_PX = 64;

/**
 * File signatures that are decoded. libvips supports more types (SVG, PDF, TIFF), which are refused before they reach
 * it.
 */
const FILE_SIGNATURES: readonly RegExp[] = [
  /^\xff\xd8\xff/, // JPEG
  /^\x89PNG\r\n/,
  /^GIF8[79]a/,
  /^RIFF[^]{4}WEBP/,
  /^[^]{4}ftyp(avif|avis|mif1)/, // AVIF
];
const isSupportedPicture = (bytes: Buffer) =>
  FILE_SIGNATURES.some((signature) => signature.test(bytes.toString('latin1', 0, 16)));

export interface StoredPicture {
  /** The URL of the middle width. `pictureAt` returns the others. */
  url: string;
  /** The width of the largest file. */
  width: number;
  height: number;
}

/**
 * Stores an uploaded picture under a random name. Portraits are cropped to the square `crop`, or to the middle. Throws
 * PICTURE_TYPE_WRONG, PICTURE_TOO_MANY_PIXELS, PICTURE_AVIF_TOO_LARGE, PICTURE_TOO_SMALL, PICTURE_BROKEN,
 * PICTURE_TOO_DEMANDING or TOO_BUSY.
 */
export async function storePicture(
  ctx: UserCtx,
  bytes: Buffer,
  kind: PictureKind,
  crop?: PictureCrop,
): Promise<StoredPicture> {
  return decodeUpload(ctx, bytes, { kind, crop }, (decoded) =>
    storePictureWidths(ctx, decoded, kind, randomBytes(16).toString('hex')),
  );
}

/** Stores an uploaded picture, re-encoded in one width, among the private files. Throws what `storePicture` throws. */
export const storePrivatePicture = (
  ctx: UserCtx,
  bytes: Buffer,
): Promise<{ name: string; width: number; height: number }> =>
  decodeUpload(ctx, bytes, { kind: 'portfolio' }, async ({ data, info: { width, height, channels } }) => {
    const name = `picture-${randomBytes(16).toString('hex')}.webp`;
    const sharp = await loadSharp();
    await ctx.files.put(
      name,
      await sharp(data, { raw: { width, height, channels } }).webp(ENCODING_OPTIONS).toBuffer(),
    );
    return { name, width, height };
  });

/** Decodes an upload and processes its pixels before the next one starts. */
async function decodeUpload<T>(
  ctx: UserCtx,
  bytes: Buffer,
  { kind, crop }: { kind: PictureKind; crop?: PictureCrop | undefined },
  use: (decoded: DecodedPicture) => Promise<T>,
): Promise<T> {
  if (!isSupportedPicture(bytes)) throw new Failure('PICTURE_TYPE_WRONG');
  const region = computeRegion(await readMetadata(bytes), kind, crop);
  const [, , width] = PICTURE_WIDTHS[kind];
  // The height is limited, too.
  const box = { width, height: width * 2 };
  return runLimited(
    async () => use(await decodeInSeparateProcess({ bytes, region, ...box, maxPixels: MAX_PICTURE_PIXELS })),
    ctx.user.id,
  );
}

/** Stores a trusted demo picture under a name that is derived from it. */
export async function storeDemoPicture(
  deps: Pick<Deps, 'pictures'>,
  image: Buffer,
  kind: PictureKind,
): Promise<StoredPicture> {
  const name = createHash('sha256').update(image).digest('hex').slice(0, 32);
  const [, , width] = PICTURE_WIDTHS[kind];
  const sharp = await loadSharp();
  const decoded = await sharp(image)
    .resize({ width, height: width * 2, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return storePictureWidths(deps, decoded, kind, name, FAST_ENCODING_OPTIONS);
}

/** Opens the file of a stored picture in one width, or returns undefined. */
export async function readPicture(
  { pictures }: Pick<Deps, 'pictures'>,
  url: string,
  width: number,
): Promise<Buffer | undefined> {
  const name = findPictureName(getPictureUrl(url, width));
  return name === undefined ? undefined : pictures.get(name);
}

/** Deletes a picture in all widths if nothing shows it. */
export async function deletePictureIfUnused(deps: Deps, url: string): Promise<void> {
  const name = findPictureName(url);
  if (name === undefined || (await isPictureUsed(deps.db, url))) return;
  const names = Object.values(PICTURE_WIDTHS)
    .flat()
    .map((width) => findPictureName(getPictureUrl(url, width)));
  await Promise.all([...new Set(names)].filter((each) => each !== undefined).map((each) => deps.pictures.remove(each)));
}

/** Loaded with the first picture, so that processes without pictures save its memory. */
const loadSharp = async () => (await import('sharp')).default;

async function readMetadata(bytes: Buffer): Promise<Metadata> {
  const sharp = await loadSharp();
  const metadata = await throwIfBroken(sharp(bytes, { limitInputPixels: false }).metadata());
  const pixels = metadata.width * metadata.height;
  if (pixels > MAX_PICTURE_PIXELS) throw new Failure('PICTURE_TOO_MANY_PIXELS');
  // Decoded as a whole and with more bits than are kept, so it costs the most memory.
  const isDeep = (metadata.bitsPerSample ?? 8) > 8 || metadata.depth !== 'uchar';
  if (metadata.format === 'heif' && (pixels > MAX_AVIF_PIXELS || isDeep)) throw new Failure('PICTURE_AVIF_TOO_LARGE');
  return metadata;
}

/** Returns the crop in pixels of the rotated picture. A portrait without a crop gets the middle square. */
function computeRegion(metadata: Metadata, kind: PictureKind, crop: PictureCrop | undefined): Region {
  const { width, height } = metadata.autoOrient;
  const within = (value: number, most: number) => Math.max(0, Math.min(Math.round(value), most));
  let region: Region = { left: 0, top: 0, width, height };
  if (crop) {
    const left = within((crop.x / 100) * width, width);
    const top = within((crop.y / 100) * height, height);
    region = {
      left,
      top,
      width: within((crop.width / 100) * width, width - left),
      height: within((crop.height / 100) * height, height - top),
    };
  }
  if (kind === 'portrait') region = computeMiddleSquare(region);
  if (Math.min(region.width, region.height) < MIN_PICTURE_PX) throw new Failure('PICTURE_TOO_SMALL');
  return region;
}

function computeMiddleSquare({ left, top, width, height }: Region): Region {
  const side = Math.min(width, height);
  return {
    left: left + Math.floor((width - side) / 2),
    top: top + Math.floor((height - side) / 2),
    width: side,
    height: side,
  };
}

/** Stores a file for each width. */
async function storePictureWidths(
  { pictures }: Pick<Deps, 'pictures'>,
  { data, info }: DecodedPicture,
  kind: PictureKind,
  name: string,
  encoding: WebpOptions = ENCODING_OPTIONS,
): Promise<StoredPicture> {
  const { width, height, channels } = info;
  const sharp = await loadSharp();
  const fileOf = (each: number) => `${name}-${each}.webp`;
  for (const each of PICTURE_WIDTHS[kind]) {
    const image = sharp(data, { raw: { width, height, channels } }).resize({ width: each, withoutEnlargement: true });
    await pictures.put(fileOf(each), await image.webp(encoding).toBuffer());
  }
  const [, middle] = PICTURE_WIDTHS[kind];
  return { url: pictures.urlOf(fileOf(middle)), width: info.width, height: info.height };
}

/** Turns any decoder error into PICTURE_BROKEN. */
const throwIfBroken = <T>(decoding: Promise<T>): Promise<T> =>
  decoding.catch((cause: unknown) => {
    throw Object.assign(new Failure('PICTURE_BROKEN'), { cause });
  });
