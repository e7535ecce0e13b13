/**
 * Stores users' pictures and clients' logos. The file type is detected from the content. Pictures are rotated, cropped,
 * re-encoded in each width, and stripped of metadata.
 */
import type { Actor } from '../../../core/actor.ts';
import { createHash, randomBytes } from 'node:crypto';
import type { PictureCrop } from '@marquee/validation';
import {
  MAX_AVIF_PIXELS,
  MAX_PICTURE_PIXELS,
  PICTURE_WIDTHS,
  getPictureUrl,
  type PictureKind,
} from '@marquee/contracts';
import type { Metadata, Region, WebpOptions } from 'sharp';
import type { Deps } from '../../../core/deps.ts';
import { Failure } from '../../../core/failures.ts';
import { createWorkLimiter } from '../../../core/work-limiter.ts';
import { findPictureName } from '../../../gateways/pictures.ts';
import { decodeInSeparateProcess, type DecodedPicture } from './pictures.decoding.ts';
import { isPictureUsed } from './pictures.sql.ts';

/**
 * Decoding takes up to 500 MB of memory (pictures.decoding.ts), so a process decodes only one picture at a time. At
 * most 20 calls are queued.
 */
const runLimited = createWorkLimiter(1, 20);

const ENCODING_OPTIONS = { quality: 80 } as const;
/** The encoding options for demo pictures. Encoding takes a third of the time, and the files are somewhat larger. */
const FAST_ENCODING_OPTIONS = { ...ENCODING_OPTIONS, effort: 1 } as const;
/** Minimum size of a cropped portrait, a portfolio picture, or the longer side of a logo, in pixels. */
const MIN_PICTURE_PX = 64;
/** The margin around logos that are not square, as a fraction of the side. */
const LOGO_MARGIN = 0.08;

/**
 * Signatures of the accepted file types. libvips supports more types (SVG, PDF, TIFF), which are refused before they
 * reach it.
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
  /** The URL of the file in the middle width. `pictureAt` derives the URLs of the other widths. */
  url: string;
  /** The width of the largest file. */
  width: number;
  height: number;
}

/**
 * Stores an uploaded picture under a random name. Portraits are cropped to the square `crop`, which defaults to the
 * center. Logos are not cropped but get white margins to become square. Throws PICTURE_TYPE_WRONG,
 * PICTURE_TOO_MANY_PIXELS, PICTURE_AVIF_TOO_LARGE, PICTURE_TOO_SMALL, LOGO_TOO_SMALL, PICTURE_BROKEN,
 * PICTURE_TOO_DEMANDING or TOO_BUSY.
 */
export async function storePicture(
  deps: Deps,
  actor: Actor,
  bytes: Buffer,
  kind: PictureKind,
  crop?: PictureCrop,
): Promise<StoredPicture> {
  return decodeUpload(actor, bytes, { kind, crop }, async (decoded) =>
    storePictureWidths(
      deps,
      kind === 'logo' ? await padToSquare(decoded) : decoded,
      kind,
      randomBytes(16).toString('hex'),
    ),
  );
}

/**
 * Re-encodes an uploaded picture in one width and stores it among the private files. Throws the errors of
 * `storePicture`.
 */
export const storePrivatePicture = (
  deps: Deps,
  actor: Actor,
  bytes: Buffer,
): Promise<{ name: string; width: number; height: number }> =>
  decodeUpload(actor, bytes, { kind: 'portfolio' }, async ({ data, info: { width, height, channels } }) => {
    const name = `picture-${randomBytes(16).toString('hex')}.webp`;
    const sharp = await loadSharp();
    await deps.files.put(
      name,
      await sharp(data, { raw: { width, height, channels } }).webp(ENCODING_OPTIONS).toBuffer(),
    );
    return { name, width, height };
  });

/** Decodes an upload and passes its pixels to `use`. The next upload is decoded only after `use` has finished. */
async function decodeUpload<T>(
  actor: Actor,
  bytes: Buffer,
  { kind, crop }: { kind: PictureKind; crop?: PictureCrop | undefined },
  use: (decoded: DecodedPicture) => Promise<T>,
): Promise<T> {
  if (!isSupportedPicture(bytes)) throw new Failure('PICTURE_TYPE_WRONG');
  const region = computeRegion(await readMetadata(bytes), kind, crop);
  const [, , width] = PICTURE_WIDTHS[kind];
  // The height of portfolio pictures is limited to twice the width. The other kinds are square.
  const box = { width, height: kind === 'portfolio' ? width * 2 : width };
  return runLimited(
    async () => use(await decodeInSeparateProcess({ bytes, region, ...box, maxPixels: MAX_PICTURE_PIXELS })),
    actor.workspaceId,
  );
}

/** Stores a trusted demo picture. Its name is a hash of its content. */
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

/** Reads a stored picture in one width. Returns undefined if the file does not exist. */
export async function readPicture(
  { pictures }: Pick<Deps, 'pictures'>,
  url: string,
  width: number,
): Promise<Buffer | undefined> {
  const name = findPictureName(getPictureUrl(url, width));
  return name === undefined ? undefined : pictures.get(name);
}

/** Deletes a picture in all widths unless it is still in use. */
export async function deletePictureIfUnused(deps: Deps, url: string): Promise<void> {
  const name = findPictureName(url);
  if (name === undefined || (await isPictureUsed(deps.db, url))) return;
  const names = Object.values(PICTURE_WIDTHS)
    .flat()
    .map((width) => findPictureName(getPictureUrl(url, width)));
  await Promise.all([...new Set(names)].filter((each) => each !== undefined).map((each) => deps.pictures.remove(each)));
}

/**
 * Runs `save` for a picture whose files are already stored. Deletes the files if `save` fails, or if `save` does not
 * call `use` because the same request was processed before. If the process dies in between, the unused files remain.
 */
export async function withStoredPicture(
  deps: Deps,
  { url }: StoredPicture,
  save: (use: (write: () => Promise<void>) => Promise<void>) => Promise<void>,
): Promise<void> {
  let isUsed = false;
  try {
    await save(async (write) => {
      await write();
      isUsed = true;
    });
  } catch (error) {
    isUsed = false;
    throw error;
  } finally {
    if (!isUsed)
      await deletePictureIfUnused(deps, url).catch((cause: unknown) =>
        deps.log.warn({ err: cause }, 'failed to delete an unused picture'),
      );
  }
}

/** Imports sharp on first use, so that processes that handle no pictures need less memory. */
const loadSharp = async () => (await import('sharp')).default;

async function readMetadata(bytes: Buffer): Promise<Metadata> {
  const sharp = await loadSharp();
  const metadata = await throwIfBroken(sharp(bytes, { limitInputPixels: false }).metadata());
  const pixels = metadata.width * metadata.height;
  if (pixels > MAX_PICTURE_PIXELS) throw new Failure('PICTURE_TOO_MANY_PIXELS');
  // An AVIF file takes the most memory, because it is decoded as a whole and with more bits than needed.
  const isDeep = (metadata.bitsPerSample ?? 8) > 8 || metadata.depth !== 'uchar';
  if (metadata.format === 'heif' && (pixels > MAX_AVIF_PIXELS || isDeep)) throw new Failure('PICTURE_AVIF_TOO_LARGE');
  return metadata;
}

/**
 * Returns the region to extract, in pixels of the rotated picture. Without `crop`, a portrait gets the central
 * square.
 */
function computeRegion(metadata: Metadata, kind: PictureKind, crop: PictureCrop | undefined): Region {
  const { width, height } = metadata.autoOrient;
  const within = (value: number, most: number) => Math.max(0, Math.min(Math.round(value), most));
  let region: Region = { left: 0, top: 0, width, height };
  if (crop) {
    const leftEdge = within((crop.x / 100) * width, width);
    const top = within((crop.y / 100) * height, height);
    region = {
      left: leftEdge,
      top,
      width: within((crop.width / 100) * width, width - leftEdge),
      height: within((crop.height / 100) * height, height - top),
    };
  }
  if (kind === 'portrait') region = computeMiddleSquare(region);
  if (kind === 'logo') {
    // Wordmarks are often much wider than high.
    if (Math.max(region.width, region.height) < MIN_PICTURE_PX) throw new Failure('LOGO_TOO_SMALL');
  } else if (Math.min(region.width, region.height) < MIN_PICTURE_PX) throw new Failure('PICTURE_TOO_SMALL');
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

/**
 * Adds white margins to a picture, so that it becomes square. Wide and high pictures, such as wordmarks, get a margin
 * on all four sides. Square pictures do not change, because they often fill the whole square.
 */
async function padToSquare(decoded: DecodedPicture): Promise<DecodedPicture> {
  const { width, height, channels } = decoded.info;
  if (width === height) return decoded;
  const side = Math.max(width, height);
  const margin = Math.round(side * LOGO_MARGIN);
  const inner = side - 2 * margin;
  const sharp = await loadSharp();
  return sharp(decoded.data, { raw: { width, height, channels } })
    .resize({ width: inner, height: inner, fit: 'contain', background: 'white' })
    .extend({ top: margin, bottom: margin, left: margin, right: margin, background: 'white' })
    .raw()
    .toBuffer({ resolveWithObject: true });
}

/** Encodes the picture in each width of its kind and stores the files. */
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
    // A dark logo on a transparent background would be invisible in the dark color scheme.
    if (kind !== 'portfolio') image.flatten({ background: 'white' });
    await pictures.put(fileOf(each), await image.webp(encoding).toBuffer());
  }
  const [, middle] = PICTURE_WIDTHS[kind];
  return { url: pictures.urlOf(fileOf(middle)), width: info.width, height: info.height };
}

const throwIfBroken = <T>(decoding: Promise<T>): Promise<T> =>
  decoding.catch((cause: unknown) => {
    throw Object.assign(new Failure('PICTURE_BROKEN'), { cause });
  });
